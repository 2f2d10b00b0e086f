"""Slitherlink (loopy, fences, スリザーリンク).

Rules: draw one closed loop along the edges of the lattice; it never touches or crosses itself. A number states how many
of the four edges of its box are drawn.

Source: Nikoli, 1989. Numbers are 0 to 3; 4 is legal and only true of the loop around one box.
"""

from typing import TYPE_CHECKING

from tesuji.puzzles import names_of

if TYPE_CHECKING:
    from tesuji.puzzles.slitherlink.library import *  # noqa: F403
    from tesuji.puzzles.slitherlink.rulebook import RULEBOOK as RULEBOOK
else:
    __getattr__, __dir__ = names_of(__name__)
