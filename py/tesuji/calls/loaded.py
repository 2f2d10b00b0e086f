"""Imports the modules of all calls, for a process that is to answer more than one and does not want to wait then."""

from importlib import import_module

from tesuji.calls import MODULES

for module in dict.fromkeys(MODULES.values()):
    import_module(f"tesuji.calls.{module}")
