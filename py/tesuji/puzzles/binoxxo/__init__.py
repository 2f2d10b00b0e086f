"""Binoxxo (takuzu, binairo, tohu wa vohu, unruly, ビノクソー).

Rules: every cell is X or O. Never three alike in a row, across or down; each line has as many X as O; no two rows are
alike, and no two columns (this last rule can be switched off, since some collections do not know it).

Source: Adolfo Zanellati (Tohu wa Vohu) and Peter De Schepper, Frank Coussement (Binairo), 2009.
"""

from typing import TYPE_CHECKING

from tesuji.model import Explaining, Layout, Mending, Rating, Rulebook, Scale
from tesuji.puzzles import library_of
from tesuji.puzzles.binoxxo.examples import EXAMPLES
from tesuji.puzzles.binoxxo.generator import MAKER
from tesuji.puzzles.binoxxo.lineview import LineView
from tesuji.puzzles.binoxxo.propagator import BalancePropagator
from tesuji.puzzles.binoxxo.reasoning import BalanceReasoning
from tesuji.puzzles.binoxxo.rules import draw, flaws, forced, offers, parse, read, relaxed, solution, with_offers
from tesuji.puzzles.binoxxo.techniques import TECHNIQUES

if TYPE_CHECKING:
    from tesuji.puzzles.binoxxo.library import *  # noqa: F403
else:
    __getattr__ = library_of(__name__)

RULEBOOK = Rulebook(
    kind="binoxxo",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    flaws=flaws,
    examples=EXAMPLES,
    mending=Mending(offers, with_offers),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, counted="rules"),
    line=LineView,
    layout=Layout(marks=("board", ".")),
    rating=Rating(scale=Scale(levels=(0.035, 0.1, 0.3, 0.8))),
    propagator=BalancePropagator,
    reasoning=BalanceReasoning,
    relaxed=relaxed,
)
