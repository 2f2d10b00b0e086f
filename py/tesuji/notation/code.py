"""Puzzles copied from source code: `PUZZLE = '3x3:.01...2..'`, `vec![vec![1, -1]]`, `[[1, None]]`, `[1 1; 3 0]`.

`bare` removes assignment, quotes and brackets; the rest is read as typed text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tesuji.errors import InputError
from tesuji.notation.codec import load_json

CALLS = ("vec!", "np.array", "numpy.array", "np.matrix", "new int[][]", "[][]int", "std::vector<std::vector<int>>", "&")
"""Prefixes of a bracketed list in some languages."""
ASSIGNED = re.compile(
    r"(?:(?:auto|const|final|int|let|mut|static|String|string|val|var)[ \t\[\]]{1,9}){0,4}(?:[\w:]{1,40}<[\w:<>, ]{1,60}> )?"
    r"(?:[A-Za-z_]\w{0,60}(?:[ \t]{0,9}:[ \t]{0,9}[\w<>&\[\];, ]{1,60})?(?:\[\d{0,3}\]){0,2}|\[[A-Za-z_][\w, \t]{0,60}\])"
    r"[ \t]{0,9}:?=[ \t]{0,9}"
)
"""The left side of an assignment, to a variable or, as in MATLAB, to several."""
CALL = re.compile(r"[A-Za-z_][\w.:]{0,60}\((?=\s{0,9}(?:[a-z_]{1,40} ?= ?)?[\[({\"'])")
"""A function call with a list or a text as its first argument."""
KEYWORD = re.compile(r"(?<=[\])}]),\s{0,9}(?=[a-z_]{1,40} ?= ?[\[({])")
"""The separator of two lists that are passed by name."""
NAMES_ONLY = re.compile(
    r"(?:^|(?<=;))[ \t]{0,40}(?:[\[\w, \t\]]{1,60}=)?[ \t]{0,9}[A-Za-z_][\w.]{0,60}\([A-Za-z_][\w., ]{0,200}\)[ \t;]{0,9}$",
    re.MULTILINE,
)
"""A statement that only passes variables to a function: `[answer, state] = picros(x, y)`."""
QUOTED = re.compile(r"\"\"\"[^\"]+\"\"\"|'''[^']+'''|\"[^\"\n]+\"|'[^'\n]+'|`[^`]+`")
WORD = re.compile(r"[A-Za-z]{3}|[\u3040-\u9fff]{2}")
"""Three letters in a row, or two Japanese ones, which mark a line that is not part of a puzzle."""
MEMBER = re.compile(
    r"^[ \t]{0,40}(?:(?:const|final|int\[\]\[\]|let|mut|val|var) ){0,2}[\"']?([A-Za-z_]\w{0,60})[\"']?"
    r"(?:[ \t]?:[ \t]?[\w<>&\[\];, ]{1,60})?[ \t]?[:=][ \t]?(?=[\[({])",
    re.MULTILINE,
)
"""The name of a list at the start of a line, optionally with its type."""
OPTION = re.compile(r"(?:,\s{0,9}[a-z_]{1,40} ?= ?[\w.]{1,40}|(?<=[\])]),\s{0,9}\d{1,9})(?=,?\s{0,9}\))")
"""The last argument of a function call, if it has a name or follows a list, and is not a list: `dtype=np.int8`."""
PLACE = re.compile(r"\{\s?[\"']?(r|row|y|x)[\"']?: ?(\d{1,3}), ?[\"']?(?:c|col|column|y|x)[\"']?: ?(\d{1,3})\s?\}")
"""A cell as an object: `{row: 0, col: 3}`."""
MARK = re.compile(r"(?:#|//|>|%|--) ")
"""The mark of a comment or of a quotation at the start of a line."""
NESTED = re.compile(r"[\[({]\s{0,40}[\[({]")
ITEM = re.compile(r"^[ \t]{0,40}- (?=\[)", re.MULTILINE)
"""The beginning of a list in a YAML list."""
REPEATED = re.compile(r"\[(\[[^\[\]]{0,200}\])\][ \t]?\*[ \t]?(\d{1,3})")
"""A list that contains one list, repeated: `[[1, 0]] * 4`."""
TABLE = re.compile(r"(?:\b([A-Za-z_]\w{0,60})[ \t]?[:=][ \t]?)?(\[\s{0,40}(?:\[[\d,\s]{0,200}\][,\s]{0,40}){1,200}\])")
"""A list of lists of numbers, with its name if it has one."""
MAX_SEARCHED = 20_000
"""Longer texts are not searched for tables."""
QUOTES = ('"""', "'''", '"', "'", "`")
OPEN, CLOSE = frozenset("[({"), frozenset("])}")
TOKEN = re.compile(r"""[\[\](){},]|"[^"\n]*"|'[^'\n]*'|-?\d+|[A-Za-z_]+|\S""")
COMMENT = re.compile(
    r"(?<=[\])};,\"'])[ \t]{1,20}(?:#|//|%|--)[ \t]{0,9}[A-Za-z\u3040-\u9fff][^\n]{0,200}$", re.MULTILINE
)
"""A comment behind a value."""
PROMPT = re.compile(
    r"^(?:>>>?|In \[\d{1,5}\]:|irb[^>\n]{0,40}>|julia>)[ \t]{0,9}(?:[A-Za-z_]\w{0,60}[ \t]{0,9}$)?", re.MULTILINE
)
"""The prompt of an interactive program, with a name alone behind it, which only shows a variable."""
SHOWN = re.compile(r"^[A-Za-z_]\w{0,60} =[ \t]{0,9}$", re.MULTILINE)
"""The line with which MATLAB begins to show a variable."""
MEMBER_OF = re.compile(r"\b[A-Za-z]\w{0,40}(?:::|\.)(?=(?:Filled|Empty|FILLED|EMPTY|Unknown|UNKNOWN|FLAGGED|IGNORE)\b)")
"""The name of the type of an enumeration: `Cell::Filled`, `CellState.FILLED`."""
SUFFIX = re.compile(r"(?<=\d)_?[iu](?:8|16|32|64|128|size)(?=\s{0,9}[,;\])}])")
"""The type of a number in Rust: `-1i8`."""
NOTHING = frozenset({"None", "null", "nil", "NULL", "undefined", "NaN", "nan"})
TRUTH = {
    **dict.fromkeys(("true", "True", "Filled", "FILLED", "■"), True),
    **dict.fromkeys(("false", "False", "Empty", "EMPTY", "Unknown", "□"), False),
}
"""Names of filled and blank cells."""
STATES = {"UNKNOWN": -1, "MINE": -1, "IGNORE": -2, "FLAGGED": -3}
"""Names of states of a cell in a minesweeper program."""
MATRIX = frozenset("0123456789-,; \t\n")


def bare(text: str) -> str:
    """Return the text without prompts and comments, and without an assignment, quotes or brackets around the whole. A
    list of lists becomes rows of words, one word for each entry. Any other text is returned unchanged.
    """
    for word in CALLS:
        if word in text:
            for bracket in OPEN:
                text = text.replace(word + bracket, bracket)
    text = NAMES_ONLY.sub("", MEMBER_OF.sub("", PROMPT.sub("", COMMENT.sub("", text))))
    text = PLACE.sub(place_of, SUFFIX.sub("", ITEM.sub("", OPTION.sub("", text))))
    text = REPEATED.sub(lambda found: f"[{', '.join([found[1]] * int(found[2]))}]", text, count=4)
    value = text.strip().rstrip("; \t\n")
    if ";" in value and "," in value and "\n" not in value and MATRIX.issuperset(value):
        return value.replace(";", "\n")
    if not value or value[-1] not in "\"'`])}":
        return text
    if match := ASSIGNED.match(value):
        value = value[match.end() :].lstrip()
    if (match := CALL.match(value)) and in_one_bracket(value[match.end() - 1 :]):
        text = value = KEYWORD.sub("\n", value[match.end() : -1].strip())
    inner = unquoted(value)
    if inner is not None:
        return inner
    if value[:1] not in OPEN or '":' in value or not in_one_bracket(value):
        return text
    rows = rows_of_brackets(value)
    return text if rows is None else "\n".join(rows)


