"""Files of nonogram programs that have colours.

.xml      webpbn; one colour besides the background is black and white
.g        Olšák: `#d` and the colours, `: rows`, `: columns`; the colour of a run is the letter behind its length
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation import documents
from tesuji.notation.codec import number
from tesuji.notation.documents import printable
from tesuji.notation.kinds import KindNotation, Notation, plain
from tesuji.puzzles.nonogram.coloured import COLOUR, MOST, document_of, long
from tesuji.puzzles.nonogram.palette import NAMED
from tesuji.puzzles.nonogram.picture import from_picture, size_of

Side = list[list[tuple[int, str]]]
"""The runs of each line: lengths, and colours by their names in the file."""
DIGITS = "12345678"
BLACK, WHITE = "#000000", "#ffffff"


def document_from(sides: dict[str, Side], colours: dict[str, str]) -> Document:
    """Return the puzzle of rows and columns. `colours`: name -> "#rrggbb", in their order. A single colour means black
    and white. Raises InputError.
    """
    check_size(len(sides["columns"]), len(sides["rows"]))
    used = {colour for side in sides.values() for runs in side for length, colour in runs if length}
    if len(used) > MOST:
        raise InputError("many-colours", n=len(used), most=MOST)
    names = [name for name in dict.fromkeys([*colours, *sorted(used)]) if name in used]
    both = {}
    for member, side in (("rows", sides["rows"]), ("cols", sides["columns"])):
        lines = [[(length, names.index(colour) + 1) for length, colour in runs if length] for runs in side]
        both[member] = [[list(run) if len(used) > 1 else run[0] for run in runs] for runs in lines]
    palette = {"colors": _distinct([colours.get(name, BLACK) for name in names])} if len(used) > 1 else {}
    return {"kind": "nonogram", **palette, **both}


def _distinct(colours: Sequence[str]) -> list[str]:
    """Return the colours, slightly changed if they equal an earlier one."""
    found: list[str] = []
    for colour in colours:
        while colour in found:
            colour = f"#{(int(colour[1:], 16) + 0x111111) % 0x1000000:06x}"
        found.append(colour)
    return found


def colour_of(text: str) -> str | None:
    """Return a colour written with or without "#", or as a name, as "#rrggbb"; None for any other text."""
    word = text.strip().lower()
    for one in (word, f"#{word}"):
        if COLOUR.fullmatch(one):
            return long(one)
    found = NAMED.get(word.replace("gray", "grey")) or NAMED.get(OTHER_NAMES.get(word, ""))
    return found.split()[0] if found else None


OTHER_NAMES = {"cyan": "turquoise", "violet": "purple", "gold": "yellow", "navy": "dark-blue", "lime": "light-green"}


# -- webpbn ------------------------------------------------------------------------------------------------------------

TAG = re.compile(r"<([^<>]{0,2000})>([^<]*)")
ATTRIBUTE = re.compile(r"(?<![\w-])([\w-]{1,30})\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)')")
FIELDS = ("title", "author", "copyright", "source")


class Element(NamedTuple):
    """A tag with the text after it."""

    name: str
    attributes: dict[str, str]
    text: str


def elements(text: str) -> Iterator[Element]:
    """Yield all tags in order, without comments. Raises InputError for a file that defines entities."""
    first, *rest = text.split("<!--")
    text = first + "".join(part.partition("-->")[2] for part in rest)
    if "<!ENTITY" in text.upper():
        raise InputError("entities")
    for match in TAG.finditer(text):
        name, attributes = (match[1].split(None, 1) + ["", ""])[:2]
        pairs = {key.lower(): double or single for key, double, single in ATTRIBUTE.findall(attributes)}
        closing = "/" if name.startswith("/") else ""
        yield Element(closing + name.strip("/").lower(), pairs, html.unescape(match[2]).strip())


class Webpbn:
    """The content of a webpbn file. Each tag has a method."""

    def __init__(self) -> None:
        self.sides: dict[str, Side] = {"rows": [], "columns": []}
        self.side: Side | None = None
        self.fields: Document = {}
        self.images: dict[str, str] = {}
        self.image_kind = ""
        self.signs: dict[str, str] = {}
        self.colours: dict[str, str] = {}
        self.ink, self.ground = "black", "white"

    def puzzle(self, element: Element) -> None:
        self.ink = element.attributes.get("defaultcolor", self.ink)
        self.ground = element.attributes.get("backgroundcolor", self.ground)
        if element.attributes.get("type", "grid") != "grid":
            raise InputError("other-rules", name=element.attributes["type"][:40])

    def color(self, element: Element) -> None:
        name = element.attributes.get("name", "")
        self.signs[name] = element.attributes.get("char", "")
        self.colours[name] = colour_of(element.text) or colour_of(name) or BLACK

    def clues(self, element: Element) -> None:
        self.side = self.sides.get(element.attributes.get("type", ""))

    def line(self, element: Element) -> None:
        if self.side is not None:
            self.side.append([])

    def count(self, element: Element) -> None:
        if self.side:
            self.side[-1].append((number(element.text), element.attributes.get("color", self.ink)))

    def solution(self, element: Element) -> None:
        self.image_kind = element.attributes.get("type", "goal")

    def image(self, element: Element) -> None:
        self.images.setdefault(self.image_kind, element.text)

    def field(self, element: Element) -> None:
        if element.text:
            self.fields.setdefault(element.name, element.text)

    def document(self) -> Document:
        """Return the puzzle. Raises InputError."""
        names = {sign: name for name, sign in self.signs.items() if name != self.ground and len(sign) == 1}
        if not self.sides["rows"] or not self.sides["columns"]:
            if "goal" not in self.images:
                raise InputError("two-sides", n=sum(map(bool, self.sides.values())))
            return self._of_goal(names) | self.fields
        document = document_from(self.sides, self.colours)
        letters = {"X": "#", ".": ".", "?": "?", self.signs.get(self.ground, "."): "."}
        used = document.get("colors")
        if used:
            letters |= {
                sign: DIGITS[used.index(self.colours[name])]
                for sign, name in names.items()
                if self.colours[name] in used
            }
        else:
            letters |= dict.fromkeys(names, "#")
        board = image_rows(self.images["saved"], letters) if "saved" in self.images else []
        fits = {(len(row), len(board)) for row in board} == {size_of(document)}
        if fits and set("".join(board)) != {"?"}:
            document["board"] = board
        return document | self.fields

    def _of_goal(self, names: dict[str, str]) -> Document:
        """Return the puzzle of the goal alone."""
        signs = [sign for sign in names if sign in self.images["goal"]]
        ground = self.signs.get(self.ground, ".")
        if len(signs) < 2:
            return from_picture(
                image_rows(self.images["goal"], {"X": "#", ".": ".", ground: ".", **dict.fromkeys(signs, "#")})
            )
        if len(signs) > MOST:
            raise InputError("many-colours", n=len(signs), most=MOST)
        rows = image_rows(self.images["goal"], {".": "0", ground: "0"} | dict(zip(signs, DIGITS)))
        return document_of([[int(cell) for cell in row] for row in rows], [self.colours[names[sign]] for sign in signs])


TAGS: dict[str, Callable[[Webpbn, Element], None]] = {
    "puzzle": Webpbn.puzzle,
    "color": Webpbn.color,
    "clues": Webpbn.clues,
    "line": Webpbn.line,
    "count": Webpbn.count,
    "solution": Webpbn.solution,
    "image": Webpbn.image,
    **dict.fromkeys(FIELDS, Webpbn.field),
}


def read_webpbn(text: str) -> Document | None:
    """Return the first puzzle of a webpbn file, with saved work as the board; None for any other text. Raises
    InputError.
    """
    if not re.match(r"\s*<(?:\?xml|!doctype|puzzleset|puzzle)\b", text, re.IGNORECASE) or "<puzzle" not in text:
        return None
    found = Webpbn()
    for element in elements(text):
        if element.name == "/puzzle":
            return found.document()
        if element.name in TAGS:
            TAGS[element.name](found, element)
    raise InputError("cut-file", {"line": text.count("\n") + 1})


def image_rows(image: str, letters: Mapping[str, str]) -> list[str]:
    """Return the rows between bars in the letters of the document. Raises InputError for a character without a colour."""
    rows = [row.strip() for row in image.split("|") if row.strip()]
    check_size(max(map(len, rows), default=0), len(rows))
    if not set("".join(rows)).issubset(letters):
        raise InputError("colours")
    if len(set(map(len, rows))) > 1:
        raise InputError("other-lines", n=len(rows[-1]), expected=len(rows[0]))
    return ["".join(map(letters.__getitem__, row)) for row in rows]


def write_webpbn(document: Document, kind: KindNotation) -> str:
    """Return a webpbn file with the player's marks as saved work. Colours are called "c1", "c2" ..."""
    colours = document.get("colors")
    names = [f"c{place}" for place in range(1, len(colours) + 1)] if colours else ["black"]
    signs = "abcdefgh" if colours else "X"
    said = held_by_webpbn(document, kind)
    lines = ['<?xml version="1.0"?>', "<puzzleset>", f'<puzzle type="grid" defaultcolor="{names[0]}">']
    lines += [f"<{name}>{html.escape(document[name])}</{name}>" for name in FIELDS if name in said]
    lines.append('<color name="white" char=".">ffffff</color>')
    for name, sign, colour in zip(names, signs, colours or [BLACK]):
        lines.append(f'<color name="{name}" char="{sign}">{long(colour)[1:]}</color>')
    for side, member in (("columns", "cols"), ("rows", "rows")):
        lines.append(f'<clues type="{side}">')
        for clue in document[member]:
            runs = [(run[0], names[run[1] - 1]) if colours else (run, "") for run in clue]
            counts = [f'<count color="{name}">{n}</count>' if name else f"<count>{n}</count>" for n, name in runs]
            lines.append(f"<line>{''.join(counts)}</line>")
        lines.append("</clues>")
    board = documents.board_of(document, letters_of(document), size_of(document))
    if board:
        table = str.maketrans(dict(zip(DIGITS if colours else "#", signs)))
        image = "\n".join(f"|{row.translate(table)}|" for row in board)
        lines.append(f'<solution type="saved"><image>\n{image}\n</image></solution>')
    return "\n".join([*lines, "</puzzle>", "</puzzleset>", ""])


