"""The rulebook of hitori."""

from tesuji.puzzles.hitori.examples import EXAMPLES
from tesuji.puzzles.hitori.generator import MAKER
from tesuji.puzzles.hitori.rules import alternatives, draw, parse
from tesuji.puzzles.hitori.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rulebook

RULEBOOK = Rulebook(
    kind="hitori",
    parse=parse,
    draw=draw,
    examples=EXAMPLES,
    maker=MAKER,
    mending=Mending(alternatives),
    explaining=Explaining(TECHNIQUES, counted="rules"),
)
