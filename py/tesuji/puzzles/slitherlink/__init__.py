"""Slitherlink (loopy, fences, スリザーリンク).

Rules: draw one closed loop along the edges of the lattice; it never touches or crosses itself. A number says how many
of the four edges of its box are drawn.

Source: Nikoli, 1989. Numbers are 0 to 3; 4 is legal and only true of the loop around one box.
"""

from tesuji.model import Rulebook
from tesuji.puzzles.slitherlink.examples import EXAMPLES
from tesuji.puzzles.slitherlink.generator import MAKER
from tesuji.puzzles.slitherlink.propagator import LoopPropagator
from tesuji.puzzles.slitherlink.rules import (
    draw,
    flaws,
    forced,
    laid_out,
    offers,
    parse,
    place,
    read,
    solution,
    with_offers,
)
from tesuji.puzzles.slitherlink.techniques import TECHNIQUES

RULEBOOK = Rulebook(
    kind="slitherlink",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    flaws=flaws,
    examples=EXAMPLES,
    offers=offers,
    with_offers=with_offers,
    maker=MAKER,
    techniques=TECHNIQUES,
    place=place,
    laid_out=laid_out,
    marks=("edges", "."),
    propagator=LoopPropagator,
)
