"""The types of answers, in two families. The functions of a kind's library (`tesuji.puzzles.<kind>`) return `Unique`,
`Multiple` or `NoSolution`, suited to `match`:

    >>> from tesuji.puzzles import nonogram
    >>> match nonogram.solve([[1], [1]], [[1], [1]]):
    ...     case nonogram.Unique(grid):
    ...         print("one solution", grid)
    ...     case nonogram.Multiple(a, b, shared):
    ...         print("two solutions", a, b)
    ...     case nonogram.NoSolution(conflict):
    ...         print("no solution, because of", conflict)
    two solutions [['#', '.'], ['.', '#']] [['.', '#'], ['#', '.']]

The functions of `tesuji` itself (`tesuji.solve(document)` ...) return JSON, as the command line and the page do: dicts,
described here as `TypedDict`. `tesuji.calls` describes the forms inside them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from tesuji.contract import Where
from tesuji.model import Clue, Document

Grid = TypeVar("Grid")

Place = tuple[int, int]
"""(row, column), 0-based."""

Verdict = Literal["unique", "multiple", "none", "unknown"]
"""`unknown`: the time ran out first."""


# Results of the library of a kind


class Pictured:
    """A result that notebooks show as a picture."""

    answer: Document | None

    def _repr_html_(self) -> str | None:
        from tesuji.svg import NotebookAnswer

        return NotebookAnswer(self.answer)._repr_html_() if self.answer else None


@dataclass(frozen=True)
class Unique(Pictured, Generic[Grid]):
    """One solution, with proof that there is no other."""

    grid: Grid
    depth: int | None = None
    """0 if propagation alone solves it (in a nonogram: line solving), 1 if single-cell hypotheses are needed, 2 if
    nested ones are; None if that was not determined in time.
    """
    answer: Document | None = field(default=None, repr=False, compare=False)
    """The document and its solutions, for the picture in a notebook."""


@dataclass(frozen=True)
class Multiple(Pictured, Generic[Grid]):
    """Two solutions `a` and `b` that differ, and the cells in which all solutions agree."""

    a: Grid
    b: Grid
    shared: Grid
    """The common value of each cell; "?" in cells that differ between solutions and, if not `complete`, in undecided
    cells.
    """
    complete: bool = True
    """True if `shared` contains every cell in which all solutions agree."""
    solutions: tuple[Grid, ...] = ()
    """All solutions that were found: `a`, `b` and more, up to `max_solutions`."""
    answer: Document | None = field(default=None, repr=False, compare=False)
    """The document and its solutions, for the picture in a notebook."""


class Rule(NamedTuple):
    """An instance of a rule that takes part in a conflict: its name, and its cells."""

    name: str
    cells: tuple[Place, ...]


@dataclass(frozen=True)
class NoSolution(Pictured):
    """Proof that there is no solution."""

    conflict: tuple[Clue, ...]
    """Clues that contradict each other: `Clue(at, value)` with `at` ("row", r) or ("column", c) for a line, (r, c) for
    a cell, ("mines",) for the total number of mines; 0-based.
    """
    rules: tuple[Rule, ...] = ()
    """The rules that the clues break, in kinds whose clues are known cells (binoxxo)."""
    minimal: bool = True
    """True if the conflict is proven minimal; False if time ran out first."""
    reason: str | None = None
    """A sentence that states the reason, if there is one, in the language of the environment (TESUJI_LANG, LC_ALL,
    LANG).
    """
    answer: Document | None = field(default=None, repr=False, compare=False)
    """The document, for the picture in a notebook."""


SolveResult = Unique[Grid] | Multiple[Grid] | NoSolution
"""The answer of `solve` in a kind's library, which raises `Timeout` if time runs out first."""


