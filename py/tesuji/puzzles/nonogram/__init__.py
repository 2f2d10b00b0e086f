"""Nonogram (picross, griddlers, hanjie, お絵かきロジック).

Rules: fill some cells of a rectangle. The numbers of a line are the lengths of its runs of filled cells, in order, with
at least one empty cell between two runs. A line without numbers is empty.

Source: Non Ishida and Tetsuya Nishio, Japan, 1987.
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.nonogram.library import *  # noqa: F403
    from tesuji.puzzles.nonogram.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
