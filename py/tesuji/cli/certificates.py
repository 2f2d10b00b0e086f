"""Certificates as files: `solve --certificate FILE` and `explain --certificate FILE` write one, `check --certificate
FILE` has one checked."""

from __future__ import annotations

import gzip
import sys
import zlib
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from tesuji.bitset import set_of
from tesuji.calls.certificate import rule_name, verify
from tesuji.calls.serialize import Serializer
from tesuji.cli.commands import EXIT, reasons_text, values_text
from tesuji.cli.inputs import unreadable
from tesuji.cli.language import Renderer
from tesuji.cli.outputs import unwritable, visible
from tesuji.cli.progress import StatusLine
from tesuji.engine.budget import Budget, run
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Board, Document
from tesuji.puzzles import parse

LARGE = 1 << 20
"""Bytes from which a certificate is compressed (gzip), whatever its file is called; it is then a quarter as large."""
LARGEST = 1 << 30
"""Bytes of text that are read: a small file may say that it is endless."""
REFUSED = 2


def write(name: str, text: str) -> int:
    """Writes a certificate; the bytes of its file. Raises InputError."""
    content = text.encode()
    if len(content) > LARGE or name.endswith(".gz"):
        content = gzip.compress(content, 6, mtime=0)
    try:
        Path(name).write_bytes(content)
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from None
    return len(content)


def read(name: str) -> str:
    """The text of a certificate, compressed or not; "-" is standard input. Raises InputError."""
    try:
        content = sys.stdin.buffer.read(LARGEST) if name == "-" else Path(name).read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = zlib.decompressobj(31).decompress(content, LARGEST)
        return content.decode()
    except (OSError, ValueError, zlib.error) as error:
        raise unreadable(name, error) from None


def check(options: Namespace) -> int:
    """Checks the certificate of `--certificate` and says what it proves, or which line does not follow. Exit code 0 or
    2."""
    text = Renderer(options.lang)
    status = StatusLine(text)
    certificate = read(options.certificate)
    try:
        steps = verify({"certificate": certificate})
        answer = run(steps, Budget(options.timeout), status.search if status.terminal else None)
    except OutOfBudget:
        raise InputError("check-timeout") from None
    finally:
        status.clear()
    if not answer["accepted"]:
        print(text("cli.certificate.refused"))
        print(visible(text.message(answer["sentence"])))
        return REFUSED
    print(text("cli.certificate.accepted", n=answer["lines"], kind=answer["kind"]))
    for line in _proven(answer, text):
        print(visible(line))
    return 0


def _proven(answer: Document, text: Renderer) -> Iterator[str]:
    """What an accepted certificate says, for people."""
    if answer["verdict"] in EXIT:
        yield text(f"cli.verdict.{answer['verdict']}")
    book, puzzle = parse(answer["document"])
    serializer, supposed = Serializer(book, puzzle), answer.get("suppose", ())
    yes, no = (set_of([abs(x) - 1 for x in supposed if (x > 0) == value]) for value in (True, False))
    marks = values_text(serializer.values(Board(yes, 0)) + serializer.values(Board(0, no)), text, len(supposed))
    if "only" in answer:
        named = {name: number for number, rule in enumerate(puzzle.constraints) if (name := rule_name(rule))}
        clues = serializer.reasons(tuple(named[name] for name in answer["only"] if name in named))
        yield text("cli.certificate.conflict") + reasons_text(clues, text) + (f"  {marks}" if marks else "")
    elif marks:
        yield text("cli.certificate.suppose", what=marks)
    if "forced" in answer:
        board = book.read(puzzle, answer["forced"])
        yield text("cli.certificate.forced", n=(board.known & ~puzzle.givens.known).bit_count())
        yield f"\n{book.draw(puzzle, board)}"
