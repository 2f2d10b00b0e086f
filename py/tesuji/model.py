"""The data types of Tesuji.

A puzzle asks for the values of *variables*; *clues* restrict some of them through *constraints*. In the engine a
variable is one or more *literals*, and sets of literals are ints used as bit sets (`tesuji.variables`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tesuji.bitset import set_of
from tesuji.constraint import Clue as Clue
from tesuji.constraint import Constraint as Constraint

Document = dict[str, Any]
"""A puzzle, a result or an error as JSON, as used by the worker, the command line and share links."""


class Board(NamedTuple):
    """The literals known to be yes and those known to be no, as bit sets. All others are unknown."""

    yes: int = 0
    no: int = 0

    @property
    def known(self) -> int:
        return self.yes | self.no

    def joined(self, other: Board) -> Board:
        """Return the cells known on at least one of two boards."""
        return Board(self.yes | other.yes, self.no | other.no)

    def within(self, cells: int) -> Board:
        """Return the board restricted to some cells."""
        return Board(self.yes & cells, self.no & cells)

    def shared(self, other: Board) -> Board:
        """Return the cells with the same value on both boards."""
        return Board(self.yes & other.yes, self.no & other.no)


class Propagator(Protocol):
    """Propagation of all constraints of a puzzle at once. A state is opaque and immutable.

    A propagator whose trials take microseconds may have `backtracking(state)` as well: a propagator of the boards that
    follow from a state, with `choice(state)`, the unknown cell to try next, as a bit set, or 0 if all cells are known.
    The search then backtracks before it probes and learns clauses. Probing ends earlier if a propagator has `whole`,
    constraints on all cells.
    """

    def root(self) -> Iterator[Any]:
        """Yield one or more states, each of which is a safe point; the last one follows from the givens. Raises
        Contradiction.
        """

    def extend(self, state: Any, yes: int, no: int) -> Any:
        """Return the state that follows when these literals are known as well. Raises Contradiction."""

    def known(self, state: Any) -> Board:
        """Return the board of a state."""


class Reasoning(Protocol):
    """Propagation with reasons, for proofs. It works in rounds, each of which uses only the board of the previous
    round. Literals: 2 * cell for yes, 2 * cell + 1 for no.
    """

    def rounds(self, board: Board) -> Iterator[Board]:
        """Yield the board after each round, until nothing follows or there is a contradiction: a cell that is both yes
        and no.
        """

    def because(self, board: Board, literal: int) -> tuple[list[int], str]:
        """Return the literals, and the one rule (in the form of a certificate), from which a literal follows that the
        latest rounds added to a board (this very object).
        """


class Block(NamedTuple):
    """A group of a board's variables: one for each cell, edge, link or vertex of a board of `width` x `height` cells,
    each with one of `values` values.

    `shape` is "cell"; "edge", a border between cells; "link", between the centres of two neighbouring cells; "vertex",
    a corner of cells; or "hidden", `width` variables that only help a constraint and are not part of a solution.

    `tesuji.variables` numbers the variables of a puzzle and their literals.
    """

    shape: str
    width: int
    height: int
    values: int = 2


class Puzzle(NamedTuple):
    """A puzzle of `size` literals, numbered 0..size-1; immutable. `document` is its source in canonical form.

    `blocks` give the meaning of the literals; without blocks, each literal is one cell with two values.
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
        """All literals as a bit set."""
        return (1 << self.size) - 1


def counted(puzzle: Puzzle, what: str | int) -> int:
    """Return the counted constraints: `what` is "clues" or "rules", as in `Explaining.counted`, or the set itself."""
    if isinstance(what, int):
        return what
    return set_of(
        number
        for number, one in enumerate(puzzle.constraints)
        if not one.implicit and (what == "rules" or one.clue is not None)
    )


def cells_of(puzzle: Puzzle, constraint: Constraint) -> int:
    """Return the scope of a constraint as a bit set; fast if it consists of all literals."""
    scope = constraint.scope
    return puzzle.cells if len(scope) == puzzle.size else set_of(scope)


