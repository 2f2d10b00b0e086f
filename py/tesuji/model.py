"""The nouns of Tesuji.

A puzzle asks for the values of *variables*; *clues* restrict some of them through *constraints*. Inside the engine a
variable is one or more *literals*, and sets of literals are ints used as bit sets (`tesuji.variables`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tesuji.bitset import set_of

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

    def within(self, cells: int) -> Board:
        """What the board says about some cells."""
        return Board(self.yes & cells, self.no & cells)

    def shared(self, other: Board) -> Board:
        """What both boards say."""
        return Board(self.yes & other.yes, self.no & other.no)


class Clue(NamedTuple):
    """What the setter wrote, and where: `at` is ("row", r), ("column", c) or (r, c), 0-based. Rules of the game are no
    clues."""

    at: tuple
    value: Any


class Constraint(Protocol):
    """A rule over some literals. Its own boards are *local*: bit i of an int is about `scope[i]`.

    `tesuji.constraints.BaseConstraint` has these members for a class that defines nothing but `infer`.
    """

    @property
    def scope(self) -> tuple[int, ...]: ...

    @property
    def clue(self) -> Clue | None: ...

    @property
    def implicit(self) -> bool:
        """Whether the constraint is only what variables mean: it always holds, and is not counted."""

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """All that this constraint forces, given local sets of yes and no cells, which are kept. Raises
        Contradiction."""

    def prepared(self, yes: int) -> Callable[[int, int], tuple[int, int]]:
        """Return `infer` for boards that have these yes literals among others; it may be faster."""

    def holds(self, yes: int) -> bool:
        """Return whether a complete board, on which exactly these literals are yes, satisfies the constraint."""

    def reason(self, yes: int, no: int, target: tuple[int, bool] | None, order: Sequence[int] = ()) -> int:
        """Return known literals that suffice for a target (place, value), or for the contradiction if it is None."""

    def encode(self, encoder: Any, guard: int | None = None) -> Iterator[tuple[int, ...]]:
        """Yield the clauses of the constraint; makes new variables and adds theories through the encoder."""

    @property
    def rule(self) -> str:
        """The name under which a certificate cites the constraint."""

    def data(self) -> Document:
        """Return the rule as JSON."""

    # Several constraints at once; `BaseConstraint` has what these are.

    @property
    def deferred(self) -> bool: ...

    @property
    def symmetric(self) -> bool: ...

    @property
    def extra_after(self) -> int: ...

    @property
    def slack(self) -> int | None: ...

    @property
    def lines(self) -> tuple[Sequence[int], ...]: ...

    def encode_together(self, encoder: Any, members: Sequence[tuple[Any, int | None]]) -> bool: ...

    def extra_clauses(self, encoder: Any) -> Iterator[tuple[int, ...]]: ...

    def propagators(self) -> Sequence[Callable[[Puzzle], Propagator | None]]: ...

    def reasonings(self) -> Sequence[Callable[[Puzzle], Reasoning | None]]: ...

    def narrowed(self, yes: Collection[int], no: Collection[int]) -> Constraint: ...

    def without(self, free: int) -> Constraint | None: ...

    def missing(self, yes: int) -> int: ...

    def allows(self, yes: int) -> bool: ...

    def compare(self, lines: Sequence[bytes]) -> bool: ...


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


class Block(NamedTuple):
    """Some of a board's variables: one for each cell, edge, link or vertex of a board of `width` x `height` cells, each
    with one of `values` values.

    `shape`: "cell"; "edge", a border between cells; "link", between the centres of two neighbouring cells; "vertex", a
    corner of cells; "hidden", `width` variables that only help a constraint: they are not part of a solution.
    `tesuji.variables` numbers the variables of a puzzle and their literals.
    """

    shape: str
    width: int
    height: int
    values: int = 2


class Puzzle(NamedTuple):
    """`size` literals, numbered 0..size-1; frozen. `document` is the document that it came from, in canonical form.

    `blocks`: what the literals stand for; if there are none, one cell with two values per literal.
    """

    kind: str
    width: int
    height: int
    size: int
    clues: tuple[Clue, ...]
    constraints: tuple[Constraint, ...]
    givens: Board
    document: Document
    blocks: tuple[Block, ...] = ()

    @property
    def cells(self) -> int:
        """All literals, as a bit set."""
        return (1 << self.size) - 1


def cells_of(puzzle: Puzzle, constraint: Constraint) -> int:
    """The scope of a constraint as a bit set: at once where it is all cells."""
    scope = constraint.scope
    return puzzle.cells if len(scope) == puzzle.size else set_of(scope)


class Reason(NamedTuple):
    """Why a puzzle has no solution, where one sentence can say it: the key of the sentence, its parameters, 1-based
    place."""

    key: str
    params: Mapping[str, Any]
    at: Mapping[str, int] | None = None


class Offer(NamedTuple):
    """Something that could be added to a puzzle: where (a place on the wire, or the place of a number), what, and
    what it then says."""

    at: Document
    value: Any
    constraints: tuple[Constraint, ...]


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


Found = TypeVar("Found")


class TechniqueContext(Protocol):
    """What a technique may use besides the board."""

    @property
    def puzzle(self) -> Puzzle: ...

    def derived(self, make: Callable[[TechniqueContext, Board], Found], board: Board) -> Found:
        """Return `make(context, board)`; the value for the latest board is kept, since the techniques of a puzzle are
        asked about the same board one after the other."""

    def once(self, make: Callable[[Puzzle], Found]) -> Found:
        """Return `make(puzzle)`, computed once."""

    def solutions_from(self, board: Board) -> Sequence[Board]:
        """Return the known solutions that the board may still become. Use them for pruning only: the steps that are
        found must not depend on them."""


class Technique(NamedTuple):
    """A named human step.

    `find(context, board)` yields sound Steps that settle at least one unknown cell each, and None when it may be
    paused.
    """

    name: str
    level: int
    find: Callable[[TechniqueContext, Board], Iterator[Step | None]]


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
