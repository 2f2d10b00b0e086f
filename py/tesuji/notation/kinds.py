"""What a kind of puzzle brings to the notations: its names, its settings, and its part of every grammar it is written
in.

The grammars know no kind. `puzzles/<kind>/notation.py` has one `KindNotation`; `Kinds` are all of them together, with
the tables that follow from them. Whoever reads or writes hands them in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tesuji.model import Document
from tesuji.notation.codec import number
from tesuji.notation.documents import META, size_of_grid
from tesuji.notation.sheet import Sheet, read_sheet

if TYPE_CHECKING:
    from tesuji.notation.grids import Typed
    from tesuji.notation.penpa import Penpa
    from tesuji.notation.pzpr import Pzpr
    from tesuji.notation.pzprv3 import Pzprv3
    from tesuji.notation.tatham import Game

Marks = Callable[[Document], "Sequence[str] | None"]
Part = TypeVar("Part")
"""What a kind brings to one grammar."""


class Setting(NamedTuple):
    """A field of a document that typed text sets in a line of its own: "mines: 10"."""

    field: str
    words: tuple[str, ...]
    """What may stand before the colon, in lower case."""
    read: Callable[[str, int], Any] = number
    """(value as typed, line) -> the field's value. Raises InputError."""
    write: Callable[[Any], str | None] = lambda value: str(value) if type(value) is int else None
    """The value as typed, None where nothing needs to be said."""
    pattern: re.Pattern[str] | None = None
    """A line that says it in other words; the first of its groups that matches is the value."""


class KindNotation(NamedTuple):
    """How one kind of puzzle is written. Only `kind` is needed: every kind can be written as JSON and as a link."""

    kind: str
    names: tuple[str, ...] = ()
    """What people call it besides `kind`, in lower case: heads of typed text, tags, "kind" in JSON."""
    clean: Callable[[Document], Document] = lambda document: document
    """The same puzzle in the plain form that the writers rely on. Raises InputError where it has another shape."""
    size: Callable[[Document], tuple[int, int]] = size_of_grid
    """Width and height of a clean document."""
    marks: Mapping[str, Marks] = {}
    """The fields that hold the player's marks -> their rows in letters, None where they do not fit the puzzle."""
    blank: str = "."
    """The letter of a cell without a mark."""
    rare: Mapping[str, str] = {}
    """Letters of the grid that some notations do not have -> the name of what is lost with them."""
    usual: Mapping[str, Any] = {}
    """Values of fields that say no more than their absence."""
    settings: tuple[Setting, ...] = ()
    number_in_head: str | None = None
    """The field that a number behind the puzzle's name sets."""
    from_json: Callable[[Any], Document | None] | None = None
    """A document out of an object or a list of JSON that other programs write; None where it is something else."""
    text: Typed | None = None
    pzpr: Pzpr | None = None
    pzprv3: Pzprv3 | None = None
    penpa: Penpa | None = None
    tatham: Game | None = None
    own: tuple[Notation, ...] = ()
    """Notations that only this kind has, in the order in which a text is tried."""


