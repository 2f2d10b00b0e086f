"""tools/new_puzzle.py in a scratch copy of the project: the generated code passes the laws, and nothing else changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from oracle import remembered
from tesuji.puzzles import folders, rulebooks

ROOT = Path(__file__).resolve().parent.parent
KIND = next(name for name in ("probe", "specimen") if name not in rulebooks())
LAWS = [
    *(f"tests/test_{name}.py" for name in ("laws", "certificates", "layout", "locales")),
    f"tests/puzzles/test_{KIND}.py",
]
pytestmark = pytest.mark.skipif(
    sys.platform == "emscripten" or not (ROOT / ".git").exists() or not shutil.which("git"),
    reason="there is no project to copy, or no git to look at the copy with",
)
needs_page_tools = pytest.mark.skipif(
    not shutil.which("node") or not (ROOT / "node_modules" / "prettier").is_dir(), reason="the page's tools are missing"
)


def run(copy: Path, *command: str | Path) -> str:
    """Return the output of a command that must succeed in the copy."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GIT_"))}
    done = subprocess.run(
        command, cwd=copy, env=environment, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def python(copy: Path, *arguments: str) -> str:
    return run(copy, sys.executable, *arguments)


def suite(copy: Path, choice: str, *files: str) -> str:
    """Return the output of tests in the copy, with as many cases as `./build.sh test` has."""
    quick = ["-m", "not thorough", "--hypothesis-profile=quick"]
    return python(copy, "-m", "pytest", "-p", "no:cacheprovider", *quick, "-k", choice, *files)


def project_with(kind: str, folder: Path) -> Path:
    """Make a copy of the project, with its uncommitted changes, in its own git repository, with one kind added."""
    for name in run(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    run(folder, "git", "init", "--quiet")
    (folder / ".git" / "info" / "exclude").write_text("node_modules\n", encoding="utf-8")
    if (ROOT / "node_modules").is_dir():
        (folder / "node_modules").symlink_to(ROOT / "node_modules")
    run(folder, "git", "add", "--all")
    run(folder, "git", "-c", "user.name=A", "-c", "user.email=a@localhost", "commit", "--quiet", "--message", "copy")
    python(folder, "tools/new_puzzle.py", kind)
    return folder


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    return project_with(KIND, tmp_path_factory.mktemp("project"))


@contextmanager
def kinds_added(copy: Path, *kinds: str) -> Iterator[None]:
    """Add further kinds to the copy for a while."""
    for kind in kinds:
        python(copy, "tools/new_puzzle.py", kind)
    try:
        yield
    finally:
        run(copy, "git", "clean", "-fdq")
        python(copy, "tools/new_puzzle.py", KIND)


def changes(copy: Path) -> list[str]:
    """Return a line for each changed file."""
    return run(copy, "git", "status", "--porcelain", "--untracked-files=all").splitlines()


def test_it_writes_new_files_only(copy):
    written = changes(copy)
    assert len(written) <= 10
    assert all(line.startswith("?? ") and KIND in line for line in written)


def test_the_new_kind_passes_the_property_tests(copy):
    output = suite(copy, KIND, *LAWS)
    assert output.count(".") > 50


def test_it_can_be_explained(copy):
    choice = f"{KIND} and (trials or not level)"  # levels take longest and are tested by the suite itself
    suite(copy, choice, *(f"tests/engine/test_{name}.py" for name in ("explain", "inference", "rating")))


@needs_page_tools
def test_the_page_takes_it(copy):
    run(copy, "node", "node_modules/typescript/bin/tsc", "-p", "tools/tsconfig.page.json")
    run(copy, "node", "--test", "--test-reporter=dot", "tests/web/kinds.test.mjs")


@needs_page_tools
@pytest.mark.parametrize("kind", [KIND, "twenty_letters_it_is"])
def test_the_formatters_leave_it_as_it_is(copy, kind):
    """This also holds for the longest name."""
    with kinds_added(copy, *{kind} - {KIND}):
        python(copy, "-m", "ruff", "format", "--no-cache", "--check", ".")
        python(copy, "-m", "ruff", "check", "--no-cache", ".")
        run(copy, "node", "node_modules/prettier/bin/prettier.cjs", "--check", f"web/puzzles/{kind}")


@pytest.mark.parametrize(
    "name", [KIND, *rulebooks(), "Probe", "class", "3d", "a-b", "x", "twenty_one_letters_it_is", ""]
)
def test_a_name_that_cannot_be_one_is_refused_in_a_sentence(copy, name):
    before = changes(copy)
    done = subprocess.run([sys.executable, "tools/new_puzzle.py", name], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip().endswith(".") and len(done.stderr.splitlines()) == 1
    assert changes(copy) == before


def test_a_word_of_the_shared_code_cannot_be_a_name(copy):
    """Otherwise the law that shared modules do not name a kind could not be kept."""
    done = subprocess.run([sys.executable, "tools/new_puzzle.py", "census"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 1 and "is a string in the shared code" in done.stderr


def test_the_names_of_known_puzzles_can_be_taken(copy):
    """Shared code may not use such a name for something else."""
    with kinds_added(copy, *{"sudoku", "kakuro", "ripple", "masyu"} - set(folders())):
        suite(copy, "kind", "tests/test_layout.py")
        if shutil.which("node"):
            run(copy, "node", "--test", "--test-reporter=dot", "tests/web/kinds.test.mjs")


def test_a_kind_that_does_not_load_is_named_and_the_laws_of_others_run(copy):
    with kinds_added(copy):
        (copy / "py" / "tesuji" / "puzzles" / KIND / "rulebook.py").write_text("raise RuntimeError('broken')\n")
        others = f"not {KIND} and (reason_is_given or is_its_own_canonical)"
        output = suite(copy, others, "tests/test_laws.py")
        assert f"The kind {KIND} does not load" in output
        with pytest.raises(AssertionError, match=f"test_every_kind_loads.{KIND}"):
            suite(copy, "loads", "tests/test_layout.py")


def test_the_solutions_of_an_oracle_are_found_once_and_are_not_too_many():
    asked = []
    solutions = remembered(lambda document: asked.append(document) or [[]] * document["n"])
    assert solutions({"n": 2}) == solutions({"n": 2}) == [[], []] and len(asked) == 1
    with pytest.raises(AssertionError, match="has 1001 solutions.*Draw smaller documents"):
        solutions({"n": 1001})
