"""The vocabulary that the rules of every puzzle are written in. No puzzle is named here.

    Count       how many of these cells are yes: one of a set of numbers
    Runs        the lengths of the runs of yes along a line, in order
    Different   two lines are not alike
    SingleLoop  the yes edges form one closed loop

Each `infer` works on local bit sets (bit i = scope[i]) and finds all that its constraint forces, except SingleLoop's,
whose docstring lists the rules that it applies.
"""

from tesuji.constraints.count import Count
from tesuji.constraints.different import Different
from tesuji.constraints.runs import Runs
from tesuji.constraints.single_loop import SingleLoop

__all__ = ["Count", "Different", "Runs", "SingleLoop"]
