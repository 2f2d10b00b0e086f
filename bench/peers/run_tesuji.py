"""Runs Tesuji on the task of its peers: find a solution and prove that there is no other, or find two. The time is from
the document to the verdict, or to the limit in "seconds". With the argument "call", Tesuji makes the call of `tesuji
solve` without options instead, which also determines what all solutions share."""

from __future__ import annotations

import sys
from typing import Any

import tesuji.calls.loaded
from tesuji.engine.budget import Budget, run
from tesuji.engine.search import solve
from tesuji.puzzles import parse


def decide(puzzle: dict[str, Any]) -> str:
    _, parsed = parse(puzzle["document"])
    search = solve(parsed, limit=2, depth=False, share=False)
    return run(search, Budget(puzzle.get("seconds"))).verdict


def call(puzzle: dict[str, Any]) -> str:
    return tesuji.solve(puzzle["document"], timeout=puzzle.get("seconds"))["verdict"]


if __name__ == "__main__":
    from serve import serve

    serve(call if sys.argv[1:] == ["call"] else decide)
