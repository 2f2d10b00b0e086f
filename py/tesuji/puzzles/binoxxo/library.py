"""Binoxxo for Python programs: `from tesuji.puzzles import binoxxo`, then `binoxxo.solve(rows)`.

A board is a sequence of rows, or text with one row per line. A row is a sequence of letters: "O" (also "o", "◯", "○",
"0"), "X" (also "x", "×", "1"), and for a blank " ", "_", "." or "?". Width and height may differ. Results are lists of
"O", "X" and, for unknown cells, "?".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tesuji.calls import explain
from tesuji.constraints.patterns import balanced_lines as bits
from tesuji.errors import Contradiction, InputError, Timeout
from tesuji.library import TIMEOUT, in_time, rows, strings, verdict
from tesuji.locales import preferred, render_message
from tesuji.model import Document, Puzzle
from tesuji.puzzles.binoxxo import lineview
from tesuji.puzzles.binoxxo.rulebook import RULEBOOK
from tesuji.results import Deduction, Multiple, NoSolution, SolveResult, Unique
from tesuji.rulebook import LineView

__all__ = [
    "Contradiction",
    "Deduction",
    "InputError",
    "Multiple",
    "NoSolution",
    "Timeout",
    "Unique",
    "arrangements",
    "solve",
    "solve_line",
    "steps",
]

Line = list[str]
Grid = list[list[str]]
Rows = str | Iterable[Iterable[str]]
Signs = Mapping[str, Sequence[str]]

SAME = str.maketrans("oO0◯○〇xX1×✕✗ _.?", "OOOOOOXXXXXX....")


def solve(
    board: Rows,
    distinct: bool = True,
    max_solutions: int = 2,
    timeout: float | None = TIMEOUT,
    signs: Signs | None = None,
) -> SolveResult[Grid]:
    """Return whether a board has one solution, several or none. Without `distinct`, rows may be equal, and so may
    columns. `signs` are those between the cells of each row, "h", and between the rows, "v": rows of "=", "x" and ".".

    The result is `Unique(grid)`, `Multiple(a, b, shared)`, or `NoSolution(conflict)` with givens and the `rules` that
    they break, and a `reason` if the board already breaks a rule. Raises Timeout, and InputError, a ValueError, for
    rows of different length, a single row or column, and other letters.

    >>> for row in solve([" O  ", "   X", " OX ", "  X "]).grid:
    ...     print("".join(row))
    XOOX
    OXOX
    XOXO
    OXXO
    >>> broken = solve(["XXX.", "....", "....", "...."])
    >>> broken.conflict
    (Clue(at=(0, 0), value='X'), Clue(at=(0, 1), value='X'), Clue(at=(0, 2), value='X'))
    >>> broken.rules
    (Rule(name='count', cells=((0, 0), (0, 1), (0, 2))),)
    """
    return verdict(RULEBOOK, _document(board, distinct, signs), max_solutions, timeout, rows)


def steps(
    board: Rows, distinct: bool = True, timeout: float | None = TIMEOUT, signs: Signs | None = None
) -> list[Deduction]:
    """Return human-style steps, easiest first, to the solution or as far as anything is certain. Each has its
    technique, the direction of its line, and its cells.

    Raises Contradiction if the board cannot be filled, Timeout, InputError.

    >>> first = steps(["O.O.", "....", "....", "...."])[0]
    >>> first.technique, first.direction, first.cells
    ('middle', 'row', {(0, 1): 'X'})
    """
    answer = in_time(explain({"document": _document(board, distinct, signs)}), timeout)
    if answer["verdict"] == "none":
        raise Contradiction
    if answer["verdict"] == "unknown":
        raise Timeout(timeout)
    return [_deduction(step) for step in answer["steps"]]


def _deduction(step: Document) -> Deduction:
    form = step.get("form", "").partition("-")[0]
    cells = {(cell["cell"]["row"], cell["cell"]["column"]): cell["value"] for cell in step["cells"]}
    direction = form if form in ("row", "column") else None
    return Deduction(
        step["technique"], direction, cells, render_message(step["sentence"], preferred(), step["because"])
    )


def solve_line(line: Iterable[str], others: Iterable[Iterable[str]] = ()) -> Line:
    """Return the line with every letter that all its arrangements share, apart from arrangements equal to one of the
    finished `others`. Takes milliseconds, however many there are. Raises Contradiction if there is none.

    >>> "".join(solve_line("X__X__O__X"))
    'XOOX??O??X'
    >>> "".join(solve_line("OOX___OXOX", ["OOXOXXOXOX"]))
    'OOXXOXOXOX'
    """
    letters, *finished = lines = [_line(one) for one in (line, *others)]
    _lines_as_rows(lines)
    return list(bits.solve_line(letters, finished).replace("_", "?"))


def arrangements(line: Iterable[str], others: Iterable[Iterable[str]] = ()) -> LineView:
    """Return all ways to fill the blanks of a line with the missing letters, X before O. Some are ruled out, with the
    reason: three equal in a row, or equal to one of the finished `others`.

    `total` and `fitting` are counts, `shared` has the letters common to the fitting ones, and `all(first, end)` and
    `only_fitting(first, end)` list a window of them. There may be up to 199 others.

    >>> view = arrangements("X__X__O__X")
    >>> view.total, view.fitting, view.shared
    (15, 3, 'XOOX??O??X')
    >>> [(one.letters, one.why) for one in view.all(10, 13)]
    [('XOOXXOOXOX', None), ('XOOXXOOOXX', 'three'), ('XOOXOXOXOX', None)]
    """
    puzzle = _lines_as_rows([_line(one) for one in (line, *others)])
    return lineview.Arrangements(puzzle, puzzle.givens, "row", 0)


def _lines_as_rows(lines: Sequence[str]) -> Puzzle:
    """Return a board with these rows, and a blank one below a single row. Raises InputError for a line of one cell,
    others of another length, and other letters.
    """
    blanks = ["." * len(lines[0])] * (len(lines) == 1)
    return RULEBOOK.parse({"kind": "binoxxo", "grid": [*lines, *blanks]})


def _document(board: Rows, distinct: bool, signs: Signs | None) -> Document:
    lines = board.splitlines() if isinstance(board, str) else board
    between = {} if signs is None else {"signs": {side: list(rows) for side, rows in signs.items()}}
    return {"kind": "binoxxo", "grid": [_line(row) for row in lines], "distinct": distinct, **between}


def _line(row: Iterable[str]) -> str:
    return "".join(strings([row])).translate(SAME)
