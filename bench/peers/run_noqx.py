"""Runs noqx (T0nyX1ang, rules in Python for clingo) from a checkout at the given path; akari, hitori and star battle.

The time is from noqx's puzzle to the verdict: its program in the language of clingo, grounding and solving, with its own
settings but two models instead of ten. Reading the link of Penpa+ and writing the solutions as links are left out.
"""

from __future__ import annotations

import sys

from serve import serve, verdict_of

sys.path.append(sys.argv[1])

from noqx.clingo import ClingoSolver, Config
from noqx.manager import generate_program, load_solver
from noqx.puzzle import Color, Direction, Point, Puzzle

NAMES = {"akari": "akari", "hitori": "hitori", "star_battle": "starbattle"}


def prepare(request: dict) -> Puzzle:
    document = request["document"]
    rows = document["grid"]
    puzzle = Puzzle(NAMES[document["kind"]], "", {"stars": str(document.get("stars", 1))})
    puzzle.row, puzzle.col = len(rows), len(rows[0])
    if document["kind"] == "star_battle":
        add_borders(puzzle, rows)
    else:
        add_clues(puzzle, rows, document["kind"])
    return puzzle


def add_borders(puzzle: Puzzle, rows: list[str]) -> None:
    """Draw the borders between regions and around the board."""
    letters = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    for r in range(puzzle.row + 1):
        for c in range(puzzle.col + 1):
            here = letters.get((r, c))
            puzzle.edge[Point(r, c, Direction.LEFT)] = here != letters.get((r, c - 1))
            puzzle.edge[Point(r, c, Direction.TOP)] = here != letters.get((r - 1, c))


def add_clues(puzzle: Puzzle, rows: list, kind: str) -> None:
    """Add the numbers of a hitori, or the numbers and black cells of an akari."""
    for r, row in enumerate(rows):
        for c, clue in enumerate(row):
            if kind == "akari" and clue != ".":
                puzzle.surface[Point(r, c)] = Color.BLACK
            if kind == "hitori" or clue.isdigit():
                puzzle.text[Point(r, c, Direction.CENTER, "normal")] = int(clue, 36) if isinstance(clue, str) else clue


def decide(puzzle: Puzzle) -> str:
    solver = ClingoSolver()
    solver.solve(generate_program(puzzle))
    return verdict_of(len(solver.solution()))


if __name__ == "__main__":
    Config.max_solutions_to_find = 2
    for name in NAMES.values():
        load_solver("solver", name)
    serve(decide, prepare)
