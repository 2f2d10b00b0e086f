"""The state of one call: everything derived from a puzzle while the call runs. Modules keep no state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from tesuji.bitset import members
from tesuji.engine.budget import Progress
from tesuji.engine.propagate import propagator_for
from tesuji.engine.sat.encoding import Learner
from tesuji.engine.trace import Tracer
from tesuji.model import Board, Propagator, Puzzle, TechniqueContext, counted
from tesuji.rulebook import Rulebook
from tesuji.variables import visible

Found = TypeVar("Found")


class Limits(NamedTuple):
    """Limits on the work for an explanation. Searches are measured in safe points."""

    chain_lengths: tuple[int | None, ...] = (8, 30, None)
    """The limits on the number of cells in a chain. Longer chains are tried only if no shorter one refutes a value."""
    refuted_values: int = 60
    """The search for refuted values stops after this many."""
    compared_chains: int = 8
    """The number of refutations, those with the fewest events, whose chains are worked out and compared."""
    acceptable_reasons: int = 6
    """A chain with at most this many counted constraints is used unchanged; a longer one is minimised."""
    fewest_with_chain: int = 150
    """Safe points for the fewest reasons of a value that a chain refutes."""
    fewest_without_chain: int = 1500
    """Safe points for the fewest reasons of a value that no chain refutes."""
    board_searches: int = 12
    """The number of times the whole board is searched for a step with fewer reasons."""
    board_search: int = 2000
    """Safe points of one such search."""
    case_search: int = 2000
    """Safe points for the case distinctions of a step that no chain proves."""

    sentences: bool = True
    """True if steps list the known cells that they use, and the parameters of their sentences."""


LIMITS = Limits()
"""Limits of an explanation."""
QUICK = LIMITS._replace(fewest_with_chain=0, board_searches=0)
"""Limits of a hint: chains are not shortened."""
NO_REASONS = QUICK._replace(fewest_without_chain=0)
"""Limits if the reasons of a step need not be few."""
RATING = NO_REASONS._replace(sentences=False)
"""Limits for ratings, which use only what steps settle and the constraints."""
TOWARDS = LIMITS._replace(board_searches=0, fewest_without_chain=400)
"""Limits for the steps to one cell.

A step with fewer reasons elsewhere on the board need not help this cell. On the hardest 10x10 puzzles these limits give
as many steps, with hardly more reasons, in 20 to 40 % of the time.
"""
HIDDEN = {"board_searches": 0, "fewest_without_chain": 700, "case_search": 100}
"""The highest limits for puzzles with hidden variables, whose safe points take longer: they have many more literals."""


class Context:
    """One puzzle during one call: its rulebook, propagator and limits, known solutions, and derived values."""

    def __init__(self, puzzle: Puzzle, book: Rulebook, limits: Limits = LIMITS):
        self.puzzle, self.book, self.limits = puzzle, book, limits
        if visible(puzzle) != puzzle.cells:
            self.limits = limits._replace(**{name: min(most, getattr(limits, name)) for name, most in HIDDEN.items()})
        self.solutions: list[Board] = []
        """Solutions found so far."""
        self._learner: Learner | None = None
        self._latest: dict[Callable[..., Any], tuple[Board, Any]] = {}
        self._once: dict[Callable[..., Any], Any] = {}

    def limited(self, limits: Limits) -> Context:
        """Return a context of the same puzzle with other limits and no solutions. The two share what `once` computes."""
        other = Context(self.puzzle, self.book, limits)
        other._once = self._once
        return other

    @cached_property
    def propagator(self) -> Propagator:
        """The puzzle's propagator, built on first use because techniques alone may solve the puzzle."""
        return propagator_for(self.puzzle)

    @cached_property
    def counted(self) -> frozenset[int]:
        """The counted constraints, as places in `puzzle.constraints`."""
        return frozenset(members(counted(self.puzzle, self.book.explaining.counted)))

    @property
    def sentences(self) -> bool:
        """True if steps need `Step.cells` and `Step.params`."""
        return self.limits.sentences

    @cached_property
    def free(self) -> frozenset[int]:
        """The other constraints: rules of the game, which every step may use."""
        return frozenset(range(len(self.puzzle.constraints))) - self.counted

    def tracer(self, board: Board, needed: Sequence[int] = ()) -> Tracer:
        """Return a tracer of chains from a board; see `Tracer` for `needed`."""
        return Tracer(self.puzzle, board, needed)

    def learner(self, board: Board, progress: Progress) -> Learner:
        """Return the clause learner of this context, built for the first board. Later boards must extend it."""
        if self._learner is None:
            self._learner = Learner(self.puzzle, board, progress)
        return self._learner

    def derived(self, make: Callable[[TechniqueContext, Board], Found], board: Board) -> Found:
        """Return `make(context, board)`, cached for the latest board."""
        known = self._latest.get(make)
        if known is None or known[0] != board:
            known = self._latest[make] = board, make(self, board)
        found: Found = known[1]
        return found

    def once(self, make: Callable[[Puzzle], Found]) -> Found:
        """Return `make(puzzle)`, computed only once."""
        if make not in self._once:
            self._once[make] = make(self.puzzle)
        found: Found = self._once[make]
        return found

    def solutions_from(self, board: Board) -> Sequence[Board]:
        """Return the known solutions that are still possible on the board. Techniques use them for pruning only."""
        return [one for one in self.solutions if not (board.yes & ~one.yes or board.no & ~one.no)]
