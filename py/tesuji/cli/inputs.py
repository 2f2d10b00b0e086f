"""What a command reads: files, patterns, standard input; lines of them, or whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from glob import glob
from pathlib import Path
from typing import IO

from tesuji.cli.bulk import Task
from tesuji.errors import InputError


def names(given: Sequence[str]) -> list[str]:
    """The files that are meant: patterns that the shell has left are filled in, nothing means standard input."""
    found: list[str] = []
    for name in given or ["-"]:
        found += sorted(glob(name, recursive=True)) or [name] if any(letter in name for letter in "*?[") else [name]
    return found


def text_of(name: str) -> str:
    """All of a file, or of standard input for "-". Raises InputError."""
    try:
        with opened(name) as stream:
            return stream.read()
    except OSError as error:
        raise InputError("file", name=name, why=error.strerror or str(error)) from None


def opened(name: str) -> IO[str]:
    """A file as text; what is no UTF-8 reads as such and is refused later. Raises InputError."""
    if name == "-":
        return open(sys.stdin.fileno(), encoding="utf-8-sig", errors="replace", closefd=False)
    try:
        return Path(name).open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise InputError("file", name=name, why=error.strerror or str(error)) from None


def tasks_of(files: Sequence[str], by_line: bool) -> Iterator[Task]:
    """The puzzles of all files, numbered through: a file of JSON Lines gives one for each line, any other is one.

    A file that cannot be read raises InputError when its turn comes; names are checked before, by `check_names`.
    """
    number = 0
    for name in files:
        if by_line or name.endswith(".jsonl"):
            with opened(name) as stream:
                for line in stream:
                    number += 1
                    if line.strip():
                        yield Task(number, line)
        else:
            number += 1
            yield Task(number, text_of(name), None if name == "-" else name)


def check_names(files: Sequence[str]) -> None:
    """Raises InputError at once for a file that is not there, before hours of work on those in front of it."""
    for name in files:
        if name != "-":
            opened(name).close()


def count(files: Sequence[str], by_line: bool) -> int | None:
    """How many puzzles there are, for the progress bar; None where that is not known without reading standard
    input."""
    if "-" in files:
        return None
    total = 0
    for name in files:
        if by_line or name.endswith(".jsonl"):
            with opened(name) as stream:
                total += sum(1 for line in stream if line.strip())
        else:
            total += 1
    return total
