"""Pictures of the documentation: `python tools/gallery.py` writes docs/gallery.svg and docs/how-it-works.svg."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

import tesuji  # noqa: E402
from tesuji.puzzles import parse, rulebooks  # noqa: E402
from tesuji.svg import draw  # noqa: E402

FOLDER = ROOT / "docs"
SIDE, GAP, TITLE = 200, 20, 26


def boards() -> list[tuple[str, str]]:
    """Return the name of every kind and the drawing of its first easy example with its solution."""
    found = []
    for kind, book in sorted(rulebooks().items()):
        document = next(example["document"] for example in book.examples if example["level"] == "easy")
        answer = tesuji.solve(document)
        found.append((kind.replace("_", " ").capitalize(), draw(document, answer["forced"])))
    return found


def gallery() -> str:
    """Return a solved board of every kind."""
    return in_a_row(boards())


EXAMPLE = {"kind": "slitherlink", "grid": [".01", "...", "2.."]}


def how_it_works() -> str:
    """Return the example of docs/how-it-works.md: its clues, the first step, half of the steps, and the solution."""
    steps = tesuji.explain(EXAMPLE)["steps"]
    parts = [("clues", 0), ("first step", 1), ("half of the steps", len(steps) // 2), ("solution", len(steps))]
    pictures = []
    for name, end in parts:
        cells = [one for step in steps[:end] for one in step["cells"]]
        marked = [one["cell"] for one in steps[end - 1]["cells"]] if 0 < end < len(steps) else []
        pictures.append((name.capitalize(), draw(EXAMPLE, known(EXAMPLE, cells), marked)))
    return in_a_row(pictures)


def known(document: Any, cells: list[Any]) -> Any:
    """Return the letters of a board with some known cells."""
    book, puzzle = parse(document)
    letters = book.forced(puzzle, puzzle.givens)
    grids = {
        name: [list(row) for row in rows]
        for name, rows in (letters if isinstance(letters, dict) else {"": letters}).items()
    }
    for one in cells:
        place = one["cell"]
        if one.get("value") is not None:
            name, at = ("", (place["row"], place["column"])) if "row" in place else next(iter(place.items()))
            grids[name][at[0]][at[1]] = one["value"]
    joined = {name: ["".join(row) for row in rows] for name, rows in grids.items()}
    return joined if isinstance(letters, dict) else joined[""]


def in_a_row(pictures: list[tuple[str, str]]) -> str:
    """Return pictures with their names next to each other as one SVG document."""
    parts = []
    for place, (name, picture) in enumerate(pictures):
        x = place * (SIDE + GAP)
        inner = re.sub(
            r'width="[\d.]+" height="[\d.]+"', f'x="{x}" y="{TITLE}" width="{SIDE}" height="{SIDE}"', picture, count=1
        )
        parts.append(f'<text x="{x + SIDE / 2:g}" y="18">{name}</text>\n{inner}')
    width = len(parts) * (SIDE + GAP) - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + TITLE}" width="{width}" height="{SIDE + TITLE}"'
        ' font-family="sans-serif" font-size="16" text-anchor="middle">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{chr(10).join(parts)}\n</svg>\n'
    )


FILES = {"gallery.svg": gallery, "how-it-works.svg": how_it_works}


def main() -> None:
    for name, make in FILES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
