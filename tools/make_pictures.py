"""Make pictures of boards with known documents, to measure the reader: `python tools/make_pictures.py OUT [--count N]
[--seed S] [--sources tatham,puzzlink,page,print,app,scan,photo] [--documents FILE.jsonl] [--fonts FILE] [--points N]`.

Writes OUT/KIND-SOURCE-NN.png (or .jpg) and its document as .json, N pictures of each kind and source. The boards are
those of the library or the file; minesweeper positions are made from the seed. The fonts are not used in training.
Photographs have 1200 to 3000 points on their longest side, or with --points N that many and blur of at most 1.5 points.
Needs numpy 2.4.6, Pillow 13.0.0 and the fonts of tools/material/fonts.py; for tatham, sgt-puzzles and xvfb; for
puzzlink, `npm install --prefix FOLDER pzpr@0.10.1 @resvg/resvg-js@2.6.2` and NODE_PATH=FOLDER/node_modules; for page,
Playwright, Chromium and dist/ (./build.sh).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from material.apps import shown, worn  # noqa: E402
from material.drawing import Style, drawn  # noqa: E402
from material.fonts import HELD_OUT, fonts  # noqa: E402
from material.photograph import photograph  # noqa: E402
from material.tatham import saved  # noqa: E402
from tesuji import convert, solve  # noqa: E402

KINDS = ("nonogram", "minesweeper", "slitherlink", "binoxxo")
GAMES = {"slitherlink": "loopy", "nonogram": "pattern", "binoxxo": "unruly", "minesweeper": "mines"}
FIELDS = [(9, 9, 10), (16, 16, 40), (30, 16, 99), (12, 10, 20)]


def around(r: int, c: int) -> Iterator[tuple[int, int]]:
    """Yield a cell and its neighbours, also beyond the border."""
    return ((r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1))


class Field:
    """Random mines, and the cells opened in a game."""

    def __init__(self, dice: random.Random, share: float):
        self.width, self.height, count = dice.choice(FIELDS)
        cells = [(r, c) for r in range(self.height) for c in range(self.width)]
        self.mines = set(dice.sample(cells, count))
        self.safe = [cell for cell in cells if cell not in self.mines]
        self.opened: set[tuple[int, int]] = set()
        zeros = [cell for cell in self.safe if self.number(*cell) == 0]
        self.first = dice.choice(zeros or self.safe)
        self.open(self.first)
        while len(self.opened) < share * len(self.safe):
            self.open(dice.choice(self.safe))

    def number(self, r: int, c: int) -> int:
        """Return the number of mines around a cell."""
        return sum(cell in self.mines for cell in around(r, c))

    def open(self, first: tuple[int, int]) -> None:
        """Open a cell and, for a zero, all cells around it, as the game does."""
        queue = [first]
        while queue:
            r, c = cell = queue.pop()
            if cell in self.opened or cell in self.mines or not (0 <= r < self.height and 0 <= c < self.width):
                continue
            self.opened.add(cell)
            if self.number(r, c) == 0:
                queue += around(r, c)

    def document(self) -> dict:
        """Return the position."""
        grid = [
            "".join(str(self.number(r, c)) if (r, c) in self.opened else "." for c in range(self.width))
            for r in range(self.height)
        ]
        return {"kind": "minesweeper", "grid": grid}

    def tatham(self) -> str:
        """Return the game ID for sgt-mines with these mines, in which `first` is opened first."""
        bits = "".join("01"[(r, c) in self.mines] for r in range(self.height) for c in range(self.width))
        bits += "0" * (-len(bits) % 4)
        digits = "".join(f"{int(bits[k : k + 4], 2):x}" for k in range(0, len(bits), 4))
        return f"{self.width}x{self.height}:{self.first[1]},{self.first[0]},u{digits}"


def library(kind: str) -> list[dict]:
    """Return the documents of the page's library, without those in colours, which are not drawn here."""
    entries = json.loads((ROOT / "web" / "puzzles" / kind / "library.json").read_text())
    return [entry["document"] for entry in entries if "colors" not in entry["document"]]


def played(document: dict, dice: random.Random) -> dict:
    """Return a document with some marks of a player, taken from its solution."""
    verdict = solve(document)
    share = dice.choice([0.1, 0.3, 0.5])

    def some(rows: list[str], blank: str, names: str) -> list[str]:
        kept = ((letter if letter in names and dice.random() < share else blank for letter in row) for row in rows)
        return ["".join(row) for row in kept]

    if document["kind"] == "minesweeper":
        return document | {"board": some(verdict["forced"], ".", "*")}
    solution = verdict["solutions"][0]
    if document["kind"] == "slitherlink":
        edges = {way: [row.replace(".", "x") for row in solution[way]] for way in ("h", "v")}
        return document | {"edges": {"h": some(edges["h"], "?", "-x"), "v": some(edges["v"], "?", "|x")}}
    if document["kind"] == "nonogram":
        return document | {"board": some(solution, "?", "#.")}
    own = some(solution, ".", "OX")
    grid = document["grid"]
    return document | {
        "board": ["".join(a if a != "." else b for a, b in zip(*pair)) for pair in zip(grid, own)],
    }


def given(path: Path, kind: str) -> list[dict]:
    """Return the documents of a kind in a file, without members that are not part of the puzzle, with at most 25 cells
    per side and without colours.
    """
    out = []
    for entry in map(json.loads, path.read_text().splitlines()):
        if "colors" in entry:
            continue
        own = {name: entry[name] for name in ("kind", "grid", "rows", "cols", "signs", "distinct") if name in entry}
        sides = (len(own["rows"]), len(own["cols"])) if "rows" in own else (len(own["grid"]), len(own["grid"][0]))
        if entry["kind"] == kind and min(sides) >= 4 and max(sides) <= 25:
            out.append(own)
    return out


