"""Imports the modules of all calls and kinds in advance, for processes that answer many calls."""

from importlib import import_module

import tesuji.engine.sat.encoding  # noqa: F401
from tesuji.calls import MODULES
from tesuji.puzzles import notations, rulebooks

for module in dict.fromkeys(MODULES.values()):
    import_module(f"tesuji.calls.{module}")
rulebooks()
notations()
