import assert from "node:assert/strict";
import { test } from "node:test";
import { hit } from "../../web/canvas/hit.js";
import { layout, nextZoom, panFor } from "../../web/canvas/layout.js";
import { progressIn } from "../../web/core/game.js";
import { count, placeOf, targetAt } from "../../web/core/lattice.js";
import { kind, kinds } from "./kinds.mjs";
import { recorder } from "./recorder.mjs";

for (const puzzle of kinds) {
  const { document, board, overlays } = puzzle.sample;
  const size = puzzle.size(document);

  test(`${puzzle.kind}: the sample is a valid document`, () => {
    assert.equal(puzzle.problem(document), null);
    assert.equal(puzzle.givens(document).length, count(puzzle, size));
    const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board });
    assert.ok(/[12]/.test(marks));
    const [forced] = overlays.filter(({ role }) => role === "forced");
    assert.equal(marks[targetAt(puzzle, size, forced.place)], "0", "the marked move is still to be made");
  });

  test(`${puzzle.kind}: fits its space, or is zoomed if the space is too small`, () => {
    const roomy = layout(puzzle, document, { width: 1000, height: 800 });
    assert.ok(roomy.whole && roomy.width <= 1000 && roomy.height <= 800 && roomy.cell >= 40);
    const side = [90, 80, 70, 60, 50, 40].find(
      (length) => !layout(puzzle, document, { width: length, height: length }).whole,
    );
    const space = { width: side, height: side };
    const tight = layout(puzzle, document, space);
    assert.ok(tight.cell === 20 && tight.width <= side && tight.height <= side);
    assert.equal(layout(puzzle, document, { width: 40, height: 40, touch: true }).cell, 28);
    assert.equal(layout(puzzle, document, space, 0).cell, tight.fit);
    assert.equal(nextZoom(tight, 1), 28);
    assert.equal(nextZoom(tight, -1), Math.max(tight.fit, 16));
  });

  if (puzzle.plain)
    test(`${puzzle.kind}: a small read-only board without counters fills its space`, () => {
      const plain = { ...puzzle, ...puzzle.plain };
      assert.ok(!plain.rowNotes && !plain.columnNotes);
      assert.deepEqual(plain.bands(document, 20), { left: 0, top: 0, right: 0, bottom: 0 });
    });

  test(`${puzzle.kind}: a pointer hits the target under it, also when zoomed and moved`, () => {
    for (const place of [
      layout(puzzle, document, { width: 900, height: 900 }),
      layout(puzzle, document, { width: 200, height: 200 }, 28, { x: 30, y: 20 }),
    ]) {
      for (let index = 0; index < count(puzzle, size); index++) {
        const { r, c } = placeOf(puzzle, size, index);
        const [x, y] = [place.origin.x + (c / 2) * place.cell, place.origin.y + (r / 2) * place.cell];
        const inside =
          x >= place.window.x &&
          y >= place.window.y &&
          x < place.window.x + place.window.width &&
          y < place.window.y + place.window.height;
        assert.equal(hit(puzzle, place, x, y), inside ? index : -1);
      }
    }
  });

  test(`${puzzle.kind}: the place under the pointer stays there when zooming`, () => {
    const side = Math.min(150, 20 * Math.min(size.width, size.height)); // less than even a small board needs
    const [space, at] = [{ width: side, height: side }, Math.round((2 / 3) * side)];
    const before = layout(puzzle, document, space, 28, { x: 30, y: 30 });
    const after = layout(puzzle, document, space, 40, panFor(before, 40, at, at));
    const under = ({ origin, cell }) => [(at - origin.x) / cell, (at - origin.y) / cell];
    const moved = ({ window }) => Math.abs(window.x - before.window.x);
    under(after).forEach((at, axis) => assert.ok(Math.abs(at - under(before)[axis]) <= (1 + moved(after)) / 28 + 0.05));
  });
}