def held_by_webpbn(document: Document, kind: KindNotation) -> set[str]:
    """Return the fields of this document that a webpbn file can hold."""
    return {"board", "colors", *(name for name in FIELDS if printable(document.get(name)))}


def letters_of(document: Document) -> str:
    """Return the letters of a board: those of the colours or of filled cells, then those of empty and of open cells."""
    return f"{DIGITS[: len(document['colors'])] if document.get('colors') else '#'}.?"


WEBPBN = Notation("webpbn", plain(read_webpbn), write_webpbn, holds=held_by_webpbn, aliases=(".xml",))

# -- .g ----------------------------------------------------------------------------------------------------------------

DECLARED = re.compile(r"\s{0,99}(\S):(\S?)\s{0,99}(\S*).*")
RUN = re.compile(r"(\d{1,6})(\D?)")


def read_olsak(text: str) -> Document | None:
    """Return the puzzle of a .g file, or None for any other text. Raises InputError."""
    lines = text.split("\n")
    starts = [place for place, line in enumerate(lines) if line.startswith(":")]
    colours_at = next((place for place, line in enumerate(lines) if line[:2] in ("#d", "#D")), None)
    if len(starts) < 2 or colours_at is None and not re.match(r":\s*rows?\b", lines[starts[0]], re.IGNORECASE):
        return None
    colours: dict[str, str] = {}
    for line in lines[colours_at + 1 : starts[0]] if colours_at is not None else ():
        if declared := DECLARED.fullmatch(line):
            if declared[2] in ("<", ">"):
                raise InputError("other-rules", name="triangles")
            colours[declared[1]] = colour_of(declared[3]) or BLACK
    ends = [*starts[1:], len(lines)]
    sides = {
        name: _olsak_side(lines[start + 1 : end], start + 2)
        for name, start, end in zip(("rows", "columns"), starts, ends)
    }
    return document_from(sides, {name: colour for name, colour in colours.items() if name != "0"})


