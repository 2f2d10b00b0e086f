/** The names of clues in hints, and the sentences about broken clues, as the page shows them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { placeText, valueName } from "../../web/shell/board-text.js";
import { breakOf, clueName, placeFrom, regionOf, spotName } from "../../web/shell/reasons.js";
import { t, use } from "../../web/ui/i18n.js";

const strings = (name) => JSON.parse(readFileSync(new URL(`../../web/locales/${name}`, import.meta.url), "utf8"));
use("en", { ...strings("en.json"), ...strings("lazy.en.json"), "clue.dots.w": "white dot", "cell.both.1": "shaded" });

const board = { blocks: [{ shape: "cell" }] };
const nameOf = (place) => placeText(board, { width: 4, height: 4 }, placeFrom(place));
const sentence = (reason, regions) => {
  const { key, params } = breakOf(reason, nameOf, regions);
  return t(key, params);
};
const NAMES = [
  "row 1, column 3",
  "row 2",
  "the 4 right of row 2",
  "the 2 above column 1",
  "the < between row 1, column 1 and the cell right of it",
  "the ^ between row 2, column 4 and the cell below it",
  "the white dot between row 2, column 4 and the cell below it",
];
const BROKEN = [
  "The 4 left of row 3 can no longer be satisfied.",
  "The clue of column 2 can no longer be satisfied.",
  "The clue of row 1, column 3 can no longer be satisfied.",
];
const clue = (at, value) => ({ clue: { at, value } });

test("a hint names a clue by its place, and one next to the board or between cells by its value, too", () => {
  const names = [
    clue({ row: 0, column: 2 }, 3),
    clue({ row: 1 }, 3),
    clue({ right: 1 }, 4),
    clue({ top: 0 }, 2),
    clue({ right: [0, 0] }, "<"),
    clue({ down: [1, 3] }, "^"),
    { clue: { at: { down: [1, 3] }, value: "w", name: { key: "clue.dots.w" } } },
  ].map((reason) => clueName(reason, nameOf));
  assert.deepEqual(names, NAMES);
});

test("a sentence about a broken clue names it in the same way", () => {
  assert.deepEqual(
    [clue({ left: 2 }, 4), clue({ column: 1 }, 3), clue({ row: 0, column: 2 }, 3)].map((reason) => sentence(reason)),
    BROKEN,
  );
  const { where } = breakOf(clue({ left: 2 }, 4), nameOf);
  assert.deepEqual(where, [{ role: "conflict", row: 2, side: "left" }]);
});

test("a letter in a cell names its region, and a number there itself", () => {
  const texts = ["A", 3].map((value) => sentence(clue({ row: 0, column: 2 }, value), true));
  assert.deepEqual(texts, ["The region with row 1, column 3 can no longer be completed.", BROKEN[2]]);
});

test("the places of a rule are named, whatever their shape", () => {
  const at = (...cells) => clueName({ rule: "count", cells }, nameOf);
  assert.equal(at({ h: [1, 0] }, { v: [0, 1] }), "dot in row 2, column 2");
  assert.equal(at({ right: [0, 0] }), "between row 1, column 1 and the cell right of it");
  assert.equal(at({ right: [0, 0] }, { down: [0, 1] }), "row 1, column 2");
  assert.equal(
    at({ down: [0, 0] }, { row: 1, column: 2 }),
    "between row 1, column 1 and the cell below it · row 2, column 3",
  );
});

test("a place between cells is named as a noun", () => {
  assert.equal(spotName({ row: 0, column: 2 }, nameOf), "row 1, column 3");
  assert.equal(spotName({ right: [0, 0] }, nameOf), "the place between row 1, column 1 and the cell right of it");
});

test("a broken rule shows its cells, in a line as a bracket", () => {
  const cells = [0, 1, 2].map((column) => ({ row: 1, column }));
  const { key, where } = breakOf({ rule: "all-different", cells }, nameOf);
  assert.equal(key, "wrong.rule");
  assert.deepEqual(where, [{ role: "wrong", place: { r: 3, c: 1 }, to: { r: 3, c: 5 } }]);
  const many = breakOf({ rule: "count", cells: Array.from({ length: 31 }, () => cells[0]) }, nameOf);
  assert.deepEqual(many.where, []);
});

test("a clue in a cell applies to its region, and a given value does not", () => {
  const puzzle = {
    ...board,
    size: () => ({ width: 2, height: 2 }),
    regions: ({ regions }) => regions,
    fixed: ({ grid }, cell) => grid.join("")[cell] !== ".",
  };
  const overlay = { role: "conflict", place: { r: 1, c: 1 }, letter: "a", ring: true };
  const shown = (grid) => regionOf(puzzle, { kind: "any", regions: ["AB", "AB"], grid }, overlay);
  assert.deepEqual(shown(["..", ".."]), [
    { role: "conflict", place: { r: 3, c: 1 }, ring: false },
    { ...overlay, ring: false },
  ]);
  assert.deepEqual(shown(["1.", ".."]), [overlay]);
});

test("lines of a kind that also marks cells are not named like its cells", () => {
  const both = { kind: "both", blocks: ["cell", "link"].map((shape) => ({ shape, values: 2, letters: "?#." })) };
  assert.deepEqual(
    ["cell", "link"].map((shape) => valueName(both, shape, 1)),
    ["shaded", "line"],
  );
});
