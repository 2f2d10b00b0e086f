/** Tests for the record of a game, including undone moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, play, redo, set, undo } from "../../web/core/game.js";
import { recorded, replay } from "../../web/core/replay.js";
import { gameProblem } from "../../web/core/game-validation.js";
import { kinds } from "./kinds.mjs";

const nonogram = kinds.find(({ kind }) => kind === "nonogram");
const document = { kind: "nonogram", rows: [[1, 1], [3]], cols: [[2], [1], [2]] };
const marked = (game, cell, mark) => play(nonogram, game, set(game.marks, [cell], mark));
const told = (game) => recorded(nonogram, game).moves;

test("undone moves stay in the record", () => {
  let game = marked(newGame(nonogram, document), 0, "1");
  game = undo(marked(marked(game, 1, "1"), 2, "1"));
  assert.deepEqual(told(game).at(-1), { undo: 1 });
  game = undo(game);
  assert.deepEqual(told(game).slice(-2), [{ cells: [2], after: "1" }, { undo: 2 }]);
  game = marked(game, 1, "2");
  assert.deepEqual(told(game), [
    { cells: [0], after: "1" },
    { cells: [1], after: "1" },
    { cells: [2], after: "1" },
    { undo: 2 },
    { cells: [1], after: "2" },
  ]);
  assert.equal(gameProblem(nonogram, undefined, JSON.parse(JSON.stringify(game))), null);
});

test("repeated undo is recorded in chronological order", () => {
  let game = newGame(nonogram, document);
  for (const cell of [0, 1, 2]) game = undo(marked(game, cell, "1"));
  game = marked(game, 3, "1");
  const moves = told(game);
  assert.deepEqual(
    moves.map((move) => move.undo ?? move.cells[0]),
    [0, 1, 1, 1, 2, 1, 3],
  );
  const { start, moments } = replay(game);
  assert.equal(start, "000000");
  assert.deepEqual(
    moments.map(({ after }) => after),
    ["100000", "000000", "010000", "000000", "001000", "000000", "000100"],
  );
  assert.equal(moments.at(-1).after, game.marks);
});

test("a redone move is not a separate move", () => {
  let game = marked(newGame(nonogram, document), 0, "1");
  game = redo(undo(game));
  assert.deepEqual(told(game), [{ cells: [0], after: "1" }]);
});

test("the board after each move in effect can be restored", () => {
  let game = newGame(nonogram, document);
  game = marked(undo(marked(marked(game, 0, "1"), 1, "1")), 2, "1");
  const { moments } = replay(game);
  assert.deepEqual(
    moments.map(({ past }) => past.map(({ cells }) => cells[0])),
    [[0], [0, 1], [0], [0, 2]],
  );
});

test("a move starts with the target that the player marked", () => {
  const game = play(nonogram, newGame(nonogram, document), "111000", 1);
  assert.deepEqual(game.past[0], { cells: [1, 0, 2], before: "000", after: "111" });
  assert.equal(game.marks, "111000");
});

test("a game with marks from outside its moves starts with them", () => {
  const game = { ...newGame(nonogram, document), marks: "100000" };
  const { document: first } = recorded(nonogram, marked(game, 1, "2"));
  assert.deepEqual(first.board, ["#??", "???"]);
});

test("notes are not moments, undone or not", () => {
  const jotted = (game, state) => play(nonogram, game, game.marks, -1, { "row 0 0": state });
  let game = jotted(marked(newGame(nonogram, document), 0, "1"), 1);
  game = undo(undo(jotted(marked(game, 1, "1"), 2)));
  game = undo(jotted(game, 2));
  game = marked(game, 2, "1");
  assert.deepEqual(told(game), [
    { cells: [0], after: "1" },
    { cells: [1], after: "1" },
    { undo: 1 },
    { cells: [2], after: "1" },
  ]);
  assert.equal(replay(game).moments.at(-1).past.length, game.past.length);
  assert.equal(gameProblem(nonogram, undefined, JSON.parse(JSON.stringify(game))), null);
  const damaged = { ...game, past: [{ cells: [], before: "", after: "", jots: { "row 0 0": [0, 3] } }] };
  assert.equal(gameProblem(nonogram, undefined, damaged).params.field, "past");
});
