"""What one kind of puzzle provides: `Rulebook` and its groups of capabilities."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tesuji import lettering
from tesuji.model import Board, Constraint, Document, Offer, Puzzle, Reason, Technique
from tesuji.variables import spans

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random


class Scale(NamedTuple):
    """How puzzles of a kind are graded: what a wave of steps counts; what share of a step's weight each of its cells
    counts anew (0: a step is a step, however many cells it settles); the mean effort for each step at which levels 2 to
    5 begin."""

    wave: float = 0.1
    cells: float = 0.0
    levels: Sequence[float] = (0.15, 0.3, 0.6, 1.2)


class Tier(NamedTuple):
    """A faster exact way to one level of difficulty.

    `find(puzzle, known)` yields every unknown cell that k counted constraints force, with these as a bit set, where
    fewer force none; and None where it may be paused. There is no level between the tier before, or a single constraint, and this
    one.
    """

    k: int
    find: Callable[[Puzzle, Board], Iterator[tuple[int, int] | None]]


class Arrangement(NamedTuple):
    """One way to fill a line, in the letters of a solution, and why it is ruled out: a sentence's key, its parameters,
    a cell."""

    letters: str
    why: str | None = None
    params: Mapping[str, Any] = {}
    cell: int | None = None


class LineView(Protocol):
    """All arrangements of one line, given what is known, counted and reached by number without listing those before."""

    @property
    def cells(self) -> Sequence[int]: ...

    @property
    def total(self) -> int:
        """All that there are."""

    @property
    def fitting(self) -> int:
        """Those that nothing rules out."""

    @property
    def shared(self) -> str:
        """What these share, in the letters of a solution, "?" where they differ; all "?" where there are none."""

    def all(self, first: int, end: int) -> Iterator[Arrangement]:
        """The arrangements from number `first` up to `end` (exclusive)."""

    def only_fitting(self, first: int, end: int) -> Iterator[Arrangement]:
        """The same of those that nothing rules out, by their own numbers."""


class Draft(NamedTuple):
    """A puzzle in the making: a document with all its clues, and the solution that they were taken from."""

    document: Document
    solution: Board


Drafting = Generator[None, None, Draft]
"""Makes a draft, and yields at safe points."""


Place = tuple[int, int]


class Judge(Protocol):
    """Propagation to which constraints are added; a state is opaque and never changes once it is handed out."""

    def bare(self, active: int) -> Any:
        """Return the state that follows from these constraints (a bit set) alone, without the givens."""

    def give(self, state: Any, constraints: int, yes: int, no: int) -> Any:
        """Return the state that follows with these constraints and cells, too. Raises Contradiction."""

    def known(self, state: Any) -> Board:
        """Return the board of a state."""


class Maker(NamedTuple):
    """How a kind is made up. All that is random comes from the `Random` that is handed in."""

    draft: Callable[[int, int, Random], Drafting]
    """(width, height, random) -> a puzzle with all its clues. Raises InputError for a size that this kind does not come
    in."""
    parts: Callable[[Document], Iterable[Sequence[Place]]] = lambda document: ()
    """Places of clues that may be left out, those that are left out together in one sequence."""
    without: Callable[[Document, Iterable[Place]], Document] | None = None
    """The document without the clues at these places."""
    mended: Callable[[Draft, int, Random, int], Draft] | None = None
    """(draft, cells, random, number) -> a similar draft in which about this number of these cells (a bit set) has
    changed. None: the draft is replaced by another one."""
    judge: Callable[[Puzzle], Judge] | None = None
    """Propagation that decides which clues stay; None: the constraints one by one."""
    reveal: Callable[[Document, Board], Document] | None = None
    """The document after a player has opened what this board proves, where the rules let one see more and more."""
    game: Maker | None = None
    """Another way to make this kind: to be played rather than solved."""


class Census(Protocol):
    """Counts of all solutions of a size by how hard their puzzles are; it can be made in parts and added up."""

    examples: dict[str, list[list[str]]]
    """By class."""
    listed: str | None
    """The class of which all pictures are kept, mirror images too."""

    @property
    def pictures(self) -> int:
        """Counted so far."""

    @property
    def all(self) -> int: ...

    def parts(self) -> Sequence[Any]: ...

    def count(self, part: Any = ()) -> Iterator[int]:
        """Counts a part, all by default; yields `pictures` where it may be paused."""

    def to_json(self) -> Document: ...

    def add(self, part: Document) -> None:
        """Adds what another one's `to_json` says."""

    def result(self, compat: str | None = None) -> Document:
        """The answer of the call `census`."""


