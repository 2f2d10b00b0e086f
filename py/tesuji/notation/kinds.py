"""The interface between the formats and the kinds of puzzle.

A kind describes its written forms in one `KindNotation`, in `puzzles/<kind>/notation.py`: its names, its settings, and
its part of every format in which it can be written. Only `kind` is required; a kind without a `notation.py` gets the
plain one of `tesuji.notation.plain`. The formats do not depend on any kind; they receive all of them as `Kinds`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tesuji.model import Document
from tesuji.notation.codec import Codec, Item, Items, Letters, LineReader, number
from tesuji.notation.documents import size_of_grid
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools

Marks = Callable[[Document], "Sequence[str] | None"]
Part = TypeVar("Part")
"""The part that a kind provides for one format."""
Made = TypeVar("Made")
Numbered = list[tuple[int, str]]
"""Lines with their numbers."""


# -- texts -------------------------------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """A text without its head: the kind and the size named in the head, the settings, and the remaining numbered lines."""

    kind: str | None
    size: tuple[int, int] | None
    settings: dict[str, Any]
    lines: Numbered


class PossibleReading(NamedTuple):
    """One way to read a text that does not name its format."""

    rank: int
    """The likelihood, up to 100."""
    document: Document
    notes: tuple[Document, ...] = ()
    """Assumptions made, as messages."""


class Source:
    """A text to read, the requested kind, and all kinds."""

    def __init__(self, text: str, kind: str | None, kinds: Kinds):
        self.text, self.kind, self.kinds = text, kind, kinds
        self.notes: list[Document] = []
        """Assumptions made by a reader, as messages."""
        self.doubts: list[Exception] = []
        """Errors of readers that recognise the text but not all of it, raised if no other reading has a solution."""
        self.members: Document = {}
        """The members of a JSON object without a kind, of which `text` is only the grid."""
        self.sheet: Sheet | None = None
        """The text without its head, once `tesuji.notation.sheet` has read it."""

    def other(self, text: str, kind: str | None = None) -> Source:
        """Return a source for another text, with the same request or this kind. It shares the notes of this one."""
        other = Source(text, kind or self.kind, self.kinds)
        other.notes = self.notes
        return other


# -- the parts of a kind -----------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """A field of a document that typed text sets on a separate line: "mines: 10"."""

    field: str
    words: tuple[str, ...]
    """Words that may stand before the colon, in lower case."""
    read: Callable[[str, int], Any] = number
    """(value as typed, line) -> the field's value. Raises InputError."""
    write: Callable[[Any], str | None] = lambda value: str(value) if type(value) is int else None
    """Returns the value as typed, or None if the line is not needed."""
    pattern: re.Pattern[str] | None = None
    """A line of up to 200 characters that sets the field in other words; the first group that matches is the value."""


class Typed(NamedTuple):
    """The typed form of a kind: the meaning of each letter, and the conversion of rows to a document."""

    letters: Mapping[str, str]
    """Typed letters -> letters of the document."""
    likeness: Callable[[list[str]], int]
    """Returns the likelihood that rows without a name, blanks included, are of this kind: 0 impossible, 100 certain."""
    fields: Callable[[list[str]], Document] = lambda rows: {"grid": rows}
    """Returns the fields of the document for rows in its letters."""
    lines: Callable[[Document], list[str]] = lambda document: document["grid"]
    """Returns the lines below the head for a document."""
    holds: Collection[str] = ()
    """The fields of a document, besides its clues, that these lines hold."""
    completed: Callable[[list[str]], list[list[str]]] = lambda rows: [rows]
    """Returns the boards that rows may be if blanks are spaces and those at the end may be missing, the likeliest first.
    """


class Pzpr(NamedTuple):
    """The part that a kind provides for pzpr: the encoding of its clues in the body of an address."""

    ids: tuple[str, ...]
    """Its names in pzpr; the first one is used for writing."""
    codec: Codec
    count: Callable[[int, int], int]  # type: ignore[assignment]  # a tuple has a `count`, too
    """(width, height) -> the number of items in the body."""
    document: Callable[[int, int, Items], Document]
    """(width, height, items) -> document. Raises InputError."""
    items: Callable[[Document], list[Item]]
    """Document -> items."""
    flags: Mapping[str, Document] = {}
    """Letters before the size -> the fields that they stand for."""
    holds: frozenset[str] = frozenset()
    words: Letters | None = None
    """Kanpen's spelling of an item. None: Kanpen is not supported."""


class Pzprv3(NamedTuple):
    """The part that a kind provides for the files of pzpr, which use its id in `Pzpr` as the name."""

    read: Callable[[int, int, LineReader, int], Document]
    """(width, height, lines after the size, version after the dot) -> document. Raises InputError."""
    write: Callable[[Document, int, int], tuple[str, list[list[str]]]]
    """(document, width, height) -> (first line, words of the lines after the size)."""
    holds: frozenset[str] = frozenset()


class Penpa(NamedTuple):
    """The part that a kind provides for Penpa+."""

    read: Callable[[Page], Document]
    """Returns the document of a page. Raises InputError."""
    write: Callable[[Document, int, int], tuple[Frame, Drawing, Drawing]]
    """(document, width, height) -> (frame, the question's layer, the answer's layer)."""
    likeness: Callable[[Page], int] = lambda page: 0
    """Returns the likelihood that a page without a name is of this kind: 0 impossible, 100 certain."""
    tools: PenpaTools = PenpaTools()
    holds: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset({"number"})
    """The parts of a question that this kind uses, see `Layer.parts`; families of symbols by their first letters."""
    rules: Callable[[Document], str] = lambda document: ""
    """Returns what a page states in words, because its drawing does not contain it."""


