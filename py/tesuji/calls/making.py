"""The call `generate`: new puzzles from a seed."""

from __future__ import annotations

from random import SystemRandom

from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.engine.budget import Steps
from tesuji.engine.making.generate import generate as make
from tesuji.engine.making.level import LEVELS, level_number
from tesuji.engine.reasons.grade import Grade
from tesuji.errors import InputError
from tesuji.grid import field
from tesuji.model import Board, Document
from tesuji.puzzles import rulebook_of

LEVEL = "medium"
SEEDS = 1 << 31
NAMES = list(LEVELS)


def generate(args: Document) -> Steps[Document]:
    """Return a new puzzle with one solution. Arguments: `contract.GenerateArguments`; "level" is a name of LEVELS, 1 to
    5, or "any" (default "medium", and "any" with a "technique"); the puzzle needs the "technique", or with "needed":
    false at least uses it; "variant" names a variant of the kind: "game" (a field that can be opened without a guess),
    "signs" (a board with signs between its cells), or "colors" and "colors-2" to "colors-8" (a picture in colours).
    "game": true is the variant "game". Raises InputError, OutOfBudget.

    "exact" is true if the puzzle has the requested level; if time runs out, the closest puzzle is returned, with a
    "sentence" about it. With "at_least", it may be harder than its level. The rating of a puzzle of the highest level
    includes only the steps up to its first trial. The same arguments give the same document; without a seed, a random
    one is used. If the puzzle uses the "technique", "before" has the values known before its first use, and "step" is
    that step.
    """
    book = rulebook_of({"kind": args.get("kind")})
    width, height = field(args, "width"), field(args, "height")
    if type(width) is not int or type(height) is not int:
        raise InputError("size")
    seed = SystemRandom().randrange(SEEDS) if args.get("seed") is None else args["seed"]
    if type(seed) is not int:
        raise InputError("not-a-seed")
    technique, variant = args.get("technique"), args.get("variant") or ("game" if args.get("game") else None)
    level = args.get("level") or ("any" if technique else LEVEL)
    needed = args.get("needed") is not False
    made = yield from make(book, width, height, seed, level, technique=technique, needed=needed, variant=variant)
    result = {"document": made.document, "seed": seed}
    if made.score is None:
        return {**result, "level": "any", "exact": True}
    mark, exact, use = made.score.mark, made.score.off == 0, made.score.use
    result |= {"level": NAMES[mark.level - 1], "rating": mark.rating, "exact": exact}
    if use:
        serializer, (yes, no) = Serializer(book, use.puzzle), book.parse(made.document).givens
        known = Board(use.board.yes & ~yes, use.board.no & ~no)
        result |= {"before": serializer.values(known), "step": serializer.step(use.step, use.board)}
    if exact:
        return result
    result["sentence"] = _nearest(mark, None if technique else level_number(level), {"width": width, "height": height})
    return {**result, "at_least": True} if mark.at_least else result


def _nearest(mark: Grade, wanted: int | None, size: Document) -> Document:
    """Return the message about a puzzle whose level or technique is not the requested one."""
    level = message(f"level.{mark.level}")
    if mark.at_least:
        level = message("level.least", {"level": level})
    if wanted is None:
        return message("generate.nearest", {"level": level})
    key = "generate.easier" if mark.level < wanted else "generate.harder"
    return message(key, {**size, "wanted": message(f"level.{wanted}"), "level": level})
