"""Input of a command: files, patterns, standard input; lines of them, or whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import IO

from tesuji.cli.bulk import Task
from tesuji.errors import InputError

LONGEST = 1 << 24
"""Characters that are read of one puzzle: more than any notation takes, and little enough to keep."""

PICTURES = ("\ufffdPNG\n", "\ufffdPNG\r", "\ufffd\ufffd\ufffd", "GIF87a", "GIF89a")
"""The first bytes of PNG, JPEG and GIF files, decoded as UTF-8."""


def names(given: Sequence[str]) -> list[str]:
    """The files that are meant: patterns that the shell has left are filled in, nothing means standard input."""
    found: list[str] = []
    for name in given or ["-"]:
        found += sorted(glob(name, recursive=True)) or [name] if any(letter in name for letter in "*?[") else [name]
    return found


def text_of(name: str) -> str:
    """All of a file, or of standard input for "-"; of an endless one, more than can be a puzzle. Raises InputError."""
    try:
        with opened(name) as stream:
            text = stream.read(LONGEST)
    except OSError as error:
        raise unreadable(name, error) from None
    if text.startswith(PICTURES):
        raise InputError("picture", name=name)
    return text


def opened(name: str) -> IO[str]:
    """A file as text; bytes that are not UTF-8 are replaced, and refused later. Raises InputError."""
    try:
        if name != "-":
            return Path(name).open(encoding="utf-8-sig", errors="replace")
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return open(sys.stdin.fileno(), encoding="utf-8-sig", errors="replace", closefd=False)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def unreadable(name: str, error: Exception) -> InputError:
    return InputError("file", name=name, why=getattr(error, "strerror", None) or str(error))


def lines_of(name: str) -> Iterator[str]:
    """The lines of a file, each up to LONGEST characters. Raises InputError."""
    try:
        with opened(name) as stream:
            while line := stream.readline(LONGEST):
                yield line
                while len(line) == LONGEST and not line.endswith("\n"):
                    line = stream.readline(LONGEST)
    except OSError as error:
        raise unreadable(name, error) from None


def tasks_of(files: Sequence[str], by_line: bool) -> Iterator[Task]:
    """The puzzles of all files, numbered through: a file of JSON Lines gives one for each line, any other is one.

    A file that cannot be read raises InputError when its turn comes; names are checked before, by `check_names`.
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
    """Raises InputError at once for a file that is not there, before hours of work on those in front of it."""
    for name in files:
        if name == "-" or os.path.isfile(name) or not os.path.exists(name) or os.path.isdir(name):
            opened(name).close()


def again(files: Sequence[str]) -> bool:
    """Return whether the files can be read twice: pipes cannot."""
    return all(name != "-" and os.path.isfile(name) for name in files)


def count(files: Sequence[str], by_line: bool) -> int | None:
    """Return the number of puzzles, for the progress bar; None if a pipe would have to be read to count them."""
    if not again(files):
        return None
    return sum(
        sum(1 for line in lines_of(name) if line.strip()) if by_line or name.endswith(".jsonl") else 1 for name in files
    )


LEAST_MEMORY = 128
"""MB that a Python process with Tesuji needs before it has a puzzle."""


def check_memory(megabytes: int | None) -> None:
    """Raises InputError for a limit of memory that no process can keep."""
    if megabytes is not None and megabytes < LEAST_MEMORY:
        raise InputError("memory-limit", n=megabytes, least=LEAST_MEMORY)


@contextmanager
def memory_limited(megabytes: int | None) -> Iterator[None]:
    """Hold this process to a limit of memory for a while, if the system can and if there is one."""
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
    """Raises InputError for a time that never comes."""
    if not seconds >= 0:
        raise InputError("seconds")