class OwnRating(Protocol):
    """A rating that is not the general one: `rounds` does the work and yields the number of settled cells where it may
    be paused."""

    def rounds(self) -> Iterator[int]: ...

    def maps(self) -> Document:
        """What a result of `rate` says, as far as it is known: "difficulty" and other maps; "why": its rounds;
        "sentence": a key."""

    def further(self, puzzle: Puzzle, board: Board) -> Puzzle | None:
        """The puzzle after a player has opened what this board proves; None where nothing more is to be seen."""


def no_flaws(puzzle: Puzzle) -> Iterator[Reason]:
    """The `flaws` of a kind whose puzzles always need a search."""
    return iter(())


class Explaining(NamedTuple):
    """How a kind is explained. Without techniques, steps are found by the constraints alone."""

    techniques: Sequence[Technique] = ()
    """Easiest first."""
    counted: str = "clues"
    """What the thought cost of a cell counts: "clues", or "rules" (instances of rules, where the clues are known
    cells)."""
    unmarked: str = ""
    """The value, "yes" or "no", that many players do not mark, since what is marked shows it."""
    tiers: Sequence[Tier] = ()
    """Faster ways to some levels of difficulty, easiest first."""


class Rating(NamedTuple):
    """What a kind adds to the general rating."""

    scale: Scale = Scale()
    """How the steps of its puzzles become a rating and a level."""
    own: Callable[[Puzzle], OwnRating | None] = lambda puzzle: None
    """For documents that ask for another rating than the general one; None for all others. Raises InputError."""
    odds: Callable[[Puzzle], Generator[None, None, Sequence[Fraction] | None]] | None = None
    """The exact probability that each cell is yes, None where no board fits; yields where it may be paused. None:
    there is none."""


class Mending(NamedTuple):
    """What can be added to a puzzle with several solutions."""

    offers: Callable[[Puzzle, Board], Iterable[Offer]]
    """What could be added so that a solution stays one, the most welcome first."""
    with_offers: Callable[[Puzzle, Sequence[Offer]], Document]
    """The document with these additions."""


class Candidate(NamedTuple):
    """A cell that may be tried where nothing is certain; all are shares of the boards that fit."""

    cell: int
    safe: Fraction
    """It can be opened."""
    twice: Fraction
    """So can the safest cell after it."""
    further: Fraction
    """It can be opened, and then a cell is certain, or all is done."""
    won: Fraction | None = None
    """The game is won by who goes on in the best way; None where that was not worked out."""


class Guess(NamedTuple):
    """What is best where nothing is certain: the candidates that were looked at, the best first; and why, the key of a
    sentence."""

    candidates: tuple[Candidate, ...]
    why: str


class Uncovering(NamedTuple):
    """How a kind is played where a document may hide its solution, and every move shows more of it."""

    hidden: Callable[[Puzzle], Board | None]
    """The solution that a document hides; None where it hides nothing."""
    opened: Callable[[Document, int, int], Document]
    """The document after the player has opened cells (a bit set), with all that this opens by itself; cells of a second
    set stay closed."""
    guess: Callable[[Puzzle], Generator[None, None, Guess | None]]
    """The best cell to try in a position in which nothing is certain, None where something is or no board fits; yields
    where it may be paused, and answers with what it has where its budget ends."""


class Parser:
    """The `parse` of a rulebook, with what holds for every kind: a variable of several values has exactly one of them,
    and the player's marks fit the board."""

    def __init__(self, book: Rulebook):
        self.own, self.kind, self.member = book.parse, book.kind, book.marks[0]
        self.read = partial(lettering.read, book.letters) if book.read is None else None
        self.blanks = book.marks[1]

    def __call__(self, document: Document) -> Puzzle:
        """Return the puzzle of a document. Raises InputError."""
        puzzle = self.own(document)
        if self.read and self.member in document:
            self.read(puzzle, lettering.replaced(document[self.member], self.blanks, "?"))
        return puzzle._replace(constraints=(*puzzle.constraints, *implied(puzzle)))


