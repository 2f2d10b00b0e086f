"""Certificates as files: `solve --certificate FILE` writes one, `check --certificate FILE` has one checked."""

from __future__ import annotations

import gzip
import sys
import zlib
from argparse import Namespace
from pathlib import Path

from tesuji.calls.certificate import verify
from tesuji.cli.inputs import unreadable
from tesuji.cli.language import Renderer
from tesuji.cli.outputs import visible
from tesuji.cli.progress import StatusLine
from tesuji.engine.budget import Budget, run
from tesuji.errors import InputError, OutOfBudget

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
        raise InputError("file-write", name=name, why=getattr(error, "strerror", None) or str(error)) from None
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
    print(text(f"cli.verdict.{answer['verdict']}"))
    return 0
