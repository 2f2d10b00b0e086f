"""The rulebook of star battles."""

from tesuji.puzzles.star_battle.examples import EXAMPLES
from tesuji.puzzles.star_battle.rules import flaws, parse
from tesuji.rulebook import Rulebook

RULEBOOK = Rulebook(
    kind="star_battle",
    parse=parse,
    letters="?*.",
    examples=EXAMPLES,
    members=("stars",),
    flaws=flaws,
    regions=lambda document: document["grid"],
)
