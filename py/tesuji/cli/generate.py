"""tesuji generate KIND --size WxH [--level LEVEL] [--seed N] [--count N] [--variant NAME]: print one document per line,
in the form that other commands read.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace

from tesuji.calls.making import generate
from tesuji.cli.inputs import check_seconds
from tesuji.cli.language import Renderer
from tesuji.cli.outputs import json_line
from tesuji.cli.progress import StatusLine
from tesuji.engine.budget import Budget
from tesuji.errors import InputError, OutOfBudget


def add(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(run=_generate)
    parser.add_argument("kind", metavar="KIND")
    parser.add_argument("--size", default="10x10", metavar="WxH")
    parser.add_argument("--level")
    parser.add_argument("--technique", metavar="NAME")
    parser.add_argument("--seed", type=int, metavar="N")
    parser.add_argument("--count", type=int, default=1, metavar="N")
    parser.add_argument("--variant", metavar="NAME")
    parser.add_argument("--game", action="store_const", const="game", dest="variant")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS")


def _generate(options: Namespace) -> int:
    size = re.fullmatch(r"(\d{1,9})[x×](\d{1,9})", options.size)
    if not size:
        raise InputError("size")
    if options.count < 1:
        raise InputError("count")
    check_seconds(options.timeout)
    args = {
        "kind": options.kind,
        "width": int(size[1]),
        "height": int(size[2]),
        "level": options.level,
        "technique": options.technique,
        "variant": options.variant,
    }
    seed, text = options.seed, Renderer(options.lang)
    for _ in range(options.count):
        try:
            made = StatusLine(text).run(generate({**args, "seed": seed}), Budget(options.timeout))
        except OutOfBudget:
            raise InputError("not-made", width=args["width"], height=args["height"]) from None
        if "sentence" in made:
            print(text.message(made["sentence"]), file=sys.stderr)
        name = f"{options.kind}-{options.size}-{made['level']}-{made['seed']}"
        print(json_line({**made["document"], "id": name}), flush=True)
        seed = made["seed"] + 1
    return 0
