/** Functions for a crop frame on a picture: finding its sides, dragging and limiting it. */

/** @import {Box} from "./geometry.js" */
/** @import {Size} from "./types.js" */

/** @typedef {{x: number, y: number}} PicturePoint  in px of the picture */

/** @typedef {(keyof Box)[]} Grip  the sides that a drag moves; all four to move the whole frame */

/** @type {Grip} */
const SIDES = ["left", "top", "right", "bottom"];

/** @param {Size} size @returns {Box} */
export const wholeOf = ({ width, height }) => ({ left: 0, top: 0, right: width, bottom: height });

/** @param {Size} size @param {Box} box */
export const isWhole = (size, box) => SIDES.every((side) => box[side] === wholeOf(size)[side]);

/**
 * Returns the sides to drag from a point: those of a corner or side nearby, or all four if the point is inside the
 * frame. Returns an empty list outside, where a drag starts a new frame, and inside a frame that covers the whole
 * picture.
 * @param {Size} size
 * @param {Box} box
 * @param {PicturePoint} at
 * @param {number} near distance in px of the picture
 * @returns {Grip}
 */
export function gripAt(size, box, { x, y }, near) {
  const across = x > box.left - near && x < box.right + near;
  const down = y > box.top - near && y < box.bottom + near;
  if (!across || !down) return [];
  /** @type {(a: keyof Box, b: keyof Box, at: number) => Grip} */
  const nearer = (a, b, at) => {
    const side = Math.abs(at - box[a]) <= Math.abs(at - box[b]) ? a : b;
    return Math.abs(at - box[side]) < near ? [side] : [];
  };
  const sides = [...nearer("left", "right", x), ...nearer("top", "bottom", y)];
  if (sides.length) return sides;
  return isWhole(size, box) ? [] : SIDES;
}

/**
 * Returns the frame after a drag. It stays within the picture, and each side is at least `least` px long.
 * @param {Size} size
 * @param {Box} box the frame at the start of the drag
 * @param {Grip} grip
 * @param {PicturePoint} from
 * @param {PicturePoint} to
 * @param {number} least
 * @returns {Box}
 */
export function dragged(size, box, grip, from, to, least) {
  const whole = wholeOf(size);
  if (grip.length === 4) {
    const x = between(whole.left - box.left, to.x - from.x, whole.right - box.right);
    const y = between(whole.top - box.top, to.y - from.y, whole.bottom - box.bottom);
    return rounded({ left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y });
  }
  if (!grip.length) {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return rounded({
      left: between(0, left, size.width - least),
      top: between(0, top, size.height - least),
      right: between(least, Math.max(right, left + least), size.width),
      bottom: between(least, Math.max(bottom, top + least), size.height),
    });
  }
  const at = { left: to.x, right: to.x, top: to.y, bottom: to.y };
  return grip.reduce((now, side) => withSide(size, now, side, at[side], least), box);
}

/**
 * Returns the frame with one side moved, within the limits of the other side and the picture.
 * @param {Size} size
 * @param {Box} box
 * @param {keyof Box} side
 * @param {number} at
 * @param {number} least
 * @returns {Box}
 */
export function withSide({ width, height }, box, side, at, least) {
  const limits = /** @type {const} */ ({
    left: [0, box.right - least],
    right: [box.left + least, width],
    top: [0, box.bottom - least],
    bottom: [box.top + least, height],
  });
  const [low, high] = limits[side];
  return rounded({ ...box, [side]: between(low, at, high) });
}

/** @param {number} low @param {number} value @param {number} high */
const between = (low, value, high) => Math.max(low, Math.min(high, value));

/** @param {Box} box @returns {Box} */
const rounded = ({ left, top, right, bottom }) => ({
  left: Math.round(left),
  top: Math.round(top),
  right: Math.round(right),
  bottom: Math.round(bottom),
});
