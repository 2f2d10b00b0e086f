"""Hypothesis tries the same cases everywhere, and a busy machine fails nothing. For others:
--hypothesis-profile=explore. Messages are in English, whatever the machine's language."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

patient = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **patient)
settings.register_profile("explore", max_examples=1000, **patient)
settings.load_profile("same")

os.environ["TESUJI_LANG"] = "en"

# Tests share helpers, and the laws find the tests of a kind by its name.
sys.path += [str(Path(__file__).parent / folder) for folder in ("engine", "puzzles")]
