"""Saved games of Simon Tatham's collection: boards with the marks of a player."""

from __future__ import annotations

NAMES = {"loopy": "Loopy", "pattern": "Pattern", "unruly": "Unruly", "mines": "Mines"}


def saved(game: str, code: str, document: dict) -> str:
    """Return a saved game; `code` is its game ID, and its player has made one move for each mark of the document."""
    params, desc = code.split(":", 1)
    moves = MOVES[game](document)
    states = str(len(moves) + 1)
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", NAMES[game]),
        *(("PARAMS", params), ("CPARAMS", params), ("DESC", desc)),
        *(("NSTATES", states), ("STATEPOS", states)),
        *(("MOVE", move) for move in moves),
    ]
    return "".join(f"{name:8}:{len(value)}:{value}\n" for name, value in fields)


def _marks(document: dict, names: str) -> list[tuple[int, int, str]]:
    """Return the marks of a player in the cells: row, column and name."""
    grid = document.get("grid", document["board"])
    return [
        (r, c, mark)
        for r, row in enumerate(document["board"])
        for c, mark in enumerate(row)
        if mark in names and ("grid" not in document or grid[r][c] != mark)
    ]


def _loopy(document: dict) -> list[str]:
    """Number the edges as the game does: those of each box clockwise from its top, each once."""
    h, v = document["edges"]["h"], document["edges"]["v"]
    numbers: dict[tuple[str, int, int], int] = {}
    for r, row in enumerate(document["grid"]):
        for c in range(len(row)):
            for edge in (("h", r, c), ("v", r, c + 1), ("h", r + 1, c), ("v", r, c)):
                numbers.setdefault(edge, len(numbers))
    marks = {"-": "y", "|": "y", "x": "n"}
    drawn = {"h": h, "v": v}
    return [
        f"{number}{marks[drawn[way][r][c]]}" for (way, r, c), number in numbers.items() if drawn[way][r][c] in marks
    ]


MOVES = {
    "loopy": _loopy,
    "pattern": lambda document: [f"{'FE'['#.'.index(mark)]}{c},{r},1,1" for r, c, mark in _marks(document, "#.")],
    "unruly": lambda document: [f"P{'OX'.index(mark)},{c},{r}" for r, c, mark in _marks(document, "OX")],
    "mines": lambda document: [f"F{c},{r}" for r, c, _ in _marks(document, "*")],
}
