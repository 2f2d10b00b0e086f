"""The documentation site: `python tools/docs.py` writes build/docs, and dist/docs if the site has been built.

Sphinx builds docs/*.md with pages generated here: the gallery, the techniques in both languages, the library of puzzles,
the JSON Schemas, benchmarks, changelog and citation. pdoc writes the API reference. Everything works offline. Set SITE_URL
for canonical addresses.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape, unescape
from importlib.util import find_spec
from math import log10
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from gallery import known  # noqa: E402
from icons import svg as icon  # noqa: E402
from tesuji import __version__  # noqa: E402
from tesuji.calls.rating import asked  # noqa: E402
from tesuji.locales import render, render_message  # noqa: E402
from tesuji.puzzles import rulebooks, write  # noqa: E402
from tesuji.schema import whole_schema  # noqa: E402
from tesuji.svg import draw  # noqa: E402

SOURCE, OUT = ROOT / "build" / "docs-source", ROOT / "build" / "docs"
API = ["results", "errors", "svg", "locales", "puzzles", "cli.bulk", "worker", "checker"]
INTERNAL = r"!tesuji\.puzzles\.\w+\.(?!library)"
"""The modules of a kind that pdoc leaves out."""
HOME = os.environ.get("SITE_URL", "").rstrip("/")

CONF = f"""
project, copyright, release = "Tesuji", "The Tesuji developers", "{__version__}"
extensions = ["myst_parser"]
html_theme, html_title = "furo", "Tesuji {__version__}"
html_static_path = ["static"]
html_css_files = ["targets.css"]
html_show_sphinx = html_show_sourcelink = False
html_copy_source = False
html_baseurl = "{HOME and f"{HOME}/docs/"}"
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure"]
"""

INDEX = """# Tesuji

Solve, prove, explain, rate and make pencil puzzles: nonograms, minesweeper positions, slitherlinks, binoxxos, star battles,
akari and hitori. [Open the app](../index.html) · [日本語：遊び方](play.ja.md)

![Solved puzzles, one of each kind](static/gallery.svg)

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
schemas
games
certificates
dataset
how-it-works
benchmarks
attempts
quality
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
    # Links in the table of contents are targets of 24 px.
    (SOURCE / "static" / "targets.css").write_text(".toc-tree a { display: inline-block; padding: 0.3rem 0; }\n")
    (SOURCE / "static" / "icon.svg").write_text(icon(), encoding="utf-8")
    shutil.copy(ROOT / "docs" / "gallery.svg", SOURCE / "static")
    for kind in rulebooks():
        shutil.copy(ROOT / "web" / "puzzles" / kind / "library.json", SOURCE / "static" / f"library-{kind}.json")
    schema = whole_schema()
    (SOURCE / "static" / "schema.json").write_text(json.dumps(schema, indent=2), encoding="utf-8")
    pages = {
        "index.md": INDEX,
        "gallery.md": gallery(),
        **techniques("en"),
        **techniques("ja"),
        "changelog.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "]("),
        "benchmarks.md": benchmarks(),
        **{name: bench(name).replace("](README.md)", "](benchmarks.md)") for name in ("attempts.md", "quality.md")},
        "dataset.md": dataset(),
        "schemas.md": schemas(schema),
        "cite.md": f"# How to cite\n\n```yaml\n{(ROOT / 'CITATION.cff').read_text(encoding='utf-8')}```\n",
        "api.md": "# API reference\n\nThe [API reference](api/tesuji.html) lists all public modules.\n",
        "conf.py": CONF,
    }
    for name, text in pages.items():
        (SOURCE / name).write_text(text, encoding="utf-8")
    shutil.rmtree(OUT, ignore_errors=True)
    run("sphinx", "-q", "-W", "--keep-going", "-b", "html", SOURCE, OUT)
    libraries = [
        f"tesuji.puzzles.{kind}.library" for kind in rulebooks() if find_spec(f"tesuji.puzzles.{kind}.library")
    ]
    run(
        "pdoc",
        "--no-show-source",
        "-o",
        OUT / "api",
        "tesuji",
        *(f"tesuji.{name}" for name in API),
        *libraries,
        INTERNAL,
    )
    for page in OUT.rglob("*.html"):
        top = "../" * (len(page.relative_to(OUT).parts) - 1)
        language = "ja" if page.name.endswith(".ja.html") else "en"
        page.write_text(tidied(page.read_text(encoding="utf-8"), top, language), encoding="utf-8")
    for file in (*OUT.rglob("furo*.css"), *OUT.rglob("furo*.js")):
        file.write_text(file.read_text(encoding="utf-8").replace("__navigation", "navigation").replace("__toc", "toc"))
    search = OUT / "_static" / "searchtools.js"  # shows excerpts of the main part of each page
    search.write_text(search.read_text(encoding="utf-8").replace('[role="main"]', "main"), encoding="utf-8")
    if (ROOT / "dist").is_dir():
        shutil.copytree(OUT, ROOT / "dist" / "docs", dirs_exist_ok=True)
    print(OUT / "index.html")


