"""An independent checker of certificates (docs/certificates.md). It imports nothing from the solver.

    certificate.py   the file: puzzle, verdict, boards, claims; `check`
    proof.py         the lines of a proof
    lines.py         reads lines one after the other
    puzzle.py        a puzzle: its variables, and its rules by name
    documents.py     strict readers for the members of a document
    kinds.py         finds the reader of a kind, `puzzles/<kind>/checked.py`
    limits.py        limits on sizes, and `Refused`
    count.py ...     the rules, one file each

A kind's `checked.py` imports only this package. Its `read(document)` returns the `Puzzle` that a document describes,
and raises `NotAPuzzle` if it does not describe one.
"""

from tesuji.checker.all_different import AllDifferent
from tesuji.checker.certificate import HEADER, Checked, check
from tesuji.checker.colour_runs import ColourRuns
from tesuji.checker.connected import Connected
from tesuji.checker.count import Count
from tesuji.checker.different import Different
from tesuji.checker.different_sum import DifferentSum
from tesuji.checker.documents import integer, letters, lists, member, side_numbers, signs, switch
from tesuji.checker.kinds import puzzle_of
from tesuji.checker.limits import LINE, NotAPuzzle, Refused
from tesuji.checker.line import Line
from tesuji.checker.loop import Edges, Loop, Sides, links, links_between
from tesuji.checker.puzzle import Block, Puzzle, cells_around
from tesuji.checker.regions import Regions
from tesuji.checker.runs import Runs
from tesuji.checker.table import Table
from tesuji.checker.weighted_sum import WeightedSum

__all__ = [
    "HEADER",
    "LINE",
    "AllDifferent",
    "Block",
    "Checked",
    "ColourRuns",
    "Connected",
    "Count",
    "Different",
    "DifferentSum",
    "Edges",
    "Line",
    "Loop",
    "NotAPuzzle",
    "Puzzle",
    "Refused",
    "Regions",
    "Runs",
    "Sides",
    "Table",
    "WeightedSum",
    "cells_around",
    "check",
    "integer",
    "letters",
    "links",
    "links_between",
    "lists",
    "member",
    "puzzle_of",
    "side_numbers",
    "signs",
    "switch",
]
