"""Files of nonogram programs, and bitmaps.

.non      Simpson: `width 5`, `height 10`, `rows` and `columns` with a clue per line, title and copyright
.mk       Olšák: "height width", row clues, #, column clues        .nin  Wilk: "width height", rows, columns
.cwd      height and width on a line each, rows, an empty line, columns
.gno      gnonograms: sections in brackets
.pbm      a picture (P1 as digits, P4 as bytes, one character per byte), from which the clues are derived
"""

from __future__ import annotations

import re

from tesuji.errors import InputError
from tesuji.grid import MAX_SIDE, check_size
from tesuji.model import Document
from tesuji.notation.codec import number
from tesuji.notation.documents import printable
from tesuji.notation.kinds import KindNotation, Notation, Numbered, Source, plain
from tesuji.puzzles.nonogram.clues import balanced
from tesuji.puzzles.nonogram.colour_files import OLSAK, WEBPBN
from tesuji.puzzles.nonogram.picture import from_picture, size_of


def numbered(text: str) -> Numbered:
    return list(enumerate(text.removesuffix("\n").split("\n"), 1))


def clue(text: str, line: int) -> list[int]:
    """Return the runs on a line, separated by commas or spaces; a lone 0 is not a run. Raises InputError."""
    runs = [number(word, line) for word in text.replace(",", " ").split()]
    return [] if runs == [0] else runs


def clues(lines: Numbered, count: int) -> list[list[int]]:
    """Return the clues of `count` lines. Empty lines are ignored if the others are enough; otherwise they are empty
    clues. Raises InputError.
    """
    full = [(place, line) for place, line in lines if line.strip()]
    if len(full) != count:
        last = max((place for place, (_, line) in enumerate(lines, 1) if line.strip()), default=0)
        full = lines[: max(last, count)]
    if len(full) != count:
        raise InputError("other-lines", n=len(full), expected=count)
    return [clue(line, place) for place, line in full]


def nonogram(rows: list[list[int]], columns: list[list[int]]) -> Document:
    return {"kind": "nonogram", "rows": rows, "cols": columns}


# -- .non --------------------------------------------------------------------------------------------------------------

NON_FIELDS = {"title": "title", "by": "author", "catalogue": "source", "copyright": "copyright", "license": "license"}
NON_KEY = re.compile(r"(rows|columns|width|height|goal|saved|color|colour|[a-z]+)\b(.*)", re.IGNORECASE)


def read_non(text: str) -> Document | None:
    """Return the puzzle of a .non file, or None for any other text. Raises InputError."""
    if not all(
        re.search(rf"^{key}\b", text, re.MULTILINE | re.IGNORECASE) for key in ("width", "height", "rows", "columns")
    ):
        return None
    sections: dict[str, Numbered] = {"rows": [], "columns": []}
    fields: dict[str, str] = {}
    section = None
    for place, line in numbered(text):
        match = NON_KEY.fullmatch(line.strip())
        if match and match[1].lower() in sections and not match[2].strip():
            section = match[1].lower()
        elif match:
            section = None
            fields[match[1].lower()] = match[2].strip().strip('"')
        elif section:
            sections[section].append((place, line))
        elif line.strip() and not line.lstrip().startswith("#"):
            raise InputError("word", {"line": place}, found=line.strip()[:20])
    if {"color", "colour"} & set(fields):
        raise InputError("colours")
    width, height = number(fields.get("width", "")), number(fields.get("height", ""))
    check_size(width, height)
    document = nonogram(clues(sections["rows"], height), clues(sections["columns"], width))
    return document | {ours: fields[key] for key, ours in NON_FIELDS.items() if fields.get(key)}


def write_non(document: Document, kind: KindNotation) -> str:
    """Return the text of a .non file, without the goal."""
    width, height = size_of(document)
    fields = [f'{key} "{document[ours]}"' for key, ours in NON_FIELDS.items() if ours in held_by_non(document, kind)]
    sides = (
        [",".join(map(str, line)) or "0" for line in document["rows"]],
        [",".join(map(str, line)) or "0" for line in document["cols"]],
    )
    return "\n".join(
        [*fields, f"width {width}", f"height {height}", "", "rows", *sides[0], "", "columns", *sides[1], ""]
    )


def held_by_non(document: Document, kind: KindNotation) -> set[str]:
    """Return the fields of this document that a .non file can hold."""
    return {ours for ours in NON_FIELDS.values() if printable(document.get(ours)) and '"' not in document[ours]}


# -- .mk, .nin, .cwd ---------------------------------------------------------------------------------------------------


def read_mk(text: str) -> Document | None:
    """Return the puzzle of a .mk file, or None for any other text. Raises InputError."""
    lines = numbered(text.strip("\n"))
    size = re.fullmatch(r"\s*(\d{1,6})\s+(\d{1,6})\s*", lines[0][1])
    marks = [place for place, (_, line) in enumerate(lines) if line.strip() == "#"]
    if not size or not marks:
        return None
    height, width = int(size[1]), int(size[2])
    check_size(width, height)
    end = marks[1] if len(marks) > 1 else len(lines)
    return nonogram(clues(lines[1 : marks[0]], height), clues(lines[marks[0] + 1 : end], width))