@dataclass(frozen=True)
class Deduction:
    """One step as a person would take it: these cells get these letters, for this reason."""

    technique: str
    direction: Literal["row", "column"] | None
    """The direction of its line; None if the step uses several lines."""
    cells: dict[Place, str]
    """(row, column), 0-based -> letter."""
    sentence: str
    """The reason, in the language of the environment (TESUJI_LANG, LC_ALL, LANG). Rows and columns count from 1."""

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.sentence)}</p>"


# Answers of `tesuji.solve` and its neighbours


class Message(TypedDict):
    """A sentence, given by its key and parameters; `tesuji.locales.render_message` returns its text."""

    key: str
    params: dict[str, Any]
    """Numbers, texts, or messages."""
    at: NotRequired[dict[str, int]]
    """The place in the puzzle or in the input, counted from 1."""


_SolveAnswerClass = TypedDict("_SolveAnswerClass", {"class": NotRequired[Literal["SF", "MF", "MP", "EP"]]})


class SolveAnswer(_SolveAnswerClass):
    """The answer of `tesuji.solve`. `class`: SF solved by lines alone, MF unique otherwise, MP several solutions, EP
    none.
    """

    id: NotRequired[Any]
    kind: str
    verdict: Verdict
    solutions: list[Any]
    """The solutions in the letters of the kind; at most `limit`."""
    marks: list[str]
    """The same solutions as strings of marks: for each variable, the index of its value as one character."""
    seconds: float
    forced: NotRequired[Any]
    """The values that all solutions share; "?" elsewhere."""
    forced_marks: NotRequired[str]
    """The same as a string of marks, "0" elsewhere."""
    forced_complete: NotRequired[bool]
    """False if other values may be shared, too."""
    possible_marks: NotRequired[str]
    """Present if these are known: `forced_marks` and the values that may be shared, too; solutions differ elsewhere."""
    depth: NotRequired[int]
    reason: NotRequired[Message]
    boards: NotRequired[str]
    """The number of boards that fit, if there are several and the kind can count them."""
    compat: NotRequired[Document]
    """The class and board of the program of 2008, if requested: {"class", "board": rows of "1", "0" and "N"}."""
    sentence: NotRequired[Message]
    """Present if a solution was found but its uniqueness was not checked or not decided in time."""
    notes: NotRequired[list[Message]]
    """Messages about guesses made while reading the puzzle, and about unknown members."""
    drawn: NotRequired[list[str]]
    """The boards as plain text, if requested."""
    certificate: NotRequired[str]
    uncertified: NotRequired[Message]
    """The reason why there is no certificate."""
    stopped: NotRequired[bool]
    stats: dict[str, int | str]


# Parts of answers


_Not = TypedDict("_Not", {"not": NotRequired[list[int]]})


class Value(_Not):
    """A statement about one variable in a step or a mark: its value, or the indexes of values that are removed (`not`)."""

    cell: Where
    value: NotRequired[str]
    """The letter of the value, as in `forced`."""
    mark: NotRequired[int]
    """The index of the value."""


class ClueAnswer(TypedDict):
    """A clue: its place ({"row"} or {"column"} of a line, a place, or {name: true} for the whole board), its value, and
    the name of the value in sentences, if it has one.
    """

    at: Document
    value: Any
    name: NotRequired[Message]


class Reason(TypedDict):
    """A clue, or an instance of a rule with its cells; `letter` names it in sentences and on the board."""

    clue: NotRequired[ClueAnswer]
    rule: NotRequired[str]
    cells: NotRequired[list[Where]]
    letter: NotRequired[str]


class Overlay(_Not):
    """A mark to draw at a place or on a line. Roles: "forced" (a step settles it), "because" (a step uses it),
    "conflict", "wrong", and "either" (an unknown variable whose values all lead to the same result)."""

    role: Literal["forced", "because", "conflict", "wrong", "either"]
    cell: NotRequired[Where]
    line: NotRequired[Document]
    letter: NotRequired[str]
    value: NotRequired[str]
    mark: NotRequired[int]


