"""The rulebook of hitori."""

from tesuji.puzzles.hitori.examples import EXAMPLES
from tesuji.puzzles.hitori.generator import MAKER
from tesuji.puzzles.hitori.rules import alternatives, draw, parse
from tesuji.puzzles.hitori.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Need, Rating, Rulebook, Scale

RULEBOOK = Rulebook(
    kind="hitori",
    parse=parse,
    draw=draw,
    examples=EXAMPLES,
    maker=MAKER,
    mending=Mending(alternatives),
    rating=Rating(Scale(needs=(Need(0.13, 2), Need(level=3), Need(level=4)))),
    explaining=Explaining(TECHNIQUES, counted="rules"),
)
