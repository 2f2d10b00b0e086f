"""A random field. As a puzzle: some of its numbers and the total number of mines. As a game: the field after the first
click.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesuji.bitset import members, set_of
from tesuji.grid import around, bit_set, blanked, check_size, each_alone, rows_of
from tesuji.model import Board, Document, Puzzle
from tesuji.puzzles.minesweeper.rules import numbers, opened_cells
from tesuji.rulebook import CluePlace, Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

MINES = (0.16, 0.22)
"""The minimum and maximum share of cells that are mines."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a field with all its numbers and the total number of mines."""
    check_size(width, height)
    mines = random.sample(range(width * height), _number_of_mines(width, height, random))
    yield
    made = _draft_of(set_of(mines), width, height)
    yield
    return made


def _number_of_mines(width: int, height: int, random: Random) -> int:
    return round(random.uniform(*MINES) * width * height)


def _draft_of(mines: int, width: int, height: int) -> Draft:
    complete = numbers(_field_of(mines, width, height))
    grid = ["".join("." if number < 0 else str(number) for number in row) for row in complete]
    return Draft.of({"kind": "minesweeper", "grid": grid, "mines": mines.bit_count()}, mines, width * height)


def _field_of(mines: int, width: int, height: int) -> list[str]:
    return rows_of(width, height, mines, 0, "*?.")


def deal(width: int, height: int, random: Random) -> Drafting:
    """Return a field with the cells that open after a first click near the middle, with no mine near it."""
    check_size(width, height)
    first = random.randrange(height // 3, height - height // 3), random.randrange(width // 3, width - width // 3)
    near = {first, *around(*first, width, height)}
    far = [r * width + c for r in range(height) for c in range(width) if (r, c) not in near]
    mines = random.sample(far, min(len(far), _number_of_mines(width, height, random)))
    yield
    return _deal_of(sum(1 << cell for cell in mines), width, height, first)


def _deal_of(mines: int, width: int, height: int, first: CluePlace) -> Draft:
    field = _field_of(mines, width, height)
    document = {
        "kind": "minesweeper",
        "field": field,
        "opened": opened_cells(field, [first]),
        "mines": mines.bit_count(),
    }
    return Draft.of(document, mines, width * height)


def mended(draft: Draft, open_cells: int, random: Random, number: int) -> Draft:
    """Return the field with some mines of these cells moved elsewhere."""
    height, width = len(draft.document["grid"]), len(draft.document["grid"][0])
    mines = draft.solution.yes
    among = list(members(mines & open_cells)) or list(members(mines))
    for source in random.sample(among, min(number, len(among))):
        mines ^= 1 << source | 1 << random.choice(list(members(draft.solution.no & ~mines)))
    return _draft_of(mines, width, height)


def moved(draft: Draft, open_cells: int, random: Random, number: int) -> Draft:
    """Return the field with one mine of these cells, if there is one, moved elsewhere, but not next to an opened 0, so
    that the first click opens at least the same cells.
    """
    document = draft.document
    field = document["field"]
    width, height = len(field[0]), len(field)
    opened = set_of(r * width + c for r, c in document["opened"])
    mines = draft.solution.yes
    if not mines:
        return draft
    source = random.choice(list(members(mines & open_cells or mines)))
    target = random.choice(list(members(draft.solution.no & ~opened)) or [source])
    complete = numbers(field)
    first = next((r, c) for r, c in document["opened"] if complete[r][c] == 0)
    return _deal_of(mines & ~(1 << source) | 1 << target, width, height, first)


def reveal(document: Document, board: Board) -> Document:
    """Return the game after clicks on all cells that are safe on the board."""
    width = len(document["field"][0])
    before = set_of(r * width + c for r, c in document.get("opened") or ())
    return opened(document, board.no & ~before, 0)


def hidden(puzzle: Puzzle) -> Board | None:
    """Return the mines if the document is a complete field."""
    if "grid" in puzzle.document:
        return None
    mines = bit_set(puzzle.document["field"], "*")
    return Board(mines, puzzle.cells & ~mines)


def opened(document: Document, cells: int, closed: int) -> Document:
    """Return the game after clicks on these cells. Flagged cells stay closed, and a click on a mine reveals nothing."""
    field = document["field"]
    width = len(field[0])
    clicked = [divmod(cell, width) for cell in members(cells)]
    safe = [(r, c) for r, c in clicked if field[r][c] != "*"]
    before = [(r, c) for r, c in document.get("opened") or ()]
    flagged = {divmod(cell, width) for cell in members(closed)}
    return {**document, "opened": opened_cells(field, safe, before, flagged)}


GAME = Maker(deal, mended=moved, reveal=reveal)
MAKER = Maker(draft, each_alone, blanked, mended=mended, by_techniques=True, variants={"game": GAME})
