"""A pytest plugin for `mutants.py`: stores how many CPU seconds each passing test takes in a folder (`--called FOLDER`),
runs tests in the order in which they were named, and ends the run at a test that takes too long (`--hangs SECONDS`). CPU
time is counted, because other programs may keep the machine busy.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PASSED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--called", metavar="FOLDER")
    parser.addoption("--hangs", metavar="SECONDS", type=float, default=0)


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
    signal.setitimer(signal.ITIMER_VIRTUAL, item.config.getoption("--hangs"))
    if not (folder := item.config.getoption("--called")):
        return (yield)
    if report := sys.modules.get("tesuji_reached"):
        report.seen.clear()
    began = time.process_time()
    try:
        return (yield)
    finally:
        if item.stash.get(PASSED, False):
            with (Path(folder) / f"seconds-{os.getpid()}").open("a", encoding="utf-8") as file:
                print(round(time.process_time() - began, 3), item.nodeid, sep="\t", file=file)
