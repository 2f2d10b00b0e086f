"""The rulebook of binoxxos."""

from tesuji.puzzles.binoxxo.examples import EXAMPLES
from tesuji.puzzles.binoxxo.generator import MAKER
from tesuji.puzzles.binoxxo.lineview import LineView
from tesuji.puzzles.binoxxo.rules import (
    alternatives,
    changed,
    draw,
    flaws,
    forced,
    offers,
    parse,
    read,
    relaxed,
    solution,
)
from tesuji.puzzles.binoxxo.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Need, Rating, Rulebook, Scale

HARDER = ("two-left", "arrangements", "unlike")

RULEBOOK = Rulebook(
    kind="binoxxo",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    flaws=flaws,
    examples=EXAMPLES,
    members=("distinct", "signs"),
    mending=Mending(alternatives, offers, changed=changed),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, counted="rules"),
    line=LineView,
    marks=("board", "."),
    rating=Rating(
        scale=Scale(
            needs=(
                Need(0.1, names=("half", "no-room", "opposite-pairs", "one-left", "sign-chain", "compare", *HARDER)),
                Need(names=("one-left", "sign-chain", "compare", *HARDER)),
                Need(0.02, names=("compare", *HARDER)),
            ),
            trials=("two-lines-together",),
        )
    ),
    relaxed=relaxed,
)
