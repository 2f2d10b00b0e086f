"""The rules of a slitherlink for the checker: numbers count edges of boxes, and all edges form one loop."""

from typing import Any

from tesuji.checker import Block, Count, Edges, Loop, Puzzle, Sides, letters, switch


def read(document: dict[str, Any]) -> Puzzle:
    """The puzzle of a document with "grid"; "full": true if the loop passes every dot. Raises NotAPuzzle."""
    grid = letters(document, "grid", ".01234")
    width, height = len(grid[0]), len(grid)
    meet = {2} if switch(document, "full", False) else {0, 2}
    puzzle = Puzzle(Block("edge", width, height), marks=("?", "#", ".x"), board="edges")
    edges = Edges.of(width, height)
    for (r, c), around in edges.boxes.items():
        if grid[r - 1][c - 1] != ".":
            puzzle.clue(Count(around, {int(grid[r - 1][c - 1])}), r, c)
    for at_dot in edges.dots.values():
        puzzle.add(Count(at_dot, meet))
    puzzle.add(Loop(edges.ends))
    puzzle.follows(Sides(edges))
    return puzzle
