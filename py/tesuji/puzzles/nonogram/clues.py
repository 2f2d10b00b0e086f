"""The clues of a nonogram as people type them: numbers in brackets, in two blocks, or after "rows" and "columns".

`readings` turns two tables of numbers into puzzles. Zeros that pad the rows of a table are not runs. In the layout of
the MATLAB program, the clues of the columns are the columns of the second table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.notation.codec import number
from tesuji.notation.kinds import Numbered, PossibleReading, Sheet, Source
from tesuji.notation.sheet import sheet_of

ClueList = list[list[int]]

CERTAIN, LIKELY, COLUMNS, BLOCKS, POSSIBLE = 100, 95, 94, 65, 30
"""Ranks: named sides, sides that look like clues, the columns of a table, any two blocks of equal height, any other two
blocks.
"""

KEYWORD = re.compile(
    r"(?:(?:let|const|var|the)\s{1,9})?(?:mut\s{1,9})?"
    r"(?:(?P<rows>rows?|行|横|よこ|ヨコ)|(?:columns?|cols?|列|縦|たて|タテ))"
    r"(?:[ _の]{0,3}(?:clues?|hints?|ヒント|数字))?(?P<number>\s{0,9}\d{1,3}\s{0,9}[:=.)])?"
    r"(?:[ \t]?:[ \t]?[a-z][\w<>&\[\], ]{1,60}=)?",
    re.IGNORECASE,
)
"""The name of a side at the start of a line, optionally with its type; with a number, the name of one of its lines."""
SIZE = re.compile(r"\s*\d{1,3}\s?[xX×]\s?\d{1,3}\s*")
BEFORE, AFTER = " \t\"'{,;", " \t\"':="
"""Characters that may surround the name of a side."""
BOTH_SIDES = re.compile(
    r"(?<=[\]\)};,])[ \t]{0,40}(?=[\"']?(?:(?:let|const|var)[ \t]{1,9})?(?:rows?|col|行|列))", re.IGNORECASE
)
"""The boundary between two sides on one line: `rows = [[1], [2]]; cols = …`."""
ASSIGNED = re.compile(r"(?<!\w)[A-Za-z_]\w{0,60}[ \t]{0,9}=[ \t]{0,9}(?=[\[({]|$)")
NUMBERS = frozenset("-0123456789 \t,;:/|.[](){}<>\"'=")
RULE = re.compile(r"\s*(?:-{3,}|={3,})\s*")
"""A line that separates the two sides, as an empty line does."""
NEGATIVE = re.compile(r"(?<!\d)-\d")
OPEN, CLOSE = "[({<", "])}>"


class ClueTables(NamedTuple):
    """Two tables of numbers as written, and the likelihood that they are clues."""

    rows: ClueList
    columns: ClueList
    rank: int


def guess_clues(source: Source) -> Iterator[PossibleReading]:
    """Yield the nonograms that a text with numbers for rows and columns may represent. Raises InputError."""
    sheet = sheet_of(source)
    if sheet.kind not in (None, "nonogram"):
        return
    if "colors" in sheet.settings:
        yield coloured_clues(sheet)
        return
    sides = sides_of(sheet.lines, bool(sheet.kind))
    if sides is None:
        return
    found = readings(sides.rows, sides.columns)
    check_size(len(sides.columns), len(sides.rows))
    if sheet.size and sheet.size not in [(len(columns), len(rows)) for rows, columns in found]:
        width, height = sheet.size
        raise InputError("other-size", width=width, height=height, columns=len(sides.columns), rows=len(sides.rows))
    for place, (rows, columns) in enumerate(found):
        if not sheet.size or sheet.size == (len(columns), len(rows)):
            document = {"kind": "nonogram", "rows": rows, "cols": columns} | sheet.settings
            yield PossibleReading(sides.rank if not place else sides.rank - 1, document)


def sides_of(lines: Numbered, named: bool) -> ClueTables | None:
    """Return the two tables of a text, in the first layout that fits, or None. `named` is True if the text names the
    puzzle. Raises InputError.
    """
    if found := by_keyword(lines):
        return ClueTables(*found, CERTAIN)
    lines = [(place, "" if RULE.fullmatch(line) else ASSIGNED.sub("", line)) for place, line in lines]
    if drawn_in_digits(lines) or any(NEGATIVE.search(line) or not NUMBERS.issuperset(line) for _, line in lines):
        return None
    if found := by_matrices(lines):
        return ClueTables(*found, LIKELY)
    return by_brackets(lines) or by_blank_line(lines, named)


def coloured_clues(sheet: Sheet) -> PossibleReading:
    """Return the nonogram of a text that names colours: runs as "3:2" or "3b", under "rows" and "columns". Raises
    InputError.
    """
    sides: dict[str, list[list[list[int]]]] = {"rows": [], "cols": []}
    current = None
    for place, line in sheet.lines:
        if match := KEYWORD.match(line.lstrip()):
            current = sides["rows" if match["rows"] else "cols"]
        elif line.strip() and current is not None:
            words = line.replace(",", " ").split()
            current.append([_coloured_run(word, place) for word in words if word != "0"])
    return PossibleReading(CERTAIN, {"kind": "nonogram", **sides} | sheet.settings)


def _coloured_run(word: str, line: int) -> list[int]:
    run = re.fullmatch(r"(\d{1,6})(?::(\d)|([a-h]))", word)
    if not run:
        raise InputError("not-a-number", {"line": line}, found=word[:20])
    return [int(run[1]), int(run[2] or "abcdefgh".index(run[3]) + 1)]


def drawn_in_digits(lines: Numbered) -> bool:
    """Return whether the lines are the rows of a picture of 0 and 1."""
    rows = ["".join(line.strip(" [];,").replace(",", " ").split()) for _, line in lines]
    return all(rows) and len({len(row) for row in rows}) == 1 and not set("".join(rows)) - set("01")


# -- two tables as puzzles ---------------------------------------------------------------------------------------------


def readings(rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> list[tuple[ClueList, ClueList]]:
    """Return the (row clues, column clues) that two tables may represent, the likelier first: a clue for each row of
    the second table, or, as in the MATLAB program, for each of its columns.
    """
    lined = unpadded_table(rows), unpadded_table(columns)
    if not is_matrix(columns):
        return [lined]
    turned = lined[0], unpadded_table([list(column) for column in zip(*columns)])
    if has_gap(lined[1]) and not has_gap(turned[1]):
        return [turned]
    if not balanced(*lined):
        return [lined]
    # The program pads with zeros at the end. If clues begin with zeros, columns were read as rows.
    by_columns = begins_with_zeros(columns) and not begins_with_zeros(rows) and not begins_with_zeros(zip(*columns))
    return [turned, lined] if by_columns else [lined, turned]


def is_matrix(table: Sequence[Sequence[int]]) -> bool:
    """Return whether all rows of a table have the same length, which is more than one number."""
    return len({len(row) for row in table}) == 1 and len(table[0]) > 1


def begins_with_zeros(table: Sequence[Sequence[int]] | Iterator[Sequence[int]]) -> bool:
    """Return whether a row has a zero before a run."""
    return any(not row[0] and any(row) for row in table if row)


def has_gap(clues: ClueList) -> bool:
    """Return whether a clue has a zero between its runs."""
    return any(0 in clue for clue in clues)


def balanced(rows: ClueList, columns: ClueList) -> bool:
    """Return whether both sides have the same number of filled cells."""
    return sum(map(sum, rows)) == sum(map(sum, columns))


def unpadded_table(table: Sequence[Sequence[int]]) -> ClueList:
    return [unpadded(row) for row in table]


def unpadded(runs: Sequence[int]) -> list[int]:
    """Return the runs without the zeros at either end."""
    full = [place for place, run in enumerate(runs) if run]
    return list(runs[full[0] : full[-1] + 1]) if full else []


# -- shapes ------------------------------------------------------------------------------------------------------------


def by_keyword(lines: Numbered) -> tuple[ClueList, ClueList] | None:
    """Return row clues and column clues under the words "rows" and "columns", in either order."""
    parts: dict[str, Numbered] = {}
    current: Numbered | None = None
    for place, line in lines:
        for part in BOTH_SIDES.split(line, 3):
            start = part.lstrip(BEFORE)
            if match := KEYWORD.match(start):
                current = parts.setdefault("rows" if match["rows"] else "columns", [])
                # "Row 3:" alone is a line without runs.
                part = start[match.end() :].lstrip(AFTER) or ("0" if match["number"] else "")
            if current is not None:
                current.append((place, part))
            elif part.strip() and not SIZE.fullmatch(part):
                return None
    if set(parts) != {"rows", "columns"}:
        return None
    return clue_lines(parts["rows"]), clue_lines(parts["columns"])


def clue_lines(lines: Numbered) -> ClueList:
    """Return the clues of one side: one for each row of a MATLAB matrix, else for each innermost bracket, else for each
    line, else for each part of a single line between ";" or ",".
    """
    full = [place for place, (_, line) in enumerate(lines) if line.strip(" ,;")]
    first = full[0] if full else len(lines)
    last = max((place for place, (_, line) in enumerate(lines) if line.strip(" ,;}")), default=-1)
    lines = lines[first : last + 1]
    for place, line in lines:
        if not NUMBERS.issuperset(line):
            bad = next(letter for letter in line if letter not in NUMBERS)
            raise InputError("letter-line", {"line": place, "character": line.index(bad) + 1}, found=bad)
    matrix = "\n".join(line for _, line in lines).strip(" \t\n;,")
    if matrix.startswith("[") and matrix.find("]") == len(matrix) - 1 and (";" in matrix or "\n" in matrix):
        return matrix_rows(matrix[1:-1])
    if any(bracket in line for _, line in lines for bracket in OPEN):
        return [clue for group in groups(lines) for clue in group]
    if len(lines) == 1:
        place, line = lines[0]
        separator = next((mark for mark in ";/|" if mark in line), "," if "," in line or two_numbers(line) else None)
        parts = line.split(separator)
        check_size(1, len(parts))
        return [clue_line(part, place) for part in parts]
    return [clue_line(line, place) for place, line in lines]


def two_numbers(line: str) -> bool:
    """Return whether a line has two numbers separated by spaces."""
    return bool(re.search(r"\d\s+\d", line))


def clue_line(text: str, place: int) -> list[int]:
    return [number(word, place) for word in re.findall(r"\d+", text)]


def groups(lines: Numbered) -> list[ClueList]:
    """Return the innermost brackets as lists of numbers, grouped by the bracket around them. Raises InputError."""
    found: list[ClueList] = [[]]
    depth = 0
    inner: list[int] | None = None
    for place, line in lines:
        for token in re.findall(r"\d+|[\[({<\])}>]", line):
            if token in OPEN:
                depth += 1
                inner = []
            elif token in CLOSE:
                depth -= 1
                if inner is not None:
                    found[-1].append(inner)
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


def by_matrices(lines: Numbered) -> tuple[ClueList, ClueList] | None:
    """Return the clues of two MATLAB matrices, `[1 1; 3 0]; [2 0; 1 0; 2 0]`, or None for anything else."""
    text = "\n".join(line for _, line in lines).strip(" \t\n;,")
    parts = text.split("[")
    if len(parts) != 3 or parts[0] or not text.endswith("]"):
        return None
    sides = [part.partition("]") for part in parts[1:]]
    if any(rest.strip(" \t\n;,") for _, _, rest in sides) or not set(sides[0][0] + sides[1][0]) & {";", "\n"}:
        return None
    rows, columns = (matrix_rows(side) for side, _, _ in sides)
    return rows, columns


def matrix_rows(text: str) -> ClueList:
    """Return the rows of a MATLAB matrix without its brackets."""
    return [clue_line(line, 1) for line in re.split("[;\n]", text) if line.strip(" \t,")]


def by_brackets(lines: Numbered) -> ClueTables | None:
    """Return row clues and column clues from two lists of lists. Raises InputError."""
    if not any(bracket in line for _, line in lines for bracket in OPEN):
        return None
    found = groups(lines)
    if len(found) != 2:
        blocks = [groups(block) for block in blocks_of(lines)]
        if len(blocks) != 2:
            raise InputError("two-sides", n=len(found))
        found = [[clue for group in block for clue in group] for block in blocks]
    return ClueTables(found[0], found[1], LIKELY)


def blocks_of(lines: Numbered) -> list[Numbered]:
    """Return the lines, divided at empty lines."""
    blocks: list[Numbered] = [[]]
    for place, line in lines:
        if line.strip():
            blocks[-1].append((place, line))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def by_blank_line(lines: Numbered, named: bool) -> ClueTables | None:
    """Return the clues of row clues, an empty line, and column clues. Raises InputError."""
    blocks = blocks_of(lines)
    full = [line for block in blocks for _, line in block]
    if len(full) == 2 and all("/" in line for line in full):
        blocks = [[line] for block in blocks for line in block]
    if len(blocks) != 2:
        if named and blocks and all(map(has_digit, full)) and not any("." in line for line in full):
            raise InputError("two-sides", n=len(blocks))
        return None
    rows, columns = (clue_lines(block) for block in blocks)
    if named:
        return ClueTables(rows, columns, CERTAIN)
    if any(letter in line for line in full for letter in "._-"):
        return None
    return ClueTables(rows, columns, block_rank(lines, rows, columns))


def block_rank(lines: Numbered, rows: ClueList, columns: ClueList) -> int:
    """Return the likelihood that two blocks of numbers are clues."""
    texts = [line for _, line in lines]
    # A blank line as wide as all others is a row of a grid.
    parted = any(" " in line or "," in line for line in texts) and ("" in texts or len(set(map(len, texts))) > 1)
    if parted or balanced(unpadded_table(rows), unpadded_table(columns)):
        return LIKELY
    return BLOCKS if all(len(clue) == 1 for clue in rows + columns) and "" in texts else POSSIBLE


def has_digit(line: str) -> bool:
    return any(letter.isdigit() for letter in line)