def read_nin(source: Source) -> Document | None:
    """Return the puzzle of a .nin file, or None for any other text and for text that may be something else."""
    lines = [(place, line) for place, line in numbered(source.text) if line.strip()]
    size = re.fullmatch(r"\s*(\d{1,3})\s+(\d{1,3})\s*", lines[0][1]) if lines else None
    if not size or len(lines) != 1 + int(size[1]) + int(size[2]) or not numbers_only(lines):
        return None
    return likely(lines[1:], int(size[1]), int(size[2]), source.kind)


def read_cwd(source: Source) -> Document | None:
    """Return the puzzle of a .cwd file, or None for any other text and for text that may be something else."""
    lines = [(place, line) for place, line in numbered(source.text) if line.strip()]
    sizes = [line.strip() for _, line in lines[:2]]
    if len(sizes) < 2 or not all(re.fullmatch(r"\d{1,3}", size) for size in sizes) or not numbers_only(lines):
        return None
    height, width = map(int, sizes)
    return likely(lines[2:], width, height, source.kind) if len(lines) == 2 + width + height else None


def numbers_only(lines: Numbered) -> bool:
    return all(re.fullmatch(r"[\d\s,]*", line) for _, line in lines)


def likely(lines: Numbered, width: int, height: int, kind: str | None) -> Document | None:
    """Return the nonogram of row clues and column clues if it is requested or if the sums match."""
    if kind not in (None, "nonogram") or not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        return None
    document = nonogram(
        [clue(line, place) for place, line in lines[:height]], [clue(line, place) for place, line in lines[height:]]
    )
    return document if kind or balanced(document["rows"], document["cols"]) else None


# -- bitmaps -----------------------------------------------------------------------------------------------------------

GAP = r"\s{1,99}(?:#[^\n]{0,999}\n\s{0,99}){0,99}"
"""White space and comments in the head of a bitmap."""
PBM = re.compile(rf"P([14]){GAP}(\d{{1,6}}){GAP}(\d{{1,6}})\s")


def read_pbm(text: str) -> Document | None:
    """Return the nonogram of a PBM picture, or None for any other text. Raises InputError."""
    match = PBM.match(text[:20_000])
    if not match:
        return None
    width, height = int(match[2]), int(match[3])
    check_size(width, height)
    picture = (
        bytes_of(text[match.end() :], width, height)
        if match[1] == "4"
        else digits_of(text[match.end() :], width * height)
    )
    return from_picture([picture[start : start + width] for start in range(0, width * height, width)])


def digits_of(text: str, count: int) -> str:
    digits = "".join(line.partition("#")[0] for line in text.split("\n"))
    digits = "".join(digits.split())
    if set(digits) - {"0", "1"}:
        bad = next(digit for digit in digits if digit not in "01")
        raise InputError("not-a-number", found=bad)
    if len(digits) < count:
        raise InputError("cut-board", n=len(digits), expected=count)
    return digits[:count].replace("1", "#").replace("0", ".")


def bytes_of(text: str, width: int, height: int) -> str:
    """Return rows of bytes, with eight cells each, as one string of cells."""
    row = (width + 7) // 8
    if len(text) < row * height:
        raise InputError("cut-board", n=len(text), expected=row * height)
    if any(ord(letter) > 255 for letter in text[: row * height]):
        raise InputError("not-bytes")
    bits = [
        "".join(f"{ord(letter):08b}" for letter in text[start : start + row])[:width]
        for start in range(0, row * height, row)
    ]
    return "".join(bits).replace("1", "#").replace("0", ".")


# -- gnonograms --------------------------------------------------------------------------------------------------------


def read_gno(text: str) -> Document | None:
    """Return the puzzle of a gnonograms file, with its working grid as the board; None for any other text. Raises
    InputError.
    """
    sections = gno_sections(text)
    if not {"row clues", "column clues"} <= set(sections):
        return None
    size = [number(line.strip(), place) for place, line in sections.get("dimensions", []) if line.strip()]
    rows, columns = sections["row clues"], sections["column clues"]
    height, width = size[:2] if len(size) > 1 else (filled(rows), filled(columns))
    check_size(width, height)
    document = nonogram(clues(rows, height), clues(columns, width))
    title = next((line.strip() for _, line in sections.get("description", []) if line.strip()), "")
    board = [
        "".join("?.#"[int(word)] if word in ("0", "1", "2") else "?" for word in line.split())
        for _, line in sections.get("working grid", [])
        if line.strip()
    ]
    fits = len(board) == height and all(len(row) == width for row in board) and set("".join(board)) != {"?"}
    return document | ({"title": title} if title else {}) | ({"board": board} if fits else {})


def gno_sections(text: str) -> dict[str, Numbered]:
    """Return the lines under every `[name]`."""
    sections: dict[str, Numbered] = {}
    current: Numbered = []
    for place, line in numbered(text):
        match = re.fullmatch(r"\s*\[([A-Za-z ]{1,40})\]\s*", line)
        if match:
            current = sections.setdefault(match[1].lower(), [])
        else:
            current.append((place, line))
    return sections


def filled(lines: Numbered) -> int:
    return sum(bool(line.strip()) for _, line in lines)


NOTATIONS = (
    WEBPBN,
    OLSAK,
    Notation("pbm", plain(read_pbm)),
    Notation("non", plain(read_non), write_non, holds=held_by_non, aliases=(".non",)),
    Notation("gno", plain(read_gno)),
    Notation("mk", plain(read_mk)),
    Notation("nin", read_nin),
    Notation("cwd", read_cwd),
)
