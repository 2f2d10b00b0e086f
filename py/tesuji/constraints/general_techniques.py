"""Techniques for any kind of puzzle: each step is what one constraint infers from the board, or, if a puzzle has hidden
variables, what several constraints infer one after the other by way of these.

Kinds without techniques use them, and other kinds may add them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.trace import Chain, Tracer, Trail
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext
from tesuji.variables import completed, same_variable, visible

WIDE_SHARE = 0.5
"""A constraint over at least this part of the board's literals counts as a constraint on the whole board."""
FEW_ROUNDS = 4
"""The most rounds of a short chain. Each round settles what single constraints infer from the rounds before."""
FEW_LINKS = 4
"""The most links of a chain that is seen at a glance, like a single rule."""
Inference = tuple[int, int, int, int]
"""The yes and no literals of a constraint before and after its inference, as local bit sets."""


# Inferences of single constraints


class _Inferred:
    """The inferences of each local constraint, or of each wide one, from a board alone. Constraints run again only if
    some of their literals have become known since the latest board.
    """

    def __init__(self, wide: bool, context: TechniqueContext, board: Board):
        self.tracer = Tracer(context.puzzle, board)
        self.found: dict[int, Inference] = {}
        self.work = self._infer(wide, context, board)

    def run(self) -> Iterator[None]:
        """Do what is left of the work. Yields at safe points."""
        yield from self.work

    def _infer(self, wide: bool, context: TechniqueContext, board: Board) -> Iterator[None]:
        tracer, latest = self.tracer, context.once(_latest)
        numbers = context.once(_wide if wide else _local)
        before = latest.get(wide)
        if before and not (before.tracer.board.yes & ~board.yes or before.tracer.board.no & ~board.no):
            new = board.known & ~before.tracer.board.known
            woken = {number for cell in members(new) for number, _ in tracer.holders[cell]}
            woken |= before.tracer.far - tracer.far
            self.found = {number: one for number, one in before.found.items() if number not in woken}
            numbers = numbers & woken
        for number in sorted(numbers - tracer.far):
            yield
            known = tracer.yes[number], tracer.no[number]
            try:
                after = context.puzzle.constraints[number].infer(*known)
            except Contradiction:
                continue
            if after != known:
                self.found[number] = *known, *after
        latest[wide] = self


def _latest(puzzle: Puzzle) -> dict[bool, _Inferred]:
    """Return a place for the latest inferences of local constraints (False) and of wide ones (True)."""
    return {}


def _local(puzzle: Puzzle) -> frozenset[int]:
    return frozenset(range(len(puzzle.constraints))) - _wide(puzzle)


def _wide(puzzle: Puzzle) -> frozenset[int]:
    most = WIDE_SHARE * puzzle.size
    return frozenset(
        number for number, one in enumerate(puzzle.constraints) if len(one.scope) > most and not one.implicit
    )


_inferred_local, _inferred_wide = partial(_Inferred, False), partial(_Inferred, True)


# Steps of one constraint


