/** Tests for the worker that reads pictures and the page's side of it, with a canvas and messages made here. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { SIGNS } from "./pixel-font.mjs";

const PITCH = 20;
const GRID = ["121.2", "2.2.2", "3...2", "2.2.1", "0.023"];

const [LEFT, TOP] = [30, 30];

/** Draws dots with digits between them on a white picture. */
function picture(width, height) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const box = (x, y, wide, tall) => {
    for (let row = y; row < y + tall; row++)
      for (let column = x; column < x + wide; column++) data.set([0, 0, 0], 4 * (row * width + column));
  };
  for (let r = 0; r <= GRID.length; r++)
    for (let c = 0; c <= GRID.length; c++) {
      const [x, y] = [LEFT + c * PITCH, TOP + r * PITCH];
      box(x - 1, y - 1, 3, 3);
      const bits = SIGNS[GRID[r]?.[c]]?.split(" ") ?? [];
      bits.forEach((row, i) => [...row].forEach((bit, j) => bit === "1" && box(x + 6 + 2 * j, y + 4 + 2 * i, 2, 2)));
    }
  return { width, height, data };
}

/** The picture that the browser decodes, and the calls that it has received. */
const browser = { image: null, hidden: false, canvas: true, resized: [], closed: 0, drawn: [] };
const posted = [];
const transferred = [];

globalThis.self = {
  postMessage: (answer, list) => (posted.push(answer), transferred.push(list)),
};
globalThis.createImageBitmap = async (from, options) => {
  if (options) return (browser.resized.push(options), { shown: true });
  if (!browser.image) throw new Error("cannot be decoded");
  return { ...browser.image, close: () => browser.closed++ };
};
globalThis.OffscreenCanvas = class {
  constructor(width, height) {
    Object.assign(this, { width, height });
  }
  getContext() {
    if (this.width === 4) return { fillRect() {}, getImageData: () => ({ data: probe() }) }; // asks for pixels
    if (!browser.canvas) return null;
    return {
      fillRect: (...area) => browser.drawn.push(area),
      drawImage: (image, ...at) => browser.drawn.push(at),
      getImageData: (...area) => (browser.drawn.push(area), { data: browser.image.data }),
    };
  }
};
const probe = () => Uint8ClampedArray.from({ length: 64 }, (_, i) => (browser.hidden ? 0 : [200, 120, 40, 255][i % 4]));

await import("../../web/reading/worker.js");

beforeEach(() => {
  Object.assign(browser, { image: picture(160, 170), hidden: false, canvas: true, closed: 0 });
  for (const list of [browser.resized, browser.drawn, posted, transferred]) list.length = 0;
});
afterEach(() => assert.ok(posted.every(({ id }) => id > 0)));

const FILE = new Blob([new Uint8Array(300)]);

/** Returns the answer of the worker to a request. */
async function ask(request) {
  globalThis.self.onmessage({ data: request });
  while (!posted.length) await new Promise((done) => setTimeout(done, 1));
  return posted.shift();
}
const values = ({ reading }) => reading.items.map(({ choices }) => choices[0].value).join("");

test("a picture is read, and shown at its size", async () => {
  const answer = await ask({ id: 7, file: FILE });
  assert.deepEqual([answer.id, answer.refusal, answer.width, answer.height], [7, "", 160, 170]);
  assert.equal(values(answer), GRID.join(""));
  assert.deepEqual([answer.picture, transferred], [{ shown: true }, [[{ shown: true }]]]);
  assert.deepEqual(browser.resized, [{ resizeWidth: 160, resizeHeight: 170, resizeQuality: "medium" }]);
  assert.deepEqual(browser.drawn, [[0, 0, 160, 170], [0, 0], [0, 0, 160, 170]]); // prettier-ignore
  assert.equal(browser.closed, 1);
});

