"""The types of what Tesuji answers.

Two families. The functions of a kind's library (`tesuji.puzzles.<kind>`) answer with `Unique`, `Multiple` or
`NoSolution`, made for `match`:

    >>> from tesuji.puzzles import nonogram
    >>> match nonogram.solve([[1], [1]], [[1], [1]]):
    ...     case nonogram.Unique(grid):
    ...         print("one solution", grid)
    ...     case nonogram.Multiple(a, b, shared):
    ...         print("two solutions", a, b)
    ...     case nonogram.NoSolution(conflict):
    ...         print("no solution, because of", conflict)
    two solutions [['#', '.'], ['.', '#']] [['.', '#'], ['#', '.']]

The functions of `tesuji` itself (`tesuji.solve(document)` ...) speak JSON, as the command line and the page do: what
they answer are dicts, described here as `TypedDict`. The forms inside them are those of `tesuji.calls`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from tesuji.model import Clue, Document

Grid = TypeVar("Grid")

Place = tuple[int, int]
"""(row, column), 0-based."""

Verdict = Literal["unique", "multiple", "none", "unknown"]
"""`unknown`: the time was over first."""


# What the library of a kind returns


def picture(answer: Document | None) -> str | None:
    """Return an answer with its boards as HTML."""
    from tesuji.svg import Answer

    return Answer(answer)._repr_html_() if answer else None


@dataclass(frozen=True)
class Unique(Generic[Grid]):
    """One solution, proven to be the only one."""

    grid: Grid
    depth: int | None = None
    """0 if propagation alone solves it (in a nonogram: line solving), 1 if single-cell hypotheses do, 2 if nested ones
    are needed; None if that was not determined in time."""
    answer: Document | None = field(default=None, repr=False, compare=False)
    """The document and its solutions, for the picture in a notebook."""

    def _repr_html_(self) -> str | None:
        return picture(self.answer)


@dataclass(frozen=True)
class Multiple(Generic[Grid]):
    """Two solutions `a` and `b` that differ, and the cells in which all solutions agree."""

    a: Grid
    b: Grid
    shared: Grid
    """"?" in cells that differ between solutions, and in those that were not decided where not `complete`."""
    complete: bool = True
    """Whether `shared` holds every cell in which all solutions agree."""
    solutions: tuple[Grid, ...] = ()
    """All solutions that were found: `a`, `b` and more, up to `max_solutions`."""
    answer: Document | None = field(default=None, repr=False, compare=False)
    """The document and its solutions, for the picture in a notebook."""

    def _repr_html_(self) -> str | None:
        return picture(self.answer)


class Rule(NamedTuple):
    """An instance of a rule that takes part in a conflict: its name, and its cells."""

    name: str
    cells: tuple[Place, ...]


@dataclass(frozen=True)
class NoSolution:
    """No solution, proven."""

    conflict: tuple[Clue, ...]
    """Clues that cannot hold together: `Clue(at, value)` with `at` ("row", r) or ("column", c) of a line, (r, c) of a
    cell, ("mines",) of the number of all mines; 0-based."""
    rules: tuple[Rule, ...] = ()
    """In kinds whose clues are known cells (binoxxo): the rules that these break."""
    minimal: bool = True
    """Whether it is proven that nothing can be left out of the conflict; False where the time was over first."""
    reason: str | None = None
    """A sentence, where one can say why; in the language of the environment (TESUJI_LANG, LC_ALL, LANG)."""


SolveResult = Unique[Grid] | Multiple[Grid] | NoSolution
"""What `solve` of a kind's library answers; where the time is over first, it raises `Timeout`."""


@dataclass(frozen=True)
class Deduction:
    """One step of a person: these cells get these letters, for this reason."""

    technique: str
    direction: Literal["row", "column"] | None
    """Along which line it was found; None for steps that look at several."""
    cells: dict[Place, str]
    """(row, column), 0-based -> letter."""
    sentence: str
    """The reason, in the language of the environment (TESUJI_LANG, LC_ALL, LANG); rows and columns count from 1
    there."""


# What `tesuji.solve` and its neighbours answer


class Message(TypedDict):
    """A sentence by its key and parameters; `tesuji.locales.render_message` gives its text."""

    key: str
    params: dict[str, Any]


class ReasonAnswer(Message):
    """Why a puzzle has no solution, and where, counted from 1."""

    at: NotRequired[dict[str, int]]


_SolveAnswerClass = TypedDict("_SolveAnswerClass", {"class": NotRequired[Literal["SF", "MF", "MP", "EP"]]})


class SolveAnswer(_SolveAnswerClass):
    """The answer of `tesuji.solve`. `class`: SF line solving alone, MF unique otherwise, MP several solutions, EP
    none."""

    id: NotRequired[Any]
    kind: str
    verdict: Verdict
    solutions: list[Any]
    """In the letters of the kind; at most `limit`."""
    marks: list[str]
    """The same solutions as strings of marks: the index of each variable's value, as one character."""
    seconds: float
    forced: NotRequired[Any]
    """What all solutions share; "?" elsewhere."""
    forced_marks: NotRequired[str]
    """The same as a string of marks, "0" elsewhere."""
    forced_complete: NotRequired[bool]
    depth: NotRequired[int]
    reason: NotRequired[ReasonAnswer]
    boards: NotRequired[str]
    """How many boards fit, where there are several and the kind can count them."""
    compat: NotRequired[Document]
    """What the program of 2009 says: {"class", "board": rows of "1", "0" and "N"}, where that was asked for."""
    sentence: NotRequired[Message]
    """Where a solution was found and it was not asked, or not decided in time, whether it is the only one."""
    notes: NotRequired[list[Message]]
    """What had to be guessed when the puzzle was read."""
    stats: dict[str, int | str]


