"""Reading any text takes time and memory linear in its length.

The patterns of all readers are checked statically: no two unbounded repeats may compete for the same characters. The
rest is checked by counting executed lines of Python and bytes while the length doubles.
"""

from __future__ import annotations

import re
import sys
import tracemalloc
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from re import _constants as codes
from re import _parser as parser

import pytest

import tesuji
from tesuji.errors import InputError
from tesuji.notation import MAX_LENGTH, readings
from tesuji.puzzles import kinds
from thorough import sample

PACKAGE = Path(tesuji.__file__).parent
native = pytest.mark.skipif(sys.platform == "emscripten", reason="counts what CPython does")
UNBOUNDED = 1000
"""Repeats of up to this many times count as bounded."""
SAMPLE = [chr(code) for code in range(128)] + ["　", "日", "■", "あ", "\ud800"]


def modules() -> list[str]:
    """Return the modules of the readers."""
    own = sorted(PACKAGE.glob("notation/*.py"))
    names = ("notation", "drawing", "clues", "files", "field", "picture")
    own += [path for name in names for path in sorted(PACKAGE.glob(f"puzzles/*/{name}.py"))]
    return [".".join(("tesuji", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in own]


def patterns() -> list[tuple[str, re.Pattern]]:
    """Return all compiled patterns of the readers, with their names."""
    found = []
    for name in modules():
        module = import_module(name)
        found += [(f"{name}.{key}", value) for key, value in vars(module).items() if isinstance(value, re.Pattern)]
        source = Path(module.__file__).read_text(encoding="utf-8")
        for text in re.findall(
            r're\.(?:match|search|fullmatch|findall|finditer|split|sub)\(\s*r?"((?:[^"\\]|\\.)*)"', source
        ):
            found.append((f"{name}: {text}", re.compile(text)))
    return found


def letters(nodes) -> set[str]:
    """Return the sample characters that one repetition of some nodes may match."""
    found: set[str] = set()
    for code, value in nodes:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            found |= letters(value[2])
        elif code is codes.SUBPATTERN:
            found |= letters(value[3])
        elif code is codes.BRANCH:
            found |= set().union(*(letters(branch) for branch in value[1]))
        elif code in (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY):
            found |= {letter for letter in SAMPLE if matches(code, value, letter)}
    return found


def matches(code, value, letter: str) -> bool:
    if code is codes.LITERAL:
        return ord(letter) == value
    if code is codes.NOT_LITERAL:
        return ord(letter) != value
    if code is codes.ANY:
        return letter != "\n"
    negated = value[0][0] is codes.NEGATE
    return negated != any(in_set(kind, item, letter) for kind, item in value[negated:])


CATEGORIES = {
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_WORD: r"\w",
}


def in_set(kind, item, letter: str) -> bool:
    if kind is codes.LITERAL:
        return ord(letter) == item
    if kind is codes.RANGE:
        return item[0] <= ord(letter) <= item[1]
    return bool(re.fullmatch(CATEGORIES[item], letter))


def flat(nodes) -> list[tuple[bool, set[str], bool]]:
    """Return (whether it repeats without limit, its characters, whether it is optional) for each part of a sequence."""
    parts = []
    for code, value in nodes:
        if code is codes.SUBPATTERN:
            parts += flat(value[3])
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            low, high, inner = value
            if high >= UNBOUNDED:
                parts.append((True, letters(inner), low == 0))
            else:
                parts += [(endless, own, low == 0 or gone) for endless, own, gone in flat(inner)]
        elif code is codes.BRANCH or code in (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY):
            parts.append((False, letters([(code, value)]), False))
    return parts


def rivals(pattern: re.Pattern) -> list[str]:
    """Return pairs of unbounded repeats between which the same run of characters can be divided in more than one way."""
    parts = flat(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
    found = []
    for first, (endless, own, _) in enumerate(parts):
        shared = own
        for _, (again, other, optional) in enumerate(parts[first + 1 :]):
            if endless and again and shared & other:
                found.append(f"{pattern.pattern}: {''.join(sorted(shared & other))[:20]!r}")
            shared = shared if optional else shared & other
            if not shared:
                break
    return found


@native
def test_the_check_finds_patterns_that_are_not_linear():
    for bad in (r"\s*(?:x)?\s*", r"a*[ab]*", r"(.*?)\s*", r"[^,]+\S*,", r"\w*a\w*"):
        assert rivals(re.compile(bad)), bad
    for good in (r"\s*x\s*", r"a*b*", r"[^,]*,.*", r"\d{1,6}\s*"):
        assert not rivals(re.compile(good)), good


@native
@pytest.mark.parametrize("name, pattern", patterns(), ids=lambda value: value if isinstance(value, str) else "")
def test_no_two_repeats_of_a_pattern_compete(name, pattern):
    assert not rivals(pattern)


HEADS = [
    "",
    "nonogram\n",
    "minesweeper\n",
    "slitherlink\n",
    "binoxxo\n",
    "https://",
    "slither/5/5/",
    "m=edit&p=",
    "5x5:",
]
HEADS += ["[", "[[", "rows:\n", "#u=", "P1 ", "<puzzle>", "1□■\n", "+---+\n", "opened: a", "x = [", "1 1\n\n", "-1 2\n"]
FILLERS = [
    " ",
    "\n",
    "a",
    "0",
    "1 ",
    "-1 ",
    "□",
    "(",
    "[[",
    "<a ",
    "/",
    "|",
    ",",
    "=",
    '"',
    "#",
    "+ ",
    "t1",
    "x",
    "O.\n",
]
FILLERS += ["0 ", "title: x\n", "opened: ", "&p=", "http://a ", "0\n\n"]


def tried(text: str) -> None:
    try:
        for _ in readings(text, kinds()):
            pass
    except InputError:
        pass


def lines_of(text: str) -> int:
    """Return the number of lines of Python executed while a text is read."""
    count = 0

    def watch(frame, event, argument):
        nonlocal count
        count += event == "line"
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        tried(text)
    finally:
        sys.settrace(before)
    return count


@native
@pytest.mark.parametrize("head", sample(HEADS, 4))
def test_lines_of_python_grow_with_the_length(head):
    tried(head)
    for filler in FILLERS:
        counts = [lines_of(head + filler * (length // len(filler))) for length in (1000, 2000, 4000)]
        for few, many in pairwise(counts):
            assert many <= 2.5 * few + 2000, (filler, counts)


@native
@pytest.mark.parametrize("head", sample(HEADS, 6))
def test_bytes_grow_with_the_length(head):
    for filler in FILLERS[::3]:
        text = (head + filler * (MAX_LENGTH // len(filler)))[:MAX_LENGTH]
        tracemalloc.start()
        try:
            tried(text)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 100_000_000, (filler, peak)
