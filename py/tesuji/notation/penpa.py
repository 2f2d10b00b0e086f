"""Penpa+: square boards for any kind of puzzle.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=<a page, see penpa_page>        m=solve as well
    …?m=solve&p=https://puzz.link/p?slither/…                                         a pzpr address inside

The clues are the question's numbers, circles and mines; the answer's shading, edges, circles and mines are the player's
board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation import pzpr
from tesuji.notation.codec import pack, unpack
from tesuji.notation.kinds import KindNotation, Kinds, Notation, Source
from tesuji.notation.penpa_page import CELL, Frame, Page, fold, holds, open_page, page_lines, unfold

SITE = "https://swaroopg92.github.io/penpa-edit/"
BLACK, GREEN, GREYS = 4, 2, (1, 3, 8)
"""Shades of a surface."""
ON_WHITE, ON_BLACK = 1, 4
"""Styles of a number: black and white."""
FOREIGN = ("special", "cage", "border", "line", "symbol", "small", "shape", "surface", "outside", "number")
"""Signs that a page contains another puzzle, the clearest first: parts of a layer, and missing cells."""
NO_GENRE = {"noconflict", "non-alphanumeric", "wordpuzzle", "puzzlehunt"}
"""Tags that do not concern the rules."""
ELSEWHERE = re.compile(
    r"\b(?:akari|aqre|araf|battleships?|castle wall|country road|cross the streams|easy as abc|fillomino|futoshiki|"
    r"hashiwokakero|heyawake|hitori|kakuro|kropki|kuromasu|kurotto|liar|lits|masyu|nanro|norinori|numberlink|nurikabe|"
    r"nurimisaki|pentominous|ripple effect|shakashaka|shikaku|simple loop|skyscrapers?|spiral galaxies|star battle|"
    r"statue park|sudoku|sukoro|tapa|tents|toroidal|usowan|wolves|yajilin|yajisan|yin[- ]?yang)\b|"
    r"(?:ぬりかべ|フィルオミノ|へやわけ|ましゅ|美術館|数独|ナンプレ|ひとりにしてくれ|四角に切れ|ヤジリン|カックロ|のりのり)"
)
"""Names of other puzzles, in titles and in rules."""
TWIST = re.compile(
    r"\b(?:additional(?:ly)?|anti|but|chaos|coded|crossing|double|duo|except|extended|however|hybrid|instead|inverse|"
    r"knights?|mixed|modified|multi|multiple|outside|plus|product|samurai|share|triple|twist(?:ed)?|two|unordered|"
    r"variant|variation|vertex)\b|(?:変則|変形|バリアント|ダブル|ただし)"
)
"""Words for a variant of the rules in the title of a puzzle."""


# -- reading -----------------------------------------------------------------------------------------------------------

MARK = re.compile(r"^(?:[^\s#?]{0,900}[#?](?:[^\s&]{0,900}&){0,99})?m=(?:edit|solve)(?:&|$)")
PAYLOAD = re.compile(r"(?:^|[#?&])p=([^&#]*)")


def read_address(source: Source) -> Document | None:
    """Return the puzzle of a Penpa+ address, or of its part from "m=" on; None for any other text. Raises InputError."""
    text = source.text.strip()
    mark = MARK.search(text[:1000].split("\n")[0])
    if not mark:
        return None
    inner = re.search(r"[#?&]p=(https?(?::|%3[aA]).*)", text)
    if inner:
        found = pzpr.read_address(source.other(unquote(inner[1])))
        if found is None:
            raise InputError("unknown-notation")
        return found
    payload = PAYLOAD.search(text)
    if not payload:
        raise InputError("cut-address")
    return read_page(unquote(payload[1]), source)


def read_page(packed: str, source: Source) -> Document:
    """Return the puzzle of a page's compressed text. Raises InputError."""
    page = open_page(unfold(unpack(packed)).split("\n"))
    kind = kind_of(page, source.kind, source.kinds)
    if kind.penpa is None:
        raise InputError("other-rules", name=kind.kind)
    if strange := foreign_part(page, kind.penpa.uses):
        if source.kind != kind.kind:
            raise InputError(f"foreign-{strange}")
        source.notes.append({"key": "note.left-out", "params": {}})
    return kind.penpa.read(page) | page.metadata


