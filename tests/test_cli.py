"""The command line from outside: input, output and exit codes."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tesuji import locales
from tesuji.engine.budget import Progress
from tesuji.engine.making import generate as generating
from tesuji.notation.codec import pack

# The command line is not in the site's bundle.
main = pytest.importorskip("tesuji.cli").main

NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}
SEVERAL = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
NO_SOLUTION = {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}
BLANK = {"kind": "slitherlink", "grid": ["." * 40] * 40}
native = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes in a browser")


@pytest.fixture
def tesuji(tmp_path, capsys):
    """Run the command on the contents of a file; return (exit code, standard output, standard error)."""

    def run(content: str | bytes, *options: str, command: str = "solve"):
        path = tmp_path / "puzzle"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        code = main([command, str(path), *options])
        return code, *capsys.readouterr()

    run.outputs = capsys.readouterr
    return run


def lines(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines()]


def refused(outcome) -> str:
    """Check that the outcome is a refusal, and return its one sentence."""
    code, out, err = outcome
    assert (code, out) == (64, "")
    assert err.startswith("tesuji: ") and err.count("\n") == 1 and "Traceback" not in err
    assert len(err) < 400
    return err


@pytest.mark.parametrize("loaded", [True, False])
def test_internal_errors_are_reported(tesuji, monkeypatch, loaded):
    """This holds whether or not the command has loaded multiprocessing; a dead worker is reported only if it has."""
    from concurrent import futures

    from tesuji.calls import CALLS

    def broken(args):
        raise error

    monkeypatch.setitem(CALLS, "solve", broken)
    for error in (ZeroDivisionError("one by zero"), futures.BrokenExecutor()):
        if not loaded:
            monkeypatch.delitem(sys.modules, "concurrent.futures", raising=False)
        code, out, err = tesuji(json.dumps(NONOGRAM))
        assert (code, out, err.count("\n")) == (70, "", 1)
        assert ("process" in err) == (loaded and isinstance(error, futures.BrokenExecutor))
        assert (type(error).__name__ in err) == ("process" not in err)


@native
def test_a_command_that_is_asked_to_end_does_so_and_leaves_the_signal_as_it_was(tesuji, monkeypatch):
    from tesuji.calls import CALLS

    def asked_to_end(args):
        os.kill(os.getpid(), signal.SIGTERM)
        yield Progress()

    ignored = []
    monkeypatch.setitem(CALLS, "solve", asked_to_end)
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        assert tesuji(json.dumps(NONOGRAM))[0] == 143
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
        # A program with its own signal handler keeps it.
        signal.signal(signal.SIGTERM, lambda *_: ignored.append(1))
        monkeypatch.undo()
        assert tesuji(json.dumps(NONOGRAM))[0] == 0
        os.kill(os.getpid(), signal.SIGTERM)
        assert ignored == [1]
    finally:
        signal.signal(signal.SIGTERM, before)


# -- one puzzle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "options", "code", "sentence"),
    [
        (NONOGRAM, [], 0, "Unique"),
        (SEVERAL, [], 1, "Multiple solutions"),
        (NO_SOLUTION, [], 2, "No solution"),
        (NONOGRAM, ["--timeout", "0"], 3, "Not decided"),
    ],
    ids=["unique", "multiple", "none", "unknown"],
)
def test_the_verdict_is_the_exit_code(tesuji, document, options, code, sentence):
    outcome = tesuji(json.dumps(document), *options)
    assert outcome[0] == code and sentence in outcome[1] and outcome[2] == ""


def test_an_ambiguous_text_is_read_as_the_given_kind(tesuji):
    page = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack(
        'square,2,2,38\n[0,0,0,0]\n\n{"number":{"14":["3",1,"1"]}}\n{}', url_safe=False
    )
    assert "--kind" in refused(tesuji(page))
    code, out, _ = tesuji(page, "--kind", "minesweeper", "--jsonl")
    assert code == 0 and lines(out)[0]["kind"] == "minesweeper"
    code, out, _ = tesuji(page, "--kind", "slitherlink", command="convert")
    assert code == 0 and json.loads(out) == {"kind": "slitherlink", "grid": ["3.", ".."]}
    refused(tesuji(page, "--kind", "sudoku"))


def test_the_solution_is_drawn(tesuji):
    _, out, _ = tesuji("#.#\n###")
    assert "1 1 ██ ·██" in out and "  3 ██████" in out


def test_both_solutions_are_drawn(tesuji):
    _, out, _ = tesuji(json.dumps(SEVERAL))
    assert "Solution 1:" in out and "Solution 2:" in out


def test_a_reason_is_shown(tesuji):
    assert "The other clues" in tesuji(json.dumps(NO_SOLUTION))[1] or "add up to" in tesuji(json.dumps(NO_SOLUTION))[1]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(NONOGRAM),
        json.dumps(NONOGRAM, indent=2),
        "\ufeff" + json.dumps(NONOGRAM),
        json.dumps(NONOGRAM, indent=2).replace("\n", "\r\n"),
        "#.#\n###\n",
        "\ufeff#.#\r\n###\r\n",
        "1,1\n3\n\n2\n1\n2\n",
        "#.#\n###\n".encode("utf-16"),
        b"\xfe\xff" + "#.#\n###\n".encode("utf-16-be"),
    ],
    ids=["json", "indented", "BOM", "CRLF", "picture", "BOM and CRLF", "clues", "UTF-16", "UTF-16 big-endian"],
)
def test_every_form_of_the_same_puzzle(tesuji, text):
    assert tesuji(text)[0] == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   \n\n",
        b"\x00" * 1000,
        bytes(range(256)) * 40,
        b"\xff\xfe#\x00.",
        b"\x89PNG\r\n\x1a\n" + b"\x00\x01\x02" * 500,
        b"{" * 200_000,
        b"[" * 200_000,
        b'{"kind": "nonogram", "rows": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"kind": "nonogram"',
        b'{"kind": "nonogram", "rows": [[1e400]], "cols": [[1]]}',
        b'{"kind": "nonogram", "rows": [[NaN]], "cols": [[1]]}',
        b'{"kind": {}, "rows": [[1]], "cols": [[1]]}',
        b"null",
        b"https://example.com/",
        "こんにちは".encode(),
    ],
    ids=lambda content: repr(content[:24]),
)
def test_text_that_is_not_a_puzzle_is_refused_in_one_sentence(tesuji, content):
    refused(tesuji(content))


RUBBISH = [
    b"#",
    b"# ",
    b"1 ",
    b"1\n",
    b"\n",
    b"OX",
    b"0123",
    b"{}",
    b"lorem ipsum ",
    b"\xf0\x9f\x98\x80",
    b"1,",
    b"(",
    b"a1",
]


@pytest.mark.parametrize("piece", RUBBISH, ids=repr)
def test_ten_megabytes_of_rubbish(tesuji, piece):
    refused(tesuji(piece * (10_000_000 // len(piece))))


def test_a_number_with_a_million_digits(tesuji):
    refused(tesuji('{"kind": "minesweeper", "grid": ["."], "mines": ' + "9" * 1_000_000 + "}"))


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"kind": "binoxxo", "grid": ["OX", "O"]}, ["Row 2"]),
        ({"kind": "binoxxo", "grid": ["OX", "OZ"]}, ["Row 2", "column 2", "Z"]),
        ({"kind": "binoxxo", "grid": ["OXO"]}, ["3 × 1", "two rows"]),
        ({"kind": "minesweeper", "grid": [".9"]}, ["Row 1", "column 2", "9"]),
        ({"kind": "minesweeper", "field": ["1*"], "opened": [[0, 1]]}, ["row 1", "column 2", "mine"]),
        ({"kind": "slitherlink", "grid": []}, ["no cells"]),
        ({"kind": "slitherlink", "grid": ["." * 201]}, ["201", "200"]),
        ({"kind": "nonogram", "rows": [[1]], "cols": [[1], [0, 1]]}, ["0 1"]),
        ({"kind": "sudoku"}, ["sudoku", "nonogram"]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_an_error_message_has_the_problem_and_its_place(tesuji, document, words):
    sentence = refused(tesuji(json.dumps(document)))
    assert all(word in sentence for word in words)


def test_missing_files(tesuji, tmp_path, capsys):
    for name in (tmp_path / "missing", tmp_path):
        sentence = refused((main(["solve", str(name)]), *capsys.readouterr()))
        assert str(name) in sentence


WRONG = [
    [],
    ["no-such-command"],
    ["solve", "--no-such-option"],
    ["solve", "--limit", "x"],
    ["solve", "--timeout", "soon"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=str)
def test_wrong_options_are_bad_input(arguments, capsys):
    refused((main(arguments), *capsys.readouterr()))


@pytest.mark.parametrize("limit", ["0", "-1", "1001"])
def test_a_limit_out_of_range(tesuji, limit):
    refused(tesuji(json.dumps(NONOGRAM), "--limit", limit))


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version(option, capsys):
    with pytest.raises(SystemExit) as caught:
        main([option])
    assert caught.value.code == 0 and "tesuji" in capsys.readouterr().out


# -- JSON Lines --------------------------------------------------------------------------------------------------------


def test_each_line_is_answered_by_a_line_in_order(tesuji):
    documents = [{**document, "id": number} for number, document in enumerate((NONOGRAM, SEVERAL, NO_SOLUTION))]
    code, out, err = tesuji("\n".join(map(json.dumps, documents)), "--jsonl")
    answers = lines(out)
    assert (code, err) == (0, "")
    assert [answer["id"] for answer in answers] == [0, 1, 2]
    assert [answer["verdict"] for answer in answers] == ["unique", "multiple", "none"]
    assert answers[0]["solutions"] == [["#.#", "###"]]


def test_text_in_lines(tesuji):
    content = "\n".join(
        [json.dumps({"id": "a", "text": "#.#\n###"}), "slither/5/5/cbcbcddad", json.dumps({"text": "nothing"})]
    )
    first, second, third = lines(tesuji(content, "--jsonl")[1])
    assert first["id"] == "a" and first["verdict"] == "unique"
    assert second["kind"] == "slitherlink" and second["verdict"] in ("unique", "multiple", "none")
    assert "error" in third and "id" not in third


BAD_LINES = [
    b"{",
    b"}",
    b'{"kind": "nonogram"}',
    b'{"id": 5}',
    b'{"text": 7}',
    b'{"kind": 7, "text": "#"}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\x00\x01\xff\xfe",
    b"null",
    b"x" * 1_000_000,
    b'{"kind": "minesweeper", "grid": ["."], "mines": ' + b"9" * 10_000 + b"}",
]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\n\n  \n"], ids=["LF", "CRLF", "blank lines"])
def test_the_run_continues_after_a_bad_line(tesuji, ending):
    good = json.dumps(NONOGRAM).encode()
    content = good + ending + b"".join(bad + ending + good + ending for bad in BAD_LINES)
    code, out, err = tesuji(b"\xef\xbb\xbf" + content, "--jsonl")
    answers = lines(out)
    assert (code, err) == (0, "")
    assert [answer.get("verdict", "error") for answer in answers] == ["unique", *["error", "unique"] * len(BAD_LINES)]
    assert all({"kind", "message"} <= answer["error"].keys() for answer in answers[1::2])


def test_a_bad_line_keeps_its_id(tesuji):
    (answer,) = lines(tesuji('{"id": [1], "kind": "binoxxo", "grid": ["OXO"]}', "--jsonl")[1])
    assert answer["id"] == [1] and answer["error"]["kind"] == "one-line"


def test_broken_json_names_its_line(tesuji):
    _, second = lines(tesuji(json.dumps(NONOGRAM) + "\n{oops", "--jsonl")[1])
    assert second["error"]["at"]["line"] == 2


def test_each_puzzle_has_its_own_time(tesuji):
    out = tesuji("\n".join([json.dumps(NONOGRAM)] * 3), "--jsonl", "--timeout", "0")[1]
    assert [answer["verdict"] for answer in lines(out)] == ["unknown"] * 3


def test_an_empty_file_has_no_lines(tesuji):
    assert tesuji("", "--jsonl") == (0, "", "")


def test_the_limit_counts_for_every_line(tesuji):
    latin = json.dumps({"kind": "nonogram", "rows": [[1]] * 3, "cols": [[1]] * 3})
    assert [
        len(answer["solutions"]) for answer in lines(tesuji(latin + "\n" + latin, "--jsonl", "--limit", "10")[1])
    ] == [6, 6]


# -- as a process ------------------------------------------------------------------------------------------------------


def process(*arguments: str, **options) -> subprocess.Popen:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONIOENCODING": "ascii",
    }
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-m", "tesuji", *arguments], env=environment, **{**pipes, **options})


@native
@pytest.mark.parametrize("arguments", [["solve"], ["solve", "-"], ["solve", "--limit", "3", "-"]], ids=str)
def test_standard_input_is_read(arguments):
    made = process(*arguments)
    out, err = made.communicate(json.dumps(NONOGRAM).encode())
    assert (made.returncode, err) == (0, b"") and "██" in out.decode()


@native
def test_lines_are_answered_immediately():
    made = process("solve", "--jsonl")
    for document in (NONOGRAM, SEVERAL):
        made.stdin.write(json.dumps(document).encode() + b"\n")
        made.stdin.flush()
        assert json.loads(made.stdout.readline())["kind"] == "nonogram"
    made.stdin.close()
    assert made.wait() == 0


@native
def test_a_reader_that_closes_the_pipe_early():
    made = process("solve", "--jsonl")
    made.stdout.close()
    try:
        made.stdin.write((json.dumps(NONOGRAM) + "\n").encode() * 500)
        made.stdin.close()
    except BrokenPipeError:
        pass
    made.wait()
    assert b"Traceback" not in made.stderr.read()


@native
def test_no_traceback_when_interrupted():
    import signal

    made = process("solve", "--jsonl")
    made.stdin.write((json.dumps(NONOGRAM) + "\n").encode())
    made.stdin.flush()
    made.stdout.readline()
    made.send_signal(signal.SIGINT)
    made.wait()
    assert made.returncode == 130 and made.stderr.read() == b""


def test_progress_appears_on_a_terminal_after_a_second(tesuji, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal, clock = Terminal(), itertools.count()
    monkeypatch.setattr(sys, "stderr", terminal)
    # A second passes between any two readings of the clock.
    monkeypatch.setattr("tesuji.cli.progress.perf_counter", lambda: next(clock))
    code, out, _ = tesuji(json.dumps(BLANK))
    assert code == 1
    assert "cells" in terminal.getvalue() and terminal.getvalue().endswith("\r\x1b[K")
    assert "\x1b" not in out


def test_a_cleared_status_line_is_not_cleared_again(monkeypatch):
    progress, language = pytest.importorskip("tesuji.cli.progress"), pytest.importorskip("tesuji.cli.language")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    line = progress.StatusLine(language.Renderer("en"))
    line.clear()
    assert sys.stderr.getvalue() == ""
    line.show("one")
    line.clear()
    line.clear()
    assert sys.stderr.getvalue() == "\r\x1b[Kone\r\x1b[K"


def test_the_progress_of_many_puzzles_has_number_speed_and_remaining_time(monkeypatch):
    progress, language = pytest.importorskip("tesuji.cli.progress"), pytest.importorskip("tesuji.cli.language")
    now = [1000.0]
    monkeypatch.setattr(progress, "perf_counter", lambda: now[0])
    line, shown = progress.StatusLine(language.Renderer("en")), []
    line.terminal = True
    monkeypatch.setattr(line, "show", shown.append)
    for seconds, done, total, skipped in ((0.5, 5, 9, 0), (10, 40, 140, 20), (100, 30, 3000, 0), (10, 7, None, 0)):
        now[0] = 1000 + seconds
        line.many(done, total, skipped)
        assert line.seconds == seconds
    assert [text.split("  ", 1)[1] for text in shown] == [
        "40 of 140  2.0 a second  50 s left",
        "30 of 3000  0.3 a second  2 h 45 min left",
        "0.7 a second",
    ]
    assert shown[0].startswith("██████··············  40")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"level": 2, "rating": 31}, "Medium (level 2 of 5), rating 31."),
        ({"level": 2, "rating": 31, "at_least": True}, "Medium or harder (level 2 of 5), rating at least 31."),
        ({}, "Medium."),
        ({"rating": 7}, "Medium. Settled cells: rating 7."),
        ({"rating": 7, "at_least": True}, "Medium. Settled cells: rating at least 7."),
    ],
)
def test_an_uncertain_level_is_marked(answer, expected):
    commands, language = pytest.importorskip("tesuji.cli.commands"), pytest.importorskip("tesuji.cli.language")
    assert (
        commands._level({"level_name": {"key": "level.2", "params": {}}, **answer}, language.Renderer("en")) == expected
    )


def test_the_rating_of_a_field_lists_its_rounds():
    """Opened cells, which have k = 0, are not included; cells that are never settled are listed separately."""
    commands, language = pytest.importorskip("tesuji.cli.commands"), pytest.importorskip("tesuji.cli.language")
    answer = {"mode": "once", "max_k": 8, "difficulty": [[0, 0, 1], [2, 1, 1], [-1, 1, 2]]}
    first, *rest = commands._field_why(answer, language.Renderer("en"))
    assert first == "Mode once, k up to 8; cells: round 1: 4 cells, round 2: 2 cells."
    assert len(rest) == 1 and "1 cell" in rest[0]


def test_lines_of_json_are_strictly_valid():
    outputs = pytest.importorskip("tesuji.cli.outputs")
    strange = {"title": "手筋 \x1b[2J", "big": 10**4000, "nan": [float("nan"), {"inf": -float("inf")}], "n": 1.5}
    assert outputs.json_line({"title": "手筋"}) == '{"title": "手筋"}'
    assert outputs.json_line(strange) == (
        '{"title": "手筋 \\u001b[2J", "big": null, "nan": [null, {"inf": null}], "n": 1.5}'
    )


# -- the language ------------------------------------------------------------------------------------------------------

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH_WORDS = re.compile(r"\b(?:the|is|are|of|row|column|cells|level|solution|one|no)\b", re.IGNORECASE)
EVERY_COMMAND = ["solve", "explain", "rate", "mend", "check"]


@pytest.mark.parametrize("document", [NONOGRAM, SEVERAL, NO_SOLUTION], ids=["unique", "multiple", "none"])
@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_all_output_of_a_command_is_in_the_requested_language(tesuji, command, document):
    code, english, _ = tesuji(json.dumps(document), command=command)
    same, japanese, _ = tesuji(json.dumps(document), "--lang", "ja", command=command)
    assert code == same
    assert not JAPANESE.search(english) and JAPANESE.search(japanese)
    assert not ENGLISH_WORDS.search(japanese) and "{" not in japanese + english


@pytest.mark.parametrize("lang", [["--lang", "ja"], ["--lang=ja"]])
def test_the_language_option_may_precede_or_follow_the_command(tmp_path, capsys, lang):
    path = tmp_path / "puzzle"
    path.write_text(json.dumps(NONOGRAM))
    for arguments in ([*lang, "solve", str(path)], ["solve", *lang, str(path)], ["solve", str(path), *lang]):
        assert main(arguments) == 0
        assert capsys.readouterr().out.startswith("唯一解です")


def test_the_language_comes_from_the_environment_without_an_option(tesuji, monkeypatch):
    monkeypatch.setenv("TESUJI_LANG", "ja")
    assert tesuji(json.dumps(NONOGRAM))[1].startswith("唯一解です")
    assert tesuji(json.dumps(NONOGRAM), "--lang", "en")[1].startswith("Unique")


@pytest.mark.parametrize(
    "lang, sentences",
    [
        ("en", ("No 2 × 1 puzzle of the level Hard was found", "Choose a larger size or a lower level")),
        ("ja", ("2×1では難度「たいへん」の問題ができなかった", "盤を大きくするか、難度を下げてください")),
    ],
)
def test_a_puzzle_of_another_level_names_the_level_and_the_size(monkeypatch, capsys, lang, sentences):
    """A puzzle of two cells is never hard."""
    monkeypatch.setattr(generating, "DRAFTS", 5)
    assert main(["--lang", lang, "generate", "nonogram", "--size", "2x1", "--seed", "1", "--level", "hard"]) == 0
    message = capsys.readouterr().err
    assert all(sentence in message for sentence in sentences)


def test_no_puzzle_in_time_names_the_size(capsys):
    code = main(["generate", "star_battle", "--size", "19x19", "--seed", "1", "--timeout", "0"])
    assert "No such puzzle was found in 19 × 19" in refused((code, *capsys.readouterr()))


def test_a_timeout_is_shown_in_japanese(tesuji):
    code, out, _ = tesuji(json.dumps(NONOGRAM), "--timeout", "0", "--lang", "ja")
    assert code == 3 and "制限時間内に判定できませんでした" in out


def test_errors_are_in_the_requested_language(tesuji):
    assert "大きさ" in refused((main(["--lang", "ja", "census", "huge"]), *tesuji.outputs()))
    assert JAPANESE.search(refused(tesuji("?", "--lang", "ja")))
    assert JAPANESE.search(refused(tesuji("?", "--lang", "ja", "--no-such-option")))


@pytest.mark.parametrize("lang", [["--lang", "de"], ["--lang"], ["--lang="]])
def test_an_unknown_language_is_refused(tesuji, lang):
    assert "Unknown language" in refused(tesuji(json.dumps(NONOGRAM), *lang))


def test_json_lines_are_the_same_in_every_language_but_for_errors(tesuji):
    content = json.dumps(NO_SOLUTION) + "\n" + "?" * 3 + "\n"
    english, japanese = (lines(tesuji(content, "--jsonl", "--lang", language)[1]) for language in ("en", "ja"))
    assert english[0] | {"seconds": 0} == japanese[0] | {"seconds": 0}
    assert "message" not in english[0].get("reason", {})
    assert english[1]["error"]["kind"] == japanese[1]["error"]["kind"]
    assert JAPANESE.search(japanese[1]["error"]["message"]) and not JAPANESE.search(english[1]["error"]["message"])


def test_census_and_convert_use_the_requested_language(tesuji):
    assert main(["census", "2x2", "--lang", "ja"]) == 0
    assert "行と列だけで解ける" in tesuji.outputs()[0]
    mines = {"kind": "minesweeper", "grid": ["1..", "..."], "mines": 2}
    _, out, _ = tesuji(json.dumps(mines), "--to", "pzpr", "--lang", "ja", command="convert")
    assert JAPANESE.search(out)


def test_every_stage_of_a_search_has_its_words():
    package = Path(locales.__file__).parent.parent
    source = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    stages = set(re.findall(r"""(?:Progress\(|stage ?= ?)"(\w+)\"""", source))
    assert {"propagate", "learn", "draft"} <= stages or not source, "the package is compiled"
    assert not {f"cli.stage.{stage}" for stage in stages} - locales.table("en").keys()


