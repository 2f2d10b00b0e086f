"""tesuji census WxH [--compat matlab] [--jobs N] [--resume PARTS.jsonl] [--json]: count all pictures of a size by
difficulty.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, Any

from tesuji.calls.counting import census_result, new_census
from tesuji.cli.language import Renderer
from tesuji.cli.outputs import json_line, opened_locked, whole_lines
from tesuji.cli.progress import StatusLine
from tesuji.cli.workers import working
from tesuji.errors import InputError
from tesuji.model import Document

SMALL_CENSUS = 1 << 18
"""Up to this number of pictures, one process is faster than several."""


def add(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(run=_census)
    parser.add_argument("size", metavar="WxH")
    parser.add_argument("--compat", choices=["matlab"])
    parser.add_argument("--jobs", type=int, default=0, metavar="N")
    parser.add_argument("--resume", metavar="PARTS.jsonl")
    parser.add_argument("--list", metavar="CLASS")
    parser.add_argument("--json", action="store_true")


def _census(options: Namespace) -> int:
    text = Renderer(options.lang)
    size = re.fullmatch(r"(\d{1,2})[x×](\d{1,2})", options.size)
    if not size:
        raise InputError("size")
    if options.jobs < 0:
        raise InputError("jobs", n=options.jobs)
    args = {"width": int(size[1]), "height": int(size[2]), "compat": options.compat, "list": options.list}
    census = new_census(args)
    status = StatusLine(text)
    with ExitStack() as stack:
        stack.callback(status.clear)
        for counted in _parts(args, census.parts(), options, stack):
            census.add(counted)
            status.many(census.pictures, census.all)
    answer = census_result(census, options.compat)
    print(json_line(answer)) if options.json else _show(answer, text)
    return 0


def _parts(args: Document, parts: Any, options: Namespace, stack: ExitStack) -> Iterator[Document]:
    """Yield every part of the census. Finished parts come from the file; the others are counted and appended to it."""
    # The parts in a file do not contain all pictures.
    resumed = options.resume and not options.list
    kept = stack.enter_context(opened_locked(options.resume)) if resumed else None
    done = _finished(kept, options.resume, args) if kept else {}
    yield from done.values()
    todo = [list(part) for part in parts if tuple(part) not in done]
    size = {name: args[name] for name in ("width", "height")}
    for part, counted in _counted(args, todo, options, stack):
        if kept:
            kept.write(json.dumps({**size, "part": part, **counted}).encode() + b"\n")
            kept.flush()
        yield counted


def _finished(file: IO[bytes], name: str, args: Document) -> dict[tuple[Any, ...], Document]:
    """Return the parts in a file. Raises InputError if the file contains anything else."""
    found: dict[tuple[Any, ...], Document] = {}
    blank = new_census(args)
    for number, line in whole_lines(file, b'{"width": '):
        try:
            part = json.loads(line)
            same = (part["width"], part["height"]) == (args["width"], args["height"])
            # A part that lacks something cannot be added.
            blank.add(part)
            found[tuple(part["part"])] = part
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
            same = False
        if not same:
            raise InputError("not-parts", {"line": number}, name=name)
    return found


def _counted(
    args: Document, parts: list[Any], options: Namespace, stack: ExitStack
) -> Iterator[tuple[list[Any], Document]]:
    """Count the parts and yield each with its result. Raises WorkerDied if a counting process dies; finished parts are
    kept.
    """
    small = 1 << args["width"] * args["height"] <= SMALL_CENSUS
    executor = stack.enter_context(working(1 if small else options.jobs, None, Renderer(options.lang)))
    if executor is None:
        yield from ((part, _count(args, part)) for part in parts)
        return
    futures = {executor.submit(_count, args, part): part for part in parts}
    from concurrent.futures import as_completed

    for future in as_completed(futures):
        yield futures[future], future.result()


def _count(args: Document, part: list[Any]) -> Document:
    """Count one part, in any process."""
    census = new_census(args)
    for _ in census.count(tuple(part)):
        pass
    return census.to_json()


def _show(answer: Document, text: Renderer) -> None:
    print(text("cli.census", **{name: answer[name] for name in ("width", "height", "pictures", "puzzles")}))
    for name, number in answer["classes"].items():
        share = answer["percent"][name]
        print(f"  {name} {number:>10} {share:6.2f} %  {'█' * round(share / 2.5):<40}  {text(f'census.{name}')}")
    if "sentence" in answer:
        print(text.message(answer["sentence"]))
    for drawing in answer.get("drawings", ()):
        print(f"\n{drawing}")
