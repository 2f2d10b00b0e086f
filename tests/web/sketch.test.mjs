/** Tests for drawing: layers, history, turns, and the resulting puzzles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { kind, kinds } from "./kinds.mjs";
import { documentOf } from "../../web/core/drawn.js";
import { digitOf } from "../../web/core/marks.js";
import {
  areaOf,
  blank,
  boxOf,
  clear,
  draw,
  lineOf,
  mirror,
  orbits,
  redo,
  resize,
  rotate,
  sketchOf,
  symmetries,
  undo,
  withLayer,
  withSpot,
} from "../../web/core/sketch.js";

const edits = Object.fromEntries(await Promise.all(kinds.map(async ({ kind: name, edit }) => [name, await edit?.()])));
const fresh = (sketch) => ({ now: sketch, past: [], future: [] });

/** Returns a sketch with something on every layer. */
function sample(name) {
  const edit = edits[name];
  const empty = blank(edit, { width: 4, height: 6 });
  return Object.keys(edit.layers).reduce((sketch, layer) => {
    const digits = [...sketch.layers[layer]].map((_, target) => (target % 3 === 1 ? "1" : "0")).join("");
    return edit.settle?.(withLayer(sketch, layer, digits), layer, sketch) ?? withLayer(sketch, layer, digits);
  }, empty);
}

for (const {
  kind: name,
  sample: { document },
} of kinds) {
  const edit = edits[name];
  const puzzle = kind(name);
  if (!edit) continue; // cannot be drawn

  test(`${name}: the page can show every drawing`, () => {
    for (const sketch of [blank(edit, { width: 4, height: 6 }), sample(name)]) {
      const drawn = documentOf(name, edit, sketch);
      assert.equal(puzzle.problem(drawn), null);
      assert.deepEqual(puzzle.size(drawn), { width: 4, height: 6 });
      assert.equal(edit.marks(sketch).length, puzzle.givens(drawn).length);
    }
  });

  test(`${name}: a puzzle from elsewhere is unchanged in Draw`, () => {
    if (edit.needsSolution) return;
    const sketch = sketchOf(edit, { ...document, title: "A title" }, puzzle.size(document), null);
    assert.deepEqual(documentOf(name, edit, sketch), { ...document, title: "A title" });
  });

  test(`${name}: four turns and two mirrors change nothing`, () => {
    const sketch = sample(name);
    assert.deepEqual(
      [1, 2, 3, 4].reduce((turned) => rotate(edit, turned), sketch),
      sketch,
    );
    assert.deepEqual(mirror(edit, mirror(edit, sketch)), sketch);
    assert.notDeepEqual(mirror(edit, sketch), sketch);
    assert.deepEqual(rotate(edit, sketch).width, 6);
    if (edit.invert) assert.deepEqual(edit.invert(edit.invert(sketch)), sketch);
  });

  test(`${name}: resizing keeps everything that fits`, () => {
    const sketch = sample(name);
    assert.deepEqual(resize(edit, resize(edit, sketch, { width: 8, height: 8 }), sketch), sketch);
    assert.deepEqual(clear(edit, sketch), blank(edit, sketch));
  });

  test(`${name}: everything can be undone and redone`, () => {
    const steps = [
      sample(name),
      mirror(edit, sample(name)),
      rotate(edit, sample(name)),
      { ...rotate(edit, sample(name)), members: { title: "x" } },
      clear(edit, rotate(edit, sample(name))),
    ];
    const begin = fresh(blank(edit, { width: 4, height: 6 }));
    const end = steps.reduce(draw, begin);
    assert.equal(draw(end, end.now), end);
    let back = end;
    for (let i = 0; i < steps.length; i++) back = undo(back);
    assert.deepEqual(back.now, begin.now);
    for (let i = 0; i < steps.length; i++) back = redo(back);
    assert.deepEqual(back.now, end.now);
    assert.deepEqual(undo(begin), begin);
  });

  test(`${name}: thinning out removes a given`, () => {
    const sketch = edit.needsSolution ? sample(name) : sketchOf(edit, document, puzzle.size(document), null);
    for (const spot of edit.givens?.(sketch) ?? [])
      assert.notDeepEqual(documentOf(name, edit, withSpot(sketch, spot)), documentOf(name, edit, sketch));
  });
}

