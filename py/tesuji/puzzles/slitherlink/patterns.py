"""Local patterns as pictures, with one matcher that finds them everywhere on a board, turned and mirrored.

Each character of a picture is a dot, an edge or a box:

    0-4   a number                            - |   an edge that is on
    *     the dot that the sentence names     x     an edge that is off, or a place beyond the border
    @     the second dot that it names        b     a place beyond the border
    +     anything, as a blank                # o   an edge that is therefore on, or off

Three blank columns separate two pictures of one pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice

PICTURES = r"""
vertex-full: Two edges meet at the dot, so there are no more.
  o     |
 -*-   -*o
  o     o

vertex-on: The line has only one way to continue.
  x     x
 -*#   -*x
  x     #

dead-end: One edge is left, and no line comes here.
  x
 x*o
  x

zero: No edge of a 0 is on.
 +o+
 o0o
 +o+

zero-beside-three: The 3 needs its other edges, and its line goes straight on at both ends of the edge between.
   #
   +#+
  0o3#
   +#+
   #

complete: All edges of the number are on.
 +-+   +-+   +o+   +-+
 o1o   |2o   |2|   |3|
 +o+   +o+   +o+   +o+

needs-rest: The number needs all edges that are left.
 +#+   +#+   +x+   +x+   +x+
 #4#   #3#   #2#   x2#   x1#
 +#+   +x+   +x+   +#+   +x+

zero-diagonal-three: No line can leave the 3 at the dot that it shares with the 0.
 0
  +#
  #3

corner-1: No line can leave the box at the dot, so it has both of its edges there, or neither.
  x
 x*o
  o1

corner-2: Likewise; so exactly one line leaves the 2 at each of the dots next to it.
  x x      x |      x #      x o
 x* @#    x* @o    x* @x    x* @-
   2        2        2        2

corner-3: Likewise.
  x
 x*#
  #3

adjacent-threes: Only a loop of these edges alone would not cross between the 3s.
   o
   +
 #3#3#
   +
   o

border-pair (ones): A line between the 1s would continue along one of them.
   b
 + + +
  1o1

border-pair (three): The line along the border is on at the 3, and goes on along the 1.
   b
 + +#+
 o1 3
  o

line-into-1: The line continues along an edge of the 1 at the dot, so the opposite dot has none of its edges.
  |
 x*
   1o
   o@

line-into-2: The line continues along one edge of the 2, so exactly one line leaves it at the opposite dot.
  |        |        |        |
 x*       x*       x*       x*
   2        2        2        2
    @x       @#       @-       @o
    #        x        o        |

line-into-3: The 3 has an edge at every dot, so the line continues along it, and both edges at the opposite dot are on.
  |
 o*
   3#
   #@
