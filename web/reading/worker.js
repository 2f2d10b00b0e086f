/** The worker that reads pictures: it receives a file and posts a reading. The solver runs in another worker. */

import { hidesPixels } from "../core/readback.js";
import { headerProblem } from "./header.js";
import { readPicture } from "./read.js";
import { rectified } from "./rectify.js";

/** @import {Pixels} from "./picture.js" */
/** @import {Corners, Outcome} from "./read.js" */

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {Blob} [file]  otherwise the last file again
 * @property {string} [kind]  what it is; otherwise the likeliest
 * @property {Corners} [corners]  of the board; what is outside is left out
 *
 * @typedef {Outcome & {id: number, width: number, height: number, picture?: ImageBitmap}} Answer  size of the picture
 *   in pixels, and the picture itself, smaller, if a file was given
 */

const SHOWN = 1400; // the longest side of the picture that is shown
const MOST = 64_000_000; // pixels

/**
 * The last picture, and the end of the last request; requests are processed one by one.
 * @type {{pixels: Pixels | null, last: Promise<unknown>}}
 */
const held = { pixels: null, last: Promise.resolve() };

/** Returns the outcome for a picture that cannot be read. @param {string} refusal @returns {Outcome} */
const refused = (refusal) => ({ reading: null, refusal, kinds: [], corners: null, cells: null });

/**
 * Decodes a file, upright and over white; the first picture of an animation.
 * @param {Blob} file
 * @returns {Promise<{problem: string, picture?: ImageBitmap}>}
 */
async function take(file) {
  held.pixels = null;
  const problem = headerProblem(new Uint8Array(await file.slice(0, 1 << 18).arrayBuffer()));
  if (problem) return { problem };
  if (hidesPixels()) return { problem: "hidden" };
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return { problem: "damaged" };
  const { width, height } = image;
  if (width * height > MOST) return (image.close(), { problem: "large" });
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) return { problem: "damaged" };
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  held.pixels = { width, height, data: context.getImageData(0, 0, width, height).data };
  const scale = Math.min(1, SHOWN / Math.max(width, height));
  const [resizeWidth, resizeHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const picture = await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: "medium" });
  image.close();
  return { problem: "", picture };
}

/**
 * Returns the reading of the last file; places are always in pixels of the picture that was given.
 * @param {Pixels} all @param {string} [kind] @param {Corners} [corners]
 * @returns {Outcome}
 */
function read(all, kind, corners) {
  if (!corners) return readPicture(all, kind);
  const { pixels: part, back } = rectified(all, corners);
  const outcome = readPicture(part, kind);
  return { ...outcome, corners, cells: outcome.cells?.map(([x, y]) => back(x, y)) ?? null };
}

/** @param {Request} request @returns {Promise<Answer>} */
async function answer({ id, file, kind, corners }) {
  const { problem, picture } = file ? await take(file) : { problem: "", picture: undefined };
  const { pixels } = held;
  const outcome = problem || !pixels ? refused(problem || "damaged") : read(pixels, kind, corners);
  return { ...outcome, id, picture, width: pixels?.width ?? 0, height: pixels?.height ?? 0 };
}

self.onmessage = (/** @type {MessageEvent<Request>} */ { data }) => {
  held.last = held.last
    .then(() => answer(data))
    .catch(() => ({ ...refused("damaged"), id: data.id, width: 0, height: 0 }))
    .then((/** @type {Answer} */ found) =>
      /** @type {Worker} */ (/** @type {unknown} */ (self)).postMessage(found, found.picture ? [found.picture] : []),
    );
};
