/** Tests for a complete minesweeper field in Draw: no edit loses a mine. */

import assert from "node:assert/strict";
import test from "node:test";

import edit from "../../web/puzzles/minesweeper/edit.js";
import { documentOf } from "../../web/core/drawn.js";
import { sketchOf, withLayer } from "../../web/core/sketch.js";
import { dice } from "./pins.mjs";

const FIELD = {
  kind: "minesweeper",
  field: ["*...", "....", "...*"],
  opened: [
    [0, 3],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [1, 3],
  ],
};
const size = { width: 4, height: 3 };
const sketch = (document = FIELD) => sketchOf(edit, document, size, null);
const document = (drawn) => documentOf("minesweeper", edit, drawn);
const set = (drawn, layer, cell, digit) => {
  const digits = drawn.layers[layer];
  return edit.settle(withLayer(drawn, layer, digits.slice(0, cell) + digit + digits.slice(cell + 1)), layer, drawn);
};
/** Returns the empty areas of a field with the numbers around them, each cell as "row,column". */
function areasOf(field) {
  const around = ([r, c]) =>
    [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [r + y, c + x])).filter(([y, x]) => field[y]?.[x]);
  const places = field.flatMap((row, r) => [...row].map((_, c) => [r, c]));
  const empty = new Set(places.filter((place) => around(place).every(([r, c]) => field[r][c] === ".")).map(String));
  const areas = [];
  while (empty.size) {
    const [first] = empty;
    const area = new Set([first]);
    for (const place of area) {
      if (!empty.delete(place)) continue;
      for (const near of around(place.split(",").map(Number))) area.add(String(near));
    }
    areas.push(places.map(String).filter((place) => area.has(place)));
  }
  return areas;
}
const sorted = ({ opened }) => [...opened].sort((a, b) => a[0] - b[0] || a[1] - b[1]);

test("a field is unchanged after being drawn", () => {
  const again = document(sketch());
  assert.deepEqual(again.field, FIELD.field);
  assert.deepEqual(again.opened[0], [0, 3]);
  assert.deepEqual(sorted(again), sorted(FIELD));
});

test("opening, closing, and another mine keep the field", () => {
  for (const [layer, cell, digit] of [
    ["cells", 4, "1"],
    ["cells", 2, "0"],
    ["mines", 8, "1"],
    ["mines", 0, "0"],
  ]) {
    const next = document(set(sketch(), layer, cell, digit));
    assert.ok(next.field && next.opened && !next.grid, `${layer} ${cell}`);
  }
  assert.deepEqual(document(set(sketch(), "mines", 8, "1")).field, ["*...", "....", "*..*"]);
  assert.deepEqual(document(set(sketch(), "cells", 4, "1")).opened.length, 7);
});

test("the first click opens the same cells as in a game, also after the mines change", () => {
  const blank = sketchOf(edit, { kind: "minesweeper", field: ["*...", "....", "...*"], opened: [] }, size, null);
  const clicked = set(blank, "mines", 3, "4");
  assert.deepEqual(sorted(document(clicked)), sorted(FIELD));
  assert.deepEqual(document(clicked).opened[0], [0, 3]);
  // A second click replaces the first.
  const moved = set(clicked, "mines", 8, "4");
  assert.equal(moved.layers.mines.split("4").length, 2);
  assert.deepEqual(document(moved).opened[0], [2, 0]);
  // With a mine next to it, the click opens only its own cell.
  const mined = set(clicked, "mines", 2, "1");
  assert.deepEqual(document(mined).opened, [[0, 3]]);
  assert.deepEqual(document(mined).field, ["*.*.", "....", "...*"]);
});

test("a position stays a position, and becomes a field when a first click is set", () => {
  const position = sketchOf(edit, { kind: "minesweeper", grid: ["1...", "....", "...1"] }, size, null);
  assert.ok(document(set(position, "cells", 5, "1")).grid);
  assert.ok(document(set(position, "mines", 5, "4")).field);
});

test("a random field has as many mines as asked for, and its largest empty area is open", () => {
  const roll = dice(3);
  const blank = sketchOf(edit, { kind: "minesweeper", grid: Array(6).fill(".......") }, { width: 7, height: 6 }, null);
  for (let turn = 0; turn < 30; turn++) {
    const mines = 1 + (turn % 9);
    const found = document(edit.random(blank, mines, roll));
    assert.equal(found.field.join("").replaceAll(".", "").length, mines);
    const areas = areasOf(found.field);
    const opened = sorted({ opened: found.opened ?? [] }).map(String);
    const most = Math.max(0, ...areas.map(({ length }) => length));
    assert.equal(opened.length, most);
    if (most) assert.ok(areas.some((area) => String(area) === String(opened)));
  }
});