def implied(puzzle: Puzzle) -> list[Constraint]:
    """Return "exactly one value" for each variable of several values, hidden ones too."""
    many = [(literals, block.values) for block, literals, _ in spans(puzzle) if block.values > 2]
    if not many:
        return []
    from tesuji.constraints import ExactlyOne  # imported here, as most kinds have two values

    return [ExactlyOne(range(start, start + values)) for literals, values in many for start in literals[::values]]


@dataclass(frozen=True)
class Rulebook:
    """One kind of puzzle, as plain functions and facts. `tesuji.puzzles` finds them by listing its folder.

    `kind` and `parse` are required. All other members are optional: `solution`, `read`, `forced` and `draw` have generic
    forms that are made from `letters`, and the groups of capabilities (`explaining`, `maker` ...) may be left out.
    """

    kind: str
    parse: Callable[[Document], Puzzle]
    """Document -> puzzle. Raises InputError for what is not a puzzle; a puzzle that cannot hold is still a puzzle."""
    letters: str = "?#."
    """The letter of each value index in text, first the one for undecided."""
    solution: Callable[[Puzzle, Board], Any] = None  # type: ignore[assignment]
    """A complete board in the letters of a result's `solutions`."""
    read: Callable[[Puzzle, Any], Board] = None  # type: ignore[assignment]
    """The other way: letters of a solution or of `forced` -> board. Raises InputError."""
    forced: Callable[[Puzzle, Board], Any] = None  # type: ignore[assignment]
    """A partial board in the letters of a result's `forced`."""
    draw: Callable[[Puzzle, Board], str] = None  # type: ignore[assignment]
    """A board for people, in plain text, clues included."""
    examples: Sequence[Document] = ()
    """For the page: {"name": {"en", "ja"}, "level": "easy" | "hard" | "multiple" | "none", "document"}."""
    clues: tuple[str, ...] = ("grid",)
    """The members of a document that hold the clues."""
    members: tuple[str, ...] = ()
    """The other members that `parse` reads, besides those of `marks` and the ones that every document may have."""
    flaws: Callable[[Puzzle], Iterator[Reason]] = no_flaws
    """Reasons why the puzzle has no solution that need no search."""
    relaxed: Callable[[Document], Document | None] | None = None
    """The same puzzle without a rule that some collections do not know, or None where the document does without it."""
    marks: tuple[str, str] = ("board", "?")
    """The member of a document that holds the player's marks, and the letter there for none."""
    explaining: Explaining = Explaining()
    rating: Rating = Rating()
    mending: Mending | None = None
    """None: nothing can be added to a puzzle of this kind."""
    maker: Maker | None = None
    """How new puzzles of this kind are made; None: they are not."""
    line: Callable[[Puzzle, Board, str, int], LineView] | None = None
    """The arrangements of a "row" or "column" (0-based), None where lines have no meaning of their own."""
    boards: Callable[[Puzzle], Generator[None, None, int]] | None = None
    """The number of boards that fit, without listing them; yields where it may be paused. None: nobody can count
    them."""
    uncovering: Uncovering | None = None
    """None: all clues are seen from the start."""
    census: Callable[[int, int, int], Census] | None = None
    """(width, height, pictures of each class to keep) -> an empty census of all solutions of that size. None: there is
    none."""

    def __post_init__(self) -> None:
        """Fill in the generic forms of what was left out."""
        if not isinstance(self.parse, Parser):
            object.__setattr__(self, "parse", Parser(self))
        for name in ("solution", "read", "forced", "draw"):
            if getattr(self, name) is None:
                object.__setattr__(self, name, partial(getattr(lettering, name), self.letters))

    def _replace(self, **changes: Any) -> Rulebook:
        """Return a copy with these members."""
        return replace(self, **changes)
