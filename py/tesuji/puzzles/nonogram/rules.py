"""Each line's numbers are its runs. Cells are numbered row by row; yes is filled.

A document with "colors" has coloured runs; see `coloured`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import tesuji.puzzles.nonogram.coloured as coloured
from tesuji.constraints import Count, Runs
from tesuji.constraints.planes import slack
from tesuji.constraints.runs import normal_runs
from tesuji.errors import InputError
from tesuji.grid import check_size, lines, offered, rows_and_columns, split
from tesuji.model import Alternative, Board, Clue, Document, Flaw, Offer, Puzzle
from tesuji.puzzles.nonogram.coloured import letters, read, runs_of
from tesuji.puzzles.nonogram.palette import colour_name
from tesuji.puzzles.nonogram.picture import clues_of
from tesuji.puzzles.nonogram.placements import black
from tesuji.variables import blocks_of, indexes, place, settling_literals


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "rows" and "cols". Raises InputError."""
    if "colors" in document:
        return coloured.parse(document)
    rows, columns = clues_of(document, "rows", "row", _clue), clues_of(document, "cols", "column", _clue)
    width, height = len(columns), len(rows)
    check_size(width, height)
    clues = (
        *(Clue(("row", r), runs) for r, runs in enumerate(rows)),
        *(Clue(("column", c), runs) for c, runs in enumerate(columns)),
    )
    constraints = tuple(Runs(line, clue.value, clue) for line, clue in zip(lines(width, height), clues))
    canonical = {**document, "rows": [list(runs) for runs in rows], "cols": [list(runs) for runs in columns]}
    puzzle = Puzzle("nonogram", width, height, width * height, clues, constraints, Board(), canonical)
    if "board" in document:
        read(puzzle, document["board"])
    return puzzle


def _clue(runs: Any, at: dict[str, int]) -> tuple[int, ...]:
    try:
        return normal_runs(runs)
    except ValueError:
        raise InputError("run", at, clue=" ".join(map(str, runs))[:40]) from None


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield clues that are longer than their line, and numbers of filled cells, of each colour, that differ between
    rows and columns.
    """
    cells: dict[str, Counter[int]] = {"row": Counter(), "column": Counter()}
    for clue in puzzle.clues:
        side, number = clue.at
        length = puzzle.width if side == "row" else puzzle.height
        runs = clue.value if puzzle.blocks else black(clue.value)
        missing = -slack(length, runs)
        if missing > 0:
            yield Flaw(f"clue-too-long-{side}", {"need": length + missing, "length": length}, {side: number + 1})
        for run, colour in runs:
            cells[side][colour] += run
    for colour in range(1, blocks_of(puzzle)[0].values):
        rows, columns = cells["row"][colour], cells["column"][colour]
        if rows != columns:
            params: Document = {"rows": rows, "columns": columns}
            named = {"colour": value_name(puzzle, colour)} if puzzle.blocks else {}
            yield Flaw("colours-differ" if puzzle.blocks else "sums-differ", {**params, **named})


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """Return every cell with its value in the solution, blank ones last. A nonogram already has all its clues."""
    blank, written = blocks_of(puzzle)[0].values, letters(puzzle)
    found, literals = indexes(puzzle, board), settling_literals(puzzle, board)
    cells = sorted(range(len(found)), key=lambda cell: found[cell] == blank)
    return [
        Offer(place(puzzle, cell), written[found[cell]], (Count((literals[cell],), {board.yes >> literals[cell] & 1}),))
        for cell in cells
    ]


def with_offers(puzzle: Puzzle, chosen: Sequence[Offer]) -> Document:
    """Return the document with the chosen cells as marks on the board."""
    board = puzzle.document.get("board") or ["?" * puzzle.width] * puzzle.height
    return {**puzzle.document, "board": offered(board, chosen)}


def alternatives(puzzle: Puzzle) -> Iterator[Alternative]:
    """Yield the clue of every line; its alternatives are the runs of the line on boards without the clue."""
    sides = rows_and_columns(puzzle.width, puzzle.height)
    for number, constraint in enumerate(puzzle.constraints):
        if constraint.clue:
            name, line = constraint.clue.at
            shown = partial(_runs, puzzle, sides[name == "column"][line])
            yield Alternative({name: line}, constraint.clue.value, (number,), shown=shown)


def _runs(puzzle: Puzzle, line: Sequence[int], board: Board) -> tuple[Any, ...]:
    """Return the runs of a line on a complete board, as in a clue."""
    found, blank = indexes(puzzle, board), blocks_of(puzzle)[0].values
    runs = runs_of([found[cell] % blank for cell in line])
    return tuple((length, colour) if puzzle.blocks else length for length, colour in runs)


def changed(puzzle: Puzzle, clue: Alternative, value: Sequence[Any]) -> Document:
    """Return the document with another clue for a line."""
    ((name, line),) = clue.at.items()
    member = "rows" if name == "row" else "cols"
    clues = list(puzzle.document[member])
    clues[line] = [list(run) if isinstance(run, tuple) else run for run in value]
    return {**puzzle.document, member: clues}


def solution(puzzle: Puzzle, board: Board) -> list[str]:
    return split("".join(map(letters(puzzle).__getitem__, indexes(puzzle, board))), puzzle.width)


forced = solution


def value_name(puzzle: Puzzle, value: int) -> Document | None:
    """Return the name of a colour or of blank, as a message; None if there are no colours."""
    return colour_name(puzzle.document["colors"], value) if puzzle.blocks else None


def colours(puzzle: Puzzle) -> dict[str, str]:
    """Return the colour of each letter; empty for black and white."""
    return dict(zip("12345678", puzzle.document.get("colors", ())))


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the picture with its clues to the left and above; coloured runs are "length:colour". In black and white,
    each cell has two characters, so that it looks square.
    """
    written = [[_run_text(run) for run in clue.value] or ["0"] for clue in puzzle.clues]
    texts, columns = [" ".join(clue) for clue in written[: puzzle.height]], written[puzzle.height :]
    margin, depth = max(map(len, texts)), max(map(len, columns))
    wide, gap, marks = 2, " ", {"?": "  ", ".": " ·", "#": "██"}
    if puzzle.blocks:
        wide, gap = 1 + max(len(run) for clue in columns for run in clue), ""
        marks = {letter: letter * (wide - 1) for letter in letters(puzzle)} | {"?": " ", ".": "·"}
    columns = [[""] * (depth - len(clue)) + clue for clue in columns]
    head = [" " * margin + gap + "".join(f"{run:>{wide}}" for run in line) for line in zip(*columns)]
    body = [
        f"{text:>{margin}}{gap}" + "".join(f"{marks[cell]:>{wide}}" for cell in row)
        for text, row in zip(texts, solution(puzzle, board))
    ]
    return "\n".join([*head, *body])


def _run_text(run: Any) -> str:
    return str(run) if isinstance(run, int) else ":".join(map(str, run))
