"""Hypothesis tries the same cases on every machine, without deadlines. --hypothesis-profile=quick tries half as many,
and --hypothesis-profile=explore tries twenty times as many other cases. Messages are in English, whatever the language
of the machine. `--shuffle SEED` runs the tests in a random order, which reveals tests that depend on each other.
"""

import gc
import os
import signal
import sys
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, settings

patient = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", max_examples=50, derandomize=True, **patient)
settings.register_profile("quick", max_examples=25, derandomize=True, **patient)
settings.register_profile("explore", max_examples=1000, **patient)
settings.load_profile("same")
SHARE = {"quick": 0.25, "same": 0.5, "explore": 10}
"""The factor for the number of examples of tests that set their own number, because repeating the same examples shows
little.
"""
WITH = "_hypothesis_internal_use_settings"  # the attribute in which Hypothesis stores settings

os.environ["TESUJI_LANG"] = "en"

# A shell makes its background processes ignore interrupts, and their subprocesses inherit that, but tests interrupt
# theirs.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests share helpers, and the laws find the tests of a kind by its name.
sys.path += [str(Path(__file__).parent / folder) for folder in ("engine", "puzzles")]


def pytest_addoption(parser):
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in the random order of a seed")


def pytest_collection_finish():
    """Thousands of tests and their cases stay to the end, so the garbage collector need not look at them each time."""
    gc.freeze()
    gc.set_threshold(50_000)


def pytest_collection_modifyitems(config, items):
    if (seed := config.getoption("--shuffle")) is not None:
        Random(seed).shuffle(items)
    share = SHARE.get(config.getoption("--hypothesis-profile") or "same", 1)
    for test in {item.obj for item in items if hasattr(getattr(item, "obj", None), WITH)}:
        own = getattr(test, WITH)
        setattr(test, WITH, settings(own, max_examples=max(1, round(own.max_examples * share))))
