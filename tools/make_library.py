"""python tools/make_library.py KIND [--sizes 7x7,10x10 …] [--variant NAME] [--seconds 60]: make the page's library of puzzles.

Writes web/puzzles/KIND/library.json, a list of {"document", "level": 1 to 5, "hardest": the name of a technique,
"name"?}, sorted by size and level. If there is a file pictures/KIND.txt next to this one, the library has these
pictures, and for a variant one puzzle of each level and size from the generator. Any other kind gets puzzles from the
generator: in each size one of each level, and two in the two middle sizes. The seeds are fixed, so every run gives the
same puzzles.

Entries already in the file stay, so an interrupted run continues. `--rate` rates all of them again, in case the rating
has changed.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from tesuji.calls.making import generate  # noqa: E402
from tesuji.calls.rating import rate  # noqa: E402
from tesuji.calls.solving import solve  # noqa: E402
from tesuji.constraints.runs import generate_hints  # noqa: E402
from tesuji.engine.budget import Budget, run  # noqa: E402
from tesuji.errors import OutOfBudget  # noqa: E402
from tesuji.puzzles.nonogram.coloured import document_of  # noqa: E402

LEVELS = range(1, 6)
TRIES = 40
"""The number of seeds tried for a puzzle of exactly the level; after that, the closest puzzle is used."""


def main(options: Namespace) -> None:
    path = ROOT / "web" / "puzzles" / options.kind / "library.json"
    pictures = Path(__file__).parent / "pictures" / f"{options.kind}.txt"
    puzzles = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    from_pictures = pictures.exists() and not options.variant
    if from_pictures:
        puzzles = [puzzle for puzzle in puzzles if "name" not in puzzle]
    if options.rate:
        puzzles = [{**puzzle, **rated(puzzle["document"], options)} for puzzle in puzzles]
    if from_pictures:
        puzzles = [drawn(options.kind, block) for block in blocks(pictures)] + puzzles
    if from_pictures or options.rate:
        save(path, puzzles)
        return
    for wish in wishes(options.sizes.split(","), options.variant):
        if all(puzzle.get("wish") != wish for puzzle in puzzles):
            puzzles.append({"wish": wish, **made(options, *wish)})
            save(path, puzzles)


def wishes(sizes: list[str], variant: str | None) -> list[list]:
    """Return (size, level, number) of each puzzle; the size includes the name of the variant."""
    middle = len(sizes) // 2
    twice = sizes[middle - 1 : middle + 1]
    if variant:
        return [[f"{size} {variant}", level, 0] for size in sizes for level in LEVELS]
    return [[size, level, number] for size in sizes for level in LEVELS for number in range(1 + (size in twice))]


def made(options: Namespace, size: str, level: int, number: int) -> dict:
    """Return a puzzle of this size, and of this level if one is found."""
    width, height = map(int, size.split()[0].split("x"))
    nearest = None
    for attempt in range(TRIES):
        seed = 1000 * (10 * level + number) + attempt
        args = {"kind": options.kind, "width": width, "height": height, "seed": seed, "level": level}
        try:
            found = run(generate({**args, "variant": options.variant}), Budget(options.seconds))
        except OutOfBudget:
            continue
        its = rated(found["document"], options)
        print(f"{options.kind} {size} {level}: {its['level']} (seed {seed})", flush=True)
        if nearest is None or abs(its["level"] - level) < abs(nearest["level"] - level):
            nearest = {"document": found["document"], **its}
        if its["level"] == level:
            break
    assert nearest, f"no puzzle of {size}"
    return nearest


def rated(document: dict, options: Namespace) -> dict:
    """Return the level and the hardest technique."""
    rating = run(rate({"document": document, "maps": False}), Budget(10 * options.seconds))
    techniques = rating["why"]["techniques"]
    return {"level": rating["level"], **({"hardest": techniques[0]["technique"]} if techniques else {})}


def blocks(path: Path) -> list[list[str]]:
    """Return the pictures of a file: a line "English / Japanese", then rows of "#" and "."; empty lines between them. A
    picture in colours lists them behind its names, and its rows have their digits."""
    return [block.splitlines() for block in path.read_text(encoding="utf-8").strip().split("\n\n")]


def drawn(kind: str, block: list[str]) -> dict:
    """Return the puzzle of a picture, which must be its only solution."""
    (english, japanese, *colours), picture = block[0].split(" / "), block[1:]
    if colours:
        document = document_of(
            [[int(cell) if cell != "." else 0 for cell in row] for row in picture], colours[0].split()
        )
    else:
        rows, columns = generate_hints(picture)
        document = {"kind": kind, "rows": rows, "cols": columns}
    answer = run(solve({"document": document}), Budget(60))
    if answer["verdict"] != "unique":
        sys.exit(
            f"{english}: {answer['verdict']}\n" + "\n".join("\n".join(board) + "\n" for board in answer["solutions"])
        )
    rating = rated(document, Namespace(seconds=60))
    print(f"{english} {len(picture[0])}x{len(picture)}: {rating['level']}", flush=True)
    return {"document": document, **rating, "name": {"en": english, "ja": japanese}}


def save(path: Path, puzzles: list[dict]) -> None:
    """Write one puzzle per line, small and easy ones first."""
    puzzles.sort(key=lambda puzzle: (cells(puzzle["document"]), puzzle["level"]))
    lines = ",\n".join(json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def cells(document: dict) -> int:
    """Return the size of a puzzle, for sorting."""
    rows = document.get("grid") or document.get("field") or document["rows"]
    return len(rows) * len(document.get("cols") or rows[0])


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("kind")
    parser.add_argument("--sizes", default="5x5,7x7,10x10,12x12,15x15,20x20")
    parser.add_argument("--variant")
    parser.add_argument("--rate", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    main(parser.parse_args())
