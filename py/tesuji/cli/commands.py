"""The commands that make one call per puzzle: their names and options, and how their answers are displayed.

To add one, add a `Command` to COMMANDS and its help to the strings; files, JSON Lines, jobs, resuming and tables work
without further code.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tesuji.cli.language import Renderer
from tesuji.errors import InputError

if TYPE_CHECKING:
    from tesuji.model import Document

EXIT = {"unique": 0, "multiple": 1, "none": 2, "unknown": 3}

SHOWN = 8
"""The number of cells of a step that are listed."""


class Command(NamedTuple):
    """A command. `options` adds its own options, and `args` turns them into the call's arguments. `show` (which yields
    lines of text in the renderer's language) and `code` are for one puzzle.
    """

    name: str
    show: Callable[[Document, Renderer], Iterator[str]]
    options: Callable[[ArgumentParser], Any] = lambda parser: None
    args: Callable[[Namespace], Document] = lambda options: {}
    code: Callable[[Document], int] = lambda answer: 0
    view: Callable[[Namespace], Document] = lambda options: {}
    """The options that `show` needs, as members of the answer."""


def _solve_options(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=2)
    parser.add_argument("--certificate", metavar="FILE")
    parser.add_argument("--stats", action="store_true")
    parser.add_argument("--verdict", action="store_true")
    parser.add_argument("--thorough", action="store_true")
    parser.add_argument("--backend", choices=["sat"], metavar="sat")
    parser.add_argument("--compat", choices=["matlab"])


def _solve_args(options: Namespace) -> Document:
    flags = {"certificate": bool(options.certificate), "verdict": options.verdict, "thorough": options.thorough}
    return _optional("limit", "backend", "compat")(options) | {name: True for name, value in flags.items() if value}


def _show_solve(answer: Document, text: Renderer) -> Iterator[str]:
    from tesuji.puzzles import rulebook

    if "sentence" not in answer or answer["verdict"] != "unknown":
        yield text(f"cli.verdict.{answer['verdict']}")
    if "sentence" in answer:
        yield text.message(answer["sentence"])
    if "class" in answer and rulebook(answer["kind"]).census:
        yield text("cli.class", name=answer["class"], words=text(f"census.{answer['class']}"))
    if "boards" in answer:
        yield text("cli.boards", n=answer["boards"])
    if "reason" in answer:
        yield text.message(answer["reason"])
    if "uncertified" in answer:
        yield text.message(answer["uncertified"])
    for number, drawn in enumerate(answer["drawn"] if answer["verdict"] != "none" else (), 1):
        if len(answer["solutions"]) > 1:
            yield f"\n{text('cli.solution', number=number)}"
        elif answer["verdict"] == "unknown" and not answer["solutions"]:
            yield f"\n{text('cli.proven')}"
        yield ""
        yield drawn
    if "compat" in answer:
        yield f"\n{text('cli.compat', name=answer['compat']['class'])}"
        yield from (" ".join(row) for row in answer["compat"]["board"])
    yield f"\n{text('cli.seconds', seconds=format(answer['seconds'], '.3f'))}"


def _solved(answer: Document) -> int:
    """Return the exit code. If a requested certificate is missing, the puzzle counts as undecided."""
    return EXIT["unknown" if "uncertified" in answer else answer["verdict"]]


def _explain_options(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--certificate", metavar="FILE")
    parser.add_argument("--cell", metavar="ROW,COLUMN")


def _explain_args(options: Namespace) -> Document:
    args = _optional("limit")(options) | ({"chains": True} if options.why else {})
    args |= {"certificate": True} if options.certificate else {}
    return {**args, "cell": _place_of(options.cell)} if options.cell else args


def _place_of(text: str) -> Document:
    """Return the place of a name such as "r3c4", "3,4" or "h2,5". Raises InputError."""
    from tesuji.variables import named_place

    place = named_place(text)
    if place is None:
        raise InputError("no-such-cell")
    return place


def _show_explain(answer: Document, text: Renderer) -> Iterator[str]:
    yield from _thoughts(answer["thoughts"], answer["steps"], answer.get("unfolded", False), text)
    if answer["steps"]:
        yield ""
    yield text.message(answer["sentence"])
    if "guess" in answer:
        yield text.message(answer["guess"]["sentence"])
    if "drawn" in answer:
        yield f"\n{answer['drawn']}"
    clash = answer.get("clash") or answer.get("wrong", {}).get("clash")
    if clash:
        yield f"\n{text.message(clash['sentence'], clash['because'])}{reasons_text(clash['because'], text)}"
        yield from _clash_story(clash, answer.get("unfolded", False), text)
    if "uncertified" in answer:
        yield f"\n{text.message(answer['uncertified'])}"


def _clash_story(clash: Document, unfolded: bool, text: Renderer) -> Iterator[str]:
    """Show the steps that lead to the contradiction, or the chains of reasons if no steps were found."""
    if "broken" not in clash or unfolded and not clash["steps"]:
        for chain in clash["story"]:
            yield from _chain(chain, text)
    if "broken" not in clash:
        return
    yield ""
    yield from _thoughts(clash["thoughts"], clash["steps"], unfolded, text)
    broken = clash["broken"]
    if "step" in broken:
        yield from _step(len(clash["steps"]) + 1, broken["step"], text)
    because = broken.get("because", ())
    yield f"      {text.message(broken['sentence'], because)}{'' if 'step' in broken else reasons_text(because, text)}"


def _thoughts(thoughts: Sequence[Document], steps: Sequence[Document], unfolded: bool, text: Renderer) -> Iterator[str]:
    """Show each thought: its first step and the number of steps that follow, or every step."""
    for thought in thoughts:
        first, *others = thought["steps"]
        easy = "sentence" in thought and thought["sentence"]["key"].startswith("thought.first")
        if unfolded or not easy:
            yield from _step(first + 1, steps[first], text)
        for number in others if unfolded else ():
            yield from _step(number + 1, steps[number], text)
        if "sentence" in thought and not unfolded:
            yield (
                f"{first + 1:>4}  {text.message(thought['sentence'])}"
                if easy
                else (f"      {text.message(thought['sentence'])}")
            )


def _step(number: int, step: Document, text: Renderer) -> Iterator[str]:
    yield f"{number:>4}  {text.message(step['sentence'], step['because'])}"
    yield f"      {values_text(step['cells'], text)}{reasons_text(step['because'], text) if step['k'] > 1 else ''}"
    yield from _chain(step.get("chain", ()), text)


def _chain(links: Sequence[Document], text: Renderer) -> Iterator[str]:
    """Show the links from the supposed value, if any, to the contradiction."""
    for link in links:
        reason = link.get("letter") or (_reason(link, text) if "clue" in link or "rule" in link else "")
        if "cell" in link:
            value = _entry(link)
            supposed = "clue" not in link and "rule" not in link
            key = "cli.case" if "case" in link else "cli.suppose"
            yield f"        {text(key, value=value)}" if supposed else f"        {value}  [{reason}]"
        else:
            yield f"        {text('cli.breaks', reason=reason)}"


def values_text(cells: Sequence[Document], text: Renderer, most: int = SHOWN) -> str:
    """Return "r1c2 #" for each of the first cells, "r1c2 = 3" for a digit or "r1c2 ≠ 3" for a removed value, and the
    number of remaining cells.
    """
    shown = ", ".join(_entry(cell) for cell in cells[:most])
    return text("cli.more", shown=shown, n=len(cells) - most) if len(cells) > most else shown


def _place_name(place: Document) -> str:
    from tesuji.variables import place_name

    return place_name(place)


def _entry(cell: Document) -> str:
    values = cell["value"] if "value" in cell else "≠ " + " ".join(map(str, cell["not"]))
    if str(values).isdigit():
        values = f"= {values}"
    return f"{_place_name(cell['cell'])} {values}"


def reasons_text(because: Sequence[Document], text: Renderer) -> str:
    """Return the clues with their letters; for a rule, its first and last cell, or its name if it concerns the whole
    board.
    """
    listed = "; ".join(f"{reason['letter']}: {_reason(reason, text)}" for reason in because)
    return f"  [{listed}]" if because else ""


def _reason(reason: Document, text: Renderer) -> str:
    if "clue" not in reason:
        cells = reason.get("cells")
        ends = dict.fromkeys(_place_name(where) for where in (cells[0], cells[-1])) if cells else [reason["rule"]]
        return "–".join(ends)
    at, value = reason["clue"]["at"], reason["clue"]["value"]
    shown = " ".join(map(_run, value)) or "0" if isinstance(value, (list, tuple)) else value
    return f"{_where(at, text)} ({shown})"


def _run(run: Any) -> str:
    """Return a run of a line clue as text: "3", or "3:1" with the number of its colour."""
    return ":".join(map(str, run)) if isinstance(run, (list, tuple)) else str(run)


def _where(at: Document, text: Renderer) -> str:
    """Return the place of a clue: "r1c2" for a cell, "row 1" for a line, or its own name for a clue of the whole board."""
    from tesuji.variables import grid_place

    if grid_place(at):
        return _place_name(at)
    ((name, number),) = at.items()
    return text(f"clue.{name}") if number is True else text(f"cli.{name}", **{name: number + 1})


def _ended(answer: Document) -> int:
    """Return the exit code, like that of `solve`; reaching the requested number of steps is a success."""
    if "uncertified" in answer:
        return EXIT["unknown"]
    return EXIT[answer["verdict"]] if answer["finished"] or answer.get("stopped") else 0


def _rate_options(parser: ArgumentParser) -> None:
    parser.add_argument("--mode")
    parser.add_argument("--max-k", type=int, metavar="K")


def _show_rate(answer: Document, text: Renderer) -> Iterator[str]:
    if "difficulty" not in answer:
        yield text.message(answer["sentence"])
        return
    yield _level(answer, text)
    yield from _field_why(answer, text) if "mode" in answer else _why(answer["why"], text)
    if "sentence" in answer:
        yield text.message(answer["sentence"])
    yield ""
    if "mode" in answer:
        yield text("rate.map.rounds")
    yield from _drawn_map(answer["difficulty"])
    yield ""
    if "needed" in answer:
        yield text("rate.map.needed")
        yield from _drawn_map(answer["needed"])
        yield ""
        return
    # A kind may have its own phrase for what k counts.
    yield text.either(f"rate.counted-{answer['kind']}", text(f"rate.counted-{answer['counted']}"))


def _level(answer: Document, text: Renderer) -> str:
    """Return the level and the rating; without a level, the rating of the certain cells, if any."""
    name, level, bound = text.message(answer["level_name"]), answer.get("level"), "at_least" in answer
    if level is None:
        key = ".none" + (".at-least" if bound else ".rated") * ("rating" in answer)
        return text(f"cli.level{key}", name=name, rating=answer.get("rating"))
    if bound:
        return text(
            "cli.level.at-least", name=text("level.least", level=name), level=level, rating=answer.get("rating", 0)
        )
    return text("cli.level", name=name, level=level, rating=answer["rating"])


def _field_why(answer: Document, text: Renderer) -> Iterator[str]:
    """Yield the number of cells settled per round, and the number left."""
    ks = [k for row in answer["difficulty"] for k in row]
    cells = [text("rate.round.cells", k=k, n=ks.count(k)) for k in sorted({k for k in ks if k > 0})]
    yield text("cli.field", mode=answer["mode"], max_k=answer["max_k"], cells=text("list.comma").join(cells) or "–")
    if ks.count(-1):
        yield text("rate.never", n=ks.count(-1))


def _why(why: Document, text: Renderer) -> Iterator[str]:
    cells = [text("cli.rounds.cells", k=k, count=count) for k, count in why["cells"].items()]
    cells = cells or [text("cli.rounds.none")]
    if why["left"]:
        cells.append(text("cli.rounds.left", count=why["left"]))
    if "hardest" in why:
        name, wave = text(f"technique.{why['hardest']['technique']}"), why["hardest"]["wave"]
        yield text("cli.hardest", n=why["steps"], waves=len(why["waves"]), name=name, wave=wave)
    yield text("cli.rounds", n=why["rounds"], cells=text("list.comma").join(cells))
    if why.get("cases"):
        yield text("cli.cases", n=why["cases"])


def _show_mend(answer: Document, text: Renderer) -> Iterator[str]:
    yield text(f"cli.verdict.{answer['verdict']}")
    if "additions" in answer:
        yield f"{text.message(answer['sentence'])}\n"
        yield from (f"{_place_name(addition['cell'])}  {addition['value']}" for addition in answer["additions"])
    elif "changes" in answer:
        yield text.message(answer["sentence"])
        yield from (f"  {text.message(change['sentence'])}" for change in answer["changes"])


def _drawn_map(values: Any) -> Iterator[str]:
    """Yield the lines of a map: k of each variable, "·" if it is -1. Edges are placed between cells; other parts of a
    map follow each other, with their names.
    """
    if not isinstance(values, dict):
        words = _words(values)
        width = max((len(word) for row in words for word in row), default=1)
        yield from (" ".join(f"{word:>{width}}" for word in row) for row in words)
    elif values.keys() == {"h", "v"}:
        yield from _drawn_edges(values)
    else:
        for name, part in values.items():
            yield f"{name}:"
            yield from _drawn_map(part)


def _drawn_edges(values: Document) -> Iterator[str]:
    horizontal, vertical = _words(values["h"]), _words(values["v"])
    for number, row in enumerate(horizontal):
        yield "+" + "+".join(f"{word:^3}" for word in row) + "+"
        if number < len(vertical):
            yield "   ".join(vertical[number])


def _words(rows: Sequence[Sequence[int]]) -> list[list[str]]:
    return [["·" if k < 0 else str(k) for k in row] for row in rows]


def _convert_options(parser: ArgumentParser) -> None:
    from tesuji.puzzles import notations

    writable = [name for name, notation in notations().items() if notation.write]
    parser.add_argument("--to", default="json", choices=writable, metavar="FORMAT")


def _show_convert(answer: Document, text: Renderer) -> Iterator[str]:
    yield answer["text"] if "text" in answer else json.dumps(answer["document"], ensure_ascii=False)
    for key in answer.get("lost", ()):
        yield f"# {text(f'lost.{key}')}"


def _check_options(parser: ArgumentParser) -> None:
    parser.add_argument("--certificate", metavar="FILE")


def _show_check(answer: Document, text: Renderer) -> Iterator[str]:
    yield text("cli.check", **{name: answer[name] for name in ("kind", "width", "height", "notation")})
    for reason in answer["reasons"]:
        yield text.message(reason)


def _optional(*names: str) -> Callable[[Namespace], Document]:
    """Return a function that turns the given options among these names into call arguments."""
    return lambda options: {name: value for name in names if (value := getattr(options, name)) is not None}


COMMANDS: Sequence[Command] = (
    Command("solve", _show_solve, _solve_options, _solve_args, _solved),
    Command(
        "explain",
        _show_explain,
        _explain_options,
        _explain_args,
        _ended,
        lambda options: {"unfolded": options.steps or options.why or bool(options.cell)},
    ),
    Command(
        "rate",
        _show_rate,
        _rate_options,
        _optional("mode", "max_k"),
        code=lambda answer: EXIT[answer.get("verdict", "unique")],
    ),
    Command("mend", _show_mend, code=lambda answer: EXIT[answer["verdict"]]),
    Command("convert", _show_convert, _convert_options, _optional("to")),
    Command("check", _show_check, _check_options, code=lambda answer: 0 if answer["ok"] else EXIT["none"]),
)
