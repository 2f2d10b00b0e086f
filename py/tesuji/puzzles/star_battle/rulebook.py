"""The rulebook of star battles."""

from tesuji.puzzles.star_battle.examples import EXAMPLES
from tesuji.puzzles.star_battle.generator import MAKER
from tesuji.puzzles.star_battle.rules import alternatives, flaws, parse
from tesuji.puzzles.star_battle.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold

RULEBOOK = Rulebook(
    kind="star_battle",
    parse=parse,
    letters="?*.",
    examples=EXAMPLES,
    members=("stars",),
    flaws=flaws,
    explaining=Explaining(TECHNIQUES),
    rating=Rating(Scale(thresholds=(Threshold(0.4, 2), Threshold(level=3), Threshold(level=4)))),
    maker=MAKER,
    mending=Mending(alternatives, sentence="mend.change-region"),
    regions=lambda document: document["grid"],
)
