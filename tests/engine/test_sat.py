"""The clause learner against brute force and, if python-sat is installed, against an established solver."""

from itertools import combinations, count, product
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji.bitset import from_flags
from tesuji.constraints import Count, Runs
from tesuji.engine.budget import run
from tesuji.engine.sat import solver as sat_solver
from tesuji.engine.sat.cardinality import Cardinality
from tesuji.engine.sat.clauses import GuardedSum, among, among_parts, runs, totalizer_size, totals
from tesuji.engine.sat.encoder import Encoder
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.loop import LoopTheory
from tesuji.engine.sat.sides import InsideClauses
from tesuji.engine.sat.solver import Core, Model, Solver
from tesuji.model import Board, Puzzle

try:
    from pysat.solvers import Minisat22
except ImportError:  # for example in Pyodide
    Minisat22 = None

needs_peer = pytest.mark.skipif(Minisat22 is None, reason="python-sat is not installed")


def solver_of(variables, clauses):
    solver = Solver()
    for _ in range(variables):
        solver.new_var()
    for clause in clauses:
        solver.add_clause(clause)
    return solver


def outcome_of(solver, *args, **options):
    return run(solver.solve(*args, **options))


def holds(model, clauses):
    return all(any(model[x >> 1] != x & 1 for x in clause) for clause in clauses)


