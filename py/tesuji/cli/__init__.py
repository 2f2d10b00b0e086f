"""The command line: the worker's calls from a shell, for one puzzle or a hundred thousand.

    tesuji solve|rate|explain|convert|check [FILE|PATTERN|- ...] [--jsonl] [--jobs N] [--timeout SECONDS]
    tesuji generate KIND [--size WxH] [--level LEVEL] [--seed N] [--count N]
    tesuji census WxH [--compat matlab] [--jobs N] [--resume PARTS.jsonl]
    tesuji --lang en|ja …

One puzzle, in any notation, is answered for people. With --jsonl, or for several files or a file named *.jsonl, every
puzzle (every line of JSON Lines: a document, {"id", "text"}, or any notation that fits a line) is answered by one line
of JSON, in order.

Texts for people are in the language of --lang, else of TESUJI_LANG, LC_ALL, LC_MESSAGES or LANG, else in English; JSON
has keys and parameters, and only the messages of errors as text.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tesuji import __version__
from tesuji.calls import CALLS
from tesuji.cli import census, generate
from tesuji.cli.bulk import Job, answers
from tesuji.cli.commands import COMMANDS, Command
from tesuji.cli.language import Renderer, add_option, language_of
from tesuji.cli.inputs import check_names, count, names, tasks_of, text_of
from tesuji.cli.outputs import Table, answered, line_writer
from tesuji.cli.progress import StatusLine
from tesuji.engine.budget import Budget, run
from tesuji.errors import InputError, OutOfBudget
from tesuji.locales import preferred
from tesuji.model import Document

BAD_INPUT = 64
STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code: 0 unique, 1 multiple, 2 none, 3 unknown, 64 bad input, 130
    interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    given = sys.argv[1:] if arguments is None else arguments
    language = preferred()
    try:
        language = language_of(given)
        options = _parser().parse_args(given, Namespace(lang=language))
        return options.run(options)
    except InputError as error:
        print(f"tesuji: {error.message(language)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # Whoever reads has seen enough (`| head`); Python must not complain when it closes the pipe at exit.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 0


class _Parser(argparse.ArgumentParser):
    """Wrong options are bad input like any other: one sentence, exit 64."""

    def error(self, message: str) -> Any:
        raise InputError("option", why=message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tesuji", description="Solve and explain nonograms, minesweeper positions, slitherlinks and binoxxos."
    )
    add_option(parser, default=SUPPRESS)
    parser.add_argument("--version", action="version", version=f"tesuji {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        _add(commands.add_parser(command.name, help=command.help), command)
    generate.add(commands.add_parser("generate", help="new puzzles from a seed"))
    census.add(commands.add_parser("census", help="all pictures of a size, by how hard they are"))
    for own in commands.choices.values():
        add_option(own, default=SUPPRESS)
    return parser


def _add(parser: argparse.ArgumentParser, command: Command) -> None:
    parser.set_defaults(run=lambda options: _puzzles(options, command))
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="files or patterns, or - for standard input (the default)"
    )
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help="for each puzzle (default 60)")
    parser.add_argument("--jsonl", action="store_true", help="one puzzle a line in, one answer a line out")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="work on N cores, 0 for all (default 1)")
    parser.add_argument("--unordered", action="store_true", help="answers as they come, each with its line number")
    parser.add_argument(
        "--resume", metavar="OUT.jsonl", help="write to this file, and skip what it has answered already"
    )
    parser.add_argument("--csv", metavar="FILE", help="a summary of all answers as a table")
    command.options(parser)


def _puzzles(options: Namespace, command: Command) -> int:
    files = names(options.files)
    many = options.jsonl or options.resume or options.csv or len(files) > 1 or files[0].endswith(".jsonl")
    return _many(options, command, files) if many else _one(options, command, files[0])


def _one(options: Namespace, command: Command, name: str) -> int:
    """One puzzle, answered for people."""
    text = Renderer(options.lang)
    status = StatusLine(text)
    args = {"text": text_of(name), "drawn": True, **command.args(options)}
    try:
        answer = run(CALLS[command.name](args), Budget(options.timeout), status.search if status.terminal else None)
    except OutOfBudget:
        raise InputError("timeout") from None
    finally:
        status.clear()
    for line in command.show(answer, text):
        print(line)
    return command.code(answer)


def _many(options: Namespace, command: Command, files: list[str]) -> int:
    """Every puzzle answered by a line of JSON. Exit code 0: a puzzle that cannot be read is an answer too."""
    check_names(files)
    numbered = bool(options.resume or options.unordered)
    job = Job(command.name, command.args(options), options.timeout, numbered, options.lang)
    status, done = StatusLine(Renderer(options.lang)), 0
    total = count(files, options.jsonl) if status.terminal else None
    with ExitStack() as stack:
        skip, put = _output(options, stack)
        table = stack.enter_context(Table(options.csv)) if options.csv else None
        todo = (task for task in tasks_of(files, options.jsonl) if task.line not in skip)
        executor = stack.enter_context(_workers(options.jobs))
        for answer in answers(todo, job, executor, in_order=not options.unordered):
            done += 1
            put(answer)
            if table:
                table.add(answer.get("line", done), answer)
            status.many(done + len(skip), total, len(skip))
        status.clear()
    return 0


def _output(options: Namespace, stack: ExitStack) -> tuple[set[int], Callable[[Document], None]]:
    """The lines that need no answer any more, and what writes an answer."""
    if not options.resume:
        return set(), line_writer(sys.stdout.write, sys.stdout.flush)
    skip = answered(Path(options.resume))
    file = stack.enter_context(Path(options.resume).open("a", encoding="utf-8"))
    return skip, line_writer(file.write, file.flush)


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """Processes that do the work, None for one job. An interruption reaches only this process, which then stops
    them."""
    if jobs < 0:
        raise InputError("jobs", n=jobs)
    if jobs == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    executor = ProcessPoolExecutor(
        jobs or os.cpu_count(), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
