"""The contract of the calls: the type of each call's arguments and of its answer.

These types are the only description of inputs and outputs. `tesuji.schema` makes JSON Schema from them and checks
arguments against them; the reference in the documentation and the types of the page are tested against that schema.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypedDict

from tesuji.model import Document


class CellPlace(TypedDict):
    """A cell, 0-based."""

    row: int
    column: int


class HorizontalEdge(TypedDict):
    """The edge above a cell, [row, column]; row == height is the lower border."""

    h: list[int]


class VerticalEdge(TypedDict):
    """The edge to the left of a cell, [row, column]; column == width is the right border."""

    v: list[int]


class RightLink(TypedDict):
    """The link from a cell, [row, column], to its right neighbour."""

    right: list[int]


class DownLink(TypedDict):
    """The link from a cell, [row, column], to the one below."""

    down: list[int]


class VertexPlace(TypedDict):
    """The upper left corner of a cell, [row, column]."""

    vertex: list[int]


Where = CellPlace | HorizontalEdge | VerticalEdge | RightLink | DownLink | VertexPlace
"""The place of a variable."""


# Arguments


class Timed(TypedDict, total=False):
    """`timeout` is the number of seconds that a call may take; without it, the caller's own limit applies."""

    timeout: float | None


_As = TypedDict("_As", {"as": str | None}, total=False)


class PuzzleArguments(_As, Timed, total=False):
    """The puzzle of a call: a document, or a text in any format (`as` is the kind, if the text does not name it). With
    `strict`, unknown members of the document are errors.
    """

    document: Document
    text: str
    id: Any
    strict: bool


class SolveArguments(PuzzleArguments, total=False):
    """`limit`: the number of solutions to stop at, 1 to 1000; `verdict`: stop when the verdict is known; `thorough`:
    determine what all solutions share even if that takes many times as long as the verdict; `backend`: "sat" lets
    python-sat search hard nonograms.
    """

    limit: int
    drawn: bool
    certificate: bool
    verdict: bool
    thorough: bool
    backend: Literal["sat"]
    compat: Literal["matlab"]


class ExplainArguments(PuzzleArguments, total=False):
    """`cell`: return only the steps that lead to this place; `about`: return only the easiest step that settles it at
    once.
    """

    limit: int | None
    start: Literal["givens", "marks"]
    chains: bool
    drawn: bool
    cell: Where | None
    about: Where | None
    certificate: bool


class HintArguments(PuzzleArguments, total=False):
    """`near`: a preferred place; `prove`: look for the fewest clues; `others`: return all named steps available now;
    `thought`: also return the easy steps that follow.
    """

    near: Where | None
    prove: bool
    others: bool
    thought: bool


class LineArguments(PuzzleArguments, total=False):
    """`line`: {"row": r} or {"column": c}, 0-based; the other arguments select a window of its arrangements."""

    line: Document
    offset: int
    count: int
    only: Literal["fitting", "all"]


class RateArguments(PuzzleArguments, total=False):
    """`maps`: measure every variable, which takes most of the time."""

    mode: str
    max_k: int
    maps: bool


class ConflictArguments(PuzzleArguments, total=False):
    certificate: bool


class ReviewArguments(PuzzleArguments, total=False):
    """`moves` as in docs/games.md; `at`: the number of the only move to explain."""

    moves: list[Document]
    at: int | None


class ConvertArguments(PuzzleArguments, total=False):
    """`to`: the format to write."""

    to: str


class VerifyArguments(Timed, total=False):
    certificate: str


class CensusArguments(Timed, total=False):
    kind: str | None
    width: int
    height: int
    compat: Literal["matlab"] | None
    keep: int
    list: str | None


class GenerateArguments(Timed, total=False):
    kind: str
    width: int
    height: int
    seed: int | None
    level: str | int | None
    technique: str | None
    needed: bool | None
    game: bool | None
    variant: str | None


class Contract(NamedTuple):
    """The types of one call. `answer` is the name of a type in `tesuji.results`, which few programs need to load."""

    arguments: type
    answer: str


CONTRACTS: dict[str, Contract] = {
    "solve": Contract(SolveArguments, "SolveAnswer"),
    "explain": Contract(ExplainArguments, "ExplainAnswer"),
    "hint": Contract(HintArguments, "ExplainAnswer"),
    "line": Contract(LineArguments, "LineAnswer"),
    "rate": Contract(RateArguments, "RateAnswer"),
    "conflict": Contract(ConflictArguments, "ConflictAnswer"),
    "broken": Contract(PuzzleArguments, "BrokenAnswer"),
    "mend": Contract(PuzzleArguments, "MendAnswer"),
    "review": Contract(ReviewArguments, "ReviewAnswer"),
    "convert": Contract(ConvertArguments, "ConvertAnswer"),
    "check": Contract(PuzzleArguments, "CheckAnswer"),
    "verify": Contract(VerifyArguments, "VerifyAnswer"),
    "census": Contract(CensusArguments, "CensusAnswer"),
    "generate": Contract(GenerateArguments, "GenerateAnswer"),
}

REFUSED_BY_CALL = frozenset(
    {"document", "limit", "line", "moves", "width", "height", "kind", "seed", "compat", "keep", "list", "certificate"}
    | {"at", "offset", "count", "mode", "max_k", "level", "technique", "to", "text", "as"}
)
"""Arguments for which the call itself reports wrong values, in a specific sentence."""
