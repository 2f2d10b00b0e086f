"""The calls `explain` and `hint`: steps with reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from tesuji.bitset import members
from tesuji.calls.arguments import marks_of, noting, whole
from tesuji.calls.certificate import certified, of_conflict, of_forced
from tesuji.calls.guessing import best_guess
from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.calls.solving import ONLY_RELAXED, only_relaxed
from tesuji.engine.budget import Progress, Steps, watched
from tesuji.engine.context import QUICK as QUICK_LIMITS
from tesuji.engine.propagate import propagator_for
from tesuji.engine.reasons.assumptions import SMALL_BOARD
from tesuji.engine.reasons.conflict import Conflict, conflict
from tesuji.engine.reasons.contradiction import Derivation
from tesuji.engine.reasons.derivation import derive
from tesuji.engine.reasons.steps import LEVELS, Explainer, Explanation, at_most, refutation, together
from tesuji.engine.reasons.story import story
from tesuji.engine.reasons.towards import steps_towards
from tesuji.engine.sat.encoding import Learner
from tesuji.engine.session import Session
from tesuji.engine.trace import Chain
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Document, Puzzle, Step
from tesuji.puzzles import parse
from tesuji.rulebook import Rulebook
from tesuji.variables import literals_of, middle, same_variable, values_only
from tesuji.variables import marks_of as marks_string

FIRST_LOOK, SECOND_LOOK, CONFLICT_STEPS, STORY_STEPS = 200, 4000, 7000, 3000
"""Limits in safe points for a first look at the player's marks, a second look, the search for a clash, and the search
for its chains. If a limit is reached, the answer comes without that part.
"""
SHARE = 30
"""Safe points of the search for named steps per safe point of the search for the smallest clash: this takes each of them
about half of the time.
"""
MAX_OTHERS, OTHERS_STEPS = 20, 1500
"""The largest number of other steps in the answer, and the safe points for finding them."""
FOLLOWING = 4000
"""Safe points for the steps that follow from a hint."""
MAX_REMOVALS = 500
"""The most steps that only remove values before a hint that settles one."""
AT_ONCE = 1000
"""Steps whose cells are listed between two safe points."""
StepDistance = Callable[[Step], float]


@noting
def explain(args: Document, session: Session | None = None) -> Steps[Document]:
    """Return the steps from the player's board to the solution, or until nothing more is certain. Arguments:
    `contract.ExplainArguments`.

    args: {"document" (with the player's marks, if any) or "text", "limit"?: the most steps, "start"?: "givens" to
    ignore the marks, "chains"?: true for a chain with every step, "drawn"?: true for the final board as plain text,
    "cell"?: a place, for only the steps that lead to this cell, "about"?: a place, for only the easiest step that
    settles this cell at once, "certificate"?: true for a proof of what the steps settle (only "cell" if it is given),
    or of the clash}.

    Result: {"kind", "counted": "clues" | "rules", "steps": [step ...], "thoughts": [thought ...], "finished": whether
    there is nothing more to find, "verdict": "unique" solved, "multiple" nothing more is certain, "none", "unknown"
    ended early or at the limit, "board" after the steps in the letters of `forced`, "sentence": how it ended, "wrong"?,
    "clash"?: with "none", "guess"?: with "multiple", in kinds played by uncovering cells (see `calls.guessing`),
    "certificate"? or "uncertified"? as in `solve`}. If the marks are wrong, there are no steps, but "wrong".
    """
    book, puzzle = parse(args["document"])
    serializer = Serializer(book, puzzle)
    marks = Board() if args.get("start") == "givens" else marks_of(book, puzzle)
    wrong = (yield from _wrong(serializer, marks)) if marks.known else None
    if wrong:
        result = _result(serializer, Explanation(puzzle.givens, verdict="none"), [], wrong)
        return {**result, "thoughts": [], **(yield from _certified(serializer, marks, None, args))}
    start = _start(puzzle, marks)
    found, ready = yield from _explained(serializer, start, args, session)
    steps = []
    for number, step in enumerate(found.steps):
        before, start = start, start.joined(Board(step.yes, step.no))
        chained = args.get("chains") or step.technique in LEVELS
        if number < len(ready) and not chained:
            steps.append(ready[number])
            continue
        steps.append((yield from _with_chain(serializer, before, step)) if chained else serializer.step(step, before))
        with suppress(OutOfBudget):
            yield Progress("explain", start.known.bit_count(), puzzle.size)
    result = _result(serializer, found, steps, None)
    result["thoughts"] = serializer.thoughts(puzzle.givens.joined(marks), found.steps)
    proven: Explanation | Conflict | None = found
    if args.get("drawn"):
        result["drawn"] = book.draw(puzzle, found.board)
    if found.verdict == "none":
        if not marks.known and (yield from _quickly(only_relaxed(book, puzzle), SECOND_LOOK)):
            result["sentence"] = message(f"reason.{ONLY_RELAXED}")
        clash, proven = yield from _clash(serializer, marks)
        result |= clash
    elif found.verdict == "multiple":
        result |= yield from best_guess(serializer, found.board)
    elif args.get("cell") is not None and found.verdict == "unknown" and not result.get("stopped"):
        result["sentence"] = message("explain.cell", {"n": len(steps)})
    return {**result, **(yield from _certified(serializer, marks, proven, args))}


def _certified(
    serializer: Serializer, marks: Board, found: Explanation | Conflict | None, args: Document
) -> Steps[Document]:
    """Return a certificate of the steps or of the conflict, or, if there is neither, of the contradiction with these
    marks; {} if none was requested."""
    book, puzzle = serializer.book, serializer.puzzle
    if not args.get("certificate"):
        return {}
    if not isinstance(found, Explanation):
        return (yield from certified(puzzle, _of_clash(book, puzzle, marks, found)))
    new = found.board.known & ~puzzle.givens.joined(marks).known
    if args.get("cell") is not None:
        new &= serializer.literals(args["cell"])
    forced = Board(found.board.yes & new, found.board.no & new)
    if not values_only(puzzle, forced).known:
        return {"uncertified": message("certificate.nothing-forced")}
    return (yield from certified(puzzle, _of_steps(book, puzzle, marks, forced, found.steps)))


def _of_steps(book: Rulebook, puzzle: Puzzle, marks: Board, forced: Board, found: Sequence[Step]) -> Steps[str]:
    """Return the certificate of the cells that steps settle. Raises OutOfBudget."""
    order: list[int] = []
    for number, step in enumerate(found, 1):
        order += members(step.yes | step.no)
        if number % AT_ONCE == 0:
            yield Progress("proof", of=puzzle.size)
    return (yield from of_forced(book, puzzle, marks, forced, order))


def _of_clash(book: Rulebook, puzzle: Puzzle, marks: Board, found: Conflict | None) -> Steps[str]:
    """Return the certificate of a conflict, which is searched for if none was found. Raises OutOfBudget."""
    found = found or (yield from conflict(puzzle, marks, book.explaining.counted))
    return (yield from of_conflict(book, puzzle, found))


def _explained(
    serializer: Serializer, start: Board, args: Document, session: Session | None
) -> Steps[tuple[Explanation, list[Document]]]:
    """Return all steps, those that lead to one cell, or the one about it; and the first steps, serialized."""
    book, puzzle = serializer.book, serializer.puzzle
    if args.get("cell") is not None:
        literal = yield from _literal(serializer, args["cell"], start)
        return (yield from steps_towards(puzzle, book, literal, start, session)), []
    explainer = Explainer(serializer.context, start)
    if args.get("about") is None:
        ready = yield from _all_steps(serializer, explainer, whole(args.get("limit"), "limit"))
        return explainer.result, ready
    literal = yield from _literal(serializer, args["about"], start)
    if not start.known >> literal & 1:
        with suppress(OutOfBudget):
            step = yield from explainer.about(1 << literal)
            others = serializer.literals(args["about"]) & ~start.known & ~(1 << literal)
            if step is None and others:
                step = yield from explainer.about(others)
            if step:
                explainer.apply(step)
    return explainer.result, []


def _all_steps(serializer: Serializer, explainer: Explainer, limit: int | None) -> Steps[list[Document]]:
    """Run an explainer and serialize its steps as they are found: after the end of the budget, 10,000 steps would take
    a second.
    """
    ready: list[Document] = []
    before, steps = explainer.board, explainer.result.steps
    with suppress(OutOfBudget):
        for progress in explainer.run(limit):
            for step in steps[len(ready) :]:
                ready.append(serializer.step(step, before))
                before = before.joined(Board(step.yes, step.no))
            yield progress
    return ready


def _literal(serializer: Serializer, where: Any, start: Board) -> Steps[int]:
    """Return the literal that settles the variable at a place: its only one, or the one of its value in a solution.
    Raises InputError if the board does not have the place.
    """
    literals = literals_of(serializer.puzzle, serializer.variable(where))
    if len(literals) == 1:
        return literals.start
    solution = yield from Learner(serializer.puzzle, start).find()
    return next((literal for literal in literals if solution and solution.yes >> literal & 1), literals.start)


@noting
def hint(args: Document) -> Steps[Document]:
    """Return the easiest next step on the player's board, or the mistake there. Arguments: `contract.HintArguments`.

    The answer is that of `explain`, with at most one step and its chain. With "thought", the easy steps that follow
    from the step are added, and "thoughts" has one entry. With "others" the answer lists the named steps available now,
    at most MAX_OTHERS, sorted by difficulty and then by distance. Questions that take long, such as whether a distant
    mark is wrong, are left open.
    """
    book, puzzle = parse(args["document"])
    serializer, marks = Serializer(book, puzzle), marks_of(book, puzzle)
    wrong = yield from _wrong(serializer, marks)
    if wrong:
        return _result(serializer, Explanation(puzzle.givens, verdict="none"), [], wrong)
    start = _start(puzzle, marks)
    explainer = Explainer(serializer.context.limited(QUICK_LIMITS), start)
    if args.get("others"):
        return (yield from _others(serializer, explainer, _distance(serializer, args.get("near"))))
    with suppress(OutOfBudget):
        yield from explainer.hint(_distance(serializer, args.get("near")), bool(args.get("prove")))
        yield from _to_a_value(explainer)
        if args.get("thought") and explainer.result.steps:
            yield from at_most(explainer.follow_up(), FOLLOWING)
    steps, before = [], start
    for number, step in enumerate(explainer.result.steps):
        steps.append(serializer.step(step, before) if number else (yield from _with_chain(serializer, before, step)))
        before = before.joined(Board(step.yes, step.no))
    result = _result(serializer, explainer.result, steps, None)
    if args.get("thought"):
        result["thoughts"] = [serializer.thought(explainer.result.steps)] if steps else []
    if explainer.result.verdict == "multiple":
        result |= yield from best_guess(serializer, start)
    return result


def _start(puzzle: Puzzle, marks: Board) -> Board:
    """Return the board with the player's marks. Marks against givens are left out; if the quick look had no time to find
    them, techniques must not see a cell with two values.
    """
    givens = puzzle.givens
    return givens.joined(Board(marks.yes & ~givens.no, marks.no & ~givens.yes))


def _to_a_value(explainer: Explainer) -> Steps[None]:
    """Continue to a step that settles a variable, because a player cannot mark a removed value. The step gets the
    reasons of all earlier steps that it needs.
    """
    puzzle, result = explainer.puzzle, explainer.result
    while 0 < len(result.steps) < MAX_REMOVALS and not _settles(puzzle, result.steps[-1]):
        before = len(result.steps)
        yield from explainer.hint(None, False)
        if len(result.steps) == before:
            break
    *removals, last = result.steps or [None]
    if removals:
        result.steps = [together(removals, last)]


def _settles(puzzle: Puzzle, step: Step) -> bool:
    """Return whether a step settles a variable, rather than only removing values."""
    return bool(step.yes) or any(len(same_variable(puzzle, literal)) == 1 for literal in members(step.no))


def _others(serializer: Serializer, explainer: Explainer, distance: StepDistance | None) -> Steps[Document]:
    """Return the named steps available now."""
    found = (yield from at_most(explainer.named(10 * MAX_OTHERS), OTHERS_STEPS)) or []
    levels = serializer.levels
    found.sort(key=lambda step: (levels[step.technique], distance(step) if distance else 0))
    kept: list[Step] = []
    for step in found:
        # A step that settles no more than an earlier one does not count as another step.
        if not any(not step.yes & ~other.yes and not step.no & ~other.no for other in kept):
            kept.append(step)
    steps = [serializer.step(step, explainer.board) for step in kept[:MAX_OTHERS]]
    return _result(serializer, explainer.result, steps, None)


def _with_chain(serializer: Serializer, before: Board, step: Step) -> Steps[Document]:
    """Return a step with the chains that refute its opposite, or without them if time runs out first."""
    chains: tuple[Chain, ...] = ()
    with suppress(OutOfBudget):
        yield Progress("explain", before.known.bit_count(), serializer.puzzle.size)
        chains = yield from refutation(serializer.context, before, step)
    return serializer.step(step, before, chains)


def _distance(serializer: Serializer, near: Any) -> StepDistance | None:
    """Return a function that measures the distance of a step from a place, or None without a place."""
    at = middle(near)
    if at is None:
        return None

    def distance(step: Step) -> float:
        points = [middle(where) for where in serializer.places(members(step.yes | step.no))]
        return min((abs(row - at[0]) + abs(column - at[1]) for row, column in filter(None, points)), default=0.0)

    return distance


# Answers


def _result(serializer: Serializer, found: Explanation, steps: list[Document], wrong: Document | None) -> Document:
    result: Document = {
        "kind": serializer.puzzle.kind,
        "counted": serializer.book.explaining.counted,
        "steps": steps,
        "finished": found.verdict != "unknown",
        "verdict": found.verdict,
        "board": serializer.book.forced(serializer.puzzle, found.board),
        "marks": marks_string(serializer.puzzle, found.board),
        "sentence": message(f"explain.{found.verdict}"),
    }
    return {**result, "sentence": wrong["sentence"], "wrong": wrong} if wrong else result


def _wrong(serializer: Serializer, marks: Board) -> Steps[Document | None]:
    """Return the wrong marks, or that the puzzle has no solution. Return None if everything is right or a quick look
    cannot decide.
    """
    return (yield from _quickly(_find_wrong(serializer, marks), SECOND_LOOK))


def _find_wrong(serializer: Serializer, marks: Board) -> Steps[Document | None]:
    book, puzzle = serializer.book, serializer.puzzle
    fits = yield from _quickly(_fits(book, puzzle, puzzle.givens.joined(marks)), FIRST_LOOK)
    if fits:
        return None
    learner = Learner(puzzle, puzzle.givens)
    learner.avoid(marks.no, marks.yes)
    solution = yield from learner.find()
    if solution is None:
        return {"cells": [], "sentence": message("explain.none"), **(yield from _clash(serializer, marks))[0]}
    right = puzzle.givens.joined(Board(marks.yes & solution.yes, marks.no & solution.no))
    wrong = Board(marks.yes & ~solution.yes, marks.no & ~solution.no)
    if not wrong.known:
        return None
    cells = serializer.values(wrong)
    step = yield from Explainer(serializer.context.limited(QUICK_LIMITS), right).about(wrong.known)
    if step:
        return {
            "cells": cells,
            "sentence": message("explain.wrong", {"n": len(cells)}),
            "step": (yield from _with_chain(serializer, right, step)),
        }
    # If there are several solutions, no single mark is wrong; but if none of them fits, the marks contradict each
    # other.
    clash = {} if fits is None else (yield from _clash(serializer, marks))[0]
    if not clash:
        return None
    cells = clash["clash"]["cells"]
    return {"cells": cells, "sentence": message("explain.wrong", {"n": len(cells)}), **clash}


def _quickly(steps: Steps, points: int) -> Steps:
    """Return the answer of a search, or None if it takes more than this many safe points."""
    with suppress(OutOfBudget):
        return (yield from at_most(steps, points))
    return None


def _fits(book: Rulebook, puzzle: Puzzle, board: Board) -> Steps[bool]:
    """Return whether some solution agrees with a board."""
    if board.yes & board.no:
        return False
    progress = Progress("propagate", of=puzzle.size)
    yield progress
    try:
        propagator = propagator_for(puzzle)
        state: Any = None
        for state in propagator.root():  # noqa: B007
            yield progress
        known = propagator.known(propagator.extend(state, *board))
    except Contradiction:
        return False
    return known.known == puzzle.cells or (yield from Learner(puzzle, known).find()) is not None


def _clash(serializer: Serializer, marks: Board) -> Steps[tuple[Document, Conflict | None]]:
    """Return {"clash"} with the contradictory reasons, and these; {} and None if they are not found in time."""
    puzzle, what = serializer.puzzle, serializer.book.explaining.counted
    if puzzle.size > SMALL_BOARD and not marks.known & puzzle.givens.known:
        # The clause learner takes several times the memory.
        derivation = yield from _derivation(serializer, marks)
        if derivation:
            found = derivation.conflict(puzzle, what)
            return {"clash": (yield from with_story(serializer, found, marks, derivation))}, found
    search = _quickly(conflict(puzzle, marks, what), CONFLICT_STEPS)
    found, derivation = yield from with_derivation(serializer, marks, search)
    return ({"clash": (yield from with_story(serializer, found, marks, derivation))} if found else {}), found


def with_derivation(
    serializer: Serializer, marks: Board, search: Steps[Conflict | None]
) -> Steps[tuple[Conflict | None, Derivation | None]]:
    """Return the conflict that a search finds, and its derivation. Once it is certain that there is a conflict, the
    searches for the smallest one and for the derivation take turns, because either may take all of the time.
    """
    found: list[Derivation | None] = []

    def derivation() -> Steps[None]:
        found.append((yield from _derivation(serializer, marks)))

    other = derivation()
    reasons = yield from watched(search, lambda progress: islice(other, SHARE) if progress.verdict else ())
    if reasons:
        yield from other
    return reasons, next(iter(found), None)


def _derivation(serializer: Serializer, marks: Board) -> Steps[Derivation | None]:
    """Return the story of a contradiction in named steps if that is found in time."""
    with suppress(OutOfBudget):
        return (yield from derive(serializer.context, serializer.puzzle.givens.joined(marks)))
    return None


def with_story(serializer: Serializer, found: Conflict, marks: Board, derivation: Derivation | None) -> Steps[Document]:
    """Return a conflict as JSON, with its story and the chains of its reasons if these are found in time."""
    puzzle, book = serializer.puzzle, serializer.book
    chains = yield from _quickly(story(puzzle, found, book.explaining.counted), STORY_STEPS)
    flaw = next(iter(book.flaws(puzzle)), None) if not marks.known else None
    return serializer.clash(found, chains or (), derivation, flaw)
