"""The data types of Tesuji.

A puzzle asks for the values of *variables*; *clues* restrict some of them through *constraints*. In the engine a
variable is one or more *literals*, and sets of literals are ints used as bit sets (`tesuji.variables`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tesuji.bitset import set_of

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


class Clue(NamedTuple):
    """A clue that the setter wrote. Rules of the game are not clues.

    `at` is 0-based: ("row", r) or ("column", c) for a line, or if lines have clues on both sides ("left", r),
    ("right", r), ("top", c) or ("bottom", c); (r, c) for a cell, (name, r, c) for another place, and (name,) for the whole board.
    """

    at: tuple[Any, ...]
    value: Any


class Constraint(Protocol):
    """A rule over some literals. Its boards are *local*: bit i of an int stands for `scope[i]`.

    `tesuji.constraints.BaseConstraint` provides all of these members except `infer`.
    """

    @property
    def scope(self) -> tuple[int, ...]: ...

    @property
    def clue(self) -> Clue | None: ...

    @property
    def implicit(self) -> bool:
        """Return whether the constraint only defines variables, so that it always holds and is not counted."""

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Return everything that this constraint implies, including the given local sets of yes and no literals. Raises
        Contradiction.
        """

    def prepared(self, yes: int) -> Callable[[int, int], tuple[int, int]]:
        """Return a function that may be faster than `infer`, for boards that include these yes literals."""

    def holds(self, yes: int) -> bool:
        """Return whether a complete board, on which exactly these literals are yes, satisfies the constraint."""

    def reason(self, yes: int, no: int, target: tuple[int, bool] | None, order: Sequence[int] = ()) -> int:
        """Return known literals that suffice for a target (place, value), or for the contradiction if it is None."""

    def broken(self, yes: int, no: int) -> tuple[str, dict[str, int], dict[str, int]]:
        """Return how a board breaks the constraint: the ending of a sentence's key, and its numbers and literals."""

    def encode(self, encoder: Any, guard: int | None = None) -> Iterator[tuple[int, ...]]:
        """Yield the clauses of the constraint. New variables and theories are added through the encoder."""

    @property
    def name(self) -> str:
        """The type of the rule."""

    @property
    def rule(self) -> str:
        """The name under which a certificate cites the constraint."""

    def data(self) -> Document:
        """Return the rule as JSON."""

    # Several constraints at once; `BaseConstraint` documents the members.

    @property
    def deferred(self) -> bool: ...

    @property
    def symmetric(self) -> bool: ...

    @property
    def portfolio(self) -> bool: ...

    @property
    def extra_after(self) -> int: ...

    @property
    def slack(self) -> int | None: ...

    @property
    def lines(self) -> tuple[Sequence[int], ...]: ...

    def encode_together(self, encoder: Any, members: Sequence[tuple[Any, int | None]]) -> bool: ...

    def extra_clauses(self, encoder: Any) -> Iterator[tuple[int, ...]]: ...

    @property
    def propagators(self) -> Sequence[str]: ...

    @property
    def reasonings(self) -> Sequence[str]: ...

    def narrowed(self, yes: Collection[int], no: Collection[int]) -> Constraint: ...

    def without(self, free: int) -> Constraint | None: ...

    def missing(self, yes: int) -> int: ...

    @property
    def exact(self) -> bool: ...

    def allows(self, yes: int) -> bool: ...


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