def dimacs(clause):
    return [-(x // 2 + 1) if x & 1 else x // 2 + 1 for x in clause]


def peer_says(clauses, assume=()):
    with Minisat22(bootstrap_with=[dimacs(clause) for clause in clauses]) as peer:
        return peer.solve(assumptions=dimacs(assume))


def check(solver, clauses, assume=()):
    """Query the solver and verify its answer."""
    answer = outcome_of(solver, assume)
    if isinstance(answer, Model):
        assert holds(answer, clauses) and holds(answer, [[x] for x in assume])
    else:
        assert set(answer) <= set(assume)
        assert not peer_says(clauses, answer)
    assert isinstance(answer, Model) == peer_says(clauses, assume)
    return answer


def all_models(solver, variables):
    """Return the leading values of every model, by blocking those of each."""
    found = []
    while isinstance(model := outcome_of(solver), Model):
        found.append(tuple(model[:variables]))
        solver.add_clause([2 * v + model[v] for v in range(variables)])
    return found


RANDOMS = st.randoms(use_true_random=True)
"""Seeds only: numbers that Hypothesis draws one by one take longer than the search."""


@st.composite
def formulas(draw, least=3, most=30):
    """Draw clauses that mostly have the same length, near the ratio at which half of the formulas are satisfiable."""
    variables = draw(st.integers(least, most))
    length = draw(st.integers(2, 5))
    ratio = {2: 1.0, 3: 4.3, 4: 9.8, 5: 21.0}[length]
    random = draw(RANDOMS)
    clauses = []
    for _ in range(int(ratio * variables * draw(st.sampled_from([0.8, 1.0, 1.2])))):
        chosen = random.sample(range(variables), min(variables, random.choice([length] * 5 + [2, 3])))
        clauses.append([2 * v + random.randrange(2) for v in chosen])
    return variables, clauses, random


@needs_peer
@settings(max_examples=150, deadline=None)
@given(formulas())
def test_verdicts_models_and_cores(formula):
    variables, clauses, random = formula
    solver = solver_of(variables, clauses)
    for _ in range(4):
        chosen = random.sample(range(variables), random.randrange(variables))
        check(solver, clauses, [2 * v + random.randrange(2) for v in chosen])
    check(solver, clauses)


@needs_peer
@settings(max_examples=60, deadline=None)
@given(formulas())
def test_clauses_and_variables_may_be_added_between_calls(formula):
    variables, clauses, random = formula
    solver, present = solver_of(variables, ()), []
    for at in range(0, len(clauses), 1 + len(clauses) // 5):
        for clause in clauses[at : at + 1 + len(clauses) // 5]:
            solver.add_clause(clause)
            present.append(clause)
        extra = [2 * solver.new_var() + random.randrange(2), *random.choice(clauses)]
        solver.add_clause(extra)
        present.append(extra)
        check(solver, present)


@needs_peer
@settings(max_examples=60, deadline=None)
@given(formulas(least=20, most=60), st.integers(0, 30))
def test_a_search_may_be_closed_at_any_safe_point(formula, safe_points):
    variables, clauses, random = formula
    solver = solver_of(variables, clauses)
    for _ in range(3):
        search = solver.solve([2 * random.randrange(variables)])
        for _ in range(safe_points):
            if next(search, None) is None:
                break
        search.close()
        assert not solver.control
    check(solver, clauses)


def test_a_search_may_be_thrown_into():
    solver = pigeons(6)
    search = solver.solve()
    next(search)
    with pytest.raises(KeyError):
        search.throw(KeyError())
    assert outcome_of(solver) == Core()


def pigeons(holes):
    """Return the clauses for one pigeon too many."""
    solver = Solver()
    at = [[2 * solver.new_var() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in at:
        solver.add_clause(pigeon)
    for hole in zip(*at):
        for x, y in combinations(hole, 2):
            solver.add_clause([x ^ 1, y ^ 1])
    return solver


def test_max_conflicts():
    solver = pigeons(6)
    assert outcome_of(solver, max_conflicts=5) is None
    assert outcome_of(solver) == Core()
    assert outcome_of(solver) == Core()


@needs_peer
@settings(max_examples=60, deadline=None)
@given(formulas(most=12))
def test_blocking_decisions_enumerates_every_model_once(formula):
    variables, clauses, _ = formula
    found = all_models(solver_of(variables, clauses), variables)
    assert len(found) == len(set(found))
    assert set(found) == {m for m in product((0, 1), repeat=variables) if holds(m, clauses)}


@needs_peer
@settings(max_examples=60, deadline=None)
@given(formulas(least=6, most=20))
def test_inactive_and_preferred_literals(formula):
    """Each clause has a guard: `inactive` disables its clauses, and `prefer` keeps as many as it can."""
    variables, clauses, random = formula
    solver = solver_of(variables, ())
    assumptions = [2 * solver.new_var() for _ in clauses]
    for clause, guard in zip(clauses, assumptions):
        solver.add_clause([*clause, guard ^ 1])
    for _ in range(3):
        use = [random.random() < 0.7 for _ in clauses]
        assume = [s for s, on in zip(assumptions, use) if on]
        off = [s for s, on in zip(assumptions, use) if not on]
        kept = [clause for clause, on in zip(clauses, use) if on]
        answer = outcome_of(solver, assume, inactive=off)
        assert isinstance(answer, Model) == peer_says(kept)
        if isinstance(answer, Core):
            assert set(answer) <= set(assume)
            assert not peer_says([clauses[assumptions.index(s)] for s in answer])
    model = outcome_of(solver, prefer=assumptions)
    kept = [clause for clause, guard in zip(clauses, assumptions) if model[guard >> 1]]
    assert holds(model, kept)
    assert not peer_says(clauses) or kept == clauses or solver.conflicts > 20


@needs_peer
@settings(max_examples=60, deadline=None)
@given(formulas(least=6, most=20))
def test_wishes_never_make_a_contradiction(formula):
    """All of them may be impossible, also all of their opposites."""
    variables, clauses, random = formula
    for limit in 1, 2, 150:
        wish = [2 * variable + random.randrange(2) for variable in range(variables)]
        with patch.object(sat_solver, "PREFER_LIMIT", limit):
            answer = outcome_of(solver_of(variables, clauses), wish=wish)
        assert isinstance(answer, Model) == peer_says(clauses)


def test_a_contradiction_at_depth_zero_is_final_whatever_was_assumed():
    solver = Solver()
    for _ in range(3):
        solver.new_var()
    counts = Cardinality()
    solver.add_theory(counts)
    counts.add(range(3), 3, 3)
    solver.add_clause((1, 3))
    for assumed in (3,), (3,), ():
        assert isinstance(outcome_of(solver, assumed), Core)


@given(st.lists(st.tuples(st.sets(st.integers(0, 5), min_size=1), st.integers(0, 3), st.integers(0, 3)), max_size=4))
def test_counts_that_are_added_between_questions_hold(counts):
    """Each count has a guard; a question leaves out every other one. The first variable is true."""
    solver, theory, asked = Solver(), Cardinality(), []
    guards = [2 * solver.new_var(phase=True) for _ in range(6 + len(counts))][6:]
    solver.add_theory(theory)
    solver.add_clause((0,))
    for (variables, low, more), guard in zip(counts, guards):
        theory.add(variables, low, low + more, guard)
        asked.append((variables, low, low + more))
        for chosen in range(len(asked)), range(0, len(asked), 2):
            boards = [
                board
                for board in product((1,), *[(0, 1)] * 5)
                if all(asked[n][1] <= sum(board[v] for v in asked[n][0]) <= asked[n][2] for n in chosen)
            ]
            answer = outcome_of(solver, [guards[n] for n in chosen])
            assert tuple(answer[:6]) in boards if isinstance(answer, Model) else not boards


def test_a_gated_variable_is_left_alone():
    solver = Solver()
    guard = 2 * solver.new_var()
    inner = [2 * solver.new_var(phase=True, guard=guard) for _ in range(3)]
    solver.add_clause([guard ^ 1, *inner])
    assert list(outcome_of(solver, [guard ^ 1])) == [0, 0, 0, 0]
    assert any(outcome_of(solver, [guard])[1:])


def test_same_input_same_search():
    def search():
        solver = pigeons(6)
        outcome_of(solver)
        return solver.conflicts, solver.propagations

    assert search() == search()


# -- encoders ----------------------------------------------------------------------------------------------------------


def models_of(encode, n, *args):
    """Return the assignments of n variables that an encoder allows, by exhaustive search."""
    solver = Solver()
    literals = [2 * solver.new_var() for _ in range(n)]
    clauses = list(encode(literals, *args, lambda: 2 * solver.new_var()))
    for clause in clauses:
        solver.add_clause(clause)
    return {
        values
        for values in product((0, 1), repeat=n)
        if isinstance(outcome_of(solver, [x ^ 1 ^ value for x, value in zip(literals, values)]), Model)
    }


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9), st.sets(st.integers(0, 9)))
def test_among(n, numbers):
    assert models_of(among, n, numbers) == {v for v in product((0, 1), repeat=n) if sum(v) in numbers}


@pytest.mark.parametrize("fits", [int.__ge__, int.__le__, int.__eq__], ids=["least", "most", "exactly"])
@pytest.mark.parametrize("n, number", [(3, 1), (5, 0), (5, 5), (10, 4), (11, 9)])
def test_counting(fits, n, number):
    numbers = [one for one in range(n + 1) if fits(one, number)]
    assert models_of(among, n, numbers) == {v for v in product((0, 1), repeat=n) if fits(sum(v), number)}


@pytest.mark.parametrize("n", [8, 13, 30, 59])
def test_how_many_clauses_a_sum_takes(n):
    """The estimate is accurate to 10 %."""
    for limit in (4, n // 3 + 2, n):
        clauses = sum(1 for _ in totals([[2 * node] for node in range(n)], count(2 * n, 2).__next__, limit))
        assert 0.9 < totalizer_size(n, limit) / clauses < 1.1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.none() | st.integers(0, 4)), max_size=3), st.data())
def test_sum_of_parts(sizes, data):
    """The numbers of the parts hold while their guards do, and the sum holds while its own guard does."""
    n = sum(size for size, _ in sizes)
    numbers = data.draw(st.sets(st.integers(0, n), min_size=1))
    solver = Solver()
    literals = [2 * solver.new_var() for _ in range(n)]
    guard, *guards = [2 * solver.new_var() for _ in range(len(sizes) + 1)]
    ends = [sum(size for size, _ in sizes[: place + 1]) for place in range(len(sizes))]
    parts = [
        GuardedSum(literals[end - size : end], number, own) for end, (size, number), own in zip(ends, sizes, guards)
    ]
    for clause in among_parts(parts, numbers, lambda: 2 * solver.new_var(guard=guard), guard):
        solver.add_clause(clause)
    for values in product((0, 1), repeat=n):
        cells = [x ^ 1 ^ value for x, value in zip(literals, values)]
        sums = [sum(values[end - size : end]) for end, (size, _) in zip(ends, sizes)]
        fits = [number in (None, total) for (_, number), total in zip(sizes, sums)]
        true = [own for own, fit in zip(guards, fits) if fit]
        false = [own for own, fit in zip(guards, fits) if not fit]
        assert isinstance(outcome_of(solver, [*cells, guard, *true], inactive=false), Model) == (sum(values) in numbers)
        assert isinstance(outcome_of(solver, [*cells, *true], inactive=[guard, *false]), Model)
        assert all(isinstance(outcome_of(solver, [*cells, own], inactive=[guard]), Core) for own in false)


def lengths_of(values):
    return [len(run) for run in "".join(map(str, values)).replace("0", " ").split()]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9), st.lists(st.integers(1, 4), max_size=4))