def test_why_this_cell(tesuji):
    """An edge is given by name, a cell by row and column; anything else is an error."""
    grid = '{"kind": "slitherlink", "grid": ["3..", "...", "..0"]}'
    code, out, _ = tesuji(grid, "--cell", "h0,1", command="explain")
    assert code == 0 and "One step leads to this cell." in out and out.count("cannot leave the corner of the 3") == 1
    lines = '{"kind": "nonogram", "rows": [[2], [1]], "cols": [[2], [1]]}'
    code, out, _ = tesuji(lines, "--cell", "2,1", command="explain")
    assert code == 0 and "r2c1 #" in out
    for wrong in ("9,9", "x"):
        code, _, err = tesuji(lines, "--cell", wrong, command="explain")
        assert code > 0 and "no such cell" in err


def test_why_not_otherwise_and_a_contradiction_link_by_link(tesuji):
    none = '{"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}'
    code, out, _ = tesuji(none, command="explain")
    assert code == 2 and "The row clues add up to 4 filled cells, the column clues to 2." in out
    code, out, _ = tesuji(none, "--steps", command="explain")
    assert code == 2 and out.index("r1c1 #  [a]") < out.index("r2c1 #  [b]") < out.index("Contradiction: c.")
    code, out, _ = tesuji('{"kind": "slitherlink", "grid": ["0..", "..0"]}', command="explain")
    assert code == 2 and "no edge is left that can join the lines into one loop" in out
    _, out, _ = tesuji('{"kind": "nonogram", "rows": [[2]], "cols": [[1], [1]]}', "--why", command="explain")
    assert "Suppose r1c1 .:" in out and "Contradiction: a." in out


