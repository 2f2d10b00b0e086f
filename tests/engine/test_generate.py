"""Generation from a seed: properties of every kind that can be generated."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace

import pytest

import tesuji
from points import Points
from tesuji import solve
from tesuji.calls import CALLS, rate
from tesuji.calls.solving import decide
from tesuji.engine.budget import Budget, Progress, run
from tesuji.engine.making import generate as generating
from tesuji.engine.making.generate import EXCHANGES, Making, generate
from tesuji.engine.making.growth import Growth, items_of
from tesuji.engine.making.level import LEVELS, LevelTarget
from tesuji.engine.making.subsets import Subsets
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.engine.reasons.waves import waves
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Board, Technique
from tesuji.puzzles import parse, rulebooks
from tesuji.rulebook import Draft, Maker
from thorough import not_in_pyodide, sample


def main(arguments):
    """Run the command line, which is not in the site's bundle."""
    return pytest.importorskip("tesuji.cli").main(arguments)


KINDS = [kind for kind, book in rulebooks().items() if book.maker]
GAMES = [kind for kind in KINDS if rulebooks()[kind].maker.variants.get("game")]
SIZES = [(6, 6), (6, 8), (8, 6)]
every_kind = pytest.mark.parametrize("kind", KINDS)


def sized(kind: str, width: int, height: int) -> tuple[int, int]:
    """Return a size, or the square of its height for a kind that requires squares."""
    try:
        next(rulebooks()[kind].maker.draft(width, height, Random(1)), None)
    except InputError:
        return height, height
    return width, height


def made(kind: str, width: int = 6, height: int = 6, seed: int = 1, level: str | None = None, **options) -> dict:
    return run(generate(rulebooks()[kind], width, height, seed, level, **options)).document


@every_kind
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_generated_puzzle_is_unique_and_of_its_size(kind, size):
    if sized(kind, *size) != size:
        pytest.skip("it has no boards of this size")
    for seed in range(3):
        document = made(kind, *size, seed)
        _, puzzle = parse(document)
        assert (puzzle.width, puzzle.height) == size
        assert solve(document)["verdict"] == "unique"


@every_kind
@pytest.mark.parametrize("level", sample(LEVELS))
def test_a_generated_puzzle_is_of_its_level(kind, level):
    """The level of the puzzle is the one that `rate` returns; if no such puzzle is found in time, the answer reports
    this.
    """
    exact = 0
    # Few star battles of this size are hard. A kind that finds one sooner stops there.
    points = 1_000_000 if level == "hard" else 8_000
    for seed in range(2):
        asked = {"kind": kind, "width": 6, "height": 6, "seed": seed, "level": level}
        made = run(CALLS["generate"](asked), Points(points))
        assert solve(made["document"])["verdict"] == "unique"
        rated = run(rate({"document": made["document"]}))["level"]
        assert rated == LEVELS[made["level"]] or made.get("at_least") and rated > LEVELS[made["level"]]
        assert made["exact"] == (rated == LEVELS[level])
        exact += made["exact"]
    # A small board may be too small for the hardest levels; if all techniques have one level, levels in between may be
    # missing; and rules that the general techniques explain may make nearly all boards easy.
    general = rulebooks()[kind].explaining.one_by_one
    assert exact or level in ("expert", "extreme") or general or not second_technique(kind)


def second_technique(kind: str) -> Technique | None:
    """The first technique of the second level, if the kind has one."""
    techniques = rulebooks()[kind].explaining.techniques
    return next((technique for technique in techniques if technique.level == 2), None)


@every_kind
def test_a_requested_technique_is_needed(kind):
    book, technique = rulebooks()[kind], second_technique(kind)
    if technique is None:
        pytest.skip("it has no technique of the second level")
    made = run(generate(book, 6, 6, 1, technique=technique.name), Points(8_000))
    if made.score.off == 0:
        others = tuple(other for other in book.explaining.techniques if other.name != technique.name)
        found = run(
            waves(book.parse(made.document), book._replace(explaining=book.explaining._replace(techniques=others)))
        )
        assert max(wave.level for wave in found.waves) > 2
    with pytest.raises(InputError):
        run(generate(book, 6, 6, 1, technique="no such"))


