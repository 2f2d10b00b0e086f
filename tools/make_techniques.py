"""Make the boards of the help pages: for every technique of a kind, a small board on which it is the next step.

    python tools/make_techniques.py KIND ... [--seeds 400] [--variant NAME]

Writes web/puzzles/KIND/techniques.json: [{"technique", "level", "document", "known": [{"cell", "value"} ...] before the
step, "step": as of `explain`} ...], easiest first; "variant" if drills need one. The boards are drafts of the kind's
generator, solved step by step. Among the positions at which a technique applies and no easier one settles the same
cells, the one with the fewest reasons, used cells and settled cells is chosen. Everything that the step does not need
is removed from the board, if possible. Tests check the files against this. With a variant of the kind, only missing
pages are added.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from tesuji.calls.making import generate  # noqa: E402
from tesuji.calls.serialize import Serializer  # noqa: E402
from tesuji.engine.budget import Budget, run  # noqa: E402
from tesuji.engine.context import Context  # noqa: E402
from tesuji.errors import InputError, OutOfBudget  # noqa: E402
from tesuji.model import Board, Puzzle, Step, Technique  # noqa: E402
from tesuji.puzzles import parse, rulebook_of  # noqa: E402
from tesuji.rulebook import Rulebook  # noqa: E402

SIZES = {"binoxxo": (8, 8), "nonogram": (10, 10), "star_battle": (7, 7)}
"""The sizes of the boards that are tried; 6 x 6 for other kinds."""
SECONDS = 2
OWN: dict[str, list[tuple[dict[str, Any], str | None]]] = {
    "minesweeper": [({"grid": ["....", "1221"]}, "game")],
    "star_battle": [
        (
            {
                "grid": [
                    "ABBBBCCDDD",
                    "AABBBCCCCD",
                    "EAABACCCCC",
                    "EEAAACCCCC",
                    "EEEEFFCCCC",
                    "EEEFFFCGCC",
                    "EEHFHHCGCI",
                    "HEHHHHGGGI",
                    "HHHJJHGIGI",
                    "HHJJGGGIII",
                ],
                "stars": 2,
            },
            None,
        )
    ],
    "binoxxo": [({"grid": [*["........"] * 3, "O..X...O", *["........"] * 4]}, "signs")],
}
"""Boards that the generator hardly ever makes, for techniques that easier ones nearly always precede, each with the
variant of the kind in which they do so less often, if there is one.
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="+")
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--variant")
    options = parser.parse_args()
    for kind in options.kinds:
        book = rulebook_of({"kind": kind})
        path = ROOT / "web" / "puzzles" / kind / "techniques.json"
        pages = found_in(book, options.seeds, options.variant)
        if options.variant:
            pages |= {page["technique"]: ((), page) for page in json.loads(path.read_text(encoding="utf-8"))}
        missing = [technique.name for technique in book.explaining.techniques if technique.name not in pages]
        entries = [pages[technique.name][1] for technique in book.explaining.techniques if technique.name in pages]
        lines = [json.dumps(entry, ensure_ascii=False) for entry in entries]
        path.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n", encoding="utf-8")
        print(kind, len(entries), "pages; missing:", ", ".join(missing) or "none")


Page = tuple[tuple, dict[str, Any]]
"""Return the cost of reading, and the entry."""


def found_in(book: Rulebook, seeds: int, variant: str | None) -> dict[str, Page]:
    pages: dict[str, Page] = {}
    for seed in range(seeds):
        for puzzle in drafts(book, seed, variant):
            look_through(book, puzzle, pages)
    for own, variant in OWN.get(book.kind, ()):
        puzzle = parse({"kind": book.kind, **own})[1]
        context = Context(puzzle, book)
        for technique in book.explaining.techniques:
            for step in filter(None, technique.find(context, puzzle.givens)):
                if technique.name in pages:
                    continue
                note(book, puzzle, puzzle.givens, technique, step, pages)
                if variant and technique.name in pages:
                    pages[technique.name][1]["variant"] = variant
    return pages