"""
MAX_TWOS = 6
"""The most 2s between diagonal 3s that have a picture."""
TURNS = tuple(product((False, True), (1, -1), (1, -1)))
"""The eight symmetries: whether rows and columns are exchanged, and the signs of both."""
MARGIN = 6
"""Places beyond the border on each side, more than a picture reaches; an even number."""
AT_ONCE = 100
"""Matches between two safe points."""

Place = tuple[int, int]


class Picture(NamedTuple):
    """One picture, turned one way. All places are relative to the first number or dot as it was drawn."""

    signs: dict[str, list[Place]]
    """The places of each sign that is not a number; a "|" counts as "-"."""
    numbers: list[tuple[Place, int]]
    form: str
    """The form of the sentence, if there are several."""


class Match(NamedTuple):
    """Edges that are on and off, the numbers and the known edges that imply them, and parameters for the sentence."""

    on: int = 0
    off: int = 0
    because: tuple[int, ...] = ()
    cells: int = 0
    words: dict[str, Any] = {}


def _diagonal_threes(twos: int) -> list[str]:
    """Return the picture of two 3s along a diagonal with 2s between them: the outer edges of both are on."""
    between = [row for place in range(twos) for row in ("", " " * (2 * place + 3) + "2")]
    indent = " " * (2 * twos + 3)
    return [" #", "#3", *between, "", f"{indent}3#", f"{indent}#"]


@cache
def pictures() -> dict[str, list[Picture]]:
    """Return the pictures of all patterns, turned in every way that makes a difference."""
    found: dict[str, list[Picture]] = {}
    for block in PICTURES.strip().split("\n\n"):
        heading, *rows = block.split("\n")
        name, form = re.match(r"([\w-]+)(?: \((\w+)\))?: ", heading).groups()
        for drawn in _apart(rows):
            found.setdefault(name, []).extend(_turned(drawn, form or ""))
    for twos in range(MAX_TWOS + 1):
        found.setdefault("diagonal-threes", []).extend(_turned(_diagonal_threes(twos), "apart" if twos else "touching"))
    return found


def _apart(rows: list[str]) -> Iterator[list[str]]:
    """Yield the pictures that stand next to each other."""
    width = max(map(len, rows))
    columns = "".join("." if any(row[place : place + 1].strip() for row in rows) else " " for place in range(width))
    for columns_used in re.finditer(r"\.(?: {0,2}\.)*", columns):
        yield [row[columns_used.start() : columns_used.end()] for row in rows]


def _turned(rows: list[str], form: str) -> Iterator[Picture]:
    drawn = [((r, c), sign.replace("|", "-")) for r, row in enumerate(rows) for c, sign in enumerate(row)]
    drawn = [(at, sign) for at, sign in drawn if sign not in "+ "]
    row, column = min(at for at, sign in drawn if sign.isdigit() or sign == "*")
    shapes = set()
    for swap, down, right in TURNS:
        turned = [((r - row) * down, (c - column) * right, sign) for (r, c), sign in drawn]
        if swap:
            turned = [(c, r, sign) for r, c, sign in turned]
        top, left = min(r for r, _, _ in turned), min(c for _, c, _ in turned)
        shape = frozenset((r - top, c - left, sign) for r, c, sign in turned)
        if shape not in shapes:
            shapes.add(shape)
            signs = {wanted: [(r, c) for r, c, sign in turned if sign == wanted] for wanted in "*@-x#ob"}
            first, *between = [((r, c), int(sign)) for r, c, sign in turned if sign.isdigit()] or [None]
            yield Picture(signs, [number for number in (first, *between[-1:], *between[:-1]) if number], form)


class Grid:
    """The dots, edges and boxes of a puzzle as places of one lattice with a margin, and the numbers on it."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.lattice = puzzle, Lattice(puzzle.width, puzzle.height)
        self.stride = 2 * puzzle.width + 1 + MARGIN
        self.edges = self.spread(puzzle.cells)
        self.beyond = (1 << self.stride * (2 * puzzle.height + 1 + 2 * MARGIN)) - 1 & ~self.edges
        """All places that are not an edge; pictures look for edges only where one may be."""
        self.clue_at = {self.place(2 * r + 1, 2 * c + 1): index for index, ((r, c), _) in enumerate(puzzle.clues)}
        self.starts: dict[str, list[tuple[Picture, int]]] = {}

    def place(self, row: int, column: int) -> int:
        """Return the number of a place."""
        return (row + MARGIN) * self.stride + MARGIN + column

    def spread(self, cells: int) -> int:
        """Return the places of some edges."""
        width, height = self.lattice
        text = format(cells, f"0{self.puzzle.size}b")[::-1]
        across, down = text[: self.lattice.horizontals], text[self.lattice.horizontals :]
        margin, rows = "0" * MARGIN, []
        for r in range(height + 1):
            rows += [margin, "0", "0".join(across[r * width : (r + 1) * width]), "0"]
            rows += [margin, "0".join(down[r * (width + 1) : (r + 1) * (width + 1)])]
        return int("".join(rows)[::-1], 2) << MARGIN * self.stride

    def shifted(self, places: int, by: Place) -> int:
        """Return the places from which these lie at a distance."""
        distance = by[0] * self.stride + by[1]
        return places >> distance if distance > 0 else places << -distance

    def patterns(self, name: str) -> list[tuple[Picture, int]]:
        """Return the pictures of a pattern, each with the places at which its numbers and borders are."""
        if name not in self.starts:
            starts = [(picture, self._start(picture)) for picture in pictures()[name]]
            self.starts[name] = [(picture, start) for picture, start in starts if start]
        return self.starts[name]

    def _start(self, picture: Picture) -> int:
        start = -1 if picture.numbers else self._dots
        for by, value in picture.numbers:
            start &= self.shifted(self._boxes[value], by)
        for by in picture.signs["b"]:
            start &= self.shifted(self.beyond, by)
        return start

    @cached_property
    def _dots(self) -> int:
        width, height = self.lattice
        return set_of(self.place(2 * r, 2 * c) for r in range(height + 1) for c in range(width + 1))

    @cached_property
    def _boxes(self) -> list[int]:
        """Return the boxes of each number."""
        clues = self.puzzle.clues
        return [set_of(at for at, index in self.clue_at.items() if clues[index].value == n) for n in range(5)]

    def cells(self, places: Iterable[int]) -> int:
        """Return the edges at these places, as cells."""
        found = 0
        for place in places:
            if self.edges >> place & 1:
                row, column = divmod(place - MARGIN, self.stride)
                edge = self.lattice.vertical if row & 1 else self.lattice.horizontal
                found |= 1 << edge(row - MARGIN >> 1, column >> 1)
        return found

    def words(self, place: int, which: str = "") -> dict[str, int]:
        """Return a dot or a box, for a sentence."""
        row, column = divmod(place - MARGIN, self.stride)
        return {f"row{which}": (row - MARGIN >> 1) + 1, f"column{which}": (column >> 1) + 1}


