"""The texts of `--help` in a given language."""

from __future__ import annotations

import argparse

from tesuji.cli.language import Renderer
from tesuji.engine.making.level import LEVELS
from tesuji.locales import table
from tesuji.puzzles import folders

EXAMPLES = {
    "tesuji": "echo '3x3:.01...2..' | tesuji solve",
    "solve": "echo '3x3:.01...2..' | tesuji solve",
    "explain": "echo '3x3:.01...2..' | tesuji explain --why",
    "rate": "echo '3x3:.01...2..' | tesuji rate",
    "mend": "tesuji mend puzzle.json",
    "convert": "echo '3x3:.01...2..' | tesuji convert --to pzpr",
    "check": "tesuji check --certificate proof.txt",
    "generate": "tesuji generate binoxxo --size 8x8 --level hard --seed 7",
    "review": "tesuji review game.jsonl",
    "census": "tesuji census 4x4",
}
"""One example per command."""
VERDICTS = {"solve", "explain", "rate", "mend"}
"""Commands whose exit code is the verdict."""


def add_help(parser: argparse.ArgumentParser, language: str) -> None:
    """Fill in description, example, exit codes and the help of every option."""
    text = Renderer(language)
    command = parser.prog.split()[-1]
    parser.description = text(f"help.{command}")
    codes = "help.exit.verdict" if command in VERDICTS else f"help.exit.{command}"
    codes = codes if codes in table(language) else "help.exit"
    parser.epilog = f"{text('help.example')}\n  {EXAMPLES[command]}\n\n{text(codes)}"
    parser._positionals.title, parser._optionals.title = text("help.arguments"), text("help.options")
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                choice.help = text(f"help.{choice.dest}")
            continue
        name = action.const if isinstance(action.const, str) else action.dest
        own = f"help.{command}.{name}"
        listed = ", ".join(map(str, action.choices or ()))
        shared = own if own in table(language) else f"help.option.{name}"
        default = f"{action.default:g}" if isinstance(action.default, float) else action.default
        words = text(shared, default=default, values=listed, kinds=", ".join(folders()), levels=", ".join(LEVELS))
        action.help = words.replace("%", "%%")