def test_runs(n, lengths):
    assert models_of(runs, n, lengths) == {v for v in product((0, 1), repeat=n) if lengths_of(v) == lengths}


@pytest.mark.parametrize(
    "encode, args, n",
    [(runs, [[2, 1]], 6), (runs, [[]], 3), (runs, [[4]], 3), (among, [{0, 2}], 4), (among, [{6}], 14)],
)
def test_a_guard_enforces_the_constraint(encode, args, n):
    solver = Solver()
    literals = [2 * solver.new_var() for _ in range(n)]
    guard = 2 * solver.new_var()
    for clause in encode(literals, *args, lambda: 2 * solver.new_var(), guard):
        solver.add_clause(clause)
    allowed = models_of(encode, n, *args)
    values = [(0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0)[i % 14] for i in range(n)]
    for assumed in values, [0] * n, [1] * n:
        cells = [x ^ 1 ^ value for x, value in zip(literals, assumed)]
        assert isinstance(outcome_of(solver, [guard, *cells]), Model) == (tuple(assumed) in allowed)
        assert isinstance(outcome_of(solver, cells, inactive=[guard]), Model)


# -- loops -------------------------------------------------------------------------------------------------------------


def grid_edges(height, width):
    """Return (u, v) of every edge of a grid of cells, horizontal ones first, and the edges around each cell."""
    at = lambda r, c: r * (width + 1) + c
    across = {(r, c): (at(r, c), at(r, c + 1)) for r in range(height + 1) for c in range(width)}
    down = {(r, c): (at(r, c), at(r + 1, c)) for r in range(height) for c in range(width + 1)}
    numbers = {key: i for i, key in enumerate([*((0, *k) for k in across), *((1, *k) for k in down)])}
    around = [
        [numbers[0, r, c], numbers[0, r + 1, c], numbers[1, r, c], numbers[1, r, c + 1]]
        for r in range(height)
        for c in range(width)
    ]
    return [*across.values(), *down.values()], around


