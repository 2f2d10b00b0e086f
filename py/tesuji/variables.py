"""Variables: the places of a board that have a value, and the literals that stand for them inside the engine.

Places and values are used outside the engine, literals only inside. A board consists of blocks of variables (`Block`).
The variables of all visible blocks are numbered from 0, block after block, place after place; hidden blocks have
literals but no variables. A variable with two values has one literal (yes is value 1, no is value 2); one with more
values has one literal per value, in the order of the values. Value 0 means undecided.

All functions here work with numbers and create no object per variable, because a slitherlink of 200x200 has 80,000.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from tesuji.bitset import flags, members, set_of
from tesuji.errors import InputError
from tesuji.model import Block, Board, Constraint, Document, Puzzle

UNDECIDED, YES, NO = 0, 1, 2
"""Value indexes of a variable with two values."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The character of each value index in a string of marks."""


# Places


class PlaceGrid(NamedTuple):
    """The places of one direction of a block, row by row. `name` is the member that holds [row, column] in the JSON of
    a place; cells, whose places are {"row", "column"}, have none.
    """

    name: str
    rows: int
    columns: int


def grids(block: Block) -> tuple[PlaceGrid, ...]:
    """Return the grids of a block, in the order in which its places are numbered."""
    width, height = block.width, block.height
    if block.shape == "cell":
        return (PlaceGrid("", height, width),)
    if block.shape == "edge":
        return PlaceGrid("h", height + 1, width), PlaceGrid("v", height, width + 1)
    if block.shape == "link":
        return PlaceGrid("right", height, width - 1), PlaceGrid("down", height - 1, width)
    if block.shape == "vertex":
        return (PlaceGrid("vertex", height + 1, width + 1),)
    if block.shape == "hidden":
        return (PlaceGrid("hidden", height, width),)
    raise ValueError(f"A block has no shape {block.shape!r}")


MIDDLES = {
    "": (0.5, 0.5),
    "h": (0.0, 0.5),
    "v": (0.5, 0.0),
    "right": (0.5, 1.0),
    "down": (1.0, 0.5),
    "vertex": (0.0, 0.0),
}
"""Row and column of the middle of the first place of each grid, in cells from the upper left corner of the board."""
FIRST = {"": (1, 1), "h": (0, 1), "v": (1, 0), "right": (1, 1), "down": (1, 1), "vertex": (0, 0)}
"""Row and column of the first place of each grid in text for people, counting the border of the board as 0."""


def grid_place(place: Any) -> tuple[str, int, int] | None:
    """Return the grid's name, the row and the column of a place in JSON, or None if it does not have that form."""
    if not isinstance(place, dict):
        return None
    if place.keys() == {"row", "column"}:
        name, at = "", [place["row"], place["column"]]
    elif len(place) == 1:
        ((name, at),) = place.items()
    else:
        return None
    if name not in MIDDLES or not isinstance(at, (list, tuple)) or len(at) != 2:
        return None
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in at):
        return None
    return name, at[0], at[1]


def middle(place: Any) -> tuple[float, float] | None:
    """Return the row and column of the middle of a place, in cells, or None if it is not a place."""
    found = grid_place(place)
    if not found:
        return None
    name, row, column = found
    return row + MIDDLES[name][0], column + MIDDLES[name][1]


def place_name(where: Document) -> str:
    """Return the name of a place in text: "r3c5" for a cell, otherwise its grid with row and column, such as "h2,3".
    Cells are numbered from 1; the border of the board is 0.
    """
    found = grid_place(where)
    if not found:
        raise ValueError(where)
    name, row, column = found
    row, column = row + FIRST[name][0], column + FIRST[name][1]
    return f"{name}{row},{column}" if name else f"r{row}c{column}"


PLACE_NAME = re.compile(r"(r|[a-z]*)(\d+)[,c](\d+)")


def named_place(text: str) -> Document | None:
    """Return the place for a name in the form of `place_name`, or for a cell as "3,5"; None if the text is not a place."""
    match = PLACE_NAME.fullmatch(text.strip())
    name = "" if match and match[1] == "r" else match and match[1]
    if not match or name not in FIRST:
        return None
    row, column = int(match[2]) - FIRST[name][0], int(match[3]) - FIRST[name][1]
    return {name: [row, column]} if name else {"row": row, "column": column}


# Blocks and numbers


