"""Consistency of the project's files."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import tesuji

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not (ROOT / "CITATION.cff").exists(), reason="the project is not here, only its tests")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert version == tesuji.__version__ == re.search(r"^version: (\S+)$", read("CITATION.cff"), re.MULTILINE)[1]
    assert f"## {version}" in read("CHANGELOG.md")
    assert version == json.loads(read("package.json"))["version"] == json.loads(read("package-lock.json"))["version"]


def test_release_notes_are_short():
    for section in read("CHANGELOG.md").split("\n## ")[1:]:
        assert len(section.splitlines()) <= 40, section.partition("\n")[0]


def test_ci_runs_the_readmes_test_command():
    assert "./build.sh test" in read("README.md") and "./build.sh test" in read(".ci/run")


def test_every_tool_is_pinned():
    extras = tomllib.loads(read("pyproject.toml"))["dependency-groups"]
    assert {"build", "build-pyodide", "docs", "test", "test-pyodide"} <= extras.keys()
    for name, packages in extras.items():
        assert all(re.fullmatch(r"[\w-]+==[\w.]+", package) for package in packages), name


def test_actions_are_pinned_by_commit():
    used = [
        name for path in ROOT.glob(".github/workflows/*.yml") for name in re.findall(r"uses: (\S+)", path.read_text())
    ]
    assert used and all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) for name in used)


def test_packages_installed_by_build_sh_are_locked_with_hashes():
    """`./build.sh locks` rewrites tools/locks/ after a version has changed."""
    for name, packages in tomllib.loads(read("pyproject.toml"))["dependency-groups"].items():
        blocks = re.split(r"\n(?=\S)", read(f"tools/locks/{name}.txt").strip())
        assert all("--hash=sha256:" in block for block in blocks), name
        assert set(packages) <= {re.split(r"[ ;\\]", block, maxsplit=1)[0] for block in blocks}, name
    assert "pip install" not in read("build.sh").replace("pip install --quiet --require-hashes", "")


def test_the_local_server_compresses_text():
    from gzip import decompress
    from threading import Thread
    from urllib.request import Request, urlopen

    from serve import make_server

    server = make_server(ROOT / "docs", compress=True)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        for encoding in ("gzip", "identity"):
            address = f"http://127.0.0.1:{server.server_port}/gallery.svg"
            with urlopen(Request(address, headers={"Accept-Encoding": encoding})) as answer:
                body = answer.read()
                assert (answer.headers["Content-Encoding"] == "gzip") == (encoding == "gzip")
            text = decompress(body) if encoding == "gzip" else body
            assert text.decode() == read("docs/gallery.svg") and answer.headers["Content-Type"] == "image/svg+xml"
    finally:
        server.shutdown()
        server.server_close()


def test_links_of_the_readme_lead_to_the_repository_on_pypi(monkeypatch):
    from build import absolute_links

    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/tesuji")
    text = absolute_links(read("README.md"))
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert targets and all(target.startswith("https://") for target in targets)
    assert "https://github.com/someone/tesuji/raw/main/docs/gallery.svg" in targets
