"""Minesweeper for Python programs: `from tesuji.puzzles import minesweeper`.

Three kinds of boards, all as rows:

    complete  the number of every safe cell, -1 for a mine
    board     the player's view: 0 to 8 for an opened cell, UNKNOWN -1, FLAGGED -3 for a known mine, IGNORE -2 for a
              cell that is left out of all reasoning
    letters   either of these as in a document: "*" a mine, digits; "." a safe cell of a complete board or a closed
              cell of a position; "s" a closed cell that is known to be safe

Functions accept numbers or letters. Places are (row, column), 0-based. Results are lists, whose cells can be changed.
Every function raises ValueError (`InputError` or its base) for invalid boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from tesuji.errors import Contradiction, InputError, Timeout
from tesuji.grid import around
from tesuji.library import TIMEOUT, in_time, rows, verdict
from tesuji.model import Document
from tesuji.puzzles.minesweeper.builder import FLAGGED, IGNORE, UNKNOWN, ConstraintBuilder, Hint
from tesuji.puzzles.minesweeper.difficulty import MAX_K, Field, PlayerView, neighbours, own_rating
from tesuji.puzzles.minesweeper.dlx import DancingLinks
from tesuji.puzzles.minesweeper.probability import probabilities as shares
from tesuji.puzzles.minesweeper.rulebook import RULEBOOK
from tesuji.puzzles.minesweeper.rules import numbers
from tesuji.results import Multiple, NoSolution, Place, SolveResult, Unique

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = [
    "FLAGGED",
    "IGNORE",
    "UNKNOWN",
    "ConstraintBuilder",
    "Contradiction",
    "DancingLinks",
    "Hint",
    "InputError",
    "Multiple",
    "NoSolution",
    "Timeout",
    "Unique",
    "complete_board",
    "difficulty_map",
    "execute_round",
    "mask",
    "needed_map",
    "probabilities",
    "solve",
    "try_deduce",
]

Rows = Iterable[Iterable[Any]]
States = list[list[int]]
Grid = list[list[str]]
Mode = Literal["once", "repeat", "restart"]

LETTERS = {UNKNOWN: ".", IGNORE: "s", FLAGGED: "*"}


# Positions


def solve(
    board: Rows, mines: int | None = None, max_solutions: int = 2, timeout: float | None = TIMEOUT
) -> SolveResult[Grid]:
    """Return whether one field, several or none match what a player sees; `mines` is the total number of mines, if
    known.

    `Unique(grid)` with "*" mine and "." safe; `Multiple(a, b, shared)`, where `shared` has "*" for cells that are mines
    in every field, "s" for those that are safe in every field, "?" for the others, and the opened cells;
    `NoSolution(conflict)`. Raises Timeout, InputError.

    >>> solve([[1, -1], [-1, -1]]).shared
    [['1', '?'], ['?', '?']]
    >>> solve(["12..", ".2..", "...."]).shared
    [['1', '2', '?', '?'], ['*', '2', '?', '?'], ['s', 's', 's', '?']]
    >>> solve([[1, -1, 1]]).grid
    [['.', '*', '.']]
    """
    return verdict(RULEBOOK, _position(board, mines), max_solutions, timeout, rows)


def probabilities(board: Rows, mines: int | None = None, timeout: float | None = TIMEOUT) -> list[list[Fraction]]:
    """Return the exact probability of a mine in every cell: the share of the fields matching this board (and the total
    number of `mines`) in which the cell is a mine. Raises Contradiction if there is no such field, Timeout, InputError.

    >>> [[str(share) for share in row] for row in probabilities(["1..", "..."], mines=2)]
    [['0', '1/3', '1/2'], ['1/3', '1/3', '1/2']]
    """
    puzzle = RULEBOOK.parse(_position(board, mines))
    found = in_time(shares(puzzle), timeout)
    if found is None:
        raise Contradiction
    return [list(found[start : start + puzzle.width]) for start in range(0, puzzle.size, puzzle.width)]


# Thought cost (思考コスト)


def difficulty_map(
    field: Rows,
    opened: Iterable[Sequence[int]],
    max_k: int = MAX_K,
    mode: Mode = "once",
    timeout: float | None = TIMEOUT,
) -> list[list[int]]:
    """Return the round in which each cell of a complete board, safe or a mine, is settled when some cells are `opened`
    at the start; 0 for opened cells, -1 for cells that are never settled.

    Round k considers every k hints together, with everything else covered. A cell with the same value in all solutions
    is settled, and at the end of the round all these cells are opened or flagged. The total number of mines is not
    used, and a 0 does not open its neighbours. `mode` is "once" (each k = 1 ... `max_k` once), "repeat" (each k until
    it settles nothing more) or "restart" (back to k = 1 after every success). A field of 16 x 30 takes about a second.

    Raises InputError for an opened mine, a place outside the board, and numbers that do not fit the mines; Timeout.

    >>> difficulty_map([[0, 1, -1], [0, 1, 1]], [(0, 0)])
    [[0, 1, -1], [1, 1, -1]]
    >>> difficulty_map(["*...", "...."], [(0, 1), (1, 0)])
    [[3, 0, 2, 3], [0, 3, 2, 3]]
    >>> difficulty_map(["*...", "...."], [(0, 1), (1, 0)], mode="repeat")
    [[2, 0, 2, 2], [0, 2, 2, 2]]
    """
    played = _played(field, opened, max_k, mode, timeout)
    return played.rows(played.k)


def needed_map(
    field: Rows,
    opened: Iterable[Sequence[int]],
    max_k: int = MAX_K,
    mode: Mode = "once",
    timeout: float | None = TIMEOUT,
) -> list[list[int]]:
    """Return the same as `difficulty_map`, but with the fewest hints that settle each cell on the board of its round.
    This may be less than the number of the round.

    >>> needed_map(["*...", "...."], [(0, 1), (1, 0)])
    [[2, 0, 2, 1], [0, 1, 2, 1]]
    """
    played = _played(field, opened, max_k, mode, timeout)
    return played.rows(played.needed)


def _played(field: Rows, opened: Iterable[Sequence[int]], max_k: int, mode: str, timeout: float | None) -> Field:
    document = {
        "kind": "minesweeper",
        "field": _letters(field, {-1: "*"}),
        "opened": [list(place) for place in opened],
        "mode": mode,
        "max_k": max_k,
    }
    rating = own_rating(RULEBOOK.parse(document))
    assert rating is not None  # the document has a field
    in_time(rating.asked.rounds(), timeout)
    return rating.asked


def execute_round(board: Rows, complete: Rows, k: int, timeout: float | None = TIMEOUT) -> States:
    """Return the board after round k of `difficulty_map`: every k of its hints are combined, and all cells that these
    settle are then opened (with the number in `complete`) or FLAGGED. Nothing is settled if there are fewer than k
    hints. Raises ValueError if the board does not match `complete`; Timeout.

    >>> execute_round([[1, -1, -1], [1, 1, 1]], [[1, -1, 1], [1, 1, 1]], 1)
    [[1, -3, -1], [1, 1, 1]]
    >>> execute_round([[1, -1, -1], [1, 1, 1]], [[1, -1, 1], [1, 1, 1]], 2)
    [[1, -3, 1], [1, 1, 1]]
    """
    if type(k) is not int or k < 1:
        raise InputError("max-k")
    states, whole = _states(board), complete_board(complete)
    width, height = _size(states)
    if (width, height) != _size(whole):
        raise ValueError("the board and the complete board differ in size")
    flat = [number for row in whole for number in row]
    known = {cell: state for cell, state in enumerate(sum(states, [])) if state != UNKNOWN}
    for cell, state in known.items():
        if state != (FLAGGED if flat[cell] < 0 else flat[cell]):
            raise ValueError(f"row {cell // width + 1}, column {cell % width + 1} differs from the complete board")
    position = PlayerView(neighbours(width, height), flat)
    position.settle(known)
    # If there are at least k hints, some k of them settle a cell if and only if some k or fewer do.
    settled = in_time(position.forced(k, True), timeout) if position.hints >= k else ()
    for cell in settled:
        states[cell // width][cell % width] = FLAGGED if flat[cell] < 0 else flat[cell]
    return states


def mask(board: Rows, hints: Iterable[Place]) -> States:
    """Return the board reduced to these hints: all other hints, and all UNKNOWN cells not next to one of these, become
    IGNORE. FLAGGED cells stay.

    >>> mask([[1, -1, -1], [-1, -3, 2]], [(0, 0)])
    [[1, -1, -2], [-1, -3, -2]]
    """
    states, chosen = _states(board), {(r, c) for r, c in hints}
    width, height = _size(states)
    near = {place for r, c in chosen for place in around(r, c, width, height)}
    for r, row in enumerate(states):
        for c, state in enumerate(row):
            if (r, c) in chosen and state < 0:
                raise ValueError(f"row {r + 1}, column {c + 1} is no hint")
            if (state >= 0 and (r, c) not in chosen) or (state == UNKNOWN and (r, c) not in near):
                row[c] = IGNORE
    if any(not (0 <= r < height and 0 <= c < width) for r, c in chosen):
        raise ValueError("a hint lies outside the board")
    return states


def try_deduce(board: Rows, hints: Iterable[Place], complete: Rows | None = None) -> dict[Place, bool]:
    """Return the cells that these hints settle:

    (row, column) -> whether it is a mine in every solution of the masked board (`mask`). With `complete`, cells that
    differ from it are left out. All solutions are found together (`ConstraintBuilder.matrix`, `DancingLinks`). Raises
    Contradiction if the hints have none.

    >>> try_deduce([[1, -1, -1], [1, 1, 1]], [(0, 0)])
    {(0, 1): True}
    >>> try_deduce([[1, -1, -1], [1, 1, 1]], [(0, 0), (1, 1)])
    {(0, 1): True, (0, 2): False}
    """
    builder = ConstraintBuilder(mask(board, hints))
    columns, options = builder.matrix()
    links = DancingLinks(columns, options)
    for _ in links.build():
        pass
    total, mines = links.weigh(lambda row: 1)
    if not total:
        raise Contradiction
    settled = {}
    for cell in builder.variables():
        count = mines[cell, "mine"]
        if count in (0, total):
            settled[cell] = count == total
    if complete is None:
        return settled
    whole = complete_board(complete)
    return {(r, c): mine for (r, c), mine in settled.items() if mine == (whole[r][c] < 0)}


def complete_board(field: Rows) -> States:
    """Return the complete board of a field: the number of every safe cell, -1 for a mine. Existing numbers are ignored.

    >>> complete_board(["..*", "*.."])
    [[1, 2, -1], [-1, 2, 1]]
    """
    return numbers(_letters(field, {-1: "*"}))


# Numbers and letters


def _position(board: Rows, mines: int | None) -> Document:
    return {"kind": "minesweeper", "grid": _letters(board, LETTERS), "mines": mines}


def _letters(board: Rows, letters: dict[int, str]) -> list[str]:
    """Return rows of letters, as in a document. Letters are unchanged; numbers other than 0 to 8 become the given
    letters.
    """
    return [
        "".join(letters.get(cell, str(cell)) if isinstance(cell, int) else str(cell) for cell in row) for row in board
    ]


def _states(board: Rows) -> States:
    """Return a board as a matrix of states. Raises InputError for anything else."""
    grid = _letters(board, LETTERS)
    RULEBOOK.parse({"kind": "minesweeper", "grid": grid})
    states = {letter: state for state, letter in LETTERS.items()}
    return [[states[letter] if letter in states else int(letter) for letter in row] for row in grid]


def _size(board: States) -> tuple[int, int]:
    return len(board[0]), len(board)