def place_of(found: re.Match[str]) -> str:
    """Return a cell as "[row, column]"."""
    return f"[{found[3]}, {found[2]}]" if found[1] == "x" else f"[{found[2]}, {found[3]}]"


def unquoted(value: str) -> str | None:
    """Return the text inside quotes, or None if the whole text is not quoted."""
    for quote in QUOTES:
        inner = value[len(quote) : -len(quote)]
        if value.startswith(quote) and value.endswith(quote) and quote not in inner and len(value) > 2 * len(quote):
            return inner.replace("\\n", "\n").strip("\n")
    return None


def in_one_bracket(value: str) -> bool:
    """Return whether the first bracket of a text is closed at its very end."""
    return end_of_bracket(value) == len(value)


def end_of_bracket(value: str) -> int:
    """Return the end of the first bracket of a text, or 0 if it is not closed."""
    depth = 0
    for mark in re.finditer(r"[\[\](){}]", value):
        depth += 1 if mark[0] in OPEN else -1
        if depth <= 0:
            return mark.end() if depth == 0 else 0
    return 0


def rows_of_brackets(value: str) -> list[str] | None:
    """Return the rows of a list of texts, of a list of lists, or of a matrix `[1 1; 3 0]`; None for anything else."""
    if value[:1] == "(" and value[1:2] in OPEN and in_one_bracket(value[1:-1].strip()):
        value = value[1:-1].strip()
    if MATRIX.issuperset(value[1:-1]) and (";" in value or "\n" in value.strip()):
        rows = [row.replace(",", " ").strip() for row in re.split("[;\n]", value[1:-1])]
        return [row for row in rows if row]
    found = listed(value)
    if not isinstance(found, list) or not found:
        return None
    if all(isinstance(entry, bool) for entry in found):
        found = [found]
    if all(isinstance(row, str) for row in found):
        return found
    if all(isinstance(row, list) and row and not any(isinstance(entry, list) for entry in row) for row in found):
        if all(isinstance(entry, bool) for row in found for entry in row):
            return ["".join(".#"[entry] for entry in row) for row in found]
        mixed = any(is_blank(entry) for row in found for entry in row)
        return [" ".join("." if mixed and entry == -1 else word(entry) for entry in row) for row in found]
    return None


