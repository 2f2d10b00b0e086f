"""Each number counts the mines around it. Cells are numbered row by row; yes is a mine.

A document has either a "grid" (".": closed, "*": known mine, "s": known to be safe, 0-8: opened), with or without the
total number of "mines", or a complete "field" ("*" and ".", or "*" and its numbers) with the "opened" cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tesuji.bitset import flags, members
from tesuji.constraints import Count
from tesuji.errors import InputError
from tesuji.grid import bit_set, cells_around, letters, number_alternatives, offered, rows_of
from tesuji.model import Alternative, Board, Clue, Document, Flaw, Offer, Puzzle
from tesuji.variables import place_of_literal

DIGITS = "012345678"
ONLY = [frozenset((number,)) for number in range(9)]


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid", or with "field" and "opened". Raises InputError."""
    grid = (
        position(document)
        if "field" in document and "grid" not in document
        else letters(document, "grid", ".*s" + DIGITS)
    )
    width, height = len(grid[0]), len(grid)
    mines = _mines(document)
    if "board" in document:
        letters(document, "board", "*s.?" + DIGITS, (width, height))
    text, opened = "".join(grid), bit_set(grid, DIGITS)
    constraints = [_number(*divmod(cell, width), int(text[cell]), width, height) for cell in members(opened)]
    clues = [constraint.clue for constraint in constraints]
    if mines is not None:
        clues.append(Clue(("mines",), mines))
        constraints.append(Count(range(width * height), {mines}, clues[-1]))
    givens = Board(bit_set(grid, "*"), bit_set(grid, "s") | opened)
    return Puzzle("minesweeper", width, height, width * height, tuple(clues), tuple(constraints), givens, document)


@lru_cache(maxsize=1 << 14)
def _number(r: int, c: int, value: int, width: int, height: int) -> Count:
    return Count(cells_around(r, c, width, height), ONLY[value], Clue((r, c), value))


def _mines(document: Document) -> int | None:
    mines = document.get("mines")
    if mines is None:
        return None
    if type(mines) is not int or mines < 0:
        raise InputError("mines", n=str(mines)[:20])
    return mines


def numbers(field: Sequence[str]) -> list[list[int]]:
    """Return the complete board of a field, which must not be changed: the number of every safe cell, -1 for a mine."""
    return _numbers(tuple(field))


@lru_cache(maxsize=4)
def _numbers(field: tuple[str, ...]) -> list[list[int]]:
    mines = [[letter == "*" for letter in row] for row in field]
    beyond = [[False] * len(row) for row in field[:1]]
    found = []
    for above, row, below in zip(beyond + mines, mines, mines[1:] + beyond):
        threes = [*map(sum, zip(above, row, below))]
        around = map(sum, zip([0, *threes], threes, [*threes[1:], 0]))
        found.append([-1 if mine else number for mine, number in zip(row, around)])
    return found


