/** Tests for the conversion of pictures to cells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, colourAxis, enough } from "../../web/core/candidates.js";
import {
  content,
  cropped,
  dithered,
  dotSize,
  edges,
  filled,
  grey,
  localContrast,
  otsu,
  shrunk,
} from "../../web/core/grayscale.js";

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

test("transparent pixels are white", () =>
  assert.deepEqual([...grey(pixels(3, [black, white, clear])).values].map(Math.round), [0, 255, 255]));

test("a cell is as bright as its pixels are on average", () => {
  const { values } = shrunk(grey(pixels(4, [black, white, white, white])), { width: 2, height: 1 });
  assert.deepEqual([...values].map(Math.round), [128, 255]);
});

test("a grid finer than the picture repeats its pixels", () => {
  const { values } = shrunk(grey(pixels(2, [black, white])), { width: 4, height: 2 });
  assert.deepEqual([...values].map(Math.round), [0, 0, 255, 255, 0, 0, 255, 255]);
});

test("the threshold separates dark from light", () => {
  const at = otsu([10, 12, 11, 200, 210, 205]);
  assert.ok(at >= 12 && at < 200);
  assert.equal(filled({ values: [10, 200] }, at, false), "10");
  assert.equal(filled({ values: [10, 200] }, at, true), "01");
});

/** Returns a picture whose brightness is a function of column and row. */
const field = (width, height, value) => ({
  width,
  height,
  values: Float32Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))),
});
const dark = ({ values }, threshold = 128) => [...values].map((value) => (value <= threshold ? "1" : "0")).join("");

test("empty margins are detected and cropped", () => {
  const all = field(6, 4, (x, y) => (x === 2 && (y === 1 || y === 2) ? 0 : 250));
  assert.deepEqual(content(all), { left: 2, top: 1, right: 3, bottom: 3 });
  assert.deepEqual([...cropped(all, content(all)).values], [0, 0]);
  const half = field(4, 2, (x) => (x < 2 ? 0 : 255)); // has no margin
  assert.deepEqual(content(half), { left: 0, top: 0, right: 4, bottom: 2 });
  const blank = field(3, 2, () => 7);
  assert.deepEqual(content(blank), { left: 0, top: 0, right: 3, bottom: 2 });
  const lit = (/** @type {number} */ x) => 250 - x / 5; // a page in uneven light with a speck and a square
  const page = Float32Array.from({ length: 40000 }, (_, i) => {
    const [x, y] = [i % 200, Math.floor(i / 200)];
    return (x === 10 && y === 20) || (x >= 60 && x < 90 && y >= 70 && y < 100) ? 0 : lit(x);
  });
  const box = { left: 60, top: 70, right: 90, bottom: 100 };
  assert.deepEqual(content({ width: 200, height: 200, values: page }), box);
});

test("the dots of pixel art are detected, also when enlarged", () => {
  const art = (x, y) => ((x * 7 + y * 5) % 3 ? 255 : 0);
  assert.equal(dotSize(field(16, 12, art)), 1);
  assert.equal(dotSize(field(160, 120, (x, y) => art(Math.floor(x / 10), Math.floor(y / 10)))), 10);
  assert.equal(dotSize(field(160, 121, (x, y) => art(Math.floor(x / 10), Math.floor(y / 10)))), 1);
  assert.equal(dotSize(field(8, 12, (x, y) => 200 * (((x >> 2) + (y >> 1)) & 1))), 2);
});

test("local contrast detects a figure on a background gradient", () => {
  const all = field(40, 40, (x, y) => 40 + 5 * x - (x % 20 === 10 && y % 20 === 10 ? 40 : 0));
  const found = localContrast(all);
  for (const [x, y] of [
    [10, 10],
    [30, 30],
  ])
    assert.ok(found.values[y * 40 + x] < found.values[y * 40 + x + 1] - 30, `${x}, ${y}`);
  assert.ok(Math.abs(found.values[5 * 40 + 20] - 128) < 12);
});

test("edges are dark only along the outline", () => {
  const found = edges(field(30, 30, (x) => (x < 15 ? 0 : 255)));
  assert.ok(found.values[15 * 30 + 15] < 10 && found.values[15 * 30 + 3] > 250 && found.values[15 * 30 + 27] > 250);
});

test("the density of dots follows the darkness of the picture", () => {
  for (const value of [64, 128, 191]) {
    const share =
      dark(
        dithered(
          field(40, 40, () => value),
          128,
        ),
      ).split("1").length / 1600;
    assert.ok(Math.abs(share - (1 - value / 255)) < 0.03, `${value}: ${share}`);
  }
});

/** Returns a disk with a hole on a background, 60 x 60. @param {number[]} ground @param {number[]} disk */
const disk = (ground, disk) =>
  pixels(
    60,
    Array.from({ length: 3600 }, (_, i) => {
      const far = Math.hypot((i % 60) - 29.5, Math.floor(i / 60) - 29.5);
      return far < 20 && far > 6 ? disk : ground;
    }),
  );

test("colours of equal brightness are distinguished, and the background is empty", () => {
  const [green, red] = [
    [0, 128, 0, 255],
    [208, 60, 60, 255],
  ];
  const image = disk(green, red);
  const picture = { grey: grey(image), colour: colourAxis(image) };
  const [best] = candidates(picture, { width: 20, height: 20 });
  assert.equal(best.method, "colour");
  assert.equal(best.digits[0], "0");
  assert.equal(best.digits[10 * 20 + 5], "1");
  assert.equal(best.digits[10 * 20 + 10], "0");
});

test("candidates differ, and a plain disk needs no large board", () => {
  const image = disk(white, black);
  const picture = { grey: grey(image), colour: colourAxis(image) };
  const found = candidates(picture, { width: 20, height: 20 }).map(({ digits }) => digits);
  assert.equal(new Set(found).size, found.length);
  const sizes = [12, 20, 30].map((side) => ({ width: side, height: side }));
  assert.ok(enough(picture, sizes).width < 30);
});

test("a picture without a recognisable share of filled cells keeps Otsu's threshold", () => {
  const blank = field(30, 30, () => 250);
  const [{ threshold, score }] = candidates({ grey: blank, colour: blank }, { width: 10, height: 10 });
  assert.deepEqual({ threshold, score }, { threshold: 127, score: -1 });
});
