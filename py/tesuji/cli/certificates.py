"""Certificates as files: `solve --certificate FILE` and `explain --certificate FILE` write one; `check --certificate
FILE` checks one without loading the solver.
"""

from __future__ import annotations

import gc
import gzip
import zlib
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import IO, Any, cast

from tesuji import checker
from tesuji.checker import HEADER, LINE, Checked, Puzzle, Refused
from tesuji.cli.inputs import opened_bytes, unreadable
from tesuji.cli.language import Renderer
from tesuji.cli.outputs import unwritable, visible
from tesuji.cli.progress import StatusLine
from tesuji.errors import InputError

COMPRESSED_FROM = 1 << 20
"""Certificates of at least this many bytes are compressed (gzip) to about 25 % of their size, whatever the file name.
"""
MAX_LINE = LINE + 2
"""The maximum number of bytes read from a line, more than the checker accepts."""
SHOWN = 8
"""The largest number of cells that are listed."""
REFUSED = 2
VERDICTS = ("unique", "multiple", "none")


def write(name: str, text: str) -> int:
    """Write a certificate and return the number of bytes of its file. Raises InputError."""
    content = text.encode()
    if len(content) > COMPRESSED_FROM or name.endswith(".gz"):
        content = gzip.compress(content, 6, mtime=0)
    try:
        Path(name).write_bytes(content)
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from None
    return len(content)


def lines(name: str) -> Iterator[str]:
    """Yield the lines of a certificate, compressed or not; "-" is standard input.

    The file is read and inflated piece by piece. Raises InputError.
    """
    try:
        with ExitStack() as stack:
            stream: IO[bytes] = (file := stack.enter_context(opened_bytes(name)))
            if file.peek()[:2] == b"\x1f\x8b":
                stream = cast(IO[bytes], stack.enter_context(gzip.open(file)))
            while line := stream.readline(MAX_LINE):
                yield line.decode().removesuffix("\n")
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise unreadable(name, error) from None


def is_certificate(name: str) -> bool:
    """Return whether a file begins like a certificate; False for standard input, which is read only once."""
    try:
        return name != "-" and next(lines(name), "").strip() == HEADER
    except InputError:
        return False  # the reader of puzzles reports the error


def check(options: Namespace) -> int:
    """Check the certificate of `--certificate`; print its claims, or the line that does not follow. Return the exit
    code, 0 or 2. Raises InputError."""
    text = Renderer(options.lang)
    try:
        found = _checked(options.certificate, options.timeout, text)
    except Refused as refused:
        print(text("cli.certificate.refused"))
        print(visible(text(f"certificate.{refused.key}", line=refused.line, **refused.params)))
        return REFUSED
    print(visible(text("cli.certificate.accepted", n=found.lines, kind=found.document["kind"])))
    for line in _proven(found, text):
        print(visible(line))
    return 0


def _checked(name: str, seconds: float, text: Renderer) -> Checked:
    """Return the checker's result. Raises Refused, and InputError on timeout."""
    ends, steps, status = perf_counter() + seconds, checker.check(lines(name)), StatusLine(text)
    collects, stage = gc.isenabled(), text("cli.stage.check")
    gc.disable()  # clauses form no cycles, and the collector would scan all of them repeatedly
    try:
        while True:
            line = next(steps)
            if perf_counter() >= ends:
                raise InputError("check-timeout")
            if status.due():
                status.show(text("cli.progress.check", seconds=f"{status.seconds:.0f}", stage=stage, n=line))
    except StopIteration as end:
        found: Checked = end.value
        return found
    finally:
        status.clear()
        if collects:
            gc.enable()


def _proven(found: Checked, text: Renderer) -> Iterator[str]:
    """Yield the claims of an accepted certificate as text for people."""
    if found.verdict in VERDICTS:
        yield text(f"cli.verdict.{found.verdict}")
    puzzle, claim = found.puzzle, found.claim
    supposed = list(_without_excluded(puzzle, claim.get("suppose", ())))
    marks = ", ".join(puzzle.described(x) for x in supposed[:SHOWN])
    if len(supposed) > SHOWN:
        marks = text("cli.more", shown=marks, n=len(supposed) - SHOWN)
    if "only" in claim:
        named = [name for name in claim["only"] if name in puzzle.clues]
        clues = "; ".join(f"{_letter(number)}: {_clue(found, name, text)}" for number, name in enumerate(named))
        listed = (f"  [{clues}]" if clues else "") + (f"  {marks}" if marks else "")
        yield text("cli.certificate.conflict") + listed if listed else text("cli.verdict.none")
    elif marks:
        yield text("cli.certificate.suppose", what=marks)
    if "forced" in claim:
        forced = puzzle.literals(claim["forced"], whole=False) - puzzle.given
        yield text("cli.certificate.forced", n=len({puzzle.place(x)[:4] for x in forced}))
        yield "\n" + "\n".join(_rows(claim["forced"]))


def _without_excluded(puzzle: Puzzle, literals: Sequence[int]) -> Iterator[int]:
    """Yield literals; if a variable's value is among them, the exclusions of its other values are left out."""
    settled = {puzzle.place(x)[:4] for x in literals if x > 0}
    for x in literals:
        block, *place = puzzle.place(x)[:4]
        if x > 0 or block.values == 2 or (block, *place) not in settled:
            yield x


def _clue(found: Checked, name: str, text: Renderer) -> str:
    """Return a clue as text: "r1c2 (4)" for a number, "row 1 (2 1)" for a line."""
    word, *place = name.split()
    value = getattr(found.puzzle.clues[name], "value", None)
    if word == "number":
        shown = "r{}c{}".format(*place)
    elif place:
        shown = text.either(f"cli.{word}", name, **{word: " ".join(place)})
    else:
        shown = text.either(f"clue.{word}", name)
    return shown if value is None else f"{shown} ({value})"


def _letter(number: int) -> str:
    """Return a to z, then aa, ab and so on."""
    before, last = divmod(number, 26)
    return (_letter(before - 1) if before else "") + chr(ord("a") + last)


def _rows(rows: list[str] | dict[str, Any]) -> Iterator[str]:
    """Yield the rows of a board, part by part; with several blocks, the parts of a block follow its name."""
    if isinstance(rows, list):
        yield from map(" ".join, rows)
        return
    for name, part in rows.items():
        yield f"{name}:"
        yield from _rows(part)
