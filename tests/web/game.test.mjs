import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  dropTrial,
  identity,
  keepTrial,
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

  test(`${puzzle.kind}: moves are taken back and made again`, () => {
    const start = newGame(puzzle, document);
    assert.ok(!begun(puzzle, start));
    const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board });
    const moved = play(puzzle, start, marks);
    assert.ok(begun(puzzle, moved));
    assert.equal(undo(moved).marks, start.marks);
    assert.deepEqual(redo(undo(moved)), moved);
    assert.equal(play(puzzle, moved, marks), moved, "no move where nothing changes");
    assert.equal(undo(start), start);
    assert.equal(redo(start), start);
  });

  test(`${puzzle.kind}: progress travels in a document and back`, () => {
    const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board });
    const carried = withProgress(puzzle, document, marks);
    assert.equal(progressIn(puzzle, carried), marks);
    assert.deepEqual(puzzleOnly(puzzle, carried), document);
    assert.equal(newGame(puzzle, carried).id, identity(document));
    assert.equal(progressIn(puzzle, document), null);
  });

  test(`${puzzle.kind}: what the puzzle gives cannot be changed`, () => {
    const start = newGame(puzzle, document);
    const after = play(puzzle, start, start.marks.replace(/./g, "1"));
    for (let cell = 0; cell < start.marks.length; cell++)
      assert.equal(after.marks[cell], puzzle.fixed(document, cell) ? start.marks[cell] : "1");
  });

  test(`${puzzle.kind}: a kept game goes on, another puzzle's does not`, () => {
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

test("a new move ends what could be made again", () => {
  const puzzle = kind("nonogram");
  const document = { kind: "nonogram", rows: [[1]], cols: [[1], []] };
  const one = play(puzzle, newGame(puzzle, document), "10");
  assert.deepEqual(play(puzzle, undo(one), "20").future, []);
});

test("solutions and forced cells are read in their own letters", () => {
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

test("a what-if within a what-if is kept or thrown away by itself", () => {
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
