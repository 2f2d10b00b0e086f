"""Human techniques, easiest first. Each finds facts of a line, which become steps (`lines`); a few take two lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any

from tesuji.bitset import members
from tesuji.grid import spans
from tesuji.model import Board, Document, Step, Technique, TechniqueContext
from tesuji.puzzles.nonogram.lines import MISSING, USED, ColouredLine, Line, LineFact, open_lines, steps_of
from tesuji.puzzles.nonogram.placements import Placements, mirrored
from tesuji.puzzles.nonogram.two_lines import colours_meet, edge_logic, two_lines


def span(start: int, end: int) -> int:
    """Return the cells from start to end (exclusive)."""
    return (1 << end) - (1 << start) if end > start else 0


def stretches(cells: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of a bit set: (start, end)."""
    while cells:
        start = (cells & -cells).bit_length() - 1
        gaps = ~(cells >> start)
        end = start + (gaps & -gaps).bit_length() - 1
        yield start, end
        cells &= -1 << end


# Any number of colours


def empty_line(line: Line) -> Iterator[LineFact]:
    if not line.runs:
        yield LineFact(line.full)


def whole_line(line: Line) -> Iterator[LineFact]:
    """Find lines that the runs fill, with a gap of one cell between runs of the same colour."""
    if line.runs and line.free_starts[0].bit_count() == 1:
        values = Placements(line.width, line.runs)[0]
        picture = sum(1 << value * line.width + cell for cell, value in enumerate(values))
        yield LineFact(picture, partial(_filled, line, picture), form=line.by_value)


def _filled(line: Line, picture: int) -> Document:
    return {"filled": spans(cell + 1 for cell in members(line.plane(picture, 1)))} if line.values == 2 else {}


def finished(line: Line) -> Iterator[LineFact]:
    """Find lines in which every cell of the clue is filled."""
    if line.runs and line.filled.bit_count() == sum(line.lengths):
        yield LineFact(line.full & ~line.filled, named=line.filled)


def overlap(line: Line) -> Iterator[LineFact]:
    """Find cells that a run covers in every position, because it is longer than the free room of its line."""
    yield from _covered(line, line.free_starts)


def room(line: Line) -> Iterator[LineFact]:
    """Find cells that a run covers at both ends of its room, which is bounded by the known cells and the runs around
    it.
    """
    yield from _covered(line, line.starts, "-only")


def _covered(line: Line, starts: Sequence[int], only: str = "") -> Iterator[LineFact]:
    """Yield the cells that each run covers from all of its starts. `only` ends the key of the sentence if a run has one
    start.
    """
    for number, ((length, colour), places) in enumerate(zip(line.runs, starts)):
        first, last = (places & -places).bit_length() - 1, places.bit_length() - 1
        if last < first + length:
            words = partial(line.room, number, first, last + length)
            form = line.by_value + only if first == last else line.by_value
            yield LineFact(span(last, first + length) << colour * line.width, words, form=form)


def agreement(line: Line) -> Iterator[LineFact]:
    """Find the values that all placements share."""
    if line.follows is not None:
        yield LineFact(line.last(line.follows), partial(_placements, line), form=line.by_value)


def _placements(line: Line) -> Document:
    """Return the message for the remaining placements of a clue."""
    number = Placements(line.width, line.runs, line.removed).total
    params = {"n": number, "clue": line.clue()}
    return {"placements": {"key": f"placements.{'all' if number > 1 else 'only'}", "params": params}}


# Black and white


def all_overlaps(line: Line) -> Iterator[LineFact]:
    """Find the overlaps of all runs together."""
    yield LineFact(reduce(or_, (fact.values for fact in overlap(line)), 0))


def last_cells(line: Line) -> Iterator[LineFact]:
    """Find lines with only as many cells left as the clue needs."""
    if line.runs and (line.full & ~line.empty).bit_count() == sum(line.lengths):
        yield LineFact((line.full & ~line.empty) << line.width, named=line.empty)