@pytest.mark.parametrize(
    ("kind", "size", "technique"),
    [
        ("akari", 7, "clash"),
        ("hitori", 6, "shading-clashes"),
        ("star_battle", 7, "star-forced"),
        ("nonogram", 10, "edge-logic"),
        ("nonogram", 10, "two-lines"),
        ("slitherlink", 7, "follow"),
    ],
)
def test_a_technique_of_the_highest_level_is_needed_if_only_a_trial_replaces_it(kind, size, technique):
    book = rulebooks()[kind]
    made = run(generate(book, size, size, 1, technique=technique), Points(60_000))
    assert (made.score.off, made.score.mark.level) == (0, 5)
    assert technique in {step["technique"] for step in tesuji.explain(made.document)["steps"]}


def test_a_puzzle_that_only_uses_a_technique_is_good_enough_if_it_need_not_be_needed():
    book, technique = rulebooks()["star_battle"], "star-leftover"
    made, needed = (
        run(generate(book, 7, 7, 1, 4, technique=technique, needed=needed), Points(5_000)) for needed in (False, True)
    )
    found = run(waves(book.parse(made.document), book))
    assert made.score.off == 0 and any(technique in wave.techniques for wave in found.waves)
    assert needed.score.off < 0


@not_in_pyodide
@pytest.mark.parametrize(
    ("kind", "size", "technique", "level", "variant"),
    [
        ("star_battle", 7, "star-leftover", 4, None),
        ("binoxxo", 8, "arrangements", 4, "signs"),
        ("minesweeper", 9, "one-two-two-one", 3, "game"),
    ],
)
def test_the_first_use_of_a_technique_is_returned(kind, size, technique, level, variant):
    wish = {"kind": kind, "width": size, "height": size, "seed": 1, "technique": technique, "level": level}
    made = run(CALLS["generate"]({**wish, "needed": False, "variant": variant}), Points(60_000))
    step, before = made["step"], made["before"]
    cells = [entry["cell"] for entry in step["cells"]]
    assert made["exact"] and step["technique"] == technique and not any(one["cell"] in cells for one in before)
    # The field of a game shows where the mines are.
    field = "".join(made["document"].get("field", ()))
    marks = ["1" if letter == "*" else "2" for letter in field] or tesuji.solve(made["document"])["marks"][0]
    for entry in [*before, *step["cells"]]:
        assert marks[entry["cell"]["row"] * size + entry["cell"]["column"]] == str(entry["mark"])


@every_kind
def test_the_same_seed_gives_the_same_puzzle_and_another_another(kind):
    documents = [json.dumps(made(kind, seed=seed)) for seed in range(5)]
    assert documents == [json.dumps(made(kind, seed=seed)) for seed in range(5)]
    assert len(set(documents)) == 5


def judged(kind: str, document: dict) -> Growth:
    """Return the parts of a puzzle, with the propagation that decides which of them stay."""
    book = rulebooks()[kind]
    puzzle = book.parse(document)
    judge = (book.maker.judge or ConstraintPropagator)(puzzle._replace(givens=Board()))
    items = run(items_of(puzzle, list(book.maker.parts(document)), Progress()), Budget())
    return Growth(puzzle, items, judge)


def known_with(growth: Growth, items) -> Board:
    state = growth.judge.bare(growth.always)
    for item in items:
        state = growth.judge.give(state, *item.adds)
    return growth.judge.known(state)


@every_kind
@pytest.mark.parametrize("seed", range(3))
def test_propagation_needs_every_part_that_is_left(kind, seed):
    document = made(kind, *sized(kind, 7, 6), seed)
    growth = judged(kind, document)
    if not growth.items:
        pytest.skip("all of its clues stay")
    assert known_with(growth, growth.items).known == growth.puzzle.cells
    for item in growth.items:
        others = [other for other in growth.items if other != item]
        assert known_with(growth, others).known != growth.puzzle.cells


@every_kind
@pytest.mark.parametrize("seed", range(5))
def test_a_judge_settles_only_cells_that_the_clues_force(kind, seed):
    """Compared with the solver on puzzles with a random part of their clues."""
    maker, random = rulebooks()[kind].maker, Random(seed)
    document = made(kind, 6, 6, seed)
    if not (parts := list(maker.parts(document))):
        pytest.skip("all of its clues stay")
    thin = maker.without(document, [place for part in parts if random.random() < 0.3 for place in part])
    growth = judged(kind, thin)
    known = known_with(growth, growth.items)
    found = run(decide(rulebooks()[kind], growth.puzzle))
    assert found.complete and known == known.shared(found.forced)


