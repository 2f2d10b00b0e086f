"""The call `review`: judge the moves of a game one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from tesuji.bitset import members
from tesuji.calls.arguments import marks_of, noting, whole
from tesuji.calls.guessing import percent, share
from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.calls.solving import decide
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.reasons.review import (
    BACK,
    FORCED,
    LUCKY,
    SAME,
    WRONG,
    Distance,
    JudgedMark,
    Knowledge,
    Mark,
    Move,
    ReviewedMove,
    Reviewer,
    moves_by_thought,
)
from tesuji.errors import InputError, OutOfBudget
from tesuji.lettering import joined
from tesuji.model import Board, Document
from tesuji.puzzles import parse
from tesuji.rulebook import Explaining, Rulebook
from tesuji.variables import (
    DIGITS,
    UNDECIDED,
    YES,
    indexes,
    laid_out,
    literals_of,
    middle,
    values_of,
    variable_at,
    variable_count,
    variable_of,
)


@noting
def review(args: Document) -> Steps[Document]:
    """Judge every move of a game: forced, forced but hard to see, luck, or wrong. Arguments:
    `contract.ReviewArguments`; docs/games.md describes moves.

    In a document that hides its solution, "no" opens a cell; cells that open with it may be listed after the cell that
    was clicked. With "at", only that move gets reasons, and there is no limit of work.

    The label of a move is the worst of its cells: "wrong" if it is in no solution that agrees with everything that was
    right so far; "lucky" if both values were possible (`held` is false if the hidden solution disagrees; `chance` of
    being right, if it can be counted); "hard" if it was forced, but a step at least three levels easier was available;
    "forced"; "back" if it removes a mark; "same" if it changes nothing. "finished" is false if time ran out. If the
    verdict is "none", there are no moves. "thoughts" groups the moves: an easy move belongs to the one before it.
    """
    book, puzzle = parse(args["document"])
    serializer = Serializer(book, puzzle)
    moves = _Reader(serializer).moves(args.get("moves"))
    truth = book.uncovering.hidden(puzzle) if book.uncovering else None
    answer = None if truth else (yield from decide(book, puzzle))
    result: Document = {"kind": puzzle.kind, "counted": book.explaining.counted}
    if answer:
        result["verdict"] = answer.verdict
        if answer.verdict == "none":
            return {
                **result,
                "moves": [],
                "thoughts": [],
                "counts": {},
                "finished": True,
                "sentence": message("explain.none"),
            }
    knowledge = Knowledge(puzzle, book, answer, truth, Progress("review"))
    only = whole(args.get("at"), "at")
    reviewer = Reviewer(knowledge, moves, _distance(serializer), marks_of(book, puzzle), only)
    with suppress(OutOfBudget):
        yield from reviewer.run()
    entries = []
    for moment, move in zip(reviewer.moments, moves):
        entries.append(_moment(book, moment, move))
        with suppress(OutOfBudget):
            yield reviewer.progress
    counts = Counter(one["label"] if one.get("held", True) else "unlucky" for one in entries)
    return {
        **result,
        "moves": entries,
        "thoughts": _thoughts(reviewer.moments[: len(entries)], book.explaining),
        "counts": dict(counts),
        "finished": len(entries) == len(moves) or only is not None,
        "sentence": message("review.all", {"n": len(entries), **{name: counts[name] for name in COUNTED}}),
    }


COUNTED = ("forced", "hard", "lucky", "unlucky", "wrong")


class _Reader:
    """Reads moves."""

    def __init__(self, serializer: Serializer):
        self.book, self.puzzle = serializer.book, serializer.puzzle
        self.values: dict[tuple[int, str], int] = {}

    def moves(self, listed: Any) -> list[Move]:
        """Return the moves. Raises InputError with the line number, counted below the puzzle, of an invalid move."""
        if not isinstance(listed, list):
            raise InputError("moves")
        return [self._move(move, number + 2) for number, move in enumerate(listed)]

    def _move(self, move: Any, line: int) -> Move:
        if not isinstance(move, dict):
            raise InputError("move", {"line": line})
        if "undo" in move:
            if type(move["undo"]) is not int or move["undo"] < 1:
                raise InputError("move", {"line": line})
            return Move(undo=move["undo"])
        cells = move.get("cells", [move] if "cell" in move else None)
        if not isinstance(cells, list) or not cells:
            raise InputError("move", {"line": line})
        if "after" in move:
            if not isinstance(move["after"], str) or len(move["after"]) != len(cells):
                raise InputError("move", {"line": line})
            changes = [self._change(cell, digit, line) for cell, digit in zip(cells, move["after"])]
        else:
            changes = [self._written(one, line) for one in cells]
        marks = [mark for variable, value in dict(changes).items() for mark in self._marks(variable, value)]
        return Move(tuple(marks))

    def _change(self, variable: Any, digit: str, line: int) -> tuple[int, int]:
        """Return a variable and the index of its new value from the form that the page uses."""
        if type(variable) is not int or not 0 <= variable < variable_count(self.puzzle):
            raise InputError("move-cell", {"line": line})
        return variable, self._index(variable, DIGITS.find(digit), line)

    def _index(self, variable: int, value: Any, line: int) -> int:
        """Return the index of a value, checked."""
        if type(value) is not int or not 0 <= value <= values_of(self.puzzle, variable):
            raise InputError("move", {"line": line})
        return value

    def _written(self, one: Any, line: int) -> tuple[int, int]:
        """Return the same from {"cell": place, "value": letter} or {"cell": place, "mark": index}."""
        if not isinstance(one, dict) or not isinstance(one.get("value", ""), str):
            raise InputError("move", {"line": line})
        variable = variable_at(self.puzzle, one.get("cell"))
        if variable is None:
            raise InputError("move-cell", {"line": line})
        if "value" not in one:
            return variable, self._index(variable, one.get("mark"), line)
        key = variable, one["value"]
        if key not in self.values:
            self.values[key] = self._value(variable, one["value"], line)
        return variable, self.values[key]

    def _value(self, variable: int, letter: str, line: int) -> int:
        """Return the index of the value that a letter means for a variable, as in a board."""
        blank = self.book.letters[0]
        if letter in ("?", blank):
            return UNDECIDED
        written = [blank] * variable_count(self.puzzle)
        written[variable] = letter
        try:
            board = self.book.read(self.puzzle, joined(laid_out(self.puzzle, written)))
        except InputError:
            board = Board()
        value = indexes(self.puzzle, board)[variable]
        if len(letter) != 1 or not value:
            raise InputError("move-value", {"line": line}, name=letter)
        return value

    def _marks(self, variable: int, value: int) -> list[Mark]:
        """Return the marks on literals that give a variable a value; marks on its other values are removed."""
        literals = literals_of(self.puzzle, variable)
        if len(literals) == 1:
            return [Mark(literals.start, None if value == UNDECIDED else value == YES)]
        marks = [Mark(literal, None) for number, literal in enumerate(literals, 1) if number != value]
        return marks if value == UNDECIDED else [*marks, Mark(literals[value - 1], True)]


def _distance(serializer: Serializer) -> Distance:
    @cache
    def place(literal: int) -> tuple[float, float]:
        return middle(serializer.place(literal)) or (0.0, 0.0)

    def distance(some: int, others: int) -> float:
        begins, ends = map(place, members(some)), [place(cell) for cell in members(others)]
        return min((abs(row - r) + abs(column - c) for row, column in begins for r, c in ends), default=0)

    return distance


def _moment(book: Rulebook, moment: ReviewedMove, move: Move) -> Document:
    """Return one judged move as JSON. Its puzzle may show more than the initial one."""
    serializer = Serializer(book, moment.puzzle)
    lucky = [one for one in moment.judged if one.label == LUCKY]
    entry: Document = {"label": moment.label, "cells": _cells(serializer, moment.judged)}
    if move.undo:
        entry["undo"] = move.undo
    if moment.level is not None:
        entry["level"] = moment.level
    if moment.step:
        entry["step"] = serializer.step(moment.step, moment.before)
    if moment.clash:
        entry["clash"] = serializer.clash(moment.clash)
    if moment.easier:
        entry["easier"] = serializer.step(moment.easier, moment.before)
    if moment.label == LUCKY:
        entry["held"] = all(one.held for one in lucky)
        chances = [one.chance for one in lucky if one.chance is not None]
        if chances:
            entry["chance"] = share(min(chances))
    if moment.safest:
        cell, chance = moment.safest
        entry["safest"] = {"cell": serializer.place(cell), "chance": share(chance)}
    entry["sentence"] = _sentence(moment, entry)
    notes = list(_notes(moment, entry))
    return {**entry, "notes": notes} if notes else entry


def _thoughts(moments: Sequence[ReviewedMove], explaining: Explaining) -> list[Document]:
    """Return the groups of moves, by their numbers. A group of several moves has a sentence: for all of them if they
    are easy, else for those after the first.
    """
    thoughts: list[Document] = []
    for moves in moves_by_thought(moments, explaining):
        first = moments[moves[0]]
        easy = first.label == FORCED and not explaining.visits and (first.level or 0) <= explaining.easy
        then = (
            message("review.easy-moves", {"n": len(moves)}) if easy else message("review.then", {"n": len(moves) - 1})
        )
        thoughts.append({"moves": list(moves), **({"sentence": then} if len(moves) > 1 else {})})
    return thoughts


def _cells(serializer: Serializer, judged: Sequence[JudgedMark]) -> list[Document]:
    """Return one entry per variable; if a value replaces another, the entry has the new one."""
    by_variable: dict[int | None, JudgedMark] = {}
    for one in judged:
        variable = variable_of(serializer.puzzle, one.mark.cell)
        if one.mark.value is not None or variable not in by_variable:
            by_variable[variable] = one
    return [_cell(serializer, one) for one in by_variable.values()]


def _cell(serializer: Serializer, one: JudgedMark) -> Document:
    cell: Document = {"cell": serializer.place(one.mark.cell), "label": one.label}
    if one.mark.value is not None:
        bit = 1 << one.mark.cell
        (entry,) = serializer.values(Board(bit, 0) if one.mark.value else Board(0, bit))
        cell |= {name: entry[name] for name in ("value", "mark") if name in entry}
    if one.label == LUCKY:
        cell["held"] = one.held
        if one.chance is not None:
            cell["chance"] = share(one.chance)
    return cell


def _sentence(moment: ReviewedMove, entry: Document) -> Document:
    if moment.label == LUCKY:
        held = "lucky" if entry["held"] else "unlucky"
        return (
            message(f"review.{held}-chance", {"chance": percent(entry["chance"])})
            if "chance" in entry
            else message(f"review.{held}")
        )
    if moment.label == BACK:
        return message("review.back-wrong" if moment.corrects else "review.back")
    if moment.label == FORCED and not moment.step and _seen(moment):
        return message("review.seen")
    return message(f"review.{moment.label}")


def _seen(moment: ReviewedMove) -> bool:
    """Return whether everything that the move opens was already open."""
    return all(moment.puzzle.givens.known >> one.mark.cell & 1 for one in moment.judged)


def _notes(moment: ReviewedMove, entry: Document) -> Sequence[Document]:
    """Return further remarks about a move."""
    notes = []
    if moment.corrects and moment.label not in (BACK, SAME):
        notes.append(message("review.corrects"))
    if moment.label == LUCKY and (moment.easier or entry.get("safest", {}).get("chance") == 1):
        notes.append(message("review.certain"))
    elif "safest" in entry and entry["safest"]["chance"] > entry["chance"] + 0.0005:
        at = {name: number + 1 for name, number in entry["safest"]["cell"].items()}
        notes.append(message("review.safest", {**at, "chance": percent(entry["safest"]["chance"])}))
    if moment.label == WRONG and sum(one.label == WRONG for one in moment.judged) > 1:
        notes.append(message("review.wrong-cells", {"n": sum(one.label == WRONG for one in moment.judged)}))
    return notes
