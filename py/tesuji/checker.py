"""A second program that checks certificates (docs/certificates.md). It shares no code with the solver.

It reads the rules of a puzzle off its document by itself, sees that every board of the certificate keeps them, and that
every line of the proof follows: from one rule (a `Rule`: what the line denies cannot hold together with it) or from
earlier lines, by unit propagation. Literals are whole numbers: n for "cell n is yes", -n for "is no"; numbers beyond
the cells are variables that the proof defines. Whatever it does not understand it refuses.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Generator, Sequence
from functools import partial
from itertools import chain
from typing import Any

HEADER = "tesuji certificate 1"
BOARDS = {"unique": 1, "none": 0, "multiple": 2, "conflict": 0, "forced": 0}
CLAIMS = {"multiple": ("forced",), "conflict": ("only", "suppose"), "forced": ("suppose", "forced")}
"""Boards that are shown, and other lines before the proof; "multiple" may do without these and without a proof."""
PLACES = range(1, 201)
ILL_FORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError)  # what reading raises


class Refused(Exception):
    """The certificate proves nothing: the line of the file (from 1), and the key of a sentence with its parameters."""

    def __init__(self, line: int, key: str, **params: Any):
        super().__init__(line, key, params)
        self.line, self.key, self.params = line, key, params


Box = tuple[int, int]  # row and column, from 1; also a dot, from 0
ODD = (0, 0)  # in a sum of boxes: an odd number of them is inside
Cells = Collection[int]
Definitions = dict[int, tuple]
"""Variable -> (cells, number): at least so many yes; (line, run, place): starts there or before; ("inside", box)."""
Rule = Callable[[Cells, Definitions], bool]
"""Whether literals, all true, cannot hold together with a rule. True only where that is certain."""


def check(text: str) -> Generator[int, None, dict[str, Any]]:
    """{"verdict", "kind", "document", "lines"}; yields at safe points, a few milliseconds apart. Raises Refused."""
    lines = text.split("\n")
    if lines[0].strip() != HEADER:
        raise Refused(1, "header")
    puzzle: Rules = _taken(lines, 1, "puzzle", Rules)
    verdict = "".join(lines[2:3]).removeprefix("verdict ").strip()
    if verdict not in BOARDS:
        raise Refused(3, "verdict")
    boards, at, claim = [], 3, {}
    for at in range(4, 4 + BOARDS[verdict]):
        boards.append(board := _taken(lines, at - 1, "board", puzzle.literals))
        for name, rule in chain(puzzle.clues.items(), puzzle.game.items()):
            yield at
            if rule(board, {}):
                raise Refused(at, "board-breaks", rule=name)
    if verdict == "unique":
        puzzle.game["board 1"] = lambda true, _: boards[0].issubset(true)
    elif verdict == "multiple" and boards[0] == boards[1]:
        raise Refused(5, "same-board")
    proven = verdict != "multiple" or "".join(lines[at : at + 1]).startswith("forced ")
    for word in CLAIMS.get(verdict, ()) if proven else ():
        claim[word] = _taken(lines, at, word, partial(puzzle.claim, word))
        at += 1
    if proven:
        at = yield from Proof(puzzle).read(lines, at)
    if any(line.strip() for line in lines[at:]):
        raise Refused(at + 1, "after-end")
    return {"verdict": verdict, **claim, "kind": puzzle.kind, "document": puzzle.document, "lines": len(lines)}


def _taken(lines: Sequence[str], at: int, word: str, take: Callable[[Any], Any]) -> Any:
    """What is made of the JSON that stands in a line behind a word."""
    try:
        if not lines[at].startswith(word + " "):
            raise ValueError
        return take(json.loads(lines[at][len(word) :]))
    except ILL_FORMED:
        raise Refused(at + 1, word) from None


class Proof:
    """The lines of a proof, read one by one: clauses by their numbers, and facts, which hold from then on."""

    def __init__(self, puzzle: Rules):
        self.puzzle = puzzle
        self.clauses: dict[int, tuple[int, ...]] = {}
        self.facts: set[int] = set()
        self.definitions: Definitions = {}

    def read(self, lines: Sequence[str], at: int) -> Generator[int, None, int]:
        """Reads up to the line with "end"; the line behind it. Raises Refused."""
        for self.number in range(at + 1, len(lines) + 1):
            yield self.number
            try:
                if self.take(lines[self.number - 1].split()):
                    return self.number
            except ILL_FORMED:
                raise Refused(self.number, "line") from None
        raise Refused(len(lines), "no-end")

    def take(self, words: list[str]) -> bool:
        """Checks one line; whether it is the end."""
        if words[0] == "define":
            self.define(int(words[1]), words[2:])
        elif "by" in words:
            self.by_rule(words[: words.index("by")], " ".join(words[words.index("by") + 1 :]))
        else:
            behind = words.index("from")
            clause = tuple(map(int, words[1:behind]))
            self.by_propagation(clause, [int(word) for word in words[behind + 1 :]])
            if words[0] == "end" and not clause:
                return True
            self.keep(words[0], clause)
        return False

    def by_rule(self, words: list[str], name: str) -> None:
        """ "NUMBER LITERALS if FACTS by RULE", or "fact LITERALS if FACTS by RULE", in which each literal follows."""
        rule = self.puzzle.rule(name)
        if rule is None:
            raise Refused(self.number, "no-rule", rule=name[:80])
        behind = words.index("if") if "if" in words else len(words)
        literals, given = list(map(int, words[1:behind])), {int(word) for word in words[behind + 1 :]}
        if not given <= self.facts:
            raise Refused(self.number, "no-fact")
        for clause in [(x,) for x in literals] if words[0] == "fact" else [tuple(literals)]:
            if not rule(given.union([-x for x in clause]), self.definitions):
                raise Refused(self.number, "not-by-rule", rule=name)
            self.keep(words[0], clause)

    def by_propagation(self, clause: tuple[int, ...], hints: list[int]) -> None:
        """With all literals of the clause false, each hint leaves one literal, then true; the last leaves none.
        A hint with a minus sign is deleted behind the line."""
        true, facts, left = {-x for x in clause}, self.facts, [0]
        for place, hint in enumerate(hints, 1):
            left = [x for x in self.clauses[abs(hint)] if -x not in true and -x not in facts]
            if len(left) != (place < len(hints)) or not true.isdisjoint(left) or not facts.isdisjoint(left):
                raise Refused(self.number, "not-from", clause=abs(hint))
            true.update(left)
        if left:
            raise ValueError
        for hint in hints:
            if hint < 0:
                del self.clauses[-hint]

    def keep(self, word: str, clause: tuple[int, ...]) -> None:
        """A fact, or a clause by its number. Variables are defined before they are used."""
        if any(not 0 < abs(x) <= self.puzzle.size and abs(x) not in self.definitions for x in clause):
            raise Refused(self.number, "undefined")
        if word == "fact" and len(clause) == 1 and self.facts.isdisjoint(clause):
            self.facts.update(clause)
        elif self.clauses.setdefault(int(word), clause) is not clause or int(word) <= 0:
            raise ValueError

    def define(self, variable: int, words: list[str]) -> None:
        """ "NUMBER of CELLS", "run NUMBER of LINE by PLACE", or "inside ROW COLUMN"."""
        meaning: tuple = ()
        match words:
            case "run", run, "of", *line, "by", place if " ".join(line) in self.puzzle.clues:
                meaning = " ".join(line), PLACES.index(int(run)), PLACES.index(int(place))
            case "inside", row, column if (int(row), int(column)) in self.puzzle.boxes:
                meaning = "inside", (int(row), int(column))
            case number, "of", *cells if all(0 < int(cell) <= self.puzzle.size for cell in cells):
                meaning = frozenset(map(int, cells)), int(number)
        if not meaning or variable <= self.puzzle.size or self.definitions.setdefault(variable, meaning) is not meaning:
            raise ValueError


class Rules:
    """The rules of a puzzle, by name, as they are read off its document."""

    def __init__(self, document: dict[str, Any]):
        self.clues: dict[str, Rule] = {}
        self.game: dict[str, Rule] = {}
        self.derived: dict[str, Rule] = {"counting": partial(_count_refuted, None, ())}
        """Rules that follow from the others: no board is tried on them."""
        self.boxes: dict[Box, list[int]] = {}  # of a slitherlink: the edges around them
        self.given, self.yes, self.document, self.kind = set[int](), "#", document, document["kind"]
        KINDS[self.kind](self, document)
        self.game["given"] = lambda true, _: any(-x in self.given for x in true)

    def _size(self, width: int, height: int) -> None:
        if width not in PLACES or height not in PLACES:
            raise ValueError
        self.width, self.height, self.size = width, height, width * height
        self.rows = [range(r * width + 1, r * width + width + 1) for r in range(height)]
        self.columns = [range(c + 1, width * height + 1, width) for c in range(width)]
        self.shape = [width] * height

    def _grid(self, rows: list[str], letters: str) -> None:
        """Checks a grid of letters and takes its size."""
        self._size(len(rows[0]), len(rows))
        if any(type(row) is not str or len(row) != self.width or set(row) - set(letters) for row in rows):
            raise ValueError

    def literals(self, rows: Any, whole: bool = True) -> frozenset[int]:
        """Cells with a letter for yes, and those with another; "?" stands for neither, unless the board is whole."""
        rows = [*rows["h"], *rows["v"]] if isinstance(rows, dict) else rows
        if [len(row) for row in rows] != self.shape or (whole and "?" in "".join(rows)):
            raise ValueError
        return frozenset(x if letter in self.yes else -x for x, letter in enumerate("".join(rows), 1) if letter != "?")

    def claim(self, word: str, value: Any) -> Any:
        """What a proof is about: "only" these clues hold, "suppose" that these literals do; then these are "forced"."""
        if word == "forced":
            goal = self.literals(value, False)
            self.game[word] = lambda true, _: goal.issubset(true)
        elif word == "suppose" and all(type(x) is int and 0 < abs(x) <= self.size for x in value):
            self.given.update(value)
        elif word == "only" and self.clues.keys() | {"given"} >= set(value):
            self.clues = {name: rule for name, rule in self.clues.items() if name in value}
            self.given &= self.given if "given" in value else set()
        else:
            raise ValueError
        return value

    def nonogram(self, document: dict[str, Any]) -> None:
        self._size(len(document["cols"]), len(document["rows"]))
        for word, lines, clues in ("row", self.rows, document["rows"]), ("column", self.columns, document["cols"]):
            for number, (line, clue) in enumerate(zip(lines, clues), 1):
                lengths = [] if clue == [0] else list(clue)
                if any(type(length) is not int or length < 1 for length in lengths):
                    raise ValueError
                self.clues[f"{word} {number}"] = partial(_runs_refuted, f"{word} {number}", line, lengths)

    def minesweeper(self, document: dict[str, Any]) -> None:
        self.yes = "*"
        grid = document["grid" if "grid" in document else "field"]
        self._grid(grid, ".*s012345678")
        if "grid" not in document:
            mines = self.literals(grid)
            grid = [["."] * self.width for _ in range(self.height)]
            for r, c in document.get("opened") or ():
                grid[r][c] = str(len(mines & self._around(r, c)))
        for r, row in enumerate(grid):
            for c, letter in enumerate(row):
                cell = r * self.width + c + 1
                if letter != ".":
                    self.given.add(cell if letter == "*" else -cell)
                if letter.isdigit():
                    self.clues[f"number {r + 1} {c + 1}"] = partial(_count_refuted, self._around(r, c), {int(letter)})
        if document.get("mines") is not None:
            self.clues["mines"] = partial(_count_refuted, range(1, self.size + 1), {int(document["mines"])})

    def _around(self, r: int, c: int) -> set[int]:
        near = [(y, x) for y in (r - 1, r, r + 1) for x in (c - 1, c, c + 1) if (y, x) != (r, c)]
        return {y * self.width + x + 1 for y, x in near if 0 <= y < self.height and 0 <= x < self.width}

    def slitherlink(self, document: dict[str, Any]) -> None:
        """Edges are numbered: those along the rows of dots, row by row, then those between them."""
        self._grid(document["grid"], ".01234")
        width, height, grid = self.width, self.height, document["grid"]
        self.yes, self.shape = "-|", [width] * (height + 1) + [width + 1] * height
        ends = [((r, c), (r, c + 1)) for r in range(height + 1) for c in range(width)]
        ends += [((r, c), (r + 1, c)) for r in range(height) for c in range(width + 1)]
        self.size, dots, beside = len(ends), defaultdict[Box, list[int]](list), [list[Box]()]
        for edge, (one, other) in enumerate(ends, 1):
            beside.append([(r, c) for r, c in (other, (one[0] + 1, one[1] + 1)) if 0 < r <= height and 0 < c <= width])
            for found, places in (dots, (one, other)), (self.boxes, beside[edge]):
                for place in places:
                    found.setdefault(place, []).append(edge)
        for (r, c), edges in self.boxes.items():
            if grid[r - 1][c - 1] != ".":
                self.clues[f"number {r} {c}"] = partial(_count_refuted, edges, {int(grid[r - 1][c - 1])})
        for edges in dots.values():
            self._counts(edges, {2} if document.get("full") else {0, 2})
        self.game["loop"] = partial(_loop_refuted, ends, dots)
        self.derived["sides"] = partial(_sides_refuted, beside)

    def binoxxo(self, document: dict[str, Any]) -> None:
        self.yes = "O"
        self._grid(document["grid"], "OX.")
        letters = enumerate("".join(document["grid"]), 1)
        self.given = {x if letter == "O" else -x for x, letter in letters if letter != "."}
        for lines in self.rows, self.columns:
            for line in lines:
                for place in range(len(line) - 2):
                    self._counts(line[place : place + 3], {1, 2})
                self._counts(line, {len(line) / 2})
                beside = [other for other in lines if other != line] if document.get("distinct", True) else []
                self.game[f"line {' '.join(map(str, line))}"] = partial(_line_refuted, line, beside)

    def _counts(self, cells: Sequence[int], allowed: Collection[float]) -> None:
        """A rule of the game that counts cells is named by these."""
        self.game[f"count {' '.join(map(str, cells))}"] = partial(_count_refuted, cells, allowed)

    def rule(self, name: str) -> Rule | None:
        return self.clues.get(name) or self.game.get(name) or self.derived.get(name)


KINDS = {kind.__name__: kind for kind in (Rules.nonogram, Rules.minesweeper, Rules.slitherlink, Rules.binoxxo)}


def _line_refuted(line: Sequence[int], beside: Sequence, true: Cells, definitions: Definitions) -> bool:
    """Whether a line has no arrangement, half O and never three alike, but those of complete lines beside it."""
    complete = [other for other in beside if all(x in true or -x in true for x in other)]
    taken = {tuple([x if y in true else -x for x, y in zip(line, other)]) for other in complete}
    return _ways(line, true) <= sum([_ways(line, one) for one in taken if not any(-x in true for x in one)])


def _ways(line: Sequence[int], true: Cells) -> int:
    """How many there are: O is 1, X is -1; by the last two letters and by how many more are O than X."""
    ways = Counter({(0, 0, 0): 1})
    for x in line:
        before, ways = ways, Counter()
        for (a, b, ahead), number in before.items():
            for letter in 1, -1:
                if -letter * x not in true and not a == b == letter:
                    ways[b, letter, ahead + letter] += number
    return sum(number for (_, _, ahead), number in ways.items() if not ahead)


def _count_refuted(scope: Cells | None, allowed: Collection, true: Cells, definitions: Definitions) -> bool:
    """Adds up what is known of disjoint parts of a count; without a rule, of the largest set that is counted."""
    parts: list[tuple[frozenset[int], int, int]] = []
    for x in true if definitions else ():
        cells, number = definitions.get(abs(x), (None, 0))[:2]
        if isinstance(cells, frozenset):
            parts.append((cells, number, len(cells)) if x > 0 else (cells, 0, number - 1))
    parts.sort(key=lambda part: -len(part[0]))
    if scope is None:
        scope, low, high = parts.pop(0) if parts else (frozenset(), 0, 0)
        allowed = range(low, high + 1)
    left, least, most = set(scope), 0, len(scope)
    for cells, low, high in parts:
        if cells <= left:
            left -= cells
            least, most = least + low, most - len(cells) + high
    least, most = least + sum([cell in true for cell in left]), most - sum([-cell in true for cell in left])
    return not any(least <= number <= most for number in allowed)


def _runs_refuted(name: str, cells: Cells, lengths: Sequence[int], true: Cells, definitions: Definitions) -> bool:
    """Whether no filling of the line has these runs. Places are bits; the place behind the line is always empty."""
    n, window = len(cells), [-1] * len(lengths)
    for x in true if definitions else ():
        line, *start = definitions.get(abs(x), (None,))
        if isinstance(line, frozenset):
            return _count_refuted(cells, {sum(lengths)}, true, definitions)
        if line == name:
            run, place = start
            window[run] &= (2 << place) - 1 if x > 0 else -2 << place
    room = sum([(-cell not in true) << place for place, cell in enumerate(cells)])
    free = sum([(cell not in true) << place for place, cell in enumerate(cells)], 1 << n)
    reach = _flood(1, free)
    for length, starts in zip(lengths, window):
        legal = room
        for _ in range(min(length, n + 1) - 1):
            legal &= legal >> 1
        reach = _flood((starts & reach & legal & free >> length) << length + 1, free)
    return not reach >> n + 1 & 1


def _flood(places: int, free: int) -> int:
    """These places, and all that are reached from them through free ones: a carry runs through ones."""
    return ((places & free) + free ^ free) | places


def _loop_refuted(ends: Sequence, meeting: dict, true: Cells, definitions: Definitions) -> bool:
    """A loop of some of the edges, or a dot where three meet; no edge left; edges that cannot be joined."""
    on = {x for x in true if 0 < x <= len(ends)}
    off = {-x for x in true if -len(ends) <= x < 0}
    degree = Counter(dot for edge in on for dot in ends[edge - 1])
    if len(off) == len(ends) or any(number > 2 for number in degree.values()):
        return True
    left = set(on)
    while left:
        path = _joined(left.pop(), ends, meeting, on.__contains__)
        left -= path
        if len(path) < len(on) and all(degree[dot] == 2 for edge in path for dot in ends[edge - 1]):
            return True
    return bool(on and off) and not on <= _joined(min(on), ends, meeting, lambda edge: edge not in off)


def _sides_refuted(beside: Sequence, true: Cells, definitions: Definitions) -> bool:
    """Whether no boxes can be those inside the loop: an edge is on where one of the boxes beside it is and the other is
    not, since each dot has an even number of edges. Such sums are added up until one says that 0 is odd."""
    solved: dict[Box, set[Box]] = {}
    for x in true:
        what, *boxes = definitions.get(abs(x)) or ("inside", *beside[abs(x)])
        total = {*boxes, *([ODD] if x > 0 else [])} if what == "inside" else set()
        while (first := max(total, default=ODD)) in solved and first > ODD:
            total = total ^ solved[first]
        if total == {ODD}:
            return True
        solved[first] = total
    return False


def _joined(edge: int, ends: Sequence, meeting: dict, usable: Callable[[int], bool]) -> set[int]:
    """The edges that hang together with one, all of them usable."""
    found, todo = {edge}, [edge]
    while todo:
        for dot in ends[todo.pop() - 1]:
            new = [other for other in meeting[dot] if other not in found and usable(other)]
            found.update(new)
            todo += new
    return found
