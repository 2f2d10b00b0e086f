"""Tesuji (手筋): solve, prove unique and understand nonograms, minesweeper positions, slitherlinks and binoxxos.

    >>> import tesuji
    >>> tesuji.solve({"kind": "nonogram", "rows": [[1], [2]], "cols": [[1], [2]]})["verdict"]
    'unique'
    >>> tesuji.solve("3x3:.01...2..")["solutions"][0]["h"]
    ['...', '-.-', '.-.', '---']

The functions here take a puzzle of any kind, as a document (a dict, described in the README) or as text in any notation
that Tesuji reads, and answer with a dict, typed in `tesuji.results`. All raise `InputError`, a ValueError, for what is
no puzzle, and all but `solve`, which answers "unknown", `Timeout`, a TimeoutError, where there is no answer in
`timeout` seconds (None: no end).

Each kind has a library of its own, in the words of its literature: `from tesuji.puzzles import nonogram`, then
`nonogram.solve(rows, columns)`. `docs/library.md` is a tour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

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

__version__ = "0.1.0"
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
        """The result types, which the page and `tesuji --version` do not need."""
        if name in ("Multiple", "NoSolution", "Unique"):
            from tesuji import results

            return getattr(results, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def solve(document: Document | str, limit: int = 2, timeout: float | None = 60.0) -> SolveAnswer:
    """The verdict on a puzzle, with up to `limit` solutions (1 to 1000; it takes 2 to tell unique from multiple).

    >>> answer = solve({"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]})
    >>> answer["verdict"], answer["solutions"], answer["class"]
    ('unique', [['#.#', '###']], 'SF')
    """
    return _answer("solve", document, timeout, limit=limit)


def rate(document: Document | str, timeout: float | None = 60.0) -> RateAnswer:
    """How hard each cell is, and the whole puzzle: `difficulty` is a map of the fewest clues that force each cell.

    A document with a complete minesweeper field ("field", "opened") may say "mode" and "max_k".

    >>> answer = rate({"kind": "minesweeper", "field": ["..*", "..."], "opened": [[0, 0]]})
    >>> answer["difficulty"]
    [[0, 1, -1], [1, 1, -1]]
    """
    return _answer("rate", document, timeout)


def explain(
    document: Document | str, limit: int | None = None, chains: bool = False, timeout: float | None = 60.0
) -> ExplainAnswer:
    """The steps of a person from the marks in the document to the solution, at most `limit`, each with its reason;
    with `chains`, also why the cell cannot be otherwise.

    >>> answer = explain({"kind": "nonogram", "rows": [[3], [1]], "cols": [[2], [1], [1]]})
    >>> [step["technique"] for step in answer["steps"]], answer["verdict"]
    (['whole-line', 'whole-line', 'finished', 'finished'], 'unique')
    """
    return _answer("explain", document, timeout, limit=limit, chains=chains)


def hint(document: Document | str, near: Document | None = None, timeout: float | None = 60.0) -> ExplainAnswer:
    """The easiest next step from the marks in the document, or what is wrong there. `near` is a place to prefer, such
    as {"row": 0, "column": 2}.

    >>> hint({"kind": "binoxxo", "grid": ["O.O.", "....", "....", "...."]})["steps"][0]["cells"]
    [{'cell': {'row': 0, 'column': 1}, 'value': 'X'}]
    """
    return _answer("hint", document, timeout, near=near)


def review(document: Document | str, moves: list[Document], timeout: float | None = 60.0) -> ReviewAnswer:
    """A game looked back on: each move is "forced", "hard" (forced, but something far easier was there), "lucky" (both
    values were possible) or "wrong". docs/games.md has the form of moves.

    >>> moves = [{"cell": {"row": 0, "column": 1}, "value": "O"}, {"cell": {"row": 0, "column": 1}, "value": "X"}]
    >>> answer = review({"kind": "binoxxo", "grid": ["O.O.", "....", "....", "...."]}, moves)
    >>> [move["label"] for move in answer["moves"]]
    ['wrong', 'forced']
    """
    return _answer("review", document, timeout, moves=moves)


def mend(document: Document | str, timeout: float | None = 60.0) -> MendAnswer:
    """The fewest clues or cells to add so that one solution is left.

    >>> answer = mend({"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]})
    >>> answer["verdict"], len(answer["additions"]), answer["fewest"]
    ('multiple', 1, True)
    """
    return _answer("mend", document, timeout)


def generate(
    kind: str,
    width: int,
    height: int,
    seed: int | None = None,
    level: Literal["easy", "normal", "hard"] = "normal",
    game: bool = False,
    timeout: float | None = 60.0,
) -> GenerateAnswer:
    """A new puzzle with one solution; as a `game`, a minesweeper field that can be opened without a guess. The same
    arguments give the same puzzle; without a seed, one is drawn.

    >>> puzzle = generate("binoxxo", 6, 6, seed=7)
    >>> solve(puzzle["document"])["verdict"], puzzle["seed"]
    ('unique', 7)
    """
    args = {"kind": kind, "width": width, "height": height, "seed": seed, "level": level, "game": game}
    return _call("generate", args, timeout)


def convert(document: Document | str, to: str | None = None) -> ConvertAnswer:
    """The puzzle as a document, or as text in the notation `to` ("pzpr", "penpa", "tatham", "text" ...).

    >>> convert("3x3:.01...2..")["document"]
    {'kind': 'slitherlink', 'grid': ['.01', '...', '2..']}
    >>> convert({"kind": "slitherlink", "grid": [".01", "...", "2.."]}, "boxes")["text"]
    '3x3:.01...2..'
    """
    return _answer("convert", document, None, **({} if to is None else {"to": to}))


def _answer(name: str, document: Document | str, timeout: float | None, **args: Any) -> Any:
    puzzle = {"text": document} if isinstance(document, str) else {"document": document}
    return _call(name, {**puzzle, **args}, timeout)


def _call(name: str, args: Document, timeout: float | None) -> Any:
    # Imported here: whoever wants a single kind's library, or the version, need not load every call.
    from tesuji.calls import CALLS
    from tesuji.engine.budget import Budget, run
    from tesuji.errors import OutOfBudget

    try:
        return run(CALLS[name](args), Budget(timeout))
    except OutOfBudget:
        raise Timeout(timeout) from None
