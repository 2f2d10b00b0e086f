"""The call that makes puzzles: `generate`. JSON in, JSON out, as in `worker.py`."""

from __future__ import annotations

from random import SystemRandom

from tesuji.engine.budget import Steps
from tesuji.engine.making.generate import generate as make
from tesuji.errors import InputError
from tesuji.grid import field
from tesuji.model import Document
from tesuji.puzzles import rulebook_of

LEVEL = "normal"
SEEDS = 1 << 31


def generate(args: Document) -> Steps[Document]:
    """args: {"kind", "width", "height", "seed"?, "level"?: "easy" | "normal" (the default) | "hard", "game"?: false}.

    {"document", "seed", "level"}: a puzzle with one solution; as a game, a field that can be opened without a guess.
    The same arguments give the same document; without a seed, one is drawn. Raises InputError, OutOfBudget.
    """
    book = rulebook_of({"kind": args.get("kind")})
    width, height = field(args, "width"), field(args, "height")
    if not _whole(width) or not _whole(height):
        raise InputError("size")
    seed = SystemRandom().randrange(SEEDS) if args.get("seed") is None else args["seed"]
    if not _whole(seed):
        raise InputError("not-a-seed")
    level = args.get("level") or LEVEL
    document = yield from make(book, width, height, seed, level, bool(args.get("game")))
    return {"document": document, "seed": seed, "level": level}


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
