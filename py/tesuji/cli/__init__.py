"""The command line: the worker's calls from a shell, for one puzzle or a hundred thousand.

    tesuji solve|rate|explain|convert|check [FILE|PATTERN|- ...] [--jsonl] [--jobs N] [--memory MB] [--timeout SECONDS]
    tesuji solve|explain [FILE|-] --certificate PROOF     tesuji check --certificate PROOF
    tesuji generate KIND [--size WxH] [--level LEVEL] [--seed N] [--count N]
    tesuji review GAME.jsonl [--json]
    tesuji census WxH [--compat matlab] [--jobs N] [--resume PARTS.jsonl]
    tesuji --lang en|ja …

For a single puzzle, in any format, the output is text for people. With --jsonl, or for several files or a file named
*.jsonl, the output is one line of JSON per puzzle, in order. A line of JSON Lines is a document, {"id", "text"}, or any
format that fits on a line.

The language of texts comes from --lang, TESUJI_LANG, LC_ALL, LC_MESSAGES or LANG, in this order; the default is
English. JSON contains keys and parameters; only error messages are text.

Exit codes for one puzzle: 0 unique, 1 multiple, 2 none, 3 unknown. For many puzzles: 0, even if single answers are
errors. In both cases: 64 bad input or options, 70 an error inside Tesuji (in at least one answer), 74 reading or
writing failed, 130 interrupted, 143 terminated.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from argparse import SUPPRESS, Namespace
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from time import thread_time
from typing import TYPE_CHECKING, Any

from tesuji import __version__
from tesuji.calls import CALLS
from tesuji.cli.bulk import OURS, Job, Task, answers, named
from tesuji.cli.commands import COMMANDS, Command
from tesuji.cli.inputs import (
    again,
    check_memory,
    check_names,
    check_seconds,
    count,
    memory_limited,
    names,
    tasks_of,
    text_of,
)
from tesuji.cli.language import Renderer, add_option, language_of
from tesuji.cli.outputs import Answers, Closed, SummaryTable, check_outputs, line_writer, visible
from tesuji.cli.progress import StatusLine
from tesuji.errors import InputError, OutOfBudget, quoted
from tesuji.locales import preferred, render

if TYPE_CHECKING:
    from tesuji.model import Document

BAD_INPUT, INTERNAL, NOT_WRITTEN = 64, 70, 74
STOPPED, TERMINATED = 130, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code, one of those above. Raises nothing except `SystemExit` for --help."""
    _prepare_streams()
    given = sys.argv[1:] if arguments is None else arguments
    language = preferred()
    try:
        with _terminable():
            language = language_of(given)
            options = parser_of(language).parse_args(given, Namespace(lang=language))
            code = options.run(options)
            sys.stdout.flush()
            return code
    except InputError as error:
        return _refused(error.message(language), BAD_INPUT)
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`); Python must not complain when it closes its end at exit.
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _refused(render("error.io", language, why=quoted(error.strerror or str(error))), NOT_WRITTEN)
    except MemoryError:
        return _refused(render("error.memory", language), INTERNAL)
    except Exception as error:
        executors = sys.modules.get("concurrent.futures")  # most commands do not load it
        if executors and isinstance(error, executors.BrokenExecutor):
            return _refused(render("error.worker-died", language), INTERNAL)
        return _refused(render("error.internal", language, what=named(error)), INTERNAL)


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM)."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Make SIGTERM end the command like an interruption, without partial lines or leftover processes."""

    def end(*_: object) -> None:
        raise Terminated

    usual = signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if usual:
        try:
            signal.signal(signal.SIGTERM, end)
        except ValueError:  # only the main thread may set a handler
            usual = False
    try:
        yield
    finally:
        if usual:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _prepare_streams() -> None:
    """Use UTF-8 regardless of the terminal, and a stand-in for output if a stream is closed."""
    if sys.stdout is None:
        sys.stdout = Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    sys.stdout = open(os.devnull, "w")


def _refused(sentence: str, code: int) -> int:
    print(f"tesuji: {sentence}", file=sys.stderr)
    return code


class _Parser(argparse.ArgumentParser):
    """A parser that reports wrong options like other bad input: one sentence, exit code 64.

    `complete` adds the options on demand, so that one command does not load the options of others. Help texts are
    looked up only when help is printed.
    """

    complete: Callable[[argparse.ArgumentParser], None] | None = None
    language = "en"

    def parse_known_args(self, *args: Any, **named: Any) -> Any:
        self._complete()
        return super().parse_known_args(*args, **named)

    def format_help(self) -> str:
        self._complete()
        from tesuji.cli.help import add_help

        add_help(self, self.language)
        return super().format_help()

    def error(self, message: str) -> Any:
        raise InputError("option", why=message)

    def _complete(self) -> None:
        complete, self.complete = self.complete, None
        if complete:
            complete(self)
            add_option(self, default=SUPPRESS)


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter with the default width; argparse itself would load `shutil` to determine it."""
    return argparse.RawDescriptionHelpFormatter(prog, width=_columns() - 2)


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns or 80
    except (ValueError, OSError):
        return 80


def parser_of(language: str) -> argparse.ArgumentParser:
    """Return the parser of the command line, with its help in a language."""
    parser = _Parser(prog="tesuji", formatter_class=_formatter)
    parser.language = language
    add_option(parser, default=SUPPRESS)
    parser.add_argument("--version", action="version", version=f"tesuji {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog=parser.prog)
    for command in COMMANDS:
        _add_command(commands, command.name, language, partial(_add, command=command))
    for name in OTHER_COMMANDS:
        _add_command(commands, name, language, partial(_add_other, name=name))
    return parser


def _add_command(commands: Any, name: str, language: str, complete: Callable[[argparse.ArgumentParser], None]) -> None:
    parser = commands.add_parser(name, help=name, formatter_class=_formatter)
    parser.complete, parser.language = complete, language


OTHER_COMMANDS = ("generate", "review", "census")
"""Commands that have their own module."""


def _add_other(parser: argparse.ArgumentParser, name: str) -> None:
    import_module(f"{__name__}.{name}").add(parser)


class _Kinds:
    """The names of the kinds as choices of an option, loaded on demand."""

    def __iter__(self) -> Iterator[str]:
        from tesuji.puzzles import folders

        return iter(folders())


def _add(parser: argparse.ArgumentParser, command: Command) -> None:
    parser.set_defaults(run=lambda options: _puzzles(options, command))
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--kind", choices=_Kinds(), metavar="KIND")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--cpu", type=float, metavar="SECONDS")
    parser.add_argument("--jsonl", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--memory", type=int, metavar="MB")
    parser.add_argument("--unordered", action="store_true")
    parser.add_argument("--resume", metavar="OUT.jsonl")
    parser.add_argument("--csv", metavar="FILE")
    command.options(parser)


def _puzzles(options: Namespace, command: Command) -> int:
    check_seconds(options.timeout if options.cpu is None else options.cpu)
    check_memory(options.memory)
    files = names(options.files)
    many = options.jsonl or options.resume or options.csv or len(files) > 1 or files[0].endswith(".jsonl")
    if command.name == "check" and not many and not options.certificate:
        from tesuji.cli import certificates

        if certificates.is_certificate(files[0]):
            options.certificate, options.files = files[0], []
    if getattr(options, "certificate", None):
        if many or (command.name == "check" and options.files):
            raise InputError("certificate-alone")
        if command.name == "check":
            from tesuji.cli import certificates

            return certificates.check(options)
        check_outputs(files, options.certificate)
    return _many(options, command, files) if many else _one(options, command, files[0])


def _args(options: Namespace, command: Command) -> Document:
    general = ({"as": options.kind} if options.kind else {}) | ({"strict": True} if options.strict else {})
    return command.args(options) | general


def _one(options: Namespace, command: Command, name: str) -> int:
    """Process one puzzle and print the answer for people. Return the exit code."""
    from tesuji.engine.budget import Budget

    text = Renderer(options.lang)
    args = {"text": text_of(name), "drawn": True, **_args(options, command)}
    try:
        budget = Budget(options.timeout) if options.cpu is None else Budget(options.cpu, thread_time)
        with memory_limited(options.memory):
            answer = StatusLine(text).run(CALLS[command.name](args), budget)
    except OutOfBudget:
        raise InputError("timeout") from None
    for line in (*map(text.message, answer.get("notes", ())), *command.show({**answer, **command.view(options)}, text)):
        print(visible(line))
    if "certificate" in answer:
        from tesuji.cli import certificates

        size = certificates.write(options.certificate, answer["certificate"])
        print(visible(text("cli.certificate.written", name=options.certificate, n=size)))
    if getattr(options, "stats", False):
        print(json.dumps(answer["stats"]))
    return command.code(answer)


def _many(options: Namespace, command: Command, files: list[str]) -> int:
    """Process many puzzles and print a line of JSON for each. Return exit code 0, because unreadable puzzles also get
    an answer, or 70 if an answer is an error inside Tesuji.
    """
    from tesuji.cli.workers import working

    check_names(files)
    check_outputs(files, options.resume, options.csv)
    job, text = _job(options, command), Renderer(options.lang)
    status, code = StatusLine(text), 0
    total = count(files, options.jsonl) if status.terminal else None
    with ExitStack() as stack:
        kept = stack.enter_context(Answers(options.resume, job.run)) if job.run is not None else None
        todo = _todo(options, files, kept)
        table = stack.enter_context(SummaryTable(options.csv, kept)) if options.csv else None
        put = kept.put if kept else line_writer(sys.stdout.write, sys.stdout.flush)
        executor = stack.enter_context(working(options.jobs, options.memory, text))
        skipped = len(kept.digests) if kept else 0
        stack.callback(status.clear)
        for done, answer in enumerate(answers(todo, job, executor, in_order=not options.unordered), 1):
            if kept or options.csv != "-":
                put(answer)
            if table:
                table.add(answer.get("line", done), answer)
            if answer.get("error", {}).get("kind") in OURS:
                code = INTERNAL
            status.many(done + skipped, total, skipped)
    return code


def _job(options: Namespace, command: Command) -> Job:
    args, run = _args(options, command), None
    if options.resume:
        asked = {**args, "timeout": options.timeout} | ({} if options.cpu is None else {"cpu": options.cpu})
        run = " ".join([f"tesuji {__version__}", command.name, *(f"{name}={asked[name]}" for name in sorted(asked))])
    numbered = bool(options.resume or options.unordered)
    seconds = options.timeout if options.cpu is None else options.cpu
    return Job(command.name, args, seconds, numbered, options.lang, _counts_cpu(options), run)


def _counts_cpu(options: Namespace) -> bool:
    """Return whether the time limit counts CPU time: with --cpu, and by default with several processes."""
    return options.cpu is not None or options.jobs != 1


def _todo(options: Namespace, files: list[str], kept: Answers | None) -> Iterator[Task]:
    """Yield the puzzles that need an answer. Raises InputError if the answers in the file belong to other puzzles."""
    if kept and again(files):
        # Check all input before the first answer.
        deque(kept.unanswered(tasks_of(files, options.jsonl)), maxlen=0)
    todo = tasks_of(files, options.jsonl)
    return kept.unanswered(todo) if kept else todo
