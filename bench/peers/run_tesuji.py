"""Tesuji, asked what its peers are asked: a solution and the proof that there is no other, or two. From the document to
the verdict."""

from __future__ import annotations

from typing import Any

from tesuji.engine.budget import run
from tesuji.engine.search import solve
from tesuji.puzzles import parse


def decide(puzzle: dict[str, Any]) -> str:
    book, parsed = parse(puzzle["document"])
    return run(solve(parsed, book.propagator and book.propagator(parsed), limit=2, depth=False, share=False)).verdict


if __name__ == "__main__":
    from serve import serve

    serve(decide)
