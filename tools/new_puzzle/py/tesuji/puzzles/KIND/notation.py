"""How it is written, besides JSON and links: as rows of letters below its name."""

from __future__ import annotations

from tesuji.model import Document
from tesuji.notation.documents import board_of, grid_of, size_of_grid
from tesuji.notation.grids import BLANKS, Typed
from tesuji.notation.kinds import KindNotation
from tesuji.puzzles.KIND.rules import CLUES, MARKS


def marks(document: Document) -> list[str] | None:
    """The player's board; None where there is none that fits."""
    return board_of(document, MARKS, size_of_grid(document))


def likeness(rows: list[str]) -> int:
    """How much rows without a name look like this puzzle, from 0 to 100. Digits alone could be many puzzles."""
    return 0


# `KindNotation("KIND")` would do. The other fields are in tesuji/notation/kinds.py: other names that people use for the
# puzzle, settings such as "mines: 10", its part in the notations of puzz.link, Penpa+ and Simon Tatham's collection.
NOTATION = KindNotation(
    kind="KIND",
    names=(),
    clean=grid_of(CLUES),
    marks={"board": marks},
    blank="?",
    text=Typed({**{digit: digit for digit in CLUES[1:]}, **dict.fromkeys(BLANKS, ".")}, likeness),
)