def find(wide: bool, name: str, context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Yield the steps of each constraint that settles something: first rules of the game, then counted constraints."""
    inferred = context.derived(_inferred_wide if wide else _inferred_local, board)
    for _ in inferred.run():
        yield None
    for number in sorted(inferred.found, key=lambda number: (number in context.counted, number)):
        yield from _steps(context, board, number, inferred.found[number], name)
        yield None


def _steps(context: TechniqueContext, board: Board, number: int, found: Inference, name: str) -> Iterator[Step]:
    """Yield the steps of a constraint: one for all variables with two values, and one for each other variable."""
    puzzle, constraint = context.puzzle, context.puzzle.constraints[number]
    scope = constraint.scope
    yes, no, after_yes, after_no = found
    groups: dict[range | None, list[tuple[int, bool]]] = {}
    for place in members((after_yes & ~yes) | (after_no & ~no)):
        if visible(puzzle) >> scope[place] & 1:
            variable = same_variable(puzzle, scope[place])
            key = variable if len(variable) > 1 else None
            groups.setdefault(key, []).append((place, bool(after_yes >> place & 1)))
    because = (number,) if number in context.counted else ()
    minimal = not because or len(context.counted) == len(puzzle.constraints)
    for its, targets in groups.items():
        used = 0
        for target in targets:
            used |= constraint.reason(yes, no, target)
        settled = Board(
            set_of(scope[place] for place, value in targets if value),
            set_of(scope[place] for place, value in targets if not value),
        )
        cells = set_of(scope[place] for place in members(used))
        if its is not None:
            settled, removed = completed(puzzle, board, settled, set_of(its))
            cells |= removed
        yield Step(*settled, name, because, cells, _words(because, (number,)), len(because), minimal)


def _words(because: tuple[int, ...], used: tuple[int, ...]) -> Mapping[str, Any]:
    """Return the parameters of a sentence, which names the rules of the game if no constraint counts."""
    return {"n": len(because)} if because else {"rules": used}


# Steps of several constraints that hidden variables link


class _Link(NamedTuple):
    """A visible literal, its value, and the chain of constraints that settles it."""

    literal: int
    value: bool
    chain: Chain


class _Links:
    """The chains on one board, found round by round. The search ends with the first round that settles something
    visible, or with the last of a few rounds. Values of hidden variables are not kept from board to board, so that they
    follow from the latest marks by the shortest chains.
    """

    def __init__(self, short: bool, context: TechniqueContext, board: Board):
        self.short, self.context, self.board = short, context, board
        self.found: list[_Link] = []
        self.work = self._search()

    def run(self) -> Iterator[None]:
        """Do what is left of the search. Yields at safe points."""
        yield from self.work

    def _search(self) -> Iterator[None]:
        context, short = self.context, self.short
        first = [context.derived(make, self.board) for make in (_inferred_local, _inferred_wide)[: 2 - short]]
        for one in first:
            yield from one.run()
        trail = Trail(first[0].tracer, aside=visible(context.puzzle))
        for one in first:
            for number in sorted(one.found):
                trail.add(number, *one.found[number])
        among, rounds = context.once(_local) if short else None, 1
        while trail.waiting and trail.broken is None and (rounds < FEW_ROUNDS or not short and not self.found):
            before = len(trail.noted)
            yield from trail.round(among)
            rounds += 1
            for literal, event in islice(trail.noted.items(), before, None):
                self.found.append(_Link(literal, event.link.value, trail.to_noted(literal)))
                yield


_short_links, _long_links = partial(_Links, True), partial(_Links, False)


def find_linked(size: int, name: str, context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Yield the steps of chains of one size: 1 for a few links, 2 for a few rounds of local constraints; 3 for the
    shortest chains of any constraints.
    """
    if visible(context.puzzle) == context.puzzle.cells:
        return
    links = context.derived(_short_links if size < 3 else _long_links, board)
    for _ in links.run():
        yield None
    groups: dict[tuple[object, ...], list[_Link]] = {}
    for one in links.found:
        if size == 3 or size == 1 + (len(one.chain.links) > FEW_LINKS):
            groups.setdefault(_alike(context, one), []).append(one)
    for group in groups.values():
        yield _linked_step(context, board, group, name)


def _alike(context: TechniqueContext, one: _Link) -> tuple[object, ...]:
    """Return what the chains of one step have in common: the first link, the known cells and the counted constraints. A
    variable with several values has a step of its own.
    """
    variable = same_variable(context.puzzle, one.literal)
    its = variable.start if len(variable) > 1 else None
    return its, one.chain.links[0], one.chain.cells, frozenset(context.counted) & {*one.chain.constraints}


def _linked_step(context: TechniqueContext, board: Board, group: list[_Link], name: str) -> Step:
    settled = Board(
        set_of(one.literal for one in group if one.value), set_of(one.literal for one in group if not one.value)
    )
    cells = group[0].chain.cells
    used = tuple(dict.fromkeys(number for one in group for number in one.chain.constraints))
    because = tuple(number for number in used if number in context.counted)
    its = same_variable(context.puzzle, group[0].literal)
    if len(its) > 1:
        settled, removed = completed(context.puzzle, board, settled, set_of(its))
        cells |= removed
    return Step(*settled, name, because, cells, _words(because, used), len(because), not because)


RULE = Technique("rule", 1, partial(find, False, "rule"))
SHORT_LINKS = Technique("short-links", 1, partial(find_linked, 1, "short-links"))
LINKED_RULES = Technique("linked-rules", 2, partial(find_linked, 2, "linked-rules"))
WIDE_RULE = Technique("wide-rule", 3, partial(find, True, "wide-rule"))
LONG_LINKS = Technique("long-links", 3, partial(find_linked, 3, "long-links"))
GENERAL = (RULE, SHORT_LINKS, LINKED_RULES, WIDE_RULE, LONG_LINKS)