def loop_solver(height, width, clues=(), guarded=False, **options):
    """Return the solver and the guards; `clues` is {cell: number}."""
    solver, (edges, around) = Solver(), grid_edges(height, width)
    variables = [solver.new_var() for _ in edges]
    new = lambda: 2 * solver.new_var()
    for vertex in range((height + 1) * (width + 1)):
        for clause in among([2 * e for e in variables if vertex in edges[e]], {0, 2}, new):
            solver.add_clause(clause)
    counts = [(around[cell], {number}, new() if guarded else None) for cell, number in dict(clues).items()]
    for scope, numbers, guard in counts:
        for clause in among([2 * e for e in scope], numbers, new, guard):
            solver.add_clause(clause)
    solver.add_theory(LoopTheory([(e, edges[e]) for e in variables], counts, **options))
    return solver, [guard for _, _, guard in counts]


@given(st.data())
def test_edges_are_the_border_of_a_set_of_faces(data):
    """Any of the edges may be known; with one edge more or less, they are not a border."""
    edges, around = grid_edges(2, 3)
    faces = [[face for face, sides in enumerate(around) if e in sides] for e in range(len(edges))]
    inside = data.draw(st.sets(st.sampled_from(range(len(around)))))
    on = [len(inside.intersection(beside)) == 1 for beside in faces]
    known = data.draw(st.sets(st.sampled_from(range(len(edges))), max_size=len(edges) - 1))
    solver = solver_of(len(edges), [])
    board = Board(
        from_flags(on[e] and e in known for e in range(len(edges))),
        from_flags(on[e] < (e in known) for e in range(len(edges))),
    )
    encoder = Encoder(Puzzle("test", 1, 1, len(edges), (), (), Board(), {}), solver)
    encoder.add_at_once(InsideClauses(range(len(edges)), faces, encoder, board).clauses())
    border = [2 * e + 1 - on[e] for e in range(len(edges)) if e not in known]
    assert isinstance(outcome_of(solver, border), Model)
    changed = data.draw(st.sampled_from(border))
    assert isinstance(outcome_of(solver, [x ^ (x == changed) for x in border]), Core)