class Span(NamedTuple):
    """One block with the numbers of its literals and of its variables; the latter are empty for a hidden block."""

    block: Block
    literals: range
    variables: range


@lru_cache(maxsize=64)
def numbered(blocks: tuple[Block, ...]) -> tuple[Span, ...]:
    """Return blocks with the numbers of their literals and variables."""
    found = []
    literal = variable = 0
    for block in blocks:
        places = sum(grid.rows * grid.columns for grid in grids(block))
        literals = range(literal, literal + places * literals_each(block))
        variables = range(variable, variable + (0 if block.shape == "hidden" else places))
        found.append(Span(block, literals, variables))
        literal, variable = literals.stop, variables.stop
    return tuple(found)


def literals_each(block: Block) -> int:
    """Return the number of literals for one variable of a block."""
    return 1 if block.values == 2 else block.values


def puzzle_of(
    document: Document,
    blocks: Sequence[Block],
    constraints: Iterable[Constraint],
    givens: Sequence[int] = (),
    excluded: Iterable[int] = (),
) -> Puzzle:
    """Return the puzzle of a document from blocks and constraints. Raises InputError if it has no variables or a given
    value is impossible, and ValueError if a constraint has literals that no block has.

    Its clues are those of the constraints, in the order of their first use. `givens` has the value index of each
    visible variable, 0 if not given. `excluded` has the literals of values that variables cannot have, such as numbers
    over the size of a region; a given value is not excluded. The size is that of the first visible block.
    """
    constraints, blocks = tuple(constraints), tuple(blocks)
    first = next(block for block in blocks if block.shape != "hidden")
    clues = dict.fromkeys(id(one.clue) for one in constraints if one.clue is not None)
    by_id = {id(one.clue): one.clue for one in constraints}
    listed = tuple(clue for key in clues if (clue := by_id[key]) is not None)
    size = literals_in(blocks)
    if not size:
        raise InputError("empty")
    kind = str(document["kind"])
    for one in constraints:
        if one.scope and not 0 <= min(one.scope) <= max(one.scope) < size:
            wrong = next(literal for literal in one.scope if not 0 <= literal < size)
            at = f" of the clue {one.clue.at}" if one.clue else ""
            raise ValueError(
                f"{kind}: a {type(one).__name__}{at} has literal {wrong}; those of the blocks are 0 to {size - 1}"
            )
    puzzle = Puzzle(kind, first.width, first.height, size, listed, constraints, Board(), document, blocks)
    given = closed(puzzle, board_of_indexes(puzzle, givens)) if givens else Board()
    return puzzle._replace(givens=given.joined(Board(0, set_of(excluded) & ~given.yes)))


def blocks_of(puzzle: Puzzle) -> tuple[Block, ...]:
    """Return the blocks of a puzzle; a puzzle without blocks has one cell per literal."""
    return puzzle.blocks or (Block("cell", puzzle.width, puzzle.height),)


def spans(puzzle: Puzzle) -> tuple[Span, ...]:
    """Return the blocks of a puzzle with their numbers, including hidden blocks."""
    return numbered(blocks_of(puzzle))


def shown(puzzle: Puzzle) -> list[Span]:
    """Return the visible blocks of a puzzle with their numbers."""
    return [span for span in spans(puzzle) if span.block.shape != "hidden"]


def literals_in(blocks: Sequence[Block]) -> int:
    """Return the number of literals of some blocks, which is the `size` of a puzzle that consists of them."""
    found = numbered(tuple(blocks))
    return found[-1].literals.stop if found else 0


def variable_count(puzzle: Puzzle) -> int:
    """Return the number of visible variables."""
    return spans(puzzle)[-1].variables.stop


def visible(puzzle: Puzzle) -> int:
    """Return the literals of all visible variables, as a bit set."""
    return _visible(blocks_of(puzzle))


@lru_cache(maxsize=64)
def _visible(blocks: tuple[Block, ...]) -> int:
    seen = [literals for block, literals, _ in numbered(blocks) if block.shape != "hidden"]
    return sum((1 << literals.stop) - (1 << literals.start) for literals in seen)


def values_only(puzzle: Puzzle, board: Board) -> Board:
    """Return the literals that give visible variables a value: for a variable with several values, the one of its value,
    without those of the values that it does not have.
    """
    yes = no = 0
    for block, numbers, _ in shown(puzzle):
        here = (1 << numbers.stop) - (1 << numbers.start)
        yes |= board.yes & here
        no |= board.no & here if block.values == 2 else 0
    return Board(yes, no)


