"""python tools/catalog.py OUT: write OUT/catalog.json and OUT/locales/.

The catalog has the kinds and their examples; tools/examples.mjs removes the puzzles from it again.

The page's strings of a language come from web/locales/ and from web/puzzles/<kind>/strings.<language>.json, the
engine's from py/tesuji/locales/ and py/tesuji/puzzles/<kind>/strings.<language>.json. They are written to two files:
`<language>.json` has the strings for the first board (web/locales/<language>.json, the names of the levels, and the
kinds' strings of the page), and `lazy.<language>.json` has the others. An embedded board has two files:
`embed.<language>.json`, and `embed.<kind>.<language>.json` for its kind.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB, PY = ROOT / "web", ROOT / "py" / "tesuji"
sys.path.insert(0, str(ROOT / "py"))

from tesuji.calls.rating import asked  # noqa: E402
from tesuji.errors import InputError  # noqa: E402
from tesuji.locales import LANGUAGES  # noqa: E402
from tesuji.puzzles import notations, rulebooks  # noqa: E402
from tesuji.puzzles import write as write_notation  # noqa: E402
from tesuji.rulebook import Rulebook  # noqa: E402


def files_of_kinds(language: str) -> list[Path]:
    """Return the files with the strings of kinds for the page."""
    return sorted(WEB.glob(f"puzzles/*/strings.{language}.json"))


def first_files(language: str) -> list[Path]:
    """Return the files with the strings for the first board."""
    general = WEB / "locales" / f"{language}.json", PY / "locales" / f"levels.{language}.json"
    return [*general, *files_of_kinds(language)]


def lazy_files(language: str) -> list[Path]:
    """Return the files with the strings of Draw, Analyse, the panels, and all findings of the engine."""
    patterns = (f"locales/{language}.json", f"locales/*.{language}.json", f"puzzles/*/strings.{language}.json")
    return [
        *sorted((WEB / "locales").glob(f"*.{language}.json")),
        *sorted(path for pattern in patterns for path in PY.glob(pattern) if path not in first_files(language)),
    ]


def merged(files: Iterable[Path], others: Iterable[str] = ()) -> dict[str, str]:
    """Return all strings of some files. Raises an error for a key that occurs in two files or among the others."""
    table: dict[str, str] = {}
    for path in files:
        strings = json.loads(path.read_text(encoding="utf-8"))
        if twice := strings.keys() & {*table, *others}:
            sys.exit(f"{path}: in another file already: {', '.join(sorted(twice))}")
        table |= strings
    return table


EMBEDDED = re.compile(
    r"(cell|dot|embed|fallen|kind|pen|place|rule|tool)\.(?!name|times|row|column$)"
    r"|(check|hint|hint\.do|redo|solved|solved\.hints|tools|tools\.mark|undo)$"
)
"""The keys that an embedded board uses before it calls the solver, and those of Draw's tools."""


def catalog() -> dict:
    """Return the data about each kind that the page needs before it calls the engine."""
    return {"kinds": [entry(book) for book in rulebooks().values()]}


def entry(book: Rulebook) -> dict:
    return {
        "kind": book.kind,
        "examples": list(book.examples),
        "census": book.census is not None,
        "levels": asked(book),
        "notations": [name for name in notations() if any(writes(name, example) for example in book.examples)],
    }


def writes(notation: str, example: dict) -> bool:
    """Return whether an example can be written in a format."""
    try:
        return bool(write_notation(example["document"], notation))
    except InputError:
        return False


def embedded(strings: dict[str, str]) -> dict[str, str]:
    """Return the strings that an embedded board may use before it calls the solver."""
    return {key: text for key, text in strings.items() if EMBEDDED.match(key)}


def missing(tables: dict[str, set[str]]) -> list[str]:
    """Return the keys that exist in one language but not in another."""
    every = set().union(*tables.values())
    return [f"{language}: {key}" for language, keys in tables.items() for key in sorted(every - keys)]


def main(out: Path) -> None:
    first = {language: merged(first_files(language)) for language in LANGUAGES}
    others = {language: merged(lazy_files(language), first[language]) for language in LANGUAGES}
    for tables in (first, others):
        if gaps := missing({language: set(table) for language, table in tables.items()}):
            sys.exit("strings missing:\n" + "\n".join(gaps))
    write(out / "catalog.json", catalog())
    for language in LANGUAGES:
        write(out / "locales" / f"{language}.json", first[language])
        write(out / "locales" / f"lazy.{language}.json", others[language])
        general = {key: text for key, text in others[language].items() if key.startswith("embed.")} | first[language]
        for path in files_of_kinds(language):
            own = merged([path])
            general = {key: text for key, text in general.items() if key not in own}
            write(out / "locales" / f"embed.{path.parent.name}.{language}.json", embedded(own))
        write(out / "locales" / f"embed.{language}.json", embedded(general))


def write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
