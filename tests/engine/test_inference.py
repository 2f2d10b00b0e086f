"""Constraints of a class unknown to the engine are solved, refuted and explained through their `infer` alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import oracle_of, verdict_of
from tesuji.constraints import Constraint
from tesuji.engine import search
from tesuji.engine.budget import run
from tesuji.engine.reasons.conflict import conflict
from tesuji.engine.reasons.steps import explain
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.solver import Solver
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle
from tesuji.puzzles import parse, rulebooks

KINDS = sorted(rulebooks())
ORACLES = {kind: oracle_of(kind) for kind in KINDS}


class Unheard(Constraint):
    """The rule of another constraint in a class that defines only `infer`."""

    def __init__(self, constraint):
        self.scope, self.clue, self.infer = constraint.scope, constraint.clue, constraint.infer


def unheard(puzzle: Puzzle) -> Puzzle:
    return puzzle._replace(constraints=tuple(map(Unheard, puzzle.constraints)))


@pytest.mark.parametrize("probes", [0, search.PROBES])
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_all_solutions_are_found(kind, probes, data):
    document = data.draw(ORACLES[kind].documents)
    solutions = ORACLES[kind].solutions(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "PROBES", probes)
        answer = run(search.solve(unheard(parse(document)[1]), limit=1000))
    assert answer.verdict == verdict_of(solutions)
    assert len(answer.boards) == len(solutions)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_conflict_is_found_exactly_if_there_is_no_solution(kind, data):
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    found = run(conflict(unheard(puzzle), Board(), book.explaining.counted))
    assert (found is None) == bool(ORACLES[kind].solutions(document))
    assert found is None or found.minimal


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_steps_lead_to_the_solution(kind, data):
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    bare = book._replace(explaining=book.explaining._replace(techniques=(), tiers=()))
    found = run(explain(unheard(puzzle), bare))
    assert found.verdict == verdict_of(ORACLES[kind].solutions(document))


class NotAlike(Constraint):
    """Two cells differ."""

    def __init__(self):
        self.scope, self.clue = (0, 1), None

    def infer(self, yes, no):
        if yes == 3 or no == 3:
            raise Contradiction
        return yes | no >> 1 | no << 1 & 2, no | yes >> 1 | yes << 1 & 2


def solver_that_infers(variables: int, guard: int | None = None) -> Solver:
    """Return a solver with these variables, the first two of which differ."""
    solver, theory = Solver(), Inference()
    for _ in range(variables):
        solver.new_var()
    solver.add_theory(theory)
    theory.add(NotAlike(), guard)
    return solver


def test_a_disabled_guard_has_no_effect():
    """Two cells that must differ, under a guard: if it is on, one of them is yes; if it is off, both may be."""
    solver = solver_that_infers(3, guard=4)
    assert list(run(solver.solve([4, 0])))[:2] == [1, 0]
    assert list(run(solver.solve([5, 0, 2])))[:2] == [1, 1]


@pytest.mark.parametrize("wish", [[0, 2], [1, 3]])
def test_wishes_never_break_a_constraint_without_clauses(wish):
    """Wishes that leave nothing to decide are inferred from, too."""
    assert sum(run(solver_that_infers(2).solve(wish=wish))) == 1
