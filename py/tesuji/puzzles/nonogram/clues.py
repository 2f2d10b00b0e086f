"""The clues of a nonogram as people type them: numbers in brackets, in two blocks, or after "rows" and "columns"."""

from __future__ import annotations

import re

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import number
from tesuji.notation.sheet import Numbered, Sheet

LINES = re.compile(
    r"[\s\"'{,;]*(?:the\s+)?(?:(rows?|行|横|よこ|ヨコ)|(columns?|cols?|列|縦|たて|タテ))"
    r"(?:\s*(?:clues?|hints?|ヒント))?(\s*\d{1,3}\s*[:=.)])?[\s\"']*[:=]?\s*",
    re.IGNORECASE,
)

BOTH = re.compile(r"(?<=[\]\)};,])\s*(?=[\"']?(?:rows?|col|行|列))", re.IGNORECASE)
MATRIX = re.compile(r"\s*(?:\w+\s*=)?\s*\[([\d\s,;]*)\][\s;,]*(?:\w+\s*=)?\s*\[([\d\s,;]*)\][\s;]*")
NUMBERS = re.compile(r"[-\d\s,;:/|.\[\](){}<>\"'=]*")


def read_clues(sheet: Sheet) -> Document | None:
    """The nonogram of a sheet that holds numbers for rows and columns; None where it does not look like one. Raises
    InputError."""
    sections = by_keyword(sheet.lines) or by_matrices(sheet.lines)
    if sections is None and drawn_in_digits(sheet):
        return None
    if sections is None:
        if not all(NUMBERS.fullmatch(line) for _, line in sheet.lines):
            return None
        sections = by_brackets(sheet.lines) or by_blank_line(sheet.lines, sheet.kind)
    if sections is None:
        return None
    rows, columns = sections
    check_size(len(columns), len(rows))
    if sheet.size and sheet.size != (len(columns), len(rows)):
        raise InputError("other-size", width=sheet.size[0], height=sheet.size[1], columns=len(columns), rows=len(rows))
    return {"kind": "nonogram", "rows": rows, "cols": columns} | sheet.settings


def drawn_in_digits(sheet: Sheet) -> bool:
    """Whether the lines are the rows of a picture, of 0 and 1."""
    rows = ["".join(line.strip(" [];,").replace(",", " ").split()) for _, line in sheet.lines if line.strip(" [];,")]
    return len({len(row) for row in rows}) == 1 and len(rows) == len(sheet.lines) and not set("".join(rows)) - set("01")


def by_keyword(lines: Numbered) -> tuple[list, list] | None:
    """Row clues and column clues under the words "rows" and "columns", in either order."""
    parts: dict[str, Numbered] = {}
    current = None
    for place, line in lines:
        # Both may stand on one line: `rows = [[1], [2]]; cols = …`
        for part in BOTH.split(line, 3):
            if match := LINES.match(part):
                current = parts.setdefault("rows" if match[1] else "columns", [])
                # "Row 3:" alone is a line without a run.
                part = part[match.end() :] or ("0" if match[3] else "")
            if current is not None:
                current.append((place, part))
            elif part.strip():
                return None
    if set(parts) != {"rows", "columns"}:
        return None
    return clue_lines(parts["rows"]), clue_lines(parts["columns"])


def clue_lines(lines: Numbered) -> list[list[int]]:
    """The clues of one side: one per innermost bracket, else per line, else per ";" or "," of a single line."""
    while lines and not lines[0][1].strip(" ,;"):
        lines = lines[1:]
    while lines and not lines[-1][1].strip(" ,;}"):
        lines = lines[:-1]
    for place, line in lines:
        if not NUMBERS.fullmatch(line):
            bad = next(letter for letter in line if not NUMBERS.fullmatch(letter))
            raise InputError("letter-line", {"line": place, "character": line.index(bad) + 1}, found=bad)
    if any(bracket in line for _, line in lines for bracket in "[({<"):
        return [clue for group in groups(lines) for clue in group]
    if len(lines) == 1:
        place, line = lines[0]
        separator = next(
            (mark for mark in ";/|" if mark in line), "," if re.search(r"\d\s+\d", line) or "," in line else None
        )
        return [clue_line(part, place) for part in (line.split(separator) if separator else line.split())]
    return [clue_line(line, place) for place, line in lines]


