"""Tesuji (手筋): solve, prove, explain, rate and make nonograms, slitherlinks, star battles and other pencil puzzles.

    >>> import tesuji
    >>> tesuji.solve({"kind": "nonogram", "rows": [[1], [2]], "cols": [[1], [2]]})["verdict"]
    'unique'
    >>> tesuji.solve("3x3:.01...2..")["solutions"][0]["h"]
    ['...', '-.-', '.-.', '---']

The functions here take a puzzle of any kind, as a document (a dict) or as text in any supported format, and return a
dict whose type is in `tesuji.results`. Notebooks show it with its boards. All functions raise `InputError`, a
ValueError, for invalid puzzles. If there is no answer within `timeout` seconds (None: no limit), `solve` returns the
verdict "unknown" and the others raise `Timeout`, a TimeoutError.

Each kind also has its own library, which uses the established terms for that puzzle: `from tesuji.puzzles import
nonogram`, then `nonogram.solve(rows, columns)`. `docs/library.md` is a tutorial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from tesuji.errors import Contradiction, InputError, TesujiError, Timeout

if TYPE_CHECKING:
    from tesuji.model import Document
    from tesuji.results import (
        ConvertAnswer,
        ExplainAnswer,
        GenerateAnswer,
        MendAnswer,
        RateAnswer,
        ReviewAnswer,
        SolveAnswer,
    )
    from tesuji.results import Multiple as Multiple
    from tesuji.results import NoSolution as NoSolution
    from tesuji.results import Unique as Unique

__version__ = "1.0.0"
__all__ = [
    "Contradiction",
    "InputError",
    "TesujiError",
    "Timeout",
    "convert",
    "explain",
    "generate",
    "hint",
    "mend",
    "rate",
    "review",
    "solve",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the result types on demand: the page and `tesuji --version` do not need them."""
        if name in ("Multiple", "NoSolution", "Unique"):
            from tesuji import results

            return getattr(results, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


Level = Literal["easy", "medium", "hard", "expert", "extreme", "any"]
"""A level of difficulty."""


def solve(
    document: Document | str,
    limit: int = 2,
    timeout: float | None = 60.0,
    *,
    certificate: bool = False,
    compat: Literal["matlab"] | None = None,
    share: bool = True,
    thorough: bool = False,
    backend: Literal["sat"] | None = None,
) -> SolveAnswer:
    """Return the verdict on a puzzle, with up to `limit` solutions (1 to 1000; at least 2 to prove uniqueness).

    With `certificate`, the answer includes the proof as text. Without `share`, the search stops at the verdict and does
    not determine the cells that all solutions share. Otherwise this takes about as long as the verdict at most; if that
    is not enough, `forced_complete` is False, unless the search is `thorough`. `compat` adds the answer of the MATLAB
    program of 2008. With `backend` "sat", python-sat (`pip install tesuji[sat]`) searches hard nonograms.

    >>> answer = solve({"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]})
    >>> answer["verdict"], answer["solutions"], answer["class"]
    ('unique', [['#.#', '###']], 'SF')
    """
    options: dict[str, Any] = {"limit": limit, "certificate": certificate, "compat": compat, "verdict": not share}
    options |= {"thorough": thorough, "backend": backend}
    return cast("SolveAnswer", _answer("solve", document, timeout, **options))


def rate(
    document: Document | str,
    timeout: float | None = 60.0,
    *,
    mode: Literal["once", "repeat", "restart"] | None = None,
    max_k: int | None = None,
) -> RateAnswer:
    """Return the difficulty of each cell and of the puzzle. `difficulty` maps each cell to the fewest clues that force
    it.

    `mode` and `max_k` apply to documents with a complete minesweeper field ("field", "opened").

    >>> answer = rate({"kind": "minesweeper", "field": ["..*", "..."], "opened": [[0, 0]]})
    >>> answer["difficulty"]
    [[0, 1, -1], [1, 1, -1]]
    """
    return cast("RateAnswer", _answer("rate", document, timeout, mode=mode, max_k=max_k))


def explain(
    document: Document | str,
    limit: int | None = None,
    chains: bool = False,
    timeout: float | None = 60.0,
    *,
    cell: Document | None = None,
    certificate: bool = False,
) -> ExplainAnswer:
    """Return human-style steps from the marks in the document to the solution, each with its reason.

    `limit` is the maximum number of steps. With `chains`, each step also shows why the other value is impossible. With
    `cell`, such as {"row": 0, "column": 2}, only the steps that lead to that cell are returned. With `certificate`, the
    answer includes a proof.

    >>> answer = explain({"kind": "nonogram", "rows": [[3], [1]], "cols": [[2], [1], [1]]})
    >>> [step["technique"] for step in answer["steps"]], answer["verdict"]
    (['whole-line', 'finished', 'finished', 'last-cells'], 'unique')
    """
    asked = {"limit": limit, "chains": chains, "cell": cell, "certificate": certificate}
    return cast("ExplainAnswer", _answer("explain", document, timeout, **asked))


def hint(
    document: Document | str, near: Document | None = None, timeout: float | None = 60.0, *, thought: bool = False
) -> ExplainAnswer:
    """Return the easiest next step from the marks in the document, or the mistake there.

    `near` is a preferred place, such as {"row": 0, "column": 2}. With `thought`, the easy steps that follow from the
    first one come after it.

    >>> hint({"kind": "binoxxo", "grid": ["O.O.", "....", "....", "...."]})["steps"][0]["cells"]
    [{'cell': {'row': 0, 'column': 1}, 'value': 'X', 'mark': 2}]
    """
    return cast("ExplainAnswer", _answer("hint", document, timeout, near=near, thought=thought))


def review(document: Document | str, moves: list[Document], timeout: float | None = 60.0) -> ReviewAnswer:
    """Return an analysis of a game: each move is "forced", "hard" (forced, but a far easier one was available), "lucky"
    (both values were possible) or "wrong". docs/games.md describes moves.

    >>> moves = [{"cell": {"row": 0, "column": 1}, "value": "O"}, {"cell": {"row": 0, "column": 1}, "value": "X"}]
    >>> answer = review({"kind": "binoxxo", "grid": ["O.O.", "....", "....", "...."]}, moves)
    >>> [move["label"] for move in answer["moves"]]
    ['wrong', 'forced']
    """
    return cast("ReviewAnswer", _answer("review", document, timeout, moves=moves))


def mend(document: Document | str, timeout: float | None = 60.0) -> MendAnswer:
    """Return the fewest clues or cells to add to make the puzzle unique.

    >>> answer = mend({"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]})
    >>> answer["verdict"], len(answer["additions"]), answer["fewest"]
    ('multiple', 1, True)
    """
    return cast("MendAnswer", _answer("mend", document, timeout))


def generate(
    kind: str,
    width: int,
    height: int,
    seed: int | None = None,
    level: Level | None = None,
    game: bool = False,
    timeout: float | None = 60.0,
    *,
    technique: str | None = None,
    variant: str | None = None,
) -> GenerateAnswer:
    """Return a new puzzle with one solution, or, with `game`, a minesweeper field that can be opened without a guess.

    The same arguments give the same puzzle; without a seed, a random one is used. `technique` names a technique that
    the puzzle must need. Without a level, it is "medium", or "any" if a technique is given. `variant` names a variant
    of the kind, such as "signs" for a binoxxo or "colors-4" for a nonogram. Names of levels of earlier versions are
    accepted.

    >>> puzzle = generate("binoxxo", 6, 6, seed=7)
    >>> solve(puzzle["document"])["verdict"], puzzle["seed"]
    ('unique', 7)
    """
    asked = {"kind": kind, "width": width, "height": height, "seed": seed, "level": level, "game": game}
    more = {name: value for name, value in (("technique", technique), ("variant", variant)) if value}
    return cast("GenerateAnswer", _call("generate", asked | more, timeout))


def convert(document: Document | str, to: str | None = None) -> ConvertAnswer:
    """Return the puzzle as a document, or as text in the format `to` ("pzpr", "penpa", "tatham", "text" ...).

    >>> convert("3x3:.01...2..")["document"]
    {'kind': 'slitherlink', 'grid': ['.01', '...', '2..']}
    >>> convert({"kind": "slitherlink", "grid": [".01", "...", "2.."]}, "boxes")["text"]
    '3x3:.01...2..'
    """
    return cast("ConvertAnswer", _answer("convert", document, None, to=to))


def _answer(name: str, document: Document | str, timeout: float | None, **args: Any) -> Document:
    given = {key: value for key, value in args.items() if value is not None and value is not False}
    puzzle = {"text": document} if isinstance(document, str) else {"document": document}
    return _call(name, {**puzzle, **given}, timeout)


def _call(name: str, args: Document, timeout: float | None) -> Document:
    # Imported here, so that programs which use only one kind's library, or the version, do not load every call.
    from tesuji.calls import CALLS
    from tesuji.engine.budget import Budget, run
    from tesuji.errors import OutOfBudget
    from tesuji.svg import NotebookAnswer

    try:
        answer = NotebookAnswer(run(CALLS[name](args), Budget(timeout)))
    except OutOfBudget:
        raise Timeout(timeout) from None
    answer.puzzle = args.get("document") or args.get("text")
    return answer
