"""The head of a typed puzzle: its name, and the settings in its first and last lines.

マインスイーパー 9x9        the name, in either language, optionally with the size
title: Sunday               settings: title, author, source, id, copyright, license, and those of the kinds
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Any

from tesuji.errors import InputError
from tesuji.grid import MAX_SIDE
from tesuji.model import Document
from tesuji.notation.documents import META, printable
from tesuji.notation.kinds import KindNotation, Kinds, Numbered, Setting, Sheet, Source

LINES = 20 * MAX_SIDE
"""The maximum number of lines of a typed text."""
WORDED = 200
"""The maximum length of a line that sets something without a colon, such as "10 mines"."""
NAMED = 2000
"""The maximum length of a line such as "title: Sunday"."""
SAME = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys("◯○〇⭕⚪", "O")
    | dict.fromkeys("✕✖╳❌×●⚫", "X")
    | dict.fromkeys("■█▓▩⬛", "#")
    | dict.fromkeys("□░▒⬜·・∙•", ".")
    | dict.fromkeys("│┃｜‖", "|")
    | dict.fromkeys("、،", ",")
    | dict.fromkeys("—–―−─━", "-")
    | dict.fromkeys("💣✹✺✱", "*")
    | dict.fromkeys("🚩⚑", "*")
    | {"\u3000": " ", "\u00a0": " ", "\ufeff": "", "\ufe0f": "", "\u20e3": "", "\r": ""}
)
"""Similar characters -> the canonical one: full-width forms, circles, crosses, boxes."""
BOXES = re.compile("[■█▓⬛□░▒⬜#]")
"""Characters of a picture, which has clues above its columns and before its rows."""
WORDS = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)


def check_lines(text: str) -> None:
    """Raise InputError for a text with more lines than any typed puzzle or puzzle file."""
    lines = text.count("\n") + 1
    if lines > LINES:
        raise InputError("too-big", width=text.index("\n"), height=lines, largest=MAX_SIDE)


def sheet_of(source: Source) -> Sheet:
    """Return the text of a source without its head; it is read once. A kind named in the text takes precedence over the
    requested one. Raises InputError.
    """
    if source.sheet is None:
        source.sheet = read_sheet(source.text, source.kind, source.kinds)
    return source.sheet


def read_sheet(text: str, kind: str | None, kinds: Kinds) -> Sheet:
    """Return a text without its head. Raises InputError."""
    lines = list(enumerate(text.translate(SAME).split("\n"), 1))
    size, settings, head = None, {}, kinds.table(head_pattern)
    at, end = 0, len(lines)
    first = next((place for place, (_, line) in enumerate(lines) if line.strip()), 0)
    # Blank lines above a head are not rows, but above a grid they may be.
    if head.match(lines[first][1][:WORDED]) or setting(*lines[first], kinds):
        at = first
    while at < end and not lines[at][1]:
        at += 1
    if at < end and (match := head.match(lines[at][1][:WORDED])):
        kind = kinds.named(match[1])
        size = (int(match[2]), int(match[3])) if match[2] else None
        if match[4] and (name := kinds.load(kind).number_in_head):
            settings[name] = int(match[4])
        at += 1
    while at < end and (found := setting(*lines[at], kinds)):
        settings |= found
        at += 1
    while at < end and (not lines[end - 1][1] or (found := setting(*lines[end - 1], kinds))):
        settings |= found if lines[end - 1][1] else {}
        end -= 1
    rows = lines[at:end]
    return Sheet(kind, size, settings, rows if BOXES.search(text) else without_indices(rows))


def without_indices(lines: Numbered) -> Numbered:
    """Return a grid without the indices of its rows and columns, which count from 0, 1 or a; any other lines unchanged."""
    if not 2 < len(lines) <= MAX_SIDE + 1:
        return lines
    words = [line[:LINES].replace("|", " ").split() for _, line in lines]
    top, *rows = words
    if (
        len(top) < 2
        or not is_count(top)
        or any(len(row) != len(top) + 1 for row in rows)
        or not is_count([row[0] for row in rows])
    ):
        return lines
    return [(place, " ".join(row[1:])) for (place, _), row in zip(lines[1:], rows)]


def is_count(words: list[str]) -> bool:
    """Return whether words count: 0 1 2, 1 2 3 or a b c."""
    first = words[0].lower() if words else ""
    if first in ("0", "1"):
        return words == [str(number) for number in range(int(first), int(first) + len(words))]
    return first == "a" and "".join(words).lower() == ascii_lowercase[: len(words)]


def head_pattern(kinds: Kinds) -> re.Pattern[str]:
    """Return a pattern for the first line of a typed puzzle: its name, optionally with its size and a number."""
    return re.compile(
        r"[#/\s]*(" + "|".join(map(re.escape, kinds.by_name)) + r")\b[\s:,]*"
        r"(?:(\d{1,6})\s*[xX]\s*(\d{1,6})[\s:,]*)?(\d{1,6})?",
        re.IGNORECASE,
    )


def settings_by_word(kinds: Kinds) -> dict[str, Setting]:
    """Return the setting of each word."""
    return {word: setting for kind in kinds for setting in kind.settings for word in setting.words}


def settings_in_words(kinds: Kinds) -> list[Setting]:
    """Return the settings that a line can set without a colon."""
    return [setting for kind in kinds for setting in kind.settings if setting.pattern]


def setting(line: int, text: str, kinds: Kinds) -> dict[str, Any]:
    """Return the fields that a line such as "title: Sunday" sets, or {} for any other line. Raises InputError."""
    if len(text) <= WORDED:
        for known in kinds.table(settings_in_words):
            if known.pattern and (match := known.pattern.fullmatch(text)):
                return {known.field: known.read(match[match.lastindex or 0], line)}
    word, value = assigned(text)
    named = kinds.table(settings_by_word).get(word)
    if named:
        return {named.field: named.read(value, line)}
    return {word: value} if word in META else {}


def assigned(text: str) -> tuple[str, str]:
    """Return the word, in lower case, and the value of a line "word: value" or "word = value"; two empty texts for any
    other line or a longer one.
    """
    mark = re.search("[:=]", text[:NAMED])
    if not mark or len(text) > NAMED:
        return "", ""
    return text[: mark.start()].strip().lower(), text[mark.end() :].strip()


def yes_or_no(word: str, line: int) -> bool:
    """Return the value of a setting that is on or off. Raises InputError."""
    if word.lower() not in WORDS:
        raise InputError("word", {"line": line}, found=word[:20])
    return WORDS[word.lower()]


def head(document: Document, kind: KindNotation) -> list[str]:
    """Return the lines above a puzzle: its name and its settings."""
    lines = [kind.kind] + [f"{key}: {document[key]}" for key in META if sayable(document.get(key))]
    values = [(setting.words[0], setting.write(document.get(setting.field))) for setting in kind.settings]
    return lines + [f"{word}: {value}" for word, value in values if value is not None]


def sayable(value: Any) -> bool:
    """Return whether a title or similar text can be read back from its line unchanged."""
    return printable(value) and value == value.translate(SAME)


def holds(document: Document, kind: KindNotation) -> set[str]:
    """Return the fields of this document that the head of a typed puzzle can hold."""
    return {key for key in META if sayable(document.get(key))} | {setting.field for setting in kind.settings}
