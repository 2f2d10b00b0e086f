"""Hitori (ひとりにしてくれ, singles).

Rules: every cell has a number. Shade some cells so that no number occurs twice among the unshaded cells of a row or a
column. Shaded cells do not share a side, and the unshaded cells form one connected piece. All numbers are given, so the
difficulty counts rules: numbers that repeat in a line, neighbours, and the connected piece.

Source: Nikoli, 1990 (puzzle communication magazine, ひとりにしてくれ).
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.hitori.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
