"""The documentation site: `python tools/docs.py` writes build/docs, and dist/docs if the site has been built.

Sphinx builds docs/*.md with pages generated here: the gallery, the techniques in both languages, benchmarks, changelog and
citation. pdoc writes the API reference. Everything works offline.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from tesuji import __version__  # noqa: E402
from tesuji.locales import render, render_message  # noqa: E402
from tesuji.puzzles import parse, rulebooks, write  # noqa: E402
from tesuji.svg import draw  # noqa: E402

SOURCE, OUT = ROOT / "build" / "docs-source", ROOT / "build" / "docs"
API = ["tesuji", "tesuji.results", "tesuji.errors", "tesuji.svg", "tesuji.puzzles", "tesuji.cli.bulk", "tesuji.worker"]

CONF = f"""
project, copyright, release = "Tesuji", "The Tesuji developers", "{__version__}"
extensions = ["myst_parser"]
html_theme, html_title = "furo", "Tesuji {__version__}"
html_static_path = ["static"]
html_show_sphinx = False
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure"]
"""

INDEX = """# Tesuji

Solve, prove, explain, rate and make pencil puzzles: nonograms, minesweeper positions, slitherlinks and binoxxos.
[Open the app](../index.html) · [日本語：遊び方](play.ja.md)

![Four solved boards](static/gallery.svg)

```{toctree}
:caption: Tutorials
:maxdepth: 1

play
play.ja
set
shell
library
notebook
elsewhere
embed
hosting
```

```{toctree}
:caption: Reference
:maxdepth: 1

gallery
techniques
techniques.ja
formats
games
certificates
how-it-works
benchmarks
api
```

```{toctree}
:caption: Project
:maxdepth: 1

stability
changelog
cite
architecture
glossary
terms
```
"""


def main() -> None:
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE)
    (SOURCE / "static").mkdir()
    shutil.copy(ROOT / "docs" / "gallery.svg", SOURCE / "static")
    pages = {
        "index.md": INDEX,
        "gallery.md": gallery(),
        "techniques.md": techniques("en"),
        "techniques.ja.md": techniques("ja"),
        "changelog.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "]("),
        "benchmarks.md": (ROOT / "bench" / "README.md").read_text(encoding="utf-8"),
        "cite.md": f"# How to cite\n\n```yaml\n{(ROOT / 'CITATION.cff').read_text(encoding='utf-8')}```\n",
        "api.md": "# API reference\n\nThe [API reference](api/tesuji.html) lists all public modules.\n",
        "conf.py": CONF,
    }
    for name, text in pages.items():
        (SOURCE / name).write_text(text, encoding="utf-8")
    shutil.rmtree(OUT, ignore_errors=True)
    run("sphinx", "-q", "-W", "--keep-going", "-b", "html", SOURCE, OUT)
    libraries = [f"tesuji.puzzles.{kind}.library" for kind in rulebooks()]
    run("pdoc", "-o", OUT / "api", *API, *libraries)
    if (ROOT / "dist").is_dir():
        shutil.copytree(OUT, ROOT / "dist" / "docs", dirs_exist_ok=True)
    print(OUT / "index.html")


def run(module: str, *arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-m", module, *map(str, arguments)], check=True, cwd=ROOT / "py")


def gallery() -> str:
    """Return the page with all examples; each opens in the app."""
    parts = ["# Gallery\n\nEach puzzle opens in the app.\n"]
    for kind, book in rulebooks().items():
        parts.append(f"## {kind.capitalize()}\n")
        for example in book.examples:
            link, _ = write(example["document"], "link")
            address = "../index.html#" + link.partition("#")[2]
            parts.append(f"### {example['name']['en']}\n\n{svg(example['document'])}\n\n<a href='{address}'>Open</a>\n")
    return "\n".join(parts)


def techniques(language: str) -> str:
    """Return the page of all techniques, made from the boards and sentences of Help, without the letters of reasons."""
    parts = ["# 手筋の一覧\n" if language == "ja" else "# Techniques\n"]
    for kind in rulebooks():
        entries = list(pages_of(kind))
        if entries:
            names = json.loads(
                (ROOT / "web" / "puzzles" / kind / f"strings.{language}.json").read_text(encoding="utf-8")
            )
            parts.append(f"## {names[f'kind.{kind}']}\n")
        for entry in entries:
            step, document = entry["step"], entry["document"]
            level = render(f"level.{entry['level']}", language)
            picture = svg(
                document, known(document, [*entry["known"], *step["cells"]]), [one["cell"] for one in step["cells"]]
            )
            sentence = re.sub(r" ?{[a-z]+}", "", render_message(step["sentence"], language))
            parts.append(f"### {render_message(step['name'], language)}\n\n*{level}*\n\n{picture}\n\n{sentence}\n")
    return "\n".join(parts)


def pages_of(kind: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a kind's technique pages."""
    file = ROOT / "web" / "puzzles" / kind / "techniques.json"
    if file.exists():
        yield from json.loads(file.read_text(encoding="utf-8"))


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


def svg(document: Any, letters: Any = None, marked: Any = ()) -> str:
    """Return a picture as HTML for a page."""
    return re.sub(r"\s*\n\s*", "", draw(document, letters, marked))


if __name__ == "__main__":
    main()
