"""Steps, chains and clashes as JSON, in the forms of `tesuji.results`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from tesuji.bitset import members
from tesuji.calls.messages import message
from tesuji.calls.wording import (
    broken_form,
    cells_of_rule,
    clue_name,
    clue_text,
    holes,
    listed,
    meeting_cell,
    position,
    rule_name,
    rule_texts,
    words_for,
)
from tesuji.constraints.general_techniques import GENERAL
from tesuji.engine.context import Context
from tesuji.engine.reasons.conflict import Conflict
from tesuji.engine.reasons.contradiction import Derivation
from tesuji.engine.reasons.order import Chunk, easy_names, thoughts
from tesuji.engine.reasons.steps import LEVELS, TOGETHER, settling
from tesuji.engine.trace import Chain
from tesuji.errors import InputError
from tesuji.locales import table
from tesuji.model import Board, Document, Flaw, Puzzle, Step
from tesuji.rulebook import FILLED, Rulebook
from tesuji.variables import (
    UNDECIDED,
    Entry,
    board_of_indexes,
    closed,
    entries,
    flattened,
    literals_of,
    place,
    place_of_literal,
    shown,
    span_of_variable,
    touched,
    values_only,
    variable_at,
    variable_count,
    variable_of,
    visible,
)

MAX_SHOWN_REASONS = 12
"""A step with more reasons is shown with its chains only, without the reasons."""
MAX_ALLOWED = 3
"""A sentence lists the numbers that a constraint allows if there are at most this many."""


ANY_KIND = {technique.name for technique in GENERAL}


class Serializer:
    """Serializes the engine's results for one puzzle."""

    def __init__(self, book: Rulebook, puzzle: Puzzle):
        self.book, self.puzzle = book, puzzle
        self.context = Context(puzzle, book)
        self._letters: dict[int, list[str]] = {}
        """For each value index, the letters of the variables if all of them have it."""
        self.levels = {technique.name: technique.level for technique in book.explaining.techniques} | LEVELS

    # Places and values

    def place(self, literal: int) -> Document:
        """Return the place of a visible literal's variable."""
        return place_of_literal(self.puzzle, literal)

    def places(self, literals: Iterable[int]) -> list[Document]:
        """Return the places of the variables of some literals, each once; hidden variables have none."""
        variables = dict.fromkeys(variable_of(self.puzzle, literal) for literal in literals)
        return [place(self.puzzle, variable) for variable in variables if variable is not None]

    def variable(self, where: Any) -> int:
        """Return the variable at a place. Raises InputError."""
        variable = variable_at(self.puzzle, where)
        if variable is None:
            raise InputError("no-such-cell")
        return variable

    def literals(self, where: Any) -> int:
        """Return the literals of the variable at a place, as a bit set. Raises InputError."""
        return sum(1 << literal for literal in literals_of(self.puzzle, self.variable(where)))

    def values(self, board: Board, before: Board | None = None) -> list[Document]:
        """Return the values of visible variables on a board, one entry each: {"cell", "value": its letter, "mark": the
        index of its value}, or {"cell", "not": the indexes of removed values}. If `before` is given and the two boards
        together leave one value, the entry has that value.
        """
        if before is not None:
            board = self._settled(board, before)
        return [self._entry(entry) for entry in entries(self.puzzle, board)]

    def _settled(self, board: Board, before: Board) -> Board:
        """Return the board with the last possible values of its variables settled."""
        variables = [entry.variable for entry in entries(self.puzzle, board) if not entry.value]
        mine = sum(1 << literal for variable in variables for literal in literals_of(self.puzzle, variable))
        last = closed(self.puzzle, before.joined(board).within(mine)).yes & mine
        return Board(board.yes | last, board.no)

    def _entry(self, entry: Entry) -> Document:
        where = place(self.puzzle, entry.variable)
        if not entry.value:
            return {"cell": where, "not": list(entry.removed)}
        return {"cell": where, "value": self.letter(entry.variable, entry.value), "mark": entry.value}

    def letter(self, variable: int, value: int) -> str:
        """Return the letter for a value of a variable, as in a result's `forced`."""
        if value not in self._letters:
            numbers = [value] * variable_count(self.puzzle)
            for span in shown(self.puzzle):
                if span.block.values < value:
                    numbers[span.variables.start : span.variables.stop] = [UNDECIDED] * len(span.variables)
            board = board_of_indexes(self.puzzle, numbers)
            self._letters[value] = flattened(self.puzzle, self.book.forced(self.puzzle, board))
        return self._letters[value][variable]

    def value_name(self, variable: int, value: int) -> Document | str:
        """Return the name of a value for a sentence: a message if the kind names its values, else the letter."""
        return self.book.value_name(self.puzzle, value) or self.letter(variable, value)

    # Reasons

    def reasons(self, constraints: Sequence[int]) -> list[Document]:
        """Return constraints as reasons with the letters a, b, c, in order."""
        return [{**self.reason(number), "letter": letter(position)} for position, number in enumerate(constraints)]

    def reason(self, number: int) -> Document:
        constraint = self.puzzle.constraints[number]
        if constraint.clue is not None:
            found = {"at": _at(constraint.clue.at), "value": constraint.clue.value}
            name = clue_name(self.puzzle, constraint.clue)
            return {"clue": found | {"name": name} if name != constraint.clue.value else found}
        rule = rule_name(constraint)
        if len(constraint.scope) == self.puzzle.size:
            return {"rule": rule}
        own = [{"row": row, "column": column} for row, column in cells_of_rule(constraint)]
        return {"rule": rule, "cells": own or self.places(constraint.scope)}

    def overlay(
        self, settled: Iterable[Document], role: str, reasons: Sequence[Document], cells: int, why: str = "because"
    ) -> list[Document]:
        """Return the overlay, which has each place once: settled cells, reasons with their letters, and other cells
        used.
        """
        marks = [{**cell, "role": role} for cell in settled]
        for reason in reasons:
            if "clue" in reason:
                at = reason["clue"]["at"]
                if not _is_whole_board(at):
                    marks.append({"line" if _is_line(at) else "cell": at, "role": why, "letter": reason["letter"]})
            else:
                used = [{"cell": place, "role": why} for place in reason.get("cells", ())]
                if centre := meeting_cell(reason.get("cells", ())):
                    place = dict(zip(("row", "column"), centre))
                    used.insert(0, {"cell": place, "role": why, "letter": reason["letter"]})
                elif used:
                    _freest(used, marks)["letter"] = reason["letter"]
                marks += used
        marks += [{"cell": where, "role": why} for where in self.places(members(cells))]
        return _once(marks)

    # Steps

    def step(self, step: Step, before: Board, chains: Sequence[Chain] = ()) -> Document:
        """Return a step taken on the board `before`. `chains` is its refutation, if known."""
        numbers = step.because if len(step.because) <= MAX_SHOWN_REASONS else ()
        because, cells = self.reasons(numbers), self.values(Board(step.yes, step.no), before)
        params = {
            name: listed(value, None) if isinstance(value, list) else value
            for name, value in step.params.items()
            if name not in ("as", "either", "rules")
        }
        looked_at = step.cells if len(step.because) <= MAX_SHOWN_REASONS and step.technique != TOGETHER else 0
        document: Document = {
            "cells": cells,
            "technique": step.technique,
            "name": message(f"technique.{step.technique}"),
            "level": self.levels[step.technique],
            "k": len(step.because) if step.k is None else step.k,
            "minimal": step.minimal,
            "because": because,
            "overlay": self.overlay(cells, "forced", because, looked_at),
            "sentence": self._message(step, bool(chains), params, cells),
        }
        if "as" in step.params:
            document["form"] = step.params["as"]
        if "either" in step.params:
            document["either"] = self.place(step.params["either"])
            document["overlay"].append({"cell": document["either"], "role": "either"})
        if chains:
            document["chain"] = self._refutation(step, chains, numbers)
        return document

    def _message(self, step: Step, refuted: bool, params: Document, cells: Sequence[Document]) -> Document:
        """Return the sentence of a step. A step without a name begins with what it settles."""
        key = self._sentence(step, refuted)
        params = {**params, **words_for(key, self.book, self.puzzle, Board(step.yes, step.no), step.because)}
        if "rules" in step.params:
            params["clues"] = listed(rule_texts(self.book, self.puzzle, step.params["rules"]))
        if "either" in step.params:
            params["either"] = position(self.puzzle, step.params["either"])
        if step.technique not in {*LEVELS, *ANY_KIND} or not cells:
            return message(key, params)
        what = self.statement(cells[0])
        if len(cells) > 1 and step.technique in ANY_KIND:
            what = message("value.more", {"what": what, "n": len(cells) - 1})
        return message(key, {**params, "what": what})

    def statement(self, entry: Document) -> Document:
        """Return the message of an entry of `values`: the value of its variable, or the values that it lost."""
        where = entry["cell"]
        variable = self.variable(where)
        block, _, variables = span_of_variable(self.puzzle, variable)
        at = {"at": position(self.puzzle, literals_of(self.puzzle, variable).start)}
        if "mark" in entry:
            value = entry["mark"]
            # The kind may have words for its first block. Cells with letters of their own have no general words.
            named = [] if variables.start else [self.puzzle.kind]
            if block.values == 2 and (block.shape != "cell" or self.letter(variable, value) == FILLED[value]):
                named.append(block.shape)
            keys = [key for word in named if (key := f"value.{word}-{value}") in table("en")]
            if keys:
                return message(keys[0], at)
        if "row" in where:
            at = {"row": where["row"] + 1, "column": where["column"] + 1}
        form = "cell" if "row" in where else "place"
        if "mark" in entry:
            return message(f"value.{form}-is", {**at, "value": self.value_name(variable, entry["mark"])})
        names = [self.value_name(variable, value) for value in entry["not"]]
        value = names[0]
        for name in names[1:-1]:
            value = message("list.commas", {"first": value, "last": name})
        if len(names) > 1:
            value = message("list.or", {"first": value, "last": names[-1]})
        return message(f"value.{form}-not", {**at, "value": value})

    def thoughts(self, start: Board, steps: Sequence[Step]) -> list[Document]:
        """Group steps into thoughts, by their numbers from 0. A thought with several steps has a sentence for the steps
        after the first one; if it has only easy steps, it has one sentence for all.
        """
        return [self._thought(numbers, steps) for numbers in thoughts(self.context, start, steps)]

    def thought(self, steps: Sequence[Step]) -> Document:
        """Return steps as one thought: the first step, and a sentence for the others."""
        return self._thought(range(len(steps)), steps, summed_up=False)

    def _thought(self, numbers: Sequence[int], steps: Sequence[Step], summed_up: bool = True) -> Document:
        document: Document = {"steps": list(numbers)}
        easy = not numbers[0] and steps[0].technique in easy_names(self.book) and not self.book.explaining.visits
        easy = easy and summed_up
        others = [steps[number] for number in (numbers if easy else numbers[1:])]
        settled, shape = self._settled_by(others)
        if settled and len(numbers) > 1:
            document["sentence"] = message(f"thought.{'first' if easy else 'then'}-{shape}", {"n": settled})
        return document

    def _settled_by(self, steps: Iterable[Step]) -> tuple[int, str]:
        """Return the number of variables that steps settle, and their shape, "place" if they have several."""
        literals = reduce(or_, [step.yes | step.no for step in steps], 0) & visible(self.puzzle)
        shapes = {block.shape for block, own, _ in shown(self.puzzle) if literals >> own.start & (1 << len(own)) - 1}
        return touched(self.puzzle, literals), shapes.pop() if len(shapes) == 1 else "place"

    def _chunk(self, chunk: Chunk, steps: Sequence[Step]) -> Document:
        """Return a chunk of a story as a thought."""
        numbers = chunk.steps
        if chunk.harder < 2:
            return self._thought(numbers, steps)
        more, shape = self._settled_by(steps[number] for number in numbers)
        key = f"thought.{'alike' if chunk.alike else 'together'}-{shape}"
        return {"steps": list(numbers), "sentence": message(key, {"n": chunk.harder - 1, "more": more})}

    def _sentence(self, step: Step, refuted: bool) -> str:
        """Return the key of the sentence of a technique that fits a step."""
        if step.technique in ANY_KIND:
            name = "linked" if step.k > 1 or len(step.params.get("rules", ())) > 1 else "rule"
            return f"step.{name}-{self.book.explaining.counted if step.k else 'free'}"
        if step.technique in LEVELS:
            name = step.technique if refuted or step.k <= MAX_SHOWN_REASONS else "tried"
            return f"step.{name}-{self.book.explaining.counted if step.k else 'free'}"
        return f"step.{step.technique}" + (f"-{step.params['as']}" if "as" in step.params else "")

    def _refutation(self, step: Step, chains: Sequence[Chain], because: Sequence[int]) -> list[Document]:
        """Return the links of all chains. If there are several, the opposite of the step is assumed first, and further
        assumptions are marked as a "case"."""
        if len(chains) == 1:
            return self.chain(chains[0], because)
        cell = settling(self.puzzle, step)
        links = self.values(Board(step.no & 1 << cell, step.yes & 1 << cell))
        for chain in chains[:-1]:
            first, *others = self.chain(chain, because)
            links += [{**first, "case": True}, *others]
        return links + self.chain(chains[-1], because)

    def chain(self, chain: Chain, because: Sequence[int]) -> list[Document]:
        links: list[Document] = []
        for link in chain.links:
            for entry in self.values(Board(1 << link.cell, 0) if link.value else Board(0, 1 << link.cell)):
                links.append({**entry, **self._lettered(link.constraint, because)})
        return [*links, {"broken": True, **self._lettered(chain.broken, because)}]

    def _lettered(self, number: int | None, because: Sequence[int]) -> Document:
        """Return a constraint as a reason, with its letter if it is among those with letters; {} for none."""
        if number is None:
            return {}
        named = {"letter": letter(because.index(number))} if number in because else {}
        return {**self.reason(number), **named}

    # Contradictions

    def clash(
        self,
        found: Conflict,
        chains: Sequence[Chain] = (),
        derivation: Derivation | None = None,
        flaw: Flaw | None = None,
    ) -> Document:
        """Return a conflict:

        the smallest set of reasons found, and its story. `chains` is the story of these reasons, link by link.
        `derivation` is the easiest story, in named steps. `flaw` is a reason that needs no steps and is then the whole
        answer.
        """
        explained = {} if derivation is None else self.derivation(derivation)
        if flaw:
            explained = {
                "steps": [],
                "thoughts": [],
                "broken": {
                    "sentence": message(f"reason.{flaw.key}", {**flaw.params, **(flaw.at or {})}),
                    "overlay": [],
                },
            }
        story = [self.chain(links, found.constraints) for links in chains]
        if derivation and not story:
            story = [self._links(derivation, found.constraints)]
        denied = found.marks.known & found.givens.known
        because = self.reasons(found.constraints) + ([] if denied else self._givens(found))
        marks = found.marks.joined(found.givens) if denied else found.marks
        blamed = ["marks"] if marks.known else []
        blamed += ["givens"] if found.givens.known else ["clues"] if because else []
        if denied:
            form = "given" if values_only(self.puzzle, found.givens).known else "excluded"
        else:
            form = "-".join(blamed) or "rules"
        cells = self.values(marks)
        return {
            "because": because,
            "cells": cells,
            "minimal": found.minimal,
            "smallest": found.smallest,
            "story": story,
            "overlay": self.overlay(cells, "wrong", because, 0, "conflict"),
            "sentence": message(f"explain.clash-{form}", {"n": len(because)}),
            **explained,
        }

    def derivation(self, found: Derivation) -> Document:
        """Return the steps to a contradiction, their thoughts, and the contradiction."""
        before, steps = found.start, []
        for number, step in enumerate(found.steps):
            document = self.step(step, before)
            if number in found.branches:
                document["chain"] = self._links(found.branches[number], step.because, step)
            steps.append(document)
            before = before.joined(Board(step.yes, step.no))
        return {
            "steps": steps,
            "thoughts": [self._chunk(chunk, found.steps) for chunk in found.chunks],
            "broken": self._broken(found, before),
        }

    def _broken(self, found: Derivation, board: Board) -> Document:
        """Return the contradiction on a board: sentence, reasons, overlay, and the step that it denies, if any."""
        denied, number = found.broken.denied, found.broken.constraint
        if denied:
            step = self.step(denied, board)
            overlay = [{**mark, "role": "conflict"} if mark["role"] == "forced" else mark for mark in step["overlay"]]
            return {"sentence": message("broken.denied"), "because": step["because"], "overlay": overlay, "step": step}
        because = self.reasons([] if number is None else [number])
        overlay = self.overlay((), "wrong", because, found.broken.cells, "conflict")
        return {"sentence": self._broken_sentence(number, board), "because": because, "overlay": overlay}

    def _broken_sentence(self, number: int | None, board: Board) -> Document:
        if number is None:
            return message("broken.other")
        constraint = self.puzzle.constraints[number]
        data = constraint.data()
        allowed = sorted(data.get("allowed", ()))
        named = {"clue_a": clue_text(self.book, self.puzzle, number)}
        least = len(allowed) > 1 and allowed == list(range(allowed[0], len(constraint.scope) + 1))
        if not (least or 1 <= len(allowed) <= MAX_ALLOWED) or data["rule"] != "count":
            form, words = broken_form(self.puzzle, constraint, board)
            params = named | words | {"rule": listed(rule_texts(self.book, self.puzzle, [number]))}
            return self._message_or("broken", data["rule"] + form, "clue" if constraint.clue else "rule", params)
        yes = sum(board.yes >> cell & 1 for cell in constraint.scope)
        left = sum(not board.known >> cell & 1 for cell in constraint.scope)
        few = yes + left < allowed[0]
        *first, last = allowed[:1] if least else allowed
        value = message("list.or", {"first": ", ".join(map(str, first)), "last": last}) if first else last
        if few and not yes + left:
            return message("broken.none", {**named, "need": _at_least(self._unit(value), least)})
        has = self._unit(yes + left if few else yes)
        return message("broken.few" if few else "broken.many", {**named, "has": has, "value": _at_least(value, least)})

    def _unit(self, number: int | Document) -> Document:
        return self._message_or("broken", f"unit.{self.puzzle.kind}", "unit", {"n": number})

    @staticmethod
    def _message_or(group: str, name: str, default: str, params: Document) -> Document:
        """Return the message for a name, or the default message if it has none, with the parameters that the message
        uses.
        """
        key = f"{group}.{name}"
        key = key if key in table("en") else f"{group}.{default}"
        return message(key, {name: value for name, value in params.items() if name in holes(key)})

    def _links(self, found: Derivation, because: Sequence[int], supposed: Step | None = None) -> list[Document]:
        """Return a derivation as one chain, in the form of `chain`. Values that are supposed and refuted on the way are
        marked as a "case".
        """

        def reason(numbers: Sequence[int]) -> Document:
            return self._lettered(numbers[0], because) if numbers else {"rule": "rules"}

        links = self.values(Board(supposed.no, supposed.yes)) if supposed else []
        for number, step in enumerate(found.steps):
            if number in found.branches:
                first, *others = self._links(found.branches[number], because, step)
                links += [{**first, "case": True}, *others]
            else:
                links += [{**value, **reason(step.because)} for value in self.values(Board(step.yes, step.no))]
        broken = found.broken
        last = broken.denied.because if broken.denied else () if broken.constraint is None else (broken.constraint,)
        return [*links, {"broken": True, **reason(last)}]

    def _givens(self, found: Conflict) -> list[Document]:
        """Return given cells as reasons; their letters follow those of the constraints."""
        reasons = [{"clue": {"at": at["cell"], "value": at["value"]}} for at in self.values(found.givens)]
        return [
            {**reason, "letter": letter(position)}
            for position, reason in enumerate(reasons, start=len(found.constraints))
        ]