def opened_cells(
    field: Sequence[str],
    places: Sequence[tuple[int, int]],
    before: Iterable[tuple[int, int]] = (),
    closed: Iterable[tuple[int, int]] = (),
) -> list[list[int]]:
    """Return the open cells of a field after clicks on these safe cells, including those open `before`. A 0 also opens
    all cells around it, except those in `closed`.
    """
    board, stride = bordered(field)
    clicks, flags, known = ({(r + 1) * stride + c + 1 for r, c in some} for some in (places, closed, before))
    opened = spread(board, stride, clicks, known | flags) - (flags - known - clicks)
    return [[place // stride - 1, place % stride - 1] for place in sorted(opened)]


def bordered(field: Sequence[str]) -> tuple[list[int], int]:
    """Return the numbers of a field row by row, with -1 for mines and for a border around the field, and the length of
    a row with its border.
    """
    stride = len(field[0]) + 2
    rows = [number for line in numbers(field) for number in (-1, *line, -1)]
    return [-1] * stride + rows + [-1] * stride, stride


def spread(board: Sequence[int], stride: int, clicks: Iterable[int], before: Iterable[int] = ()) -> set[int]:
    """Return the open places of a bordered board after clicks, including those open `before`."""
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    waiting = [*clicks]
    opened = {*before, *waiting}
    while waiting:
        place = waiting.pop()
        if not board[place]:
            more = [place + step for step in steps if board[place + step] >= 0 and place + step not in opened]
            opened.update(more)
            waiting += more
    return opened


def position(document: Document) -> list[str]:
    """Return the grid that a player sees of a complete field: opened cells show their number, and all others are
    closed.

    Raises InputError if an opened cell is a mine or lies outside the board, or if a number of the field does not fit
    its mines.
    """
    field = letters(document, "field", ".*" + DIGITS)
    height, width = len(field), len(field[0])
    complete = numbers(field)
    for r, c in (divmod(cell, width) for cell in members(bit_set(field, DIGITS))):
        if int(field[r][c]) != complete[r][c]:
            at = {"row": r + 1, "column": c + 1}
            raise InputError("number-differs", at, found=int(field[r][c]), n=complete[r][c])
    grid = [["."] * width for _ in range(height)]
    opened = document.get("opened")
    opened = () if opened is None else opened
    if not isinstance(opened, (list, tuple)):
        raise InputError("opened")
    for place in opened:
        r, c = _opened(place, width, height)
        if complete[r][c] < 0:
            raise InputError("opened-mine", {"row": r + 1, "column": c + 1})
        grid[r][c] = str(complete[r][c])
    return ["".join(row) for row in grid]


def _opened(place: object, width: int, height: int) -> tuple[int, int]:
    if not isinstance(place, (list, tuple)) or [*map(type, place)] != [int, int]:
        raise InputError("opened")
    r, c = place
    if not (0 <= r < height and 0 <= c < width):
        raise InputError("opened-outside", {"row": r + 1, "column": c + 1}, width=width, height=height)
    return r, c


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield numbers that are larger than the number of closed cells around them, or smaller than that of known mines;
    and a total with too many or too few mines.
    """
    is_safe, is_mine = flags(puzzle.givens.no, puzzle.size), flags(puzzle.givens.yes, puzzle.size)
    for constraint in puzzle.constraints:
        (number,), clue, cells = constraint.allowed, constraint.clue, constraint.scope
        room, known = len(cells) - sum([is_safe[cell] for cell in cells]), sum([is_mine[cell] for cell in cells])
        if known <= number <= room:
            continue
        word = "mines" if clue.at == ("mines",) else "number"
        at = None if word == "mines" else {"row": clue.at[0] + 1, "column": clue.at[1] + 1}
        yield Flaw(
            f"{word}-too-{'large' if number > room else 'small'}", {"n": number, "room": room, "known": known}, at
        )


def offers(puzzle: Puzzle, board: Board) -> Iterator[Offer]:
    """Yield every closed safe cell, to be opened, and last every mine, for cells that no number settles. In a complete
    field, only cells that agree with the board are included.
    """
    opened = {clue.at for clue in puzzle.clues}
    field = numbers(puzzle.document["field"]) if "grid" not in puzzle.document else None
    mine = flags(board.yes, puzzle.size)
    for cell in range(puzzle.size):
        at = divmod(cell, puzzle.width)
        if at in opened or mine[cell]:
            continue
        near = cells_around(*at, puzzle.width, puzzle.height)
        number = sum(mine[other] for other in near)
        if field and field[at[0]][at[1]] != number:
            continue
        shown_by = (Count((cell,), {0}), Count(near, {number}, Clue(at, number)))
        yield Offer(place_of_literal(puzzle, cell), number, shown_by)
    if not field:
        for cell in members(board.yes & ~puzzle.givens.yes):
            yield Offer(place_of_literal(puzzle, cell), "*", (Count((cell,), {1}),))


def with_offers(puzzle: Puzzle, chosen: Sequence[Offer]) -> Document:
    """Return the document with the chosen cells opened or marked as known; a complete field stays complete."""
    document = puzzle.document
    if "grid" not in document:
        opened = [[offer.at["row"], offer.at["column"]] for offer in chosen]
        return {**document, "opened": [*(document.get("opened") or ()), *opened]}
    return {**document, "grid": offered(shown(puzzle), chosen)}


def alternatives(puzzle: Puzzle) -> Iterator[Alternative]:
    """Yield the numbers of a position, the total number of mines, and the cells given as mines or as safe."""
    if "grid" in puzzle.document:
        yield from number_alternatives(puzzle, range(9))
        opened = {clue.at for clue in puzzle.clues}
        for cell in members(puzzle.givens.known):
            if divmod(cell, puzzle.width) not in opened:
                was = "*" if puzzle.givens.yes >> cell & 1 else "s"
                yield Alternative(place_of_literal(puzzle, cell), was, (), 1 << cell, ".")
    if puzzle.clues and puzzle.clues[-1].at == ("mines",):
        number = len(puzzle.constraints) - 1
        yield Alternative({}, puzzle.clues[-1].value, (number,), shown=lambda board: board.yes.bit_count())


def changed(puzzle: Puzzle, clue: Alternative, value: int | str) -> Document:
    """Return the document with another number, or another total number of mines."""
    if not clue.at:
        return {**puzzle.document, "mines": value}
    return {**puzzle.document, "grid": offered(shown(puzzle), [Offer(clue.at, value, ())])}


def read(puzzle: Puzzle, rows: Sequence[str]) -> Board:
    rows = letters({"board": rows}, "board", "*.s?" + DIGITS, (puzzle.width, puzzle.height))
    return Board(bit_set(rows, "*"), bit_set(rows, ".s" + DIGITS))


def forced(puzzle: Puzzle, board: Board) -> list[str]:
    """Return the letters of a board: "*" mine, "s" safe, "?" open; opened cells keep their number."""
    grid = "".join(shown(puzzle))
    rows = "".join(rows_of(puzzle.width, puzzle.height, board.yes, board.no, "*s?"))
    text = "".join(given if given in DIGITS else mark for given, mark in zip(grid, rows))
    return [text[start : start + puzzle.width] for start in range(0, len(text), puzzle.width)]


def shown(puzzle: Puzzle) -> list[str]:
    """Return the current grid: numbers, known mines, closed cells."""
    grid = [list(row) for row in rows_of(puzzle.width, puzzle.height, *puzzle.givens, "*s.")]
    for clue in puzzle.clues:
        if clue.at != ("mines",):
            grid[clue.at[0]][clue.at[1]] = str(clue.value)
    return ["".join(row) for row in grid]


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the board as text: numbers, "*" for mines, "-" for safe cells, "." for closed ones."""
    return "\n".join(" ".join(row).replace("s", "-").replace("?", ".") for row in forced(puzzle, board))
