"""Hypothesis tries the same cases everywhere, and a busy machine fails nothing. For half as many:
--hypothesis-profile=quick; for others, and twenty times as many: --hypothesis-profile=explore. Messages are in English, whatever the machine's language. `--shuffle SEED` runs the tests in
a random order, which shows whether one depends on another."""

import os
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
"""The number of its examples a test gets that names a number of its own: the same ones again and again show little.
"""
WITH = "_hypothesis_internal_use_settings"  # where Hypothesis keeps them

os.environ["TESUJI_LANG"] = "en"

# Tests share helpers, and the laws find the tests of a kind by its name.
sys.path += [str(Path(__file__).parent / folder) for folder in ("engine", "puzzles")]


def pytest_addoption(parser):
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in the random order of a seed")


def pytest_collection_modifyitems(config, items):
    if (seed := config.getoption("--shuffle")) is not None:
        Random(seed).shuffle(items)
    share = SHARE.get(config.getoption("--hypothesis-profile") or "same", 1)
    for test in {item.obj for item in items if hasattr(getattr(item, "obj", None), WITH)}:
        own = getattr(test, WITH)
        setattr(test, WITH, settings(own, max_examples=max(1, round(own.max_examples * share))))
