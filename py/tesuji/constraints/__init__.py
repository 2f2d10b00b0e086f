"""The constraints in which the rules of all puzzles are written. They do not depend on any kind of puzzle.

    Count         how many of these literals are yes: one of a set of numbers
    WeightedSum   what the weights of the yes literals add up to
    ExactlyOne    one of these literals is yes: what a variable of several values means
    AllDifferent  variables of several values, no two alike
    Table         the patterns that a few literals may show
    Runs          the lengths of the runs of yes along a line, in order
    ColourRuns    the same with colours
    Different     two lines are not alike
    Connected     the cells with a value are in one piece
    Regions       the pieces into which the yes cells fall have given sizes
    SingleLoop    the yes edges form one closed loop

Each is one file, and `base.py` lists the members of a constraint. `infer` works on local bit sets (bit i = scope[i])
and finds everything that its constraint implies, except in Regions and SingleLoop, whose docstrings list the rules that
they apply.
"""

from tesuji.constraints.all_different import AllDifferent
from tesuji.constraints.base import BaseConstraint
from tesuji.constraints.colour_runs import ColourRuns
from tesuji.constraints.connected import Connected
from tesuji.constraints.count import Count
from tesuji.constraints.different import Different
from tesuji.constraints.exactly_one import ExactlyOne, exactly_ones
from tesuji.constraints.regions import Regions
from tesuji.constraints.runs import Runs
from tesuji.constraints.single_loop import SingleLoop
from tesuji.constraints.table import Table
from tesuji.constraints.weighted_sum import WeightedSum

__all__ = [
    "AllDifferent",
    "BaseConstraint",
    "ColourRuns",
    "Connected",
    "Count",
    "Different",
    "ExactlyOne",
    "Regions",
    "Runs",
    "SingleLoop",
    "Table",
    "WeightedSum",
    "exactly_ones",
]
