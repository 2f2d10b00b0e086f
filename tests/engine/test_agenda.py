"""The order in which cells are probed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tesuji.bitset import set_of
from tesuji.constraints.runs import generate_hints
from tesuji.engine.agenda import BESIDE_KNOWN, LineAgenda, agenda_for
from tesuji.puzzles import parse


@given(st.data())
def test_lines_with_runs_are_probed_next_to_known_cells_and_in_narrow_gaps(data):
    """Compared with a direct definition: unknown neighbours, and the room of the row and the column, both updated as
    cells become known.
    """
    height, width = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    picture = data.draw(st.lists(st.text("#.", min_size=width, max_size=width), min_size=height, max_size=height))
    rows, columns = generate_hints(picture)
    puzzle = parse({"kind": "nonogram", "rows": rows, "cols": columns})[1]
    cells = st.sets(st.integers(0, puzzle.size - 1))
    known = data.draw(cells)
    agenda = agenda_for(puzzle, puzzle.cells, set_of(known))
    assert isinstance(agenda, LineAgenda)
    waiting = set(range(puzzle.size)) - known

    def in_order(some):
        rank = {cell: weight(puzzle, rows, columns, known, cell) for cell in some}
        return sorted(some, key=lambda cell: (rank[cell], cell))

    for cell in agenda:
        assert cell == in_order(waiting)[0]
        waiting.remove(cell)
        news = data.draw(cells) - known
        known |= news
        waiting -= news
        if news:
            agenda.note(set_of(news))
        assert agenda.order() == in_order(set(range(puzzle.size)) - known)
        if not waiting:  # the first round
            break


def weight(puzzle, rows, columns, known, cell):
    row, column = divmod(cell, puzzle.width)
    beside = [
        other
        for other, inside in (
            (cell - 1, column > 0),
            (cell + 1, column + 1 < puzzle.width),
            (cell - puzzle.width, row > 0),
            (cell + puzzle.width, row + 1 < puzzle.height),
        )
        if inside
    ]
    room = puzzle.width - sum(rows[row]) - len(rows[row]) + puzzle.height - sum(columns[column]) - len(columns[column])
    return BESIDE_KNOWN * sum(other not in known for other in beside) + room + 2
