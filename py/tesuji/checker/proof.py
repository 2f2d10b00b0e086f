"""Checks the lines of a proof in order. Clauses have numbers. Facts hold from their line on."""

from __future__ import annotations

from collections.abc import Generator

from tesuji.checker.limits import MAX_STORED, NUMBER, Refused
from tesuji.checker.lines import Lines
from tesuji.checker.puzzle import Definitions, Puzzle
from tesuji.checker.weighted import named

ILL_FORMED = (KeyError, ValueError, IndexError, AttributeError)
"""The errors that a malformed line raises."""
WORK = 5000
"""The number of literals processed between two safe points."""
CLAUSE, FACT, DEFINITION = 4, 2, 10
"""The memory that a clause, a fact and a definition take apart from their literals, in literals."""


class Proof:
    """The part of a proof that has been checked: its clauses, facts and definitions."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.clauses: dict[int, tuple[int, ...]] = {}
        self.facts: set[int] = set()
        self.definitions: Definitions = {}
        self.number: int = 0
        self.kept: int = 0
        """The memory of all clauses, facts and definitions, in literals."""

    def read(self, lines: Lines) -> Generator[int, None, None]:
        """Check the lines up to the one with "end". Yields line numbers at safe points. Raises Refused."""
        for line in lines:
            self.number = lines.number
            yield self.number
            try:
                if not line.isascii() or "_" in line:  # Python would accept such numbers
                    raise ValueError("character")
                words = line.split()
                if words[0] == "define":
                    self.define(int(words[1]), words[2:])
                elif "by" in words:
                    behind = words.index("by")
                    yield from self.by_rule(words[:behind], " ".join(words[behind + 1 :]))
                elif (yield from self.by_propagation(words)):
                    return
            except ILL_FORMED:
                raise Refused(self.number, "line") from None
            if self.kept > MAX_STORED:
                raise Refused(self.number, "too-large")
        raise Refused(lines.number, "no-end")

    def by_rule(self, words: list[str], name: str) -> Generator[int, None, None]:
        """Check "NUMBER LITERALS if FACTS by RULE", or "fact LITERALS if FACTS by RULE", whose literals follow one by
        one.
        """
        rule = named(name, self.puzzle.rule)
        if rule is None:
            raise Refused(self.number, "no-rule", rule=name[:80])
        behind = words.index("if") if "if" in words else len(words)
        literals, given = tuple(map(int, words[1:behind])), set(map(int, words[behind + 1 :]))
        self.check_defined(literals)
        if not given <= self.facts:
            raise Refused(self.number, "no-fact")
        is_fact = words[0] == "fact"
        for clause in zip(literals) if is_fact else (literals,):
            if not rule(given.union([-x for x in clause]), self.definitions):
                raise Refused(self.number, "not-by-rule", rule=name[:80])
            if is_fact:
                self.keep_fact(clause[0])
                yield self.number
            else:
                self.keep(words[0], clause)

    def by_propagation(self, words: list[str]) -> Generator[int, None, bool]:
        """Check "NUMBER LITERALS from CLAUSES", with "fact" or "end" as other numbers; return whether it is the end.

        With all literals of the new clause false, each of the clauses has one literal left, which becomes true; the
        last clause has none. A clause with a minus sign is deleted after the line.
        """
        behind = words.index("from")
        clause, hints = tuple(map(int, words[1:behind])), list(map(int, words[behind + 1 :]))
        true, facts, left, work = {-x for x in clause}, self.facts, [0], 0
        for place, hint in enumerate(hints, 1):
            known = self.clauses[abs(hint)]
            left = [x for x in known if -x not in true and -x not in facts]
            if len(left) != (place < len(hints)) or not true.isdisjoint(left) or not facts.isdisjoint(left):
                raise Refused(self.number, "not-from", clause=abs(hint))
            true.update(left)
            work += len(known)
            if work > WORK:
                work = 0
                yield self.number
        if left:
            raise ValueError("nothing is left over")
        for hint in hints:
            if hint < 0:
                self.kept -= len(self.clauses.pop(-hint)) + CLAUSE
        if words[0] == "end" and not clause:
            return True
        self.check_defined(clause)
        if words[0] == "fact" and len(clause) == 1:
            self.keep_fact(clause[0])
        else:
            self.keep(words[0], clause)
        return False

    def check_defined(self, clause: tuple[int, ...]) -> None:
        """Refuse variables that are not defined."""
        size, definitions = self.puzzle.size, self.definitions
        if any(not 0 < abs(x) <= size and abs(x) not in definitions for x in clause):
            raise Refused(self.number, "undefined")

    def keep_fact(self, literal: int) -> None:
        if literal in self.facts:
            raise ValueError("known")
        self.facts.add(literal)
        self.kept += FACT

    def keep(self, word: str, clause: tuple[int, ...]) -> None:
        """Store a clause under its number."""
        if not 0 < int(word) <= NUMBER or self.clauses.setdefault(int(word), clause) is not clause:
            raise ValueError("number")
        self.kept += len(clause) + CLAUSE

    def define(self, variable: int, words: list[str]) -> None:
        """Define a variable by "NUMBER of CELLS", "run NUMBER of LINE by PLACE", or "inside ROW COLUMN"."""
        match words:
            case "run", run, "of", *line, "by", place:
                meaning = self.puzzle.clues[" ".join(line)].define(int(run), int(place))  # type: ignore[attr-defined]
            case "inside", row, column:
                meaning = self.puzzle.derived["sides"].define(int(row), int(column))  # type: ignore[attr-defined]
            case number, "of", *names:
                cells = frozenset(map(int, names))
                if len(cells) < len(names) or not 0 < int(number) <= NUMBER:
                    raise ValueError("number")
                if min(cells) < 1 or max(cells) > self.puzzle.size:
                    raise ValueError("cells")
                meaning = cells, int(number)
                self.kept += 3 * len(cells)  # a set takes more memory than a tuple
            case _:
                raise ValueError("definition")
        if not self.puzzle.size < variable <= NUMBER or self.definitions.setdefault(variable, meaning) is not meaning:
            raise ValueError("number")
        self.kept += DEFINITION
