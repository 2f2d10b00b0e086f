"""Where answers go: standard output, a file that can be taken up again, a table."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from tesuji.errors import InputError
from tesuji.model import Document


def answered(path: Path) -> set[int]:
    """The lines that a file of answers has answered; an answer that was cut off in the middle is cut away.

    Raises InputError for a file that holds anything else.
    """
    if not path.exists():
        return set()
    done, end = set(), 0
    with path.open("rb+") as file:
        for line in file:
            try:
                document = json.loads(line)
                number = document["line"]
            except (ValueError, TypeError, KeyError, RecursionError):
                if line.endswith(b"\n"):
                    raise InputError("not-answers", name=str(path)) from None
                break
            if not line.endswith(b"\n"):
                break
            done.add(number)
            end += len(line)
        file.truncate(end)
    return done


class Table(AbstractContextManager):
    """A CSV summary, one row for each answer."""

    COLUMNS = ("line", "id", "kind", "verdict", "class", "depth", "level", "rating", "seconds", "error")

    def __init__(self, path: str):
        try:
            self.file = Path(path).open("w", newline="", encoding="utf-8")
        except OSError as error:
            raise InputError("file", name=path, why=error.strerror or str(error)) from None
        self.writer = csv.DictWriter(self.file, self.COLUMNS, extrasaction="ignore")
        self.writer.writeheader()

    def add(self, number: int, answer: Document) -> None:
        row: dict[str, Any] = {"line": number, **answer}
        if "error" in answer:
            row["error"] = answer["error"]["message"]
        self.writer.writerow(row)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def line_writer(write: Callable[[str], Any], flush: Callable[[], Any]) -> Callable[[Document], None]:
    """Writes an answer as one whole line at a time, so that an interruption leaves valid JSON Lines."""

    def put(answer: Document) -> None:
        write(json.dumps(answer, ensure_ascii=False) + "\n")
        flush()

    return put
