"""The rulebook of nonograms."""

from tesuji.puzzles.nonogram.classes import PictureCensus
from tesuji.puzzles.nonogram.examples import EXAMPLES
from tesuji.puzzles.nonogram.generator import MAKER
from tesuji.puzzles.nonogram.lineview import line_view
from tesuji.puzzles.nonogram.rectangles import RECTANGLES
from tesuji.puzzles.nonogram.rules import (
    alternatives,
    changed,
    colours,
    draw,
    flaws,
    forced,
    offers,
    parse,
    read,
    solution,
    value_name,
    with_offers,
)
from tesuji.puzzles.nonogram.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold

RULEBOOK = Rulebook(
    kind="nonogram",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    value_name=value_name,
    colours=colours,
    flaws=flaws,
    examples=EXAMPLES,
    clues=("rows", "cols"),
    members=("colors",),
    mending=Mending(alternatives, offers, with_offers, changed),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, tiers=(RECTANGLES,), unmarked="no", visits=4),
    rating=Rating(
        scale=Scale(
            wave=1.0,
            thresholds=(Threshold(level=2, waves=3.3), Threshold(level=3, waves=2.6), Threshold(level=4, waves=2)),
        )
    ),
    census=PictureCensus,
    line=line_view,
)
