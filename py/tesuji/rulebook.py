"""Rulebooks: the functions and data that one kind of puzzle provides, in groups of capabilities."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tesuji import lettering
from tesuji.constraints.general_techniques import GENERAL
from tesuji.grid import offered
from tesuji.model import Alternative, Block, Board, Constraint, Document, Flaw, Offer, Puzzle, Technique

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random


class Threshold(NamedTuple):
    """A requirement that a level adds to the level below: steps of some techniques, or waves of them."""

    share: float = 0.0
    """The minimum share of these steps among all steps; 0 if one step is enough."""
    level: int = 0
    """The lowest level of these techniques."""
    waves: float = 0.0
    """Instead of steps, the minimum number of waves of these techniques on a board of 10x10. On other boards it grows
    with the side.
    """


class Scale(NamedTuple):
    """The constants for grading the puzzles of a kind."""

    wave: float = 0.1
    """The effort that each wave adds."""
    cells: float = 0.0
    """The part of a step's weight that is multiplied by the number of its cells; 0 if only steps count."""
    thresholds: Sequence[Threshold] = (Threshold(0.1, 2), Threshold(0.3, 2), Threshold(0.0, 3))
    """The requirements of levels 2 to 4. Level 5 requires a trial."""


class Tier(NamedTuple):
    """A faster exact method for one level of difficulty.

    `find(puzzle, known)` yields each unknown cell that k counted constraints force, with these constraints as a bit
    set, provided that no cell is forced by fewer. It yields None at safe points. Tiers cover consecutive levels,
    starting after single constraints.
    """

    k: int
    find: Callable[[Puzzle, Board], Iterator[tuple[int, int] | None]]
    fits: Callable[[Puzzle], bool] = lambda puzzle: True
    """Returns whether the tier is exact for a puzzle; other puzzles are rated without it."""


class Arrangement(NamedTuple):
    """One way to fill a line, in the letters of a solution. If it is ruled out, `why` and `params` are the key and the
    parameters of a sentence, and `cell` is the cell that rules it out.
    """

    letters: str
    why: str | None = None
    params: Mapping[str, Any] = {}
    cell: int | None = None


class LineView(Protocol):
    """All arrangements of one line on a board. They can be counted, and accessed by number without listing the earlier
    ones.
    """

    @property
    def cells(self) -> Sequence[int]: ...

    @property
    def total(self) -> int:
        """The number of arrangements."""

    @property
    def fitting(self) -> int:
        """The number of arrangements that nothing rules out."""

    @property
    def shared(self) -> str:
        """The values that the fitting arrangements share, in the letters of a solution, with "?" for cells that differ;
        all "?" if nothing fits."""

    def all(self, first: int, end: int) -> Iterator[Arrangement]:
        """Yield the arrangements from number `first` up to `end` (exclusive)."""

    def only_fitting(self, first: int, end: int) -> Iterator[Arrangement]:
        """Yield only fitting arrangements; they are numbered separately."""


class Draft(NamedTuple):
    """A puzzle during generation: a document with all its clues, and the solution from which they were taken."""

    document: Document
    solution: Board

    @staticmethod
    def of(document: Document, yes: int, size: int) -> Draft:
        """Return a draft whose solution has these cells, and no others."""
        return Draft(document, Board(yes, (1 << size) - 1 & ~yes))


Drafting = Generator[None, None, Draft]
"""A generator that yields at safe points and returns a draft."""


CluePlace = tuple[Any, ...]
"""The place of a clue, like `Clue.at`, or of a given cell: (row, column)."""


class Judge(Protocol):
    """Propagation to which constraints can be added. A state is opaque and never changes once it is returned."""

    def bare(self, active: int) -> Any:
        """Return the state that follows from these constraints (a bit set) alone, without the givens."""

    def give(self, state: Any, constraints: int, yes: int, no: int) -> Any:
        """Return the state after adding these constraints and cells. Raises Contradiction."""

    def known(self, state: Any) -> Board:
        """Return the board of a state."""


