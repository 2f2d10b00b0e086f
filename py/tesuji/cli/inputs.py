"""The input of a command: files, patterns or standard input, by line or as a whole."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from glob import glob
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import IO

from tesuji.cli.bulk import Task
from tesuji.errors import InputError

MAX_LENGTH = 1 << 24
"""The maximum number of characters read for one puzzle: more than any format needs, and few enough to keep in memory.
"""

PICTURES = ("\ufffdPNG\n", "\ufffdPNG\r", "\ufffd\ufffd\ufffd", "GIF87a", "GIF89a")
"""The first bytes of PNG, JPEG and GIF files, decoded as UTF-8."""


def names(given: Sequence[str]) -> list[str]:
    """Return the names of the input files: patterns that the shell has not expanded are expanded; the default is
    standard input.
    """
    found: list[str] = []
    for name in given or ["-"]:
        found += sorted(glob(name, recursive=True)) or [name]
    return found


def text_of(name: str) -> str:
    """Return the contents of a file, or of standard input for "-". An endless input is cut off after more characters
    than a puzzle can have. Raises InputError.
    """
    try:
        with opened(name) as stream:
            text = stream.read(MAX_LENGTH)
    except OSError as error:
        raise unreadable(name, error) from None
    if text.startswith(PICTURES):
        raise InputError("picture", name=name)
    return text


def opened(name: str) -> IO[str]:
    """Open a file as text: UTF-8, or UTF-16 if it begins with a byte order mark, as files from PowerShell do. Bytes
    that cannot be decoded are replaced, and rejected later. Raises InputError.
    """
    stream = opened_bytes(name)
    encoding = "utf-16" if stream.peek(2).startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    return TextIOWrapper(stream, encoding=encoding, errors="replace")


def opened_bytes(name: str) -> BufferedReader:
    """Open a file, but read nothing yet. Raises InputError."""
    try:
        if name != "-":
            return Path(name).open("rb")
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def unreadable(name: str, error: Exception) -> InputError:
    return InputError("file", name=name, why=getattr(error, "strerror", None) or str(error))


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a file, each up to MAX_LENGTH characters. Raises InputError."""
    try:
        with opened(name) as stream:
            while line := stream.readline(MAX_LENGTH):
                yield line
                while len(line) == MAX_LENGTH and not line.endswith("\n"):
                    line = stream.readline(MAX_LENGTH)
    except OSError as error:
        raise unreadable(name, error) from None


def tasks_of(files: Sequence[str], by_line: bool) -> Iterator[Task]:
    """Yield the puzzles of all files with consecutive numbers. A file of JSON Lines has one per line; any other file is
    one.

    A file that cannot be read raises InputError when its turn comes; `check_names` checks the names before.
    """
    number = 0
    for name in files:
        if by_line or name.endswith(".jsonl"):
            for line in lines_of(name):
                number += 1
                if line.strip():
                    yield Task(number, line)
        else:
            number += 1
            yield Task(number, text_of(name), None if name == "-" else name)


def check_names(files: Sequence[str]) -> None:
    """Raise InputError at once if a file does not exist, before hours of work on the files in front of it."""
    for name in files:
        if name == "-" or os.path.isfile(name) or not os.path.exists(name) or os.path.isdir(name):
            opened_bytes(name).close()


def again(files: Sequence[str]) -> bool:
    """Return whether the files can be read twice, which is not possible for pipes."""
    return all(name != "-" and os.path.isfile(name) for name in files)


def count(files: Sequence[str], by_line: bool) -> int | None:
    """Return the number of puzzles for the progress bar, or None if a pipe would have to be read to count them."""
    if not again(files):
        return None
    return sum(
        sum(1 for line in lines_of(name) if line.strip()) if by_line or name.endswith(".jsonl") else 1 for name in files
    )


LEAST_MEMORY = 128
"""The memory in MB that a Python process with Tesuji needs without a puzzle."""


def check_memory(megabytes: int | None) -> None:
    """Raise InputError for a memory limit that no process can respect."""
    if megabytes is not None and megabytes < LEAST_MEMORY:
        raise InputError("memory-limit", n=megabytes, least=LEAST_MEMORY)


@contextmanager
def memory_limited(megabytes: int | None) -> Iterator[None]:
    """Apply a memory limit to this process temporarily, if there is one and the system supports it."""
    try:
        import resource
    except ImportError:
        megabytes = None
    if megabytes is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def check_seconds(seconds: float) -> None:
    """Raise InputError for an invalid number of seconds."""
    if not seconds >= 0:
        raise InputError("seconds")
