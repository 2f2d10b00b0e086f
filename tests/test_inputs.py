"""The input of a command: selecting files, limits of reading, numbering and counting puzzles."""

import pytest

from tesuji.errors import InputError

inputs = pytest.importorskip("tesuji.cli.inputs", reason="the site has no command line")
Task = pytest.importorskip("tesuji.cli.bulk").Task


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in {"a.txt": "A", "b.txt": "B", "c.jsonl": "1\n\n \n2\n", "d[1].txt": "D"}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "in" / "in").mkdir(parents=True)
    for name in ("e.json", "in/f.json", "in/in/g.json"):
        (tmp_path / name).write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "given, meant",
    [
        ([], ["-"]),
        (["a.txt"], ["a.txt"]),
        (["*.txt"], ["a.txt", "b.txt", "d[1].txt"]),
        (["b.txt", "?.txt"], ["b.txt", "a.txt", "b.txt"]),
        (["[ab].txt"], ["a.txt", "b.txt"]),
        (["d[1].txt"], ["d[1].txt"]),
        (["*.none"], ["*.none"]),
        (["-", "a.txt"], ["-", "a.txt"]),
        (["**/*.json"], ["e.json", "in/f.json", "in/in/g.json"]),
    ],
)
def test_patterns_are_filled_in(folder, given, meant):
    assert inputs.names(given) == meant


def test_a_file_is_read_up_to_the_longest_puzzle(folder, monkeypatch):
    monkeypatch.setattr(inputs, "MAX_LENGTH", 4)
    (folder / "long").write_text("12345\n67\n\n1234\n123")
    assert inputs.text_of("long") == "1234"
    assert list(inputs.lines_of("long")) == ["1234", "67\n", "\n", "1234", "123"]


def test_a_byte_order_mark_is_removed_and_invalid_bytes_are_kept(folder):
    (folder / "marked").write_bytes(b"\xef\xbb\xbfA\xff")
    assert inputs.text_of("marked") == "A\ufffd"


def test_a_file_that_cannot_be_read_is_named(folder):
    for read in (inputs.text_of, lambda name: list(inputs.lines_of(name)), lambda name: inputs.check_names([name])):
        for name in ("missing", str(folder)):
            with pytest.raises(InputError) as caught:
                read(name)
            assert caught.value.kind == "file" and caught.value.params["name"] == name


def test_puzzles_are_numbered_through_all_files(folder):
    files = ["a.txt", "c.jsonl", "b.txt"]
    assert list(inputs.tasks_of(files, by_line=False)) == [
        Task(1, "A", "a.txt"),
        Task(2, "1\n"),
        Task(5, "2\n"),
        Task(6, "B", "b.txt"),
    ]
    assert [task.line for task in inputs.tasks_of(files, by_line=True)] == [1, 2, 5, 6]
    assert all(task.name is None for task in inputs.tasks_of(files, by_line=True))


@pytest.mark.parametrize(
    "files, by_line, wanted",
    [
        (["a.txt", "b.txt"], False, 2),
        (["c.jsonl"], False, 2),
        (["a.txt", "c.jsonl"], True, 3),
        (["a.txt", "c.jsonl"], False, 3),
        (["a.txt", "-"], False, None),
        (["missing"], False, None),
        ([], False, 0),
    ],
)
def test_puzzles_are_counted_if_files_can_be_read_twice(folder, files, by_line, wanted):
    assert inputs.count(files, by_line) == wanted
    assert inputs.again(files) == (wanted is not None)


@pytest.mark.parametrize("seconds", [-1, -0.001, float("nan")])
def test_a_time_that_never_comes(seconds):
    inputs.check_seconds(0)
    with pytest.raises(InputError):
        inputs.check_seconds(seconds)


@pytest.mark.parametrize("start", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a"])
def test_a_picture_is_for_the_page(tmp_path, start):
    picture = tmp_path / "board.png"
    picture.write_bytes(start + bytes(40))
    with pytest.raises(InputError) as refused:
        inputs.text_of(str(picture))
    assert refused.value.kind == "picture"