class Maker(NamedTuple):
    """Generation of new puzzles of a kind. All randomness comes from the `Random` that is passed in."""

    draft: Callable[[int, int, Random], Drafting]
    """(width, height, random) -> a puzzle with all its clues. Raises InputError for a size that this kind does not
    support.
    """
    parts: Callable[[Document], Iterable[Sequence[CluePlace]]] = lambda document: ()
    """The places of clues that may be removed; clues that are removed together share a sequence."""
    without: Callable[[Document, Iterable[CluePlace]], Document] | None = None
    """The document without the clues at these places."""
    mended: Callable[[Draft, int, Random, int], Draft] | None = None
    """(draft, cells, random, number) -> a similar draft in which about this number of these cells (a bit set) has
    changed. None: the draft is replaced by a new one.
    """
    judge: Callable[[Puzzle], Judge] | None = None
    """Propagation that decides which clues stay. None: the general propagation of single constraints."""
    reveal: Callable[[Document, Board], Document] | None = None
    """Returns the document after the player has opened all proven cells, in kinds that reveal the puzzle gradually."""
    searched: bool = False
    """True if propagation alone solves hardly any puzzle of this kind, so that a search has to decide whether a draft
    has one solution.
    """
    by_techniques: bool = False
    """True if techniques decide which clues a puzzle of a level needs, because a search takes longer than they do."""
    repaired: Callable[[Draft, Sequence[Board], Random], Draft | None] | None = None
    """(draft, other solutions, random) -> a similar draft that has none of these other solutions, or None. Such drafts
    have one solution before their level is looked at. Propagation must take less time than techniques, and its search
    less than the clause learner.
    """
    drafts: int = 1
    """If all clues stay: the number of drafts of which the one closest to the level is changed."""
    levels: Mapping[int, Maker] = {}
    """Makers for single levels, whose drafts have this level more often."""
    variants: Mapping[str, Maker] = {}
    """Other ways to make puzzles of this kind, by name, such as "game" for puzzles to be played instead of solved."""


class Census(Protocol):
    """Counts of all solutions of a size by the class of their puzzles. A census can be computed in parts, which are
    added up.
    """

    examples: dict[str, list[list[str]]]
    """Pictures by class."""
    listed: str | None
    """The class whose pictures are all kept, including mirror images."""

    @property
    def pictures(self) -> int:
        """The number of pictures counted so far."""

    @property
    def all(self) -> int: ...

    def parts(self) -> Sequence[Any]: ...

    def count(self, part: Any = ()) -> Iterator[int]:
        """Count a part, or everything by default. Yields `pictures` when it may be paused."""

    def to_json(self) -> Document: ...

    def add(self, part: Document) -> None:
        """Add the counts of another census, from its `to_json`."""

    def result(self, compat: str | None = None) -> Document:
        """Return the answer of the call `census`."""


class OwnRating(Protocol):
    """A rating that replaces the general one. `rounds` does the work and yields the number of settled cells when it may
    be paused.
    """

    def rounds(self) -> Iterator[int]: ...

    def maps(self) -> Document:
        """Return the known members of a result of `rate`: "difficulty" and other maps; "why", its rounds; "sentence", a
        key.
        """

    def further(self, puzzle: Puzzle, board: Board) -> Puzzle | None:
        """Return the puzzle after the player has opened all cells that this board proves, or None if that reveals
        nothing new.
        """


def example(english: str, japanese: str, level: str, kind: str, rows: str, /, **members: Any) -> Document:
    """Return an example whose grid has these rows, separated by "/"."""
    document = {"kind": kind, "grid": rows.split("/"), **members}
    return {"name": {"en": english, "ja": japanese}, "level": level, "document": document}


class Explaining(NamedTuple):
    """Explanations for a kind. Without techniques, each step uses one constraint."""

    techniques: Sequence[Technique] = GENERAL
    """The techniques, easiest first."""
    counted: str = "clues"
    """The constraints that k counts: "clues", or "rules" (instances of rules, if the clues are known cells)."""
    unmarked: str = ""
    """The value, "yes" or "no", that many players leave unmarked because the other marks imply it."""
    tiers: Sequence[Tier] = ()
    """Faster ways to some levels of difficulty, easiest first."""
    easy: int = 1
    """The highest level of easy techniques: their steps belong to the thought before them."""
    visits: int = 0
    """The highest level of the steps that belong to a visit, if people finish one constraint, such as a line, before
    they start the next; otherwise 0.
    """

    @property
    def one_by_one(self) -> bool:
        """Return whether techniques find what single constraints infer."""
        return GENERAL[0] in self.techniques


