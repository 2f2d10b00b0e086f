"""Worker processes as an executor.

Each runs one task at a time, so a crash affects only that task. Workers exit with their parent, however it dies.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tesuji.cli.inputs import check_memory
from tesuji.cli.language import Renderer
from tesuji.errors import InputError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Result = TypeVar("Result")

PER_CORE, MOST = 4, 256
"""The maximum number of processes, per core and in total."""


class WorkerDied(BrokenExecutor):
    """The process that worked on this is gone; the others work on, and it is replaced."""


class Worker(NamedTuple):
    process: Any
    connection: Connection


class Workers(ThreadPoolExecutor):
    """`number` processes, started when they are needed; a thread for each hands it work and waits for its answer.

    `memory` is the most each may take, in MB, if the system can hold it to that.
    """

    def __init__(self, number: int, memory: int | None = None):
        # Imported here: a browser has no processes.
        import multiprocessing

        super().__init__(number)
        # Not a copy of this process: a copy has its open files, and locks that its threads hold.
        server = "forkserver" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if server else "spawn")
        if server:
            self._context.set_forkserver_preload(["tesuji.cli.bulk", "tesuji.calls.loaded"])
        self._memory, self._own = memory, threading.local()
        self._started: set[Worker] = set()
        self._starting, self._over = threading.Lock(), False

    def submit(self, function: Callable[..., Result], /, *args: Any) -> Future[Result]:  # type: ignore[override]
        """Raises WorkerDied in the future if the process does."""
        return super().submit(self._ask, function, args)

    def _ask(self, function: Callable[..., Result], args: tuple[Any, ...]) -> Result:
        worker = self._worker()
        try:
            worker.connection.send((function, args))
            fine, value = worker.connection.recv()
        except (EOFError, OSError):
            self._own.worker = None
            self._end(worker)
            raise WorkerDied from None
        if fine:
            return value
        raise value

    def _worker(self) -> Worker:
        """The process of this thread."""
        if getattr(self._own, "worker", None) is None:
            with self._starting:
                if self._over:
                    raise WorkerDied
                here, there = self._context.Pipe()
                process = self._context.Process(target=_serve, args=(there, self._memory), daemon=True)
                process.start()
                there.close()
                self._own.worker = Worker(process, here)
                self._started.add(self._own.worker)
        return self._own.worker

    def _end(self, worker: Worker) -> None:
        with self._starting:
            self._started.discard(worker)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without `wait`, running tasks are terminated at once."""
        if wait:
            super().shutdown(cancel_futures=cancel_futures)
        with self._starting:
            self._over = True
            left = list(self._started)
        for worker in left:
            worker.process.kill()
        super().shutdown(cancel_futures=cancel_futures)
        for worker in left:
            worker.process.join()


def _serve(connection: Connection, memory: int | None) -> None:
    """The loop of a worker process: it answers until there are no more requests. An interruption is handled by the
    parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if memory is not None:
        limit_memory(memory)
    while True:
        try:
            function, args = connection.recv()
        except (EOFError, OSError):
            return
        try:
            reply = True, function(*args)
        except Exception as error:
            reply = False, error
        connection.send(reply)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Holds this process to that much memory, if the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def number_of(jobs: int, text: Renderer) -> int:
    """The number of processes for `--jobs`; a number that no machine has cores for is lowered, with a sentence. Raises
    InputError."""
    if jobs < 0:
        raise InputError("jobs", n=jobs)
    cores = os.cpu_count() or 1
    most = min(PER_CORE * cores, MOST)
    if jobs > most:
        asked = jobs if jobs < 1 << 63 else f"≥ {1 << 63}"
        print(f"tesuji: {text('cli.jobs.lowered', asked=asked, n=most)}", file=sys.stderr)
    return min(jobs or cores, most)


@contextmanager
def working(jobs: int, memory: int | None, text: Renderer) -> Iterator[Executor | None]:
    """Processes that do the work; None where this one does it: for one job without a limit of memory. When something
    is raised they end at once. Raises InputError."""
    check_memory(memory)
    number = number_of(jobs, text)
    if jobs == 1 and memory is None:
        yield None
        return
    executor = Workers(number, memory)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
