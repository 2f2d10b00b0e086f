"""Small kinds for tests, each of another family: cells and links with many values, links, two shapes, hidden variables.
They exist only in tests that use the fixture `small_kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tesuji import puzzles
from tesuji.constraints import AllDifferent, ColourRuns, Count, Regions, SingleLoop, WeightedSum
from tesuji.grid import letters, line_of, neighbours, side_numbers, whole_number
from tesuji.model import Block, Clue, Document, Puzzle
from tesuji.rulebook import Explaining, Rulebook
from tesuji.variables import literals_in, puzzle_of


def parse_latin(document: Document) -> Puzzle:
    """Return a Latin square: every row and column holds every digit once; digits are given."""
    grid = letters(document, "grid", ".123456789")
    n = len(grid)
    variables = [[range((r * n + c) * n, (r * n + c) * n + n) for c in range(n)] for r in range(n)]
    lines = [*variables, *zip(*variables)]
    givens = [".123456789".index(letter) for row in grid for letter in row]
    return puzzle_of(document, [Block("cell", n, n, n)], map(AllDifferent, lines), givens)


def parse_areas(document: Document) -> Puzzle:
    """Return areas of equal numbers, each with as many cells as its number; some numbers are given."""
    grid = letters(document, "grid", ".1234")
    width, height = len(grid[0]), len(grid)
    near = neighbours(width, height)
    areas = [Regions(range(number, 4 * width * height, 4), near, {number + 1}) for number in range(4)]
    givens = [".1234".index(letter) for row in grid for letter in row]
    return puzzle_of(document, [Block("cell", width, height, 4)], areas, givens)


def parse_sums(document: Document) -> Puzzle:
    """Return cells with 1, 2 or 3; a number left of a row or below a column counts the cells that are 3."""
    width, height, numbers = side_numbers(document, {"left": "rows", "bottom": "cols"})
    counts = [Count([3 * cell + 2 for cell in line_of(n, width, height)], {n.value}, n) for n in numbers]
    twos = [Count(range(1, 3 * width * height, 3), {whole_number(document, "twos", 0, 99, 0)})]
    return puzzle_of(document, [Block("cell", width, height, 3)], [*counts, *twos])


def ends_of_links(width: int, height: int) -> dict[int, tuple[int, int]]:
    """Return the two cells that each link joins."""
    right = [(r * width + c, r * width + c + 1) for r in range(height) for c in range(width - 1)]
    down = [(r * width + c, (r + 1) * width + c) for r in range(height - 1) for c in range(width)]
    return dict(enumerate([*right, *down]))


def parse_bridges(document: Document) -> Puzzle:
    """Return links of no, one or two lines; a number counts the lines that end in its cell."""
    grid = letters(document, "grid", ".12345678")
    width, height = len(grid[0]), len(grid)
    ends, clues = ends_of_links(width, height), []
    for cell, letter in enumerate("".join(grid)):
        links = [number for number, both in ends.items() if cell in both]
        scope = [3 * link + lines for link in links for lines in range(3)]
        if letter != ".":
            clue = Clue(divmod(cell, width), int(letter))
            clues.append(WeightedSum(scope, [0, 1, 2] * len(links), {clue.value}, clue, [3] * len(links)))
    return puzzle_of(document, [Block("link", width, height, 3)], clues)


def parse_links(document: Document) -> Puzzle:
    """Return one loop through all cell centres; a number counts the ends of links in its row or column."""
    width, height = document["width"], document["height"]
    ends = ends_of_links(width, height)
    meet = [Count([number for number, both in ends.items() if cell in both], {2}) for cell in range(width * height)]
    loop = SingleLoop(sorted(ends.items()))
    clues = [
        Count(range(r * (width - 1), (r + 1) * (width - 1)), {n}, Clue(("row", r), n))
        for r, n in enumerate(document["rows"])
        if n is not None
    ]
    return puzzle_of(document, [Block("link", width, height)], [*clues, *meet, loop])


def parse_both(document: Document) -> Puzzle:
    """Return shaded cells and edges at once: an edge lies between cells that differ, numbers count shaded cells in a
    row; one hidden variable per row is yes if the row is shaded at all."""
    rows = document["rows"]
    n, height = document["width"], len(rows)
    blocks = [Block("hidden", height, 1), Block("cell", n, height), Block("edge", n, height)]
    cells = [[height + r * n + c for c in range(n)] for r in range(height)]
    counts = [Count(line, {number}, Clue(("row", r), number)) for r, (line, number) in enumerate(zip(cells, rows))]
    some = [Count([r, line[0]], {0, 2}) for r, line in enumerate(cells)]
    first = height + n * height
    edges = (height + 1) * n + height * (n + 1)
    ties = [Count([first + number, cells[0][0]], {0, 2}) for number in range(edges)]
    return puzzle_of(document, blocks, [*counts, *some, *ties])


def parse_colours(document: Document) -> Puzzle:
    """Return a picture of blank and coloured cells from the runs [length, colour] of its rows and columns."""
    rows, cols, values = document["rows"], document["cols"], document["values"]
    width, height = len(cols), len(rows)
    lines = [([r * width + c for c in range(width)], ("row", r), runs) for r, runs in enumerate(rows)]
    lines += [([r * width + c for r in range(height)], ("column", c), runs) for c, runs in enumerate(cols)]
    clues = [
        ColourRuns([[cell * values + value for cell in line] for value in range(values)], runs, Clue(at, runs))
        for line, at, runs in lines
    ]
    return puzzle_of(document, [Block("cell", width, height, values)], clues)


def parse_rectangles(document: Document) -> Puzzle:
    """Return borders that divide the board into rectangles, each with one number: its number of cells. Each possible
    rectangle is a hidden variable; a border is one if no rectangle on both of its sides is chosen.
    """
    grid = letters(document, "grid", ".123456")
    width, height = len(grid[0]), len(grid)
    board = Block("edge", width, height)
    numbers = {divmod(at, width): int(letter) for at, letter in enumerate("".join(grid)) if letter != "."}
    first, clues, chosen = literals_in([board]), [], {}
    for at, number in numbers.items():
        found = [cells for cells in rectangles(width, height, number) if [*cells & numbers.keys()] == [at]]
        mine = range(first + len(chosen), first + len(chosen) + len(found))
        clues.append(Count(mine, {1}, Clue(at, number)))
        chosen |= zip(mine, found)
    places = [(r, c) for r in range(height) for c in range(width)]
    cover = [
        Count([one for one, cells in chosen.items() if place in cells], {1}).named("cover", [place]) for place in places
    ]
    sides = [{(r - 1, c), (r, c)} for r in range(height + 1) for c in range(width)]
    sides += [{(r, c - 1), (r, c)} for r in range(height) for c in range(width + 1)]
    borders = [
        Count([edge, *(n for n, cells in chosen.items() if both <= cells)], {1}).named("border")
        for edge, both in enumerate(sides)
    ]
    blocks = [board, Block("hidden", len(chosen), 1)] if chosen else [board]
    return puzzle_of(document, blocks, [*clues, *cover, *borders])


def rectangles(width: int, height: int, size: int) -> Iterator[set[tuple[int, int]]]:
    """Yield the cells of each rectangle with this many cells."""
    for h in range(1, min(height, size) + 1):
        for top in range(height - h + 1):
            for left in range(width - size // h + 1 if size % h == 0 else 0):
                yield {(r, c) for r in range(top, top + h) for c in range(left, left + size // h)}


DIGITS = "?123456789"
BOOKS = {
    "latin": Rulebook("latin", parse_latin, DIGITS, explaining=Explaining(counted="rules")),
    "areas": Rulebook("areas", parse_areas, "?1234", explaining=Explaining(counted="rules")),
    "sums": Rulebook("sums", parse_sums, DIGITS, clues=("rows", "cols"), members=("twos",)),
    "bridges": Rulebook("bridges", parse_bridges, "?012"),
    "links": Rulebook("links", parse_links, clues=("width", "height", "rows")),
    "colours": Rulebook("colours", parse_colours, "?.abc", clues=("rows", "cols", "values")),
    "both": Rulebook("both", parse_both, clues=("width", "rows")),
    "rectangles": Rulebook("rectangles", parse_rectangles),
}
DOCUMENTS = {
    "latin": {"kind": "latin", "grid": ["1...", "..3.", ".4..", "3..2"]},
    "areas": {"kind": "areas", "grid": ["..21", "13..", "....", "1.41"]},
    "sums": {"kind": "sums", "rows": [2, 0], "cols": [1, 1], "twos": 0},
    "bridges": {"kind": "bridges", "grid": ["153", "241"]},
    "links": {"kind": "links", "width": 4, "height": 2, "rows": [3, None]},
    "colours": {
        "kind": "colours",
        "values": 3,
        "rows": [[[2, 1]], [[1, 2], [1, 1]], [[1, 2]]],
        "cols": [[[1, 1], [2, 2]], [[1, 1]], [[1, 1]]],
    },
    "both": {"kind": "both", "width": 2, "rows": [2, 0]},
    "rectangles": {"kind": "rectangles", "grid": [".4..", "...2", "2.4."]},
}


@pytest.fixture
def small_kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Document]]:
    """Register the small kinds for one test, and yield a document of each."""
    real, names = puzzles.rulebook, puzzles.folders()
    monkeypatch.setattr(puzzles, "folders", lambda: [*names, *BOOKS])
    monkeypatch.setattr(puzzles, "rulebook", lambda kind: BOOKS.get(kind) or real(kind))
    puzzles.kinds.cache_clear()
    yield DOCUMENTS
    puzzles.kinds.cache_clear()