def is_blank(entry: Any) -> bool:
    """Return whether an entry of a list means "empty". If a list has such entries, -1 also means "empty" in it."""
    return entry is None or entry is False or entry in ("", " ", ".", "_")


def word(entry: Any) -> str:
    """Return an entry of a list as a word of a row."""
    if is_blank(entry):
        return "."
    return "1" if entry is True else "_".join(str(entry).split())


def listed(value: str) -> Any:
    """Return the lists that a text in the syntax of JSON, Python, Rust or Java represents, or None for any other text."""
    try:
        return load_json(value)
    except InputError:
        pass
    stack: list[list[Any]] = [[]]
    parted = True
    for token in TOKEN.findall(value):
        if token in OPEN:
            stack.append([])
            if len(stack) > 4:
                return None
        elif token in CLOSE:
            inner = stack.pop()
            if not stack:
                return None
            stack[-1].append(inner)
            parted = False
            continue
        elif token == ",":
            parted = True
            continue
        elif not parted:
            return None
        elif token[0] in "\"'":
            stack[-1].append(token[1:-1])
        elif token in NOTHING:
            stack[-1].append(None)
        elif token in TRUTH:
            stack[-1].append(TRUTH[token])
        elif token in STATES:
            stack[-1].append(STATES[token])
        elif token.lstrip("-").isdecimal() and len(token) < 9:
            stack[-1].append(int(token))
        else:
            return None
        parted = token in OPEN
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def pieces(text: str) -> Iterator[str]:
    """Yield the parts of a text that may be the puzzle if the whole text is not: named lists as a JSON object, the
    arguments of a function as a JSON list, two lists of lists, the only list of lists, quoted texts, variables shown by
    MATLAB, lines after the same mark, the lines after the first one (also without the last one), the last word of a
    command.
    """
    if members := named_lists(text):
        yield json.dumps(members)
    if isinstance(arguments := listed(f"[{text}]"), list) and len(arguments) == 2:
        yield json.dumps(arguments)
    if text.count("[") == text.count("]") and len(pair := TABLE.findall(text[:MAX_SEARCHED])) == 2:
        yield "\n".join(f"{name} = {table}" if name else table for name, table in pair)
    if (nested := NESTED.search(text)) and all(text.count(mark) == text.count(end) for mark, end in ("[]", "()", "{}")):
        inner = text[nested.start() :][: end_of_bracket(text[nested.start() :])]
        if not NESTED.search(text, nested.start() + len(inner)):
            yield inner
    if quoted := QUOTED.findall(text):
        yield "\n".join(unquoted(part) or "" for part in quoted)
    _, *shown = SHOWN.split(PROMPT.sub("", text))
    yield from shown
    lines = text.strip("\n").split("\n")
    if (mark := MARK.match(text)) and all(line.startswith(mark[0].rstrip()) for line in lines):
        yield "\n".join(line[len(mark[0]) :] for line in lines)
    if not WORD.search(lines[0][:200]):
        return
    if len(lines) > 2 or (len(lines) == 2 and OPEN.isdisjoint(lines[0]) and not OPEN.isdisjoint(lines[1])):
        yield "\n".join(lines[1:])
        if WORD.search(lines[-1][:200]) or not re.search(r"\d", lines[-1][:200]):
            yield "\n".join(lines[1:-1])
    elif len(lines) == 1 and " " in (command := text.strip()) and OPEN.isdisjoint(command):
        yield command.split()[-1]


def named_lists(text: str) -> dict[str, Any]:
    """Return the lists of a text that consists of named lists, by name; empty for any other text."""
    names = list(MEMBER.finditer(text))
    if not names or text[: names[0].start()].strip():
        return {}
    ends = [name.start() for name in names[1:]] + [len(text)]
    found = {name[1]: listed(text[name.end() : end].strip(" \t\n;,")) for name, end in zip(names, ends)}
    return found if all(isinstance(value, list) for value in found.values()) else {}