def kind_of(page: Page, hint: str | None, kinds: Kinds) -> KindNotation:
    """Return the kind from, in this order: genre tags, the request, the title or the rules, the drawings. Raises
    InputError."""
    named = [kinds.by_name[tag] for tag in page.tags if tag in kinds.by_name]
    foreign = [tag for tag in page.tags if tag not in kinds.by_name and tag not in NO_GENRE]
    if foreign:
        raise InputError("other-rules", name=" + ".join([*named, *foreign])[:40])
    named += [hint] if hint and kinds.get(hint) else []
    if named:
        return kinds.load(named[0])
    for words in (page.title.lower(), page.rules.lower()):
        if (other := ELSEWHERE.search(words)) and other[0] not in kinds.by_name:
            raise InputError("other-rules", name=other[0])
        if found := [kind for name, kind in kinds.by_name.items() if len(name.encode()) > 6 and name in words]:
            kinds_named = sorted(set(found), key=found.index)
            twist = TWIST.search(words)
            if twist or len(kinds_named) > 1:
                raise InputError("foreign-twist", name=twist[0] if twist else " + ".join(kinds_named))
            return kinds.load(found[0])
    return drawn_kind(page, kinds)


def drawn_kind(page: Page, kinds: Kinds) -> KindNotation:
    """Return the kind that the drawings look like. If a page fits several, none is guessed. Raises InputError."""
    strange = [foreign_part(page, kind.penpa.uses) for kind in kinds if kind.penpa]
    if strange and all(strange):
        raise InputError(f"foreign-{min(filter(None, strange), key=FOREIGN.index)}")
    found = kinds.likeliest(lambda kind: kind.penpa, lambda penpa: penpa.likeness(page))
    if found is None or page.rules:
        raise InputError("which-kind" if page.question.parts() else "no-kind")
    return found


def foreign_part(page: Page, uses: frozenset[str]) -> str | None:
    """Return the clearest part of a page, from FOREIGN, that a kind with these parts does not use."""
    others = {part for part in page.question.parts() if part not in uses}
    found = {part if part in FOREIGN else "symbol" for part in others if not part.startswith(tuple(uses))}
    found |= set() if page.whole else {"shape"}
    return min(found, key=FOREIGN.index, default=None)


def letters_of(page: Page, allowed: dict[str, str]) -> list[list[str]]:
    """Return the board's cells in the letters of the document. Raises InputError with row and column."""
    rows = [["."] * page.frame.width for _ in range(page.frame.height)]
    for (row, column), text in page.question.texts().items():
        if page.frame.inside(row, column):
            if text not in allowed:
                at = {"row": row + 1, "column": column + 1}
                raise InputError("character", at, character=text, allowed=" ".join(sorted(set(allowed.values()))))
            rows[row][column] = allowed[text]
    return rows


def marks_of(page: Page, found: dict[tuple[int, int], str], blank: str) -> Document:
    """Return {"board": rows} for marks on cells, or {} if there are no marks."""
    columns = range(page.frame.width)
    board = ["".join(found.get((row, column), blank) for column in columns) for row in range(page.frame.height)]
    return {"board": board} if set("".join(board)) != {blank} else {}


# -- writing -----------------------------------------------------------------------------------------------------------


def write_address(document: Document, kind: KindNotation) -> str:
    """Return the address of a puzzle with the player's board as its answer."""
    frame, question, answer = kind.penpa.write(document, *kind.size(document))
    rules = kind.penpa.rules(document)
    text = "\n".join(page_lines(document, rules, kind.penpa.tools, frame, question, answer))
    return f"{SITE}#m=edit&p={pack(fold(text), url_safe=False)}"


def numbers(frame: Frame, texts: dict[tuple[int, int], str], style: int = ON_WHITE) -> Document:
    return {str(frame.index(CELL, *place)): [text, style, "1"] for place, text in texts.items()}


def symbols(frame: Frame, family: str, styles: dict[tuple[int, int], int]) -> Document:
    return {str(frame.index(CELL, *place)): [style, family, 2] for place, style in styles.items()}


def where(rows: list[str] | None, table: Mapping[str, Any]) -> dict[tuple[int, int], Any]:
    """Return the table's value for each letter of some rows, by place."""
    return {
        (row, column): table[letter]
        for row, line in enumerate(rows or [])
        for column, letter in enumerate(line)
        if letter in table
    }


def surface(frame: Frame, board: list[str] | None, table: Mapping[str, int]) -> Document:
    return {str(frame.index(CELL, *place)): shade for place, shade in where(board, table).items()}


NOTATION = Notation(
    "penpa",
    read_address,
    write_address,
    part=lambda kind: kind.penpa,
    holds=lambda document, kind: kind.penpa.holds | holds(document),
    aliases=("penpa+",),
)
