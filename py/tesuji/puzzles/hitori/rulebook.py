"""The rulebook of hitori."""

from tesuji.puzzles.hitori.examples import EXAMPLES
from tesuji.puzzles.hitori.generator import MAKER
from tesuji.puzzles.hitori.rules import alternatives, draw, parse
from tesuji.puzzles.hitori.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold

RULEBOOK = Rulebook(
    kind="hitori",
    parse=parse,
    draw=draw,
    examples=EXAMPLES,
    maker=MAKER,
    mending=Mending(alternatives),
    rating=Rating(Scale(thresholds=(Threshold(0.13, 2), Threshold(level=3), Threshold(level=4)))),
    explaining=Explaining(TECHNIQUES, counted="rules"),
)
