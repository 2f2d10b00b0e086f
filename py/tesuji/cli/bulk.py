"""Run any call over any number of puzzles on any `concurrent.futures.Executor`.

    with ProcessPoolExecutor() as executor:
        for answer in answers(tasks(open("puzzles.jsonl")), Job("solve"), executor):
            print(json.dumps(answer))

A cluster needs the same three lines with another executor: `dask.distributed.Client(...).get_executor()`, or mpi4py's
`MPIPoolExecutor()`. Memory use is constant, because only a window of puzzles is in progress. The command line has its
own executor, `tesuji.cli.workers.Workers`, which survives crashed processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, NamedTuple

from tesuji.calls import CALLS
from tesuji.errors import InputError, OutOfBudget, quoted
from tesuji.locales import render

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from tesuji.model import Document

OURS = ("internal", "worker-died", "memory")
"""The kinds of error that are not caused by the puzzle."""


class Task(NamedTuple):
    """One puzzle as text: a JSON document, {"id", "text"}, or any format. `line` is its 1-based number, `name` its id
    if the text has none.
    """

    line: int
    text: str
    name: str | None = None

    @property
    def digest(self) -> str:
        """A fingerprint of the text, independent of its line ending."""
        from hashlib import sha256  # imported here because most commands do not need it

        return sha256(self.text.rstrip("\r\n").encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Job(NamedTuple):
    """The request for every puzzle: a call of the worker, its further arguments, and the seconds for each puzzle."""

    call: str
    args: Document = {}
    timeout: float | None = 60.0
    numbered: bool = False
    """True if each answer includes its "line" number."""
    language: str = "en"
    """Language of error messages."""
    cpu: bool = False
    """True if the seconds are CPU time, so that answers do not depend on other work of the machine."""
    run: str | None = None
    """The request as one line; if set, each answer includes it as "run", and the "digest" of its input line."""


def tasks(lines: Iterable[str], start: int = 1) -> Iterator[Task]:
    """Yield one task for every line that is not blank."""
    return (Task(number, line) for number, line in enumerate(lines, start) if line.strip())


class Batch(NamedTuple):
    """Tasks that run together; `again` is True if their previous process died."""

    future: Future[list[Document]]
    tasks: Sequence[Task]
    again: bool = False


def answers(
    todo: Iterable[Task],
    job: Job,
    executor: Executor | None = None,
    window: int = 64,
    chunk: int = 8,
    in_order: bool = True,
) -> Iterator[Document]:
    """Yield an answer for every task: the call's result or {"error"}, with the "id" of the puzzle if it has one.

    `window` chunks of `chunk` tasks are in progress at a time. Without an executor the tasks run in this process.
    Answers come in order, or as soon as they are ready. If a process dies, its tasks are retried once, one by one; a
    task that kills its worker again gets the error "worker-died". Raises BrokenExecutor if the executor accepts no more
    tasks.
    """
    todo = iter(todo)
    if executor is None:
        yield from (answer(task, job) for task in todo)
        return
    pending: deque[Batch] = deque()
    try:
        while True:
            while len(pending) < window and (some := list(islice(todo, chunk))):
                pending.append(Batch(executor.submit(answer_all, some, job), some))
            if not pending:
                return
            part = _next(pending, in_order)
            try:
                yield from part.future.result()
            except Exception:
                # Tasks catch their own exceptions, so this is a failure of the worker, which clusters report with
                # exceptions of their own.
                if part.again:
                    yield from (died(task, job) for task in part.tasks)
                else:
                    alone = [Batch(executor.submit(answer_all, [task], job), [task], True) for task in part.tasks]
                    pending.extendleft(reversed(alone))
    finally:
        for part in pending:
            part.future.cancel()


def _next(pending: deque[Batch], in_order: bool) -> Batch:
    """Remove and return the next answers."""
    if in_order:
        return pending.popleft()
    from concurrent.futures import FIRST_COMPLETED, wait

    done = wait([part.future for part in pending], return_when=FIRST_COMPLETED).done
    part = next(part for part in pending if part.future in done)
    pending.remove(part)
    return part


def answer_all(some: Sequence[Task], job: Job) -> list[Document]:
    """Answer a chunk of tasks in one worker."""
    return [answer(task, job) for task in some]


def answer(task: Task, job: Job) -> Document:
    """Answer one task. Every exception except an interruption becomes an error in the answer."""
    from tesuji.engine.budget import Budget, run

    head = _head(task, job)
    try:
        document = _parsed(task)
        if "id" in document:
            head = {**head, "id": document["id"]}
        budget = Budget(job.timeout, thread_time if job.cpu else perf_counter)
        return {**head, **run(CALLS[job.call]({**job.args, **puzzle_of(document)}), budget)}
    except InputError as error:
        return {**head, "error": error.to_json(job.language)}
    except OutOfBudget:
        return {**head, "error": error_of("stopped", job)}
    except MemoryError:
        return {**head, "error": error_of("memory", job)}
    except Exception as error:
        return {**head, "error": error_of("internal", job, what=named(error))}


def died(task: Task, job: Job) -> Document:
    """Return the answer for a task that ended two processes."""
    return {**_head(task, job), "error": error_of("worker-died", job)}


def error_of(kind: str, job: Job, **params: str) -> Document:
    """Return an error not caused by the input, in the form of `InputError.to_json`."""
    return {"kind": kind, "message": render(f"error.{kind}", job.language, **params)}


TOLD = 160
"""The maximum number of characters of an unforeseen exception in a report."""


def named(error: BaseException) -> str:
    """Return an unforeseen exception for a report: its type, its text, and the place in the code."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f", {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
    return str(quoted(f"{type(error).__name__}: {error}"[:TOLD])) + where


def _head(task: Task, job: Job) -> Document:
    """Return the first members of every answer."""
    head: Document = {} if task.name is None else {"id": task.name}
    if job.numbered:
        head["line"] = task.line
    if job.run is not None:
        head |= {"digest": task.digest, "run": job.run}
    return head


def _parsed(task: Task) -> Document:
    """Return the text as JSON if it looks like a JSON object, otherwise {"text"}. Raises InputError."""
    from tesuji.notation.codec import first_json

    if not task.text.lstrip().startswith("{"):
        return {"text": task.text.rstrip("\r\n")}
    try:
        document, end = first_json(task.text)
    except InputError:
        raise InputError("json", {"line": task.line}) from None
    if task.text[end:].strip():
        raise InputError("json", {"line": task.line})
    return document


def puzzle_of(document: Document) -> Document:
    """Return the argument of a call that a JSON object holds: {"text"} or {"document"}."""
    is_text = isinstance(document.get("text"), str) and "kind" not in document
    return {"text": document["text"]} if is_text else {"document": document}
