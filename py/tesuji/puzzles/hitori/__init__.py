"""Hitori (ひとりにしてくれ, singles).

Rules: every cell has a number; some cells are shaded. No number occurs twice among the unshaded cells of a row or a
column. Shaded cells do not touch along a side, and the unshaded cells are in one piece. All numbers are given, so a
difficulty counts rules: numbers that repeat in a line, neighbours, and the one piece.

Source: Nikoli, 1990 (puzzle communication magazine, ひとりにしてくれ).
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.hitori.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