def given_values(puzzle: Puzzle) -> Board:
    """Return the literals of the visible variables whose values the puzzle gives."""
    return puzzle.givens.within(same_variables(puzzle, values_only(puzzle, puzzle.givens).known))


def excluded_values(puzzle: Puzzle) -> Board:
    """Return the other literals that the puzzle settles: values that variables cannot have, and hidden ones."""
    return puzzle.givens.within(~given_values(puzzle).known)


def span_of_literal(puzzle: Puzzle, literal: int) -> Span:
    """Return the block to which a literal belongs."""
    found = spans(puzzle)
    if len(found) == 1:
        return found[0]
    return found[bisect_right(found, literal, key=lambda span: span.literals.start) - 1]


def span_of_variable(puzzle: Puzzle, variable: int) -> Span:
    """Return the block to which a visible variable belongs."""
    return next(span for span in spans(puzzle) if variable in span.variables)


def variable_of(puzzle: Puzzle, literal: int) -> int | None:
    """Return the variable of a literal, or None if it is hidden."""
    block, literals, variables = span_of_literal(puzzle, literal)
    return variables.start + (literal - literals.start) // literals_each(block) if block.shape != "hidden" else None


def value_of(puzzle: Puzzle, literal: int, yes: bool = True) -> int:
    """Return the value index that a variable has if this literal holds. For a variable with two values, `yes` may be
    False to get the value if it does not hold.
    """
    block, literals, _ = span_of_literal(puzzle, literal)
    if block.values == 2:
        return YES if yes else NO
    return (literal - literals.start) % block.values + 1


def literals_of(puzzle: Puzzle, variable: int) -> range:
    """Return the literals of a visible variable, value after value."""
    block, literals, variables = span_of_variable(puzzle, variable)
    each = literals_each(block)
    first = literals.start + (variable - variables.start) * each
    return range(first, first + each)


def unsettled(puzzle: Puzzle, board: Board) -> int:
    """Return the number of visible variables that a board leaves open."""
    if visible(puzzle).bit_count() == variable_count(puzzle):
        return (visible(puzzle) & ~board.known).bit_count()
    return sum(1 for index in indexes(puzzle, board) if index == UNDECIDED)


def touched(puzzle: Puzzle, literals: int) -> int:
    """Return the number of visible variables to which these literals belong."""
    literals &= visible(puzzle)
    if visible(puzzle).bit_count() == variable_count(puzzle):
        return literals.bit_count()
    return len({variable_of(puzzle, literal) for literal in members(literals)})


def same_variable(puzzle: Puzzle, literal: int) -> range:
    """Return all literals of the same variable, which may be hidden."""
    block, literals, _ = span_of_literal(puzzle, literal)
    each = literals_each(block)
    first = literal - (literal - literals.start) % each
    return range(first, first + each)


def same_variables(puzzle: Puzzle, chosen: int) -> int:
    """Return all literals of the variables that have one of the chosen literals, as bit sets."""
    for block, literals, _ in spans(puzzle):
        if block.values > 2:
            inside = (1 << literals.stop) - (1 << literals.start)
            starts = {literal - (literal - literals.start) % block.values for literal in members(chosen & inside)}
            chosen |= set_of(starts) * ((1 << block.values) - 1)
    return chosen


def values_of(puzzle: Puzzle, variable: int) -> int:
    """Return the number of values that a visible variable may have."""
    return span_of_variable(puzzle, variable).block.values


def place(puzzle: Puzzle, variable: int) -> Document:
    """Return the place of a visible variable in the form of results: {"row", "column"} of a cell, {"h": [row, column]}
    or {"v": ...} of an edge, {"right": ...} or {"down": ...} of a link, {"vertex": ...}; all 0-based.
    """
    name, row, column = _grid_places(blocks_of(puzzle))[variable]
    return {name: [row, column]} if name else {"row": row, "column": column}


@lru_cache(maxsize=4)
def _grid_places(blocks: tuple[Block, ...]) -> tuple[tuple[str, int, int], ...]:
    """Return the grid, row and column of each visible variable: a step may name all cells of a large board."""
    return tuple(
        (grid.name, row, column)
        for block in blocks
        if block.shape != "hidden"
        for grid in grids(block)
        for row in range(grid.rows)
        for column in range(grid.columns)
    )


