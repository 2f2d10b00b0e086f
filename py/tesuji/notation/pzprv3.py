"""pzprv3 text, the file format of pzpr's pages: the clues and the answer so far.

pzprv3 / slither / ROWS / COLUMNS / clue rows / answer rows / info:{…}       one line each; in an address "/" stands for
the line end
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import LineReader, number
from tesuji.notation.kinds import KindNotation, Notation, Source
from tesuji.notation.pzpr import kind_of

META = ("author", "source")
"""The fields in the info at the end of a file."""


HEAD = re.compile(r"(?:[^\s?]{0,300}\?)?pzprv3(?:\.(\d{1,3}))?[/\n]\s*([a-z0-9]+)\s*[/\n]")
INFO = re.compile(r"\n(?:info|history):\{|\nhttp://|\n__HISTORY__")


def read(source: Source) -> Document | None:
    """Return the puzzle of a pzprv3 text, with its answer as the player's marks; None for any other text. Raises
    InputError.
    """
    text = source.text.strip()
    if text[:600].find("pzprv3%2") >= 0:
        text = unquote(text)
    match = HEAD.match(text[:1000])
    if not match:
        return None
    kind = kind_of(match[2], source.kinds)
    if kind.pzprv3 is None:
        raise InputError("other-rules", name=match[2])
    rest = text[match.end() :].replace("/", "\n")
    end = INFO.search(rest)
    lines = LineReader(rest[: end.start() if end else None], text[: match.end()].replace("/", "\n").count("\n"))
    height, width = (number("".join(lines.take()), lines.line) for _ in range(2))
    check_size(width, height)
    document = kind.pzprv3.read(width, height, lines, int(match[1] or 0))
    if not lines.over():
        raise InputError("left-over-line", {"line": lines.line + 1})
    return document | metadata(text)


def metadata(text: str) -> Document:
    """Return author and source from the info at the end of a file, if it can be read."""
    start = text.find("info:{")
    try:
        info = json.loads(text[start + 5 :]) if start >= 0 and len(text) - start < 20_000 else {}
    except (ValueError, RecursionError):
        return {}
    metadata = info.get("metadata") if isinstance(info, dict) else None
    metadata = metadata if isinstance(metadata, dict) else {}
    return {key: metadata[key] for key in META if isinstance(metadata.get(key), str) and metadata[key]}


def write(document: Document, kind: KindNotation) -> str:
    """Return the puzzle as pzprv3 text, with the player's board as the answer."""
    width, height = kind.size(document)
    version, rows = kind.pzprv3.write(document, width, height)
    lines = [
        version,
        kind.pzpr.ids[0],
        str(height),
        str(width),
        *("".join(f"{word} " for word in row) for row in rows),
    ]
    metadata = {key: document[key] for key in META if isinstance(document.get(key), str)}
    if metadata:
        lines.append("info:" + json.dumps({"metadata": metadata}, ensure_ascii=False, indent=1))
    return "\n".join(lines) + "\n"


NOTATION = Notation(
    "pzprv3",
    read,
    write,
    part=lambda kind: kind.pzprv3,
    holds=lambda document, kind: kind.pzprv3.holds.union(META),
)
