"""One line on standard error that says how far it is; only on a terminal, and only from the second second on."""

from __future__ import annotations

import sys
from time import perf_counter

from tesuji.engine.budget import Progress


class StatusLine:
    """Rewritten at most ten times a second."""

    def __init__(self) -> None:
        self.began = perf_counter()
        self.next = self.began + 1
        self.shown = False
        self.terminal = sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    def due(self) -> bool:
        return self.terminal and perf_counter() >= self.next

    def show(self, text: str) -> None:
        self.next, self.shown = perf_counter() + 0.1, True
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.shown = False

    def search(self, progress: Progress) -> None:
        """What one search does: its stage, the cells it has settled, its counts."""
        if self.due():
            counts = "".join(f", {number} {name}" for name, number in progress.counts.items())
            self.show(f"{self.seconds:.0f} s  {progress.stage}  {progress.settled} of {progress.of} cells{counts}")

    def many(self, done: int, total: int | None, skipped: int = 0) -> None:
        """How many puzzles are answered, how fast, and how long it will take."""
        if not self.due():
            return
        rate = (done - skipped) / self.seconds
        text = f"{done}{f' of {total}' if total is not None else ''}  {rate:.1f} a second"
        if total is not None and rate:
            left = (total - done) / rate
            bar = "█" * round(20 * done / max(total, 1))
            text = f"{bar:·<20}  {text}  {_duration(left)} left"
        self.show(text)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
