"""The constraints from which the rules of all puzzles are built. They do not depend on any kind of puzzle.

    Count         the number of yes literals is one of a set of numbers
    WeightedSum   the weights of the yes literals add up to one of a set of numbers
    ExactlyOne    exactly one literal is yes; defines a variable with several values
    AllDifferent  no two variables have the same value
    DifferentSum  no two variables have the same value, and their values add up to a number
    Table         a few literals form one of several patterns
    Runs          the runs of yes along a line have these lengths, in order
    ColourRuns    the runs along a line have these lengths and colours, in order
    Different     two lines are not equal
    Connected     the cells with a value form one connected piece
    Regions       the connected pieces of yes cells have given sizes
    SingleLoop    the yes edges form one closed loop

Each is one file, and `tesuji/constraint.py` lists the members of a constraint. `infer` works on local bit sets (bit i =
scope[i]) and finds everything that its constraint implies, except in Regions and SingleLoop, whose docstrings list the
rules that they apply.
"""

from tesuji.constraint import Constraint
from tesuji.constraints.all_different import AllDifferent
from tesuji.constraints.colour_runs import ColourRuns
from tesuji.constraints.connected import Connected
from tesuji.constraints.count import Count
from tesuji.constraints.different import Different
from tesuji.constraints.different_sum import DifferentSum
from tesuji.constraints.exactly_one import ExactlyOne, exactly_ones
from tesuji.constraints.regions import Regions
from tesuji.constraints.runs import Runs
from tesuji.constraints.single_loop import SingleLoop
from tesuji.constraints.table import Table
from tesuji.constraints.weighted_sum import WeightedSum

__all__ = [
    "AllDifferent",
    "ColourRuns",
    "Connected",
    "Constraint",
    "Count",
    "Different",
    "DifferentSum",
    "ExactlyOne",
    "Regions",
    "Runs",
    "SingleLoop",
    "Table",
    "WeightedSum",
    "exactly_ones",
]
