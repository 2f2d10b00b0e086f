"""Akari (light up, 美術館).

Rules: some cells of a rectangle are black. Place bulbs in white cells. A bulb lights its row and its column up to the
next black cell. Every white cell must be lit, and no bulb may light another. A number in a black cell is the number of
bulbs in the up to four cells that share a side with it. The clues are the numbers; black cells without a number are
part of the board.

Source: Nikoli, 2001 (puzzle communication magazine, 美術館).
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.akari.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