class Rating(NamedTuple):
    """Additions of a kind to the general rating."""

    scale: Scale = Scale()
    """The constants by which steps become a rating and a level."""
    own: Callable[[Puzzle], OwnRating | None] = lambda puzzle: None
    """Returns the rating of a document that requests its own, or None for all others. Raises InputError."""
    odds: Callable[[Puzzle], Generator[None, None, Sequence[Fraction] | None]] | None = None
    """Returns the exact probability that each cell is yes, or None if no board fits. Yields when it may be paused. None
    if the kind cannot count boards.
    """


class Mending(NamedTuple):
    """Changes that leave a puzzle with one solution: an addition if it has several, another value of a clue if it has
    none.
    """

    alternatives: Callable[[Puzzle], Iterable[Alternative]]
    """The clues and givens that may be wrong, with the values to try."""
    offers: Callable[[Puzzle, Board], Iterable[Offer]] | None = None
    """Possible additions that keep a solution valid, the preferred ones first. None: nothing can be added."""
    with_offers: Callable[[Puzzle, Sequence[Offer]], Document] = lambda puzzle, chosen: {
        **puzzle.document,
        "grid": offered(puzzle.document["grid"], chosen),
    }
    """Returns the document with these additions."""
    changed: Callable[[Puzzle, Alternative, Any], Document] = lambda puzzle, clue, value: {
        **puzzle.document,
        "grid": offered(puzzle.document["grid"], [Offer(clue.at, value, ())]),
    }
    """Returns the document with another value of a clue."""
    sentence: str = "mend.change"
    """The key of the sentence about another value of a clue in a cell."""


class GuessCandidate(NamedTuple):
    """A cell to try when nothing is certain. Chances are shares of the boards that fit."""

    cell: int
    safe: Fraction
    """The probability that the cell is safe."""
    twice: Fraction
    """The probability that both this cell and the safest next cell are safe."""
    further: Fraction
    """The probability that the cell is safe and that another cell is then certain, or the game finished."""
    won: Fraction | None = None
    """The probability of winning with optimal play; None if it was not computed."""


class Guess(NamedTuple):
    """The candidates that were compared when nothing was certain, the best first, and the key of the sentence that
    gives the reason.
    """

    candidates: tuple[GuessCandidate, ...]
    why: str


class Uncovering(NamedTuple):
    """Play in kinds whose documents may hide the solution, where every move reveals more of it."""

    hidden: Callable[[Puzzle], Board | None]
    """Returns the solution that a document hides, or None if it hides nothing."""
    opened: Callable[[Document, int, int], Document]
    """(document, cells, closed) -> the document after the player has opened cells, with everything that opens with
    them. The cells `closed` (a bit set) stay closed.
    """
    guess: Callable[[Puzzle], Generator[None, None, Guess | None]]
    """Returns the best cell to try if nothing is certain; None if a cell is certain or no board fits. Yields at safe
    points; if the budget ends, returns the best result so far.
    """


class Parser:
    """The `parse` of a rulebook, with rules for every kind: a variable with several values has exactly one of them, and
    the player's marks fit the board.
    """

    def __init__(self, book: _Members):
        self.own, self.kind, self.member = book.parse, book.kind, book.marks[0]
        self.read = partial(lettering.read, book.letters) if book.read is None else None
        self.blank, self.undecided = book.marks[1], book.letters[0]

    def __call__(self, document: Document) -> Puzzle:
        """Return the puzzle of a document. Raises InputError."""
        puzzle = self.own(document)
        if self.read and self.member in document:
            self.read(puzzle, lettering.replaced(document[self.member], self.blank, self.undecided))
        return puzzle._replace(constraints=(*puzzle.constraints, *implied(puzzle.blocks)))


@lru_cache(maxsize=8)
def implied(blocks: tuple[Block, ...]) -> tuple[Constraint, ...]:
    """Return "exactly one value" for each variable with several values, including hidden ones."""
    if all(block.values == 2 for block in blocks):
        return ()
    from tesuji.constraints import exactly_ones  # imported here because most kinds have two values

    return exactly_ones(blocks)