class StepAnswer(TypedDict):
    """One step of `tesuji.explain` and `tesuji.hint`."""

    cells: list[Document]
    technique: str
    name: Message
    level: int
    k: int | None
    minimal: bool
    because: list[Document]
    overlay: list[Document]
    sentence: Message
    chain: NotRequired[list[Document]]
    either: NotRequired[Document]
    form: NotRequired[str]


class ExplainAnswer(TypedDict):
    """The answer of `tesuji.explain` and `tesuji.hint`."""

    kind: str
    counted: Literal["clues", "rules"]
    steps: list[StepAnswer]
    finished: bool
    verdict: Verdict
    board: Any
    marks: str
    """The board as a string of marks."""
    sentence: Message
    wrong: NotRequired[Document]
    clash: NotRequired[Document]
    guess: NotRequired[Document]
    """The best guess where nothing is certain, in kinds that are played by uncovering; see `tesuji.calls.guessing`."""


class RateAnswer(TypedDict):
    """The answer of `tesuji.rate`. Maps have a value for each cell; they are missing where there is no solution."""

    id: NotRequired[Any]
    kind: str
    counted: Literal["clues", "rules"]
    seconds: float
    verdict: NotRequired[Verdict]
    sentence: NotRequired[Message]
    difficulty: NotRequired[Any]
    k: NotRequired[list[int]]
    """`difficulty` as one list, in the order of the variables."""
    needed: NotRequired[Any]
    direct: NotRequired[Any]
    chain: NotRequired[Any]
    probability: NotRequired[Any]
    mode: NotRequired[Literal["once", "repeat", "restart"]]
    max_k: NotRequired[int]
    rounds: NotRequired[list[list[int]]]
    guess: NotRequired[bool]
    rating: NotRequired[float]
    """Of the steps that lead to certain cells; missing where there are none."""
    level: NotRequired[int]
    """Missing where there is not one solution, and of a field that needs a guess; `level_name` says which."""
    level_name: NotRequired[Message]
    at_least: NotRequired[bool]
    why: NotRequired[Document]


class MomentAnswer(TypedDict):
    """One move of a game that is looked back on; see `tesuji.calls.reviewing`."""

    label: Literal["forced", "hard", "lucky", "wrong", "back", "same"]
    cells: list[Document]
    sentence: Message
    notes: NotRequired[list[Message]]
    level: NotRequired[int]
    step: NotRequired[StepAnswer]
    clash: NotRequired[Document]
    easier: NotRequired[StepAnswer]
    chance: NotRequired[float]
    held: NotRequired[bool]
    safest: NotRequired[Document]
    undo: NotRequired[int]


class ReviewAnswer(TypedDict):
    """The answer of `tesuji.review`."""

    kind: str
    counted: Literal["clues", "rules"]
    verdict: NotRequired[Verdict]
    moves: list[MomentAnswer]
    counts: dict[str, int]
    finished: bool
    sentence: Message


class MendAnswer(TypedDict):
    """The answer of `tesuji.mend`; all but the first two only where the verdict is "multiple" and something helps."""

    kind: str
    verdict: Verdict
    additions: NotRequired[list[Document]]
    fewest: NotRequired[bool]
    document: NotRequired[Document]
    solution: NotRequired[Any]
    sentence: NotRequired[Message]


class GenerateAnswer(TypedDict):
    """The answer of `tesuji.generate`."""

    document: Document
    seed: int
    level: str
    at_least: NotRequired[bool]
    """True where it may be harder than that."""
    rating: NotRequired[float]
    exact: bool


class ConvertAnswer(TypedDict, total=False):
    """The answer of `tesuji.convert`: a document and the notation that it was read from, or text in the notation that
    was asked for and the fields of the document that this notation cannot hold."""

    document: Document
    notation: str
    notes: list[Message]
    """What had to be guessed when the puzzle was read."""
    id: Any
    text: str
    lost: list[str]


class CensusAnswer(TypedDict):
    """All pictures of a size by how hard their nonograms are; see `tesuji.puzzles.nonogram.census`."""

    width: int
    height: int
    compat: str | None
    pictures: int
    of: int
    puzzles: int
    classes: dict[str, int]
    percent: dict[str, float]
    truth: dict[str, int]
    matlab: dict[str, int]
    solutions: dict[str, int]
    examples: dict[str, list[list[str]]]
    differ: list[list[str]]
    listed: NotRequired[str]
    """The class of which all pictures are in `pictures_listed`, and as text in `drawings`."""
    pictures_listed: NotRequired[list[list[str]]]
    drawings: NotRequired[list[str]]
    sentence: NotRequired[Message]
    """Why the two ways to class pictures differ, where they do."""