def letter(position: int) -> str:
    """Return a to z, then aa, ab ..."""
    tens, ones = divmod(position, 26)
    return (letter(tens - 1) if tens else "") + chr(ord("a") + ones)


def _at(at: tuple[Any, ...]) -> Document:
    """Return the place of a clue: {"row"} or {"column"} for a line, the place of a cell or another variable, or {name:
    true} for the whole board.
    """
    first, *rest = at
    if not isinstance(first, str):
        return {"row": first, "column": rest[0]}
    if len(rest) == 2:
        return {first: list(rest)}
    return {first: rest[0] if rest else True}


def _is_whole_board(at: Document) -> bool:
    return any(part is True for part in at.values())


def _is_line(at: Document) -> bool:
    return len(at) == 1 and isinstance(next(iter(at.values())), int)


def _freest(used: Sequence[Document], marks: Iterable[Document]) -> Document:
    """Return the first cell that is not marked yet, or else the first without a letter."""
    marked = {str(mark.get("cell")): "letter" in mark for mark in marks}
    return min(used, key=lambda mark: (marked.get(str(mark["cell"]), False), str(mark["cell"]) in marked))


def _once(marks: list[Document]) -> list[Document]:
    """Return each place once, at its first position, with a letter if it got one later."""
    seen: dict[str, Document] = {}
    for mark in marks:
        key = str(mark.get("cell", mark.get("line")))
        if key in seen:
            seen[key] |= {"letter": mark["letter"]} if "letter" in mark else {}
        else:
            seen[key] = mark
    return list(seen.values())


def _at_least(value: int | Document, least: bool) -> int | Document:
    return message("list.at-least", {"n": value}) if least else value
