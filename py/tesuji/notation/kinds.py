"""The interface between the notations and the kinds of puzzle.

A kind describes how it is written in one `KindNotation`, in `puzzles/<kind>/notation.py`: its names, its settings, and
its part of every grammar that it is written in. Only `kind` is required, and a kind without a `notation.py` gets the
plain one of `tesuji.notation.plain`. The grammars name no kind; they get all of them as `Kinds`.
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
"""The part that a kind provides for one grammar."""
Made = TypeVar("Made")
Numbered = list[tuple[int, str]]
"""Lines with their numbers."""


# -- texts -------------------------------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """A text without its head: the kind and the size that the head names, its settings, the numbered lines that are
    left."""

    kind: str | None
    size: tuple[int, int] | None
    settings: dict[str, Any]
    lines: Numbered


class PossibleReading(NamedTuple):
    """One way to read a text that does not name its notation."""

    rank: int
    """The likelihood, up to 100."""
    document: Document
    notes: tuple[Document, ...] = ()
    """Assumptions, as messages."""


class Source:
    """A text to read, the requested kind, and all kinds."""

    def __init__(self, text: str, kind: str | None, kinds: Kinds):
        self.text, self.kind, self.kinds = text, kind, kinds
        self.notes: list[Document] = []
        """Assumptions of a reader, as messages."""
        self.doubts: list[Exception] = []
        """Errors of readers that recognise the text but not all of it, raised if no other reading has a solution."""
        self.sheet: Sheet | None = None
        """The text without its head, once `tesuji.notation.sheet` has read it."""

    def other(self, text: str, kind: str | None = None) -> Source:
        """Return another text with the same request or this kind. It shares the notes of this one."""
        other = Source(text, kind or self.kind, self.kinds)
        other.notes = self.notes
        return other


# -- the parts of a kind -----------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """A field of a document that typed text sets in a separate line: "mines: 10"."""

    field: str
    words: tuple[str, ...]
    """Words that may precede the colon, in lower case."""
    read: Callable[[str, int], Any] = number
    """(value as typed, line) -> the field's value. Raises InputError."""
    write: Callable[[Any], str | None] = lambda value: str(value) if type(value) is int else None
    """The value as typed, None if the line is not needed."""
    pattern: re.Pattern[str] | None = None
    """A line of up to 200 characters that sets it in other words; the first of its groups that matches is the value."""


def rows_as_grid(rows: list[str]) -> Document:
    return {"grid": rows}


def grid_as_rows(document: Document) -> list[str]:
    rows: list[str] = document["grid"]
    return rows


class Typed(NamedTuple):
    """The typed form of a kind: the meaning of each letter, and the conversion of rows to a document."""

    letters: Mapping[str, str]
    """Letters as typed -> letters of the document."""
    likeness: Callable[[list[str]], int]
    """The likelihood that rows without a name are this kind, blanks included: 0 not at all, 100 beyond doubt."""
    fields: Callable[[list[str]], Document] = rows_as_grid
    """The fields of the document, given rows in its letters."""
    lines: Callable[[Document], list[str]] = grid_as_rows
    """The other way: the lines below the head."""
    says: Collection[str] = ()
    """The fields of a document, besides its clues, that these lines contain."""


class Pzpr(NamedTuple):
    """The part that a kind provides for pzpr: the encoding of its clues in the body of an address."""

    ids: tuple[str, ...]
    """Its names there; the first is written."""
    codec: Codec
    count: Callable[[int, int], int]  # type: ignore[assignment]  # a tuple has a `count`, too
    """(width, height) -> how many items the body has."""
    document: Callable[[int, int, Items], Document]
    """(width, height, items) -> document. Raises InputError."""
    items: Callable[[Document], list[Item]]
    """The other way."""
    flags: Mapping[str, Document] = {}
    """Letters in front of the size -> the fields that they stand for."""
    says: frozenset[str] = frozenset()
    words: Letters | None = None
    """Kanpen's spelling of an item; None: not read from there."""


class Pzprv3(NamedTuple):
    """The part that a kind provides for the files of pzpr. Its name there is its id in `Pzpr`."""

    read: Callable[[int, int, LineReader, int], Document]
    """(width, height, the lines behind the size, version after the dot) -> document. Raises InputError."""
    write: Callable[[Document, int, int], tuple[str, list[list[str]]]]
    """(document, width, height) -> (first line, words of the lines behind the size)."""
    says: frozenset[str] = frozenset()


class Penpa(NamedTuple):
    """The part that a kind provides for Penpa+."""

    read: Callable[[Page], Document]
    """Raises InputError."""
    write: Callable[[Document, int, int], tuple[Frame, Drawing, Drawing]]
    """(document, width, height) -> (frame, the question's layer, the answer's layer)."""
    likeness: Callable[[Page], int] = lambda page: 0
    """The likelihood that a page without a name is this kind: 0 not at all, 100 beyond doubt."""
    tools: PenpaTools = PenpaTools()
    says: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset({"number"})
    """The parts of a question that this kind has a use for, see `Layer.parts`; families of symbols by their first
    letters."""


