/** Nonograms with colours: the variant of a kind that a document asks for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { documentProblem, variantOf } from "../../web/core/validation.js";
import nonogram, { fits } from "../../web/puzzles/nonogram/board.js";

const document = {
  kind: "nonogram",
  colors: ["#c00", "#00c"],
  rows: [
    [
      [2, 1],
      [1, 2],
    ],
    [[1, 2]],
  ],
  cols: [[[1, 1]], [[1, 1]], [[2, 2]]],
};
const puzzle = variantOf(nonogram, document);

test("each colour has a value, a key and a tool; the last value is an empty cell", () => {
  assert.equal(puzzle.blocks[0].letters, "?12.");
  assert.deepEqual([puzzle.keys?.[1], puzzle.keys?.[2], puzzle.keys?.[0]], [1, 2, 3]);
  assert.deepEqual(
    puzzle.tools.map(({ cycle }) => cycle),
    [
      [1, 0, 1, 1],
      [2, 2, 0, 2],
      [3, 3, 3, 0],
    ],
  );
  assert.equal(documentProblem(puzzle, { ...document, board: ["1?2", "..2"] }), null);
  assert.equal(variantOf(nonogram, { ...document, colors: undefined }), nonogram);
});

test("runs of different colours may touch, those of one colour may not", () => {
  assert.ok(puzzle.solved(document, "112332"));
  assert.ok(puzzle.solved(document, "112002"));
  assert.ok(!puzzle.solved(document, "122002"));
  assert.equal(puzzle.finish?.(document, "112002"), "112332");
  assert.ok(fits("0000", [[2, 1], [2, 2]], "3") && !fits("0000", [[2, 1], [2, 1]], "3")); // prettier-ignore
  assert.equal(puzzle.breaks(document, "200000").length, 2);
});

test("a drawing makes the clues and keeps the colours", async () => {
  const edit = await puzzle.edit?.();
  const layers = edit?.read(document, { width: 3, height: 2 }, "112332") ?? {};
  assert.equal(layers.picture, "112002");
  const { colors, rows, cols } = edit?.write({ width: 3, height: 2, layers, beside: {} }) ?? {};
  assert.deepEqual({ rows, cols }, { rows: document.rows, cols: document.cols });
  assert.deepEqual(colors, ["#cc0000", "#0000cc"]);
});
