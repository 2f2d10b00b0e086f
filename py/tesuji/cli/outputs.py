"""Destinations of answers: standard output, a file that can be resumed, a table."""

from __future__ import annotations

import csv
import errno
import io
import json
import math
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tesuji.cli.bulk import Task
from tesuji.errors import INVISIBLE, InputError

if TYPE_CHECKING:
    from tesuji.model import Document

FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""Characters at the start of a cell that make a spreadsheet treat it as a formula."""


# Text


def visible(text: str) -> str:
    """Return the text with control characters (except line ends) escaped as in JSON, so that none reaches a terminal
    and JSON stays valid.
    """
    return INVISIBLE.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def json_line(document: Document) -> str:
    """Return the document as one line that any program can decode: valid JSON without lone surrogates or control
    characters.
    """
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(document), ensure_ascii=False, allow_nan=False)
    return visible(text)


def _finite(value: Any) -> Any:
    """Return the value with null for numbers that JSON cannot represent. Values are not nested deeply, because they
    come from JSON.
    """
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, int) and value.bit_length() > 10_000:
        return None
    return value


def line_writer(write: Callable[[str], Any], flush: Callable[[], Any]) -> Callable[[Document], None]:
    """Return a function that writes an answer as one whole line, so that an interruption leaves valid JSON Lines."""

    def put(answer: Document) -> None:
        write(json_line(answer) + "\n")
        flush()

    return put


class Closed(io.TextIOBase):
    """A replacement for a standard output that was closed at the start; it fails only if something is written."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


# Files


def check_outputs(inputs: Sequence[str], *outputs: str | None) -> None:
    """Raise InputError if an output would overwrite an input or another output."""
    taken: list[tuple[int, int] | str | None] = [found for name in inputs if (found := _identity(name))]
    for name in outputs:
        if not name or name == "-":
            continue
        identity = _identity(name) or os.path.abspath(name)
        if identity in taken:
            raise InputError("same-file", name=name)
        taken.append(identity)


def _identity(name: str) -> tuple[int, int] | None:
    """Return an identity of the file, independent of its name; None if it is not a file."""
    try:
        found = os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)
    except (OSError, ValueError, AttributeError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def opened_locked(name: str) -> IO[bytes]:
    """Open a file for reading and appending, for this run alone, and create it if necessary. Raises InputError."""
    path = Path(name)
    if os.path.exists(name) and not os.path.isfile(name):
        raise InputError("not-a-file", name=name)
    try:
        file = path.open("ab+")
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from None
    file.seek(0)
    try:
        import fcntl
    except ImportError:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InputError("in-use", name=name) from None
    except OSError:
        # The file system does not support locks.
        pass
    return file


def unwritable(name: str, error: Exception) -> InputError:
    return InputError("file-write", name=name, why=getattr(error, "strerror", None) or str(error))


def whole_lines(file: IO[bytes], *heads: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their positions. An incomplete last answer is removed if it begins like one of
    `heads` and is not JSON; any other line is kept.
    """
    end = 0
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n") and any(head[: len(line)] == line[: len(head)] for head in heads):
            break
        end += len(line)
        yield number, line
    file.truncate(end)
    file.seek(end)


class Answers(AbstractContextManager):
    """A file of answers that a later run can resume.

    Each answer has the number of its line ("line"), a fingerprint of its text ("digest") and the request ("run").
    Answers of earlier versions, which have only the number, are accepted. Raises InputError if the file has other
    content, if another run writes to it, or if its answers belong to a different request than `run`.
    """

    def __init__(self, name: str, run: str):
        self.name = name
        self.file = opened_locked(name)
        self.digests: dict[int, str | None] = {}
        """The lines that already have an answer, with their fingerprints."""
        try:
            for number, line in whole_lines(self.file, b'{"line": ', b'{"id": '):
                answer = self._answer(number, line, run)
                self.digests[answer["line"]] = answer.get("digest")
        except BaseException:
            self.file.close()
            raise

    def _answer(self, number: int, line: bytes, run: str) -> Document:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or type(answer.get("line")) is not int:
            raise InputError("not-answers", {"line": number}, name=self.name)
        if answer.get("run", run) != run:
            raise InputError("other-run", name=self.name, before=answer["run"], now=run)
        return answer

    def __iter__(self) -> Iterator[Document]:
        """Yield the answers that were already in the file."""
        self.file.seek(0)
        yield from map(json.loads, self.file)

    def unanswered(self, tasks: Iterator[Task]) -> Iterator[Task]:
        """Yield the tasks without an answer. Raises InputError if the answers belong to other input."""
        left = dict(self.digests)
        for task in tasks:
            if task.line not in left:
                yield task
            elif left.pop(task.line) not in (None, task.digest):
                raise InputError("other-input", {"line": task.line}, name=self.name)
        if left:
            raise InputError("other-input", {"line": min(left)}, name=self.name)

    def put(self, answer: Document) -> None:
        """Append an answer as one whole line."""
        self.file.write(json_line(answer).encode() + b"\n")
        self.file.flush()

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self.file.close()


class SummaryTable(AbstractContextManager):
    """A CSV summary with one row for each answer, beginning with earlier answers; "-" is standard output. Raises
    InputError if it cannot be written.
    """

    COLUMNS = (
        *("line", "id", "kind", "verdict", "class", "depth", "level", "rating", "seconds", "error"),
        *("last_round", "settled", *(f"k{k}" for k in range(1, 9))),
    )

    def __init__(self, path: str, before: Iterable[Document] | None = None):
        self.own = path != "-"
        try:
            self.file = Path(path).open("w", newline="", encoding="utf-8") if self.own else sys.stdout
        except (OSError, ValueError) as error:
            raise unwritable(path, error) from None
        self.writer = csv.DictWriter(self.file, self.COLUMNS, extrasaction="ignore")
        self.writer.writeheader()
        for answer in before or ():
            self.add(answer["line"], answer)

    def add(self, number: int, answer: Document) -> None:
        row: dict[str, Any] = {"line": number, **answer}
        if "error" in answer:
            row["error"] = answer["error"]["message"]
        row |= rounds(answer.get("k"))
        self.writer.writerow({name: cell(row[name]) for name in self.COLUMNS if name in row})
        if not self.own:
            self.file.flush()

    def __exit__(self, error: object, *_: object) -> None:
        try:
            if self.own:
                self.file.close()
        except OSError:
            if not error:
                raise


def rounds(map_of_k: list[int] | None) -> Document:
    """Return the columns of a difficulty map: the highest k, the number of cells with a k, and the number for each k;
    k8 includes higher values.
    """
    if map_of_k is None:
        return {}
    settled = [min(k, 8) for k in map_of_k if k > 0]
    counts = {f"k{k}": settled.count(k) for k in range(1, 9)}
    return {"last_round": max(map_of_k, default=0), "settled": len(settled), **counts}


def cell(value: Any) -> Any:
    """Return a value as a table cell: numbers unchanged, and text escaped so that no program reads it as a formula."""
    if value is None or isinstance(value, (int, float)):
        return value
    text = str(value)
    return visible(f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text).replace("\n", "\\n")
