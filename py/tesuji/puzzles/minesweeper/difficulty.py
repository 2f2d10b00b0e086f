"""Thought cost (思考コスト), exactly as defined: the number of hints that must be considered together to settle a cell.

Round k considers every k of the hints on the board at its start, without any other knowledge of the board, and settles
each cell that has the same value in all solutions of this local problem. All cells of a round are settled together at
its end: safe ones become hints, mines are flagged. The total number of mines is not used, and a zero does not open its
neighbours.

    once     each k = 1, 2, ... max_k exactly once (the default: the reading of the document that defines it)
    repeat   each k until it settles nothing more, then the next
    restart  back to k = 1 whenever something was settled

A map contains the k of the round in which a cell is settled, 0 for opened cells, and -1 for cells that are never
settled. The map `needed` contains the fewest hints that would have been enough on the board of that round. If there are
at least k hints, some k of them settle a cell if and only if some k or fewer do.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from functools import lru_cache

from tesuji.bitset import members, sets_for
from tesuji.errors import InputError
from tesuji.model import Board, Document, Puzzle
from tesuji.puzzles.minesweeper.generator import reveal
from tesuji.puzzles.minesweeper.region import Region, regions
from tesuji.puzzles.minesweeper.rules import numbers, parse

MODES = ("once", "repeat", "restart")
MAX_K = 8
NEVER = -1
OPENED_AT_ONCE = 1000
"""The first opened cells that are settled between two safe points."""

Needed = dict[int, int]
"""cell -> the fewest hints that settle it"""


def own_rating(puzzle: Puzzle) -> FieldRating | None:
    """Return the rating of a document with a complete field, None for a position. Raises InputError for an invalid mode
    or max_k.
    """
    document = puzzle.document
    if "field" not in document or "grid" in document:
        return None
    mode, max_k = document.get("mode", "once"), document.get("max_k", MAX_K)
    if mode not in MODES:
        raise InputError("mode", name=str(mode)[:20], modes=", ".join(MODES))
    if type(max_k) is not int or max_k < 1:
        raise InputError("max-k")
    return FieldRating(puzzle, mode, max_k)


class FieldRating:
    """The rating of a field. The maps are for the requested mode; the grade uses the mode `restart`, which is how
    people play.
    """

    def __init__(self, puzzle: Puzzle, mode: str, max_k: int):
        self.asked = Field(puzzle, mode, max_k)
        self.played = self.asked if mode == "restart" else Field(puzzle, "restart", max_k)

    def rounds(self) -> Generator[int, None, None]:
        yield from self.asked.rounds()
        if self.played is not self.asked:
            yield from self.played.rounds()

    def maps(self) -> Document:
        asked, played = self.asked, self.played
        cells = {str(k): asked.k.count(k) for k in sorted(set(asked.k)) if k > 0}
        left = played.k.count(NEVER)
        return {
            "mode": asked.mode,
            "max_k": asked.max_k,
            "difficulty": asked.rows(asked.k),
            "needed": asked.rows(asked.needed),
            "rounds": [[k, len(cells)] for k, cells in asked.trace],
            "guess": left > 0,
            "sentence": f"rate.mode-{asked.mode}",
            "why": {
                "rounds": sum(1 for _, cells in played.trace if cells),
                "cells": cells,
                "highest_k": max((k for k, cells in played.trace if cells), default=0),
            },
        }

    def further(self, puzzle: Puzzle, board: Board) -> Puzzle | None:
        """Return the field after clicks on all safe cells, or None if none is closed."""
        document = reveal(puzzle.document, board)
        return None if document == puzzle.document else parse(document)


class Field:
    """A complete field with some opened cells. `rounds` does the work; `k` and `needed` of each cell can be read at any
    time.
    """

    def __init__(self, puzzle: Puzzle, mode: str = "once", max_k: int = MAX_K):
        document = puzzle.document
        self.mode, self.max_k = mode, max_k
        self.width, self.height = puzzle.width, puzzle.height
        self.complete = [number for row in numbers(document["field"]) for number in row]
        self.near = neighbours(self.width, self.height)
        self.k, self.needed = [NEVER] * puzzle.size, [NEVER] * puzzle.size
        self.trace: list[tuple[int, list[int]]] = []
        """(k, cells) of each round."""
        self.board = PlayerView(self.near, self.complete)
        self.opened = [r * self.width + c for r, c in document.get("opened") or ()]
        for cell in self.opened:
            self.k[cell] = self.needed[cell] = 0
        self.board.settle(self.opened[:OPENED_AT_ONCE])

    def rounds(self) -> Generator[int, None, None]:
        """Play all rounds. Yields the number of settled cells at checkpoints."""
        for first in range(OPENED_AT_ONCE, len(self.opened), OPENED_AT_ONCE):
            yield first
            self.board.settle(self.opened[first : first + OPENED_AT_ONCE])
        k = 1
        while k <= self.max_k and self.board.unknown:
            found: Needed = {}
            if self.board.hints >= k:
                for so_far in self.board.forced(k, self.mode != "restart"):
                    found = so_far
                    yield len(self.k) - self.board.unknown.bit_count()
            self._end_round(k, found)
            if self.mode == "once" or not found:
                k += 1
            elif self.mode == "restart":
                k = 1

    def _end_round(self, k: int, found: Needed) -> None:
        self.trace.append((k, sorted(found)))
        for cell, needed in found.items():
            self.k[cell], self.needed[cell] = k, needed
        self.board.settle(found)

    def rows(self, values: list[int]) -> list[list[int]]:
        return [values[start : start + self.width] for start in range(0, len(values), self.width)]


@lru_cache(maxsize=8)
def neighbours(width: int, height: int) -> Sequence[int]:
    """Return the neighbours of each cell, as bit sets."""
    spans = [(1 << min(column + 2, width)) - (1 << max(column - 1, 0)) for column in range(width)]
    lines = [sum(1 << r * width for r in range(max(row - 1, 0), min(row + 2, height))) for row in range(height)]
    return sets_for(lambda cell: spans[cell % width] * lines[cell // width] ^ 1 << cell, width * height)


class PlayerView:
    """The player's view. A hint is active while there are unknown cells around it; its value is then the number of
    mines among these.
    """

    def __init__(self, near: Sequence[int], complete: list[int]):
        self.near, self.complete = near, complete
        self.unknown = (1 << len(complete)) - 1
        self.flagged = 0
        self.hints = 0  # the active hints
        self.around: dict[int, int] = {}  # for each active hint, the unknown cells around it
        self.rest: dict[int, int] = {}  # for each active hint, the number of mines among these
        self.active = 0
        self.regions: list[Region] | None = None
        self.fresh = [0, 0]  # hints that have changed since levels 1 and 2 were last searched

    def settle(self, cells: Collection[int]) -> None:
        """Open safe cells and flag mines."""
        safe, near, rest, complete = [], self.near, self.rest, self.complete
        touched = 0
        if cells:
            self.regions = None
        for cell in cells:
            self.unknown ^= 1 << cell
            touched |= near[cell]
            if complete[cell] < 0:
                self.flagged |= 1 << cell
                for hint in members(near[cell] & self.active):
                    rest[hint] -= 1
            else:
                safe.append(cell)
        for cell in safe:
            rest[cell] = complete[cell] - (near[cell] & self.flagged).bit_count()
            touched |= 1 << cell
            self.active |= 1 << cell
        self.hints += len(safe)
        self.fresh = [hints | touched & self.active for hints in self.fresh]
        for hint in members(touched & self.active):
            unknown = near[hint] & self.unknown
            self.around[hint] = unknown
            if not unknown:
                self.active ^= 1 << hint

    def forced(self, limit: int, all_levels: bool) -> Generator[Needed, None, Needed]:
        """Return the cells that at most `limit` hints settle, with the smallest number of hints. Yields the same dict
        at safe points, while it grows.

        If `all_levels` is False, fewer than `limit` hints are known to settle nothing.
        """
        found: Needed = {}
        least = 1 if all_levels else limit
        for level, settled_by in enumerate((self._one, self._two), 1):
            if least <= level <= limit:
                hints = self.active if all_levels else self.active & self.fresh[level - 1]
                for cell in members(settled_by(hints)):
                    found.setdefault(cell, level)
                yield found
        if limit < 3:
            self.fresh[limit - 1] = 0
            return found
        if self.regions is None:
            self.regions = self._regions()
        done = sum(1 << cell for cell in found)
        for region in self.regions:
            for cells, fewest in region.fewest(range(max(3, least), limit + 1), done):
                for cell in members(cells):
                    found.setdefault(cell, fewest)
                yield found
        return found

    def _one(self, hints: int) -> int:
        """Return the cells of hints whose mines are all found, or that need all their cells."""
        forced, around, rest = 0, self.around, self.rest
        for hint in members(hints):
            cells = around[hint]
            if not rest[hint] or rest[hint] == cells.bit_count():
                forced |= cells
        return forced

    def _two(self, hints: int) -> int:
        """Return the cells settled by pairs of hints, one of which is among `hints`, and not by a single one. The range
        of the number of mines in the cells that two hints share settles the remaining cells. It settles the shared ones
        only if one of the hints does.
        """
        forced, around, rest, active = 0, self.around, self.rest, self.active
        done = 0
        for a in members(hints):
            done |= 1 << a
            cells_a, rest_a = around[a], rest[a]
            partners = 0
            for cell in members(cells_a):
                partners |= self.near[cell]
            for b in members(partners & active & ~done):
                both = cells_a & around[b]
                only_a, only_b = cells_a ^ both, around[b] ^ both
                rest_b = rest[b]
                shared, size_a, size_b = both.bit_count(), only_a.bit_count(), only_b.bit_count()
                low = max(0, rest_a - size_a, rest_b - size_b)
                high = min(shared, rest_a, rest_b)
                if only_a and (rest_a == low or rest_a - high == size_a):
                    forced |= only_a
                if only_b and (rest_b == low or rest_b - high == size_b):
                    forced |= only_b
        return forced

    def _regions(self) -> list[Region]:
        """Return the parts of the board that have no unknown cell in common."""
        mines = sum(1 << cell for cell in members(self.unknown) if self.complete[cell] < 0)
        hints = {hint: self.around[hint] for hint in members(self.active)}
        return [Region(classes, self.rest, mines) for classes in regions(hints) if classes]
