"""Many puzzles: every one is answered once, in order or as they come, whatever does the work and whatever becomes of
it."""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

bulk = pytest.importorskip("tesuji.cli.bulk")
from tesuji.cli import main  # noqa: E402
from tesuji.cli.outputs import answered  # noqa: E402

native = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes in a browser")
JOB = bulk.Job("solve", numbered=True)


def puzzles(number: int) -> list[str]:
    """JSON Lines with every third puzzle unique, every third multiple, every third no puzzle at all."""
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
    """Works at once, in the caller's thread."""

    def submit(self, function, /, *args):
        from concurrent.futures import Future

        future = Future()
        future.set_result(function(*args))
        return future


def test_a_run_is_taken_up_where_it_was_cut_off(tmp_path, capsys):
    source, out = tmp_path / "puzzles.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(puzzles(30)))
    assert main(["solve", str(source), "--resume", str(out)]) == 0
    whole = out.read_bytes()
    for cut in (0, 1, len(whole) // 2, len(whole) - 1, len(whole)):
        out.write_bytes(whole[:cut])
        assert main(["solve", str(source), "--resume", str(out)]) == 0
        lines = [json.loads(line)["line"] for line in out.read_text().splitlines()]
        assert lines == list(range(1, 31)), cut


def test_a_file_of_something_else_is_not_overwritten(tmp_path, capsys):
    source, out = tmp_path / "puzzles.jsonl", tmp_path / "letter.txt"
    source.write_text("".join(puzzles(3)))
    out.write_text("Dear reader,\nnothing here is an answer.\n")
    assert main(["solve", str(source), "--resume", str(out)]) == 64
    assert out.read_text().startswith("Dear reader")
    assert "letter.txt" in capsys.readouterr().err


@native
def test_an_interruption_leaves_whole_lines(tmp_path):
    import subprocess

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
    done = answered(out)
    assert done == set(range(1, len(done) + 1))


def test_a_table_sums_up(tmp_path, capsys):
    source, table = tmp_path / "puzzles.jsonl", tmp_path / "table.csv"
    source.write_text("".join(puzzles(3)))
    assert main(["solve", str(source), "--csv", str(table)]) == 0
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["unique", "multiple", ""]
    assert rows[2]["error"] and rows[0]["class"] == "SF"


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