def _olsak_side(lines: Sequence[str], first: int) -> Side:
    side: Side = []
    for place, line in enumerate(lines, first):
        words = line.replace(",", " ").split()
        if not words:
            continue
        side.append([])
        for word in words:
            run = RUN.fullmatch(word)
            if not run:
                raise InputError("not-a-number", {"line": place}, found=word[:20])
            if int(run[1]):
                side[-1].append((int(run[1]), run[2] or "1"))
    return side


def write_olsak(document: Document, kind: KindNotation) -> str:
    """Return the text of a .g file."""
    colours = document.get("colors")
    signs = "abcdefgh" if colours else ("",)
    lines = ["#d", f"   0:   {WHITE}   blank"]
    lines += [f"   {sign}:{sign}  {long(colour)}" for sign, colour in zip(signs, colours or ())] or [f"   1:*  {BLACK}"]
    for side, member in (("rows", "rows"), ("columns", "cols")):
        lines.append(f": {side}")
        for clue in document[member]:
            runs = [f"{run[0]}{signs[run[1] - 1]}" if colours else str(run) for run in clue]
            lines.append(" ".join(runs) or "0")
    return "\n".join([*lines, ": end", ""])


OLSAK = Notation("g", plain(read_olsak), write_olsak, holds=lambda document, kind: {"colors"}, aliases=(".g", "olsak"))