test("clues are the runs of the picture", () => {
  const sketch = withLayer(blank(edits.nonogram, { width: 8, height: 1 }), "picture", "11010111");
  assert.deepEqual(documentOf("nonogram", edits.nonogram, sketch), {
    kind: "nonogram",
    rows: [[2, 1, 3]],
    cols: [[1], [1], [], [1], [], [1], [1], [1]],
  });
});

test("a closed loop adds its numbers, which then follow it", () => {
  const edit = edits.slitherlink;
  const empty = blank(edit, { width: 2, height: 1 });
  const loop = (digits, before) => edit.settle(withLayer(before, "loop", digits), "loop", before);
  const small = loop("1010110", empty); // around the left cell
  assert.deepEqual(edit.write(small).grid, ["41"]);
  const large = loop("1111101", small);
  assert.deepEqual(edit.write(large).grid, ["33"]);
  const hidden = withLayer(large, "numbers", "06");
  assert.deepEqual(edit.write(loop("1010110", hidden)).grid, [".1"]);
});

test("open cells count the mines around them", () => {
  const edit = edits.minesweeper;
  const empty = blank(edit, { width: 3, height: 1 });
  const mined = withLayer(empty, "mines", "100");
  assert.deepEqual(edit.write(mined), { field: ["*.."], opened: [] });
  const open = edit.settle(withLayer(mined, "cells", "011"), "cells", mined);
  assert.deepEqual(edit.write(open), { grid: [".10"] });
  assert.deepEqual(edit.settle(withLayer(open, "mines", "110"), "mines", open).layers.cells, "001");
  assert.deepEqual(edit.write({ ...open, members: { mines: 7 } }).mines, 1);
});

test("shapes cover the right cells", () => {
  const size = { width: 4, height: 3 };
  assert.deepEqual(lineOf(size, "", 0, 10), [0, 5, 10]);
  assert.deepEqual(boxOf(size, "", 6, 1), [1, 2, 5, 6]);
  assert.deepEqual(
    areaOf(size, "000011110000", 1).sort((a, b) => a - b),
    [0, 1, 2, 3],
  );
});

test("steps that a symmetry maps onto each other go together", () => {
  const edit = { layers: { numbers: "cell" } };
  const board = { width: 3, height: 3, layers: {}, members: {} };
  const at = (...targets) => targets.map((target) => ({ layer: "numbers", target, to: "0" }));
  const groups = (symmetry, ...targets) =>
    orbits(edit, board, at(...targets), symmetry).map((group) => group.map(({ target }) => target));
  assert.deepEqual(symmetries, ["none", "turn", "mirror"]);
  assert.deepEqual(groups("none", 0, 8, 4), [[0], [8], [4]]);
  assert.deepEqual(groups("turn", 0, 1, 4, 7, 8, 2), [[0, 8], [1, 7], [4], [2]]);
  assert.deepEqual(groups("mirror", 0, 2, 1, 6, 8), [[0, 2], [1], [6, 8]]);
});

test("cells outside all regions stay outside, and are not counted as a region", () => {
  const edit = edits.star_battle;
  const size = { width: 4, height: 4 };
  const document = { kind: "star_battle", grid: ["bb.a", "bbaa", "cc..", "cc.a"] };
  const sketch = { ...size, layers: edit.read(document, size, null), members: {} };
  assert.deepEqual(edit.write(sketch).grid, ["AA.B", "AABB", "CC..", "CC.B"]);
  assert.equal(edit.unfinished(sketch), null, "three of four regions");
  const outside = edit.tools.find(({ key }) => key === "outside");
  assert.deepEqual(
    [0, 34].map((digit) => outside.tap[digit]),
    [34, 63],
    "a tap brings a cell back as a new region",
  );
  const offers = edit.mend(sketch, 15);
  assert.deepEqual(offers, [], "all neighbours are outside");
});

test("a new region gets the first free letter, or the first one if there is none", () => {
  const edit = edits.star_battle;
  const all = blank(edit, { width: 8, height: 8 }).layers.regions;
  const withRegions = (first) => {
    const regions = [...all].map((_, at) => digitOf(at < first ? at : 0)).join("");
    const sketch = { ...blank(edit, { width: 8, height: 8 }), layers: { regions: regions.slice(0, -1) + digitOf(63) } };
    return edit.settle(sketch, "regions").layers.regions.at(-1);
  };
  assert.deepEqual([2, 34, 62, 63].map(withRegions), [2, 35, 62, 0].map(digitOf));
});
