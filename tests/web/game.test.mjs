import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hasMarks,
  hidesTitle,
  dropTrial,
  identity,
  keepTrial,
  lastMarked,
  moved,
  newGame,
  play,
  progressIn,
  puzzleOnly,
  redo,
  revive,
  set,
  solutionMarks,
  suppose,
  undo,
  withProgress,
  written,
} from "../../web/core/game.js";
import { kind, kinds } from "./kinds.mjs";

for (const puzzle of kinds) {
  const { document, board } = puzzle.sample;

  test(`${puzzle.kind}: moves can be undone and redone`, () => {
    const start = newGame(puzzle, document);
    assert.ok(!hasMarks(puzzle, start));
    const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board });
    const moved = play(puzzle, start, marks);
    assert.ok(hasMarks(puzzle, moved));
    assert.equal(undo(moved).marks, start.marks);
    assert.deepEqual(redo(undo(moved)), moved);
    assert.equal(play(puzzle, moved, marks), moved, "no move where nothing changes");
    assert.equal(undo(start), start);
    assert.equal(redo(start), start);
  });

  test(`${puzzle.kind}: progress is written to a document and read back`, () => {
    const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board });
    const carried = withProgress(puzzle, document, marks);
    assert.equal(progressIn(puzzle, carried), marks);
    assert.deepEqual(puzzleOnly(puzzle, carried), document);
    assert.equal(newGame(puzzle, carried).id, identity(document));
    assert.equal(progressIn(puzzle, document), null);
  });

  test(`${puzzle.kind}: givens cannot be changed`, () => {
    const start = newGame(puzzle, document);
    const after = play(puzzle, start, start.marks.replace(/./g, "1"));
    for (let cell = 0; cell < start.marks.length; cell++)
      assert.equal(after.marks[cell], puzzle.fixed(document, cell) ? start.marks[cell] : "1");
  });

  test(`${puzzle.kind}: a stored game can be continued, but not that of another puzzle`, () => {
    const game = newGame(puzzle, document);
    assert.deepEqual(revive(puzzle, document, structuredClone(game)), game);
    assert.equal(revive(puzzle, document, { ...game, marks: "0" }), null);
    assert.equal(revive(puzzle, document, undefined), null);
    assert.equal(revive(puzzle, document, { ...game, document: { ...document, kind: "other" } }), null);
  });
}

test("the title is not part of the puzzle", () => {
  const { document } = kind("binoxxo").sample;
  assert.equal(identity({ ...document, title: "A" }), identity(document));
  assert.notEqual(identity({ ...document, distinct: false }), identity(document));
  assert.equal(identity({ grid: document.grid, kind: "binoxxo" }), identity(document));
});

test("a tap on a satisfied number opens the cells around it; a stroke over it does not", () => {
  const document = { kind: "minesweeper", field: ["*..", "...", "..."], opened: [[0, 1]] };
  const [mines, marks] = [kind("minesweeper"), "100000000"];
  const game = newGame(mines, document);
  const before = { ...game, marks };
  assert.notEqual(moved(mines, before, marks, [1]), marks);
  assert.equal(moved(mines, before, marks, [1, 2]), marks);
  assert.equal(moved(mines, before, marks), marks);
  assert.equal(moved(mines, before, "100020000", [1]), "100020000");
});

test("the title of a picture is hidden until it is solved, unless the player drew or named it", () => {
  const picture = kind("nonogram");
  const game = newGame(picture, { kind: "nonogram", rows: [[1]], cols: [[1]] });
  const hidden = (more) => hidesTitle(picture, { ...game, ...more });
  assert.ok(hidden({}));
  for (const shown of [{ marks: "1" }, { drawing: {} }, { named: true }]) assert.equal(hidden(shown), false);
  assert.equal(
    hidesTitle(kind("slitherlink"), newGame(kind("slitherlink"), { kind: "slitherlink", grid: ["3"] })),
    false,
  );
});

