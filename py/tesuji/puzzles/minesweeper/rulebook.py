"""The rulebook of minesweeper positions."""

import tesuji.puzzles.minesweeper.rules as rules
from tesuji.puzzles.minesweeper.difficulty import own_rating
from tesuji.puzzles.minesweeper.examples import EXAMPLES
from tesuji.puzzles.minesweeper.generator import MAKER, hidden, opened
from tesuji.puzzles.minesweeper.guess import guess
from tesuji.puzzles.minesweeper.probability import boards
from tesuji.puzzles.minesweeper.probability import probabilities as odds
from tesuji.puzzles.minesweeper.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rating, Rulebook, Scale, Threshold, Uncovering

RULEBOOK = Rulebook(
    kind="minesweeper",
    parse=rules.parse,
    letters="?*.",
    read=rules.read,
    forced=rules.forced,
    draw=rules.draw,
    flaws=rules.flaws,
    examples=EXAMPLES,
    members=("mines", "field", "opened", "mode", "max_k"),
    mending=Mending(rules.alternatives, rules.offers, rules.with_offers, rules.changed),
    maker=MAKER,
    explaining=Explaining(TECHNIQUES, unmarked="yes"),
    marks=("board", "."),
    boards=boards,
    uncovering=Uncovering(hidden, opened, guess),
    rating=Rating(Scale(thresholds=(Threshold(0.1, 2), Threshold(0.1, 3), Threshold(level=4))), own_rating, odds),
)
