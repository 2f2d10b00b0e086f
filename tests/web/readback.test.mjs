/** Tests for the detection of browsers that hide the pixels of pictures. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { hidesPixels } from "../../web/core/readback.js";

afterEach(() => delete globalThis.OffscreenCanvas);

/** Makes every canvas return its own pixels after a change. @param {(value: number, at: number) => number} change */
function canvasesWith(change) {
  globalThis.OffscreenCanvas = class {
    getContext = () => ({
      fillStyle: "",
      fillRect() {},
      getImageData(left, top, width, height) {
        const pixel = [...this.fillStyle.match(/\d+/g).map(Number), 255];
        return { data: Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => change(pixel[i % 4], i)) };
      },
    });
  };
}

const CASES = [
  ["the pixels themselves", (value) => value, false],
  ["slight noise", (value, i) => value + (i % 3) - 1, false],
  ["as much noise as browsers add", (value, i) => (i % 4 === 3 ? value : value + 8), false],
  ["more noise", (value, i) => (i % 4 === 3 ? value : value + 9), true],
  ["white", () => 255, true],
  ["black", (value, i) => (i % 4 === 3 ? 255 : 0), true],
  ["noise in one pixel", (value, i) => (i === 62 ? 255 - value : value), true],
];

for (const [name, change, hidden] of CASES)
  test(`a browser that returns ${name}`, () => {
    canvasesWith(change);
    assert.equal(hidesPixels(), hidden);
  });