class Link(_Not):
    """One link of a chain: first the supposed value, then its consequences with reasons, and last the contradiction."""

    cell: NotRequired[Where]
    value: NotRequired[str]
    mark: NotRequired[int]
    clue: NotRequired[ClueAnswer]
    rule: NotRequired[str]
    cells: NotRequired[list[Where]]
    letter: NotRequired[str]
    broken: NotRequired[bool]
    case: NotRequired[bool]
    """True for a further assumption, which the links up to the next contradiction refute."""


class ClashAnswer(TypedDict):
    """Reasons and marks that contradict each other."""

    because: list[Reason]
    cells: list[Value]
    minimal: bool
    smallest: bool
    story: list[list[Link]]
    steps: NotRequired[list[StepAnswer]]
    """The easiest story: the steps that lead to the contradiction."""
    thoughts: NotRequired[list[Thought]]
    broken: NotRequired[ContradictionAnswer]
    overlay: list[Overlay]
    sentence: Message


class ContradictionAnswer(TypedDict):
    """The contradiction at the end of a story."""

    sentence: Message
    because: NotRequired[list[Reason]]
    overlay: list[Overlay]
    step: NotRequired[StepAnswer]
    """The step that contradicts a known cell, if any."""


class Candidate(TypedDict):
    """A cell to try, and its chances."""

    cell: Where
    safe: float
    further: float
    won: NotRequired[float]


class GuessAnswer(TypedDict):
    """The best guess if nothing is certain; see `tesuji.calls.guessing`."""

    cells: list[Value]
    safe: float
    further: float
    won: NotRequired[float]
    others: list[Candidate]
    because: list[Reason]
    overlay: list[Overlay]
    sentence: Message


class StepAnswer(TypedDict):
    """One step of `tesuji.explain` and `tesuji.hint`."""

    cells: list[Value]
    technique: str
    name: Message
    level: int
    k: int
    minimal: bool
    because: list[Reason]
    overlay: list[Overlay]
    sentence: Message
    chain: NotRequired[list[Link]]
    either: NotRequired[Where]
    form: NotRequired[str]


class Thought(TypedDict):
    """Steps that a person takes without looking elsewhere, by their numbers from 0."""

    steps: list[int]
    sentence: NotRequired[Message]
    """The consequences of the first step, or of all steps of a first easy thought."""


class WrongAnswer(TypedDict):
    """The marks that are wrong, and the reason why one of them is."""

    cells: list[Value]
    sentence: Message
    step: NotRequired[StepAnswer]
    clash: NotRequired[ClashAnswer]


class ExplainAnswer(TypedDict):
    """The answer of `tesuji.explain` and `tesuji.hint`."""

    kind: str
    counted: Literal["clues", "rules"]
    steps: list[StepAnswer]
    thoughts: NotRequired[list[Thought]]
    """The steps in groups; in a hint only if requested."""
    finished: bool
    verdict: Verdict
    board: Any
    marks: str
    """The board as a string of marks."""
    sentence: Message
    wrong: NotRequired[WrongAnswer]
    clash: NotRequired[ClashAnswer]
    guess: NotRequired[GuessAnswer]
    """The best guess if nothing is certain, in kinds that are played by uncovering cells."""
    drawn: NotRequired[str]
    """The board after the steps as plain text, if requested."""
    certificate: NotRequired[str]
    uncertified: NotRequired[Message]
    notes: NotRequired[list[Message]]
    stopped: NotRequired[bool]


class HardestAnswer(TypedDict):
    """The first step of the hardest technique."""

    technique: str
    level: int
    wave: int
    cells: list[Where]


class TechniqueUse(TypedDict):
    """The number of uses of a technique."""

    technique: str
    level: int
    steps: int


