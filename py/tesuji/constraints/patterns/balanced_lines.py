"""All arrangements of one line: half X and half O, or one more of either if the length is odd, and no three equal in a
row.

They are listed only if nothing else works, because a line of 20 cells has 15,000. Otherwise an automaton reads the line
cell by cell; its four states are the last letter and whether it occurred twice in a row. For each state, one int holds
the numbers of X that are possible so far (forward) or still lead to a legal end (backward).

Neighbours may be linked: bit i of `alike` or of `unlike` stands for the cells i and i + 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from tesuji.errors import Contradiction

# States: the last letter was O once, O twice, X once, X twice. An X shifts every count of X by one.
O1, O2, X1, X2, START = range(5)
AFTER = (O2, None, O1, O1, O1), (X1, X1, X2, None, X1)
"""The next state, by the next letter and the state."""

Counts = tuple[int, int, int, int]


def balanced(length: int) -> frozenset[int]:
    """Return the numbers of one letter that a line of this length may have."""
    return frozenset({length // 2, (length + 1) // 2})


def forced_cells(
    width: int, x: int, o: int, taken: Collection[int] = (), alike: int = 0, unlike: int = 0
) -> tuple[int, int]:
    """Return the cells that are X, and those that are O, in every arrangement with these X and O, except arrangements
    in `taken`. Raises Contradiction if there is none.

    Lines are bit sets of their X; `taken` are the complete lines that this one must not repeat.
    """
    found = _forced(width, x, o, alike, unlike)
    if found is None:
        raise Contradiction
    rivals = {line for line in taken if not (line & o or ~line & x)}
    if not rivals:
        return found
    return _forced_near(width, *found, rivals, alike, unlike)


def arrangements(width: int, x: int = 0, o: int = 0, like: int = 0, alike: int = 0, unlike: int = 0) -> Iterator[int]:
    """Yield the X of every arrangement with these X and O. At each place the letter of `like` is tried first."""
    table = _backward(width, x, o, alike, unlike)
    barred = x | alike << 1, x | unlike << 1, o | alike << 1, o | unlike << 1
    stack = [(0, START, 0, 0, 1 - (like & 1)), (0, START, 0, 0, like & 1)]
    while stack:
        place, state, count, line, letter = stack.pop()
        while True:
            after = AFTER[letter][state]
            if after is None or barred[after] >> place & 1 or not table[place + 1][after] >> count + letter & 1:
                break
            place, state, count, line = place + 1, after, count + letter, line | letter << place
            if place == width:
                yield line
                break
            letter = like >> place & 1
            stack.append((place, state, count, line, 1 - letter))


@lru_cache(maxsize=1 << 16)
def _forced(width: int, x: int, o: int, alike: int, unlike: int) -> tuple[int, int] | None:
    table = _backward(width, x, o, alike, unlike)
    reach: Counts = (0, 1, 0, 1)  # either letter may come first, as after two of the other
    can_x = can_o = 0
    for place in range(width):
        o1, o2, x1, x2 = reach
        may_o, may_x = not x >> place & 1, not o >> place & 1
        reach = (
            (x1 | x2) if may_o else 0,
            o1 if may_o else 0,
            ((o1 | o2) << 1) if may_x else 0,
            (x1 << 1) if may_x else 0,
        )
        if place and (alike | unlike) >> place - 1 & 1:
            reach = (0, reach[1], 0, reach[3]) if alike >> place - 1 & 1 else (reach[0], 0, reach[2], 0)
        ahead = table[place + 1]
        can_o |= bool(reach[O1] & ahead[O1] or reach[O2] & ahead[O2]) << place
        can_x |= bool(reach[X1] & ahead[X1] or reach[X2] & ahead[X2]) << place
        reach = (reach[0] & ahead[0], reach[1] & ahead[1], reach[2] & ahead[2], reach[3] & ahead[3])
    if not can_o | can_x:
        return None
    return can_x & ~can_o, can_o & ~can_x


@lru_cache(maxsize=512)  # for a line of 200 cells each entry takes 50 KB
def _backward(width: int, x: int, o: int, alike: int, unlike: int) -> list[Counts]:
    """Return, for each number of cells read, the counts of X from which each state still reaches a legal end."""
    half = sum(1 << number for number in balanced(width))
    ahead: Counts = (half, half, half, half)
    table = [ahead]
    for place in range(width - 1, -1, -1):
        o1, o2, x1, x2 = ahead
        if x >> place & 1:
            o1 = o2 = 0
        if o >> place & 1:
            x1 = x2 = 0
        to_o, to_x, stay_o, stay_x = o1, x1 >> 1, o2, x2 >> 1
        if place and (alike | unlike) >> place - 1 & 1:
            if alike >> place - 1 & 1:
                to_o = to_x = 0
            else:
                stay_o = stay_x = 0
        ahead = (stay_o | to_x, to_x, stay_x | to_o, to_o)
        table.append(ahead)
    table.reverse()
    return table


def _forced_near(width: int, x: int, o: int, rivals: Collection[int], alike: int, unlike: int) -> tuple[int, int]:
    """Return the forced cells if some arrangements (rivals) are excluded.

    A value is possible if an arrangement that is not a rival has it. `x` and `o` are the cells forced without rivals. A
    letter that occurs in no rival is therefore possible. For the other letters, the search looks for arrangements with
    as many unseen letters as possible; a few cover them all.
    """

    def free(x: int, o: int, like: int) -> int | None:
        every = arrangements(width, x, o, like, alike, unlike)
        return next((line for line in every if line not in rivals), None)

    full = (1 << width) - 1
    can_x, can_o = full & ~o, full & ~x
    for rival in rivals:
        can_x, can_o = can_x & ~rival, can_o & rival
    for place in range(width):
        bit = 1 << place
        if not (can_x | o) & bit and (line := free(x | bit, o, ~can_x)) is not None:
            can_x, can_o = can_x | line, can_o | full & ~line
        if not (can_o | x) & bit and (line := free(x, o | bit, ~can_x)) is not None:
            can_x, can_o = can_x | line, can_o | full & ~line
    if not can_x | can_o:
        raise Contradiction
    return can_x & ~can_o, can_o & ~can_x


def solve_line(line: str, others: Collection[str] = ()) -> str:
    """Solve a line of O, X and "_": return it with every cell shared by all arrangements that differ from the finished
    `others`.

    Raises Contradiction if there is none.
    """
    x, o = (sum(1 << place for place, letter in enumerate(line) if letter == mark) for mark in "XO")
    taken = [sum(1 << place for place, letter in enumerate(other) if letter == "X") for other in others]
    x, o = forced_cells(len(line), x, o, taken)
    return "".join("X" if x >> place & 1 else "O" if o >> place & 1 else "_" for place in range(len(line)))
