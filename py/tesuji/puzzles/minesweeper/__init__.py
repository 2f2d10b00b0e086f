"""Minesweeper (マインスイーパ), as a position that stands still.

Rules: some closed cells hold a mine. The number on an opened cell counts the mines in the up to eight cells around it.
Where the number of all mines is given, it counts too.

Source: the game is older than its best known version (Curt Johnson and Robert Donner, 1990); Richard Kaye, "Minesweeper
is NP-complete", 2000, made the position a puzzle.
"""

from typing import TYPE_CHECKING

from tesuji.model import Explaining, Layout, Mending, Rating, Rulebook, Scale, Uncovering
from tesuji.puzzles import library_of
from tesuji.puzzles.minesweeper.difficulty import own_rating
from tesuji.puzzles.minesweeper.examples import EXAMPLES
from tesuji.puzzles.minesweeper.generator import MAKER, hidden, opened
from tesuji.puzzles.minesweeper.guess import guess
from tesuji.puzzles.minesweeper.probability import boards
from tesuji.puzzles.minesweeper.probability import probabilities as odds
from tesuji.puzzles.minesweeper.rules import draw, flaws, forced, offers, parse, read, solution, with_offers
from tesuji.puzzles.minesweeper.techniques import TECHNIQUES

if TYPE_CHECKING:
    from tesuji.puzzles.minesweeper.library import *  # noqa: F403
else:
    __getattr__ = library_of(__name__)

RULEBOOK = Rulebook(
    kind="minesweeper",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    flaws=flaws,
    examples=EXAMPLES,
    mending=Mending(offers, with_offers),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, unmarked="yes"),
    layout=Layout(marks=("board", ".")),
    boards=boards,
    uncovering=Uncovering(hidden, opened, guess),
    rating=Rating(Scale(levels=(0.15, 0.3, 0.6, 1.2)), own_rating, odds),
)
