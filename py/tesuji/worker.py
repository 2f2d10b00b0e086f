"""Calls in slices, for the browser's worker.

Between slices the worker returns to its event loop, so that it can receive a cancel message.
"""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, suppress
from time import perf_counter

from tesuji.calls import CALLS, KEEPING
from tesuji.engine.budget import Budget, Progress, Steps, collector_paused
from tesuji.engine.session import Session
from tesuji.errors import InputError, OutOfBudget
from tesuji.locales import render
from tesuji.model import Document
from tesuji.notation.codec import load_json

MAX_SECONDS = 60.0
MAX_TIMEOUT = 86_400.0
"""The longest time limit of a call, in seconds."""
SURROGATE = re.compile("[\ud800-\udfff]")


class Call:
    """A call in progress. `advance` works for one slice. Once it has returned a result or an error, the call is over
    and must be closed.
    """

    def __init__(self, name: str, args: str, session: Session | None = None):
        self.steps: Steps[Document] = _steps(name, args, session)
        self.budget: Budget = Budget(_seconds(args))
        self.reported: Document | None = None
        self.meanwhile: ExitStack[bool | None] = ExitStack()
        self.meanwhile.enter_context(collector_paused())

    def cancel(self) -> None:
        """Cancel the search; the next slice returns its partial result."""
        self.budget.cancel()

    def advance(self, milliseconds: float) -> str:
        """Work for about this many milliseconds. Returns JSON: {"progress"} while the call continues, then {"result"}
        or {"error"}. Only one progress contains the result so far.
        """
        try:
            return json.dumps({"progress": self._slice(milliseconds)})
        except StopIteration as end:
            answer = {"result": {**end.value, **({"stopped": True} if self.budget.cancelled else {})}}
        except InputError as error:
            answer = {"error": error.to_json()}
        except OutOfBudget:
            answer = {"error": {"kind": "stopped", "message": render("error.stopped")}}
        return written(answer)

    def close(self) -> None:
        """Close the call after its answer has been posted, or when it is abandoned. This resumes the garbage collector,
        which may take 100 ms.
        """
        self.meanwhile.close()

    def _slice(self, milliseconds: float) -> Document:
        ends = perf_counter() + milliseconds / 1000
        while True:
            progress = self.steps.throw(OutOfBudget()) if self.budget.spent() else next(self.steps)
            if perf_counter() >= ends:
                return self._report(progress) | {"seconds": round(self.budget.seconds, 1)}

    def _report(self, progress: Progress) -> Document:
        document = progress.to_json()
        if "result" in document:
            if document["result"] is self.reported:
                del document["result"]
            else:
                self.reported = document["result"]
        return document


def _steps(name: str, args: str, session: Session | None) -> Steps[Document]:
    """Run a call as a search. The first step raises InputError if there is no such call or the arguments are not a JSON
    object.
    """
    yield Progress("read")
    if name not in CALLS:
        raise InputError("no-such-call", name=name)
    arguments = load_json(args)
    if not isinstance(arguments, dict):
        raise InputError("not-a-document")
    return (yield from CALLS[name](arguments, *((session,) if name in KEEPING else ())))


def _seconds(args: str) -> float:
    """Return the "timeout" among the arguments, or MAX_SECONDS."""
    with suppress(ValueError, RecursionError):
        found = json.loads(args)
        seconds = found.get("timeout") if isinstance(found, dict) else None
        if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds > 0:
            return min(float(seconds), MAX_TIMEOUT)
    return MAX_SECONDS


def written(answer: Document) -> str:
    """Return an answer as JSON that every parser accepts: lone surrogates are escaped."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    return text if text.isascii() or not SURROGATE.search(text) else json.dumps(answer, allow_nan=False)


def call(name: str, args: str) -> Call:
    """Start an independent call; `args` is JSON text."""
    return Call(name, args)


class Caller:
    """Starts the consecutive calls of one page and keeps data that later calls can reuse."""

    def __init__(self) -> None:
        self.session: Session = Session()

    def call(self, name: str, args: str) -> Call:
        """Start a call; `args` is JSON text."""
        return Call(name, args, self.session)