def clue_line(text: str, place: int) -> list[int]:
    return unpadded([number(word, place) for word in re.findall(r"\d+", text)])


def unpadded(runs: list[int]) -> list[int]:
    """The runs without the zeros at one end that fill up the rows of a matrix."""
    while runs and not runs[-1]:
        runs = runs[:-1]
    while runs and not runs[0]:
        runs = runs[1:]
    return runs


def groups(lines: Numbered) -> list[list[list[int]]]:
    """Innermost brackets, as lists of numbers, gathered by the bracket around them."""
    found: list[list[list[int]]] = [[]]
    depth = 0
    inner: list[int] | None = None
    for place, line in lines:
        for token in re.findall(r"\d+|[\[({<]|[\])}>]", line):
            if token in "[({<":
                depth += 1
                inner = []
            elif token in "])}>":
                depth -= 1
                if inner is not None:
                    found[-1].append(unpadded(inner))
                elif found[-1]:
                    found.append([])
                inner = None
                if depth < 0:
                    raise InputError("bracket", {"line": place})
            elif inner is None:
                raise InputError("bracket", {"line": place})
            else:
                inner.append(number(token, place))
    if depth:
        raise InputError("bracket", {"line": lines[-1][0]})
    return [group for group in found if group]


def by_matrices(lines: Numbered) -> tuple[list, list] | None:
    """Row clues and column clues as two matrices of MATLAB, padded with zeros: `x = [1 1; 3 0]; y = [2 0; 1 0; 2
    0]`."""
    text = "\n".join(line for _, line in lines)
    matrices = MATRIX.fullmatch(text)
    if not matrices or not re.search(r"[;\n]", matrices[1] + matrices[2]):
        return None
    rows, columns = (
        [clue_line(line, 1) for line in re.split(r"[;\n]+", side.strip("; \n"))] for side in matrices.groups()
    )
    return rows, columns


def by_brackets(lines: Numbered) -> tuple[list, list] | None:
    """Row clues and column clues as two lists of lists."""
    if not any(bracket in line for _, line in lines for bracket in "[({<"):
        return None
    found = groups(lines)
    if len(found) != 2:
        blocks = [groups(block) for block in blocks_of(lines)]
        if len(blocks) != 2:
            raise InputError("two-sides", n=len(found))
        found = [[clue for group in block for clue in group] for block in blocks]
    return found[0], found[1]


def blocks_of(lines: Numbered) -> list[Numbered]:
    """The lines, cut where lines are empty."""
    blocks: list[Numbered] = [[]]
    for place, line in lines:
        if line.strip():
            blocks[-1].append((place, line))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def by_blank_line(lines: Numbered, kind: str | None) -> tuple[list, list] | None:
    """Row clues, an empty line, column clues. Without the puzzle's name they must look the part."""
    blocks = blocks_of(lines)
    if len(blocks) != 2:
        if (
            kind
            and all(re.search(r"\d", line) for block in blocks for _, line in block)
            and blocks
            and not set("".join(line for block in blocks for _, line in block)) & set(".")
        ):
            raise InputError("two-sides", n=len(blocks))
        return None
    rows, columns = (clue_lines(block) for block in blocks)
    letters = set("".join(line for block in blocks for _, line in block))
    balanced = sum(map(sum, rows)) == sum(map(sum, columns))
    # A blank line as wide as all others is a row of a grid.
    parted = letters & set(" ,") and (any(not line for _, line in lines) or len({len(line) for _, line in lines}) > 1)
    likely = not letters & set("._-") and (parted or balanced)
    return (rows, columns) if kind or likely else None
