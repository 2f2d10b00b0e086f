"""Check the wording of documentation, strings, docstrings and comments: `python tools/prose.py [-v]`.

The rules are those of the style guide in CONTRIBUTING.md, as patterns per sentence. Exits with 1 if a file breaks one.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

RULES = {
    "begin a sentence with its subject or verb, not with a relative clause": (
        r"^(?:Of|What|Who|Whoever|Whether|How|Where|That)\b(?!.*\?\s*$)"
    ),
    "'is not a' instead of 'is no'": r"(?<![Tt]here )\b(?:is|are|was|were) no\b(?! longer| more)",
    "'if' or 'when' for a condition": r"\bwhere (?:it|there|that|nothing|one|no|they|somebody|a|the)\b",
    "programs return, report or contain; they do not say, tell, know or ask": (
        r"\b(?:says|tells|told|speaks? of|hears|asks)\b"
    ),
    "a plain word": r"\b(?:beside|anew|to spare|so many|so much|for ever|whoever|somebody)\b",
    "a percentage or '2x' instead of a fraction": (
        r"\b(?:a|two|three|four|five|six|seven|nine) (?:third|quarter|fifth|tenth|half|thirds|quarters|fifths|tenths|halves)"
        r"s? of\b"
    ),
}
HEADINGS = re.compile(r"How (?:it|to|you) |What (?:it does|is stable|changes|if|to|you)|That (?:was|run)|Who may")
"""Natural beginnings, mostly of headings."""


STRING_OR_COMMENT = re.compile(r"""(\"{3}|'{3}|"|')(?:\\.|(?!\1).)*\1|#[^\n]*""", re.DOTALL)
"""In Python; `tokenize` takes ten times as long."""


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements below a node, and other nodes that are not expressions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def texts(path: Path) -> Iterator[tuple[int | str, str]]:
    """Yield line or key and text of everything in a file that people read."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for statement in statements(ast.parse(source)):
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.lineno, text
        for piece in STRING_OR_COMMENT.finditer(source):
            if piece[0].startswith("#"):
                yield source.count("\n", 0, piece.start()) + 1, piece[0].lstrip("# ")
    elif path.suffix in (".js", ".mjs"):
        for match in re.finditer(r"/\*\*?(.*?)\*/|(?<![:\"'`])//([^\n]*)", source, re.DOTALL):
            text = match[1] or match[2] or ""
            text = re.sub(r"^\s*\* ?|@\w+ \{[^}]*\} ?\S*", "", text, flags=re.MULTILINE)
            yield source.count("\n", 0, match.start()) + 1, text.strip()
    elif path.suffix == ".json":
        for key, value in json.loads(source).items():
            yield from ((key, text) for text in (value.values() if isinstance(value, dict) else [value]))
    else:
        prose = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), source, flags=re.DOTALL)
        prose = re.sub(r"`[^`\n]*`", "`", prose)  # names in code are not words
        for number, line in enumerate(prose.splitlines(), 1):
            yield number, line.lstrip("*-#| ")


def sentences(path: Path) -> Iterator[tuple[int | str, str]]:
    """Yield line or key and sentence."""
    for place, text in texts(path):
        if isinstance(text, str):
            for sentence in re.split(r"(?<=[.;:])\s+", " ".join(text.split())):
                yield place, sentence


def findings(read: Iterable[tuple[int | str, str]]) -> Iterator[tuple[int | str, str, str]]:
    """Yield line or key, rule and sentence for each of the sentences that breaks a rule."""
    for place, sentence in read:
        if not HEADINGS.match(sentence):
            for rule, pattern in RULES.items():
                if re.search(pattern, sentence):
                    yield place, rule, sentence


def files() -> list[Path]:
    """Return the files of the project with text in English."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    wanted = [name for name in listed if re.search(r"\.(py|js|mjs|md)$|en\.json$", name)]
    return [ROOT / name for name in wanted if not name.startswith("tests/data") and (ROOT / name).is_file()]


def main() -> int:
    counts: Counter[str] = Counter()
    total = 0
    for path in files():
        read = list(sentences(path))
        total += len(read)
        for place, rule, sentence in findings(read):
            counts[rule] += 1
            if "-v" in sys.argv:
                print(f"{path.relative_to(ROOT)}:{place}: {rule}: {sentence[:140]}")
    for rule, number in counts.most_common():
        print(f"{number:5d}  {rule}")
    print(f"{counts.total()} of {total} sentences")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
