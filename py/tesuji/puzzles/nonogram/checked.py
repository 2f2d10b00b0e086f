"""The rules of a nonogram for the checker: each line's numbers are its runs, with colours if the document has them."""

import re
from typing import Any

from tesuji.checker import Block, ColourRuns, NotAPuzzle, Puzzle, Runs, integer, lists

COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "rows" and "cols" and optionally "colors". Raises NotAPuzzle."""
    colours = _colours(document)
    rows, columns = ([_runs(clue, colours) for clue in lists(document, name)] for name in ("rows", "cols"))
    width, height = len(columns), len(rows)
    digits = "12345678"[:colours] or "#"
    values = len(digits) + 1
    puzzle = Puzzle(Block("cell", width, height, values), marks=f"?{digits}.")
    cells = [range(r * width, r * width + width) for r in range(height)]
    cells += [range(c, width * height, width) for c in range(width)]
    for number, (line, runs) in enumerate(zip(cells, rows + columns)):
        place = ("row", number + 1) if number < height else ("column", number - height + 1)
        if colours:  # blank is the last literal of a cell
            literals = [[cell * values + value for value in (values, *range(1, values))] for cell in line]
            puzzle.clue(ColourRuns(literals, runs), *place)
        else:
            puzzle.clue(Runs([cell + 1 for cell in line], runs), *place)
    return puzzle


def _colours(document: dict[str, Any]) -> int:
    """Return the number of colours, 0 for black and white."""
    if "colors" not in document:
        return 0
    colours = document["colors"]
    if not isinstance(colours, list) or not 2 <= len(colours) <= 8:
        raise NotAPuzzle("colors")
    if not all(isinstance(one, str) and COLOUR.fullmatch(one) for one in colours):
        raise NotAPuzzle("colors")
    if len({(one if len(one) == 7 else re.sub("(\\w)", r"\1\1", one)).lower() for one in colours}) < len(colours):
        raise NotAPuzzle("colors")
    return len(colours)


def _runs(clue: list[Any], colours: int) -> list[Any]:
    """Return the lengths of a line's runs, or (length, colour) of each if there are colours; [0] also means the empty
    line.
    """
    if len(clue) == 1 and type(clue[0]) is int and clue[0] == 0:
        return []
    if not colours:
        return [integer(run, 1) for run in clue]
    if not all(isinstance(run, list) and len(run) == 2 for run in clue):
        raise NotAPuzzle("run")
    return [(integer(length, 1), integer(colour, 1, colours)) for length, colour in clue]
