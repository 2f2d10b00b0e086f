"""Checks of the numbers in the sentences of steps: each claim is computed again from the document, the board before the
step and the solution, without the code that finds steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.model import Board, Puzzle, Step

Claims = Iterator[tuple[str, bool]]
"""(what is claimed, whether it is true)"""


class Moment(NamedTuple):
    """A step, the board before it, and the solution of the puzzle."""

    puzzle: Puzzle
    solution: Board
    board: Board
    step: Step

    @property
    def open(self) -> int:
        return self.puzzle.cells & ~(self.board.known | self.puzzle.givens.known)

    def line(self) -> int:
        """Return the cells of the row or column that the sentence names."""
        words, width, height = self.step.params, self.puzzle.width, self.puzzle.height
        if "row" in words:
            return set_of(range((words["row"] - 1) * width, words["row"] * width))
        return set_of(range(words["column"] - 1, width * height, width))

    def cell(self, row: str = "row", column: str = "column") -> int:
        return (self.step.params[row] - 1) * self.puzzle.width + self.step.params[column] - 1

    def near(self, cell: int, diagonal: bool = False) -> int:
        """Return the cells that touch a cell."""
        (row, column), found = divmod(cell, self.puzzle.width), 0
        for r in range(max(row - 1, 0), min(row + 2, self.puzzle.height)):
            for c in range(max(column - 1, 0), min(column + 2, self.puzzle.width)):
                if (r, c) != (row, column) and (diagonal or r == row or c == column):
                    found |= 1 << r * self.puzzle.width + c
        return found


def claims(moment: Moment) -> Claims:
    """Yield the claims of a step's sentence that are checked here."""
    words, puzzle = moment.step.params, moment.puzzle
    grid = puzzle.document.get("grid", ())
    for end in ("", "2"):
        names = [f"{name}{end}" for name in ("value", "row", "column")]
        # Most sentences about slitherlinks name a dot instead of the cell of the number.
        named = puzzle.kind != "slitherlink" or moment.step.technique in ("every-way", "colours", "diagonal")
        if named and all(name in words for name in names):
            value, row, column = (words[name] for name in names)
            yield "value", grid[row - 1][column - 1] == str(value)
    yield from KINDS.get(puzzle.kind, lambda _: iter(()))(moment)


def settled(moment: Moment) -> int:
    return (moment.step.yes | moment.step.no).bit_count()


def minesweeper(moment: Moment) -> Claims:
    words, step, board, open_cells = moment.step.params, moment.step, moment.board, moment.open
    rules = [moment.puzzle.constraints[number] for number in step.because]
    numbers = [(max(one.allowed) - (set_of(one.scope) & board.yes).bit_count(), set_of(one.scope) & open_cells)
               for one in rules if one.clue and len(one.clue.at) == 2]  # fmt: skip
    total = [max(one.allowed) - (set_of(one.scope) & board.yes).bit_count() for one in rules if len(one.clue.at) == 1]
    on, off = step.yes.bit_count(), step.no.bit_count()
    match step.technique, words.get("as"):
        case ("full", _):
            yield "missing", numbers[0][0] == words["n"] == numbers[0][1].bit_count() == on
        case ("satisfied" | "no-mines", _):
            yield "missing", numbers[0][0] == 0 and words["n"] == numbers[0][1].bit_count() == off
        case ("all-mines", _):
            yield "total", total[0] == words["n"] == open_cells.bit_count()
        case ("all-found", _):
            yield "total", total[0] == 0 and words["n"] == open_cells.bit_count()
        case ("one-one", _):
            yield "missing", numbers[0][0] == numbers[1][0] == 1 and not numbers[0][1] & ~numbers[1][1]
            yield "others", words["n"] == (numbers[1][1] & ~numbers[0][1]).bit_count() == off
        case ("subset", kind):
            (one, a), (other, b) = numbers
            yield "inside", not a & ~b
            yield "others", words["n"] == (b & ~a).bit_count()
            yield "missing", one == other == words["missing"] if kind == "safe" else other - one == words["n"]
        case ("one-two", _):
            (one, a), (other, b) = numbers
            yield "missing", other - one == words["n"] == (b & ~a).bit_count() == on
        case ("mine-count", kind):
            cells = 0
            for _, some in numbers:
                yield "apart", not cells & some
                cells |= some
            yield "held", sum(missing for missing, _ in numbers) == words["held"]
            yield "rest", (open_cells & ~cells).bit_count() == words["n"]
            yield "total", total[0] == words["held"] + (words["n"] if kind == "mines" else 0)


