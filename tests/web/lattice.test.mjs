import assert from "node:assert/strict";
import { test } from "node:test";
import { between, count, edgesAround, placeOf, read, spell, targetAt } from "../../web/core/lattice.js";
import { kind, kinds } from "./kinds.mjs";

const SIZES = [
  { width: 1, height: 1 },
  { width: 3, height: 2 },
  { width: 2, height: 5 },
];

for (const puzzle of kinds) {
  for (const size of SIZES) {
    const name = `${puzzle.kind} ${size.width} x ${size.height}`;

    test(`${name}: every target has a place of its own`, () => {
      const places = Array.from({ length: count(puzzle, size) }, (_, index) => placeOf(puzzle, size, index));
      assert.equal(new Set(places.map(({ r, c }) => `${r},${c}`)).size, places.length);
      places.forEach((place, index) => assert.equal(targetAt(puzzle, size, place), index));
    });

    test(`${name}: what is spelt is read again`, () => {
      const marks = Array.from({ length: count(puzzle, size) }, (_, index) => (index * 7) % 3).join("");
      assert.equal(read(puzzle, size, spell(puzzle, size, marks)), marks);
    });
  }

  test(`${puzzle.kind}: nothing lies outside`, () => {
    for (const place of [
      { r: -1, c: 1 },
      { r: 1, c: -1 },
      { r: 5, c: 1 },
      { r: 1, c: 7 },
      { r: -1, c: -1 },
    ])
      assert.equal(targetAt(puzzle, { width: 3, height: 2 }, place), -1);
  });
}

test("a board that does not fit is read as empty", () => {
  assert.equal(read(kind("nonogram"), { width: 2, height: 2 }, ["#"]), "0000");
  assert.equal(read(kind("slitherlink"), { width: 1, height: 1 }, { h: ["-"] }), "0000");
  assert.equal(read(kind("binoxxo"), { width: 2, height: 2 }, 7), "0000");
});

test("the edges around a cell", () => {
  assert.deepEqual(edgesAround({ width: 3, height: 3 }, 0, 1), [1, 4, 13, 14]);
});

test("a fast hand leaves no gaps", () => {
  assert.deepEqual(between(kind("nonogram"), { width: 5, height: 5 }, 5, 9), [5, 6, 7, 8, 9]);
  assert.deepEqual(between(kind("nonogram"), { width: 5, height: 5 }, 24, 4), [24, 19, 14, 9, 4]);
  assert.deepEqual(between(kind("nonogram"), { width: 5, height: 5 }, 0, 24), [0, 6, 12, 18, 24]);
});
