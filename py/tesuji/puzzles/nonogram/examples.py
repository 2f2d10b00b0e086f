"""Pictures drawn for Tesuji, with their clues."""

from __future__ import annotations

from tesuji.model import Document
from tesuji.puzzles.nonogram.picture import from_picture

HOUSE = """
..#..
.###.
#####
##.##
##.##
"""

TEAPOT = """
.......#.......
......###......
....#######....
...#########...
##.#########.##
.###.########.#
..##.########.#
..#.#########.#
..##########..#
...#########.##
...########.##.
....#######....
.....#####.....
...#########...
###############
"""

SNOW_CRYSTAL = """
.........#.#.#.#.........
.........#######.........
........#.#.#.#.#........
........#########........
.......#..#.#.#..#.......
......##...###...##......
.....#.##.#.#.#.##.#.....
....###.###.#.###.###....
..##..##..#####..##..##..
##.#...#..#.#.#..#...#.##
.####.####.###.####.####.
##.#.#..#.#.#.#.#..#.#.##
.#######################.
##.#.#..#.#.#.#.#..#.#.##
.####.####.###.####.####.
##.#...#..#.#.#..#...#.##
..##..##..#####..##..##..
....###.###.#.###.###....
.....#.##.#.#.#.##.#.....
......##...###...##......
.......#..#.#.#..#.......
........#########........
........#.#.#.#.#........
.........#######.........
.........#.#.#.#.........
"""

FACE = """
...####...
.##....##.
.#......#.
#..#.....#
#..#..#..#
#.....#..#
#........#
.#.####.#.
.##.##.##.
...####...
"""
"""One eye is higher than the other, but the clues do not determine which."""

FIR = """
....##....
...####...
..######..
...####...
..######..
.########.
..######..
.########.
##########
....##....
"""


def _clues(picture: str) -> Document:
    return from_picture(picture.split())


def _swapped(document: Document, first: int, second: int) -> Document:
    """Return the document with the clues of two rows swapped, 0-based."""
    rows = list(document["rows"])
    rows[first], rows[second] = rows[second], rows[first]
    return {**document, "rows": rows}


EXAMPLES = (
    {"name": {"en": "House", "ja": "家"}, "level": "easy", "document": _clues(HOUSE)},
    {"name": {"en": "Teapot", "ja": "急須"}, "level": "easy", "document": _clues(TEAPOT)},
    {"name": {"en": "Snow crystal", "ja": "雪の結晶"}, "level": "hard", "document": _clues(SNOW_CRYSTAL)},
    {"name": {"en": "Face", "ja": "顔"}, "level": "multiple", "document": _clues(FACE)},
    {"name": {"en": "Broken fir", "ja": "折れたモミの木"}, "level": "none", "document": _swapped(_clues(FIR), 2, 9)},
)
