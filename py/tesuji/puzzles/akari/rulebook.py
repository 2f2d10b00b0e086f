"""The rulebook of akari."""

from functools import partial

from tesuji.grid import number_alternatives
from tesuji.puzzles.akari.examples import EXAMPLES
from tesuji.puzzles.akari.generator import MAKER
from tesuji.puzzles.akari.rules import draw, flaws, offers, parse
from tesuji.puzzles.akari.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold

RULEBOOK = Rulebook(
    kind="akari",
    parse=parse,
    letters="?*.",
    draw=draw,
    flaws=flaws,
    examples=EXAMPLES,
    maker=MAKER,
    mending=Mending(partial(number_alternatives, values=range(5)), offers),
    rating=Rating(Scale(thresholds=(Threshold(0.13, 2), Threshold(0.0, 3), Threshold(0.0, 4)))),
    explaining=Explaining(TECHNIQUES, unmarked="no"),
)