def test_steps_keep_their_numbers_if_easy_ones_are_omitted(tesuji):
    grid = ["OO....", "...X..", ".O.O..", "X..XX.", "......", "..O..O"]
    _, out, _ = tesuji(json.dumps({"kind": "binoxxo", "grid": grid}), command="explain")
    numbers = [int(number) for number in re.findall(r"^ *(-?\d+)  ", out, re.MULTILINE)]
    assert numbers[0] == 1 and numbers[1] > 10 and numbers == sorted(numbers)


# -- help, completion, manual page


def test_help_has_80_columns_without_a_terminal(monkeypatch):
    from tesuji.cli import _columns

    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.stat("no terminal"))
    assert _columns() == 80


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_command_and_option_has_help(language):
    from tesuji.cli.shell import commands
    from tesuji.locales import table

    strings = table(language)
    for parser in commands(language):
        text = parser.format_help()
        assert "help." not in text and "{" not in text.replace("{matlab}", ""), text
        assert strings["help.example"] in text and "64" in text
        assert max(map(len, text.splitlines())) <= 80, text
        assert all(action.help and not action.help.startswith("help.") for action in parser._actions), parser.prog


def test_help_is_in_the_requested_language(capsys):
    for arguments in (["--lang", "ja", "solve", "--help"], ["solve", "--lang", "ja", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0 and "判定と解を表示します。" in capsys.readouterr().out


def test_completion_and_manual_page_name_every_command_and_option(capsys):
    from tesuji.cli import shell

    for what in shell.WRITERS:
        shell.main([what])
        text = capsys.readouterr().out.replace("\\-", "-")
        for parser in shell.commands():
            name, about = parser.prog.split()[-1], parser.description.replace("'", "")
            assert (f"-a {name} -d '{about}'" if what == "fish" else name) in text
            options = [option for action in parser._actions for option in action.option_strings if option[:2] == "--"]
            assert all((f"-l {option[2:]}" if what == "fish" else option) in text for option in options)


def test_a_strict_command_refuses_unknown_members(tesuji):
    misspelt = json.dumps({**NONOGRAM, "title": "x", "colums": []})
    code, out, _ = tesuji(misspelt)
    assert code == 0 and "“colums” was ignored. Did you mean “cols”?" in out
    assert "“colums”" in refused(tesuji(misspelt, "--strict"))


def test_the_verdict_alone_omits_the_cells_that_all_solutions_share(tesuji):
    several = '{"kind": "binoxxo", "grid": ["....", "....", "....", "...."]}'
    code, out, _ = tesuji(several, "--jsonl")
    assert code == 0 and json.loads(out)["forced_complete"]
    code, out, _ = tesuji(several, "--jsonl", "--verdict")
    answer = json.loads(out)
    assert code == 0 and answer["verdict"] == "multiple" and len(answer["solutions"]) == 2
    assert not answer["forced_complete"] and "depth" not in answer
    code, out, _ = tesuji(several, "--stats")
    assert code == 1 and "conflicts" not in out.splitlines()[-1]  # no search for shared cells


def test_values_are_shown_with_their_cells():
    """The first values are shown; the others are counted."""
    from tesuji.cli.commands import values_text
    from tesuji.cli.language import Renderer

    cells = [
        {"cell": {"row": 0, "column": 1}, "value": "#"},
        {"cell": {"row": 2, "column": 0}, "value": "3"},
        {"cell": {"row": 0, "column": 0}, "not": ["1", "2"]},
    ]
    assert values_text(cells, Renderer("en")) == "r1c2 #, r3c1 = 3, r1c1 ≠ 1 2"
    assert values_text(cells, Renderer("en"), most=2).startswith("r1c2 #, r3c1 = 3")