def edge(line: Line) -> Iterator[LineFact]:
    """Find filled cells near the end of a line, or near a finished run there. They belong to the next run, which cannot
    end before them.
    """
    width = line.width
    found = _edge(width, line.lengths, line.filled, line.empty)
    if found:
        number, cell, filled, empty = found
        yield LineFact(empty | filled << width, partial(_edge_words, line, number, cell))
    found = _edge(width, line.lengths[::-1], mirrored(width, line.filled), mirrored(width, line.empty))
    if found:
        number, cell, filled, empty = found
        words = partial(_edge_words, line, len(line.lengths) - 1 - number, width - 1 - cell)
        yield LineFact(mirrored(width, empty) | mirrored(width, filled) << width, words)


def _edge_words(line: Line, number: int, cell: int) -> Document:
    return {**line.which(number), "cell": cell + 1}


def _edge(width: int, lengths: Sequence[int], filled: int, empty: int) -> tuple[int, int, int, int] | None:
    """Return the number of the run, its first known cell, and the cells that are then filled and empty."""
    place = 0
    for number, run in enumerate(lengths):
        while empty >> place & 1:
            place += 1
        near = filled & span(place, place + run)
        if not near:
            return None
        first = (near & -near).bit_length() - 1
        end = place + run
        if first > place or near != span(place, end) or not (end == width or empty >> end & 1):
            return number, first, span(first, end), 1 << end & span(0, width) if first == place else 0
        place = end
    return None


def closed(line: Line) -> Iterator[LineFact]:
    """Find blocks as long as the longest run that can be there, which are whole runs."""
    for start, end in stretches(line.filled):
        if end - start == max((run for run, _ in _covering(line, start, end)), default=0):
            words = partial(dict, run=end - start, block=(start, end))
            yield LineFact((1 << end | 1 << start >> 1) & line.full, words)


def gap(line: Line) -> Iterator[LineFact]:
    """Find gaps between crosses that are shorter than every run, or than every run that could be there."""
    for start, end in stretches(line.full & ~line.empty):
        if line.filled & span(start, end):
            continue
        near = [run for run, first, last in line.rooms if first < end and last > start]
        shortest = min(near or line.lengths, default=0)
        if shortest > end - start:
            yield LineFact(span(start, end), partial(dict, run=shortest))


def out_of_reach(line: Line) -> Iterator[LineFact]:
    """Find cells between the farthest places of two runs, or of a run and the border."""
    reached = 0
    for _, first, last in line.rooms:
        reached |= span(first, last)
    yield LineFact(line.full & ~reached, form="-only" if len(line.lengths) == 1 else "")


def join(line: Line) -> Iterator[LineFact]:
    """Find two blocks of the same run, between which all cells are filled."""
    blocks = list(stretches(line.filled))
    for (start, end), (next_start, next_end) in zip(blocks, blocks[1:]):
        run = _shared_run(line, start, end, next_start, next_end)
        if run:
            words = partial(dict, block=(start, end), other=(next_start, next_end), run=run)
            yield LineFact(span(end, next_start) << line.width, words)


def _shared_run(line: Line, start: int, end: int, next_start: int, next_end: int) -> int:
    """Return the length of the run that two blocks belong to, judging by the room of single runs; 0 if they may belong
    to different runs.
    """
    earlier = [number for number, (_, first, last) in enumerate(line.rooms) if first <= start and end <= last]
    later = [number for number, (_, first, last) in enumerate(line.rooms) if first <= next_start and next_end <= last]
    return line.lengths[earlier[0]] if earlier and later and earlier[0] == later[-1] else 0


def split(line: Line) -> Iterator[LineFact]:
    """Find cells between or next to blocks that would make them longer than every run that can be there."""
    filled = line.filled
    for place in members((filled << 1 | filled >> 1) & line.full & ~filled & ~line.empty):
        start, end = next(block for block in stretches(filled | 1 << place) if block[0] <= place < block[1])
        # If no run reaches the cell, those that reach the blocks next to it count.
        here = [run for run, first, last in line.rooms if first <= place < last]
        near = [run for run, first, last in line.rooms if first < end and start < last]
        longest = max(here or near, default=0)
        if end - start > longest:
            yield LineFact(1 << place, partial(dict, length=end - start, run=longest))


