"""Nonogram (picross, griddlers, hanjie, お絵かきロジック).

Rules: some cells of a rectangle are filled. The numbers of a line are the lengths of its runs of filled cells, in
order; between two runs lies at least one empty cell. A line without numbers is empty.

Source: Non Ishida and Tetsuya Nishio, Japan, 1987.
"""

from typing import TYPE_CHECKING

from tesuji.model import Explaining, Mending, Rating, Rulebook, Scale
from tesuji.puzzles import library_of
from tesuji.puzzles.nonogram.classes import Census
from tesuji.puzzles.nonogram.examples import EXAMPLES
from tesuji.puzzles.nonogram.generator import MAKER
from tesuji.puzzles.nonogram.lineview import LineView
from tesuji.puzzles.nonogram.propagator import LinePropagator
from tesuji.puzzles.nonogram.rectangles import RECTANGLES
from tesuji.puzzles.nonogram.rules import draw, flaws, forced, offers, parse, read, solution, with_offers
from tesuji.puzzles.nonogram.techniques import TECHNIQUES

if TYPE_CHECKING:
    from tesuji.puzzles.nonogram.library import *  # noqa: F403
else:
    __getattr__ = library_of(__name__)

RULEBOOK = Rulebook(
    kind="nonogram",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    propagator=LinePropagator,
    flaws=flaws,
    examples=EXAMPLES,
    mending=Mending(offers, with_offers),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, tiers=(RECTANGLES,), unmarked="no"),
    rating=Rating(scale=Scale(wave=1.0, levels=(0.8, 0.9, 1.0, 1.2))),
    census=Census,
    line=LineView,
)