def single_loops(height, width):
    """Return all single loops: the borders of sets of cells that are one cycle."""
    edges, around = grid_edges(height, width)
    for cells in range(1, 1 << height * width):
        on = [0] * len(edges)
        for cell, sides in enumerate(around):
            for e in sides:
                on[e] ^= cells >> cell & 1
        if is_one_cycle([ends for ends, value in zip(edges, on) if value]):
            yield tuple(on)


def is_one_cycle(edges):
    links = {}
    for u, v in edges:
        links.setdefault(u, []).append(v)
        links.setdefault(v, []).append(u)
    if any(len(others) != 2 for others in links.values()):
        return False
    reached, todo = set(), [next(iter(links))]
    while todo:
        u = todo.pop()
        if u not in reached:
            reached.add(u)
            todo += links[u]
    return len(reached) == len(links)


@pytest.mark.parametrize("height, width", [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4)])
@pytest.mark.parametrize("cut_after", [None, -1])
def test_all_loops_of_a_grid(height, width, cut_after):
    solver, _ = loop_solver(height, width, cut_after=cut_after)
    found = all_models(solver, len(grid_edges(height, width)[0]))
    assert len(found) == len(set(found))
    assert set(found) == set(single_loops(height, width))


LOOPS_3x3 = list(single_loops(3, 3))


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.integers(0, 8), st.integers(0, 3), max_size=9), st.sampled_from([None, -1, 10]), RANDOMS)
def test_loops_with_clues(clues, cut_after, random):
    _, around = grid_edges(3, 3)

    def fits(loop, used):
        return all(sum(loop[e] for e in around[cell]) == clues[cell] for cell in used)

    solver, _ = loop_solver(3, 3, clues, cut_after=cut_after)
    assert set(all_models(solver, 24)) == {loop for loop in LOOPS_3x3 if fits(loop, clues)}

    solver, guards = loop_solver(3, 3, clues, guarded=True, cut_after=cut_after)
    cell_of = dict(zip(guards, clues))
    for _ in range(4):
        used = [guard for guard in guards if random.random() < 0.6]
        edge = 2 * random.randrange(24) + random.randrange(2)
        answer = outcome_of(solver, [edge, *used], inactive=[guard for guard in guards if guard not in used])
        wanted = [cell_of[guard] for guard in used]
        matching = [loop for loop in LOOPS_3x3 if loop[edge >> 1] != edge & 1]
        if isinstance(answer, Model):
            assert tuple(answer[:24]) in matching and fits(answer, wanted)
        else:
            core = [cell_of[guard] for guard in answer if guard in cell_of]
            assert not any(fits(loop, core) for loop in (matching if edge in answer else LOOPS_3x3))


# -- lines -------------------------------------------------------------------------------------------------------------


def fitting(width, lengths):
    return [line for line in product((0, 1), repeat=width) if lengths_of(line) == list(lengths)]


