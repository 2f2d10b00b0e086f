"""Bulk processing: every puzzle is answered exactly once, in order or as soon as possible, with any executor and
despite crashes.
"""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from random import Random

import pytest

bulk = pytest.importorskip("tesuji.cli.bulk")
from tesuji.cli import main  # noqa: E402
from tesuji.cli.language import Renderer  # noqa: E402
from tesuji.cli.outputs import whole_lines  # noqa: E402

native = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes in a browser")
JOB = bulk.Job("solve", numbered=True)


def puzzles(number: int) -> list[str]:
    """Return JSON Lines in which every third puzzle is unique, every third has several solutions, and every third is
    invalid.
    """
    kinds = (
        {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]},
        {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]},
        {"kind": "binoxxo", "grid": ["OX."]},
    )
    return [json.dumps({"id": place, **kinds[place % 3]}) + "\n" for place in range(number)]


def verdicts(answers) -> list[str]:
    return [answer.get("verdict", "error") for answer in answers]


EXPECTED = ["unique", "multiple", "error"] * 40


@pytest.mark.parametrize(
    "executor", [None, pytest.param(ThreadPoolExecutor, marks=native), pytest.param(ProcessPoolExecutor, marks=native)]
)
def test_answers_come_in_order(executor):
    made = executor and executor(2)
    try:
        answers = list(bulk.answers(bulk.tasks(puzzles(120)), JOB, made, window=3, chunk=7))
    finally:
        if made:
            made.shutdown()
    assert verdicts(answers) == EXPECTED
    assert [answer["id"] for answer in answers] == list(range(120))
    assert [answer["line"] for answer in answers] == list(range(1, 121))


@native
def test_answers_as_they_come_are_the_same_answers():
    with ThreadPoolExecutor(2) as executor:
        answers = list(bulk.answers(bulk.tasks(puzzles(120)), JOB, executor, window=4, chunk=5, in_order=False))
    assert verdicts(sorted(answers, key=lambda answer: answer["line"])) == EXPECTED


def test_no_more_than_a_window_is_read_ahead():
    read = 0

    def lines():
        nonlocal read
        for line in puzzles(1000):
            read += 1
            yield line

    answers = bulk.answers(bulk.tasks(lines()), JOB, _Lazy(), window=2, chunk=5)
    next(answers)
    assert read <= 2 * 5
    answers.close()


class _Lazy(ThreadPoolExecutor):
    """Runs work at once, in the caller's thread."""

    def submit(self, function, /, *args):
        from concurrent.futures import Future

        future = Future()
        future.set_result(function(*args))
        return future