def place_of_literal(puzzle: Puzzle, literal: int) -> Document:
    """Return the place of a literal's variable. Raises ValueError for a hidden variable."""
    variable = variable_of(puzzle, literal)
    if variable is None:
        raise ValueError(f"Literal {literal} is hidden")
    return place(puzzle, variable)


def variable_at(puzzle: Puzzle, where: Any) -> int | None:
    """Return the variable at a place in JSON, or None if there is none."""
    found = grid_place(where)
    if not found:
        return None
    name, row, column = found
    for block, _, variables in shown(puzzle):
        number = variables.start
        for grid in grids(block):
            if grid.name == name:
                return (
                    number + row * grid.columns + column
                    if 0 <= row < grid.rows and 0 <= column < grid.columns
                    else None
                )
            number += grid.rows * grid.columns
    return None


def settling_literals(puzzle: Puzzle, solution: Board) -> list[int]:
    """Return, for each visible variable, the literal that settles it: its only one, or the one of its value in a
    solution. If the board does not have a value for it, this is the first one.
    """
    found: list[int] = []
    for block, literals, variables in shown(puzzle):
        if block.values == 2:
            found += literals
            continue
        numbers = indexes(puzzle, solution)[variables.start : variables.stop]
        found += [literals.start + block.values * at + max(value - 1, 0) for at, value in enumerate(numbers)]
    return found


# Values


class Entry(NamedTuple):
    """The values of one variable: its value or, if `value` is 0, the values that are removed."""

    variable: int
    value: int
    removed: tuple[int, ...] = ()


def entries(puzzle: Puzzle, board: Board) -> Iterator[Entry]:
    """Yield the values on a board, one entry per visible variable, in the order of the variables."""
    known = list(members(board.known & visible(puzzle)))
    for variable, literals in groupby(known, key=lambda literal: variable_of(puzzle, literal)):
        assert variable is not None
        numbers = list(literals)
        settled = [number for number in numbers if board.yes >> number & 1]
        if settled:
            yield Entry(variable, value_of(puzzle, settled[0]))
        elif values_of(puzzle, variable) == 2:
            yield Entry(variable, NO)
        else:
            yield Entry(variable, UNDECIDED, tuple(value_of(puzzle, number) for number in numbers))


def closed(puzzle: Puzzle, board: Board) -> Board:
    """Return the board extended by "exactly one value": a settled variable has no other value, and the only remaining
    value is settled. Variables without a possible value are unchanged.
    """
    yes, no = board
    for block, literals, _ in spans(puzzle):
        if block.values == 2:
            continue
        inside = (1 << literals.stop) - (1 << literals.start)
        first = -1
        for literal in members((yes | no) & inside):
            start = literal - (literal - literals.start) % block.values
            if start == first:
                continue
            first = start
            mine = (1 << start + block.values) - (1 << start)
            left = mine & ~no
            if yes & mine:
                no |= mine & ~yes
            elif left and not left & (left - 1):
                yes |= left
    return Board(yes, no)


def completed(puzzle: Puzzle, board: Board, new: Board, mine: int) -> tuple[Board, int]:
    """Return new values of the variables with the literals `mine`, with those that "exactly one value" adds on a board,
    and the known values that this needs: those removed before, if only one value is left, or the value itself.
    """
    after = closed(puzzle, board.joined(new).within(mine)).within(~board.known)
    return new.joined(after), mine & (board.no if after.yes & ~new.yes else board.yes)


def indexes(puzzle: Puzzle, board: Board) -> bytes:
    """Return the value index of each visible variable, in linear time. Removed values are not shown."""
    yes, no = flags(board.yes, puzzle.size), flags(board.no & ~board.yes, puzzle.size)
    found = []
    for block, literals, variables in shown(puzzle):
        part = slice(literals.start, literals.stop)
        if block.values == 2:
            weighted = [(1, yes[part]), (2, no[part])]
        else:
            values = yes[part]
            weighted = [(value, values[value - 1 :: block.values]) for value in range(1, block.values + 1)]
        total = sum(weight * int.from_bytes(one, "little") for weight, one in weighted)
        found.append(total.to_bytes(len(variables), "little"))
    return b"".join(found)