class WhyAnswer(TypedDict):
    """The basis of a rating; see `tesuji.calls.rating`."""

    effort: float
    mean: float
    trials: int
    """The number of steps that are trials."""
    steps: int
    techniques: list[TechniqueUse]
    waves: list[list[int]]
    ending: Literal["solved", "guess", "none", "time", "unnamed"]
    left: int
    hardest: NotRequired[HardestAnswer]
    rounds: NotRequired[Any]
    cells: NotRequired[dict[str, int]]
    highest_k: NotRequired[int]
    longest_chain: NotRequired[int]
    cases: NotRequired[int]
    depth: NotRequired[int | None]


class RateAnswer(TypedDict):
    """The answer of `tesuji.rate`. Maps have one value per variable; they are missing if there is no solution."""

    id: NotRequired[Any]
    kind: str
    counted: Literal["clues", "rules"]
    seconds: float
    verdict: NotRequired[Verdict]
    sentence: NotRequired[Message]
    difficulty: NotRequired[Any]
    k: NotRequired[list[int]]
    """`difficulty` as a flat list, in the order of the variables."""
    at_most: NotRequired[list[bool]]
    """True for variables whose k is only an upper bound; missing if there are none."""
    needed: NotRequired[Any]
    direct: NotRequired[Any]
    chain: NotRequired[Any]
    probability: NotRequired[Any]
    mode: NotRequired[Literal["once", "repeat", "restart"]]
    max_k: NotRequired[int]
    rounds: NotRequired[list[list[int]]]
    guess: NotRequired[bool]
    rating: NotRequired[float]
    """The rating of the steps that lead to certain cells; missing if there are none."""
    level: NotRequired[int]
    """Missing if there is not exactly one solution, and for a field that needs a guess; `level_name` then gives the
    reason.
    """
    level_name: NotRequired[Message]
    at_least: NotRequired[bool]
    why: NotRequired[WhyAnswer]
    notes: NotRequired[list[Message]]
    stopped: NotRequired[bool]


class MarkAnswer(TypedDict):
    """A mark of a move, and its label."""

    cell: Where
    label: Literal["forced", "hard", "lucky", "wrong", "back", "same"]
    value: NotRequired[str]
    mark: NotRequired[int]
    held: NotRequired[bool]
    chance: NotRequired[float]


class ChanceAnswer(TypedDict):
    """A cell and the chance that it is safe."""

    cell: Where
    chance: float


class MomentAnswer(TypedDict):
    """One move of a reviewed game; see `tesuji.calls.reviewing`."""

    label: Literal["forced", "hard", "lucky", "wrong", "back", "same"]
    cells: list[MarkAnswer]
    sentence: Message
    notes: NotRequired[list[Message]]
    level: NotRequired[int]
    step: NotRequired[StepAnswer]
    clash: NotRequired[ClashAnswer]
    easier: NotRequired[StepAnswer]
    chance: NotRequired[float]
    held: NotRequired[bool]
    safest: NotRequired[ChanceAnswer]
    undo: NotRequired[int]


class MovesAnswer(TypedDict):
    """The moves of one thought, by their numbers from 0: easy moves, or one move and the easy ones that follow."""

    moves: list[int]
    sentence: NotRequired[Message]


class ReviewAnswer(TypedDict):
    """The answer of `tesuji.review`."""

    kind: str
    counted: Literal["clues", "rules"]
    verdict: NotRequired[Verdict]
    moves: list[MomentAnswer]
    thoughts: list[MovesAnswer]
    counts: dict[str, int]
    finished: bool
    sentence: Message
    stopped: NotRequired[bool]
    notes: NotRequired[list[Message]]


class AdditionAnswer(TypedDict):
    """A clue or a value to add."""

    cell: Document
    value: Any


class ChangeAnswer(TypedDict):
    """Another value of one clue that leaves one solution."""

    at: Document
    """The place of the clue, 0-based: a cell, {"row"} or {"column"} for a line, {} for the whole board."""
    was: Any
    value: Any
    document: Document
    solution: Any
    marks: str
    sentence: Message


