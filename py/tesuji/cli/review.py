"""tesuji review [GAME.jsonl] [--json]: judge a recorded game move by move.

The first line of the file is the puzzle, and each further line is a move in the form of the call `review`; or the file
is one game as stored by the page. See docs/games.md.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import Any

from tesuji.calls.reviewing import review
from tesuji.cli.bulk import puzzle_of
from tesuji.cli.commands import EXIT, reasons_text, values_text
from tesuji.cli.inputs import check_seconds, text_of
from tesuji.cli.language import Renderer
from tesuji.cli.outputs import json_line, visible
from tesuji.cli.progress import StatusLine
from tesuji.engine.budget import Budget
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Document

INDENT = " " * 6


def add(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(run=_review)
    parser.add_argument("file", nargs="?", default="-", metavar="GAME.jsonl")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS")


def _review(options: Namespace) -> int:
    check_seconds(options.timeout)
    text = Renderer(options.lang)
    args = game_of(text_of(options.file))
    try:
        answer = StatusLine(text).run(review(args), Budget(options.timeout))
    except OutOfBudget:
        raise InputError("timeout") from None
    if options.json:
        print(json_line(answer))
    else:
        for line in _shown(answer, text, len(args["moves"]), options.moves):
            print(visible(line))
    return EXIT["none"] if answer.get("verdict") == "none" else 0


def game_of(text: str) -> Document:
    """Return the arguments of `review` from lines, or from a game as stored by the page. Raises InputError."""
    whole = _json(text)
    if isinstance(whole, dict) and isinstance(whole.get("document"), dict) and isinstance(whole.get("past"), list):
        return {"document": whole["document"], "moves": list(_marking(_played(whole["past"])))}
    first, *others = [line for line in text.splitlines() if line.strip()] or [""]
    document = _json(first)
    puzzle = puzzle_of(document) if isinstance(document, dict) else {"text": document or first}
    return {**puzzle, "moves": [_json(line) for line in others]}


def _played(past: list[Any]) -> Iterator[Any]:
    """Return the page's moves in chronological order; `lost` holds the moves played and undone before each."""
    for move in past:
        lost = move.get("lost") if isinstance(move, dict) else None
        if isinstance(lost, list) and lost:
            yield from lost
            standing = sum(-one["undo"] if "undo" in one else 1 for one in lost if isinstance(one, dict))
            if standing > 0:
                yield {"undo": standing}
        yield move


def _marking(events: Iterable[Any]) -> Iterator[Any]:
    """Yield the events without moves that mark nothing, because notes can also be undone on the page."""
    marked: list[bool] = []  # for each move that is not undone
    for event in events:
        undo = event.get("undo") if isinstance(event, dict) else None
        if isinstance(undo, int) and not isinstance(undo, bool) and undo > 0:
            taken = sum(marked[-undo:])
            del marked[-undo:]
            if taken:
                yield {"undo": taken}
            continue
        marked.append(not isinstance(event, dict) or event.get("cells") != [] or "jots" not in event)
        if marked[-1]:
            yield event


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _shown(answer: Document, text: Renderer, moves: int, unfolded: bool) -> Iterator[str]:
    """Show each thought: its first move and the number of moves that follow, or every move."""
    for thought in answer["thoughts"]:
        then = "" if unfolded or "sentence" not in thought else text.message(thought["sentence"])
        easy = then and thought["sentence"]["key"] == "review.easy-moves"
        for number in [] if easy else thought["moves"] if unfolded else thought["moves"][:1]:
            yield from _move(number + 1, answer["moves"][number], text)
        if then:
            yield f"{thought['moves'][0] + 1:>4}  {then}" if easy else f"{INDENT}{then}"
    if answer["moves"]:
        yield ""
    yield text.message(answer["sentence"])
    if not answer["finished"]:
        yield text("cli.unfinished", done=len(answer["moves"]), of=moves)


def _move(number: int, moment: Document, text: Renderer) -> Iterator[str]:
    name = moment["label"] if moment.get("held", True) else "unlucky"
    cells = [{**cell, "value": cell.get("value", "?")} for cell in moment["cells"]]
    what = text("cli.undo", n=moment["undo"]) if "undo" in moment else values_text(cells, text)
    yield f"{number:>4}  {text(f'review.label.{name}')}  {what}".rstrip()
    for said in _reasons(moment, text):
        yield f"{INDENT}{said}"


def _reasons(moment: Document, text: Renderer) -> Iterator[str]:
    step, said = moment.get("step"), [text.message(moment["sentence"])]
    said += [text.message(note) for note in moment.get("notes", ())]
    if moment["label"] != "forced" or not step:
        yield " ".join(said)
    elif said[1:]:
        yield " ".join(said[1:])
    for reason in filter(None, (step, moment.get("clash"))):
        must = f"{values_text(step['cells'], text)}: " if step and moment["label"] == "wrong" else ""
        yield f"{must}{text.message(reason['sentence'], reason['because'])}{reasons_text(reason['because'], text)}"
    if "easier" in moment:
        easier = moment["easier"]
        yield f"{text('review.easier', name=text.message(easier['name']))} {values_text(easier['cells'], text)}"
