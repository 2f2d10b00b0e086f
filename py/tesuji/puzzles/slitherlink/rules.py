"""A number counts the edges of its box; at every vertex 0 or 2 edges meet; there is one loop. Yes is a drawn edge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tesuji.bitset import flags
from tesuji.constraints import Count, SingleLoop
from tesuji.constraints.patterns.lattice_loop import ends_of_edges
from tesuji.errors import InputError
from tesuji.grid import bit_set, letters
from tesuji.model import Block, Board, Clue, Constraint, Document, Flaw, Offer, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice, all_boxes_at, all_edges_at

EXACTLY = [frozenset({number}) for number in range(5)]
"""One set for each number: a large board has ten thousand of each."""


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid", perhaps the player's "edges", and "full": true if the loop passes
    every vertex. Raises InputError."""
    grid = letters(document, "grid", ".01234")
    lattice = Lattice(len(grid[0]), len(grid))
    if "edges" in document:
        _edges(lattice, document["edges"])
    clues = tuple(
        Clue((r, c), int(letter)) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter != "."
    )
    numbers = [Count(lattice.edges_around(*clue.at), EXACTLY[clue.value], clue) for clue in clues]
    full = document.get("full", False)
    if not isinstance(full, bool):
        raise InputError("full")
    return Puzzle(
        "slitherlink",
        lattice.width,
        lattice.height,
        lattice.size,
        clues,
        (*numbers, *_rules(lattice, full)),
        Board(),
        document,
        (Block("edge", lattice.width, lattice.height),),
    )


@lru_cache(maxsize=4)
def _rules(lattice: Lattice, full: bool) -> list[Constraint]:
    """Return the constraints that all boards of one size share: how many edges meet at each vertex, and one loop."""
    meet = EXACTLY[2] if full else frozenset({0, 2})
    vertices = [Count(edges, meet) for edges in all_edges_at(lattice)]
    return [*vertices, SingleLoop(list(enumerate(ends_of_edges(*lattice))), sides=all_boxes_at(lattice))]


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield a 4 next to a number that its own loop does not allow, and a board on which no edge may be drawn."""
    grid = {clue.at: clue.value for clue in puzzle.clues}
    for (r, c), value in grid.items():
        if value == 4 and any(grid.get(near, 1) > 1 for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))):
            yield Flaw("four-not-alone", {}, {"row": r + 1, "column": c + 1})
    if len(grid) == puzzle.width * puzzle.height and not any(grid.values()):
        yield Flaw("only-zeros", {})


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """Return the number of every box that has none; a 0 only as a last resort."""
    lattice, numbered = Lattice(puzzle.width, puzzle.height), {clue.at for clue in puzzle.clues}
    on = flags(board.yes, puzzle.size)
    found = []
    for at in ((r, c) for r in range(puzzle.height) for c in range(puzzle.width)):
        if at not in numbered:
            edges = lattice.edges_around(*at)
            number = sum(on[edge] for edge in edges)
            found.append(Offer({"row": at[0], "column": at[1]}, number, (Count(edges, {number}, Clue(at, number)),)))
    return sorted(found, key=lambda offer: offer.value == 0)


def read(puzzle: Puzzle, edges: Any) -> Board:
    rows = "".join(_edges(Lattice(puzzle.width, puzzle.height), edges))
    return Board(bit_set([rows], "-|"), bit_set([rows], ".x"))


def _edges(lattice: Lattice, edges: Any) -> list[str]:
    """Return all rows of edges, checked. Raises InputError."""
    if not isinstance(edges, dict):
        raise InputError("not-rows", field="edges")
    return [
        *letters(edges, "h", "-.x?", (lattice.width, lattice.height + 1)),
        *letters(edges, "v", "|.x?", (lattice.width + 1, lattice.height)),
    ]
