/** Tests for merging two versions of a game from two tabs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, play, undo } from "../../web/core/game.js";
import { merged } from "../../web/core/merge.js";
import { kind } from "./kinds.mjs";

const puzzle = kind("nonogram");
const base = newGame(puzzle, { kind: "nonogram", rows: [[1], [1]], cols: [[1], [1]] });
const marked = (game, marks) => play(puzzle, game, marks);

test("changes of both sides are kept, and ours can be undone separately", () => {
  const both = merged(base, marked(base, "1000"), marked(base, "0002"));
  assert.equal(both.marks, "1002");
  assert.equal(undo(both).marks, "0002");
  assert.equal(undo(undo(both)).marks, "0000");
});

test("if both sides marked a cell, our mark is kept", () =>
  assert.equal(merged(base, marked(base, "1200"), marked(base, "2000")).marks, "1200"));

test("a side without changes adds nothing", () => {
  assert.equal(merged(base, base, marked(base, "0010")).marks, "0010");
  assert.equal(merged(base, marked(base, "0010"), base).marks, "0010");
  assert.equal(merged(base, { ...base, time: 5 }, { ...base, time: 9 }).time, 9);
});

test("a puzzle drawn differently in two tabs remains two puzzles", () => {
  const drawn = (alias) => ({ ...base, alias, document: { ...base.document, title: alias } });
  assert.equal(merged(base, drawn("a"), drawn("b")), null);
  assert.equal(merged(base, base, drawn("b")).document.title, "b");
  const drawing = (picture) => ({ now: { width: 2, height: 2, layers: { picture } }, past: [], future: [] });
  for (const [one, other] of [
    [{ alias: "a" }, { alias: "b" }],
    [{ document: { ...base.document, title: "a" } }, { document: { ...base.document, title: "b" } }],
    [{ drawing: drawing("1000") }, { drawing: drawing("0001") }],
  ])
    assert.equal(merged(base, { ...base, ...one }, { ...base, ...other }), null, Object.keys(one)[0]);
});

test("jots of both sides are kept, and ours can be undone separately", () => {
  const jotted = (game, jots) => play(puzzle, game, game.marks, -1, jots);
  const both = merged(base, jotted(base, { a: 1 }), marked(jotted(base, { b: 2 }), "1000"));
  assert.deepEqual(both.jots, { a: 1, b: 2 });
  assert.deepEqual([undo(both).jots, undo(both).marks], [{ b: 2 }, "1000"]);
  assert.deepEqual(merged(base, base, jotted(base, { b: 2 })).jots, { b: 2 });
  const first = jotted(base, { a: 1 });
  assert.deepEqual(merged(first, jotted(first, {}), jotted(first, { a: 1, b: 1 })).jots, { b: 1 });
});
