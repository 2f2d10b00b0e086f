"""The rulebook of slitherlinks."""

from functools import partial

from tesuji.grid import number_alternatives
from tesuji.puzzles.slitherlink.examples import EXAMPLES
from tesuji.puzzles.slitherlink.generator import MAKER
from tesuji.puzzles.slitherlink.rules import flaws, offers, read
from tesuji.puzzles.slitherlink.rules import parse as parse_document
from tesuji.puzzles.slitherlink.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold

RULEBOOK = Rulebook(
    kind="slitherlink",
    parse=parse_document,
    read=read,
    flaws=flaws,
    examples=EXAMPLES,
    members=("full",),
    mending=Mending(partial(number_alternatives, values=range(4)), offers),  # a 4 is too rare to be tried
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, unmarked="no"),
    marks=("edges", "."),
    rating=Rating(scale=Scale(cells=0.5, thresholds=(Threshold(level=2), Threshold(level=3), Threshold(level=4)))),
)