class Maker:
    """Makes the pictures of one run."""

    def __init__(self, out: Path, seed: int, documents: list[Path], faces: list[str], points: int | None):
        self.out, self.dice, self.fonts, self.points = out, random.Random(seed), faces, points
        self.documents = {kind: [d for path in documents for d in given(path, kind)] or library(kind) for kind in KINDS}
        out.mkdir(parents=True, exist_ok=True)

    def position(self) -> Field:
        """Return a game of minesweeper in progress."""
        return Field(self.dice, self.dice.choice([0.3, 0.5, 0.7]))

    def document(self, kind: str) -> dict:
        """Return a board."""
        return self.position().document() if kind == "minesweeper" else self.dice.choice(self.documents[kind])

    def path(self, kind: str, source: str, i: int, document: dict, suffix: str = "png") -> Path:
        """Write the document and return where its picture goes."""
        path = self.out / f"{kind}-{source}-{i:03d}.{suffix}"
        path.with_suffix(".json").write_text(json.dumps(document))
        return path

    def tatham(self, kind: str, i: int) -> None:
        """Make a screenshot of a game of Simon Tatham's collection."""
        if kind == "minesweeper":
            field = Field(self.dice, 0)
            document, game = field.document(), field.tatham()
        else:
            document = self.document(kind)
            game = convert(document, to="tatham")["text"]
        if i % 2:
            document = played(document, self.dice)
            save = self.out / "saved"
            save.write_text(saved(GAMES[kind], game, document))
            game = str(save)
        path = self.path(kind, "tatham", i, document)
        command = ["xvfb-run", "-a", f"/usr/games/sgt-{GAMES[kind]}", "--screenshot", str(path), game]
        subprocess.run(command, capture_output=True, check=False, env={**os.environ, **self.size(kind)})
        if not path.exists():
            path.with_suffix(".json").unlink()

    def size(self, kind: str) -> dict[str, str]:
        """Return a cell size for a game of the collection."""
        return {f"{GAMES[kind].upper()}_TILESIZE": str(self.dice.choice([24, 32, 32, 40]))}

    def puzzlink(self, kind: str, i: int) -> None:
        """Make a picture as drawn by puzz.link; slitherlink only, because npm's pzpr has no other supported kind."""
        if kind != "slitherlink":
            return
        document = self.document(kind)
        if i % 2:
            document = played(document, self.dice)
        puzzle = convert(document, to="pzprv3")["text"]
        path = self.path(kind, "puzzlink", i, document)
        line = json.dumps({"puzzle": puzzle, "out": str(path), "cell": self.dice.choice([18, 24, 36, 36, 48])})
        subprocess.run(["node", ROOT / "tools" / "material" / "pzpr.cjs"], input=line, text=True, check=True)

    def print(self, kind: str, i: int) -> None:
        """Make a board in the style of print or of another site."""
        document = self.document(kind)
        drawn(document, Style(self.dice, self.fonts)).save(self.path(kind, "print", i, document))

    def app(self, kind: str, i: int) -> None:
        """Make a screenshot of an app or of another site, as people pass it on."""
        document = self.document(kind)
        worn(shown(document, self.dice, self.fonts), self.dice).save(self.path(kind, "app", i, document))

    def scan(self, kind: str, i: int) -> None:
        """Make a board in print that was scanned, made larger or smaller, and compressed."""
        document = self.document(kind)
        worn(drawn(document, Style(self.dice, self.fonts)), self.dice).save(self.path(kind, "scan", i, document))

    def photo(self, kind: str, i: int) -> None:
        """Make a photograph of such a board."""
        document = self.document(kind)
        page = drawn(document, Style(self.dice, self.fonts, 44, dark=False))
        path = self.path(kind, "photo", i, document, "jpg")
        longest = self.dice.choice([1200, 1600, 2400, 3000])
        points = self.points or longest
        seen = photograph(page, self.dice, points, sharp=self.points is not None)
        seen.save(path, quality=self.dice.randint(60, 90))

    def page(self, kind: str, count: int) -> None:
        """Make screenshots of this project's own page, wide and narrow, light and dark."""
        from material.page import screenshots

        documents = [self.document(kind) for _ in range(count)]
        documents = [played(document, self.dice) if k % 2 else document for k, document in enumerate(documents)]
        paths = [self.path(kind, "page", i, document) for i, document in enumerate(documents)]
        screenshots(list(zip(documents, paths)), self.dice)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", default="tatham,puzzlink,page,print,app,scan,photo")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--documents", type=Path, action="append", default=[])
    parser.add_argument("--points", type=int)
    parser.add_argument("--fonts", type=Path, help="a file with a path of a font in each line")
    wish = parser.parse_args()
    faces = wish.fonts.read_text().split("\n")[:-1] if wish.fonts else fonts(HELD_OUT)
    maker = Maker(wish.out, wish.seed, wish.documents, faces, wish.points)
    for source in wish.sources.split(","):
        for kind in wish.kinds.split(","):
            if source == "page":
                maker.page(kind, wish.count)
                continue
            make: Callable[[str, int], None] = getattr(maker, source)
            for i in range(wish.count):
                make(kind, i)


if __name__ == "__main__":
    main()
