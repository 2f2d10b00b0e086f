"""Binoxxo (takuzu, binairo, tohu wa vohu, unruly, ビノクソー).

Rules: every cell is X or O. No three adjacent cells in a row or column are equal. Each line has as many X as O, or one
more of either if its length is odd. No two rows are equal, and no two columns; this last rule can be switched off,
because some collections do not use it.

Source: Adolfo Zanellati (Tohu wa Vohu) and Peter De Schepper, Frank Coussement (Binairo), 2009.
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.binoxxo.library import *  # noqa: F403
    from tesuji.puzzles.binoxxo.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