def agrees(line, filled, empty):
    return not any(filled >> i & ~cell & 1 or empty >> i & cell & 1 for i, cell in enumerate(line))


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 10), st.lists(st.integers(1, 4), max_size=4), st.integers(0, 1023), st.integers(0, 1023))
def test_line_explanations_are_true_and_minimal(width, lengths, filled, known):
    full = (1 << width) - 1
    filled, empty = filled & known & full, known & ~filled & full
    lines = fitting(width, lengths)
    if any(agrees(line, filled, empty) for line in lines):
        return
    kept = Runs(range(width), lengths).reason(filled, empty, None)
    assert kept & known == kept
    assert not any(agrees(line, filled & kept, empty & kept) for line in lines)
    for i in range(width):
        rest = kept & ~(1 << i)
        assert rest == kept or any(agrees(line, filled & rest, empty & rest) for line in lines)


def nonogram_lines(rows, columns, guards=None):
    h, w = len(rows), len(columns)
    guards = guards or [None] * (h + w)
    cells = [range(r * w, r * w + w) for r in range(h)] + [range(c, h * w, w) for c in range(w)]
    return list(zip(cells, [*rows, *columns], guards))


def with_lines(solver, lines):
    """Return the solver with these lines, which propagate by inference."""
    inference = Inference()
    solver.add_theory(inference)
    for cells, lengths, guard in lines:
        inference.add(Runs(cells, lengths), guard)
    return solver


@st.composite
def nonograms(draw, most=5):
    """Draw nonograms, most with a solution, some with changed clues."""
    h, w = draw(st.integers(1, most)), draw(st.integers(1, most))
    picture = draw(st.lists(st.lists(st.integers(0, 1), min_size=w, max_size=w), min_size=h, max_size=h))
    rows, columns = [lengths_of(row) for row in picture], [lengths_of(column) for column in zip(*picture)]
    if draw(st.booleans()):
        rows[draw(st.integers(0, h - 1))] = draw(st.lists(st.integers(1, 3), max_size=2))
    return rows, columns


@settings(max_examples=100, deadline=None)
@given(nonograms(), RANDOMS)
def test_lines_and_their_order_encoding_find_all_pictures(nonogram, random):
    rows, columns = nonogram
    size = len(rows) * len(columns)
    wanted = {
        sum(picture, ())
        for picture in product(*(fitting(len(columns), row) for row in rows))
        if [lengths_of(column) for column in zip(*picture)] == columns
    }
    found = all_models(with_lines(solver_of(size, ()), nonogram_lines(rows, columns)), size)
    assert len(found) == len(set(found)) and set(found) == wanted

    by_clauses = solver_of(size, ())
    for cells, lengths, _ in nonogram_lines(rows, columns):
        for clause in runs([2 * v for v in cells], lengths, lambda: 2 * by_clauses.new_var()):
            by_clauses.add_clause(clause)
    assert set(all_models(by_clauses, size)) == wanted


@settings(max_examples=60, deadline=None)
@given(nonograms(4), RANDOMS, st.integers(0, 20))
def test_lines_with_guards_assumptions_and_interruptions(nonogram, random, safe_points):
    rows, columns = nonogram
    size = len(rows) * len(columns)
    solver = solver_of(size, ())
    guards = [2 * solver.new_var() for _ in range(len(rows) + len(columns))]
    lines = nonogram_lines(rows, columns, guards)
    with_lines(solver, lines)
    pictures = list(product((0, 1), repeat=size)) if size <= 12 else None
    for _ in range(4):
        cells = [2 * v + random.randrange(2) for v in random.sample(range(size), random.randrange(size))]
        used = [guard for guard in guards if random.random() < 0.7]
        search = solver.solve([*used, *cells])
        for _ in range(safe_points):
            if next(search, None) is None:
                break
        search.close()
        answer = outcome_of(solver, [*used, *cells], inactive=[guard for guard in guards if guard not in used])
        if isinstance(answer, Model):
            assert all(
                lengths_of([answer[v] for v in scope]) == list(clue) for scope, clue, guard in lines if guard in used
            )
            assert holds(answer, [[x] for x in cells])
        else:
            assert set(answer) <= {*used, *cells}
            if pictures:
                blamed = [(scope, list(clue)) for scope, clue, guard in lines if guard in answer]
                units = [[x] for x in answer if x in cells]
                assert not any(
                    holds(p, units) and all(lengths_of([p[v] for v in scope]) == clue for scope, clue in blamed)
                    for p in pictures
                )


