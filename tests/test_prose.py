"""The wording of documentation, strings, docstrings and comments: the rules of tools/prose.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="there is no git to list the files with")


def found(pattern: str) -> tuple[list[str], int]:
    """Return the findings in the files whose path matches, and the number of their sentences."""
    from prose import files, findings, sentences

    read = {path.relative_to(ROOT).as_posix(): list(sentences(path)) for path in files() if matches(path, pattern)}
    texts = [f"{path}:{place}: {rule}: {text}" for path, its in read.items() for place, rule, text in findings(its)]
    return texts, sum(map(len, read.values()))


def matches(path: Path, pattern: str) -> bool:
    return re.search(pattern, path.relative_to(ROOT).as_posix()) is not None


def test_documentation_and_strings_follow_the_style_guide():
    texts, sentences = found(r"^(README|CONTRIBUTING|SECURITY|CHANGELOG|docs/)|en\.json$")
    assert sentences > 1000
    assert not texts, "\n".join(texts)


def test_docstrings_and_comments_follow_the_style_guide():
    """At most 1 % of the sentences may match, because a pattern cannot always tell a natural sentence from an unnatural
    one.
    """
    texts, sentences = found(r"\.(py|js|mjs)$")
    assert sentences > 8000
    assert len(texts) <= sentences / 100, "\n".join(texts)


@pytest.mark.parametrize(
    "sentence",
    [
        "Of the messages of errors.",
        "None where it cannot be told.",
        "This edge is no line.",
        "The page says so.",
        "Whoever drives a search looks at the clock.",
        "It takes two thirds of the time.",
    ],
)
def test_a_mannered_sentence_is_found(sentence, tmp_path):
    from prose import findings, sentences

    page = tmp_path / "page.md"
    page.write_text(sentence)
    assert list(findings(sentences(page)))
    page.write_text("Return the solutions, or None if there are none. There is no solution.")
    assert not list(findings(sentences(page)))
