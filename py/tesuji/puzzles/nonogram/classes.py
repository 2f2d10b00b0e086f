"""All pictures of a size by the difficulty of their nonograms: SF solved by lines alone, MF unique otherwise, MP
several solutions.

Pictures with the same clues are found together. Pictures with the same row clues are all combinations of the rows'
lines; those of them with the same column clues are the solutions of one puzzle. A picture with unique clues is then
solved line by line, with tables of all states of a line. Mirror images are equally difficult, so only one of up to four
mirrored sets of row clues is processed.

The letters come from a MATLAB program of 2008. It tries a hypothesis only on the first unknown cell (column by column),
and answers MP if neither value fails, which is wrong for a few pictures. Its answers are counted as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.puzzles.nonogram.drawing import drawn

MAX_CELLS = 25
"""The maximum number of cells; there are 33,554,432 pictures of 5 x 5."""
MAX_SIDE = 8
"""The maximum number of cells per side: the tables of a line have 4 ** length states for each clue."""
CLASSES = ("SF", "MF", "MP")
KEPT = 50
"""The number of pictures kept as examples of each class."""
LISTED = 5000
"""The maximum number of pictures of the listed class."""
AT_ONCE = 250
"""Pictures processed between two pauses."""

KNOWN: dict[tuple[int, int], Document] = {
    (5, 5): {
        "pictures": 33554432,
        "truth": {"SF": 24976511, "MF": 333064, "MP": 8244857},
        "matlab": {"SF": 24976511, "MF": 318975, "MP": 8258946},
        "solutions": {
            "1": 25309575,
            "2": 2803203,
            "3": 377096,
            "4": 171381,
            "5": 48434,
            "6": 31445,
            "7": 12418,
            "8": 10466,
            "9": 4529,
            "10": 4102,
            "11": 1848,
            "12": 2193,
            "13": 913,
            "14": 1093,
            "15": 548,
            "16": 556,
            "17": 206,
            "18": 323,
            "19": 244,
            "20": 214,
            "21": 88,
            "22": 166,
            "23": 52,
            "24": 231,
            "25": 20,
            "26": 38,
            "27": 36,
            "28": 40,
            "29": 36,
            "30": 44,
            "31": 24,
            "32": 41,
            "33": 24,
            "34": 20,
            "36": 80,
            "38": 8,
            "40": 18,
            "42": 8,
            "43": 4,
            "44": 6,
            "48": 13,
            "52": 4,
            "56": 13,
            "57": 1,
            "60": 12,
            "68": 1,
            "72": 4,
            "120": 1,
        },
    },
}
"""Counts by size, as `tesuji census 5x5` computes them in a minute and a half. The call `census` uses this table."""

Lengths = tuple[int, ...]
Tables = list[list[int]]
FAILS = -1


class LineStates:
    """All lines of a length; bit i is cell i. A state of a line is its filled cells, with its empty cells in the bits
    above.
    """

    def __init__(self, length: int):
        self.length = length
        self.full = (1 << length) - 1
        self.clues: list[Lengths] = sorted({_runs(line, length) for line in range(1 << length)})
        number = {clue: place for place, clue in enumerate(self.clues)}
        self.of = [number[_runs(line, length)] for line in range(1 << length)]
        self.with_clue = [
            [line for line in range(1 << length) if self.of[line] == clue] for clue in range(len(self.clues))
        ]
        self.mirrored = [number[clue[::-1]] for clue in self.clues]

    def tables(self) -> Tables:
        """Return, for each clue, a table of state -> state with everything that follows; FAILS if nothing fits. A state
        implies what it implies both with a cell filled and with that cell empty; -1 & state is the state.
        """
        halves = self._halves()
        tables = []
        for lines in self.with_clue:
            table = [FAILS] * (1 << 2 * self.length)
            for line in lines:
                state = line | (self.full ^ line) << self.length
                table[state] = state
            for state, filled, empty in halves:
                table[state] = table[filled] & table[empty]
            tables.append(table)
        return tables

    def _halves(self) -> list[tuple[int, int, int]]:
        """Return all states with an unknown cell, those with the most known cells first: (state, state with the lowest
        unknown cell filled, state with it empty).
        """
        states = [(0, 0)]
        for cell in range(self.length):
            states += [(filled | 1 << cell, empty) for filled, empty in states] + [
                (filled, empty | 1 << cell) for filled, empty in states
            ]
        halves = []
        for filled, empty in sorted(states, key=lambda state: -(state[0] | state[1]).bit_count()):
            state, unknown = filled | empty << self.length, self.full & ~(filled | empty)
            if unknown:
                lowest = unknown & -unknown
                halves.append((state, state | lowest, state | lowest << self.length))
        return halves


def _runs(line: int, length: int) -> Lengths:
    text = "".join("#" if line >> cell & 1 else "." for cell in range(length))
    return tuple(len(run) for run in text.split(".") if run)


def _spread(line: int, length: int, distance: int) -> int:
    """Return the bits of a line, `distance` apart."""
    return sum((line >> cell & 1) << cell * distance for cell in range(length))


@lru_cache(maxsize=4)
def tools(width: int, height: int) -> SizeTables:
    """Return the tables for a size, which are made once. Raises InputError."""
    if min(width, height) < 1 or max(width, height) > MAX_SIDE or width * height > MAX_CELLS:
        raise InputError("census-size", width=width, height=height, largest=MAX_CELLS, longest=MAX_SIDE)
    return SizeTables(width, height)


class SizeTables:
    """Tables for one size. A board is stored by columns or by rows; the state of column j begins at bit 2 * height * j."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.across, self.down = LineStates(width), LineStates(height)
        self.row_tables, self.column_tables = self.across.tables(), self.down.tables()
        self.to_columns = self._turned(width, height)
        self.to_rows = self._turned(height, width)
        # A picture by columns is the sum of its rows' entries. Its column clues, four bits or more each, are in two
        # parts.
        self.rows = [
            [[_spread(line, width, height) << row for line in lines] for lines in self.across.with_clue]
            for row in range(height)
        ]
        self.bits = (len(self.down.clues) - 1).bit_length()
        self.half = width // 2 * height
        self.low_part = self._column_clues(width // 2, 0)
        self.high_part = self._column_clues(width - width // 2, width // 2)

    def _turned(self, length: int, other: int) -> list[int]:
        """Return a table: state of a line -> its part in the states of the lines that cross it. The part of FAILS, the
        last place, is negative: it sets all bits from there on, so that no crossing line fits either.
        """
        full = (1 << length) - 1
        spread = [_spread(line, length, 2 * other) for line in range(full + 1)]
        parts = [spread[state & full] | spread[state >> length] << other for state in range(1 << 2 * length)]
        return [*parts, FAILS]

    def _column_clues(self, columns: int, first: int) -> list[int]:
        full = self.down.full
        return [
            sum(self.down.of[part >> self.height * j & full] << self.bits * (first + j) for j in range(columns))
            for part in range(1 << columns * self.height)
        ]

    def column_clues(self, key: int) -> list[int]:
        """Return the numbers of the column clues in a key."""
        return [key >> self.bits * j & (1 << self.bits) - 1 for j in range(self.width)]

    def mirrors(self, row_clues: Lengths) -> dict[Lengths, tuple[bool, bool]]:
        """Return the mirror images of row clues, with the directions that produce each: (left-right, upside down)."""
        mirrored = tuple(self.across.mirrored[clue] for clue in row_clues)
        return {
            mirrored[::-1]: (True, True),
            mirrored: (True, False),
            row_clues[::-1]: (False, True),
            row_clues: (False, False),
        }

    # Line solving

    def fix(self, rows: Sequence[list[int]], columns: Sequence[list[int]], board: int) -> int:
        """Return a board (by columns) after line solving with these tables, columns first; FAILS if a line does not
        fit.
        """
        to_rows, to_columns = self.to_rows, self.to_columns
        column_step, row_step = 2 * self.height, 2 * self.width
        column_mask, row_mask = (1 << column_step) - 1, (1 << row_step) - 1
        while True:
            by_rows, left, place = 0, board, 0
            for table in columns:
                by_rows |= to_rows[table[left & column_mask]] << place
                left >>= column_step
                place += 1
            after, place = 0, 0
            for table in rows:
                after |= to_columns[table[by_rows & row_mask]] << place
                by_rows >>= row_step
                place += 1
            if after == board or after < 0:
                return max(after, FAILS)
            board = after

    def is_complete(self, board: int) -> bool:
        return board.bit_count() == self.width * self.height

    def matlab(self, row_clues: Sequence[int], column_clues: Sequence[int]) -> str:
        """Return the answer of the MATLAB program for a puzzle that has a solution."""
        rows, columns = (
            [self.row_tables[clue] for clue in row_clues],
            [self.column_tables[clue] for clue in column_clues],
        )
        board = self.fix(rows, columns, 0)
        said = "SF"
        while not self.is_complete(board):
            said = "MF"
            cell = self._first_unknown(board)
            filled, empty = (self.fix(rows, columns, board | bit) for bit in (1 << cell, 1 << cell + self.height))
            if filled != FAILS and empty != FAILS:
                return "MP"
            board = empty if filled == FAILS else filled
        return said

    def _first_unknown(self, board: int) -> int:
        """Return the first unknown cell, column by column, as the bit for "filled"."""
        for column in range(self.width):
            for row in range(self.height):
                place = 2 * self.height * column + row
                if not board >> place & 1 and not board >> place + self.height & 1:
                    return place
        raise ValueError("complete")

    def picture(self, board: int) -> list[str]:
        """Return a picture (filled cells by columns, without states) as rows of letters."""
        return [
            "".join("#" if board >> column * self.height + row & 1 else "." for column in range(self.width))
            for row in range(self.height)
        ]


class PictureCensus:
    """The counts so far. Parts of a census can be added up."""

    def __init__(self, width: int, height: int, keep: int = KEPT):
        self.width, self.height, self.keep = width, height, keep
        self.listed: str | None = None
        self.tools = tools(width, height)
        self.pictures = self._waiting = 0
        self.truth: Counter[str] = Counter()
        self.matlab: Counter[str] = Counter()
        self.solutions: Counter[int] = Counter()  # number of solutions -> puzzles
        self.examples: dict[str, list[list[str]]] = {name: [] for name in (*CLASSES, "differ")}

    @property
    def all(self) -> int:
        return 1 << self.width * self.height

    def parts(self) -> list[Lengths]:
        """Return the parts of the census, by the clues of the first rows."""
        return list(product(range(len(self.tools.across.clues)), repeat=min(2, self.height)))

    def count(self, part: Lengths = ()) -> Iterator[int]:
        """Count the pictures whose row clues begin with `part`, together with their mirror images. Yields at
        checkpoints. If the size is in KNOWN, the whole is not counted again, but single parts are, for the examples.
        """
        tools = self.tools
        if not part and (self.width, self.height) in KNOWN:
            yield from self._look_up()
            return
        for rest in product(range(len(tools.across.clues)), repeat=self.height - len(part)):
            row_clues = (*part, *rest)
            images = tools.mirrors(row_clues)
            if row_clues == min(images):
                yield from self._count(row_clues, images)

    def _look_up(self) -> Iterator[int]:
        """Add the counts of KNOWN, with examples from some parts."""
        some = PictureCensus(self.width, self.height, self.keep)
        clues = len(self.tools.across.clues)
        for part in self.parts()[clues // 2 :: clues] if self.keep else ():
            for _ in some.count(part):
                yield self.pictures
            if all(some.examples.values()):
                break
        self.add({**KNOWN[self.width, self.height], "examples": some.examples})

    def _count(self, row_clues: Lengths, images: dict[Lengths, tuple[bool, bool]]) -> Iterator[int]:
        """Count all pictures with these row clues."""
        tools = self.tools
        boards = [0]
        for lines, clue in zip(tools.rows, row_clues):
            boards = [board | line for board in boards for line in lines[clue]]
        low_part, high_part, half, mask = tools.low_part, tools.high_part, tools.half, (1 << tools.half) - 1
        keys = [low_part[board & mask] | high_part[board >> half] for board in boards]
        counts = Counter(keys)
        weight = len(images)
        self.pictures += weight * len(boards)
        for number, puzzles in Counter(counts.values()).items():
            self.solutions[number] += weight * puzzles
        rows = [tools.row_tables[clue] for clue in row_clues]
        start = 0
        for place, table in enumerate(rows):
            start |= tools.to_columns[table[0]] << place
        alone = 0
        for board, key in zip(boards, keys):
            self._waiting += 1
            if self._waiting > AT_ONCE:
                self._waiting = 0
                yield self.pictures
            if counts[key] > 1:
                self._keep("MP", board, images.values())
                continue
            alone += 1
            columns = [tools.column_tables[clue] for clue in tools.column_clues(key)]
            if tools.is_complete(tools.fix(rows, columns, start)):
                self.truth["SF"] += weight
                self.matlab["SF"] += weight
                self._keep("SF", board, images.values())
            else:
                self.truth["MF"] += weight
                self._keep("MF", board, images.values())
                self._ask_matlab(board, key, images)
        self.truth["MP"] += weight * (len(boards) - alone)
        self.matlab["MP"] += weight * (len(boards) - alone)

    def _ask_matlab(self, board: int, key: int, images: dict[Lengths, tuple[bool, bool]]) -> None:
        """Classify each mirror image as the MATLAB program does, because its answer depends on the order of cells."""
        for row_clues, (aside, over) in images.items():
            columns = self.tools.column_clues(key)
            if over:
                columns = [self.tools.down.mirrored[clue] for clue in columns]
            said = self.tools.matlab(row_clues, columns[::-1] if aside else columns)
            self.matlab[said] += 1
            if said != "MF":
                rows = self.tools.picture(board)[:: -1 if over else 1]
                self.examples["differ"].append([row[:: -1 if aside else 1] for row in rows])

    def _keep(self, name: str, board: int, images: Iterable[tuple[bool, bool]]) -> None:
        kept, most = self.examples[name], LISTED if name == self.listed else self.keep
        rows = self.tools.picture(board) if len(kept) < most else []
        for aside, over in images if name == self.listed else ((False, False),):
            if len(kept) < most:
                kept.append([row[:: -1 if aside else 1] for row in rows[:: -1 if over else 1]])

    # Parts

    def to_json(self) -> Document:
        return {
            "pictures": self.pictures,
            "truth": dict(self.truth),
            "matlab": dict(self.matlab),
            "solutions": {str(number): puzzles for number, puzzles in self.solutions.items()},
            "examples": self.examples,
        }

    def add(self, part: Document) -> None:
        """Add the counts of another part, from its `to_json`."""
        self.pictures += part["pictures"]
        self.truth.update(part["truth"])
        self.matlab.update(part["matlab"])
        self.solutions.update({int(number): puzzles for number, puzzles in part["solutions"].items()})
        for name, pictures in part["examples"].items():
            kept = self.examples[name]
            most = LISTED if name == self.listed else self.keep
            kept += pictures if name == "differ" else pictures[: max(most - len(kept), 0)]

    def result(self, compat: Any = None) -> Document:
        """Return the answer of `census`. If `compat` is "matlab", the classes are those of that program."""
        classes = {name: (self.matlab if compat else self.truth)[name] for name in CLASSES}
        return {
            "width": self.width,
            "height": self.height,
            "compat": compat,
            "pictures": self.pictures,
            "of": self.all,
            "puzzles": sum(self.solutions.values()),
            "classes": classes,
            "percent": {name: round(100 * number / max(self.pictures, 1), 2) for name, number in classes.items()},
            "truth": {name: self.truth[name] for name in CLASSES},
            "matlab": {name: self.matlab[name] for name in CLASSES},
            "solutions": {str(number): self.solutions[number] for number in sorted(self.solutions)},
            "examples": {name: self.examples[name][: self.keep] for name in CLASSES},
            "differ": sorted(self.examples["differ"])[: self.keep],
            **self._list(),
        }

    def _list(self) -> Document:
        """Return all pictures of the listed class, each as a drawing."""
        if self.listed is None:
            return {}
        pictures = sorted(self.examples[self.listed])
        return {
            "listed": self.listed,
            "pictures_listed": pictures,
            "drawings": [drawn(picture) for picture in pictures],
        }
