"""The head of a typed puzzle: which puzzle it is, and what else its first and last lines say.

マインスイーパー 9x9        the name, in either language, perhaps with the size
mines: 10                   settings: mines, distinct, title, author, source, id, copyright, license
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tesuji.errors import InputError
from tesuji.grid import LARGEST
from tesuji.model import Document
from tesuji.notation.codec import number
from tesuji.notation.documents import META, printable

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

NAMES = {
    "nonogram": (
        "nonogram",
        "nonograms",
        "picross",
        "hanjie",
        "griddler",
        "griddlers",
        "paint by numbers",
        "picture logic",
        "お絵かきロジック",
        "イラストロジック",
        "ピクロス",
        "ののぐらむ",
        "ノノグラム",
        "ロジックパズル",
    ),
    "minesweeper": ("minesweeper", "mines", "マインスイーパー", "マインスイーパ", "地雷"),
    "slitherlink": (
        "slitherlink",
        "slither link",
        "slither",
        "loop the loop",
        "loopy",
        "fences",
        "スリザーリンク",
        "スリリン",
    ),
    "binoxxo": (
        "binoxxo",
        "takuzu",
        "binairo",
        "binary puzzle",
        "binary",
        "binero",
        "tohu wa vohu",
        "tohu",
        "unruly",
        "ビノクソ",
        "ビノックソ",
        "タクズ",
        "バイナリーパズル",
        "バイナリパズル",
        "ビナイロ",
    ),
}
BY_NAME = {name: kind for kind, names in NAMES.items() for name in names}
HEADER = re.compile(
    r"[#/\s]*(" + "|".join(map(re.escape, sorted(BY_NAME, key=len, reverse=True))) + r")\b[\s:,]*"
    r"(?:(\d{1,6})\s*[xX]\s*(\d{1,6})[\s:,]*)?(?:(\d{1,6})\s*(?:mines|個|地雷)?)?[\s:.]*",
    re.IGNORECASE,
)
SETTING = re.compile(
    r"\s*(mines|地雷数?|distinct|title|author|source|id|copyright|license)\s*[:=]\s*(.*?)\s*", re.IGNORECASE
)
MINES = re.compile(r"[\s#]*(?:(?:mines|地雷数?)\s+(\d{1,6})|(\d{1,6})\s*(?:mines|個?の?地雷))\s*", re.IGNORECASE)
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


def read_sheet(text: str, kind: str | None) -> Sheet:
    """Takes the head off a text. The kind that the text names wins over the one asked for."""
    if len(text) > LONGEST:
        raise InputError("too-long", n=len(text), limit=LONGEST)
    lines = list(enumerate(text.translate(SAME).split("\n"), 1))
    if len(lines) > 20 * LARGEST:
        raise InputError("too-big", width=len(lines[0][1]), height=len(lines), largest=LARGEST)
    size, settings = None, {}
    while lines and not lines[0][1].strip():
        lines.pop(0)
    if lines and (match := HEADER.match(lines[0][1][:200])):
        kind = BY_NAME[match[1].lower()]
        size = (int(match[2]), int(match[3])) if match[2] else None
        if match[4] and kind == "minesweeper":
            settings["mines"] = int(match[4])
        lines.pop(0)
    while lines and (found := setting(*lines[0])):
        settings |= found
        lines.pop(0)
    while lines and (not lines[-1][1] or (found := setting(*lines[-1]))):
        settings |= found if lines[-1][1] else {}
        lines.pop()
    return Sheet(kind, size, settings, lines)


def setting(line: int, text: str) -> dict[str, Any]:
    """What a line such as "mines: 10" sets; nothing where it is another line. Raises InputError."""
    if match := MINES.fullmatch(text[:200]):
        return {"mines": int(match[1] or match[2])}
    match = SETTING.fullmatch(text[:2000])
    if not match:
        return {}
    key, value = match[1].lower(), match[2]
    if key in ("mines", "地雷", "地雷数"):
        return {"mines": number(value, line)}
    if key == "distinct":
        if value.lower() not in WORDS:
            raise InputError("word", {"line": line}, found=value[:20])
        return {"distinct": WORDS[value.lower()]}
    return {key: value}


def head(document: Document) -> list[str]:
    """The lines above a puzzle: its name, and what the lines of settings can say."""
    lines = [document["kind"]] + [f"{key}: {document[key]}" for key in META if sayable(document.get(key))]
    if type(document.get("mines")) is int:
        lines.append(f"mines: {document['mines']}")
    if document.get("distinct") is False:
        lines.append("distinct: no")
    return lines


def sayable(value: Any) -> bool:
    """Whether a title and the like comes back as it is from its line."""
    return printable(value) and value == value.translate(SAME)


def says(document: Document) -> set[str]:
    """The fields of this document that a line of plain text can say."""
    return {key for key in META if sayable(document.get(key))}
