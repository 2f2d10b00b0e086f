/** Tests of the parts in which a board is drawn, and of those that are drawn after it was moved. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf, uncovered } from "../../web/canvas/changes.js";
import { layout } from "../../web/canvas/layout.js";
import { kinds } from "./kinds.mjs";

const nonogram = kinds.find(({ kind }) => kind === "nonogram");
const binoxxo = kinds.find(({ kind }) => kind === "binoxxo");
const lines = Array(60).fill([1, 1, 1, 1]);
const CLUES = { kind: "nonogram", rows: lines, cols: lines };
const SIGNS = { kind: "binoxxo", grid: Array(60).fill("O".padEnd(60, ".")) };
const SPACES = [
  { width: 900, height: 700 },
  { width: 381.5, height: 464.2, touch: true },
];

/** Returns how many of the regions cover each half px of a board. */
function covered(place, regions) {
  const [width, height] = [place.width, place.height].map((length) => Math.floor(2 * length));
  const times = Array.from({ length: height }, () => new Uint8Array(width));
  for (const region of regions)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [across, down] = [(x + 0.5) / 2, (y + 0.5) / 2];
        const inside = across > region.x && across < region.x + region.width;
        times[y][x] += Number(inside && down > region.y && down < region.y + region.height);
      }
  return times;
}

for (const [puzzle, document] of [
  [nonogram, CLUES],
  [binoxxo, SIGNS],
])
  for (const space of SPACES)
    for (const [zoom, pan] of [
      [0, { x: 0, y: 0 }],
      [20, { x: 37, y: 211 }],
    ]) {
      const place = layout(puzzle, document, space, zoom, pan);

      test(`the parts of a ${puzzle.kind} cover it once: ${space.width} px, zoom ${zoom}`, () => {
        const parts = partsOf(place);
        assert.ok(covered(place, parts).every((row) => row.every((times) => times === 1)));
        assert.ok(parts.every(({ height }) => height <= Math.max(5 * place.cell, place.bands.top, place.bands.bottom)));
        // The clues above and below are cut as well, because they are many.
        assert.ok(parts.every(({ y, width }) => y >= place.window.y || width <= 25 * place.cell + place.bands.left));
      });

      test(`a moved ${puzzle.kind} is redrawn in the parts that come into view: ${space.width} px, zoom ${zoom}`, () => {
        const { window: seen } = place;
        for (const [x, y] of [
          [8, 0],
          [-8, 0],
          [0, 5],
          [3, -5],
        ]) {
          const times = covered(place, uncovered(place, { x, y }));
          const isDrawn = (across, down) => times[Math.floor(2 * down)][Math.floor(2 * across)] > 0;
          for (let down = seen.y + 0.5; down < seen.y + seen.height; down += 7)
            for (let across = seen.x + 0.5; across < seen.x + seen.width; across += 7) {
              const fromX = across - x < seen.x || across - x > seen.x + seen.width;
              const fromY = down - y < seen.y || down - y > seen.y + seen.height;
              assert.equal(isDrawn(across, down), fromX || fromY);
              if (place.bands.left) assert.equal(isDrawn(1, down), fromY);
              if (place.bands.top) assert.equal(isDrawn(across, 1), fromX);
            }
        }
        assert.equal(uncovered(place, { x: 0.6 * seen.width, y: 0 }), null);
        assert.equal(uncovered(place, { x: 0, y: -0.6 * seen.height }), null);
      });
    }
