"""Many puzzles at once: any call, over any number of puzzles, on any `concurrent.futures.Executor`.

    with ProcessPoolExecutor() as executor:
        for answer in answers(tasks(open("puzzles.jsonl")), Job("solve"), executor):
            print(json.dumps(answer))

A cluster is the same three lines with another executor: `dask.distributed.Client(...).get_executor()`, or mpi4py's
`MPIPoolExecutor()`. Memory stays flat however many puzzles there are: only a window of them is under way.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from tesuji.calls import CALLS
from tesuji.engine.budget import Budget, run
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Document
from tesuji.locales import render


class Task(NamedTuple):
    """One puzzle as text: a JSON document, {"id", "text"}, or any notation. `line` is its 1-based number, `name` its id
    if it brings none."""

    line: int
    text: str
    name: str | None = None


@dataclass(frozen=True)
class Job:
    """What is asked of every puzzle: a call of the worker, its further arguments, and the seconds for each puzzle."""

    call: str
    args: Document = field(default_factory=dict)
    timeout: float | None = 60.0
    numbered: bool = False
    """Whether each answer has the "line" it answers."""
    language: str = "en"
    """Of the messages of errors."""


def tasks(lines: Iterable[str], start: int = 1) -> Iterator[Task]:
    """One task for every line that is not blank."""
    return (Task(number, line) for number, line in enumerate(lines, start) if line.strip())


def answers(
    todo: Iterable[Task],
    job: Job,
    executor: Executor | None = None,
    window: int = 64,
    chunk: int = 8,
    in_order: bool = True,
) -> Iterator[Document]:
    """An answer for every task: the call's result, or {"error"}; with the "id" of the puzzle where it has one.

    `window` chunks of `chunk` tasks are under way at a time. Without an executor the work is done here. In order, or as
    they come.
    """
    todo = iter(todo)
    if executor is None:
        yield from (answer(task, job) for task in todo)
        return
    pending: deque[Future] = deque()
    try:
        while True:
            while len(pending) < window and (some := list(islice(todo, chunk))):
                pending.append(executor.submit(answer_all, some, job))
            if not pending:
                return
            yield from _next(pending, in_order).result()
    finally:
        for future in pending:
            future.cancel()


def _next(pending: deque[Future], in_order: bool) -> Future:
    """Takes the future out that is handed on next."""
    if in_order:
        return pending.popleft()
    done = next(iter(wait(pending, return_when=FIRST_COMPLETED).done))
    pending.remove(done)
    return done


def answer_all(some: list[Task], job: Job) -> list[Document]:
    """What one worker does at a time."""
    return [answer(task, job) for task in some]


def answer(task: Task, job: Job) -> Document:
    """One task's answer. Never raises for anything that a text can hold."""
    name: Document = {} if task.name is None else {"id": task.name}
    number = {"line": task.line} if job.numbered else {}
    try:
        document = _parsed(task)
        if "id" in document:
            name = {"id": document["id"]}
        return {**name, **number, **run(CALLS[job.call]({**job.args, **_puzzle(document)}), Budget(job.timeout))}
    except InputError as error:
        return {**name, **number, "error": error.to_json(job.language)}
    except OutOfBudget:
        return {**name, **number, "error": {"kind": "stopped", "message": render("error.stopped", job.language)}}


def _parsed(task: Task) -> Document:
    """The text as JSON where it looks like a JSON object, else {"text"}."""
    if not task.text.lstrip().startswith("{"):
        return {"text": task.text.rstrip("\r\n")}
    try:
        document: Any = json.loads(task.text)
    except (ValueError, RecursionError):
        raise InputError("json", {"line": task.line}) from None
    return document


def _puzzle(document: Document) -> Document:
    return (
        {"text": document["text"]}
        if isinstance(document.get("text"), str) and "kind" not in document
        else {"document": document}
    )