test("a new move clears the redo list", () => {
  const puzzle = kind("nonogram");
  const document = { kind: "nonogram", rows: [[1]], cols: [[1], []] };
  const one = play(puzzle, newGame(puzzle, document), "10");
  assert.deepEqual(play(puzzle, undo(one), "20").future, []);
});

test("solutions and forced cells are read with their own letters", () => {
  const nonogram = { kind: "nonogram", rows: [[1]], cols: [[1], []] };
  assert.equal(solutionMarks(kind("nonogram"), nonogram, ["#."]), "12");
  assert.equal(solutionMarks(kind("nonogram"), nonogram, ["#?"]), "10");
  assert.equal(written(kind("nonogram"), "12"), "10");
  const mines = { kind: "minesweeper", grid: ["1..", "s*."] };
  assert.equal(solutionMarks(kind("minesweeper"), mines, ["1s?", "s*."]), "020212");
  assert.equal(
    solutionMarks(kind("slitherlink"), { kind: "slitherlink", grid: ["4"] }, { h: ["-", "-"], v: ["||"] }),
    "1111",
  );
  assert.equal(solutionMarks(kind("binoxxo"), { kind: "binoxxo", grid: ["O.", ".."] }, ["OX", "?O"]), "1201");
});

test("a nested what-if is kept or discarded on its own", () => {
  const puzzle = kind("binoxxo");
  const document = { kind: "binoxxo", grid: ["....", "....", "....", "...."] };
  const mark = (game, cell) => play(puzzle, game, set(game.marks, [cell], "1"));
  const outer = mark(suppose(newGame(puzzle, document)), 0);
  const inner = mark(mark(suppose(outer), 1), 2);
  const dropped = dropTrial(puzzle, inner);
  assert.equal(dropped.marks, outer.marks);
  assert.equal(dropped.trial.at, 0);
  assert.equal(keepTrial(inner).trial.at, 0);
  assert.equal(keepTrial(keepTrial(inner)).trial, null);
  assert.equal(undo(undo(inner)).trial.at, 1);
  assert.equal(undo(undo(undo(inner))).trial.at, 0);
  assert.deepEqual(dropTrial(puzzle, dropped).marks, newGame(puzzle, document).marks);
});

test("jots can be undone and redone, with marks or alone", () => {
  const puzzle = kind("nonogram");
  const start = newGame(puzzle, { kind: "nonogram", rows: [[1], [1]], cols: [[1], [1]] });
  const struck = play(puzzle, start, start.marks, -1, { "row 0 0": 1 });
  const both = play(puzzle, struck, "1000", 0, { "row 0 0": 2, "column 1 0": 1 });
  assert.deepEqual(undo(both).jots, { "row 0 0": 1 });
  assert.deepEqual([undo(undo(both)).jots, undo(undo(both)).marks], [{}, "0000"]);
  assert.deepEqual(redo(redo(undo(undo(both)))), both);
  assert.equal(play(puzzle, both, "1000"), both, "marks alone leave jots as they are");
  assert.equal(lastMarked(play(puzzle, both, "1000", -1, {})), 0);
});

test("discarding a what-if discards its jots, also for a nested one", () => {
  const puzzle = kind("nonogram");
  const start = newGame(puzzle, { kind: "nonogram", rows: [[1], [1]], cols: [[1], [1]] });
  const jot = (game, name) => play(puzzle, game, game.marks, -1, { ...game.jots, [name]: 1 });
  const outer = jot(suppose(jot(start, "row 0 0")), "row 1 0");
  const inner = jot(suppose(outer), "column 0 0");
  const left = dropTrial(puzzle, inner);
  assert.deepEqual(left.jots, { "row 0 0": 1, "row 1 0": 1 });
  assert.deepEqual(undo(left).jots, inner.jots);
  assert.deepEqual(dropTrial(puzzle, left).jots, { "row 0 0": 1 });
  assert.deepEqual(keepTrial(keepTrial(inner)).jots, inner.jots);
  const { jots: _, ...earlier } = suppose(start).trial; // as stored by an earlier version
  assert.deepEqual(dropTrial(puzzle, { ...jot(start, "row 0 0"), trial: earlier }).jots, { "row 0 0": 1 });
});