def board_of_indexes(puzzle: Puzzle, numbers: Sequence[int]) -> Board:
    """Return the board for a value index per visible variable. A settled variable has no other value. Raises InputError
    for a wrong number of indexes, and, with the place, for a value that a variable cannot have.
    """
    if len(numbers) != variable_count(puzzle):
        raise InputError("values", n=len(numbers), expected=variable_count(puzzle))
    yes = no = 0
    for block, literals, variables in shown(puzzle):
        part = numbers[variables.start : variables.stop]
        if part and not 0 <= min(part) <= max(part) <= block.values:
            wrong = next(at for at, value in enumerate(part) if not 0 <= value <= block.values)
            raise _impossible(puzzle, variables[wrong], block.values)
        values = bytes(part)
        if block.values == 2:
            is_yes, is_no = _bits_at(values, {YES}), _bits_at(values, {NO})
        else:
            is_yes, is_no = _one_hot(values, block.values)
        yes |= is_yes << literals.start
        no |= is_no << literals.start
    return Board(yes, no)


def _impossible(puzzle: Puzzle, variable: int, values: int) -> InputError:
    """Return the error of a value that a variable with this number of values cannot have."""
    where = place(puzzle, variable)
    if "row" in where:
        return InputError("value", {"row": where["row"] + 1, "column": where["column"] + 1}, n=values)
    return InputError("value-at", place=place_name(where), n=values)


def _one_hot(values: bytes, count: int) -> tuple[int, int]:
    """Return the literals that hold and those that do not, as bit sets."""
    chosen, known = bytearray(len(values) * count), bytearray(len(values) * count)
    for value in range(1, count + 1):
        chosen[value - 1 :: count] = values.translate(_table(frozenset({value})))
        known[value - 1 :: count] = values.translate(_table(frozenset(range(1, count + 1))))
    yes = int(chosen[::-1] or b"0", 2)
    return yes, int(known[::-1] or b"0", 2) & ~yes


def _bits_at(values: bytes, wanted: set[int]) -> int:
    return int(values.translate(_table(frozenset(wanted)))[::-1] or b"0", 2)


@lru_cache(maxsize=256)
def _table(wanted: frozenset[int]) -> bytes:
    """Return a table for `translate` that maps these values to b"1" and all others to b"0"."""
    return bytes(49 if value in wanted else 48 for value in range(256))


_CHARACTERS = DIGITS.encode().ljust(256, b"?")


def marks_of(puzzle: Puzzle, board: Board) -> str:
    """Return one character per visible variable: "0" undecided, "1" to "9" and then "a" to "z" for the values."""
    return indexes(puzzle, board).translate(_CHARACTERS).decode()


# Maps


def laid_out(puzzle: Puzzle, values: Sequence[Any]) -> Any:
    """Return one value per visible variable in the layout of a result's maps: rows for cells and vertices, {"h": rows,
    "v": rows} for edges, {"right": rows, "down": rows} for links; with several blocks {shape: map}.
    """
    maps = {block.shape: _map(block, values[variables.start : variables.stop]) for block, _, variables in shown(puzzle)}
    return maps if len(maps) > 1 else next(iter(maps.values()))


def _map(block: Block, values: Sequence[Any]) -> Any:
    rows, start = {}, 0
    for grid in grids(block):
        starts = [start + row * grid.columns for row in range(grid.rows)]
        rows[grid.name] = [values[at : at + grid.columns] for at in starts]
        start += grid.rows * grid.columns
    return rows if len(rows) > 1 else next(iter(rows.values()))


def flattened(puzzle: Puzzle, found: Any) -> list[Any]:
    """Return the values of a map in the order of the variables, the inverse of `laid_out`. Raises InputError for a map
    with another shape."""
    blocks = [span.block for span in shown(puzzle)]
    values: list[Any] = []
    for block in blocks:
        part = member_of(found, block.shape) if len(blocks) > 1 else found
        parts = grids(block)
        for grid in parts:
            rows = member_of(part, grid.name) if len(parts) > 1 else part
            if not isinstance(rows, (list, tuple)) or len(rows) != grid.rows:
                raise InputError("not-rows", field=grid.name or block.shape)
            for row in rows:
                if not isinstance(row, (str, list, tuple)) or len(row) != grid.columns:
                    raise InputError("not-rows", field=grid.name or block.shape)
                values.extend(row)
    return values


def member_of(found: Any, name: str) -> Any:
    """Return one part of a map. Raises InputError."""
    if not isinstance(found, dict) or name not in found:
        raise InputError("missing", field=name)
    return found[name]