@every_kind
def test_no_clue_is_left_that_could_go_above_the_highest_level(kind):
    """If a puzzle of the hardest level is still too easy, clues are removed by search until every part is needed."""
    maker = rulebooks()[kind].maker
    if not (parts := list(maker.parts(made(kind)))):
        pytest.skip("all of its clues stay")
    book, (width, height) = rulebooks()[kind], (6, 6)
    making = Making(book, maker, LevelTarget(book), Random(2))
    grown = None
    while grown is None:
        grown = run(making._grown(run(making._draft(width, height))))
    draft, parts, kept = grown
    making.subsets = Subsets(book.parse(draft.document), draft.solution, making.progress)
    thinner = making.without(draft, [part for part in parts if part not in kept])
    thinnest = run(making._thinned_by_search(thinner, kept))[0].document
    assert solve(thinnest)["verdict"] == "unique"
    for part in maker.parts(thinnest):
        assert solve(maker.without(thinnest, part))["verdict"] == "multiple"


@every_kind
def test_techniques_need_every_clue_that_is_left(kind):
    """Before a search looks for a puzzle of the highest level, techniques decide which clues stay."""
    book = rulebooks()[kind]
    if not book.maker.by_techniques:
        pytest.skip("a search decides")
    making, grown = Making(book, book.maker, LevelTarget(book, 5), Random(5)), None
    while grown is None:
        grown = run(making._grown(run(making._draft(*sized(kind, 8, 8)))))
    draft, parts, _ = grown
    left = run(making._thinned_by_techniques(draft, parts, parts, -1))

    def solved(some) -> bool:
        puzzle = book.parse(making.without(draft, [part for part in parts if part not in some]).document)
        return run(making.target.solves(puzzle, puzzle.givens))

    assert len(left) < len(parts) and solved(left)
    assert not any(solved([part for part in left if part != gone]) for gone in left)


@every_kind
def test_clues_are_added_back_until_the_puzzle_has_its_level(kind):
    book, (width, height) = rulebooks()[kind], sized(kind, 8, 8)
    making = Making(book, book.maker, LevelTarget(book, 1), Random(3))
    if not list(book.maker.parts(run(making._draft(width, height)).document)):
        pytest.skip("all of its clues stay")
    score = None
    while score is None or score.off == 0 or not making.done:
        making.best = None
        grown = run(making._grown(run(making._draft(width, height))))
        if grown:
            draft, parts, kept = grown
            making.subsets = Subsets(book.parse(draft.document), draft.solution, making.progress)
            thinner = making.without(draft, [part for part in parts if part not in kept])
            thinner, kept = run(making._thinned_by_search(thinner, kept))
            score = run(making._scored(thinner))
            run(making._restored(draft, parts, kept, score, None))
    before, after = (sum(map(len, book.maker.parts(one))) for one in (thinner.document, making.best.document))
    assert after > before and run(rate({"document": making.best.document}))["level"] == 1


@every_kind
def test_an_exchange_leads_from_one_such_puzzle_to_another(kind):
    """It has the same solution and no other, and each part is needed."""
    book = rulebooks()[kind]
    making = Making(book, book.maker, LevelTarget(book), Random(4))
    draft = run(making.drafted(*sized(kind, 5, 6)))
    parts = list(book.maker.parts(draft.document))
    making.subsets = Subsets(book.parse(draft.document), draft.solution, making.progress)
    if not parts:
        pytest.skip("all its clues stay")
    exchange = making.exchange(draft, parts)
    run(exchange.begin(range(len(parts))))
    seen = []
    for _ in range(8):
        document = making.without(draft, [parts[n] for n in range(len(parts)) if n not in exchange.kept]).document
        seen.append(sorted(exchange.kept))
        puzzle = book.parse(document)
        assert book.read(puzzle, solve(document)["solutions"][0]) == draft.solution
        assert solve(document)["verdict"] == "unique"
        assert all(solve(book.maker.without(document, parts[n]))["verdict"] == "multiple" for n in exchange.kept)
        exchange.kept = run(exchange.next()) or exchange.kept
    assert len(set(map(tuple, seen))) > 1


@every_kind
def test_a_draft_has_its_stated_solution(kind):
    steps = rulebooks()[kind].maker.draft(*sized(kind, 8, 6), Random(3))
    with pytest.raises(StopIteration) as caught:
        while True:
            next(steps)
    document, solution = caught.value.value
    book, puzzle = parse(document)
    assert solution.known == puzzle.cells and not solution.yes & solution.no
    full = book.read(puzzle, book.solution(puzzle, solution))
    found = solve(document, limit=1000)["solutions"]
    assert book.solution(puzzle, full) in found