FILLED = "?#."
"""The letters of cells that are filled or not."""


class _Members(NamedTuple):
    """The members of a rulebook."""

    kind: str
    parse: Callable[[Document], Puzzle]
    """Document -> puzzle. Raises InputError for an invalid document; a puzzle without solution is valid."""
    letters: str = FILLED
    """The letter of each value index in text, first the one for undecided."""
    solution: Callable[[Puzzle, Board], Any] = None  # type: ignore[assignment]
    """Returns a complete board in the letters of a result's `solutions`."""
    read: Callable[[Puzzle, Any], Board] = None  # type: ignore[assignment]
    """Returns the board for the letters of a solution or of `forced`. Raises InputError."""
    forced: Callable[[Puzzle, Board], Any] = None  # type: ignore[assignment]
    """Returns a partial board in the letters of a result's `forced`."""
    draw: Callable[[Puzzle, Board], str] = None  # type: ignore[assignment]
    """Returns a board as plain text for people, including the clues."""
    value_name: Callable[[Puzzle, int], Document | str | None] = lambda puzzle, value: None
    """Returns the name of a value index in sentences, as a message or as text; None if its letter is its name."""
    colours: Callable[[Puzzle], Mapping[str, str]] = lambda puzzle: {}
    """Returns the colour, as "#rrggbb", of each letter that pictures draw as a filled cell, in the order of the values.
    """
    examples: Sequence[Document] = ()
    """The examples on the page: {"name": {"en", "ja"}, "level": "easy" | "hard" | "multiple" | "none", "document"}. An
    easy example is rated level 1, a hard one 3 to 5.
    """
    clues: tuple[str, ...] = ("grid",)
    """The members of a document that hold the clues."""
    members: tuple[str, ...] = ()
    """The other members that `parse` reads, besides `marks` and those common to all documents."""
    flaws: Callable[[Puzzle], Iterator[Flaw]] = lambda puzzle: iter(())
    """Yields reasons why the puzzle has no solution, as far as they need no search."""
    relaxed: Callable[[Document], Document | None] | None = None
    """Returns the document without a rule that some collections do not have, or None if it does not use the rule."""
    marks: tuple[str, str] = ("board", "?")
    """The member of a document that holds the player's marks, and the letter in it for undecided."""
    regions: Callable[[Document], Sequence[str]] | None = None
    """Returns the letter of each cell's region; drawings have borders between regions. None if there are none."""
    explaining: Explaining = Explaining()
    rating: Rating = Rating()
    mending: Mending | None = None
    """None if nothing can be added to a puzzle of this kind."""
    maker: Maker | None = None
    """Generation of new puzzles of this kind; None if it is not supported."""
    line: Callable[[Puzzle, Board, str, int], LineView] | None = None
    """Returns the arrangements of a "row" or "column" (0-based). None if lines mean nothing in this kind."""
    boards: Callable[[Puzzle], Generator[None, None, int]] | None = None
    """Returns the number of boards that fit, without listing them. Yields when it may be paused. None if they cannot be
    counted.
    """
    uncovering: Uncovering | None = None
    """None if all clues are visible from the start."""
    census: Callable[[int, int, int], Census] | None = None
    """(width, height, pictures of each class to keep) -> an empty census of all solutions of that size. None if the
    kind does not support it.
    """


class Rulebook(_Members):
    """One kind of puzzle, as plain functions and data. `tesuji.puzzles` finds rulebooks by listing its folder.

    `kind` and `parse` are required. All other members are optional: `solution`, `read`, `forced` and `draw` have
    generic forms based on `letters`, and groups of capabilities (`explaining`, `maker` ...) may be missing.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # for type checkers

        def __new__(cls, *args: Any, **members: Any) -> Rulebook:
            """Return a rulebook, with generic forms for missing members."""
            book = super().__new__(cls, *args, **members)
            left_out = [name for name in ("solution", "read", "forced", "draw") if getattr(book, name) is None]
            generic = {name: partial(getattr(lettering, name), book.letters) for name in left_out}
            if book.regions and "draw" in generic:
                generic["draw"] = partial(lettering.draw_regions, book.regions, book.letters)
            return book._replace(parse=Parser(book), **generic)