class Flaw(NamedTuple):
    """A reason, stated in one sentence, why a puzzle has no solution: the key of the sentence, its parameters, and a
    1-based place.
    """

    key: str
    params: Mapping[str, Any]
    at: Mapping[str, int] | None = None


class Offer(NamedTuple):
    """A possible addition to a puzzle: its place as JSON, its value, and the constraints that it adds."""

    at: Document
    value: Any
    constraints: tuple[Constraint, ...]


class Alternative(NamedTuple):
    """A clue or given that may be wrong: its place as JSON ({} for the whole board), its value, and the cells that no
    longer follow without it.
    """

    at: Document
    was: Any
    drops: tuple[int, ...]
    """The constraints that are dropped, as places in `puzzle.constraints`."""
    frees: int = 0
    """The given cells, as a bit set, that become open."""
    values: Sequence[Any] = ()
    """Other values to try, the preferred ones first."""
    shown: Callable[[Board], Any] | None = None
    """Returns the value that a board shows; used if there are too many values to try."""


class Step(NamedTuple):
    """One deduction: for these reasons, the literals `yes` must be yes and the literals `no` must be no.

    `technique` names it; its name and its sentence are the keys "technique.<name>" and "step.<name>", filled with
    `params`. If `params` has "as", the sentence is "step.<name>-<as>". `because` are places in `puzzle.constraints`;
    `cells` is the bit set of known literals that were used.
    """

    yes: int
    no: int
    technique: str
    because: tuple[int, ...]
    cells: int = 0
    params: Mapping[str, Any] = {}
    k: int | None = None
    """The number of counted constraints that it combines; None if that was not determined."""
    minimal: bool = True
    """True if no smaller set of counted constraints suffices."""


Found = TypeVar("Found")


class TechniqueContext(Protocol):
    """Data that a technique may use in addition to the board."""

    @property
    def puzzle(self) -> Puzzle: ...

    @property
    def counted(self) -> Collection[int]:
        """The constraints that k counts, by their places in `puzzle.constraints`."""

    @property
    def sentences(self) -> bool:
        """False if `Step.cells` and `Step.params` may be left out."""

    def derived(self, make: Callable[[TechniqueContext, Board], Found], board: Board) -> Found:
        """Return `make(context, board)`; the value for the latest board is cached, because consecutive techniques use
        the same board."""

    def once(self, make: Callable[[Puzzle], Found]) -> Found:
        """Return `make(puzzle)`, computed only once."""

    def solutions_from(self, board: Board) -> Sequence[Board]:
        """Return the known solutions that are still possible on the board. Use them for pruning only: the steps found
        must not depend on them.
        """


class Technique(NamedTuple):
    """A named human step.

    `find(context, board)` yields sound Steps, each of which settles at least one unknown cell, and None when it may be
    paused.
    """

    name: str
    level: int
    find: Callable[[TechniqueContext, Board], Iterator[Step | None]]


class Answer(NamedTuple):
    """The result of a search: at most `limit` complete boards, and in `forced` the cells proven to be the same in all
    solutions.
    """

    verdict: str
    boards: list[Board]
    forced: Board
    complete: bool = True
    """True if `forced` has all cells that the solutions share; False if the budget ended first."""
    depth: int | None = None
    """0: propagation is enough; 1: single-cell hypotheses are needed; 2: nested ones; None: not known."""
    stats: Mapping[str, int | str] = {}
    """Counters; "tier": the deciding one of propagation, counting, probing, backtracking and learning; "voice": the
    deciding configuration of the clause learner.
    """
    blame: Any = None
    """The constraint at which propagation failed, if any."""
    order: Sequence[int] = ()
    """The literals that probing has settled, in that order."""
    settled: Board = Board()
    """The proven values when the search ended, including those of `order`; if the puzzle has no solution, those up to
    the point of failure.
    """
    possible: Board | None = None
    """If not `complete`: the cells of `forced` and those that may be shared as well. In all others, solutions differ."""
