"""python tools/new_puzzle.py KIND: create a small working kind of puzzle, to be turned into a new one.

The files are copied from tools/new_puzzle/ to the same folders of the project, with the kind's name filled in. Existing
files are not changed. CONTRIBUTING.md describes the next steps.
"""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = Path(__file__).resolve().with_suffix("")
LONGEST = 20
"""The longest name, in letters; longer names would make lines of the files too long."""


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        sys.exit("Usage: python tools/new_puzzle.py KIND")
    (kind,) = arguments
    if problem := refusal(kind):
        sys.exit(problem)
    for path, text in files(kind):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    print(f"\n{kind} runs: ./build.sh serve shows it, ./build.sh test-kind {kind} tests it.")
    print("CONTRIBUTING.md, “A new kind of puzzle”, says what to change where.")


def refusal(kind: str) -> str | None:
    """Return why a kind cannot have this name, or None if it can."""
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{1,{LONGEST - 1}}}", kind) or keyword.iskeyword(kind):
        return (
            f"“{kind}” cannot be the name of a kind: 2 to {LONGEST} small letters, digits and _, a letter first, and no "
            "word of Python."
        )
    if exists := [path for path, _ in files(kind) if path.exists()]:
        return f"There is a kind “{kind}” already: {exists[0].relative_to(ROOT)}."
    if used := [path for path in shared_code() if has_word(path, kind)]:
        return (
            f"“{kind}” is a string in the shared code already ({used[0].relative_to(ROOT)}), where it does not mean a "
            "puzzle. Choose another name."
        )
    return None


def files(kind: str) -> list[tuple[Path, str]]:
    """Return (path, text) of every file of a kind."""
    words = {"KIND": kind, "NAME": kind.replace("_", " ").capitalize(), "ORDER": str(next_order())}
    templates = sorted(path for path in TEMPLATES.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return [
        (ROOT / filled(str(path.relative_to(TEMPLATES)), words), filled(path.read_text(encoding="utf-8"), words))
        for path in templates
    ]


def filled(template: str, words: dict[str, str]) -> str:
    return re.sub("|".join(words), lambda match: words[match[0]], template)


def next_order() -> int:
    """Return the position in the header after all other kinds."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "web" / "puzzles").glob("*/board.js")]
    return 1 + max(
        (int(found[1]) for text in texts if (found := re.search(r"^  order: (\d+)", text, re.MULTILINE))), default=0
    )


def shared_code() -> list[Path]:
    """Return the code that may not name a kind; tests/test_layout.py and tests/web/kinds.test.mjs enforce that."""
    web = (ROOT / "web").rglob("*.js")
    return sorted(path for path in (*web, *(ROOT / "py").rglob("*.py")) if not {"puzzles", *FOREIGN} & {*path.parts})


FOREIGN = ("penpa_page.py",)
"""Files with the vocabulary of other programs, which includes names of puzzles."""


def has_word(path: Path, word: str) -> bool:
    """Return whether a file has a string that is this word."""
    return re.search(rf"""(["'`]){word}\1""", path.read_text(encoding="utf-8")) is not None


if __name__ == "__main__":
    main(sys.argv[1:])