# -- the way of the search ---------------------------------------------------------------------------------------------


def random_clauses(seed, variables, ratio=4.3):
    """Return random clauses, at the ratio to variables at which half of such formulas have a model, which makes them
    hard.
    """
    random = Random(seed)
    return [
        [2 * v + random.randrange(2) for v in random.sample(range(variables), 3)]
        for _ in range(round(ratio * variables))
    ]


@pytest.mark.parametrize(
    "make, found",
    [
        (lambda: solver_of(150, random_clauses(1, 150)), (Core, 2345, 2837, 1, 1449, 68647, 2347)),
        (lambda: solver_of(300, random_clauses(2, 300, 3.7)), (Model, 698, 991, 0, 698, 34464, 698)),
        (lambda: pigeons(7), (Core, 3108, 3728, 8, 2118, 37429, 3110)),
    ],
    ids=["none", "easier", "pigeons"],
)
def test_the_way_of_the_search_is_pinned(make, found):
    """Restarts, phases, learnt and deleted clauses, and safe points are the same on every machine. For an intended
    change, measure it and write the new numbers here.
    """
    solver, pauses = make(), 0
    search = solver.solve()
    with pytest.raises(StopIteration) as end:
        while True:
            next(search)
            pauses += 1
    way = solver.conflicts, solver.decisions, solver.restarts, len(solver.learnts), solver.propagations, pauses
    assert (type(end.value.value), *way) == found


def test_modes_take_turns():
    """The first focused and the first stable mode take 1000 conflicts each, and each later pair 1000 more. In stable
    mode, restarts follow Luby's sequence.
    """
    solver, ends, restarts, since = Solver(), [], [], 0
    for solver.conflicts in range(1, 12001):
        before, since = solver._modes, since + 1
        if solver._restart_due(since):
            restarts.append(solver.conflicts)
            since = 0
        ends += [solver.conflicts] if solver._modes != before else []
    assert ends == [1000, 2000, 4000, 6000, 9000, 12000]
    # 256 times 1 1 2, 1 1 2 4, 1 1 2 1 1 2 4; the first restart of each mode is due at once.
    assert restarts == [1000, 1256, 1768, 4000, 4256, 4768, 5792, 9000, 9256, 9768, 10024, 10280, 10792, 11816]


def test_settled_clauses_are_searched_only_if_worthwhile():
    """With one unit clause after another, scanning all clauses waits until as much propagation has been done as the
    scan costs.
    """
    solver, left = solver_of(200, random_clauses(3, 200, 3)), []
    for variable in range(60):
        solver.add_clause([2 * variable + 1])
        for _ in range(2):
            outcome_of(solver)
        left.append(sum(map(len, solver.ternary)))
    assert left == sorted(left, reverse=True) and 4 <= len(set(left)) <= 8


# -- counts over the remaining cells -----------------------------------------------------------------------------------


def test_a_count_is_narrowed_to_the_cells_that_are_not_known():
    found = Count((3, 5, 7, 9), {2, 3}).narrowed({5}, {9, 4})
    assert (found.scope, set(found.allowed)) == ((3, 7), {1, 2})
    whole = Count((3, 5), {1}).narrowed({4}, set())
    assert (whole.scope, set(whole.allowed)) == ((3, 5), {1})


def test_modes_of_restarts_take_turns_and_get_longer():
    """Focused up to 1000 conflicts, stable up to 2000, then 2000 conflicts of each, 3000 of each, and so on. In stable
    mode the time to a restart follows Luby's sequence.
    """
    solver = Solver()
    solver._glue_fast, solver._glue_slow = 2.0, 1.0
    focused = []
    for solver.conflicts in range(1, 12_001):
        if solver._restart_due(50):
            focused.append(solver.conflicts)
    assert focused == [*range(1, 1000), *range(2000, 4000), *range(6000, 9000), 12_000]
    solver.conflicts = 12_000
    assert not solver._restart_due(49)
    solver = Solver()
    solver.conflicts = 1000
    for turn in (1, 1, 2, 1, 1, 2, 4):
        assert not solver._restart_due(256 * turn - 1) and solver._restart_due(256 * turn)
