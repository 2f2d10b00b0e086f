"""Make the benchmark puzzles, bench/puzzles/<kind>.jsonl, from fixed seeds, so that every run gives the same files.

    python bench/make.py [KIND ...]

Half-filled random nonograms are the hardest of their size and mostly have several solutions. All others come from
Tesuji's own generator, at its hardest level.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
PUZZLES = ROOT / "bench" / "puzzles"
sys.path.insert(0, str(ROOT / "py"))

from tesuji.constraints.runs import generate_hints  # noqa: E402
from tesuji.engine.budget import run  # noqa: E402
from tesuji.engine.making.generate import generate  # noqa: E402
from tesuji.puzzles import rulebooks  # noqa: E402

SIZES = {
    "nonogram": [(10, 3), (15, 3), (20, 3)],
    "minesweeper": [(9, 6), (16, 6), (24, 4)],
    "slitherlink": [(5, 4), (7, 4), (10, 4), (15, 3), (20, 2)],
    "binoxxo": [(6, 4), (10, 6), (14, 4), (20, 2)],
}
"""The side and the number of the generated puzzles."""
HALF_FILLED = [(20, 6), (25, 6), (30, 6)]


def made(kind: str, side: int, seed: int, level: str = "hard") -> dict:
    """Return a generated puzzle with one solution."""
    document = run(generate(rulebooks()[kind], side, side, seed, level)).document
    return {**document, "id": f"{kind}-{side}-{level}-{seed}"}


def random_nonogram(side: int, seed: int, filled: float = 0.5) -> dict:
    """Return the clues of a random picture."""
    random = Random(f"nonogram {side} {filled} {seed}")
    picture = ["".join("#" if random.random() < filled else "." for _ in range(side)) for _ in range(side)]
    rows, columns = generate_hints(picture)
    return {"kind": "nonogram", "id": f"nonogram-{side}-random{filled * 100:.0f}-{seed}", "rows": rows, "cols": columns}


def puzzles(kind: str) -> Iterator[dict]:
    for side, count in SIZES[kind]:
        yield from (made(kind, side, seed) for seed in range(1, count + 1))
    if kind == "nonogram":
        for side, count in HALF_FILLED:
            yield from (random_nonogram(side, seed) for seed in range(1, count + 1))


def main(kinds: list[str]) -> None:
    PUZZLES.mkdir(exist_ok=True)
    for kind in kinds or SIZES:
        lines = [json.dumps(puzzle, separators=(",", ":")) for puzzle in puzzles(kind)]
        (PUZZLES / f"{kind}.jsonl").write_text("\n".join(lines) + "\n")
        print(f"{kind}: {len(lines)} puzzles")


if __name__ == "__main__":
    main(sys.argv[1:])
