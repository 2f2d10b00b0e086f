"""Measure the share of minesweeper games won by the best guess, and by the safest cell (corners first, then borders).

    python bench/guess.py [--games 200] [--level beginner intermediate expert] [--first safe zero] [--seed 1] [--jobs 2]

Both players open what is certain, considering all numbers and the total number of mines together, and play the same
fields. The first click is "safe" (no mine there, in a corner) or opens a "zero" (no mine around it either; in row 3,
column 3, on the expert board row 4, column 4), as in the tables of b1f6c1c4/MineSweeperProb, whose winning rates are
listed.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "py")]

from tesuji.bitset import members  # noqa: E402
from tesuji.engine.budget import run  # noqa: E402
from tesuji.grid import around, cells_around  # noqa: E402
from tesuji.model import Board, Puzzle  # noqa: E402
from tesuji.puzzles.minesweeper.guess import guess, shown  # noqa: E402
from tesuji.puzzles.minesweeper.probability import weighed  # noqa: E402
from tesuji.puzzles.minesweeper.rules import parse  # noqa: E402


class Level(NamedTuple):
    width: int
    height: int
    mines: int
    zero: int
    """Row and column of the first click that opens a zero, counted from 1."""
    published: dict[str, float]
    """Winning rates of PSEQ in percent, by type of the first click."""


LEVELS = {
    "beginner": Level(9, 9, 10, 3, {"safe": 91.68, "zero": 97.15}),
    "intermediate": Level(16, 16, 40, 3, {"safe": 78.12, "zero": 88.93}),
    "expert": Level(30, 16, 99, 4, {"safe": 39.61, "zero": 52.79}),
}
PLAYERS = ("best guess", "safest cell")


class Game:
    """A field that is opened cell by cell. `puzzle` is the player's view, with every known mine."""

    def __init__(self, level: Level, first: str, seed: int):
        random = Random(seed)
        width, height = level.width, level.height
        start = (0, 0) if first == "safe" else (level.zero - 1, level.zero - 1)
        kept = {start, *(around(*start, width, height) if first == "zero" else ())}
        free = [r * width + c for r in range(height) for c in range(width) if (r, c) not in kept]
        self.mines = sum(1 << cell for cell in random.sample(free, level.mines))
        self.near = [
            sum(1 << r * width + c for r, c in around(*divmod(cell, width), width, height))
            for cell in range(width * height)
        ]
        document = {"kind": "minesweeper", "grid": ["." * width] * height, "mines": level.mines}
        self.puzzle: Puzzle = parse(document)
        self.opened = 0
        self.open(start[0] * width + start[1])

    def open(self, cell: int) -> bool:
        """Open a cell; a 0 opens its neighbours. Return whether the cell was safe."""
        if self.mines >> cell & 1:
            return False
        waiting = deque([cell])
        while waiting:
            cell = waiting.popleft()
            if self.opened >> cell & 1:
                continue
            self.opened |= 1 << cell
            number = (self.mines & self.near[cell]).bit_count()
            self.puzzle = shown(self.puzzle, cell, number)
            if not number:
                waiting += members(self.near[cell])
        return True

    def won(self) -> bool:
        return self.opened | self.mines == self.puzzle.cells

    def certain(self) -> int:
        """Return the cells that are certainly safe; certain mines are recorded."""
        puzzle = self.puzzle
        safe = self._plain()
        if not safe:
            _, shares = run(weighed(puzzle))
            unknown = list(members(puzzle.cells & ~puzzle.givens.known))
            safe = sum(1 << cell for cell in unknown if shares[cell] == 0)
            self._note(sum(1 << cell for cell in unknown if shares[cell] == 1))
            self.shares = shares
        return safe

    def _plain(self) -> int:
        """Settle the cells that single numbers determine."""
        while True:
            yes, no = self.puzzle.givens
            mines = safe = 0
            for constraint in self.puzzle.constraints:
                if constraint.clue.at == ("mines",):
                    continue
                scope = self.near[constraint.clue.at[0] * self.puzzle.width + constraint.clue.at[1]]
                closed, lacking = scope & ~(yes | no), constraint.clue.value - (scope & yes).bit_count()
                if closed and not lacking:
                    safe |= closed
                elif closed.bit_count() == lacking:
                    mines |= closed
            if safe or not mines:
                return safe
            self._note(mines)

    def _note(self, mines: int) -> None:
        yes, no = self.puzzle.givens
        self.puzzle = self.puzzle._replace(givens=Board(yes | mines, no))


def safest(puzzle: Puzzle, shares: Sequence[Fraction]) -> int:
    """Return the safest closed cell; among equal ones a corner, then a cell at the border, then the first."""

    def order(cell: int) -> tuple[Fraction, int, int]:
        return shares[cell], len(cells_around(*divmod(cell, puzzle.width), puzzle.width, puzzle.height)), cell

    return min(members(puzzle.cells & ~puzzle.givens.known), key=order)


def play(game: Game, player: str) -> tuple[bool, int]:
    """Return whether the game is won, and how many guesses it took."""
    guesses = 0
    while not game.won():
        safe = game.certain()
        if safe:
            for cell in members(safe):
                game.open(cell)
            continue
        guesses += 1
        if player == "safest cell":
            cell = safest(game.puzzle, game.shares)
        else:
            cell = run(guess(game.puzzle)).candidates[0].cell
        if not game.open(cell):
            return False, guesses
    return True, guesses


def played(level: str, first: str, seed: int) -> list[tuple[bool, int, float]]:
    """Play the same field with every player; return (won, guesses, CPU seconds) for each."""
    results = []
    for player in PLAYERS:
        begun = process_time()
        won, guesses = play(Game(LEVELS[level], first, seed), player)
        results.append((won, guesses, process_time() - begun))
    return results


def games(level: str, first: str, seeds: range, jobs: int) -> Iterator[list[tuple[bool, int, float]]]:
    one = partial(played, level, first)
    if jobs == 1:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(jobs) as executor:
        yield from executor.map(one, seeds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200, help="of each level and first click (default 200)")
    parser.add_argument("--level", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--first", nargs="+", choices=("safe", "zero"), default=["safe", "zero"])
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default 1)")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    print(f"{'':26}{'player':>12}{'games':>7}{'won %':>8}{'±':>6}{'guesses':>9}{'s':>7}{'PSEQ %':>9}", flush=True)
    for level in options.level:
        for first in options.first:
            seeds = range(options.seed, options.seed + options.games)
            results = list(games(level, first, seeds, options.jobs))
            for player, own in zip(PLAYERS, zip(*results)):
                share = sum(won for won, _, _ in own) / len(own)
                error = 100 * sqrt(share * (1 - share) / len(own))
                guesses, seconds = (sum(one[part] for one in own) / len(own) for part in (1, 2))
                name = f"{level}, first click {first}"
                print(
                    f"{name:26}{player:>12}{len(own):7}{100 * share:8.1f}{error:6.1f}{guesses:9.2f}{seconds:7.2f}"
                    f"{LEVELS[level].published[first]:9.2f}",
                    flush=True,
                )
            ahead = (
                sum(one[0][0] and not one[1][0] for one in results),
                sum(one[1][0] and not one[0][0] for one in results),
            )
            print(f"{'':26}won by the best guess alone {ahead[0]}, by the safest cell alone {ahead[1]}", flush=True)


if __name__ == "__main__":
    main()
