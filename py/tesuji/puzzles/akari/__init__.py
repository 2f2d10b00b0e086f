"""Akari (light up, 美術館).

Rules: some cells of a rectangle are black; bulbs stand in white cells. A bulb lights its row and its column as far as
the next black cell. Every white cell is lit, and no bulb lights another. A number in a black cell states how many of
the up to four cells that share a side with it hold a bulb. A clue is a number; black cells without a number are part of
the board.

Source: Nikoli, 2001 (puzzle communication magazine, 美術館).
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.akari.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
