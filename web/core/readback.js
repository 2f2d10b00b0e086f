/** Detects browsers that hide the pixels of pictures. */

const SAMPLE = [200, 120, 40];
const MAX_NOISE = 8; // some browsers change the pixels only slightly

/**
 * Returns whether the browser hides the pixels of a canvas. As a protection against fingerprinting, some browsers
 * return noise or one colour instead, for example Firefox with `privacy.resistFingerprinting`.
 */
export function hidesPixels() {
  const side = 4;
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(side, side).getContext("2d"));
  context.fillStyle = `rgb(${SAMPLE})`;
  context.fillRect(0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  return data.some((value, i) => i % 4 < 3 && Math.abs(value - SAMPLE[i % 4]) > MAX_NOISE);
}
