"""Nonograms for Python programs: `from tesuji.puzzles import nonogram`, then `nonogram.solve(rows, columns)`.

A line is a sequence of letters ("#" filled, "." empty, "?" unknown), and a grid is a sequence of such rows. Strings are
accepted; results are lists, whose cells can be changed. Clues (here "hints", as in the literature) are lists of run
lengths, from left to right or from top to bottom; [0] means [], the clue of an empty line.

Every function raises ValueError (`InputError` or its base) for hints that are not positive whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, cast, overload

from tesuji.bitset import flags, from_flags
from tesuji.calls.compat import matlab
from tesuji.calls.counting import census as census_call
from tesuji.constraints import Runs
from tesuji.constraints.runs import generate_hints as hints_of
from tesuji.constraints.runs import normal_runs
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.errors import Contradiction, InputError, Timeout
from tesuji.library import TIMEOUT, in_time, rows, strings, verdict
from tesuji.model import Board, Puzzle
from tesuji.puzzles.nonogram import lineview
from tesuji.puzzles.nonogram.clues import readings
from tesuji.puzzles.nonogram.placements import Placements, black
from tesuji.puzzles.nonogram.rulebook import RULEBOOK
from tesuji.results import CensusAnswer, Multiple, NoSolution, SolveResult, Unique
from tesuji.rulebook import LineView

__all__ = [
    "Contradiction",
    "InputError",
    "Multiple",
    "NoSolution",
    "Patterns",
    "Timeout",
    "Unique",
    "census",
    "extract_common",
    "filter_patterns",
    "generate_hints",
    "generate_patterns",
    "line_view",
    "logical_solve",
    "makepic",
    "picros",
    "simple_boxes",
    "solve",
    "solve_line",
]

Hint = Sequence[int]
Line = list[str]
Grid = list[list[str]]
PictureClass = Literal["SF", "MF", "MP", "EP"]

UNKNOWN, FILLED, EMPTY = "?", "#", "."


# Whole puzzles


def solve(
    row_hints: Sequence[Hint],
    col_hints: Sequence[Hint],
    max_solutions: int = 2,
    timeout: float | None = TIMEOUT,
) -> SolveResult[Grid]:
    """Return whether one picture has these hints, several have, or none.

    The result is `Unique(grid)`; `Multiple(a, b, shared)` as soon as `max_solutions` (2 to 1000) pictures are known,
    with the cells that all share; or `NoSolution(conflict)` with a smallest set of hints that contradict each other. A
    puzzle of 50 x 50 takes tenths of a second, but some puzzles take very long. Raises Timeout, a TimeoutError, after
    `timeout` seconds (None: no limit). Raises InputError, a ValueError, for 0 rows or columns, more than 200 of them,
    and invalid hints.

    >>> solve([[1, 1], [3]], [[2], [1], [2]]).grid
    [['#', '.', '#'], ['#', '#', '#']]
    >>> solve([[1], [1]], [[1], [1]]).shared
    [['?', '?'], ['?', '?']]
    >>> solve([[2], [1]], [[1], [1]])
    ... # doctest: +ELLIPSIS
    NoSolution(conflict=(Clue(at=('row', 0), value=(2,)), ...
    """
    document = {"kind": "nonogram", "rows": row_hints, "cols": col_hints}
    return verdict(RULEBOOK, document, max_solutions, timeout, rows)


def logical_solve(row_hints: Sequence[Hint], col_hints: Sequence[Hint], grid: Iterable[Any] | None = None) -> Grid:
    """Return the grid after line solving, from `grid` or an empty one: each line gets the cells that all its patterns
    share, until nothing changes. The order of the lines makes no difference. Takes milliseconds for 50 x 50.

    Raises Contradiction if a line has no pattern.

    >>> logical_solve([[1], [1], [1], [1]], [[2], [1, 1]])
    [['?', '?'], ['?', '?'], ['?', '?'], ['?', '?']]
    >>> logical_solve([[3], [1]], [[2], [1], [1]], ["#??", "???"])
    [['#', '#', '#'], ['#', '.', '.']]
    """
    puzzle = _puzzle(row_hints, col_hints)
    known = Board() if grid is None else RULEBOOK.read(puzzle, strings(grid))
    propagator = ConstraintPropagator(puzzle)
    *_, state = propagator.root()
    return rows(RULEBOOK.solution(puzzle, propagator.known(propagator.extend(state, *known))))


def generate_hints(grid: Iterable[Any]) -> tuple[list[list[int]], list[list[int]]]:
    """Return (row hints, column hints) of a picture. Everything except "#" counts as not filled; an empty line has the
    hint [].

    >>> generate_hints(["##.#.###"])[0]
    [[2, 1, 3]]
    >>> generate_hints([["#", "."], ["?", "."]])
    ([[1], []], [[1], []])
    """
    return hints_of(strings(grid))


# One line


def solve_line(line: Iterable[str], hint: Hint) -> Line:
    """Return the line with every cell that all patterns share; known cells stay. Takes microseconds, however many
    patterns there are. Raises Contradiction if no pattern agrees with the line.

    >>> solve_line("??????????", [7])
    ['?', '?', '?', '#', '#', '#', '#', '?', '?', '?']
    >>> "".join(solve_line("#????", [2, 1]))
    '##.??'
    """
    letters = _line(line)
    known = (from_flags([cell == mark for cell in letters]) for mark in (FILLED, EMPTY))
    yes, no = (flags(cells, len(letters)) for cells in Runs(range(len(letters)), normal_runs(hint)).infer(*known))
    return [FILLED if filled else EMPTY if empty else UNKNOWN for _, filled, empty in zip(letters, yes, no)]


class Patterns(Sequence[Line]):
    """All placements of a hint's runs that agree with a line, leftmost first: a lazy sequence, because there may be
    10^9 of them. Counting takes one pass over the line, and so does each pattern.

    `total` is their number; `len()` fails above 2^63.
    """

    def __init__(self, line: str, hint: Hint):
        self.line: str = line
        self.hint: tuple[int, ...] = normal_runs(hint)
        self._placements = Placements(len(line), black(self.hint), _removed(line))
        self.total: int = self._placements.total

    def __len__(self) -> int:
        return self.total

    @overload
    def __getitem__(self, number: int) -> Line: ...
    @overload
    def __getitem__(self, number: slice) -> list[Line]: ...
    def __getitem__(self, number: int | slice) -> Line | list[Line]:
        if isinstance(number, slice):
            return [self[place] for place in range(*number.indices(self.total))]
        return [(EMPTY + FILLED)[value] for value in self._placements[number + self.total if number < 0 else number]]

    def __iter__(self) -> Iterator[Line]:
        return (self[number] for number in range(self.total))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.total == len(other) and all(map(list.__eq__, self, other))

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.total} patterns of {list(self.hint)} in {self.line!r}>"


def generate_patterns(width: int, hint: Hint) -> Patterns:
    """Return all placements of a hint's runs in an empty line of `width` cells, leftmost first.

    There is one empty pattern for the hint [], and none if the runs do not fit.

    >>> for pattern in generate_patterns(5, [2, 1]):
    ...     print("".join(pattern))
    ##.#.
    ##..#
    .##.#
    >>> generate_patterns(50, [1] * 13).total
    5414950296
    >>> list(generate_patterns(3, [2, 1]))
    []
    """
    if width < 0:
        raise ValueError(f"a width is not negative: {width}")
    return Patterns(UNKNOWN * width, hint)


def filter_patterns(patterns: Iterable[Sequence[str]], known: Iterable[str]) -> Sequence[Line]:
    """Return the patterns that agree with the known cells of a line. Patterns from `generate_patterns` are not listed
    one by one; for others the time is linear in their number.

    >>> ["".join(pattern) for pattern in filter_patterns(generate_patterns(5, [2, 1]), ".????")]
    ['.##.#']
    >>> ["".join(pattern) for pattern in filter_patterns(generate_patterns(5, [2, 1]), "#???.")]
    ['##.#.']
    """
    line = _line(known)
    if isinstance(patterns, Patterns):
        together = [_both(*cells) for cells in zip(patterns.line, line, strict=True)]
        return [] if None in together else Patterns("".join(cast(list[str], together)), patterns.hint)
    return [
        list(pattern)
        for pattern in strings(patterns)
        if all(cell in (UNKNOWN, own) for cell, own in zip(line, pattern))
    ]


def extract_common(patterns: Iterable[Sequence[str]]) -> Line:
    """Return the values that all patterns share, "?" elsewhere. Takes microseconds for `Patterns`; for others the time
    is linear in their number.

    Raises Contradiction if there is no pattern.

    >>> "".join(extract_common(generate_patterns(10, [3, 4])))
    '??#???##??'
    >>> "".join(extract_common(["##.#.", "##..#", ".##.#"]))
    '?#???'
    """
    if isinstance(patterns, Patterns):
        return solve_line(patterns.line, patterns.hint)
    lines = strings(patterns)
    if not lines:
        raise Contradiction
    return [cells[0] if len(set(cells)) == 1 else UNKNOWN for cells in zip(*lines)]


def simple_boxes(width: int, hint: Hint) -> tuple[int, int] | None:
    """Return the half-open range of cells that the only run of a hint always fills; None if there are none, or if the
    hint does not have exactly one run.

    >>> simple_boxes(10, [7])
    (3, 7)
    >>> simple_boxes(10, [5]) is None
    True
    """
    lengths = normal_runs(hint)
    if len(lengths) != 1 or not width < 2 * lengths[0] <= 2 * width:
        return None
    return width - lengths[0], lengths[0]


def line_view(line: Iterable[str], hint: Hint) -> LineView:
    """Return all patterns of a hint, with the reasons why a line rules some out: `total` and `fitting` are counts,
    `shared` has the cells common to fitting patterns, `all(first, end)` and `only_fitting(first, end)` list a window of
    them.

    A line has 1 to 200 cells.

    >>> view = line_view("?.???", [2, 1])
    >>> view.total, view.fitting, view.shared
    (3, 0, '?????')
    >>> [(arrangement.letters, arrangement.cell) for arrangement in view.all(0, 2)]
    [('##.#.', 1), ('##..#', 1)]
    """
    letters = _line(line)
    puzzle = _puzzle([hint], [[]] * len(letters))
    return lineview.line_view(puzzle, RULEBOOK.read(puzzle, [letters]), "row", 0)


# The picross program and its classes


def picros(
    x: Sequence[Hint], y: Sequence[Hint], compat: Literal["matlab"] | None = None, timeout: float | None = TIMEOUT
) -> tuple[Grid, PictureClass]:
    """Return (answer, state) of the puzzle with row hints `x` and column hints `y`, of any height and width.

    Zeros that pad the hints are ignored. Each row of `y` is a hint. If its rows begin with zeros and its columns do
    not, it is a matrix of the MATLAB program of 2008, in which each column is a hint.

    `answer` is a grid of "1" filled, "0" empty, "N" unknown. `state`:

        SF  line solving alone finishes
        MF  it does not, but there is one solution
        MP  several solutions; the answer is what they share
        EP  no solution; the answer is all "N"

    With `compat="matlab"`, the state of a puzzle that has a solution is that of the program: it tries a hypothesis only
    on the first unknown cell (column by column), and answers MP if neither value fails, which is wrong for four of the
    65,536 pictures of 4 x 4. The answer is then the board as far as it was solved. A puzzle without a solution is EP
    here; the program often answers SF, MF or MP instead, because it does not notice a line that fails once all its
    cells are known. Raises Timeout as `solve` does.

    >>> picros([[1, 1], [3]], [[2], [1], [2]])
    ([['1', '0', '1'], ['1', '1', '1']], 'SF')
    >>> picros([[1, 0], [1, 0], [1, 0], [1, 0]], [[2, 0], [1, 1]])
    ([['0', '1'], ['1', '0'], ['1', '0'], ['0', '1']], 'MF')
    >>> picros([[1, 0]] * 4, [[2, 1], [0, 1], [0, 0], [0, 0]])
    ([['0', '1'], ['1', '0'], ['1', '0'], ['0', '1']], 'MF')
    >>> picros([[2], [2]], [[1], [1]])
    ([['N', 'N'], ['N', 'N']], 'EP')
    """
    puzzle = _puzzle(*map(_unpadded, _lined_up(x, y)))
    if compat is not None:
        answer = in_time(matlab(puzzle), timeout)
        return [list(row) for row in answer["board"]], cast(PictureClass, answer["class"])
    result = verdict(RULEBOOK, puzzle.document, 2, timeout, rows)
    match result:
        case Unique(grid, depth):
            return _digits(grid), "SF" if depth == 0 else "MF"
        case Multiple():
            return _digits(result.shared), "MP"
    return _digits([[UNKNOWN] * puzzle.width] * puzzle.height), "EP"


def makepic(picture: Iterable[Iterable[Any]], padded: bool = False) -> tuple[list[list[int]], list[list[int]]]:
    """Return (x, y) for `picros`: the hints of a picture's rows and columns. Cells that are 1, "1" or "#" are filled.

    With `padded`, hints are padded with zeros at the end to equal length, as in the MATLAB program's matrices.

    >>> makepic([[1, 0, 1], [1, 1, 1]])
    ([[1, 1], [3]], [[2], [1], [2]])
    >>> makepic([[1, 0, 1], [1, 1, 1]], padded=True)
    ([[1, 1], [3, 0]], [[2], [1], [2]])
    """
    x, y = generate_hints([FILLED if cell in (1, "1", FILLED) else EMPTY for cell in row] for row in picture)
    return (_padded(x), _padded(y)) if padded else (x, y)


def census(
    width: int,
    height: int,
    compat: Literal["matlab"] | None = None,
    keep: int = 50,
    timeout: float | None = None,
) -> CensusAnswer:
    """Return statistics on all pictures of a size (up to 25 cells) by the class of their nonogram. "classes" and
    "percent" are the counts of SF, MF and MP, either correct or, with `compat="matlab"`, as the program classifies them
    ("truth" and "matlab" contain both). "solutions" counts puzzles by their number of solutions. "examples" contains up
    to `keep` pictures of each class, without mirror images, and "differ" those that the program misclassifies.

    A census of 4 x 4 takes 0.25 seconds; the counts of 5 x 5 are looked up. Raises Timeout, InputError.

    >>> census(3, 3)["classes"]
    {'SF': 384, 'MF': 0, 'MP': 128}
    """
    args = {"kind": "nonogram", "width": width, "height": height, "compat": compat, "keep": keep}
    result = in_time(census_call(args), timeout)
    if result["pictures"] < result["of"]:
        raise Timeout(timeout)
    return cast(CensusAnswer, result)


# Letters and bits


def _puzzle(row_hints: Sequence[Hint], col_hints: Sequence[Hint]) -> Puzzle:
    return RULEBOOK.parse({"kind": "nonogram", "rows": row_hints, "cols": col_hints})


def _line(line: Iterable[str]) -> str:
    """Return a line as a string. Raises ValueError for letters other than "#", "." and "?"."""
    letters = "".join(line)
    for letter in letters:
        if letter not in (UNKNOWN, FILLED, EMPTY):
            raise ValueError(f'a line is made of "#", "." and "?", not {letter!r}')
    return letters


def _removed(line: str) -> int:
    """Return the values that the cells of a line do not have, as for `Placements`."""
    return from_flags([cell == mark for mark in (FILLED, EMPTY) for cell in line])


def _both(ours: str, theirs: str) -> str | None:
    """Return the value of a cell from whichever side it is known, or None if the two differ."""
    return ours if theirs in (UNKNOWN, ours) else theirs if ours == UNKNOWN else None


def _digits(grid: Iterable[Iterable[str]]) -> Grid:
    digit = {FILLED: "1", EMPTY: "0", UNKNOWN: "N"}
    return [[digit[cell] for cell in row] for row in grid]


def _lined_up(x: Sequence[Hint], y: Sequence[Hint]) -> tuple[Sequence[Hint], Sequence[Hint]]:
    """Return the row hints and column hints, with a hint in each row, of two matrices in either layout."""
    whole = x and y and all(isinstance(hint, (list, tuple)) for hint in (*x, *y))
    if whole and all(type(run) is int for hint in (*x, *y) for run in hint):
        return readings(x, y)[0]
    return x, y


def _unpadded(hints: Sequence[Hint]) -> list[Hint]:
    return [[run for run in hint if run != 0] if isinstance(hint, (list, tuple)) else hint for hint in hints]


def _padded(hints: list[list[int]]) -> list[list[int]]:
    longest = max(map(len, hints), default=0)
    return [hint + [0] * (longest - len(hint)) for hint in hints]
