"""The rulebook of binoxxos."""

import tesuji.puzzles.binoxxo.rules as rules
from tesuji.puzzles.binoxxo.examples import EXAMPLES
from tesuji.puzzles.binoxxo.generator import MAKER
from tesuji.puzzles.binoxxo.lineview import Arrangements
from tesuji.puzzles.binoxxo.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold

RULEBOOK = Rulebook(
    kind="binoxxo",
    parse=rules.parse,
    letters="?OX",
    draw=rules.draw,
    flaws=rules.flaws,
    examples=EXAMPLES,
    members=("distinct", "signs"),
    mending=Mending(rules.alternatives, rules.offers, changed=rules.changed),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, counted="rules", easy=2),
    line=Arrangements,
    marks=("board", "."),
    rating=Rating(scale=Scale(cells=1.0, thresholds=(Threshold(0.1, 2), Threshold(0.0, 3), Threshold(0.02, 4)))),
    relaxed=rules.relaxed,
)
