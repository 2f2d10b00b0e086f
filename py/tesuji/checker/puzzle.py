"""A puzzle for the checker: its variables, numbered as literals, and its rules by name.

A literal is a whole number: n for yes, -n for no. Variables are numbered from 1, block after block and place after
place. A variable with two values has one number; a variable with more has one for each value. Numbers beyond these
belong to variables that a proof defines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from tesuji.checker.count import Count
from tesuji.checker.documents import check_size, integer, letters, member, members
from tesuji.checker.limits import LITERALS, NotAPuzzle

Cells = Collection[int]
Definitions = dict[int, tuple[Any, ...]]
"""Variable -> its meaning: (cells, number) if at least this number of cells are yes. Rules use other tuples."""
Refutes = Callable[[Cells, Definitions], bool]
"""Returns whether literals, all true, contradict a rule. True only if that is certain."""
LINES = {"h": "-", "v": "|", "right": "-", "down": "|"}
"""The letter of a yes edge or link."""
ALIAS = 4000
"""A rule that is the only one of its type may also be named by its cells, if that name has at most this many
characters.
"""

AT_ONCE = 2000
"""The number of rules that are named between two safe points."""


class CheckedRule(Protocol):
    """A rule of a puzzle."""

    @property
    def word(self) -> str:
        """The type of the rule, which is the first word of its generic name."""

    @property
    def cells(self) -> Iterable[int]:
        """The literals that the rule restricts."""

    def __call__(self, true: Cells, definitions: Definitions) -> bool:
        """Return whether these literals, all true, contradict the rule. True only if that is certain."""


class Block(NamedTuple):
    """Variables of one shape, "cell", "edge", "link" or "vertex", on a board of width x height cells; or width x height
    variables that are "hidden"."""

    shape: str
    width: int
    height: int
    values: int = 2

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """The name, rows and columns of each rectangle of places, in the order of their numbers."""
        w, h = self.width, self.height
        return {
            "cell": [("", h, w)],
            "edge": [("h", h + 1, w), ("v", h, w + 1)],
            "link": [("right", h, w - 1), ("down", h - 1, w)],
            "vertex": [("", h + 1, w + 1)],
            "hidden": [("", h, w)],
        }[self.shape]

    @property
    def places(self) -> int:
        """The number of variables."""
        return sum(rows * columns for _, rows, columns in self.parts)

    def place(self, number: int) -> tuple[str, int, int]:
        """Return the name of the rectangle, the row and the column of a place, all from 0."""
        for name, rows, columns in self.parts:
            if number < rows * columns:
                return name, *divmod(number, columns)
            number -= rows * columns
        raise ValueError(number)

    @property
    def literals(self) -> int:
        """The number of literals of the block."""
        return self.places * (1 if self.values == 2 else self.values)


class Puzzle:
    """The variables and the rules of a puzzle.

    `marks` are the letters of a board: one for an unknown variable, then those for each value. A value may have several
    letters. A yes edge or link is a line, "-" or "|", and a no edge or link is "." if there are marks for more values.
    `board` is the member of a document with the player's board.
    """

    def __init__(self, *blocks: Block, marks: Sequence[str] = "?#.", board: str = "board"):
        self.blocks: tuple[Block, ...] = blocks
        self.marks: Sequence[str] = marks
        self.board: str = board
        for block in blocks:
            if block.shape != "hidden":
                check_size(block.width, block.height)
        self.size: int = sum(block.literals for block in blocks)
        self.visible: int = sum(block.literals for block in blocks if block.shape != "hidden")
        if not 0 < self.size <= LITERALS:
            raise NotAPuzzle("size")
        self.clues: dict[str, Refutes] = {}
        self.laws: list[CheckedRule] = []
        self._game: dict[str, Refutes] = {}
        self.derived: dict[str, Refutes] = {"counting": Count(None, ())}
        """Rules that follow from the others. Boards are not checked against them."""
        self.given: set[int] = set()
        self.supposed(())
        first = 1
        for block in blocks:
            if block.values > 2:
                for start in range(first, first + block.literals, block.values):
                    self.add(Count(range(start, start + block.values), {1}, word="one"))
            first += block.literals

    # -- building ------------------------------------------------------------------------------------------------------

    @classmethod
    def of_cells(cls, width: int, height: int, marks: Sequence[str] = "?#.") -> Puzzle:
        """Return a puzzle whose variables are cells with two values."""
        return cls(Block("cell", width, height), marks=marks)

    @property
    def rows(self) -> list[range]:
        """The cells of each row, for a puzzle whose first block is cells with two values."""
        width, height = self.blocks[0].width, self.blocks[0].height
        return [range(r * width + 1, r * width + width + 1) for r in range(height)]

    @property
    def columns(self) -> list[range]:
        """The cells of each column."""
        width, height = self.blocks[0].width, self.blocks[0].height
        return [range(c + 1, width * height + 1, width) for c in range(width)]

    def clue(self, rule: CheckedRule, *place: int | str) -> None:
        """Add a clue. `place` is its row and column, from 1, or the words of its name."""
        name = " ".join(map(str, place if isinstance(place[0], str) else ("number", *place)))
        _put(self.clues, name, rule)

    def add(self, rule: CheckedRule) -> None:
        """Add a rule of the game."""
        self.laws.append(rule)

    def follows(self, rule: CheckedRule) -> None:
        """Add a rule that follows from the others. Its name is its type."""
        self.derived[rule.word] = rule

    # -- rules by name -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> dict[str, Refutes]:
        """The rules of the game by name: type and cells of a rule, or only the type if it is unique."""
        for _ in self.named() if len(self._game) < len(self.laws) else ():
            pass
        return self._game

    def named(self) -> Iterator[None]:
        """Name the rules of the game that have no name yet. Yields at safe points."""
        types = Counter(rule.word for rule in self.laws)
        for number in range(len(self._game), len(self.laws)):
            rule = self.laws[number]
            name = " ".join([rule.word, *map(str, rule.cells)])
            _put(self._game, name if types[rule.word] > 1 else rule.word, rule)
            if types[rule.word] == 1 and len(name) <= ALIAS:
                self.derived[name] = rule
            if number % AT_ONCE == 0:
                yield

    def rule(self, name: str) -> Refutes | None:
        """Return the rule with a name, or None if there is none."""
        return self.clues.get(name) or self.game.get(name) or self.derived.get(name)

    def supposed(self, literals: Iterable[int]) -> None:
        """Add given literals. A value of a variable with several values excludes the others."""
        for literal in literals:
            block, *_, value = self.place(literal)
            has_others = literal > 0 and block.values > 2
            self.given.update(_literals(block, literal - value + 1, 0, value) if has_others else [literal])
        self.derived["given"] = lambda true, _: any(-x in self.given for x in true)

    def keep_only(self, names: set[str]) -> None:
        """Remove all clues that are not in `names`, and all givens unless "given" is in it."""
        self.clues = {name: rule for name, rule in self.clues.items() if name in names}
        if "given" not in names:
            self.given.clear()

    def deny(self, name: str, board: frozenset[int]) -> None:
        """Add a rule of this name, which excludes a board."""
        needed = board if all(block.values == 2 for block in self.blocks) else self._settling(board)
        self.derived[name] = lambda true, _: needed.issubset(true)

    def _settling(self, board: frozenset[int]) -> frozenset[int]:
        """Return the literals that imply the others: for a variable with several values, that of its value."""
        two, first = set[int](), 1
        for block in self.blocks:
            if block.values == 2:
                two.update(range(first, first + block.literals))
            first += block.literals
        return frozenset(x for x in board if x > 0 or -x in two)

    # -- boards --------------------------------------------------------------------------------------------------------

    def hidden(self, values: Any) -> frozenset[int]:
        """Return the literals of all hidden variables, whose values are given as a list. Raises NotAPuzzle."""
        if not isinstance(values, list):
            raise NotAPuzzle("hidden")
        found: list[int] = []
        first, given = 1, iter(values)
        for block in self.blocks:
            if block.shape == "hidden":
                for place in range(block.places):
                    value = next(given, None)
                    found += _literals(block, first, place, integer(value, 1, block.values))
            first += block.literals
        if len(values) != sum(block.places for block in self.blocks if block.shape == "hidden"):
            raise NotAPuzzle("hidden")
        return frozenset(found)

    def literals(self, rows: Any, whole: bool = True) -> frozenset[int]:
        """Return the literals of a board in letters. Raises NotAPuzzle, also if a `whole` board has unknown variables."""
        found: list[int] = []
        first, visible = 1, [block for block in self.blocks if block.shape != "hidden"]
        for block in self.blocks:
            if block.shape != "hidden":
                part = rows if len(visible) == 1 else member(members(rows, [one.shape for one in visible]), block.shape)
                for place, value in enumerate(self._values(block, part)):
                    if value:
                        found += _literals(block, first, place, value)
                    elif whole:
                        raise NotAPuzzle("unknown")
            first += block.literals
        return frozenset(found)

    def _values(self, block: Block, rows: Any) -> Iterator[int]:
        """Yield the value of each place of a block, 0 for unknown."""
        parts = block.parts
        named = members(rows, [name for name, _, _ in parts]) if parts[0][0] else {"": rows}
        for name, height, width in parts:
            value_of = {
                letter: value for value in range(block.values + 1) for letter in self.letters(block, name, value)
            }
            for row in letters(named, name, "".join(value_of), (width, height)):
                yield from map(value_of.__getitem__, row)

    def letters(self, block: Block, part: str, value: int) -> str:
        """Return the letters for a value in one part of a block."""
        if value and block.values == 2 and part in LINES:
            return LINES[part] if value == 1 else self.marks[2] if len(self.marks) == 3 else "."
        return self.marks[value]

    def place(self, literal: int) -> tuple[Block, str, int, int, int]:
        """Return the block, the part, the row, the column and the value of a literal; the value is counted from 1."""
        number = abs(literal) - 1
        for block in self.blocks:
            if number < block.literals:
                place, value = divmod(number, 1 if block.values == 2 else block.values)
                return block, *block.place(place), 1 + (value if block.values > 2 else literal < 0)
            number -= block.literals
        raise ValueError(literal)

    def described(self, literal: int) -> str:
        """Return a literal as text for people, such as "r1c2 #" or "h0,1 -"; "r1c2 ≠3" excludes one of several values.

        The border of the board is row or column 0, the first cell 1.
        """
        block, part, row, column, value = self.place(literal)
        row += block.shape != "vertex" and part != "h"
        column += block.shape != "vertex" and part != "v"
        at = f"r{row}c{column}" if block.shape == "cell" else f"{part or block.shape}{row},{column}"
        sign = "≠" if literal < 0 and block.values > 2 else ""
        return f"{at} {sign}{self.letters(block, part, value)[0]}"


def _literals(block: Block, first: int, place: int, value: int) -> list[int]:
    """Return the literals of a variable with a value; the block begins at literal `first`."""
    if block.values == 2:
        return [first + place if value == 1 else -first - place]
    start = first + place * block.values
    return [x if x == start + value - 1 else -x for x in range(start, start + block.values)]


def _put(rules: dict[str, Refutes], name: str, rule: Refutes) -> None:
    """Add a rule; the second one with a name becomes "NAME/2"."""
    number, free = 1, name
    while free in rules:
        number += 1
        free = f"{name}/{number}"
    rules[free] = rule


def cells_around(row: int, column: int, width: int, height: int) -> list[int]:
    """Return the up to eight cells around a place, whose row and column are counted from 0."""
    near = [(r, c) for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1)]
    return [r * width + c + 1 for r, c in near if 0 <= r < height and 0 <= c < width and (r, c) != (row, column)]