@every_kind
@pytest.mark.parametrize("size", [(0, 4), (4, 0), (-2, 4), (201, 4), (4, 1000)], ids=str)
def test_a_size_that_is_none(kind, size):
    with pytest.raises(InputError) as caught:
        made(kind, *size)
    assert caught.value.kind in ("empty", "too-big")


@every_kind
def test_the_smallest_sizes(kind):
    """The result is a puzzle or an error message."""
    for size in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 5), (2, 4), (2, 6), (3, 3)]:
        try:
            document = made(kind, *size)
        except InputError as error:
            assert error.kind in ("not-made", "one-line")
        else:
            assert solve(document)["verdict"] == "unique"


def test_a_level_that_is_none():
    with pytest.raises(InputError) as caught:
        made(KINDS[0], level="fiendish")
    assert "easy" in str(caught.value)


def test_the_nearest_is_given_and_said_to_be_so(monkeypatch):
    """A puzzle of two cells is never hard."""
    monkeypatch.setattr(generating, "DRAFTS", 5)
    found = run(generate(rulebooks()["nonogram"], 2, 1, 1, "hard"))
    assert found.score.off < 0 and found.score.mark.level == 1 and solve(found.document)["verdict"] == "unique"


@pytest.mark.parametrize(
    "wished, key, wanted",
    [
        ({"level": "hard"}, "generate.easier", {"key": "level.3", "params": {}}),
        ({"technique": "edge"}, "generate.nearest", None),
    ],
)
def test_a_puzzle_that_is_not_as_requested_has_a_sentence(monkeypatch, wished, key, wanted):
    monkeypatch.setattr(generating, "DRAFTS", 5)
    answer = run(CALLS["generate"]({"kind": "nonogram", "width": 2, "height": 1, "seed": 1, **wished}))
    level = {"key": "level.1", "params": {}}
    size = {"width": 2, "height": 1, "wanted": wanted} if wanted else {}
    assert not answer["exact"] and answer["sentence"] == {"key": key, "params": {**size, "level": level}}


@every_kind
def test_stopped_while_thinning_it_keeps_its_clues(kind):
    """Stopped at any safe point, it returns a unique puzzle or nothing."""
    for point in range(0, 200, 9):
        steps = generate(rulebooks()[kind], 6, 6, 2)
        try:
            for _ in range(point + 1):
                next(steps)
            while True:
                steps.throw(OutOfBudget())
        except StopIteration as end:
            assert solve(end.value.document)["verdict"] == "unique"
        except OutOfBudget:
            pass


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("level", sample([None, *LEVELS], 3))
def test_a_game_needs_no_guess(kind, level):
    """Opening everything that is proven, again and again, opens the whole board."""
    for seed in range(2):
        book = rulebooks()[kind]
        document = run(generate(book, 9, 9, seed, level, variant="game"), Points(8_000)).document
        for _ in range(81):
            result = solve(document)
            if result["verdict"] == "unique":
                break
            _, puzzle = parse(document)
            further = book.maker.variants["game"].reveal(document, book.read(puzzle, result["forced"]))
            assert further != document
            document = further
        assert solve(document)["verdict"] == "unique"


@not_in_pyodide
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("width, height", [(1, 1), (1, 2), (2, 2), (3, 2)])
def test_a_game_too_small_for_a_level_is_the_nearest_there_is(kind, width, height):
    made = run(generate(rulebooks()[kind], width, height, 3, "extreme", variant="game"), Points(8_000))
    assert made.score.off != 0 and solve(made.document)["verdict"] == "unique"


class Walk(Making):
    """A search whose documents are numbers with predefined distances from the target."""

    def __init__(self, offs: list[float]):
        super().__init__(None, Maker(None, mended=self._next), None, Random(1))
        self.offs, self.seen = offs, []

    @staticmethod
    def _next(draft: Draft, cells: int, random: Random, number: int) -> Draft:
        return Draft(draft.document + 1, Board())

    def _score(self, draft: Draft):
        self.seen.append(draft.document)
        yield self.progress
        return self.offs[draft.document]

    def _score_game(self, draft: Draft):
        return SimpleNamespace(off=(yield from self._score(draft)), own=0)