class Game(NamedTuple):
    """The part that a kind provides for Tatham's collection: one of its games."""

    name: str
    shapes: Mapping[str, int]
    """Patterns of `params:description` -> how likely such an ID is of this game, up to 100."""
    read: Callable[[int, int, str, str], Document]
    """(width, height, params, description) -> document. Raises InputError."""
    write: Callable[[Document, int, int], str]
    """(document, width, height) -> the text after the size. Raises InputError."""
    holds: Callable[[Document], Collection[str]] = lambda document: ()
    """Returns the fields, besides the clues, that the game ID of this document holds."""

    def likeness(self, shape: str) -> int:
        return max((rank for pattern, rank in self.shapes.items() if re.fullmatch(pattern, shape)), default=0)


class KindNotation(NamedTuple):
    """The written forms of one kind of puzzle. Only `kind` is required, because every kind has JSON and links."""

    kind: str
    names: tuple[str, ...] = ()
    """Other names of the puzzle in lower case, used in heads of typed text, in tags and as "kind" in JSON."""
    clean: Callable[[Document], Document] = lambda document: document
    """Returns the puzzle in the plain form on which the writers rely. Raises InputError for a document of another form.
    """
    size: Callable[[Document], tuple[int, int]] = size_of_grid
    """Returns the width and height of a clean document."""
    marks: Mapping[str, Marks] = {}
    """The fields that hold the player's marks -> functions that return their rows in letters, or None if they do not
    fit.
    """
    blank: str = "."
    """The letter of a cell without a mark."""
    rare: Mapping[str, str] = {}
    """Letters of the grid that some formats lack -> the name of the lost feature."""
    usual: Mapping[str, Any] = {}
    """Default values of fields, which mean the same as their absence."""
    only: Callable[[Document], Collection[str] | None] = lambda document: None
    """Returns the names of the formats that can hold a clean document; None if all formats of its kind can."""
    settings: tuple[Setting, ...] = ()
    number_in_head: str | None = None
    """The field that is set by a number after the puzzle's name."""
    from_json: Callable[[Any], Document | None] | None = None
    """Returns the document in a JSON object of another program, or None for any other object."""
    text: Typed | None = None
    pzpr: Pzpr | None = None
    pzprv3: Pzprv3 | None = None
    penpa: Penpa | None = None
    tatham: Game | None = None
    own: tuple[Notation, ...] = ()
    """Formats that only this kind has, in the order in which they are tried."""


# -- notations ---------------------------------------------------------------------------------------------------------


class Notation(NamedTuple):
    """A format by name. `write` takes a clean document."""

    name: str
    read: Callable[[Source], Document | None] = lambda source: None
    """Returns the puzzle of a text that is certainly in this format, or None for any other text. Raises InputError."""
    write: Callable[[Document, KindNotation], str] | None = None
    part: Callable[[KindNotation], Any] | None = None
    """Returns the part that a kind provides, or None if the kind cannot be written in this format. Not set for a format
    that belongs to one kind.
    """
    holds: Callable[[Document, KindNotation], Collection[str]] = lambda document, kind: ()
    """Returns the fields of a document, besides its clues, that the format holds."""
    whole: bool = False
    """True if it stores every document of any kind completely."""
    aliases: tuple[str, ...] = ()
    guess: Callable[[Source], Iterable[PossibleReading]] = lambda source: ()
    """Returns the puzzles that a plain text may represent. Raises InputError."""

    def fits(self, kind: KindNotation) -> bool:
        """Return whether the format supports puzzles of this kind."""
        return self in kind.own if self.part is None else self.part(kind) is not None


def plain(reader: Callable[[str], Document | None]) -> Callable[[Source], Document | None]:
    """Return a reader that needs only the text."""
    return lambda source: reader(source.text)


# -- all kinds ---------------------------------------------------------------------------------------------------------


class Kinds:
    """The written forms of all kinds, each loaded on first use: a document that names its kind needs no other. `clues`
    are the fields that hold the clues in a kind's documents.
    """

    def __init__(
        self, names: Sequence[str], load: Callable[[str], KindNotation], clues: Callable[[str], Collection[str]]
    ):
        self.names, self.load, self.clues = names, load, clues
        self.tables: dict[Any, Any] = {}

    def __iter__(self) -> Iterator[KindNotation]:
        return map(self.load, self.names)

    def get(self, kind: Any) -> KindNotation | None:
        return self.load(kind) if kind in self.names else None

    def table(self, make: Callable[[Kinds], Made]) -> Made:
        """Return a table that a format derives once from all kinds."""
        if make not in self.tables:
            self.tables[make] = make(self)
        made: Made = self.tables[make]
        return made

    @property
    def by_name(self) -> dict[str, str]:
        """The kind of each name, the longest names first."""
        return self.table(kinds_by_name)

    def named(self, name: str) -> str:
        """Return the kind with this name; an unknown name is returned unchanged."""
        return name if name in self.names else self.by_name.get(name.lower(), name)

    def likeliest(
        self, part: Callable[[KindNotation], Part | None], likeness: Callable[[Part], int]
    ) -> KindNotation | None:
        """Return the kind whose part reports the greatest likelihood, or None."""
        ranks = {kind.kind: likeness(own) for kind in self if (own := part(kind))}
        best = max(ranks, key=ranks.__getitem__, default=None)
        return self.load(best) if best and ranks[best] else None


def kinds_by_name(kinds: Kinds) -> dict[str, str]:
    pairs = [(name, kind.kind) for kind in kinds for name in (kind.kind, *kind.names)]
    return dict(sorted(pairs, key=lambda pair: -len(pair[0])))
