"""The rulebook of hitori."""

from tesuji.puzzles.hitori.examples import EXAMPLES
from tesuji.puzzles.hitori.generator import MAKER
from tesuji.puzzles.hitori.rules import draw, parse
from tesuji.puzzles.hitori.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Rulebook

RULEBOOK = Rulebook(
    kind="hitori",
    parse=parse,
    draw=draw,
    examples=EXAMPLES,
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, counted="rules"),
)