def akari(moment: Moment) -> Claims:
    words, board, open_cells, grid = moment.step.params, moment.board, moment.open, moment.puzzle.document["grid"]
    width, height = moment.puzzle.width, moment.puzzle.height

    def seen(cell: int) -> int:
        found = 1 << cell
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            row, column = cell // width + down, cell % width + right
            while 0 <= row < height and 0 <= column < width and grid[row][column] == ".":
                found |= 1 << row * width + column
                row, column = row + down, column + right
        return found

    def number() -> tuple[int, int]:
        around = moment.near(moment.cell())
        return words["value"] - (around & board.yes).bit_count(), around & open_cells

    def ruled_out(bulb: int, cells: int) -> int:
        """Return which of these open cells have no bulb, by the rules of one line or number, if this cell has one."""
        found = seen(bulb) & cells
        for cell in members(moment.near(bulb)):
            letter = grid[cell // width][cell % width]
            around = moment.near(cell)
            if letter in "01234" and int(letter) == (around & board.yes).bit_count() + 1:
                found |= around & cells
        return found & ~(1 << bulb)

    def forced(need: dict[str, int], there: int, bulb: bool) -> bool:
        """Return whether a number or a dark cell needs a bulb in one cell if another one has a bulb or has none."""
        cell, on = (need["row"] - 1) * width + need["column"] - 1, (need["line"] - 1) * width + need["cell"] - 1
        cells = (moment.near(cell) if "value" in need else seen(cell)) & (open_cells | board.yes)
        missing = need.get("value", 1) - (cells & board.yes).bit_count()
        free = cells & open_cells
        left = free & ~ruled_out(there, free) if bulb else free & ~(1 << there)
        return (
            bool(left >> on & 1)
            and missing == left.bit_count()
            and grid[cell // width][cell % width] == str(need.get("value", "."))
        )

    there = (words["line"] - 1) * width + words["cell"] - 1 if "line" in words else -1
    match moment.step.technique:
        case "all-bulbs":
            yield "missing", number()[0] == words["n"] == number()[1].bit_count()
        case "number-met" | "no-bulbs":
            yield "missing", number()[0] == 0 and words["n"] == number()[1].bit_count()
        case "lit":
            yield "cells", words["n"] == (moment.step.no & seen(moment.cell())).bit_count()
            yield "bulb", bool(board.yes >> moment.cell() & 1)
        case "last-light" | "dark-alone":
            cell = moment.cell()
            yield "only", not seen(cell) & board.yes and seen(cell) & open_cells == 1 << (there if there >= 0 else cell)
        case "corner-of-number":
            left = number()[1] & ~ruled_out(there, number()[1])
            yield "too few", left.bit_count() < number()[0]
        case "would-darken":
            ways = seen(moment.cell()) & open_cells
            yield "dark", not seen(moment.cell()) & board.yes and not ways & ~ruled_out(there, ways)
        case "clash":
            pair = [words["first"]["params"], words["second"]["params"]]
            one, other = ((need["line"] - 1) * width + need["cell"] - 1 for need in pair)
            yield "pair", one != other and bool(ruled_out(one, 1 << other))
            for need in pair:
                yield "forced", forced(need, there, words["as"] == "on")


def binoxxo(moment: Moment) -> Claims:
    words, technique = moment.step.params, moment.step.technique
    if "row" not in words and "column" not in words:
        return  # a trial
    cells = [*members(moment.line())]
    if "letter" not in words:
        return
    pairs = places(words["pairs"].replace("; ", ", ")) if technique == "opposite-pairs" else []
    values = moment.board.yes if words["letter"] == "O" else moment.board.no
    left = len(cells) // 2 - sum(values >> cell & 1 for place, cell in enumerate(cells) if place not in pairs)
    wanted = {"half": 0, "one-left": 1, "two-left": 2, "opposite-pairs": words.get("held")}
    if technique in wanted:
        yield "left", left == wanted[technique]
    if technique == "no-room" or str(words.get("as")).endswith("room"):
        yield "room", left < 2


def star_battle(moment: Moment) -> Claims:
    words, step, board, document = moment.step.params, moment.step, moment.board, moment.puzzle.document
    stars, text = document.get("stars", 1), "".join(document["grid"])

    def missing(cells: int) -> int:
        return stars - (cells & board.yes).bit_count()

    regions = [set_of(moment.puzzle.constraints[number].scope) for number in step.because]
    regions = [cells for cells in regions if len({text[cell] for cell in members(cells)}) == 1]
    kind = str(words.get("as"))
    if step.technique in ("star-full", "star-last"):
        cells = regions[0] if kind == "region" else moment.line()
        wanted = 0 if step.technique == "star-full" else words["n"]
        yield "missing", missing(cells) == wanted
        yield "cells", words["n"] == (cells & moment.open).bit_count() == settled(moment)
    elif step.technique == "star-touch":
        yield "cells", words["n"] == (moment.near(moment.cell("row2", "column2"), True) & step.no).bit_count()
        yield "star", bool(board.yes >> moment.cell("row2", "column2") & 1)
    elif step.technique in ROOM:
        cell = moment.cell("row2", "column2") if "row2" in words else 0
        yield from room(moment, cell, regions[0] if kind == "region" else moment.line(), missing)
    elif "where" in words:
        rows = "rows" in words["where"]["params"]
        lines = places(words["where"]["params"]["rows" if rows else "columns"])
        width, size = moment.puzzle.width, moment.puzzle.size
        sets = [set_of(range(n * width, (n + 1) * width) if rows else range(n, size, width)) for n in lines]
        inside, outside = sum(regions), sum(sets)
        yield "lines", words["lines"] == len(sets)
        if step.technique in ("star-regions-in-lines", "star-confined-region"):
            yield "room", not inside & moment.open & ~outside
            yield "all", sum(map(missing, regions)) == sum(map(missing, sets))
        elif step.technique in ("star-lines-in-regions", "star-confined-line"):
            yield "room", not outside & moment.open & ~inside
            yield "all", sum(map(missing, regions)) == sum(map(missing, sets))


ROOM = ("star-blocked", "star-crowded", "star-needed", "star-starved", "star-forced")


def room(moment: Moment, cell: int, house: int, missing: Callable[[int], int]) -> Claims:
    """Yield the claims about the room for stars in one row, column or region."""
    technique, left, lacking = moment.step.technique, house & moment.open, missing(house)
    gone = moment.near(cell, True) | 1 << cell
    if technique == "star-blocked":
        yield "touch", lacking == 1 and left != 0 and not left & ~moment.near(cell, True)
    elif technique == "star-crowded":
        yield "room", not any(True for _ in ways_to_place(moment, left & ~gone, lacking - (house >> cell & 1)))
    elif technique == "star-needed":
        yield "room", not any(True for _ in ways_to_place(moment, left & ~(1 << cell), lacking))
    else:
        stars = [cell, *named_cells(moment)]
        yield "forced", technique == "star-starved" or forces(moment, cell, set_of(stars[1:]), missing)
        touched = reduce(int.__or__, (moment.near(star, True) for star in stars))
        lacking -= (set_of(stars) & house & ~touched).bit_count()
        left &= ~(emptied(moment, stars, missing) | set_of(stars))
        yield "room", lacking > 0 and not any(True for _ in ways_to_place(moment, left, lacking))


def named_cells(moment: Moment) -> Iterator[int]:
    """Yield the cells that a sentence lists as "stars"."""
    texts = [moment.step.params["stars"]] if "stars" in moment.step.params else []
    while texts:
        text = texts.pop()["params"]
        if "first" in text:
            texts += [text["first"], text["last"]]
        else:
            yield (text["row"] - 1) * moment.puzzle.width + text["column"] - 1


def houses(moment: Moment) -> Iterator[int]:
    """Yield the cells of each row, column and region."""
    width, size = moment.puzzle.width, moment.puzzle.size
    text = "".join(moment.puzzle.document["grid"])
    yield from (set_of(range(n, n + width)) for n in range(0, size, width))
    yield from (set_of(range(n, size, width)) for n in range(width))
    yield from (set_of(cell for cell in range(size) if text[cell] == letter) for letter in set(text))


def emptied(moment: Moment, stars: list[int], missing: Callable[[int], int]) -> int:
    """Return the cells that are empty if these cells are stars."""
    gone = reduce(int.__or__, (moment.near(star, True) for star in stars))
    for house in houses(moment):
        if (house & moment.open & set_of(stars)).bit_count() == missing(house):
            gone |= house & ~set_of(stars)
    return gone


def forces(moment: Moment, cell: int, stars: int, missing: Callable[[int], int]) -> bool:
    """Return whether a star in a cell leaves just these cells for the stars of a row, column or region."""
    left = moment.open & ~(emptied(moment, [cell], missing) | 1 << cell)
    return any(
        house & left == stars and missing(house) - (house >> cell & 1) == stars.bit_count() for house in houses(moment)
    )


def ways_to_place(moment: Moment, cells: int, stars: int) -> Iterator[int]:
    """Yield every set of this many of some cells that do not touch each other."""
    if stars <= 0:
        yield 0
        return
    while cells:
        cell = (cells & -cells).bit_length() - 1
        cells &= cells - 1
        for rest in ways_to_place(moment, cells & ~moment.near(cell, True), stars - 1):
            yield rest | 1 << cell


def hitori(moment: Moment) -> Claims:
    words, step, board, text = moment.step.params, moment.step, moment.board, "".join(moment.puzzle.document["grid"])
    if "row" not in words:
        return
    cell, width, height = moment.cell(), moment.puzzle.width, moment.puzzle.height
    row, column = divmod(cell, width)

    def alike(other: int) -> bool:
        """Return whether another cell has the same number in the same line."""
        return text[other] == text[cell] and (other // width == row or other % width == column)

    beside = [(cell - 1, cell + 1)] * (0 < column < width - 1) + [(cell - width, cell + width)] * (0 < row < height - 1)
    match step.technique:
        case "next-to-shaded":
            yield "shaded", bool(board.yes >> cell & 1)
            yield "cells", words["n"] == (moment.near(cell) & step.no).bit_count() == settled(moment)
        case "number-taken":
            yield "unshaded", bool(board.no >> cell & 1)
            yield "cells", words["n"] == step.yes.bit_count() and all(map(alike, members(step.yes)))
        case "pair-elsewhere":
            yield "pair", any(map(alike, members(moment.near(cell))))
            yield "cells", words["n"] == step.yes.bit_count() and all(map(alike, members(step.yes)))
        case "sandwiched":
            yield "equal", any(text[one] == text[other] for one, other in beside)
        case "triplet":
            yield "equal", any(text[one] == text[other] == text[cell] for one, other in beside)
        case "corner-pair":
            yield "corner", row in (0, height - 1) and column in (0, width - 1)
            yield "pair", any(map(alike, members(moment.near(cell))))


def places(text: str) -> list[int]:
    """Return the numbers of "1, 3–5", from 0."""
    found: list[int] = []
    for part in text.split(", "):
        first, _, last = part.partition("–")
        found += range(int(first) - 1, int(last or first))
    return found


def slitherlink(moment: Moment) -> Claims:
    words, solution = moment.step.params, moment.solution.yes
    width, height = moment.puzzle.width, moment.puzzle.height
    first = (height + 1) * width

    def edges_of(row: int, column: int) -> dict[tuple[int, int, int, int], int]:
        """Return the edges of a cell by the dots at their ends, all counted from 1."""
        r, c = row - 1, column - 1
        return {
            (row, column, row, column + 1): r * width + c,
            (row + 1, column, row + 1, column + 1): (r + 1) * width + c,
            (row, column, row + 1, column): first + r * (width + 1) + c,
            (row, column + 1, row + 1, column + 1): first + r * (width + 1) + c + 1,
        }

    every = {ends: edge for r in range(height) for c in range(width) for ends, edge in edges_of(r + 1, c + 1).items()}

    def holds(arc: dict[str, Any], cell: tuple[int, int], dot: tuple[int, int]) -> bool:
        """Return whether the number of lines of a cell at a dot is one of the arc's."""
        mine = [edge for ends, edge in edges_of(*cell).items() if dot in (ends[:2], ends[2:])]
        lines = sum(solution >> edge & 1 for edge in mine)
        return len(mine) == 2 and bool(int(arc["key"].removeprefix("arc.")) >> lines & 1)

    def inside(place: dict[str, Any]) -> int:
        if place["key"] == "at.outside":
            return 0
        row, column = place["params"]["row"] - 1, place["params"]["column"]
        return sum(solution >> first + row * (width + 1) + c & 1 for c in range(column)) & 1

    if moment.step.technique == "diagonal":
        yield "arc", holds(words["arc"], (words["row2"], words["column2"]), (words["row3"], words["column3"]))
    elif moment.step.technique == "arcs":
        hub = words["hub"]["params"]["row"], words["hub"]["params"]["column"]
        for one in words["arcs"]:
            there = one["params"]["row"], one["params"]["column"]
            at_dot = one["key"] == "arc.at-dot"
            yield "arc", holds(one["params"]["arc"], *((hub, there) if at_dot else (there, hub)))
    elif moment.step.technique in ("vertex-full", "vertex-on", "dead-end"):
        dot = [edge for ends, edge in every.items() if (words["row"], words["column"]) in (ends[:2], ends[2:])]
        lines = sum(moment.board.yes >> edge & 1 for edge in dot)
        left = sum(moment.open >> edge & 1 for edge in dot)
        met = {"vertex-full": lines == 2, "vertex-on": (lines, left) == (1, 1), "dead-end": (lines, left) == (0, 1)}
        yield "dot", met[moment.step.technique]
    elif moment.step.technique in ("complete", "needs-rest", "zero"):
        number = set_of(edges_of(words["row"], words["column"]).values())
        missing = words.get("value", 0) - (number & moment.board.yes).bit_count()
        yield "number", missing == ((number & moment.open).bit_count() if moment.step.yes else 0)
    elif moment.step.technique == "early-loop":
        yield "length", words["length"] == path(moment) + 1
    for one in words.get("sides", ()):
        same = inside(one["params"]["one"]) == inside(one["params"]["other"])
        yield "sides", same == one["key"].endswith("same")


def path(moment: Moment) -> int:
    """Return the number of the known lines used by a step that connect the ends of its edge, or 0 if they do not."""
    width, height = moment.puzzle.width, moment.puzzle.height
    first = (height + 1) * width

    def ends(edge: int) -> tuple[tuple[int, int], tuple[int, int]]:
        (r, c), upright = divmod(edge, width) if edge < first else divmod(edge - first, width + 1), edge >= first
        return (r, c), (r + upright, c + (not upright))

    lines = [ends(edge) for edge in members(moment.board.yes & moment.step.cells)]
    start, end = ends(next(members(moment.step.no)))
    front, reached, length = {start}, {start}, 0
    while front and end not in reached:
        front = {dot for line in lines if not front.isdisjoint(line) for dot in line} - reached
        reached |= front
        length += 1
    return length if end in reached else 0


def nonogram(moment: Moment) -> Claims:
    words, document = moment.step.params, moment.puzzle.document
    if "colors" in document or not {"row", "column"} & words.keys():
        return
    rows = "row" in words
    number = words["row" if rows else "column"] - 1
    runs = document["rows" if rows else "cols"][number]
    cells = [*members(moment.line())]
    known = [(moment.board.yes >> cell & 1) - (moment.board.no >> cell & 1) for cell in cells]
    ways = [*placements(runs, known)]
    if moment.step.technique == "room":
        left, right = (set(places(words[side]["params"]["cells"])) for side in ("left", "right"))
        yield (
            "room",
            any(
                length == words["run"]
                and left == {*range(min(way[i] for way in ways), min(way[i] for way in ways) + length)}
                and right == {*range(max(way[i] for way in ways), max(way[i] for way in ways) + length)}
                for i, length in enumerate(runs)
            ),
        )
    elif moment.step.technique in ("edge", "closed", "join"):
        block = [words["cell"] - 1] if "cell" in words else places(words["block"]["params"]["cells"])
        over = {
            length
            for way in ways
            for start, length in zip(way, runs)
            if start <= block[0] and block[-1] < start + length
        }
        yield "run", max(over) == words["run"] if moment.step.technique == "closed" else over == {words["run"]}
        if moment.step.technique == "closed":
            yield "block", len(block) == words["run"]
    elif moment.step.technique == "gap":
        yield "gap", len(places(words["cells"])) < words["run"] and words["run"] in runs
    elif moment.step.technique == "split":
        yield "length", words["length"] > words["run"] and words["run"] in runs


def placements(runs: list[int], known: list[int], start: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the starts of the runs in every way to fill a line. `known`: 1 filled, -1 empty, 0 unknown."""
    if not runs:
        if 1 not in known[start:]:
            yield ()
        return
    length = runs[0]
    for at in range(start, len(known) - length + 1):
        if 1 in known[start:at]:
            return
        if -1 not in known[at : at + length] and known[at + length : at + length + 1] != [1]:
            yield from ((at, *rest) for rest in placements(runs[1:], known, at + length + 1))


KINDS: dict[str, Callable[[Moment], Claims]] = {
    check.__name__: check for check in (akari, binoxxo, hitori, minesweeper, nonogram, slitherlink, star_battle)
}
