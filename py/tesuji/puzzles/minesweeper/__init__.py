"""Minesweeper (マインスイーパ), as a static position.

Rules: some closed cells contain a mine. The number on an opened cell counts the mines in the up to eight cells around
it. If the total number of mines is given, it is also a clue.

Source: the game is older than its best known version (Curt Johnson and Robert Donner, 1990). Richard Kaye, "Minesweeper
is NP-complete", 2000, made the position a puzzle.
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.minesweeper.library import *  # noqa: F403
    from tesuji.puzzles.minesweeper.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
