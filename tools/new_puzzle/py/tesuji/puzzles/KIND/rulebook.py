"""What Tesuji can do with this kind, in one table."""

from tesuji.puzzles.KIND.examples import EXAMPLES
from tesuji.puzzles.KIND.generator import MAKER
from tesuji.puzzles.KIND.rules import draw, forced, offers, parse, read, solution, with_offers
from tesuji.puzzles.KIND.techniques import TECHNIQUES
from tesuji.rulebook import Explaining, Mending, Rulebook

# The fields down to `examples` are required. The others are capabilities: leave out what your puzzle does not have, and
# look at `Rulebook` in tesuji/rulebook.py for those that it could have as well.
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
