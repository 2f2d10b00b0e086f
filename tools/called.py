"""A pytest plugin for `mutants.py`: records which lines of the package each passing test runs, and how many seconds it
takes.

`--called FOLDER` writes `lines.coverage` (data of coverage.py; each test is a context) and `seconds.json` ({test:
seconds}) to a folder. Without it, the plugin only preserves the order in which the tests were named.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "py" / "tesuji"
SECONDS, PASSED = pytest.StashKey[dict[str, float]](), pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--called", metavar="FOLDER")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SECONDS] = {}
    if folder := config.getoption("--called"):
        from coverage import Coverage

        config.coverage = Coverage(str(Path(folder) / "lines.coverage"), config_file=False, include=[f"{PACKAGE}/*"])
        config.coverage.set_option("run:relative_files", True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    place = {name: number for number, name in enumerate(config.args)}
    items.sort(key=lambda item: place.get(item.nodeid, 0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    report = yield
    item.stash[PASSED] = item.stash.get(PASSED, True) and report.passed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if not item.config.getoption("--called"):
        return (yield)
    coverage, began = item.config.coverage, time.process_time()
    coverage.start()
    coverage.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        coverage.stop()
        if item.stash.get(PASSED, False):
            item.config.stash[SECONDS][item.nodeid] = round(time.process_time() - began, 3)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if folder := session.config.getoption("--called"):
        session.config.coverage.save()
        (Path(folder) / "seconds.json").write_text(json.dumps(session.config.stash[SECONDS]), encoding="utf-8")
