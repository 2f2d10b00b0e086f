"""Each line's numbers are its runs. Cells are numbered row by row; yes is filled.

A document with "colors" has coloured runs; see `coloured`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import tesuji.puzzles.nonogram.coloured as coloured
from tesuji.constraints import ColourRuns, Count, Runs
from tesuji.constraints.runs import normal_runs
from tesuji.errors import InputError
from tesuji.grid import bit_set, check_size, letters, offered, rows_of
from tesuji.model import Alternative, Board, Clue, Document, Flaw, Offer, Puzzle
from tesuji.puzzles.nonogram.picture import clues_of
from tesuji.variables import place_of_literal


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "rows" and "cols". Raises InputError."""
    if "colors" in document:
        return coloured.parse(document)
    rows, columns = clues_of(document, "rows", "row", _clue), clues_of(document, "cols", "column", _clue)
    width, height = len(columns), len(rows)
    check_size(width, height)
    if "board" in document:
        letters(document, "board", "#.?", (width, height))
    clues = (
        *(Clue(("row", r), runs) for r, runs in enumerate(rows)),
        *(Clue(("column", c), runs) for c, runs in enumerate(columns)),
    )
    lines = (
        *(range(r * width, r * width + width) for r in range(height)),
        *(range(c, width * height, width) for c in range(width)),
    )
    constraints = tuple(Runs(line, clue.value, clue) for line, clue in zip(lines, clues))
    canonical = {**document, "rows": [list(runs) for runs in rows], "cols": [list(runs) for runs in columns]}
    return Puzzle("nonogram", width, height, width * height, clues, constraints, Board(), canonical)


def _clue(runs: Any, at: dict[str, int]) -> tuple[int, ...]:
    try:
        return normal_runs(runs)
    except ValueError:
        raise InputError("run", at, clue=" ".join(map(str, runs))[:40]) from None


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield clues that are longer than their line, and sums of rows and columns that differ."""
    if puzzle.blocks:
        yield from coloured.flaws(puzzle)
        return
    for clue in puzzle.clues:
        length = puzzle.width if clue.at[0] == "row" else puzzle.height
        need = sum(clue.value) + max(len(clue.value) - 1, 0)
        if need > length:
            yield Flaw(f"clue-too-long-{clue.at[0]}", {"need": need, "length": length}, {clue.at[0]: clue.at[1] + 1})
    in_rows = sum(sum(clue.value) for clue in puzzle.clues if clue.at[0] == "row")
    in_columns = sum(sum(clue.value) for clue in puzzle.clues if clue.at[0] == "column")
    if in_rows != in_columns:
        yield Flaw("sums-differ", {"rows": in_rows, "columns": in_columns})


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """Return every cell with its value in the solution, filled ones first, because a nonogram already has all its
    clues.
    """
    if puzzle.blocks:
        return coloured.offers(puzzle, board)
    cells = sorted(range(puzzle.size), key=lambda cell: not board.yes >> cell & 1)
    return [
        Offer(
            place_of_literal(puzzle, cell),
            "#" if board.yes >> cell & 1 else ".",
            (Count((cell,), {board.yes >> cell & 1}),),
        )
        for cell in cells
    ]


def with_offers(puzzle: Puzzle, chosen: Sequence[Offer]) -> Document:
    """Return the document with the chosen cells as marks on the board."""
    board = puzzle.document.get("board") or ["?" * puzzle.width] * puzzle.height
    return {**puzzle.document, "board": offered(board, chosen)}


def alternatives(puzzle: Puzzle) -> Iterator[Alternative]:
    """Yield the clue of every line; its alternatives are the runs of the line on boards without the clue."""
    for number, constraint in enumerate(puzzle.constraints):
        if constraint.clue:
            name, line = constraint.clue.at
            shown: Callable[[Board], Any] = partial(_runs, constraint.scope)
            if isinstance(constraint, ColourRuns):
                shown = partial(coloured.shown, constraint.planes)
            yield Alternative({name: line}, constraint.clue.value, (number,), shown=shown)


def _runs(line: Sequence[int], board: Board) -> tuple[int, ...]:
    """Return the lengths of the filled runs of a line."""
    text = "".join("# "[board.no >> cell & 1] for cell in line)
    return tuple(map(len, text.split()))


def changed(puzzle: Puzzle, clue: Alternative, value: Sequence[Any]) -> Document:
    """Return the document with another clue for a line."""
    ((name, line),) = clue.at.items()
    member = "rows" if name == "row" else "cols"
    clues = list(puzzle.document[member])
    clues[line] = [list(run) if isinstance(run, tuple) else run for run in value]
    return {**puzzle.document, member: clues}


def solution(puzzle: Puzzle, board: Board) -> list[str]:
    if puzzle.blocks:
        return coloured.solution(puzzle, board)
    return rows_of(puzzle.width, puzzle.height, board.yes, board.no, "#.?")


forced = solution


def read(puzzle: Puzzle, rows: Sequence[str]) -> Board:
    if puzzle.blocks:
        return coloured.read(puzzle, rows)
    rows = letters({"board": rows}, "board", "#.?", (puzzle.width, puzzle.height))
    return Board(bit_set(rows, "#"), bit_set(rows, "."))


def value_name(puzzle: Puzzle, value: int) -> Document | None:
    """Return the name of a colour or of blank, as a message; None if there are no colours."""
    return coloured.value_name(puzzle, value) if puzzle.blocks else None


def colours(puzzle: Puzzle) -> dict[str, str]:
    """Return the colour of each letter; empty for black and white."""
    return dict(zip("12345678", puzzle.document.get("colors", ())))


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the picture with its clues to the left and above. Each cell has two characters, so that it looks square."""
    if puzzle.blocks:
        return coloured.draw(puzzle, board)
    row_clues = [" ".join(map(str, clue.value)) or "0" for clue in puzzle.clues[: puzzle.height]]
    column_clues = [clue.value or (0,) for clue in puzzle.clues[puzzle.height :]]
    margin, depth = max(map(len, row_clues)), max(map(len, column_clues))
    head = [
        " " * (margin + 1)
        + "".join(
            f"{clue[len(clue) - depth + line]:>2}" if len(clue) - depth + line >= 0 else "  " for clue in column_clues
        )
        for line in range(depth)
    ]
    marks = {"#": "██", ".": " ·", "?": "  "}
    body = [
        f"{clue:>{margin}} " + "".join(marks[cell] for cell in row)
        for clue, row in zip(row_clues, solution(puzzle, board))
    ]
    return "\n".join([*head, *body])