def extend(line: Line) -> Iterator[LineFact]:
    """Find blocks that are extended over the same cells by every run that may contain them."""
    for start, end in stretches(line.filled):
        shared = line.full
        for run, places in _covering(line, start, end):
            for place in members(places):
                shared &= span(place, place + run)
        yield LineFact((shared & ~span(start, end)) << line.width, partial(dict, block=(start, end)))


def _covering(line: Line, start: int, end: int) -> list[tuple[int, int]]:
    """Return (length, starts) of the runs that may cover all cells from start to end (exclusive)."""
    found = [(run, places & span(max(end - run, 0), start + 1)) for run, places in zip(line.lengths, line.starts)]
    return [(run, places) for run, places in found if places]


# Colours


def colour_room(line: ColouredLine) -> Iterator[LineFact]:
    """Find the same as `room`."""
    yield from _covered(line, line.starts, "-only" if line.removed else "")


def missing_colour(line: ColouredLine) -> Iterator[LineFact]:
    """Find the values that all placements share whose colours occur in the crossing lines."""
    if line.absent and line.further is not None:
        yield LineFact(line.last(line.further), form=line.by_value)


def used_up(line: ColouredLine) -> Iterator[LineFact]:
    """Find colours whose cells are all placed, so that another cell has the only value left."""
    for colour in sorted({colour for _, colour in line.runs}):
        cells, plane = line.plane(line.settled, colour), line.full << colour * line.width
        if cells.bit_count() == sum(length for length, one in line.runs if one == colour):
            last = line.last(line.removed | line.absent | plane & ~(cells << colour * line.width))
            yield LineFact(last & ~plane, partial(_used, line, colour), named=cells, form=line.by_value)


def _used(line: ColouredLine, colour: int) -> Document:
    return {"used": line.name(colour)}


def colour_out(line: ColouredLine) -> Iterator[LineFact]:
    """Find values that no placement has, in cells that have several other values left."""
    if line.follows is not None:
        own = {0, *(colour for _, colour in line.runs)}
        for value in range(line.values):
            plane = line.full << value * line.width
            yield LineFact(line.follows & plane, out=True, form="" if value in own else "-none")


def _technique(
    name: str,
    level: int,
    black: Callable[[Line], Iterator[LineFact]] | None,
    coloured: Callable[[ColouredLine], Iterator[LineFact]] | None,
) -> Technique:
    """Return a technique with the facts of a line in black and white and of one with colours, or None for either."""

    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        facts: Callable[[Any], Iterator[LineFact]] | None = coloured if context.puzzle.blocks else black
        if facts is None:
            return
        key = name, context.sentences
        for line in context.derived(open_lines, board):
            if key not in line.steps:
                line.steps[key] = list(steps_of(name, line, facts(line), context.sentences))
                if context.puzzle.blocks:  # a line with colours takes longer
                    yield None
            yield from line.steps[key]

    return Technique(name, level, find)


TECHNIQUES = (
    _technique("empty-line", 1, empty_line, empty_line),
    _technique("whole-line", 1, whole_line, whole_line),
    _technique("finished", 1, finished, finished),
    _technique("last-cells", 1, last_cells, None),
    _technique("overlap", 1, all_overlaps, overlap),
    _technique("edge", 1, edge, None),
    _technique("closed", 2, closed, None),
    _technique("gap", 2, gap, None),
    _technique(USED, 2, None, used_up),
    _technique(MISSING, 2, None, missing_colour),
    _technique("colour-room", 2, None, colour_room),
    _technique("out-of-reach", 3, out_of_reach, None),
    _technique("join", 3, join, None),
    Technique("colours-meet", 3, colours_meet),
    _technique("room", 4, room, None),
    _technique("split", 4, split, None),
    _technique("extend", 4, extend, None),
    _technique("agreement", 4, agreement, agreement),
    _technique("colour-out", 4, None, colour_out),
    Technique("edge-logic", 5, edge_logic),
    Technique("two-lines", 5, two_lines),
)