class Kinds:
    """The notations of all kinds, each loaded when it is first asked for: a document that says its kind needs no
    other, and one in our own form not even that one. `clues`: the fields of a kind's documents that hold the clues."""

    def __init__(
        self, names: Sequence[str], load: Callable[[str], KindNotation], clues: Callable[[str], Collection[str]]
    ):
        self.names, self.load, self.clues = names, load, clues

    def __iter__(self) -> Iterator[KindNotation]:
        return map(self.load, self.names)

    def get(self, kind: Any) -> KindNotation | None:
        return self.load(kind) if kind in self.names else None

    def named(self, name: str) -> str:
        """The kind that goes by this name; an unknown name as it is."""
        return name if name in self.names else self.by_name.get(name.lower(), name)

    def preferring(self, kind: str | None) -> list[KindNotation]:
        """All of them, this one first."""
        return sorted(self, key=lambda other: other.kind != kind)

    @cached_property
    def by_kind(self) -> dict[str, KindNotation]:
        return {kind.kind: kind for kind in self}

    @cached_property
    def by_name(self) -> dict[str, str]:
        """name -> kind, the longest names first."""
        pairs = [(name, kind.kind) for kind in self for name in (kind.kind, *kind.names)]
        return dict(sorted(pairs, key=lambda pair: -len(pair[0])))

    @cached_property
    def by_pzpr_id(self) -> dict[str, KindNotation]:
        return {name: kind for kind in self if kind.pzpr for name in kind.pzpr.ids}

    @cached_property
    def by_game(self) -> dict[str, KindNotation]:
        """Tatham's name of a game -> kind."""
        return {kind.tatham.name: kind for kind in self if kind.tatham}

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """word -> setting."""
        return {word: setting for kind in self for setting in kind.settings for word in setting.words}

    @cached_property
    def patterns(self) -> list[tuple[re.Pattern[str], Setting]]:
        """Lines that say a setting in other words."""
        return [(setting.pattern, setting) for kind in self for setting in kind.settings if setting.pattern]

    @cached_property
    def head(self) -> re.Pattern[str]:
        """The first line of a typed puzzle: its name, perhaps with its size and a number."""
        return re.compile(
            r"[#/\s]*(" + "|".join(map(re.escape, self.by_name)) + r")\b[\s:,]*"
            r"(?:(\d{1,6})\s*[xX]\s*(\d{1,6})[\s:,]*)?(\d{1,6})?",
            re.IGNORECASE,
        )

    @cached_property
    def setting_line(self) -> re.Pattern[str]:
        words = sorted((*self.settings, *META), key=len, reverse=True)
        return re.compile(r"\s*(" + "|".join(map(re.escape, words)) + r")\s*[:=]\s*(.*?)\s*", re.IGNORECASE)

    def likeliest(
        self, part: Callable[[KindNotation], Part | None], likeness: Callable[[Part], int]
    ) -> KindNotation | None:
        """Of the kinds that have this part, the one whose part has the greatest likeness; None where none has any."""
        ranks = {kind.kind: likeness(own) for kind in self if (own := part(kind))}
        best = max(ranks, key=ranks.__getitem__, default=None)
        return self.load(best) if best and ranks[best] else None


class Source:
    """A text to read, the kind that was asked for, and the kinds that there are."""

    def __init__(self, text: str, kind: str | None, kinds: Kinds):
        self.text, self.kind, self.kinds = text, kind, kinds
        self.notes: list[Document] = []
        """What a reader had to guess, as messages."""

    @cached_property
    def sheet(self) -> Sheet:
        """The text without its head. Raises InputError."""
        return read_sheet(self.text, self.kind, self.kinds)

    def other(self, text: str, kind: str | None = None) -> Source:
        """Another text, asked for in the same way or as this kind; its notes are noted here."""
        other = Source(text, kind or self.kind, self.kinds)
        other.notes = self.notes
        return other


def clues_only(document: Document, kind: KindNotation) -> Collection[str]:
    """The `says` of a notation that has room for the clues alone."""
    return ()


class Notation(NamedTuple):
    """A notation by name. `read` gives None for a text in another notation; `write` takes a clean document."""

    name: str
    read: Callable[[Source], Document | None]
    write: Callable[[Document, KindNotation], str] | None = None
    part: Callable[[KindNotation], Any] | None = None
    """What a kind brings to it, None for a kind that cannot be written in it. Without this: it belongs to one kind."""
    says: Callable[[Document, KindNotation], Collection[str]] = clues_only
    """The fields of a document, besides its clues, that it can say."""
    whole: bool = False
    """Whether it says every document as it is, of whatever kind."""
    aliases: tuple[str, ...] = ()

    def fits(self, kind: KindNotation) -> bool:
        """Whether it has room for puzzles of this kind."""
        return self in kind.own if self.part is None else self.part(kind) is not None


def plain(reader: Callable[[str], Document | None]) -> Callable[[Source], Document | None]:
    """A reader that needs the text alone."""
    return lambda source: reader(source.text)


def typed(kind: str, reader: Callable[[Sheet], Document | None]) -> Callable[[Source], Document | None]:
    """A reader of text that people type, for one kind: it sees the text without its head, if the head names no other
    kind."""
    return lambda source: reader(source.sheet) if source.sheet.kind in (None, kind) else None
