"""Shell completion and the manual page, generated from the parser: `python -m tesuji.cli.shell bash|zsh|fish|man`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from tesuji import __version__
from tesuji.cli import parser_of


def commands(language: str = "en") -> Iterator[argparse.ArgumentParser]:
    """Yield the parser of every command with its options."""
    for action in parser_of(language)._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                command.format_help()  # adds the options, which are otherwise loaded on demand
                yield command


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return sorted(option for action in parser._actions for option in action.option_strings if option.startswith("--"))


def _name(parser: argparse.ArgumentParser) -> str:
    return parser.prog.split()[-1]


def bash() -> str:
    """Return a completion script for bash."""
    known = list(commands())
    cases = "\n".join(f"    {_name(one)}) words='{' '.join(_options(one))}' ;;" for one in known)
    return f"""_tesuji() {{
  local words current=${{COMP_WORDS[COMP_CWORD]}}
  case ${{COMP_WORDS[1]}} in
{cases}
    *) words='{" ".join(map(_name, known))} --help --lang --version' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _tesuji tesuji
"""


def zsh() -> str:
    """Return a completion script for zsh, which uses the one for bash."""
    return "autoload -U +X bashcompinit && bashcompinit\n" + bash()


def fish() -> str:
    """Return a completion script for fish."""
    lines = []
    for command in commands():
        name = _name(command)
        about = (command.description or "").replace("'", "")
        lines.append(f"complete -c tesuji -n __fish_use_subcommand -a {name} -d '{about}'")
        for option in _options(command):
            lines.append(f"complete -c tesuji -n '__fish_seen_subcommand_from {name}' -l {option[2:]}")
    return "\n".join(lines) + "\n"


def man() -> str:
    """Return the manual page as troff."""
    parts = [
        f'.TH TESUJI 1 "" "tesuji {__version__}" "User Commands"',
        ".SH NAME\ntesuji \\- solve, prove, explain, rate and generate pencil puzzles",
        ".SH SYNOPSIS\n.B tesuji\n[\\-\\-lang LANGUAGE] COMMAND [OPTION ...] [FILE ...]",
        ".SH COMMANDS",
    ]
    for command in commands():
        parts.append(f".SS {_name(command)}\n.nf\n{_troff(command.format_help())}\n.fi")
    parts.append(".SH ENVIRONMENT\nTESUJI_LANG, LC_ALL, LC_MESSAGES, LANG: the language of the output (en or ja).")
    return "\n".join(parts) + "\n"


def _troff(text: str) -> str:
    lines = text.replace("\\", "\\\\").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in lines)


WRITERS = {"bash": bash, "zsh": zsh, "fish": fish, "man": man}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the requested script or page."""
    parser = argparse.ArgumentParser(prog="python -m tesuji.cli.shell", description=__doc__)
    parser.add_argument("what", choices=WRITERS)
    print(WRITERS[parser.parse_args(arguments).what](), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