def run(module: str, *arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-m", module, *map(str, arguments)], check=True, cwd=ROOT / "py")


def gallery() -> str:
    """Return the page with all examples; each opens in the app."""
    parts = ["# Gallery\n\nEach puzzle opens in the app.\n"]
    for kind, book in rulebooks().items():
        parts.append(f"## {kind.replace('_', ' ').capitalize()}\n")
        for example in book.examples:
            link, _ = write(example["document"], "link")
            address = "../index.html#" + link.partition("#")[2]
            parts.append(f'### {example["name"]["en"]}\n\n{svg(example["document"])}\n\n<a href="{address}">Open</a>\n')
    return "\n".join(parts)


def techniques(language: str) -> dict[str, str]:
    """Return the pages of techniques, one for each kind, and the page that lists them."""
    end = {"en": "", "ja": ".ja"}[language]
    lines, names, pages = [], [], {}
    for kind in rulebooks():
        if entries := list(pages_of(kind)):
            strings = json.loads(
                (ROOT / "web" / "puzzles" / kind / f"strings.{language}.json").read_text(encoding="utf-8")
            )
            title, name = strings[f"kind.{kind}"], f"techniques-{kind}{end}"
            names.append(f"{title} <{name}>")
            pages[f"{name}.md"] = techniques_of(kind, title, entries, language)
            named = ("、" if end else ", ").join(
                dict.fromkeys(render_message(entry["step"]["name"], language) for entry in entries)
            )
            lines.append(f"## [{title}]({name}.md)\n\n{named}\n")
    tree = "\n".join(["```{toctree}", ":hidden:", "", *names, "```"])
    head = "# 手筋の一覧\n" if end else "# Techniques\n"
    return {f"techniques{end}.md": "\n".join([head, *lines, tree, ""]), **pages}


def techniques_of(kind: str, title: str, entries: list[dict[str, Any]], language: str) -> str:
    """Return a kind's page, made from the boards and sentences of Help, without the letters of reasons."""
    parts = [f"# {title}{'の手筋' if language == 'ja' else ': techniques'}\n"]
    for number, message in enumerate(asked(rulebooks()[kind]), 1):
        parts.append(f"* {render(f'level.{number}', language)}: {render_message(message, language)}")
    parts.append("")
    for entry in entries:
        step, document = entry["step"], entry["document"]
        level = render(f"asks.group.{entry['level']}", language)
        picture = svg(
            document, known(document, [*entry["known"], *step["cells"]]), [one["cell"] for one in step["cells"]]
        )
        sentence = re.sub(r" ?{[a-z]+}", "", render_message(step["sentence"], language))
        parts.append(f"## {render_message(step['name'], language)}\n\n*{level}*\n\n{picture}\n\n{sentence}\n")
    return "\n".join(parts)


def pages_of(kind: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a kind's technique pages."""
    file = ROOT / "web" / "puzzles" / kind / "techniques.json"
    if file.exists():
        yield from json.loads(file.read_text(encoding="utf-8"))


def bench(name: str) -> str:
    """Return a page of the folder bench."""
    return (ROOT / "bench" / name).read_text(encoding="utf-8")


def benchmarks() -> str:
    """Return bench/README.md with plots: the growth with the size of the board, and each peer's time in the table."""
    text = bench("README.md")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    head = next(number for number, row in enumerate(rows) if row[0] == "puzzles" and row[2] == "clingo")
    times = {
        row[0].split(",")[0]: [float(cell.split(" ")[0]) for cell in row[2:4]] for row in rows[head + 2 : head + 6]
    }
    plots = (
        "## Plots\n\nTime to the verdict by the number of cells, made by `bench/growth.py`:\n\n"
        "![Time by the number of cells](growth.svg)\n\n"
        f"Time relative to Tesuji (1 is equally fast, logarithmic), from the table below:\n\n{bars(times, rows[head][2:4])}\n"
    )
    return text.replace("## The peers", f"{plots}\n## The peers", 1)


def bars(times: dict[str, list[float]], names: list[str]) -> str:
    """Return a bar chart of times relative to Tesuji, on a logarithmic axis from 0.1 to 100."""
    unit, left, parts = 120, 110, []
    for row, (kind, values) in enumerate(times.items()):
        parts.append(f'<text x="0" y="{row * 44 + 28}">{kind}</text>')
        for place, value in enumerate(values):
            x, end = sorted((0.0, log10(value) * unit))
            y = row * 44 + 8 + place * 16
            colour = ("#2a7ab8", "#d1632a")[place]
            parts.append(f'<rect x="{left + unit + x:.0f}" y="{y}" width="{end - x:.0f}" height="14" fill="{colour}"/>')
            parts.append(f'<text x="{left + unit + max(end, 0) + 5:.0f}" y="{y + 12}">{names[place]} {value:g}</text>')
    height = len(times) * 44 + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Time relative to Tesuji" width="560" height="{height}"'
        f' font-family="sans-serif" font-size="12" fill="#808080"><path d="M{left + unit},0v{height}" stroke="#808080"/>'
        f"{''.join(parts)}</svg>\n"
    )


def dataset() -> str:
    """Return the page about the library of puzzles: how many of which level, files, format, source and licence."""
    names = [render(f"level.{level}", "en") for level in range(1, 6)]
    head = f"| kind | puzzles | {' | '.join(names)} | file |\n|---|---|{'---|' * len(names)}---|\n"
    lines = []
    for kind in rulebooks():
        puzzles = json.loads((ROOT / "web" / "puzzles" / kind / "library.json").read_text(encoding="utf-8"))
        levels = [sum(puzzle["level"] == level for puzzle in puzzles) for level in range(1, 6)]
        file = f"library-{kind}.json"
        lines.append(
            f'| {kind} | {len(puzzles)} | {" | ".join(map(str, levels))} | <a href="_static/{file}">{file}</a> |\n'
        )
    described = {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": "Tesuji puzzle library",
        "description": "Pencil puzzles with one solution each, with level and hardest technique.",
        "license": "https://opensource.org/license/mit",
        "creator": {"@type": "Organization", "name": "The Tesuji developers"},
        "version": __version__,
    }
    return f"""# The library of puzzles

The puzzles of the app's library as data. Each has exactly one solution, or, for minesweeper, can be opened without a guess.
`tools/make_library.py` generates them with fixed seeds.

{head}{"".join(lines)}
Each file is a JSON list. `document` is a [puzzle document](formats.md), `level` is 1 to 5, and `hardest` is the hardest
[technique](techniques.md) that the steps need. Pictures have a `name` in English and Japanese. `wish` holds the arguments of
the generator.

Licence: MIT, as for Tesuji. [How to cite](cite.md).

```{{raw}} html
<script type="application/ld+json">{json.dumps(described)}</script>
```
"""


def schemas(schema: dict[str, Any]) -> str:
    """Return the page of the JSON Schemas: arguments and answer of every call, and all types with their members."""
    parts = [
        "# JSON Schemas\n\nThe arguments and answers of all calls, as the worker, `tesuji.worker.call` and `tesuji --jsonl` use"
        ' them.\n<a href="_static/schema.json">schema.json</a> holds the same for programs (JSON Schema 2020-12).\n\n'
        "| call | arguments | answer |\n|---|---|---|\n"
    ]
    parts += [
        f"| `{name}` | {of(call['arguments'])} | {of(call['answer'])} |\n" for name, call in schema["calls"].items()
    ]
    for name, one in schema["$defs"].items():
        members = "".join(
            f"| `{member}`{'' if member in one.get('required', ()) else ' (optional)'} | {of(kind)} |\n"
            for member, kind in one["properties"].items()
        )
        words = one.get("description", "").replace("{", "`{").replace("}", "}`")
        parts.append(f"\n## {name}\n\n{words}\n\n| member | type |\n|---|---|\n{members}")
    return "".join(parts)


def of(schema: dict[str, Any]) -> str:
    """Return a type of a schema in a few words of Markdown."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(of, schema["anyOf"])))
    if schema.get("type") == "array":
        return f"list of {of(schema['items'])}"
    if "additionalProperties" in schema:
        return f"object of {of(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))


TIDY = (
    (r"[ \t]+$", ""),
    (r"<!doctype html>", "<!DOCTYPE html>"),
    (r"<(meta|link|img|input|br|hr|col)\b([^<>]*?)\s*/>", r"<\1\2>"),
    (r'<p class="caption" role="heading">', '<p class="caption">'),
    (r"\b__(navigation|toc)\b", r"\1"),
    (r'<button class="theme-toggle"', '<button type="button" class="theme-toggle"'),
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" lang="en" aria-label="Pages">'),
    (r'<aside class="(toc-drawer[^"]*)">', r'<aside class="\1" aria-label="On this page">'),
    (r' checked=""', " checked"),
    (r'<article role="main" (.*?)</article>', r"<main><article \1</article></main>"),
    (
        r'<input class="sidebar-search"([^<>]*)>',
        r'<input type="search" class="sidebar-search"\1><button type="submit" hidden>Search</button>',
    ),
    (r' role="searchbox"', ""),
    (r"<script src=", "<script defer src="),
    (r'<a class="headerlink" href="#([^"]*)"></a>', r'<a class="headerlink" href="#\1" aria-label="Link to \1"></a>'),
    (r"='(http[^'<>]*|[\d ]+)'(?=[ >])", r'="\1"'),
)
"""Changes to the pages of Sphinx and pdoc, so that they are valid and accessible, and appear before their scripts run."""

API_STYLE = (
    "<style>main a{text-decoration:underline!important}"
    ".pdoc :is(.def,.k,.kc,.kn,.nb,.bp,.ow){color:#006000!important}</style>"
)


def tidied(page: str, top: str, language: str) -> str:
    """Return a page with these changes, sizes of pictures, its language, a description, an icon, and an end.

    `top` leads to the folder of all pages.
    """
    for pattern, instead in TIDY:
        page = re.sub(pattern, instead, page, flags=re.MULTILINE | re.IGNORECASE | re.DOTALL)
    page = re.sub(r'<img [^<>]*src="_images/([^"]*)"', sized, page)
    page = page.replace("<html>", '<html lang="en">').replace('lang="en"', f'lang="{language}"', 1)
    first = re.search(r"<p>(.*?)</p>", page, re.DOTALL)
    words = " ".join(re.sub(r"<[^>]*>", "", first[1]).split()) if first else "Tesuji documentation"
    extra = (
        f'<meta name="description" content="{escape(unescape(words)[:150])}">'
        f'<link rel="icon" href="{top}_static/icon.svg" type="image/svg+xml">{API_STYLE if "pdoc" in page else ""}'
    )
    page = page.replace("</head>", f"{extra}</head>", 1)
    return page if "<body" in page else page.replace("</head>", "<title>Tesuji</title></head><body></body>")


def sized(image: re.Match) -> str:
    """Return the start of an image's element with the size in the SVG file, so that text below it does not move."""
    size = re.search(r'width="\d+" height="\d+"', (OUT / "_images" / image[1]).read_text(encoding="utf-8"))
    return f"{image[0]} {size[0] if size else ''}"


def svg(document: Any, letters: Any = None, marked: Any = ()) -> str:
    """Return a picture as HTML for a page."""
    return re.sub(r"\s*\n\s*", "", draw(document, letters, marked))


if __name__ == "__main__":
    main()
