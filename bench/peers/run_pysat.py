"""Runs Glucose 4 (C++) through python-sat on Tesuji's own clauses: runs in order encoding, counts directly or as
totalizers.

Making the clauses is not counted; passing them to the solver and solving are. Loops are excluded when they occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pysat.solvers import Glucose4

from serve import serve, verdict_of
from tesuji.constraints import Count, SingleLoop
from tesuji.engine.sat import clauses as encodings
from tesuji.engine.sat.encoder import Encoder
from tesuji.model import Puzzle
from tesuji.puzzles import parse


class Clauses:
    """Takes clauses as the engine's own solver does, and keeps them in DIMACS numbers."""

    def __init__(self, variables: int):
        self.variables = variables
        self.clauses: list[list[int]] = []

    def new_var(self, **advice) -> int:
        self.variables += 1
        return self.variables - 1

    def add_clause(self, literals: Iterable[int]) -> None:
        self.clauses.append([-(x // 2 + 1) if x & 1 else x // 2 + 1 for x in literals])


def prepare(request: dict) -> tuple[Puzzle, list[list[int]]]:
    _, puzzle = parse(request["document"])
    clauses = Clauses(puzzle.size)
    for yes, cells in ((0, puzzle.givens.yes), (1, puzzle.givens.no)):
        for cell in range(puzzle.size):
            if cells >> cell & 1:
                clauses.add_clause([2 * cell + yes])
    encoder = Encoder(puzzle, clauses, lazy=False)
    for constraint in puzzle.constraints:
        if isinstance(constraint, Count):
            cells = [2 * cell for cell in constraint.scope]
            for clause in encodings.among(cells, constraint.allowed, lambda: 2 * clauses.new_var()):
                clauses.add_clause(clause)
        elif isinstance(constraint, SingleLoop):
            clauses.add_clause([2 * edge for edge in constraint.scope])
        else:
            encoder.add_at_once(constraint.encode(encoder))
    return puzzle, clauses.clauses


def decide(prepared: tuple[Puzzle, list[list[int]]]) -> str:
    puzzle, clauses = prepared
    found = 0
    with Glucose4(bootstrap_with=clauses) as solver:
        while found < 2 and solver.solve():
            model = solver.get_model()
            stray = list(strays(puzzle, model))
            if stray:
                solver.append_formula(stray)
            else:
                found += 1
                solver.add_clause([-literal for literal in model[: puzzle.size]])
    return verdict_of(found)


def strays(puzzle: Puzzle, model: list[int]) -> Iterator[list[int]]:
    """Yield clauses that exclude a model with several loops. A loop that satisfies all counts may still be the only
    one; others are impossible.
    """
    loop = next((constraint for constraint in puzzle.constraints if isinstance(constraint, SingleLoop)), None)
    if loop is None:
        return
    cycles = list(cycles_of(loop, model))
    if len(cycles) == 1:
        return
    drawn = set().union(*cycles)
    for cycle in cycles:
        alone = all(
            sum(cell in cycle for cell in count.scope) in count.allowed
            for count in puzzle.constraints
            if isinstance(count, Count)
        )
        clause = [-(edge + 1) for edge in cycle]
        yield from ([*clause, -(edge + 1)] for edge in drawn - cycle) if alone else [clause]


def cycles_of(loop: SingleLoop, model: list[int]) -> Iterator[set[int]]:
    """Yield the drawn edges of one loop after the other."""
    at: dict[int, list[tuple[int, int]]] = {}
    for edge, (a, b) in zip(loop.scope, loop.ends):
        if model[edge] > 0:
            at.setdefault(a, []).append((edge, b))
            at.setdefault(b, []).append((edge, a))
    while at:
        vertex = next(iter(at))
        cycle: set[int] = set()
        while vertex in at:
            edge, vertex = next(((edge, other) for edge, other in at.pop(vertex) if edge not in cycle), (None, None))
            if edge is not None:
                cycle.add(edge)
        yield cycle


if __name__ == "__main__":
    serve(decide, prepare)
