/** The worker that reads pictures: pixels in, a reading out. It has no part in the solver, which another worker runs. */

import { readPicture } from "./read.js";
import { rectified } from "./rectify.js";

/** @import {Pixels} from "./picture.js" */
/** @import {Corners, Outcome} from "./read.js" */

/**
 * @typedef {{id: number, pixels: Pixels, kind?: string, corners?: Corners}} Request  corners: what is outside is left out
 * @typedef {{id: number, outcome?: Outcome, error?: string}} Answer
 */

/**
 * The reading of a request; corners are always in pixels of the picture that was given.
 * @param {Request} request
 * @returns {Outcome}
 */
function read({ pixels, kind, corners }) {
  if (!corners) return readPicture(pixels, kind);
  const { pixels: part, back } = rectified(pixels, corners);
  const outcome = readPicture(part, kind);
  return { ...outcome, corners: outcome.corners?.map(([x, y]) => back(x, y)) ?? corners };
}

self.onmessage = (/** @type {MessageEvent<Request>} */ { data }) => {
  /** @type {Answer} */
  let answer;
  try {
    answer = { id: data.id, outcome: read(data) };
  } catch (error) {
    answer = { id: data.id, error: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};
