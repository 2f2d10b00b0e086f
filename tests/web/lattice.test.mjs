import assert from "node:assert/strict";
import { test } from "node:test";
import {
  between,
  blockOf,
  blockRanges,
  count,
  edgesAround,
  endsOf,
  placeOf,
  read,
  spell,
  targetAt,
} from "../../web/core/lattice.js";
import { digitOf } from "../../web/core/marks.js";
import { kind, kinds } from "./kinds.mjs";

const SIZES = [
  { width: 1, height: 1 },
  { width: 3, height: 2 },
  { width: 2, height: 5 },
];

const DIGITS = "?123456789abc";

/** Boards with features that no kind has yet: many values, links, vertices, two shapes. */
const OTHERS = [
  { kind: "numbers", blocks: [{ shape: "cell", values: 12, letters: DIGITS }] },
  { kind: "links", blocks: [{ shape: "link", values: 2, letters: { right: ".-x", down: ".|x" } }] },
  { kind: "vertices", blocks: [{ shape: "vertex", values: 2, letters: ".#-" }] },
  {
    kind: "two shapes",
    blocks: [
      { shape: "cell", values: 3, letters: "?abc" },
      { shape: "link", values: 2, letters: "?#." },
    ],
  },
  { kind: "two shapes between cells", blocks: ["edge", "link"].map((shape) => ({ shape, values: 2, letters: "?#." })) },
];

for (const puzzle of [...kinds, ...OTHERS]) {
  for (const size of SIZES) {
    const name = `${puzzle.kind} ${size.width} x ${size.height}`;

    test(`${name}: every target has a unique place`, () => {
      const places = Array.from({ length: count(puzzle, size) }, (_, index) => placeOf(puzzle, size, index));
      assert.equal(new Set(places.map(({ r, c, shape = "" }) => `${r},${c},${shape}`)).size, places.length);
      places.forEach((place, index) => assert.equal(targetAt(puzzle, size, place), index));
    });

    test(`${name}: marks written by spell are read back`, () => {
      const values = (index) => blockOf(puzzle, size, index).values + 1;
      const marks = Array.from({ length: count(puzzle, size) }, (_, index) =>
        digitOf((index * 7) % values(index)),
      ).join("");
      assert.equal(read(puzzle, size, spell(puzzle, size, marks)), marks);
    });
  }

  test(`${puzzle.kind}: there is nothing outside the board`, () => {
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

test("a fast drag leaves no gaps", () => {
  assert.deepEqual(between(kind("nonogram"), { width: 5, height: 5 }, 5, 9), [5, 6, 7, 8, 9]);
  assert.deepEqual(between(kind("nonogram"), { width: 5, height: 5 }, 24, 4), [24, 19, 14, 9, 4]);
  assert.deepEqual(between(kind("nonogram"), { width: 5, height: 5 }, 0, 24), [0, 6, 12, 18, 24]);
});

test("links go right first, then down, and are written by direction; two shapes by shape", () => {
  const [, links, , both] = OTHERS;
  const size = { width: 2, height: 2 };
  assert.deepEqual(spell(links, size, "1021"), { right: ["-", "."], down: ["x|"] });
  assert.deepEqual(placeOf(links, size, 1), { r: 3, c: 2, shape: "link" });
  assert.deepEqual(placeOf(links, size, 3), { r: 2, c: 3, shape: "link" });
  assert.deepEqual(spell(both, size, "12301021"), {
    cell: ["ab", "c?"],
    link: { right: ["#", "?"], down: [".#"] },
  });
  assert.deepEqual(
    blockRanges(both, size).map(({ start, end }) => [start, end]),
    [
      [0, 4],
      [4, 8],
    ],
  );
});

test("an edge and the link across it share a place and differ in shape", () => {
  const puzzle = OTHERS[4];
  const size = { width: 2, height: 1 };
  const edge = targetAt(puzzle, size, { r: 1, c: 2 });
  const link = targetAt(puzzle, size, { r: 1, c: 2, shape: "link" });
  assert.deepEqual([blockOf(puzzle, size, edge).shape, blockOf(puzzle, size, link).shape], ["edge", "link"]);
  assert.deepEqual(endsOf({ r: 1, c: 2 }, "edge"), [
    { r: 0, c: 2 },
    { r: 2, c: 2 },
  ]);
  assert.deepEqual(endsOf({ r: 1, c: 2 }, "link"), [
    { r: 1, c: 1 },
    { r: 1, c: 3 },
  ]);
});
