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
from tesuji.puzzles.slitherlink.lattice import Lattice, place_words

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
 + *#+
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


class Pattern(NamedTuple):
    """One picture, turned one way. All places are relative to its first one."""

    signs: dict[str, list[Place]]
    """The places of each sign that is not a number; a "|" counts as "-"."""
    numbers: list[tuple[Place, int]]
    form: str
    """The form of the sentence, if there are several."""


class Fitted(NamedTuple):
    """A picture in the lattice of a puzzle, with distances from its first place."""

    start: int
    """The first place of the picture, wherever its numbers and borders are."""
    signs: dict[str, list[int]]
    numbers: list[int]
    then: list[int]
    """The edges that are settled."""
    picture: Pattern


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
def pictures() -> dict[str, list[Pattern]]:
    """Return the pictures of all patterns, turned in every way that makes a difference."""
    found: dict[str, list[Pattern]] = {}
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


def _turned(rows: list[str], form: str) -> Iterator[Pattern]:
    drawn = [(r, c, sign.replace("|", "-")) for r, row in enumerate(rows) for c, sign in enumerate(row)]
    drawn = [(r, c, sign) for r, c, sign in drawn if sign not in "+ "]
    shapes = set()
    for swap, down, right in TURNS:
        turned = [(c * right, r * down, sign) if swap else (r * down, c * right, sign) for r, c, sign in drawn]
        row, column, _ = min(turned)
        turned = [(r - row, c - column, sign) for r, c, sign in turned]
        if frozenset(turned) not in shapes:
            shapes.add(frozenset(turned))
            signs = {wanted: [(r, c) for r, c, sign in turned if sign == wanted] for wanted in "*@-x#ob"}
            first, *between = [((r, c), int(sign)) for r, c, sign in turned if sign.isdigit()] or [None]
            yield Pattern(signs, [number for number in (first, *between[-1:], *between[:-1]) if number], form)


class PatternBoard:
    """The dots, edges and boxes of a puzzle as places of one lattice with a margin, and the numbers on it."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.lattice = puzzle, Lattice(puzzle.width, puzzle.height)
        self.stride = 2 * puzzle.width + 1 + MARGIN
        width, height = self.lattice
        self.edge_places = [self.place(2 * r, 2 * c + 1) for r in range(height + 1) for c in range(width)]
        self.edge_places += [self.place(2 * r + 1, 2 * c) for r in range(height) for c in range(width + 1)]
        self.edges = set_of(self.edge_places)
        self.beyond = (1 << self.stride * (2 * puzzle.height + 1 + 2 * MARGIN)) - 1 & ~self.edges
        """All places that are not an edge; pictures look for edges only where one may be."""
        self.clue_at = {self.place(2 * r + 1, 2 * c + 1): index for index, ((r, c), _) in enumerate(puzzle.clues)}
        self.fitted: dict[str, list[Fitted]] = {}
        self.board, self.known = Board(), (0, 0)

    def place(self, row: int, column: int) -> int:
        """Return the number of a place."""
        return (row + MARGIN) * self.stride + MARGIN + column

    def spread(self, cells: int) -> int:
        """Return the places of some edges."""
        return set_of(self.edge_places[edge] for edge in members(cells))

    def on(self, board: Board) -> tuple[int, int]:
        """Return the places of the edges of a board that are on, and of those that are off; from one board to the next
        only new edges are added.
        """
        if self.board.yes & ~board.yes or self.board.no & ~board.no:
            self.board, self.known = Board(), (0, 0)
        new = board.yes & ~self.board.yes, board.no & ~self.board.no
        self.board, self.known = board, (self.known[0] | self.spread(new[0]), self.known[1] | self.spread(new[1]))
        return self.known

    def patterns(self, name: str) -> list[Fitted]:
        """Return the pictures of a pattern that may fit somewhere."""
        if name not in self.fitted:
            self.fitted[name] = [fitted for picture in pictures()[name] if (fitted := self._fitted(picture)).start]
        return self.fitted[name]

    def _fitted(self, picture: Pattern) -> Fitted:
        def distances(places: Iterable[Place]) -> list[int]:
            return [r * self.stride + c for r, c in places]

        signs = {sign: distances(places) for sign, places in picture.signs.items()}
        numbers = distances(at for at, _ in picture.numbers)
        start = -1
        for distance, (_, value) in zip(numbers, picture.numbers):
            start &= self._boxes[value] >> distance
        for places, sign in ((self._dots, "*" if start < 0 else ""), (self.beyond, "b")):
            for distance in signs.get(sign, ()):
                start &= places >> distance
        return Fitted(start, signs, numbers, signs["#"] + signs["o"], picture)

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
        return place_words(row - MARGIN >> 1, column >> 1, which)


class Matcher:
    """The patterns on one board."""

    def __init__(self, grid: PatternBoard, board: Board):
        self.grid = grid
        self.on, off = grid.on(board)
        self.off = off | grid.beyond
        self.unknown = grid.edges & ~self.on & ~self.off

    def matches(self, name: str) -> Iterator[Match | None]:
        """Yield what follows wherever a picture of a pattern fits, and is not yet known; None at checkpoints."""
        found = []
        for number, fitted in enumerate(self.grid.patterns(name)):
            places = self._places(fitted)
            if places:
                first = (fitted.numbers or fitted.signs["*"])[0]
                found += [(place + first, number, place, fitted) for place in members(places)]
        for number, (*_, place, fitted) in enumerate(sorted(found), 1):
            if number % AT_ONCE == 0:
                yield None
            yield self._match(place, fitted)

    def _places(self, fitted: Fitted) -> int:
        """Return the places at which a picture fits and settles an edge."""
        settles = 0
        for distance in fitted.then:
            settles |= self.unknown >> distance
        places = fitted.start & settles
        if places:
            for distance in fitted.signs["-"]:
                places &= self.on >> distance
            for distance in fitted.signs["x"]:
                places &= self.off >> distance
        return places

    def _match(self, place: int, fitted: Fitted) -> Match:
        grid, picture = self.grid, fitted.picture
        at = {sign: [place + distance for distance in distances] for sign, distances in fitted.signs.items()}
        boxes = [place + distance for distance in fitted.numbers]
        words: dict[str, Any] = dict(grid.words((at["*"] or boxes)[0]))
        if at["@"]:
            words |= grid.words(at["@"][0], "2")
        if len(boxes) == 1:
            words["value"] = picture.numbers[0][1]
        if picture.form:
            words["as"] = picture.form
        because = tuple(grid.clue_at[box] for box in boxes)
        return Match(grid.cells(at["#"]), grid.cells(at["o"]), because, grid.cells(at["-"] + at["x"]), words)