class Matcher:
    """The patterns on one board."""

    def __init__(self, grid: Grid, board: Board):
        self.grid = grid
        self.sets = {"-": grid.spread(board.yes), "x": grid.spread(board.no) | grid.beyond}
        self.unknown = grid.edges & ~self.sets["-"] & ~self.sets["x"]

    def matches(self, name: str) -> Iterator[Match | None]:
        """Yield what follows wherever a picture of a pattern fits, and is not yet known; None at checkpoints."""
        found = [
            (place, number, picture)
            for number, (picture, start) in enumerate(self.grid.patterns(name))
            for place in members(self._places(picture, start))
        ]
        for number, (place, _, picture) in enumerate(sorted(found), 1):
            if number % AT_ONCE == 0:
                yield None
            yield self._match(place, picture)

    def _places(self, picture: Picture, start: int) -> int:
        """Return the places at which a picture fits and settles an edge."""
        shifted = self.grid.shifted
        for sign, known in self.sets.items():
            for by in picture.signs[sign]:
                start &= shifted(known, by)
        unknown = 0
        for by in picture.signs["#"] + picture.signs["o"]:
            unknown |= shifted(self.unknown, by)
        return start & unknown

    def _match(self, place: int, picture: Picture) -> Match:
        grid, stride = self.grid, self.grid.stride
        at = {sign: [place + r * stride + c for r, c in places] for sign, places in picture.signs.items()}
        boxes = [place + r * stride + c for (r, c), _ in picture.numbers]
        words: dict[str, Any] = dict(grid.words((at["*"] or boxes)[0]))
        if at["@"]:
            words |= grid.words(at["@"][0], "2")
        if len(boxes) == 1:
            words["value"] = picture.numbers[0][1]
        if picture.form:
            words["as"] = picture.form
        because = tuple(grid.clue_at[box] for box in boxes)
        return Match(grid.cells(at["#"]), grid.cells(at["o"]), because, grid.cells(at["-"] + at["x"]), words)
