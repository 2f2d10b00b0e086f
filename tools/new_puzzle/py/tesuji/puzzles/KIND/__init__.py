"""NAME, a small relative of Mosaic (Fill-a-Pix): write the rules of your puzzle here.

Rules: some cells of a rectangle are filled. A number says how many cells are filled among its own cell and the up to
four cells that share a side with it. A cell without a number says nothing.

Source: written by tools/new_puzzle.py as a start. Say here who invented your puzzle, and what else it is called.
"""

from tesuji.model import Explaining, Mending, Rulebook
from tesuji.puzzles.KIND.examples import EXAMPLES
from tesuji.puzzles.KIND.generator import MAKER
from tesuji.puzzles.KIND.rules import draw, forced, offers, parse, read, solution, with_offers
from tesuji.puzzles.KIND.techniques import TECHNIQUES

# The fields down to `examples` are required. The others are capabilities: leave out what your puzzle does not have, and
# look at `Rulebook` in tesuji/model.py for those that it could have as well.
RULEBOOK = Rulebook(
    kind="KIND",
    parse=parse,
    solution=solution,
    read=read,
    forced=forced,
    draw=draw,
    examples=EXAMPLES,
    explaining=Explaining(TECHNIQUES),
    mending=Mending(offers, with_offers),
    maker=MAKER,
)
