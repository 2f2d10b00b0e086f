"""A plugin of pytest for `mutants.py`: notes which functions of the package each test that passes calls, and how long
it takes.

`--called FILE`: {test: [seconds, ["folder/module.py:Class.function" ...]]} as JSON. Without it the plugin only keeps
the order in which the tests were named.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

PACKAGE = str(Path(__file__).resolve().parents[1] / "py" / "tesuji") + "/"
FOUND, PASSED = pytest.StashKey[dict[str, list]](), pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--called", metavar="FILE")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FOUND] = {}


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
    codes = set[CodeType]()

    def note(frame: FrameType, event: str, argument: object) -> None:
        codes.add(frame.f_code)

    began = time.perf_counter()
    sys.settrace(note)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        names = {f"{code.co_filename.removeprefix(PACKAGE)}:{code.co_qualname}" for code in codes}
        own = sorted(name for name in names if not name.startswith("/") and not name.startswith("<"))
        if item.stash.get(PASSED, False):
            item.config.stash[FOUND][item.nodeid] = [round(time.perf_counter() - began, 3), own]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--called"):
        Path(session.config.getoption("--called")).write_text(json.dumps(session.config.stash[FOUND]), encoding="utf-8")
