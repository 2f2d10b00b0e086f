/** Tests that boards are drawn to scale: everything drawn on cells has the same relative position at any size. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "../../web/canvas/overlays.js";
import { draw } from "../../web/canvas/board.js";
import { layout } from "../../web/canvas/layout.js";
import { svgCanvas } from "../../web/canvas/svg.js";
import { kind } from "../../web/generic/kind.js";
import { kinds } from "./kinds.mjs";

const palette = new Proxy({}, { get: () => "#123" });
const POINTS = { moveTo: 1, lineTo: 1, quadraticCurveTo: 2, bezierCurveTo: 3, arc: 1, rect: 1, fillText: 1 };
const NEAR = 0.05; // as a share of a cell, since lines are aligned to whole pixels

/** Returns the calls that draw on the cells, with places and lengths as shares of a cell. */
function drawn(puzzle, document, marks, cell) {
  const place = layout(puzzle, document, { width: 1e5, height: 1e5 }, cell);
  const { width, height } = puzzle.size(document);
  const canvas = svgCanvas({ width: place.width, height: place.height });
  const calls = [];
  const recorded = new Proxy(canvas.getContext("2d"), {
    get(target, name) {
      const found = target[name];
      if (!(name in POINTS)) return typeof found === "function" ? found.bind(target) : found;
      return (...args) => {
        const numbers = args.filter((value) => typeof value === "number");
        const shares = numbers.map((value, at) => {
          if (at < 2 * POINTS[name]) return (value - (at % 2 ? place.origin.y : place.origin.x)) / cell;
          return name === "arc" && at > 2 ? value : value / cell;
        });
        const [x, y] = shares;
        // Clues next to the board have their own sizes.
        calls.push(x > -NEAR && y > -NEAR && x < width + NEAR && y < height + NEAR ? [name, ...shares] : [name]);
        return found.apply(target, args);
      };
    },
    set: (target, name, value) => ((target[name] = value), true),
  });
  canvas.getContext = () => recorded;
  draw(canvas, { puzzle, document, marks, layout: place, palette, tone: "own" }, 1);
  return calls;
}

for (const puzzle of kinds) {
  const { document } = puzzle.sample;
  const givens = puzzle.givens(document);
  const all = ["0", "1", "2"].map((mark) => givens.replace(/0/g, mark));
  all.push([...givens].map((given, at) => (given === "0" ? "012"[(at * 7 + (at >> 2)) % 3] : given)).join(""));

  test(`${puzzle.kind}: larger cells change only the scale`, () => {
    for (const marks of all) {
      const [small, large] = [drawn(puzzle, document, marks, 60), drawn(puzzle, document, marks, 180)];
      assert.ok(small.length > 10);
      assert.deepEqual(
        small.map(([name]) => name),
        large.map(([name]) => name),
      );
      small.forEach((call, at) => {
        const far = call.slice(0, large[at].length).some((value, of) => of && Math.abs(value - large[at][of]) > NEAR);
        assert.ok(!far, `${marks}: ${call} and ${large[at]}`);
      });
    }
  });
}

test("regions have thick borders, also in kinds that draw their own clues", () => {
  const [clues, document] = [() => {}, { kind: "rooms", rooms: ["AB", "AA"] }];
  const common = { kind: "rooms", clues, size: () => ({ width: 2, height: 2 }), sample: { document } };
  const boxes = (puzzle) => drawn(puzzle, document, "0000", 60).filter(([name]) => name === "rect").length;
  assert.equal(boxes(kind({ ...common, regions: ({ rooms }) => rooms })), boxes(kind(common)) + 2);
});

test("a bracket is drawn in the regions that it crosses, and in no others", () => {
  const puzzle = kinds.find((one) => one.kind === "binoxxo");
  const document = { kind: "binoxxo", grid: Array(20).fill(".".repeat(20)) };
  const place = layout(puzzle, document, { width: 1e5, height: 1e5 }, 20);
  const named = new Proxy({}, { get: (_, name) => name }); // the name of a colour instead of its value
  const isDrawn = (overlay, row, column) => {
    const canvas = svgCanvas({ width: place.width, height: place.height });
    const scene = { puzzle, document, marks: puzzle.givens(document), layout: place, palette: named, tone: "own" };
    const [x, y] = [place.origin.x + column * place.cell, place.origin.y + row * place.cell];
    const region = { x, y, width: place.cell, height: place.cell };
    draw(canvas, { ...scene, overlays: [{ role: "wrong", ...overlay }] }, 1, [region]);
    return canvas.text().includes('"conflict"');
  };
  const [first, last] = [5, 15];
  for (const at of [first, 10, last]) {
    assert.ok(isDrawn({ place: { r: 7, c: 2 * first + 1 }, to: { r: 7, c: 2 * last + 1 } }, 3, at));
    assert.ok(isDrawn({ place: { r: 2 * first + 1, c: 7 }, to: { r: 2 * last + 1, c: 7 } }, at, 3));
  }
  assert.ok(!isDrawn({ place: { r: 7, c: 2 * first + 1 }, to: { r: 7, c: 2 * last + 1 } }, 13, 10));
  assert.ok(!isDrawn({ place: { r: 7, c: 2 * first + 1 }, to: { r: 7, c: 2 * last + 1 } }, 3, 0));
});
