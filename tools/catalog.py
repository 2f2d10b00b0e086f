"""python tools/catalog.py OUT: writes OUT/catalog.json (kinds and their examples) and OUT/locales/.

A sentence file of a language may lie in web/locales/ (what the page says) or in py/tesuji/sentences/ (what the engine
says), as `<language>.json` or `<area>.<language>.json`. They become two files of the page: `<language>.json`, what the
first board needs, is web/locales/<language>.json; `later.<language>.json` is all the rest.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from tesuji.puzzles import rulebooks  # noqa: E402

LANGUAGES = ("en", "ja")
FIRST = ROOT / "web" / "locales"
SENTENCES = (ROOT / "py" / "tesuji" / "sentences", FIRST)


def catalog() -> dict:
    return {"kinds": [{"kind": kind, "examples": list(book.examples)} for kind, book in rulebooks().items()]}


def sentences(language: str) -> dict[str, str]:
    """All sentences of a language; the same key in two files is a mistake."""
    merged: dict[str, str] = {}
    for path in sorted(path for folder in SENTENCES for path in folder.glob("*.json")):
        if path.name == f"{language}.json" or path.name.endswith(f".{language}.json"):
            table = json.loads(path.read_text(encoding="utf-8"))
            if twice := merged.keys() & table.keys():
                sys.exit(f"{path}: said elsewhere already: {', '.join(sorted(twice))}")
            merged |= table
    return merged


def missing(tables: dict[str, dict[str, str]]) -> list[str]:
    """What one language says and another does not."""
    every = set().union(*tables.values())
    return [f"{language}: {key}" for language, table in tables.items() for key in sorted(every - table.keys())]


def main(out: Path) -> None:
    tables = {language: sentences(language) for language in LANGUAGES}
    if gaps := missing(tables):
        sys.exit("sentences missing:\n" + "\n".join(gaps))
    write(out / "catalog.json", catalog())
    for language, table in tables.items():
        first = json.loads((FIRST / f"{language}.json").read_text(encoding="utf-8")).keys()
        write(out / "locales" / f"{language}.json", {key: table[key] for key in table if key in first})
        write(out / "locales" / f"later.{language}.json", {key: table[key] for key in table if key not in first})


def write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