def test_a_run_resumes_where_it_was_interrupted(tmp_path, capsys):
    source, out = tmp_path / "puzzles.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(puzzles(30)))
    assert main(["solve", str(source), "--resume", str(out)]) == 0
    whole = out.read_bytes()
    for cut in (0, 1, len(whole) // 2, len(whole) - 1, len(whole)):
        out.write_bytes(whole[:cut])
        assert main(["solve", str(source), "--resume", str(out)]) == 0
        lines = [json.loads(line)["line"] for line in out.read_text().splitlines()]
        assert lines == list(range(1, 31)), cut


@pytest.mark.parametrize(
    ("content", "lines", "rest"),
    [
        (b"", [], b""),
        (b'{"a": 1}\n{"a": 2}\n', [(1, b'{"a": 1}\n'), (2, b'{"a": 2}\n')], b'{"a": 1}\n{"a": 2}\n'),
        (b'{"a": 1}\n{"a": ', [(1, b'{"a": 1}\n')], b'{"a": 1}\n'),
        (b'{"a": 1}\n{"', [(1, b'{"a": 1}\n')], b'{"a": 1}\n'),
        (b'{"bb', [], b""),
        (b'{"a": 1}\n{"c', [(1, b'{"a": 1}\n'), (2, b'{"c')], b'{"a": 1}\n{"c'),
    ],
)
def test_only_a_line_of_ours_is_cut_away_at_the_end(content, lines, rest, tmp_path):
    file = tmp_path / "lines"
    file.write_bytes(content)
    with file.open("r+b") as opened:
        assert list(whole_lines(opened, b'{"a": ', b'{"bb": ')) == lines
        assert opened.tell() == len(rest)
    assert file.read_bytes() == rest


@pytest.mark.parametrize(("option", "code"), [([], 0), (["--cpu", "50"], 64), (["--timeout", "50"], 64)], ids=str)
def test_a_run_resumes_only_with_the_same_time_limit(tmp_path, option, code):
    """Resuming with another limit would mix answers that cannot be compared."""
    source, out = tmp_path / "puzzles.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(puzzles(3)))
    for first in ([], ["--cpu", "40"]):
        assert main(["solve", str(source), "--resume", str(out), *first]) == 0
        assert main(["solve", str(source), "--resume", str(out), *first, *option]) == code
        out.unlink()


def test_a_file_of_something_else_is_not_overwritten(tmp_path, capsys):
    source, out = tmp_path / "puzzles.jsonl", tmp_path / "letter.txt"
    source.write_text("".join(puzzles(3)))
    out.write_text("Dear reader,\nnothing here is an answer.\n")
    assert main(["solve", str(source), "--resume", str(out)]) == 64
    assert out.read_text().startswith("Dear reader")
    assert "letter.txt" in capsys.readouterr().err


@native
def test_an_interruption_leaves_whole_lines(tmp_path):
    source, out = tmp_path / "puzzles.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(puzzles(30_000)))
    command = [sys.executable, "-m", "tesuji", "solve", str(source), "--jobs", "2", "--resume", str(out)]
    paths = os.pathsep.join(sys.path)
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths})
    while not out.exists() or not out.stat().st_size:
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (130, 0)
    assert all(json.loads(line) for line in out.read_text().splitlines())
    done = [json.loads(line)["line"] for line in out.read_text().splitlines()]
    assert done == list(range(1, len(done) + 1))


def test_a_table_sums_up(tmp_path, capsys):
    source, table = tmp_path / "puzzles.jsonl", tmp_path / "table.csv"
    source.write_text("".join(puzzles(3)))
    assert main(["solve", str(source), "--csv", str(table)]) == 0
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["unique", "multiple", ""]
    assert rows[2]["error"] and rows[0]["class"] == "SF"
    capsys.readouterr()
    assert main(["solve", str(source), "--csv", "-"]) == 0
    untimed = [{**row, "seconds": ""} for row in csv.DictReader(capsys.readouterr().out.splitlines())]
    assert untimed == [{**row, "seconds": ""} for row in rows]


