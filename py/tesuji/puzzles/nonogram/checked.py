"""The rules of a nonogram for the checker: each line's numbers are its runs."""

from typing import Any

from tesuji.checker import Puzzle, Runs, integer, letters, lists


def read(document: dict[str, Any]) -> Puzzle:
    """The puzzle of a document with "rows" and "cols". Raises NotAPuzzle."""
    rows, columns = ([_runs(clue) for clue in lists(document, name)] for name in ("rows", "cols"))
    size = len(columns), len(rows)
    letters(document, "board", "#.?", size, optional=True)
    puzzle = Puzzle.of_cells(*size, marks="?#.")
    for word, lines, clues in ("row", puzzle.rows, rows), ("column", puzzle.columns, columns):
        for number, (line, runs) in enumerate(zip(lines, clues), 1):
            puzzle.clue(Runs(line, runs), word, number)
    return puzzle


def _runs(clue: list[Any]) -> list[int]:
    """The lengths of a line's runs; [0] is the empty line, too."""
    return [] if len(clue) == 1 and type(clue[0]) is int and clue[0] == 0 else [integer(run, 1) for run in clue]
