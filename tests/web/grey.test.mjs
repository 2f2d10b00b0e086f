/** From a picture to cells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, grey, otsu, shrunk } from "../../web/core/grayscale.js";

const pixels = (width, colours) => ({
  width,
  height: colours.length / width,
  data: Uint8ClampedArray.from(colours.flat()),
});
const [black, white, clear] = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
  [0, 0, 0, 0],
];

test("what is transparent is white", () =>
  assert.deepEqual([...grey(pixels(3, [black, white, clear])).values].map(Math.round), [0, 255, 255]));

test("a cell is as bright as its pixels are on average", () => {
  const { values } = shrunk(grey(pixels(4, [black, white, white, white])), { width: 2, height: 1 });
  assert.deepEqual([...values].map(Math.round), [128, 255]);
});

test("a grid finer than the picture repeats its pixels", () => {
  const { values } = shrunk(grey(pixels(2, [black, white])), { width: 4, height: 2 });
  assert.deepEqual([...values].map(Math.round), [0, 0, 255, 255, 0, 0, 255, 255]);
});

test("the threshold parts dark from light", () => {
  const at = otsu([10, 12, 11, 200, 210, 205]);
  assert.ok(at >= 12 && at < 200);
  assert.equal(filled({ values: [10, 200] }, at, false), "10");
  assert.equal(filled({ values: [10, 200] }, at, true), "01");
});
