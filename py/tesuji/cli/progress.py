"""A progress line on standard error, shown only on a terminal and only after the first second."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

from tesuji.cli.language import Renderer

if TYPE_CHECKING:
    from tesuji.engine.budget import Budget, Progress, Steps
    from tesuji.model import Document


class StatusLine:
    """A line that is rewritten at most ten times a second."""

    def __init__(self, text: Renderer) -> None:
        self.text = text
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

    def run(self, call: Steps[Document], budget: Budget) -> Document:
        """Run a call and show its progress meanwhile. Raises what the call raises."""
        from tesuji.engine.budget import run

        try:
            return run(call, budget, self.search if self.terminal else None)
        finally:
            self.clear()

    def search(self, progress: Progress) -> None:
        """Show the progress of one search: its stage, the cells it has settled, its counts."""
        if self.due():
            text = self.text
            counts = "".join(
                text.either(f"cli.{name}", f", {number} {name}", n=number) for name, number in progress.counts.items()
            )
            stage = text.either(f"cli.stage.{progress.stage}", progress.stage)
            numbers = {"settled": progress.settled, "of": progress.of, "counts": counts}
            key = f"cli.progress.{progress.stage}" if progress.stage == "review" else "cli.progress"
            self.show(text(key, seconds=f"{self.seconds:.0f}", stage=stage, **numbers))

    def many(self, done: int, total: int | None, skipped: int = 0) -> None:
        """Show the number of answered puzzles, the rate, and the remaining time."""
        if not self.due():
            return
        rate = (done - skipped) / self.seconds
        key = "cli.progress.count" if total is None else "cli.progress.of"
        line = self.text(key, done=done, total=total, rate=f"{rate:.1f}")
        if total is not None and rate:
            left = self._duration((total - done) / rate)
            bar = "█" * round(20 * done / max(total, 1))
            line = f"{bar:·<20}  {self.text('cli.progress.left', text=line, duration=left)}"
        self.show(line)

    def _duration(self, seconds: float) -> str:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        unit = "hours" if hours else "minutes" if minutes else "seconds"
        return self.text(f"cli.duration.{unit}", hours=hours, minutes=minutes, seconds=rest)
