"""The gallery of the README: `python tools/gallery.py` writes docs/gallery.svg; `--check` exits with 1 if it is stale."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

import tesuji  # noqa: E402
from tesuji.puzzles import rulebooks  # noqa: E402
from tesuji.svg import draw  # noqa: E402

FILE = ROOT / "docs" / "gallery.svg"
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
    """Return all boards next to each other as one SVG document."""
    parts = []
    for place, (name, picture) in enumerate(boards()):
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    if parser.parse_args().check:
        return 0 if FILE.exists() and FILE.read_text(encoding="utf-8") == gallery() else 1
    FILE.write_text(gallery(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
