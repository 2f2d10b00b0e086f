"""The rulebook of hitori."""

from tesuji.puzzles.hitori.examples import EXAMPLES
from tesuji.puzzles.hitori.rules import draw, parse
from tesuji.rulebook import Explaining, Rulebook

RULEBOOK = Rulebook(
    kind="hitori",
    parse=parse,
    draw=draw,
    examples=EXAMPLES,
    explaining=Explaining(counted="rules"),
)