test("the last picture is read again, as another kind or within corners, without being shown again", async () => {
  const { cells, corners } = await ask({ id: 1, file: FILE });
  const again = await ask({ id: 2, kind: "binoxxo" });
  assert.ok(!again.reading || again.reading.kind === "binoxxo");
  assert.deepEqual([again.width, again.height, again.picture], [160, 170, undefined]);
  assert.deepEqual(transferred.at(-1), []);
  const within = [[12, 14], [149, 14], [149, 151], [12, 151]]; // prettier-ignore
  const part = await ask({ id: 3, corners: within });
  assert.equal(values(part), GRID.join(""));
  assert.deepEqual(part.corners, within);
  assert.notDeepEqual(part.corners, corners);
  assert.equal(part.cells.length, cells.length);
  part.cells.forEach(([x, y], i) => assert.ok(Math.hypot(x - cells[i][0], y - cells[i][1]) < 3, `${i}: ${x} ${y}`));
  const none = await ask({ id: 4, corners: [[0, 0], [20, 0], [20, 20], [0, 20]] }); // prettier-ignore
  assert.equal(none.cells, null);
});

test("large pictures are shown smaller; too large ones are refused after they are decoded, too", async () => {
  browser.image = { width: 2800, height: 40, data: new Uint8ClampedArray(4 * 2800 * 40).fill(255) };
  await ask({ id: 1, file: FILE });
  assert.deepEqual(browser.resized, [{ resizeWidth: 1400, resizeHeight: 20, resizeQuality: "medium" }]);
  browser.image = { width: 8000, height: 8000, data: null };
  assert.equal((await ask({ id: 2, file: FILE })).refusal, "damaged"); // as large as allowed, but without pixels
  browser.image = { width: 8000, height: 8001, data: null };
  const large = await ask({ id: 3, file: FILE });
  assert.deepEqual([large.refusal, large.width, large.height, large.cells], ["large", 0, 0, null]);
});

test("why a picture cannot be read", async () => {
  const small = new Uint8Array(40);
  small.set([0x89, 0x50, 0x4e, 0x47]);
  small.set([0, 0, 0, 9, 0, 0, 0, 9], 16);
  assert.equal((await ask({ id: 1, file: new Blob([small]) })).refusal, "small");
  browser.hidden = true;
  assert.equal((await ask({ id: 2, file: FILE })).refusal, "hidden");
  Object.assign(browser, { hidden: false, canvas: false });
  assert.equal((await ask({ id: 3, file: FILE })).refusal, "damaged");
  Object.assign(browser, { canvas: true, image: null });
  const answer = await ask({ id: 4, file: FILE });
  assert.deepEqual([answer.id, answer.refusal, answer.reading, answer.width], [4, "damaged", null, 0]);
  assert.equal((await ask({ id: 5 })).refusal, "damaged"); // the picture before is not kept
});

test("the page gives each request a number, and starts the worker again after it broke", async () => {
  const made = [];
  globalThis.Worker = class {
    constructor() {
      Object.assign(this, { asked: [], ended: 0 });
      made.push(this);
    }
    postMessage(request) {
      this.asked.push(request);
    }
    terminate() {
      this.ended++;
    }
  };
  const { readFile } = await import("../../web/reading/client.js");
  const [first, second] = [readFile({ kind: "a" }), readFile({ kind: "b" })];
  assert.deepEqual(made[0].asked, [{ kind: "a", id: 1 }, { kind: "b", id: 2 }]); // prettier-ignore
  made[0].onmessage({ data: { id: 2, refusal: "two" } });
  assert.equal((await second).refusal, "two");
  made[0].onerror({ message: "broke" });
  await assert.rejects(first, /broke/);
  const third = readFile({});
  assert.deepEqual([made.length, made[0].ended, made[1].asked], [2, 1, [{ id: 3 }]]);
  made[1].onmessage({ data: { id: 3, refusal: "" } });
  assert.equal((await third).refusal, "");
});