for (const [name, document, marks, expected] of [
  ["nonogram", { rows: [[1], [1]], cols: [[1], [1]] }, "1001", true],
  ["nonogram", { rows: [[1], [1]], cols: [[1], [1]] }, "0110", true],
  ["nonogram", { rows: [[1], [1]], cols: [[1], [1]] }, "1221", true],
  ["nonogram", { rows: [[1], [1]], cols: [[1], [1]] }, "1101", false],
  ["nonogram", { rows: [[0], []], cols: [[]] }, "00", true],
  ["minesweeper", { grid: ["1.", ".."], mines: null }, "0100", true],
  ["minesweeper", { grid: ["1.", ".."], mines: null }, "0110", false],
  ["minesweeper", { grid: ["1.", ".."], mines: 2 }, "0100", false],
  ["slitherlink", { grid: ["4"] }, "1111", true],
  ["slitherlink", { grid: ["."] }, "0000", false],
  ["slitherlink", { grid: ["3"] }, "1110", false],
  ["slitherlink", { grid: ["..."] }, "1011011111", false],
  ["slitherlink", { grid: ["..."] }, "1111111001", true],
  ["binoxxo", { grid: ["..", ".."] }, "1221", true],
  ["binoxxo", { grid: ["..", ".."] }, "1212", false],
  ["binoxxo", { grid: ["..", ".."], distinct: false }, "1212", false],
  ["binoxxo", { grid: ["..", ".."] }, "1220", false],
]) {
  test(`${name} ${JSON.stringify(document)} ${marks} is ${expected ? "" : "not "}solved`, () =>
    assert.equal(kind(name).solved({ kind: name, ...document }, marks), expected));
}

for (const [name, document, expected] of [
  ["nonogram", { rows: [[1]] }, { kind: "missing", params: { field: "cols" } }],
  ["nonogram", { rows: 3, cols: [] }, { kind: "not-clues", params: { field: "rows" } }],
  ["nonogram", { rows: [[1]], cols: [[1], 2] }, { kind: "not-a-clue", at: { column: 2 } }],
  ["nonogram", { rows: [[1, 0]], cols: [[1]] }, { kind: "run", at: { row: 1 }, params: { clue: "1 0" } }],
  ["nonogram", { rows: [], cols: [] }, { kind: "empty" }],
  [
    "nonogram",
    { rows: Array(201).fill([]), cols: [[]] },
    { kind: "too-big", params: { width: 1, height: 201, largest: 200 } },
  ],
  ["nonogram", { rows: [[0]], cols: [[]] }, null],
  ["minesweeper", { grid: ["1.", "."] }, { kind: "ragged", at: { row: 2 }, params: { n: 1, expected: 2 } }],
  [
    "minesweeper",
    { grid: ["19"] },
    { kind: "character", at: { row: 1, column: 2 }, params: { character: "9", allowed: ". * s 0 1 2 3 4 5 6 7 8" } },
  ],
  ["minesweeper", { grid: ["1."], mines: -1 }, { kind: "mines", params: { n: "-1" } }],
  ["minesweeper", { field: ["*."], opened: [[0, 0]] }, { kind: "opened-mine", at: { row: 1, column: 1 } }],
  [
    "minesweeper",
    { field: ["*."], opened: [[0, 2]] },
    { kind: "opened-outside", at: { row: 1, column: 3 }, params: { width: 2, height: 1 } },
  ],
  [
    "minesweeper",
    { field: ["*2"], opened: [] },
    { kind: "number-differs", at: { row: 1, column: 2 }, params: { found: 2, n: 1 } },
  ],
  ["minesweeper", { field: ["*."], opened: [[0, 1]] }, null],
  ["slitherlink", { grid: "..." }, { kind: "not-rows", params: { field: "grid" } }],
  [
    "slitherlink",
    { grid: ["5"] },
    { kind: "character", at: { row: 1, column: 1 }, params: { character: "5", allowed: ". 0 1 2 3 4" } },
  ],
  ["slitherlink", { grid: [""] }, { kind: "empty" }],
  ["binoxxo", { grid: ["O.X"] }, { kind: "one-line", params: { width: 3, height: 1 } }],
  ["binoxxo", { grid: ["OX", ".."], distinct: "no" }, { kind: "distinct" }],
]) {
  test(`${name} ${JSON.stringify(document).slice(0, 60)}: ${expected ? expected.kind : "sound"}`, () =>
    assert.deepEqual(kind(name).problem({ kind: name, ...document }), expected));
}

test("edges as text", () => {
  const drawn = ["+---+   +", "| 3 |", "+   +---+", "|   |", "+   +---+"];
  assert.equal(kind("slitherlink").text({ kind: "slitherlink", grid: ["3.", ".."] }, "100101110110"), drawn.join("\n"));
});