def drafts(book: Rulebook, seed: int, variant: str | None) -> list[Puzzle]:
    """Return a puzzle with one solution and, if possible, one with redundant clues."""
    random = Random(seed)
    width, height = SIZES.get(book.kind, (6, 6))
    puzzles = []
    for level in ("any", "hard"):
        try:
            wish = {"kind": book.kind, "width": width, "height": height, "seed": random.randrange(1 << 30)}
            made = run(generate({**wish, "level": level, "variant": variant}), Budget(SECONDS))
            puzzles.append(parse(made["document"])[1])
        except (OutOfBudget, InputError):
            continue
    return puzzles


def look_through(book: Rulebook, puzzle: Puzzle, pages: dict[str, Page]) -> None:
    """Solve the puzzle, always with the easiest step, and keep pages for the positions on the way."""
    board, context = puzzle.givens, Context(puzzle, book)
    while board.known != puzzle.cells:
        taken, settled = None, Board()
        for technique in book.explaining.techniques:
            if taken and technique.level > 2 + pages_level(book, taken):
                break
            for number, step in enumerate(filter(None, technique.find(context, board))):
                taken = taken or step
                new = Board(step.yes & ~settled.yes, step.no & ~settled.no)
                if new == Board(step.yes, step.no):
                    note(book, puzzle, board, technique, step, pages)
                settled = settled.joined(Board(step.yes, step.no))
                if number > 20:
                    break
        if taken is None:
            return
        board = board.joined(Board(taken.yes, taken.no))


def pages_level(book: Rulebook, step: Step) -> int:
    return next(technique.level for technique in book.explaining.techniques if technique.name == step.technique)


def note(
    book: Rulebook, puzzle: Puzzle, board: Board, technique: Technique, step: Step, pages: dict[str, Page]
) -> None:
    """Keep a page if it is easier to read than the existing one."""
    cost = (len(step.because), step.cells.bit_count(), abs((step.yes | step.no).bit_count() - 2), puzzle.size)
    if technique.name in pages and pages[technique.name][0] <= cost:
        return
    entry = page(book, puzzle, board, technique, step)
    if entry:
        pages[technique.name] = cost, entry


def page(book: Rulebook, puzzle: Puzzle, board: Board, technique: Technique, step: Step) -> dict[str, Any] | None:
    """Return the entry with as little on the board as the step needs, or else with everything."""
    bare = Board(board.yes & step.cells, board.no & step.cells)
    for document, marks in (
        (alone(puzzle, step), bare),
        (alone(puzzle, step), board),
        (puzzle.document, bare),
        (puzzle.document, board),
    ):
        entry = told(book, document, marks, technique, Board(step.yes, step.no)) if document else None
        if entry:
            return entry
    return None


def alone(puzzle: Puzzle, step: Step) -> dict[str, Any] | None:
    """Return the document with only the clues that the step names, if clues are numbers in cells that may be missing."""
    if puzzle.kind != "slitherlink":
        return None
    kept = {puzzle.constraints[number].clue.at for number in step.because}
    rows = puzzle.document["grid"]
    grid = ["".join(x if (r, c) in kept else "." for c, x in enumerate(row)) for r, row in enumerate(rows)]
    return {"kind": puzzle.kind, "grid": grid}


def told(
    book: Rulebook, document: dict[str, Any], board: Board, technique: Technique, wanted: Board
) -> dict[str, Any] | None:
    """Return the entry if the technique settles these cells there."""
    plain = {key: value for key, value in document.items() if key not in ("id", "title", book.marks[0])}
    puzzle = parse(plain)[1]
    start = puzzle.givens.joined(board)
    for step in filter(None, technique.find(Context(puzzle, book), start)):
        if Board(step.yes, step.no) == wanted:
            serializer = Serializer(book, puzzle)
            shown = Board(start.yes & ~puzzle.givens.yes, start.no & ~puzzle.givens.no)
            entry = {
                "technique": technique.name,
                "level": technique.level,
                "document": plain,
                "known": serializer.values(shown),
                "step": serializer.step(step, start),
            }
            return json.loads(json.dumps(entry))
    return None


if __name__ == "__main__":
    main()
