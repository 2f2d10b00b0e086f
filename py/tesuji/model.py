"""The nouns of Tesuji.

A puzzle asks yes/no of *cells*; *clues* restrict some of them through *constraints*. Sets of cells are ints used as bit
sets.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import compress, count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

Document = dict[str, Any]
"""A puzzle, a result or an error in the JSON form that the worker, the command line and the share link speak."""


class Board(NamedTuple):
    """What is known: cells that are yes and cells that are no, as bit sets. A cell in neither is unknown."""

    yes: int = 0
    no: int = 0

    @property
    def known(self) -> int:
        return self.yes | self.no

    def joined(self, other: Board) -> Board:
        """What either board says."""
        return Board(self.yes | other.yes, self.no | other.no)

    def shared(self, other: Board) -> Board:
        """What both boards say."""
        return Board(self.yes & other.yes, self.no & other.no)


LONG = 4096
"""Bits from which a bit set is taken apart as text: bit by bit takes time that grows with the square of its length."""
DENSE = 8
"""A bit set of more cells than this, and more than one in so many, is taken apart as flags."""


def members(cells: int) -> Iterator[int]:
    """The cells of a bit set, lowest first."""
    number, size = cells.bit_count(), cells.bit_length()
    if number == 1:
        return iter((size - 1,))
    if number > DENSE and DENSE * number > size:
        return compress(count(), flags(cells, size))
    return _few_members(cells)


def _few_members(cells: int) -> Iterator[int]:
    first = 0
    if cells.bit_length() > LONG:  # a few neighbours at the end of a large board are a short set, moved
        first = (cells & -cells).bit_length() - 1
        cells >>= first
    if cells.bit_length() > LONG:
        text = bin(cells)[:1:-1]
        place = text.find("1")
        while place >= 0:
            yield first + place
            place = text.find("1", place + 1)
        return
    while cells:
        low = cells & -cells
        cells ^= low
        yield first + low.bit_length() - 1


def set_of(numbers: Iterable[int]) -> int:
    """A bit set; in linear time, where or-ing single bits takes seconds for 100,000 of them."""
    numbers = list(numbers)
    if not numbers:
        return 0
    first = min(numbers) >> 3
    found = bytearray((max(numbers) >> 3) - first + 1)  # neighbours at the end of a large board take few bytes
    for number in numbers:
        found[(number >> 3) - first] |= 1 << (number & 7)
    return int.from_bytes(found, "little") << 8 * first


def bits(flags: Iterable[object]) -> int:
    """The bit set of the places at which a flag is true, in time that grows with their number."""
    return int("".join(["1" if flag else "0" for flag in flags])[::-1] or "0", 2)


def flags(cells: int, size: int) -> bytes:
    """1 for each cell below `size` that is in the bit set, 0 for the others: quick to look up, however many they
    are."""
    return f"{cells:0{size}b}"[::-1].encode().translate(ONE_ZERO)


ONE_ZERO = bytes.maketrans(b"01", b"\0\1")


def literals(yes: int, no: int) -> list[int]:
    """The literals of cells that are yes, 2 * cell, and of cells that are no, 2 * cell + 1."""
    return [2 * cell for cell in members(yes)] + [2 * cell + 1 for cell in members(no)]


class Clue(NamedTuple):
    """What the setter wrote, and where: `at` is ("row", r), ("column", c) or (r, c), 0-based. Rules of the game are no
    clues."""

    at: tuple
    value: Any


class Constraint(Protocol):
    """A rule over some cells. Its own boards are *local*: bit i of an int speaks of `scope[i]`."""

    @property
    def scope(self) -> tuple[int, ...]: ...

    @property
    def clue(self) -> Clue | None: ...

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """All that this constraint forces, given local sets of yes and no cells, which are kept. Raises
        Contradiction."""


class Propagator(Protocol):
    """All constraints of a puzzle at once; a state is opaque and never changes once it is handed out."""

    def root(self) -> Iterator[Any]:
        """The state that follows from the givens alone, as the last of one or more: after each lies a safe point.
        Raises Contradiction."""

    def extend(self, state: Any, yes: int, no: int) -> Any:
        """The state that follows when these cells are known as well. Raises Contradiction."""

    def known(self, state: Any) -> Board:
        """The board of a state."""


class Reasoning(Protocol):
    """Propagation that can say why, for proofs: in rounds, each from the board before alone. Literals: 2 * cell for
    yes, 2 * cell + 1 for no."""

    def rounds(self, board: Board) -> Iterator[Board]:
        """The board after each round, to the fixpoint, or to a contradiction: a cell that is both yes and no."""

    def because(self, board: Board, literal: int) -> tuple[list[int], str]:
        """The literals from which a literal that the latest rounds have added to a board (the very object) follows, and
        by which one rule, in the words of a certificate."""


class Reason(NamedTuple):
    """Why a puzzle has no solution, where one sentence can say it: the key of the sentence, its parameters, 1-based
    place."""

    key: str
    params: Mapping[str, Any]
    at: Mapping[str, int] | None = None


class Puzzle(NamedTuple):
    """`size` cells, numbered 0..size-1; frozen. `document` is the document that it came from, in canonical form."""

    kind: str
    width: int
    height: int
    size: int
    clues: tuple[Clue, ...]
    constraints: tuple[Constraint, ...]
    givens: Board
    document: Document

    @property
    def cells(self) -> int:
        """All cells, as a bit set."""
        return (1 << self.size) - 1


def cells_of(puzzle: Puzzle, constraint: Constraint) -> int:
    """The scope of a constraint as a bit set: at once where it is all cells."""
    scope = constraint.scope
    return puzzle.cells if len(scope) == puzzle.size else set_of(scope)


class Step(NamedTuple):
    """One deduction: with these reasons, these cells must be yes and those no.

    `technique` names it; its name and its sentence are the keys "technique.<name>" and "step.<name>", filled with
    `params`; `params["as"]`, where there is one, says which form of the sentence: "step.<name>-<as>". `because` are
    places in `puzzle.constraints`, `cells` the known cells that were used, as a bit set.
    """

    yes: int
    no: int
    technique: str
    because: tuple[int, ...]
    cells: int = 0
    params: Mapping[str, Any] = {}
    k: int | None = None
    """How many counted constraints it takes together; None where that was not asked."""
    minimal: bool = True
    """Whether no smaller set of counted constraints would do."""


class Technique(NamedTuple):
    """A named human step: `find(puzzle, board)` yields sound Steps that settle at least one unknown cell each, and None
    where it may be paused."""

    name: str
    level: int
    find: Callable[[Puzzle, Board], Iterator[Step | None]]


Found = TypeVar("Found")
Other = TypeVar("Other")


def latest(find: Callable[[Puzzle, Other], Found]) -> Callable[[Puzzle, Other], Found]:
    """Remembers the latest answer: all techniques of a puzzle look at the same board, one after the other."""
    memory: list = [None, None, None]

    @wraps(find)
    def remembering(puzzle: Puzzle, other: Other) -> Found:
        if memory[0] is not puzzle or memory[1] != other:
            memory[:] = puzzle, other, find(puzzle, other)
        return memory[2]

    return remembering


class _Solved:
    """Solutions that were found of the latest puzzle."""

    def __init__(self) -> None:
        self.puzzle: Puzzle | None = None
        self.boards: Sequence[Board] = ()


_solved = _Solved()


def solved(puzzle: Puzzle, boards: Sequence[Board]) -> None:
    """Lets techniques know solutions that were found anyway."""
    _solved.puzzle, _solved.boards = puzzle, boards


def solutions_from(puzzle: Puzzle, board: Board) -> list[Board]:
    """Of the solutions that are known, those that a board may still become: no technique can refute what one of them
    has, so that it need not be tried. Never anything else: what is found must not depend on what is known."""
    boards = _solved.boards if _solved.puzzle is puzzle else ()
    return [one for one in boards if not (board.yes & ~one.yes or board.no & ~one.no)]


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


def row_and_column(puzzle: Puzzle, cell: int) -> Document:
    """The place of a cell where cells are numbered row by row, 0-based."""
    row, column = divmod(cell, puzzle.width)
    return {"row": row, "column": column}


class Draft(NamedTuple):
    """A puzzle in the making: a document with all its clues, and the solution that they were taken from."""

    document: Document
    solution: Board


Drafting = Generator[None, None, Draft]
"""Makes a draft, and yields at safe points."""
Place = tuple[int, int]


class Maker(NamedTuple):
    """How a kind is made up. All that is random comes from the `Random` that is handed in."""

    draft: Callable[[int, int, Random], Drafting]
    """(width, height, random) -> a puzzle with all its clues. Raises InputError for a size that this kind does not come
    in."""
    parts: Callable[[Document], Iterable[Sequence[Place]]] = lambda document: ()
    """Places of clues that may be left out, those that are left out together in one sequence."""
    without: Callable[[Document, Iterable[Place]], Document] | None = None
    """The document without the clues at these places."""
    mended: Callable[[Draft, int, Random], Draft] | None = None
    """A draft much like this one, changed among these cells (a bit set), which its clues leave open; None: made anew
    instead."""
    reveal: Callable[[Document, Board], Document] | None = None
    """The document after a player has opened what this board proves, where the rules let one see more and more."""
    game: Maker | None = None
    """Another way to make this kind: to be played rather than solved."""


class Offer(NamedTuple):
    """Something that could be added to a puzzle: where (as in `Layout.place`, or the place of a number), what, and
    what it then says."""

    at: Document
    value: Any
    constraints: tuple[Constraint, ...]


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


def rows_of_values(puzzle: Puzzle, values: Sequence[Any]) -> Any:
    """A value for each cell, as rows, where cells are numbered row by row."""
    return [list(values[start : start + puzzle.width]) for start in range(0, puzzle.size, puzzle.width)]


def no_flaws(puzzle: Puzzle) -> Iterator[Reason]:
    """The `flaws` of a kind whose puzzles always need a search."""
    return iter(())


class Layout(NamedTuple):
    """Where the cells of a kind lie: row by row, unless it says otherwise."""

    place: Callable[[Puzzle, int], Document] = row_and_column
    """Where a cell lies, as the page needs it."""
    laid_out: Callable[[Puzzle, Sequence[Any]], Any] = rows_of_values
    """A value for each cell, as a result's maps have them."""
    marks: tuple[str, str] = ("board", "?")
    """The member of a document that holds the player's marks, and the letter that stands for none there."""


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