for (const puzzle of kinds.filter(({ finish }) => finish))
  test(`${puzzle.kind}: adding × around satisfied clues changes no other mark and is idempotent`, () => {
    const givens = puzzle.givens(puzzle.practice);
    const marks = [...givens].map((mark, target) => (target % 3 === 0 && mark === "0" ? "1" : mark)).join("");
    for (const before of [givens, marks]) {
      const after = puzzle.finish(puzzle.practice, before);
      assert.ok(
        [...after].every((mark, target) => mark === before[target] || (before[target] === "0" && mark === "2")),
      );
      assert.equal(puzzle.finish(puzzle.practice, after), after);
    }
  });

test("nonogram: a line with all its runs gets its ×, others do not", () => {
  const puzzle = kind("nonogram");
  const document = { kind: "nonogram", rows: [[1], [2]], cols: [[2], [1], []] };
  assert.equal(puzzle.finish(document, "100000"), "122002");
  assert.deepEqual(puzzle.lineClues(document, { r: 3, c: 1 }), { row: "2", column: "2" });
});

test("slitherlink: × around a satisfied number and next to the line at a dot", () => {
  const puzzle = kind("slitherlink");
  const document = { kind: "slitherlink", grid: ["1.", ".."] };
  // h: 3 rows of 2 edges, v: 2 rows of 3
  assert.equal(puzzle.finish(document, "100000000000"), "102000220000");
  assert.equal(puzzle.finish({ kind: "slitherlink", grid: ["..", ".."] }, "110000000000"), "110000020000");
});

/** Returns clues of `n` ones for `length` lines. */
const ones = (length, n) => Array.from({ length }, () => Array(n).fill(1));

for (const [side, numbers] of [
  [20, 7],
  [25, 7],
])
  test(`a nonogram of ${side} x ${side} is shown completely on a phone, with all its clues`, () => {
    const puzzle = kind("nonogram");
    const document = { kind: "nonogram", rows: ones(side, numbers), cols: ones(side, numbers) };
    const placed = layout(puzzle, document, { width: 366, height: 464, touch: true });
    assert.ok(placed.whole && placed.cell >= 9, JSON.stringify(placed.cell));
    assert.ok(placed.width <= 366 && placed.height <= 464);
  });

test("the cells of a nonogram of 25 x 25 have 12 px on a phone, even if every clue is as long as possible", () => {
  const puzzle = kind("nonogram");
  const document = { kind: "nonogram", rows: ones(25, 13), cols: ones(25, 13) };
  const placed = layout(puzzle, document, { width: 382, height: 464, touch: true });
  assert.equal(placed.cell, 12);
  assert.ok(placed.whole && placed.width <= 382 && placed.height <= 464, JSON.stringify(placed));
});

test("a clue that is too long for its margin is marked", () => {
  const puzzle = kind("nonogram");
  const document = { kind: "nonogram", rows: ones(40, 20), cols: ones(40, 20) };
  const placed = layout(puzzle, document, { width: 300, height: 300 }, 28);
  const { pen } = recorder(puzzle, document, placed);
  let dots = 0;
  const ctx = { ...pen.ctx };
  pen.ctx = new Proxy(ctx, {
    get: (_, name) => (name === "arc" ? () => dots++ : () => ({ width: 8, actualBoundingBoxAscent: 8 })),
  });
  puzzle.rowClues(pen, { puzzle, document, marks: puzzle.givens(document), tone: "own" });
  assert.equal(dots, 3 * 40);
});

test("the cell of the first click has a ring if this click opens exactly the opened cells", () => {
  const mines = kind("minesweeper");
  const rings = (opened) => {
    const document = { kind: "minesweeper", field: ["...", "..*"], opened };
    const { ctx, pen } = recorder(mines, document, layout(mines, document, { width: 300, height: 200 }));
    const found = [];
    ctx.arc = (x, y) => found.push([Math.floor((x - pen.x(0)) / pen.c), Math.floor((y - pen.y(0)) / pen.c)]);
    mines.clues(pen, { document, marks: "000000", tone: "own" });
    return found;
  };
  const all = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
  assert.deepEqual(rings(all), [[0, 0]]);
  assert.deepEqual(rings(all.slice(0, 3)), []);
  assert.deepEqual(rings(all.slice().reverse()), []);
});