def test_several_files_are_named_in_their_answers(tmp_path, capsys):
    for name, text in (("a.txt", "3x3:.01...2.."), ("b.txt", "no puzzle")):
        (tmp_path / name).write_text(text)
    assert main(["check", str(tmp_path / "*.txt")]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["id"].endswith("a.txt") and first["kind"] == "slitherlink"
    assert second["id"].endswith("b.txt") and "error" in second


@native
def test_a_cluster_that_loses_a_worker_loses_no_puzzle():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        answers = bulk.answers(bulk.tasks(puzzles(600)), JOB, client.get_executor(retries=3), window=16, chunk=10)
        found = [next(answers)]
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        found += answers
    assert [answer["line"] for answer in found] == list(range(1, 601))
    assert verdicts(found) == ["unique", "multiple", "error"] * 200


# -- lines with any content --------------------------------------------------------------------------------------------

HOSTILE = [
    r'{"id":"\ud800","kind":"slitherlink","grid":["2"]}',
    '{"kind":"nonogram","rows":[[' + "9" * 4300 + ']],"cols":[[1]]}',
    '{"kind":"minesweeper","grid":["."],"mines":' + "9" * 4300 + "}",
    '{"id":NaN,"kind":"slitherlink","grid":["2"]}',
    '{"id":-Infinity,"kind":"slitherlink","grid":["2"]}',
    '{"id":1e400,"kind":"slitherlink","grid":["2"]}',
    '{"id":' + "9" * 4300 + ',"kind":"slitherlink","grid":["2"]}',
    '{"id":' + "[" * 90 + "]" * 90 + ',"kind":"slitherlink","grid":["2"]}',
    r'{"kind":"\u001b[31m' + "x" * 5000 + '"}',
    '{"id":"=1+1","title":"\u202e\x9b","kind":"slitherlink","grid":["2"]}',
]


def strictly(line: str):
    """Return the value of a line as any strict JSON parser reads it."""

    def refused(name: str):
        raise ValueError(name)

    assert line.isascii() or line.encode() and not set(line) & set("\x1b\x9b\u202e\u2028")
    return json.loads(line, parse_constant=refused)


def solved(content: str, tmp_path, capsys, *options: str, command: str = "solve") -> tuple[int, list[dict]]:
    """Return the exit code and the answers to these lines."""
    source = tmp_path / "in.jsonl"
    source.write_text(content, errors="surrogatepass")
    code = main([command, str(source), *options])
    return code, [strictly(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("command", ["solve", "rate", "explain", "mend", "check", "convert"])
def test_every_line_has_an_answer_that_every_program_reads(command, tmp_path, capsys):
    code, answers = solved("\n".join(HOSTILE) + "\n", tmp_path, capsys, command=command)
    assert code == 0 and len(answers) == len(HOSTILE)
    assert answers[0]["id"] == "\ud800"
    assert [answer["error"]["kind"] for answer in answers[3:6]] == ["json"] * 3
    assert len(answers[8]["error"]["message"]) < 500 and "\x1b" not in answers[8]["error"]["message"]


def test_any_line_at_all_has_an_answer(tmp_path, capsys):
    """Fragments of documents in any order get as many answers as there are lines, each of which is strict JSON."""
    pieces = [*HOSTILE, *puzzles(3), "\x00", "\\ud800", "9" * 50, "1e999", '"', "{", "}", "[", "]", ":", ",", "NaN"]
    pieces += [
        '"id"',
        '"text"',
        '"kind"',
        '"grid"',
        "#.#",
        "pzv.jp/p?slither/2/2/ga",
        "\x85",
        "\u2028",
        "\x1b[2J",
        "=cmd",
    ]
    random = Random(14)
    lines = []
    for _ in range(300):
        line = "".join(
            piece[: random.randrange(1, 200)] if random.random() < 0.3 else piece[:200]
            for piece in random.choices(pieces, k=random.randrange(1, 7))
        )
        lines.append("x" + line.replace("\n", " ").replace("\r", " "))
        lines.append(lines[-1][1:] or "x")
    lines = [line for line in lines if line.strip()]
    code, answers = solved("\n".join(lines) + "\n", tmp_path, capsys, "--timeout", "1")
    assert code == 0 and len(answers) == len(lines)
    assert all("verdict" in answer or answer["error"]["kind"] for answer in answers)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [(ZeroDivisionError("\x1b" * 9000), "internal"), (MemoryError(), "memory")],
    ids=["bug", "memory"],
)
def test_unforeseen_errors_become_answers(raised, kind, tmp_path, capsys, monkeypatch):
    usual = bulk.CALLS["solve"]

    def sometimes(args):
        if args["document"].get("id") == 1:
            raise raised
        return (yield from usual(args))

    monkeypatch.setitem(bulk.CALLS, "solve", sometimes)
    code, answers = solved("".join(puzzles(4)), tmp_path, capsys)
    assert code == 70
    assert verdicts(answers) == ["unique", "error", "error", "unique"]
    assert answers[1]["error"]["kind"] == kind and len(answers[1]["error"]["message"]) < 1000
    code, answers = solved("".join(puzzles(1)), tmp_path, capsys)
    assert code == 0, "its own exit code, only where it happened"


def test_one_puzzle_that_meets_a_bug_is_one_sentence(tmp_path, capsys, monkeypatch):
    def broken(args):
        raise ZeroDivisionError
        yield

    monkeypatch.setitem(bulk.CALLS, "solve", broken)
    source = tmp_path / "puzzle"
    source.write_text("#.#")
    assert main(["solve", str(source)]) == 70
    assert capsys.readouterr().err.count("\n") == 1


# -- processes ---------------------------------------------------------------------------------------------------------


def deadly(some, job):
    """A worker that some puzzles always kill, and others only the first time."""
    for task in some:
        if task.text.startswith("deadly"):
            os.kill(os.getpid(), signal.SIGKILL)
        once = task.text.partition("once ")[2].strip()
        if once and not os.path.exists(once):
            open(once, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
    return [{"line": task.line, "pid": os.getpid()} for task in some]


@native
@pytest.mark.parametrize("in_order", [True, False])
def test_a_process_that_dies_takes_one_line_with_it(tmp_path, monkeypatch, in_order):
    from tesuji.cli.workers import Workers

    monkeypatch.setattr(bulk, "answer_all", deadly)
    lines = [f"line {number}" for number in range(1, 101)]
    lines[19] = lines[69] = "deadly"
    lines[49] = f"once {tmp_path / 'flag'}"
    with Workers(2) as executor:
        answers = list(bulk.answers(bulk.tasks(lines), JOB, executor, window=4, chunk=5, in_order=in_order))
    assert sorted(answer["line"] for answer in answers) == list(range(1, 101))
    assert not in_order or [answer["line"] for answer in answers] == list(range(1, 101))
    assert {answer["line"] for answer in answers if "error" in answer} == {20, 70}
    assert {answer["error"]["kind"] for answer in answers if "error" in answer} == {"worker-died"}


def gone(pid: int) -> bool:
    """Return whether a process does not exist, or only as a zombie."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def children(pid: int) -> set[int]:
    """Return all descendants of this process."""
    found = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                if int(file.read().rpartition(")")[2].split()[1]) == pid:
                    found |= {int(name)} | children(int(name))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are looked up in /proc")
@native
@pytest.mark.parametrize(
    ("signals", "code"),
    [([signal.SIGTERM], 143), ([signal.SIGINT], 130), ([getattr(signal, "SIGKILL", 9)], -9)],
    ids=str,
)
def test_no_process_outlives_the_run(tmp_path, signals, code):
    hard = {"kind": "slitherlink", "grid": ["." * 60] * 60}
    source = tmp_path / "in.jsonl"
    source.write_text("".join(puzzles(3)) + (json.dumps(hard) + "\n") * 40)
    run = process("solve", str(source), "--jobs", "2", "--unordered", "--timeout", "600", stdout=subprocess.PIPE)
    below = set()
    until = time.monotonic() + 60
    while len(below) < 4 and time.monotonic() < until:
        below = children(run.pid)
        time.sleep(0.1)
    assert len(below) >= 3, "two workers, and who starts them"
    run.send_signal(signals[0])
    assert run.wait(30) == code
    until = time.monotonic() + 30
    while not all(map(gone, below)) and time.monotonic() < until:
        time.sleep(0.1)
    assert all(map(gone, below))
    run.stdout.close()


def process(*arguments: str, **options) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environment.pop("PYTHONUNBUFFERED", None)  # with it, a full disk would be noticed at once
    return subprocess.Popen([sys.executable, "-m", "tesuji", *arguments], env=environment, **options)


@native
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system does not limit memory")
def test_a_limit_of_memory_is_an_answer(tmp_path):
    from tesuji.cli.workers import Workers

    with Workers(1, 256) as executor:
        assert executor.submit(len, [0]).result() == 1
        with pytest.raises(MemoryError):
            executor.submit(bytearray, 512 << 20).result()
        assert executor.submit(len, [0]).result() == 1


def test_jobs_are_lowered_with_a_sentence(capsys):
    workers = pytest.importorskip("tesuji.cli.workers")
    assert 1 <= workers.number_of(100_000, Renderer("en")) <= 256
    assert "100000" in capsys.readouterr().err
    for jobs, said in ((2**63 - 1, f"{2**63 - 1}"), (2**63, f"≥ {2**63}"), (10**4000, f"≥ {2**63}")):
        workers.number_of(jobs, Renderer("en"))
        assert f" {said} " in capsys.readouterr().err
    assert workers.number_of(1, Renderer("en")) == 1 and capsys.readouterr().err == ""


# -- resuming ----------------------------------------------------------------------------------------------------------


def refused(arguments: list[str], capsys, code: int = 64) -> str:
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("tesuji: ") and err.count("\n") == 1 and "Traceback" not in err
    return err


@pytest.fixture
def answered(tmp_path, capsys):
    """Make a file of five puzzles, and one with answers to the first three."""
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(puzzles(5)))
    assert main(["solve", str(source), "--resume", str(out)]) == 0
    out.write_text("".join(out.read_text().splitlines(keepends=True)[:3]))
    return source, out


def test_another_question_is_not_mixed_in(answered, capsys):
    source, out = answered
    before = out.read_bytes()
    for arguments in (["rate"], ["solve", "--limit", "3"], ["solve", "--timeout", "7"]):
        assert "another" in refused([*arguments, str(source), "--resume", str(out)], capsys)
    out.write_bytes(before.replace(b'"run": "tesuji ', b'"run": "tesuji 0.0.'))
    assert "0.0." in refused(["solve", str(source), "--resume", str(out)], capsys)


@pytest.mark.parametrize(
    "other",
    [lambda lines: lines[::-1], lambda lines: lines[:2], lambda lines: ["\n", *lines]],
    ids=["turned", "cut", "moved"],
)
def test_other_input_is_not_mixed_in(answered, capsys, other):
    source, out = answered
    before = out.read_bytes()
    source.write_text("".join(other(puzzles(5))))
    assert "line" in refused(["solve", str(source), "--resume", str(out)], capsys)
    assert out.read_bytes() == before


def test_answers_of_an_earlier_version_open(answered, capsys):
    source, out = answered
    old = [json.loads(line) for line in out.read_text().splitlines()]
    for answer in old:
        del answer["run"], answer["digest"]
    out.write_text("".join(json.dumps(answer) + "\n" for answer in old))
    assert main(["solve", str(source), "--resume", str(out)]) == 0
    assert [json.loads(line)["line"] for line in out.read_text().splitlines()] == [1, 2, 3, 4, 5]


@native
def test_two_runs_do_not_write_the_same_file(answered, capsys):
    fcntl = pytest.importorskip("fcntl")
    source, out = answered
    with out.open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert "run" in refused(["solve", str(source), "--resume", str(out)], capsys)
    assert main(["solve", str(source), "--resume", str(out)]) == 0


def test_a_table_of_a_run_taken_up_again_has_all_answers(answered, tmp_path, capsys):
    source, out = answered
    table = tmp_path / "table.csv"
    for _ in range(2):
        assert main(["solve", str(source), "--resume", str(out), "--csv", str(table)]) == 0
        with table.open(newline="") as file:
            assert [row["line"] for row in csv.DictReader(file)] == ["1", "2", "3", "4", "5"]


def test_an_input_is_never_overwritten(tmp_path, capsys, monkeypatch):
    source = tmp_path / "in.jsonl"
    source.write_text("".join(puzzles(3)))
    link = tmp_path / "link.jsonl"
    link.symlink_to(source)
    before = source.read_bytes()
    for options in (["--csv", source], ["--csv", link], ["--resume", link], ["--csv", "x.csv", "--resume", "x.csv"]):
        monkeypatch.chdir(tmp_path)
        refused(["solve", str(source), *map(str, options)], capsys)
    assert source.read_bytes() == before and not (tmp_path / "x.csv").exists()


def test_no_cell_of_a_table_is_a_formula(tmp_path, capsys):
    names = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "＝1", "a\nb\x1b[31m", -1, "fine"]
    source, table = tmp_path / "in.jsonl", tmp_path / "t.csv"
    source.write_text("".join(json.dumps({"id": name, "kind": "slitherlink", "grid": ["2"]}) + "\n" for name in names))
    assert main(["solve", str(source), "--csv", str(table)]) == 0
    with table.open(newline="") as file:
        cells = [row["id"] for row in csv.DictReader(file)]
    assert all(cell.startswith("'") for cell in cells[:8])
    assert cells[8:] == ["a\\nb\\u001b[31m", "-1", "fine"]


# -- invalid files -----------------------------------------------------------------------------------------------------

DAMAGED = [b"\xff\xfe\n", b"[1]\n", b'{"line": []}\n', b'{"line": "1"}\n', b"{" * 9000 + b"\n", b"Dear reader"]


@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: repr(content[:12]))
@pytest.mark.parametrize("command", ["solve", "census"])
def test_a_damaged_file_is_refused_and_kept(tmp_path, capsys, content, command):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_text("".join(puzzles(3)))
    out.write_bytes(content)
    refused([command, "2x2" if command == "census" else str(source), "--resume", str(out)], capsys)
    assert out.read_bytes() == content


@pytest.mark.parametrize("option", ["--resume", "--csv"])
def test_a_folder_cannot_be_an_output(tmp_path, capsys, option):
    source = tmp_path / "in.jsonl"
    source.write_text("".join(puzzles(3)))
    for name in (tmp_path, tmp_path / "none" / "out"):
        assert str(name) in refused(["solve", str(source), option, str(name)], capsys)


@native
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk_is_a_sentence(tmp_path, capsys):
    source = tmp_path / "in.jsonl"
    source.write_text("".join(puzzles(3)))
    refused(["solve", str(source), "--resume", "/dev/full"], capsys)
    assert main(["solve", str(source), "--csv", "/dev/full"]) == 74
    with open("/dev/full", "w") as full:
        run = process("solve", str(source), stdout=full, stderr=subprocess.PIPE)
        err = run.communicate()[1].decode()
    assert run.returncode == 74 and err.count("\n") == 1 and "Traceback" not in err
    with open("/dev/full", "w") as full:
        run = process("--version", stdout=full, stderr=subprocess.PIPE)
        assert run.communicate()[1].count(b"\n") == 1
    assert run.returncode == 74


@native
@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
@pytest.mark.parametrize(("closed", "code"), [("<&-", 64), (">&-", 74)])
def test_closed_streams_are_a_sentence(tmp_path, closed, code):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = f"echo '#.#' | {{ {sys.executable} -m tesuji solve --jsonl {closed}; }}"
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True)
    assert done.returncode == code and done.stderr.count("\n") == 1 and done.stderr.startswith("tesuji: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "binoxxo", "--count", "-5"],
        ["generate", "binoxxo", "--count", "0"],
        ["generate", "binoxxo", "--timeout", "nan"],
        ["solve", "--timeout", "-1"],
        *(["solve", "--memory", megabytes] for megabytes in ("-5", "0", "1", "127", "x")),
        ["solve", "--jsonl", "--memory", "3"],
    ],
    ids=" ".join,
)
def test_numbers_that_make_no_sense_are_refused(arguments, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", open(os.devnull))
    refused(arguments, capsys)


def test_messages_do_not_echo_control_characters(tmp_path, capsys):
    name = "\x1b[31m\n" + "x" * 5000
    for arguments in (["solve", name], ["--lang", name, "solve"], ["solve", f"--{name}"], ["generate", name]):
        err = refused(arguments, capsys)
        assert err.rstrip("\n").isprintable() and len(err) < 500


@pytest.mark.parametrize(
    "options, cpu",
    [([], False), (["--jobs", "2"], True), (["--cpu", "3"], True), (["--timeout", "7"], False)],
    ids=str,
)
def test_the_time_limit_counts_cpu_time_with_several_processes(monkeypatch, tmp_path, options, cpu):
    """An answer must not depend on other work of the machine."""
    jobs = []
    monkeypatch.setattr("tesuji.cli.answers", lambda todo, job, *rest, **more: iter([jobs.append(job)][1:]))
    source = tmp_path / "puzzles.jsonl"
    source.write_text('{"kind": "binoxxo", "grid": [".O"]}\n', encoding="utf-8")
    assert main(["solve", "--jsonl", str(source), *options]) == 0
    assert jobs[0].cpu is cpu and jobs[0].timeout == {"--cpu": 3.0, "--timeout": 7.0}.get([*options, ""][0], 60.0)
