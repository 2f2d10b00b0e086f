import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, extend, painted, reach } from "../../web/core/strokes.js";
import { kind } from "./kinds.mjs";

const nonogram = { puzzle: kind("nonogram"), document: { kind: "nonogram", rows: [[], [], []], cols: [[], [], []] } };
const slither = { puzzle: kind("slitherlink"), document: { kind: "slitherlink", grid: ["..", ".."] } };
const binoxxo = { puzzle: kind("binoxxo"), document: { kind: "binoxxo", grid: ["O...", "...."] } };

/** Returns the marks after a drag over targets. */
function drag({ puzzle, document }, marks, tool, ...targets) {
  const stroke = targets.slice(1).reduce(extend, begin(puzzle, document, marks, puzzle.tools[tool], targets[0]));
  return painted(stroke);
}

/** Returns the marks after drawing a line from dot to dot. */
function line({ puzzle, document }, marks, tool, ...corners) {
  const start = begin(puzzle, document, marks, puzzle.tools[tool], 0);
  return painted(corners.map(([r, c]) => ({ r, c })).reduce(reach, start));
}

for (const [name, board, marks, tool, targets, expected] of [
  ["fills", nonogram, "000000000", 0, [0, 1, 2], "111000000"],
  ["keeps to its row", nonogram, "000000000", 0, [0, 1, 5], "111000000"],
  ["goes back", nonogram, "000000000", 0, [0, 2, 1], "110000000"],
  ["paints over its own kind only", nonogram, "020000000", 0, [0, 2], "121000000"],
  ["takes away", nonogram, "112000000", 0, [0, 2], "002000000"],
  ["marks", nonogram, "000000000", 1, [0, 6], "200200200"],
  ["turns a filled cell into a marked one", nonogram, "100000000", 1, [0], "200000000"],
  ["nothing outside", nonogram, "000000000", 0, [-1, 3], "000000000"],
  ["taps go round", binoxxo, "10000000", 0, [1], "11000000"],
  ["taps go round", binoxxo, "11000000", 0, [1], "12000000"],
  ["taps go round", binoxxo, "12000000", 0, [1], "10000000"],
  ["givens stay", binoxxo, "10000000", 0, [0], "10000000"],
  ["a tap draws an edge", slither, "000000000000", 0, [0], "100000000000"],
  ["a second tap crosses it", slither, "100000000000", 0, [0], "200000000000"],
  ["a third clears it", slither, "200000000000", 0, [0], "000000000000"],
]) {
  test(`${board.puzzle.kind}: ${name}: ${marks} -> ${expected}`, () =>
    assert.equal(drag(board, marks, tool, ...targets), expected));
}

for (const [name, marks, tool, corners, expected] of [
  [
    "draws from dot to dot",
    "000000000000",
    0,
    [
      [0, 0],
      [0, 2],
      [2, 2],
    ],
    "100000010000",
  ],
  [
    "over dots that the hand was too fast for",
    "000000000000",
    0,
    [
      [0, 0],
      [0, 4],
    ],
    "110000000000",
  ],
  [
    "going back takes away",
    "000000000000",
    0,
    [
      [0, 0],
      [0, 2],
      [0, 4],
      [0, 2],
    ],
    "100000000000",
  ],
  [
    "erases where it starts on a line",
    "110000000000",
    0,
    [
      [0, 0],
      [0, 4],
    ],
    "000000000000",
  ],
  [
    "crosses",
    "000000000000",
    1,
    [
      [0, 0],
      [0, 4],
    ],
    "220000000000",
  ],
  [
    "not across a cell",
    "000000000000",
    0,
    [
      [0, 0],
      [2, 2],
    ],
    "000000000000",
  ],
]) {
  test(`slitherlink: a line ${name}`, () => assert.equal(line(slither, marks, tool, ...corners), expected));
}
