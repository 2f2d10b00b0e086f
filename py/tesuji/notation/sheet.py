"""The head of a typed puzzle: which puzzle it is, and what else its first and last lines say.

マインスイーパー 9x9        the name, in either language, perhaps with the size
title: Sunday               settings: title, author, source, id, copyright, license, and those that kinds have
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tesuji.errors import InputError
from tesuji.grid import LARGEST
from tesuji.model import Document
from tesuji.notation.documents import META, printable

if TYPE_CHECKING:
    from tesuji.notation.kinds import KindNotation, Kinds

LONGEST = 400_000
"""The most characters that a puzzle of the largest size takes when it is typed."""
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
    | {"\u3000": " ", "\u00a0": " ", "\ufeff": "", "\ufe0f": "", "\r": ""}
)
"""What looks alike is read alike: full-width forms, circles, crosses, boxes."""
WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}

Numbered = list[tuple[int, str]]
"""Lines with their numbers."""


class Sheet(NamedTuple):
    """A text without its head: the kind and the size that the head names, its settings, the numbered lines that are
    left."""

    kind: str | None
    size: tuple[int, int] | None
    settings: dict[str, Any]
    lines: Numbered


def check_length(text: str) -> None:
    """Raises InputError for a text that is longer than any puzzle that is typed or kept in a file."""
    if len(text) > LONGEST:
        raise InputError("too-long", n=len(text), limit=LONGEST)
    lines = text.count("\n") + 1
    if lines > 20 * LARGEST:
        raise InputError("too-big", width=text.index("\n"), height=lines, largest=LARGEST)


def read_sheet(text: str, kind: str | None, kinds: Kinds) -> Sheet:
    """Takes the head off a text. The kind that the text names wins over the one asked for. Raises InputError."""
    lines = list(enumerate(text.translate(SAME).split("\n"), 1))
    size, settings = None, {}
    first = next((place for place, (_, line) in enumerate(lines) if line.strip()), 0)
    # Blank lines above a head are nothing; above a grid they may be rows.
    if lines and (kinds.head.match(lines[first][1][:200]) or setting(*lines[first], kinds)):
        del lines[:first]
    while lines and not lines[0][1]:
        lines.pop(0)
    if lines and (match := kinds.head.match(lines[0][1][:200])):
        kind = kinds.named(match[1])
        size = (int(match[2]), int(match[3])) if match[2] else None
        if match[4] and (name := kinds.by_kind[kind].number_in_head):
            settings[name] = int(match[4])
        lines.pop(0)
    while lines and (found := setting(*lines[0], kinds)):
        settings |= found
        lines.pop(0)
    while lines and (not lines[-1][1] or (found := setting(*lines[-1], kinds))):
        settings |= found if lines[-1][1] else {}
        lines.pop()
    return Sheet(kind, size, settings, lines)


def setting(line: int, text: str, kinds: Kinds) -> dict[str, Any]:
    """What a line such as "title: Sunday" sets; nothing where it is another line. Raises InputError."""
    for pattern, known in kinds.patterns:
        if match := pattern.fullmatch(text[:200]):
            return {known.field: known.read(match[match.lastindex or 0], line)}
    found = kinds.setting_line.fullmatch(text[:2000])
    if not found:
        return {}
    word, value = found[1].lower(), found[2]
    named = kinds.settings.get(word)
    return {named.field: named.read(value, line)} if named else {word: value}


def yes_or_no(word: str, line: int) -> bool:
    """The value of a setting that is on or off. Raises InputError."""
    if word.lower() not in WORDS:
        raise InputError("word", {"line": line}, found=word[:20])
    return WORDS[word.lower()]


def head(document: Document, kind: KindNotation) -> list[str]:
    """The lines above a puzzle: its name, and what the lines of settings can say."""
    lines = [kind.kind] + [f"{key}: {document[key]}" for key in META if sayable(document.get(key))]
    values = [(setting.words[0], setting.write(document.get(setting.field))) for setting in kind.settings]
    return lines + [f"{word}: {value}" for word, value in values if value is not None]


def sayable(value: Any) -> bool:
    """Whether a title and the like comes back as it is from its line."""
    return printable(value) and value == value.translate(SAME)


def says(document: Document, kind: KindNotation) -> set[str]:
    """The fields of this document that the head of a typed puzzle can say."""
    return {key for key in META if sayable(document.get(key))} | {setting.field for setting in kind.settings}
