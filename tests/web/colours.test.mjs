/** Tests for nonograms with colours: the variant of the kind for a document. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { documentProblem, variantOf } from "../../web/core/validation.js";
import nonogram, { fits } from "../../web/puzzles/nonogram/board.js";
import { nameOf, squares } from "../../web/puzzles/nonogram/colours.js";
import { colourings } from "../../web/puzzles/nonogram/quantize.js";

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

test("the clues follow the drawing, and the colours are kept", async () => {
  const edit = await puzzle.edit?.();
  const layers = edit?.read(document, { width: 3, height: 2 }, "112332") ?? {};
  assert.equal(layers.picture, "112002");
  const { colors, rows, cols } = edit?.write({ width: 3, height: 2, layers, members: {} }) ?? {};
  assert.deepEqual({ rows, cols }, { rows: document.rows, cols: document.cols });
  assert.deepEqual(colors, ["#cc0000", "#0000cc"]);
});

/** Returns a picture of 5 by 4 cells from the digits of its cells. */
function pictureOf(digits) {
  const colours = ["#f8f8f0", "#d81f26", "#1f5fd6"].map((one) =>
    [1, 3, 5].map((at) => parseInt(one.slice(at, at + 2), 16)),
  );
  const cells = [...digits].map((digit) => colours[+digit]);
  const channel = (at) => ({
    width: 20,
    height: 16,
    values: Float32Array.from({ length: 320 }, (_, i) => cells[5 * Math.floor(i / 80) + Math.floor((i % 20) / 4)][at]),
  });
  return { red: channel(0), green: channel(1), blue: channel(2) };
}

test("a coloured picture keeps its colours in their places, and its background is blank", () => {
  const picture = pictureOf("00000" + "10220" + "11022" + "00002");
  for (const count of [2, 8]) {
    const [one, ...others] = colourings(picture, { width: 5, height: 4 }, count);
    assert.deepEqual(one.colors, ["#1f5fd6", "#d81f26"]);
    assert.equal(one.digits, "00000" + "20110" + "22011" + "00001");
    assert.ok(others.every(({ digits }) => digits !== one.digits));
  }
});

test("a picture of one colour gets colours that can be told apart", () => {
  const [one] = colourings(pictureOf("0".repeat(20)), { width: 5, height: 4 }, 3);
  assert.deepEqual([one.digits, one.colors], ["0".repeat(20), ["#000000", "#111111"]]);
});

test("the colour of three corners is the background, even if others are lighter and commoner", () => {
  const corners = [0, 4, 15, 19];
  for (const other of corners) {
    const digits = Array.from({ length: 20 }, (_, cell) => (corners.includes(cell) && cell !== other ? 2 : cell % 2));
    const [one] = colourings(pictureOf(digits.join("")), { width: 5, height: 4 }, 2);
    const blank = [...one.digits].flatMap((digit, cell) => (digit === "0" ? [cell] : []));
    assert.deepEqual(blank, corners.filter((corner) => corner !== other)); // prettier-ignore
  }
});

test("isolated cells can be removed from a picture, at its sides, too", () => {
  const picture = pictureOf("00001" + "10220" + "11022" + "20002");
  const calm = colourings(picture, { width: 5, height: 4 }, 2).find(({ method }) => method === "calm");
  assert.equal(calm?.digits, "00000" + "20111" + "22011" + "00001");
});

test("a square whose colour is near that of the paper has a strong border inside it", () => {
  const drawn = (colour) => {
    const rects = [];
    const call = (name) => (...args) => name === "rect" && rects.push(args); // prettier-ignore
    const ctx = new Proxy({}, { get: (_, name) => call(name), set: () => true });
    const pen = { ctx, c: 20, colour: { sheet: "#ffffff", ink2: "#555", ink3: "#999" } };
    for (const plain of [true, false]) squares(pen, colour, 1, [{ x: 30, y: 50 }], 20, plain);
    return rects;
  };
  const whole = [20, 40, 20, 20];
  assert.deepEqual(drawn("#cc0000"), [whole, whole, whole]);
  assert.deepEqual(drawn("#fdfdfd"), [whole, whole, [20.8, 40.8, 18.4, 18.4]]);
});

test("a colour has the same name in both forms", () => {
  for (const [hex, rgb, name] of [
    ["#e53935", "rgb(229, 57, 53)", "red"],
    ["#7b4a1e", "rgb(123, 74, 30)", "brown"],
    ["#1e88e5", "rgb(30, 136, 229)", "blue"],
  ])
    assert.deepEqual([nameOf(hex), nameOf(rgb)], [`colour.${name}`, `colour.${name}`]);
});

test("typed clues of a coloured puzzle are kept until something is painted", async () => {
  const edit = await puzzle.edit?.();
  const { text, clue } = edit?.lines ?? {};
  assert.equal(text?.([[12, 1], [3, 2]]), "12a 3b"); // prettier-ignore
  assert.deepEqual(clue?.("3 1b 2, 0a"), [[3, 1], [1, 2], [2, 2]]); // prettier-ignore
  assert.deepEqual([clue?.("1c"), clue?.("1x"), clue?.("")], [null, null, []]);
  const clues = { rows: [[[3, 2]], [4]], cols: [[], [[1, 3]], []] };
  const typed = { width: 3, height: 3, layers: edit?.read({}, { width: 3, height: 3 }, undefined), members: clues };
  assert.equal(typed.layers.picture, "0".repeat(9));
  const kept = { rows: [[[3, 2]], [[4, 1]], []], cols: [[], [[1, 2]], []] };
  assert.deepEqual(edit?.write(typed), { colors: ["#cc0000", "#0000cc"], ...kept });
  const painted = { ...typed, layers: { picture: "200000000" } };
  assert.deepEqual(edit?.write(painted).rows, [[[1, 2]], [], []]);
  assert.deepEqual([edit?.palette?.(1), edit?.palette?.(3)], [["#cc0000"], ["#cc0000", "#0000cc", "#1a1a1a"]]);
});

test("a coloured cell can get the colours next to it, or become blank", async () => {
  const edit = await puzzle.edit?.();
  const sketch = { width: 3, height: 2, layers: { picture: "112002" }, members: {} };
  const offered = [...sketch.layers.picture].map((_, target) => edit?.mend?.(sketch, target) ?? []);
  const to = offered.map((all) => all.map((one) => one.to).join(""));
  assert.deepEqual(to, ["0", "20", "10", "1", "12", "0"]);
  assert.deepEqual(offered[4], [
    { layer: "picture", target: 4, to: "1", key: "draw.mend.colour", params: { row: 2, column: 2, n: "1" } },
    { layer: "picture", target: 4, to: "2", key: "draw.mend.colour", params: { row: 2, column: 2, n: "2" } },
  ]);
  assert.equal(offered[5][0].key, "draw.mend.clear");
});

test("an empty cell is marked as in black and white", () => {
  const drawn = (one, state) => {
    const calls = [];
    const call = (name) => (...args) => calls.push([name, ...args]); // prettier-ignore
    const ctx = new Proxy({}, { get: (_, name) => call(name), set: (_, name, value) => calls.push([name, value]) > 0 });
    one.mark({ ctx, c: 20, colour: {}, size: { width: 3, height: 2 } }, 30, 50, state, "#123", { r: 1, c: 1 });
    return calls;
  };
  assert.deepEqual(drawn(puzzle, 3), drawn(nonogram, 2));
  assert.notDeepEqual(drawn(puzzle, 3), drawn(nonogram, 1));
});
