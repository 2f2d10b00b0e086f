"""tesuji census WxH [--compat matlab] [--jobs N] [--resume PARTS.jsonl] [--json]: all pictures of a size by how hard
they are."""

from __future__ import annotations

import json
import os
import re
import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tesuji.calls.counting import census_result, new_census
from tesuji.cli.language import Renderer
from tesuji.cli.progress import StatusLine
from tesuji.errors import InputError
from tesuji.model import Document

SMALL = 1 << 18
"""Pictures up to which one process is faster than several."""


def add(parser: ArgumentParser) -> None:
    """The options of the command."""
    parser.set_defaults(run=_census)
    parser.add_argument("size", metavar="WxH", help="width x height, such as 4x4; up to 25 cells")
    parser.add_argument("--compat", choices=["matlab"], help="the classes as the MATLAB program of 2009 has them")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="work on N cores (default: all)")
    parser.add_argument(
        "--resume", metavar="PARTS.jsonl", help="write finished parts to this file, and do not count again what it has"
    )
    parser.add_argument("--json", action="store_true", help="the whole answer as a document")


def _census(options: Namespace) -> int:
    text = Renderer(options.lang)
    size = re.fullmatch(r"(\d{1,2})[x×](\d{1,2})", options.size)
    if not size:
        raise InputError("size")
    if options.jobs < 0:
        raise InputError("jobs", n=options.jobs)
    width, height = int(size[1]), int(size[2])
    census = new_census(None, width, height, options.compat)
    status = StatusLine(text)
    for counted in _parts(width, height, census.parts(), options):
        census.add(counted)
        status.many(census.pictures, census.all)
    status.clear()
    answer = census_result(census, options.compat)
    print(json.dumps(answer, ensure_ascii=False)) if options.json else _show(answer, text)
    return 0


def _parts(width: int, height: int, parts: Any, options: Namespace) -> Iterator[Document]:
    """Every part of the census, from the file of those that are finished, else counted and written there."""
    path = options.resume and Path(options.resume)
    done = _finished(path, width, height) if path else {}
    yield from done.values()
    todo = [list(part) for part in parts if tuple(part) not in done]
    file = path.open("a", encoding="utf-8") if path else None
    try:
        for part, counted in _counted(width, height, todo, options.jobs):
            if file:
                file.write(json.dumps({"width": width, "height": height, "part": part, **counted}) + "\n")
                file.flush()
            yield counted
    finally:
        if file:
            file.close()


def _finished(path: Path, width: int, height: int) -> dict[tuple, Document]:
    """The parts that a file holds; a line that was cut off in the middle is cut away. Raises InputError for any other
    file."""
    found: dict[tuple, Document] = {}
    if not path.exists():
        return found
    end = 0
    with path.open("rb+") as file:
        for line in file:
            try:
                part = json.loads(line)
                same = (part["width"], part["height"]) == (width, height)
            except (ValueError, TypeError, KeyError):
                same = False
                if not line.endswith(b"\n"):
                    break
            if not same:
                raise InputError("not-parts", name=str(path))
            found[tuple(part["part"])] = part
            end += len(line)
        file.truncate(end)
    return found


def _counted(width: int, height: int, parts: list, jobs: int) -> Iterator[tuple[list, Document]]:
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1 or 1 << width * height <= SMALL:
        yield from ((part, _count(width, height, part)) for part in parts)
        return
    # Imported here: no other command needs it at its start.
    from concurrent.futures import ProcessPoolExecutor, as_completed

    executor = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        futures = {executor.submit(_count, width, height, part): part for part in parts}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _count(width: int, height: int, part: list) -> Document:
    """One part, in whichever process."""
    census = new_census(None, width, height)
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