class Rulebook(NamedTuple):
    """One kind of puzzle, as plain functions and facts. Found by walking `tesuji.puzzles`.

    The first fields are what every kind must have. The others are capabilities: a kind may have them, and whoever needs
    one asks for it.
    """

    kind: str
    parse: Callable[[Document], Puzzle]
    """Document -> puzzle. Raises InputError for what is no puzzle; a puzzle that cannot hold is still a puzzle."""
    solution: Callable[[Puzzle, Board], Any]
    """A complete board in the letters of a result's `solutions`."""
    read: Callable[[Puzzle, Any], Board]
    """The other way: letters of a solution or of `forced` -> board. Raises InputError."""
    forced: Callable[[Puzzle, Board], Any]
    """A partial board in the letters of a result's `forced`."""
    draw: Callable[[Puzzle, Board], str]
    """A board for people, in plain text, clues included."""
    examples: Sequence[Document]
    """For the page: {"name": {"en", "ja"}, "level": "easy" | "hard" | "multiple" | "none", "document"}."""

    clues: tuple[str, ...] = ("grid",)
    """The fields of a document that hold the clues."""
    flaws: Callable[[Puzzle], Iterator[Reason]] = no_flaws
    """Reasons why the puzzle has no solution that need no search."""
    relaxed: Callable[[Document], Document | None] | None = None
    """The same puzzle without a rule that some collections do not know, or None where the document does without it."""
    propagator: Callable[[Puzzle], Propagator] | None = None
    """A whole-board propagator, at least as strong as the constraints one by one; None: the general one is used."""
    reasoning: Callable[[Puzzle], Reasoning] | None = None
    """Propagation that explains itself, where proofs by the constraints one by one would be long; None: these do."""
    layout: Layout = Layout()
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


class Answer(NamedTuple):
    """What a search found. `boards` has at most `limit` complete boards; `forced` what all solutions share as far as
    proven."""

    verdict: str
    boards: list[Board]
    forced: Board
    complete: bool = True
    """True where `forced` is all that the solutions share; False where the budget ended before that was known."""
    depth: int | None = None
    """0: propagation alone; 1: single-cell hypotheses; 2: nested ones; None: not known."""
    stats: Mapping[str, int | str] = {}
    """What was counted; "tier": propagation, probing or learning, whichever decided; "voice": the configuration of the
    clause learner that did."""
    blame: Any = None
    """The constraint at which propagation failed, where it was propagation."""
    order: Sequence[int] = ()
    """The cells that probing has settled, in that order."""
    settled: Board = Board()
    """What was proven when the search ended, the values of `order` among it; of a puzzle without a board up to where it
    failed."""