class MendAnswer(TypedDict):
    """The answer of `tesuji.mend`. If the verdict is "none", it has "changes", "complete" and "sentence"; if it is
    "multiple", it has the other members, provided that an addition helps.
    """

    kind: str
    verdict: Verdict
    changes: NotRequired[list[ChangeAnswer]]
    complete: NotRequired[bool]
    """True if every clue was tried."""
    additions: NotRequired[list[AdditionAnswer]]
    fewest: NotRequired[bool]
    document: NotRequired[Document]
    solution: NotRequired[Any]
    sentence: NotRequired[Message]
    notes: NotRequired[list[Message]]
    stopped: NotRequired[bool]


class GenerateAnswer(TypedDict):
    """The answer of `tesuji.generate`."""

    document: Document
    seed: int
    level: str
    at_least: NotRequired[bool]
    """True if the puzzle may be harder than its level."""
    rating: NotRequired[float]
    exact: bool
    sentence: NotRequired[Message]
    """About a puzzle that is not exact."""
    before: NotRequired[list[Value]]
    """With a technique, if the puzzle uses it: the values known before its first use."""
    step: NotRequired[StepAnswer]
    """That first use."""


class ConflictAnswer(TypedDict):
    """The answer of the call `conflict`: the contradictory clues or marks, if any."""

    kind: str
    counted: Literal["clues", "rules"]
    clash: NotRequired[ClashAnswer]
    certificate: NotRequired[str]
    uncertified: NotRequired[Message]
    notes: NotRequired[list[Message]]
    stopped: NotRequired[bool]


class BrokenAnswer(TypedDict):
    """The answer of the call `broken`: the rules that the marks break, and whether they solve the puzzle."""

    kind: str
    broken: list[Reason]
    solved: bool
    notes: NotRequired[list[Message]]


class CheckAnswer(TypedDict):
    """The answer of the call `check`: the kind and format of a text, and flaws that need no search."""

    kind: str
    width: int
    height: int
    notation: str
    ok: bool
    reasons: list[Message]
    notes: NotRequired[list[Message]]


class ArrangementAnswer(TypedDict):
    """One way to fill a line."""

    number: int
    letters: str
    why: NotRequired[Message]
    cell: NotRequired[Where]


class LineAnswer(TypedDict):
    """The answer of the call `line`: arrangements of one line."""

    line: Document
    clue: NotRequired[Any]
    total: int
    total_text: str
    fitting: int
    fitting_text: str
    shared: str
    cells: list[Where]
    offset: int
    arrangements: list[ArrangementAnswer]
    notes: NotRequired[list[Message]]


class VerifyAnswer(TypedDict):
    """The answer of the call `verify`: the statement that a certificate proves, or the first line that does not follow."""

    accepted: bool
    verdict: NotRequired[str]
    kind: NotRequired[str]
    document: NotRequired[Document]
    lines: NotRequired[int]
    only: NotRequired[list[str]]
    suppose: NotRequired[list[int]]
    forced: NotRequired[Any]
    line: NotRequired[int]
    sentence: NotRequired[Message]


class ConvertAnswer(TypedDict, total=False):
    """The answer of `tesuji.convert`: a document and the format of the input, or text in the requested format and the
    members of the document that this format cannot hold.
    """

    document: Document
    notation: str
    notes: list[Message]
    """Messages about guesses made while reading the puzzle, and about unknown members."""
    others: list[Document]
    """The other puzzles that the text may be."""
    id: Any
    text: str
    lost: list[str]


class CensusAnswer(TypedDict):
    """All pictures of a size by the difficulty of their nonograms; see `tesuji.puzzles.nonogram.census`."""

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
    """The class whose pictures are all in `pictures_listed`, and as text in `drawings`."""
    pictures_listed: NotRequired[list[list[str]]]
    drawings: NotRequired[list[str]]
    sentence: NotRequired[Message]
    """The reason why the two ways to classify pictures differ, if they do."""
