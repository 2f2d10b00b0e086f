"""The parameters that the sentence of a step takes from the board: the places that it settles, and its clues.

The holes in its text determine which parameters a sentence gets, so that techniques need not name places:

    {on} {off}            the variables that are settled as yes, and as no; cells by lines
    {settled}             both, as a message of the kind that leaves out what is empty
    {faces}               the cells on both sides of the first edge that is settled
    {clues}               the clues, with value and place
    {clue_a} {clue_b} ..  one of them, by its letter
    {at_a}                the place of the first clue, without its value
    {ats}                 the places of all clues, in a message of the kind that depends on their number
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from typing import Any, TypeGuard

from tesuji.bitset import members
from tesuji.calls.messages import message
from tesuji.grid import spans
from tesuji.locales import table
from tesuji.model import Board, Clue, Constraint, Document, Puzzle
from tesuji.rulebook import Rulebook
from tesuji.variables import MIDDLES, blocks_of, place, place_of_literal, same_variable, variable_of, visible

SIDES = {"left": "row", "right": "row", "top": "column", "bottom": "column"}
"""The sides of a board, with the line to which a clue there belongs."""
MOST_NAMED = 3
"""Longer lists of clues are cut off, with the number of the others. Places that a step settles are all named, because
a reader acts on them.
"""


def holes(key: str) -> set[str]:
    """Return the holes in the text of a message."""
    text = table("en").get(key, "")
    return set(re.findall(r"{(\w+)}", text if isinstance(text, str) else text["other"]))


def words_for(key: str, book: Rulebook, puzzle: Puzzle, settled: Board, because: Sequence[int]) -> Document:
    """Return the parameters that a sentence takes from the board.

    `because` has the constraints in the order of their letters.
    """
    wanted = holes(key)
    words: Document = {}
    for name, cells in (("on", settled.yes), ("off", settled.no)):
        if name in wanted:
            named = list(members(cells & visible(puzzle)))
            words[name] = _places(puzzle, named)
            if wanted.isdisjoint({"n", "on", "off"} - {name}):
                words["n"] = len(named)  # a step may have been reduced to fewer cells than its technique settles
    if "faces" in wanted:
        words["faces"] = listed(_faces(puzzle, next(members(settled.known))))
    if "settled" in wanted:
        words["settled"] = _settled(puzzle, settled)
    lettered = {f"clue_{chr(ord('a') + place)}": number for place, number in enumerate(because[:26])}
    words |= {name: clue_text(book, puzzle, number) for name, number in lettered.items() if name in wanted}
    places = [cell(*clue.at) for clue in (puzzle.constraints[number].clue for number in because) if _in_cell(clue)]
    if "at_a" in wanted:
        words["at_a"] = listed(places[:1])
    if "ats" in wanted:
        words["ats"] = message(f"ats.{puzzle.kind}", {"places": listed(places), "n": len(places)})
    if "clues" in wanted:
        numbers = [number for number in because if _in_cell(puzzle.constraints[number].clue)]
        words["clues"] = listed([clue_text(book, puzzle, number) for number in numbers or because])
    return words


def _settled(puzzle: Puzzle, settled: Board) -> Document:
    """Return the variables settled as yes and as no, in a message that names only what there is."""
    parts = {"on": settled.yes & visible(puzzle), "off": settled.no & visible(puzzle)}
    form = "both" if all(parts.values()) else "on" if parts["on"] else "off"
    places = {name: _places(puzzle, list(members(cells))) for name, cells in parts.items() if cells}
    return message(f"settled.{puzzle.kind}-{form}", places)


def listed(items: Sequence[Document], most: int | None = MOST_NAMED) -> Document:
    """Return a list of messages as one message: "a; b and c", or "a; b; c and 4 more". None for `most` lists all."""
    shown = items[:most]
    rest = len(items) - len(shown)
    if rest == 1:
        shown, rest = items, 0
    *first, last = shown or [message("list.nothing")]
    if rest > 0:
        first.append(last)
    if not first:
        return last
    text = first[0]
    for item in first[1:]:
        text = message("list.then", {"first": text, "last": item})
    return (
        message("list.more", {"first": text, "n": rest})
        if rest > 0
        else message("list.and", {"first": text, "last": last})
    )


def _in_cell(clue: Clue | None) -> TypeGuard[Clue]:
    """Return whether this is the clue of a cell."""
    return clue is not None and isinstance(clue.at[0], int)


def _places(puzzle: Puzzle, literals: Sequence[int]) -> Document:
    """Return the positions of variables, all of them. Several cells are grouped by row or by column."""
    places = [place_of_literal(puzzle, literal) for literal in literals]
    if len(places) < 2 or not all("row" in where for where in places):
        return listed([position(puzzle, literal) for literal in literals], None)
    return listed(_by_lines([(where["row"], where["column"]) for where in places]), None)


def _by_lines(cells: Sequence[tuple[int, int]]) -> list[Document]:
    """Return the positions of cells, grouped by row or by column, whichever gives fewer groups."""
    found = []
    for line, cross in (("row", "column"), ("column", "row")):
        lines: dict[int, list[int]] = {}
        for at in cells:
            lines.setdefault(at[line == "column"] + 1, []).append(at[line == "row"] + 1)
        found.append(
            [
                message(f"at.{line}-cells", {line: at, f"{cross}s": spans(across)})
                if len(across) > 1
                else message("at.cell", {line: at, cross: across[0]})
                for at, across in lines.items()
            ]
        )
    return min(found, key=len)


def clue_text(book: Rulebook, puzzle: Puzzle, number: int) -> Document:
    """Return a constraint for a sentence: its clue with value and place, or the place of its cells."""
    constraint = puzzle.constraints[number]
    clue = constraint.clue
    if clue is None:
        return _rule_text(book, puzzle, constraint)
    value = clue_name(puzzle, clue)
    if isinstance(clue.at[0], int) and isinstance(clue.value, str) and book.regions:
        return message("clue.region", {"row": clue.at[0] + 1, "column": clue.at[1] + 1})
    if isinstance(clue.at[0], int):
        return message("clue.in-cell", {"value": value, "row": clue.at[0] + 1, "column": clue.at[1] + 1})
    if len(clue.at) == 3 and clue.at[0] in MIDDLES:
        key = "clue.between-named" if value != clue.value else "clue.between"
        return message(key, {"value": value, "place": _place_text(puzzle, *clue.at)})
    if clue.at[0] in ("row", "column") and len(clue.at) == 2:
        return message(
            f"clue.of-{clue.at[0]}", {"value": line_text(book, puzzle, clue.value), clue.at[0]: clue.at[1] + 1}
        )
    if clue.at[0] in SIDES and len(clue.at) == 2:
        return message(f"clue.at-{clue.at[0]}", {"value": value, SIDES[clue.at[0]]: clue.at[1] + 1})
    return message("clue.rule")


def clue_name(puzzle: Puzzle, clue: Clue) -> Any:
    """Return the value of a clue for a sentence: the kind's name for it, such as that of a letter which is drawn as a
    symbol, else the value.
    """
    key = f"clue.{puzzle.kind}.{clue.value}"
    return message(key) if key in table("en") else clue.value


def rule_name(constraint: Constraint) -> str:
    """Return the name of a rule, by which its strings are found: its own, or that of its type."""
    own = getattr(constraint, "title", ("", ()))[0]
    return own or re.sub("(?<=[a-z])(?=[A-Z])", "-", type(constraint).__name__).lower()


def cells_of_rule(constraint: Constraint) -> tuple[tuple[int, int], ...]:
    """Return the row and column of each cell by which a rule of the game is named, or () if its scope names it."""
    own: tuple[tuple[int, int], ...] = getattr(constraint, "title", ("", ()))[1]
    return own


def rule_texts(book: Rulebook, puzzle: Puzzle, numbers: Iterable[int]) -> list[Document]:
    """Return rules of the game for a sentence, each text once: the name of a rule, and its place if that has a name. A
    kind may name its rules.
    """
    found: list[Document] = []
    for number in numbers:
        constraint = puzzle.constraints[number]
        is_rule = constraint.clue is None
        text = _rule_text(book, puzzle, constraint, True) if is_rule else clue_text(book, puzzle, number)
        if text not in found:
            found.append(text)
    return found


def _rule_text(book: Rulebook, puzzle: Puzzle, constraint: Constraint, general: bool = False) -> Document:
    """Return a rule of the game: its place, the clues that choose among its hidden variables, and the name that the
    kind has for it. If the kind has none, it is missing; its type names it if it is `general` or has no place.
    """
    own = cells_of_rule(constraint)
    place = _cells_text(book, puzzle, own, ()) if own else _scope_text(book, puzzle, constraint.scope)
    parts = [place] if place != message("clue.rule") else []
    parts += [clue_text(book, puzzle, number) for number in _defining(puzzle, constraint.scope)]
    names = [f"{puzzle.kind}.", ""] if general or not parts else [f"{puzzle.kind}."]
    keys = [key for name in names if (key := f"rule.name.{name}{rule_name(constraint)}") in table("en")]
    name = message(keys[0] if keys else "clue.rule")
    if keys and parts:
        return message("rule.at", {"rule": name, "place": listed(parts)})
    return listed(parts) if parts else name


def _defining(puzzle: Puzzle, scope: Sequence[int]) -> list[int]:
    """Return the clues that choose one of several hidden variables, some of which are in a scope. A number chooses one
    of its possible rectangles, for example.
    """
    hidden = {literal for literal in scope if not visible(puzzle) >> literal & 1}
    if not hidden:
        return []
    clues = [(number, one) for number, one in enumerate(puzzle.constraints) if one.clue and one.exact]
    choices = [(number, one.scope) for number, one in clues if one.missing(0) == 1]
    return [
        number
        for number, own in choices
        if not hidden.isdisjoint(own) and not any(visible(puzzle) >> literal & 1 for literal in own)
    ]


def broken_form(puzzle: Puzzle, constraint: Constraint, board: Board) -> tuple[str, Document]:
    """Return the form of the sentence about a constraint that a board breaks, and the places that it names."""
    yes, no = (
        sum((cells >> cell & 1) << place for place, cell in enumerate(constraint.scope))
        for cells in (board.yes, board.no)
    )
    form, numbers, literals = constraint.broken(yes, no)
    return form, {**numbers, **{name: position(puzzle, literal) for name, literal in literals.items()}}


def line_text(book: Rulebook, puzzle: Puzzle, value: Any) -> Any:
    """Return the clue of a line: numbers, or numbers with the value that each of them counts."""
    if not isinstance(value, (list, tuple)):
        return value
    if not value or isinstance(value[0], int):
        return ", ".join(map(str, value)) or "0"
    runs = [message("clue.part", {"n": n, "value": book.value_name(puzzle, of)}) for n, of in value]
    return reduce(lambda text, run: message("list.commas", {"first": text, "last": run}), runs)


def _scope_text(book: Rulebook, puzzle: Puzzle, scope: Sequence[int]) -> Document:
    """Return the cells of a rule: a line or some of its cells, two lines, a rectangle, a region, the cells in line with
    one cell, the whole board or its cells with one value, the dot at which edges meet, the cell at which links do, or a
    few places of other shapes.
    """
    seen = {variable_of(puzzle, literal): literal for literal in scope if visible(puzzle) >> literal & 1}
    places = [place(puzzle, variable) for variable in seen if variable is not None]
    if len(places) == 1:
        return position(puzzle, next(iter(seen.values())))
    ends = [_ends(where) for where in places]
    dots = set.intersection(*ends) if ends else set()
    if len(dots) == 1:
        ((row, column),) = dots
        return message("clue.dot", {"row": row + 1, "column": column + 1})
    if (centre := meeting_cell(places)) is not None:
        return cell(*centre)
    if not places or not all("row" in where for where in places):
        few = 0 < len(places) <= MOST_NAMED
        return listed([position(puzzle, literal) for literal in seen.values()]) if few else message("clue.rule")
    values = {literal - same_variable(puzzle, literal).start + 1 for literal in scope}
    return _cells_text(book, puzzle, [(where["row"], where["column"]) for where in places], values)


def _cells_text(book: Rulebook, puzzle: Puzzle, cells: Sequence[tuple[int, int]], values: Collection[int]) -> Document:
    """Return the cells of a rule about these of their values."""
    if len(cells) == 1:
        return cell(*cells[0])
    board = blocks_of(puzzle)[0]
    rows, columns = (sorted(set(some)) for some in zip(*cells))
    for line, lines, cross, across, length in (
        ("row", rows, "column", columns, board.width),
        ("column", columns, "row", rows, board.height),
    ):
        if len(lines) == 1 and len(across) == length:
            return message(f"clue.{line}", {line: lines[0] + 1})
        if len(lines) == 1 and len(across) <= across[-1] - across[0]:
            return message(f"at.{line}-cells", {line: lines[0] + 1, f"{cross}s": spans([at + 1 for at in across])})
        if len(lines) == 1:
            return message(f"clue.{line}-part", {line: lines[0] + 1, "first": across[0] + 1, "last": across[-1] + 1})
        if len(lines) == 2 and len(cells) == 2 * length:
            return message(f"clue.{line}s", {"first": lines[0] + 1, "last": lines[1] + 1})
    if len(cells) == board.width * board.height:
        if board.values == 2 or len(values) != 1:
            return message("clue.board")
        (value,) = values
        return message("clue.cells-with", {"value": book.value_name(puzzle, value) or book.letters[value]})
    return _shape_text(book, puzzle, cells)


def _shape_text(book: Rulebook, puzzle: Puzzle, cells: Sequence[tuple[int, int]]) -> Document:
    """Return the cells of a rule in several rows and columns: two of them, a rectangle, a region, those in line with
    one of them, or the parts of a few lines.
    """
    if len(cells) == 2:
        return message("clue.pair", {"first": cell(*cells[0]), "last": cell(*cells[1])})
    rows, columns = (sorted(set(some)) for some in zip(*cells))
    if len(rows) * len(columns) == len(cells):
        return message(
            "clue.block",
            {name: spans([at + 1 for at in some]) for name, some in (("rows", rows), ("columns", columns))},
        )
    owner = "".join(book.regions(puzzle.document)) if book.regions else ""
    names = {owner[r * puzzle.width + c] for r, c in cells} if owner else set()
    if len(names) == 1 and owner.count(names.pop()) == len(cells):
        return message("clue.region", {"row": cells[0][0] + 1, "column": cells[0][1] + 1})
    middles = [(r, c) for r, c in cells if all(r == row or c == column for row, column in cells)]
    if len(middles) == 1:
        ((row, column),) = middles
        return message("clue.in-line", {"row": row + 1, "column": column + 1})
    parts = _by_lines(cells)
    return listed(parts) if len(parts) <= MOST_NAMED else message("clue.rule")


def _ends(where: Document) -> set[tuple[int, int]]:
    """Return the two dots at the ends of an edge; empty for another place."""
    if "h" in where:
        row, column = where["h"]
        return {(row, column), (row, column + 1)}
    if "v" in where:
        row, column = where["v"]
        return {(row, column), (row + 1, column)}
    return set()


def meeting_cell(places: Sequence[Document]) -> tuple[int, int] | None:
    """Return the row and column of the only cell that all of these links join, or None."""
    ends = [
        {tuple(at), (at[0], at[1] + 1) if name == "right" else (at[0] + 1, at[1])}
        for where in places
        for name, at in where.items()
        if name in ("right", "down")
    ]
    common = set.intersection(*ends) if ends and len(ends) == len(places) else set()
    return common.pop() if len(common) == 1 else None


def cell(row: int, column: int) -> Document:
    """Return the position of a cell, counted from 0."""
    return message("at.cell", {"row": row + 1, "column": column + 1})


def position(puzzle: Puzzle, literal: int) -> Document:
    """Return the position of a variable: a cell, or the cell next to an edge."""
    where = place_of_literal(puzzle, literal)
    if "row" in where:
        return cell(where["row"], where["column"])
    ((name, (row, column)),) = where.items()
    return _place_text(puzzle, name, row, column)


def _place_text(puzzle: Puzzle, name: str, row: int, column: int) -> Document:
    """Return the position of an edge, next to a cell, of a link, between two cells, or of a vertex."""
    board = blocks_of(puzzle)[0]
    if name == "h":
        above = row < board.height
        return message("at.above" if above else "at.below", {"row": row + above, "column": column + 1})
    if name == "v":
        left = column < board.width
        return message("at.left" if left else "at.right", {"row": row + 1, "column": column + left})
    return message(f"at.{'across' if name == 'right' else name}", {"row": row + 1, "column": column + 1})


def _faces(puzzle: Puzzle, literal: int) -> list[Document]:
    """Return the two cells on either side of an edge; beyond the border this is the outside."""
    ((name, (row, column)),) = place_of_literal(puzzle, literal).items()
    board = blocks_of(puzzle)[0]
    first = (row - 1, column) if name == "h" else (row, column - 1)
    inside = [at for at in (first, (row, column)) if 0 <= at[0] < board.height and 0 <= at[1] < board.width]
    return [cell(*at) for at in inside] + [message("at.outside")] * (2 - len(inside))
