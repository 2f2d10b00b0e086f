/** Glyphs of one colour in a position of minesweeper. */

import assert from "node:assert/strict";
import test from "node:test";

import { byHue } from "../../web/reading/hues.js";
import { likeliest } from "../../web/reading/network.js";
import { CLASSES } from "../../web/reading/weights.js";

const [BLUE, GREEN, GREY] = [[20, 40, 220], [20, 130, 30], [70, 70, 70]]; // prettier-ignore

/** @param {Record<string, number>} read @param {number[]} colour */
function glyph(read, colour) {
  const scores = Float32Array.from(CLASSES, (name) => read[name] ?? 1e-4);
  return /** @type {any} */ ({ scores, colour });
}

/** Returns what glyphs on a light ground are read as. @param {any[]} glyphs */
function read(glyphs) {
  const patches = glyphs.map(() => /** @type {any} */ ({ ground: [220, 220, 220], peak: 180 }));
  return byHue({ glyphs, patches }).map((each) => each && likeliest(each.scores));
}

test("a glyph that is hard to read takes after those of its colour", () => {
  const clear = [1, 2, 3, 4, 5, 6].flatMap(() => [glyph({ 1: 0.99 }, BLUE), glyph({ 2: 0.99 }, GREEN)]);
  assert.deepEqual(read([...clear, glyph({ "?": 0.9, 2: 0.06, 1: 0.03 }, BLUE)]).at(-1), "1");
  assert.deepEqual(read([...clear, glyph({ 2: 0.7, 1: 0.3 }, BLUE), null]).slice(-2), ["1", null]);
});

test("digits of one colour, as in print, stay as they are read", () => {
  const ones = [1, 2, 3, 4, 5, 6].map(() => glyph({ 1: 0.99 }, GREY));
  assert.deepEqual(read([...ones, glyph({ 5: 0.98, 1: 0.01 }, GREY)]).at(-1), "5");
  assert.deepEqual(read([]), []);
});

test("a flag in the colour of a digit stays a flag", () => {
  const ones = [1, 2, 3, 4, 5, 6].map(() => glyph({ 1: 0.99 }, BLUE));
  assert.deepEqual(read([...ones, glyph({ F: 0.95, 1: 0.02 }, BLUE)]).at(-1), "F");
});