def test_a_game_is_changed_over_others_that_are_as_near():
    walk = Walk([-2, 2, -2, -1, -1, 0])
    run(walk._played(Draft(0, Board())))
    assert walk.seen == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_keeps_the_cells_that_steps_of_its_level_settle(kind):
    maker, changed = rulebooks()[kind].maker.variants["game"], []

    def mended(draft: Draft, cells: int, random: Random, number: int) -> Draft:
        changed.append((draft.solution.known & ~cells, maker.mended(draft, cells, random, number)))
        return changed[-1][1]

    target = LevelTarget.of(rulebooks()[kind], 2, None)
    making = Making(target.book, maker._replace(mended=mended), target, Random(3))
    run(making.run(9, 9))
    own = [run(target.score(draft.document, maker, named=True)).own for _, draft in changed]
    kept = [cells for cells, _ in changed[1:]]
    assert any(kept) and {*kept} <= {*own}


class Exchanges(Walk):
    """A search whose puzzles have one clue each, their number, which is exchanged for the next one."""

    def exchange(self, draft: Draft, parts: list[int]):
        self.kept, self.from_each = [], []
        return self

    def begin(self, kept):
        yield self.progress

    def next(self):
        yield self.progress
        self.from_each.append(self.kept)
        return [len(self.from_each)]

    def without(self, draft: Draft, gone: list[int]) -> Draft:
        [number] = {*range(len(self.offs))} - {*gone}
        return Draft(number, Board())


@pytest.mark.parametrize(
    ("offs", "tried", "from_each"),
    [
        ([-3, -2, -2, 1, -4, 0, 0], 5, [[], [1], [2], [2], [2]]),
        ([-3, 0.5, -3, *[-4] * 40], EXCHANGES, None),
        ([-3, *[-3] * 5, -1, *[-2] * 40], 6 + EXCHANGES, None),
    ],
    ids=("level", "vain", "closer"),
)
def test_clues_are_exchanged_while_this_leads_closer_to_the_level(offs, tried, from_each):
    search = Exchanges(offs)
    run(search._exchanged(Draft(0, Board()), list(range(len(offs))), [0], offs[0]))
    assert search.seen == list(range(1, tried + 1))
    assert from_each in (None, search.from_each)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in GAMES])
def test_not_every_kind_is_a_game(kind):
    with pytest.raises(InputError):
        made(kind, variant="game")


# -- the call and the command ------------------------------------------------------------------------------------------


def test_the_call():
    args = {"kind": KINDS[0], "width": 6, "height": 6, "seed": 4, "level": "easy"}
    result = run(CALLS["generate"](args))
    assert (result["document"], result["seed"]) == (made(KINDS[0], 6, 6, 4, "easy"), 4)
    assert (result["level"], result["exact"]) == ("easy", True)
    drawn = run(CALLS["generate"]({**args, "seed": None}))
    assert run(CALLS["generate"]({**args, "seed": drawn["seed"]})) == drawn


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"kind": "sudoku"}, "kind"),
        ({"kind": None}, "kind"),
        ({"width": 6.5}, "size"),
        ({"height": True}, "size"),
        ({"seed": "x"}, "not-a-seed"),
        ({"level": ["easy"]}, "level"),
    ],
    ids=str,
)
def test_bad_arguments(change, key):
    args = {"kind": KINDS[0], "width": 6, "height": 6, "seed": 4}
    with pytest.raises(InputError) as caught:
        run(CALLS["generate"]({**args, **change}), Budget(10))
    assert caught.value.kind == key and "{" not in str(caught.value)


@every_kind
def test_other_commands_read_the_output(kind, capsys, tmp_path):
    size = "{}x{}".format(*sized(kind, 8, 6))
    assert main(["generate", kind, "--size", size, "--seed", "5", "--count", "3"]) == 0
    out = capsys.readouterr().out
    documents = [json.loads(line) for line in out.splitlines()]
    for seed, document in zip((5, 6, 7), documents, strict=True):
        _, _, level, number = document["id"].rsplit("-", 3)
        assert level in LEVELS and document["id"] == f"{kind}-{size}-{level}-{number}" and number == str(seed)
    assert main(["generate", kind, "--size", size, "--seed", "5"]) == 0
    assert json.loads(capsys.readouterr().out) == documents[0], "one where no number is given"
    path = tmp_path / "puzzles.jsonl"
    path.write_text(out, encoding="utf-8")
    assert main(["solve", str(path), "--jsonl"]) == 0
    assert [json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()] == ["unique"] * 3


@pytest.mark.parametrize(
    "options",
    [["--size", "6"], ["--size", "6x"], ["--size", "0x6"], ["--level", "x"], ["--seed", "x"], ["--timeout", "0"]],
    ids=str,
)
def test_the_command_refuses_in_one_sentence(options, capsys):
    assert main(["generate", KINDS[0], *options]) == 64
    assert capsys.readouterr().err.count("\n") == 1
