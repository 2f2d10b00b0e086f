"""The commands that ask one call of every puzzle: what they are called, their options, and how their answers look to
people.

To add one, add a `Command` to COMMANDS; files, JSON Lines, jobs, resuming and tables come by themselves.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tesuji.model import Document
from tesuji.puzzles import notations
from tesuji.locales import render

EXIT = {"unique": 0, "multiple": 1, "none": 2, "unknown": 3}

SHOWN = 8
"""Cells of a step that are listed."""

VERDICTS = {
    "unique": "Unique: one solution, proven.",
    "multiple": "More than one solution.",
    "none": "No solution.",
    "unknown": "Not decided in the time given.",
}


@dataclass(frozen=True)
class Command:
    """`options` adds the command's own options, `args` makes the call's arguments of them; `show` and `code` are for
    one puzzle."""

    name: str
    help: str
    show: Callable[[Document], Iterator[str]]
    options: Callable[[ArgumentParser], Any] = lambda parser: None
    args: Callable[[Namespace], Document] = lambda options: {}
    code: Callable[[Document], int] = lambda answer: 0


def _solve_options(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=2, help="stop at this many solutions (default 2)")


def _show_solve(answer: Document) -> Iterator[str]:
    yield VERDICTS[answer["verdict"]]
    if "reason" in answer:
        yield answer["reason"]["message"]
    for number, drawn in enumerate(answer["drawn"] if answer["verdict"] != "none" else (), 1):
        if len(answer["solutions"]) > 1:
            yield f"\nSolution {number}:"
        elif answer["verdict"] == "unknown":
            yield "\nProven so far:"
        yield ""
        yield drawn
    yield f"\n{answer['seconds']:.3f} s"


def _explain_options(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=None, help="stop after this many steps")


def _show_explain(answer: Document) -> Iterator[str]:
    for number, step in enumerate(answer["steps"], 1):
        yield f"{number:>4}  {step['sentence']['message']}"
        yield f"      {_values(step['cells'])}{_reasons(step['because']) if step['k'] > 1 else ''}"
    if answer["steps"]:
        yield ""
    yield answer["sentence"]["message"]
    if "drawn" in answer:
        yield f"\n{answer['drawn']}"
    clash = answer.get("clash") or answer.get("wrong", {}).get("clash")
    if clash:
        yield f"\n{clash['sentence']['message']}{_reasons(clash['because'])}"


def _values(cells: Sequence[Document]) -> str:
    """ "r1c2 #", or an edge by its name, for a few of the cells."""
    shown = ", ".join(f"{_place(cell['cell'])} {cell['value']}" for cell in cells[:SHOWN])
    return shown + (f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else "")


def _place(place: Document) -> str:
    if "h" in place:
        return f"h{place['h'][0]},{place['h'][1] + 1}"
    if "v" in place:
        return f"v{place['v'][0] + 1},{place['v'][1]}"
    return f"r{place['row'] + 1}c{place['column'] + 1}"


def _reasons(because: Sequence[Document]) -> str:
    """The clues, each with its letter; of rules the first and the last cell."""
    return "  [" + "; ".join(f"{reason['letter']}: {_reason(reason)}" for reason in because) + "]" if because else ""


def _reason(reason: Document) -> str:
    if "clue" not in reason:
        return f"{_place(reason['cells'][0])}–{_place(reason['cells'][-1])}"
    at, value = reason["clue"]["at"], reason["clue"]["value"]
    text = " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
    where = (
        _place(at)
        if len(at) == 2
        else next(iter(at))
        if "mines" in at
        else " ".join(f"{line} {number + 1}" for line, number in at.items())
    )
    return f"{where} ({text})"


def _ended(answer: Document) -> int:
    """As of solve; steps up to a limit are what was asked for."""
    return EXIT[answer["verdict"]] if answer["finished"] or answer.get("stopped") else 0


def _show_rate(answer: Document) -> Iterator[str]:
    if "difficulty" not in answer:
        yield answer["sentence"]["message"]
        return
    least = "at least " if "at_least" in answer else ""
    yield f"{answer['level_name']['message']} (level {answer['level']} of 5), rating {least}{answer['rating']}."
    why = answer["why"]
    cells = ", ".join(f"{count} with k = {k}" for k, count in why["cells"].items())
    left = f", {why['left']} left" if why["left"] else ""
    yield f"{why['rounds']} rounds; cells: {cells or 'none'}{left}."
    if why.get("cases"):
        yield f"{why['cases']} cells take a case distinction."
    if "sentence" in answer:
        yield answer["sentence"]["message"]
    yield ""
    yield from _drawn_map(answer["difficulty"], answer.get("bound"))
    yield ""
    yield render(f"rate.counted-{answer['counted']}")


def _show_mend(answer: Document) -> Iterator[str]:
    yield VERDICTS[answer["verdict"]]
    if "additions" in answer:
        yield f"{answer['sentence']['message']}\n"
        yield from (f"{_place(addition['cell'])}  {addition['value']}" for addition in answer["additions"])


def _drawn_map(values: Any, bound: Any) -> Iterator[str]:
    """k of each cell, "·" where it is -1, ">" before what is only a bound; edges where they lie."""
    if isinstance(values, dict):
        h, v = (_words(values[side], bound and bound[side]) for side in "hv")
        for number, row in enumerate(h):
            yield "+" + "+".join(f"{word:^3}" for word in row) + "+"
            if number < len(v):
                yield "   ".join(v[number])
        return
    words = _words(values, bound)
    width = max((len(word) for row in words for word in row), default=1)
    yield from (" ".join(f"{word:>{width}}" for word in row) for row in words)


def _words(rows: Sequence[Sequence[int]], bounds: Sequence[Sequence[bool]] | None) -> list[list[str]]:
    return [
        [f"{'>' if bounds and bounds[r][c] else ''}{'·' if k < 0 else k}" for c, k in enumerate(row)]
        for r, row in enumerate(rows)
    ]


def _convert_options(parser: ArgumentParser) -> None:
    writable = [name for name, notation in notations().items() if notation.write]
    parser.add_argument(
        "--to", default="json", choices=writable, metavar="FORMAT", help=f"{', '.join(writable)} (default json)"
    )


def _show_convert(answer: Document) -> Iterator[str]:
    yield answer["text"]
    for key in answer.get("lost", ()):
        yield f"# {render(f'lost.{key}')}"


def _show_check(answer: Document) -> Iterator[str]:
    yield f"{answer['kind']}, {answer['width']} x {answer['height']}, read as {answer['notation']}."
    for reason in answer["reasons"]:
        yield reason["message"]


def _optional(*names: str) -> Callable[[Namespace], Document]:
    """Call arguments of the same names as options, where given."""
    return lambda options: {name: value for name in names if (value := getattr(options, name)) is not None}


COMMANDS: Sequence[Command] = (
    Command(
        "solve",
        "verdict and solutions",
        _show_solve,
        _solve_options,
        _optional("limit"),
        lambda answer: EXIT[answer["verdict"]],
    ),
    Command(
        "explain",
        "the steps of a person, with their reasons",
        _show_explain,
        _explain_options,
        _optional("limit"),
        _ended,
    ),
    Command(
        "rate",
        "how hard each cell is, and the puzzle",
        _show_rate,
        code=lambda answer: EXIT[answer.get("verdict", "unique")],
    ),
    Command(
        "mend",
        "the fewest clues to add so that one solution is left",
        _show_mend,
        code=lambda answer: EXIT[answer["verdict"]],
    ),
    Command("convert", "the puzzle in another notation", _show_convert, _convert_options, _optional("to")),
    Command(
        "check",
        "what a text is, and flaws that need no search",
        _show_check,
        code=lambda answer: 0 if answer["ok"] else EXIT["none"],
    ),
)