class Game(NamedTuple):
    """The part that a kind provides for Tatham's collection: one of his games."""

    name: str
    shapes: Mapping[str, int]
    """Patterns of `params:description` -> how much such an ID looks like this game, up to 100."""
    read: Callable[[int, int, str, str], Document]
    """(width, height, params, description) -> document. Raises InputError."""
    write: Callable[[Document, int, int], str]
    """(document, width, height) -> the text after the size. Raises InputError."""
    says: Callable[[Document], Collection[str]] = lambda document: ()
    """The fields, besides the clues, that the game ID of this document contains."""

    def likeness(self, shape: str) -> int:
        return max((rank for pattern, rank in self.shapes.items() if re.fullmatch(pattern, shape)), default=0)


class KindNotation(NamedTuple):
    """The written forms of one kind of puzzle. Only `kind` is needed: every kind has JSON and links."""

    kind: str
    names: tuple[str, ...] = ()
    """Other names of the puzzle, in lower case: heads of typed text, tags, "kind" in JSON."""
    clean: Callable[[Document], Document] = lambda document: document
    """The same puzzle in the plain form that the writers rely on. Raises InputError for a document of another shape."""
    size: Callable[[Document], tuple[int, int]] = size_of_grid
    """Width and height of a clean document."""
    marks: Mapping[str, Marks] = {}
    """The fields that hold the player's marks -> their rows in letters, None if they do not fit the puzzle."""
    blank: str = "."
    """The letter of a cell without a mark."""
    rare: Mapping[str, str] = {}
    """Letters of the grid that some formats do not have -> the name of the lost feature."""
    usual: Mapping[str, Any] = {}
    """Values of fields that mean the same as their absence."""
    only: Callable[[Document], Collection[str] | None] = lambda document: None
    """The names of the notations that can hold a clean document, if they are not all that have its kind."""
    settings: tuple[Setting, ...] = ()
    number_in_head: str | None = None
    """The field that a number behind the puzzle's name sets."""
    from_json: Callable[[Any], Document | None] | None = None
    """Return the document in a JSON object of another program; None for any other object."""
    text: Typed | None = None
    pzpr: Pzpr | None = None
    pzprv3: Pzprv3 | None = None
    penpa: Penpa | None = None
    tatham: Game | None = None
    own: tuple[Notation, ...] = ()
    """Notations that only this kind has, in the order in which a text is tried."""


# -- notations ---------------------------------------------------------------------------------------------------------


def clues_only(document: Document, kind: KindNotation) -> Collection[str]:
    """Return the fields of a format that holds the clues only: no others."""
    return ()


def no_guess(source: Source) -> Iterable[PossibleReading]:
    """The `guess` of a format with a distinctive mark."""
    return ()


class Notation(NamedTuple):
    """A notation by name. `write` takes a clean document."""

    name: str
    read: Callable[[Source], Document | None] = lambda source: None
    """The puzzle of a text that is certainly in this notation; None for any other text. Raises InputError."""
    write: Callable[[Document, KindNotation], str] | None = None
    part: Callable[[KindNotation], Any] | None = None
    """The part that a kind provides, or None if it cannot be written in this format. Without this: it belongs to one
    kind."""
    says: Callable[[Document, KindNotation], Collection[str]] = clues_only
    """The fields of a document, besides its clues, that it contains."""
    whole: bool = False
    """True if it stores every document of any kind completely."""
    aliases: tuple[str, ...] = ()
    guess: Callable[[Source], Iterable[PossibleReading]] = no_guess
    """The puzzles that a plain text may stand for. Raises InputError."""

    def fits(self, kind: KindNotation) -> bool:
        """Return whether it has room for puzzles of this kind."""
        return self in kind.own if self.part is None else self.part(kind) is not None


def plain(reader: Callable[[str], Document | None]) -> Callable[[Source], Document | None]:
    """A reader that needs the text alone."""
    return lambda source: reader(source.text)


# -- all kinds ---------------------------------------------------------------------------------------------------------


class Kinds:
    """The notations of all kinds. Each is loaded when it is first needed: a document that names its kind needs no
    other. `clues`: the fields of a kind's documents that hold the clues."""

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
        """A table that a grammar derives once from all kinds."""
        if make not in self.tables:
            self.tables[make] = make(self)
        made: Made = self.tables[make]
        return made

    @property
    def by_kind(self) -> dict[str, KindNotation]:
        return self.table(kinds_by_kind)

    @property
    def by_name(self) -> dict[str, str]:
        """name -> kind, the longest names first."""
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


def kinds_by_kind(kinds: Kinds) -> dict[str, KindNotation]:
    return {kind.kind: kind for kind in kinds}


def kinds_by_name(kinds: Kinds) -> dict[str, str]:
    pairs = [(name, kind.kind) for kind in kinds for name in (kind.kind, *kind.names)]
    return dict(sorted(pairs, key=lambda pair: -len(pair[0])))
