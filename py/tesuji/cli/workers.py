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
    """The process that worked on this task has died. The others continue, and it is replaced."""


class Worker(NamedTuple):
    process: Any
    connection: Connection


class Workers(ThreadPoolExecutor):
    """An executor with `number` processes, started on demand. For each process, a thread sends it work and waits for
    its answers.

    `memory` is the maximum for each process in MB, if the system supports such a limit.
    """

    def __init__(self, number: int, memory: int | None = None):
        # Imported here because there are no processes in a browser.
        import multiprocessing

        super().__init__(number)
        # Not a fork of this process, which would inherit its open files and the locks held by its threads.
        server = "forkserver" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if server else "spawn")
        if server:
            self._context.set_forkserver_preload(["tesuji.cli.bulk", "tesuji.calls.loaded"])
        self._memory, self._own = memory, threading.local()
        self._started: set[Worker] = set()
        self._starting, self._over = threading.Lock(), False

    def submit(self, function: Callable[..., Result], /, *args: Any) -> Future[Result]:  # type: ignore[override]
        """Submit work. The future raises WorkerDied if the process dies."""
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
        """Return the process of this thread."""
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
        """Shut down. Without `wait`, running tasks are terminated at once."""
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
    """Run the loop of a worker process: answer requests until there are no more. The parent process handles
    interruptions.
    """
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
    """Limit the memory of this process, if the system supports it."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def number_of(jobs: int, text: Renderer) -> int:
    """Return the number of processes for `--jobs`. A number too high for this machine is lowered, with a notice. Raises
    InputError.
    """
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
    """Yield the executor, or None if this process does the work: for one job without a memory limit. If an exception is
    raised, the processes end at once. Raises InputError.
    """
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
