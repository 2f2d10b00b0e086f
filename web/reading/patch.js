/** One cell of the picture, found through the map of the lattice, and the glyph in it. Plain functions. */

import { blobsOf } from "./blobs.js";
import { classified } from "./network.js";
import { median, medianAt, nthAt } from "./picture.js";
import { SHAPE } from "./weights.js";

/** @import {Blob} from "./blobs.js" */
/** @import {Mapping} from "./map.js" */
/** @import {Scores} from "./network.js" */
/** @import {Levelled, Picture} from "./picture.js" */

export const SIDE = 32; // samples per side of a cell
const CLEAR = 60; // ink; strokes with more contrast to the edge of a cell belong to a glyph
const FAINT = 24; // ink; a cell with bright strokes needs more, because noise is amplified in dark cells
const CUT = 0.35; // points with at least this share of the strongest ink belong to a glyph, as in training
const STRONG = 0.6; // the same for a glyph that blurs into the frame of its cell
const WIDE = 18; // the maximum size of such a glyph in samples; discs and rings are wider
export const NOISE = 14; // ink of blank cells in a compressed picture at most
const LEAST = 10; // points of a glyph
const AROUND = 3; // samples from a point of a stroke to one next to it
const EVEN = 0.2; // the lower quartile of the contrast around strokes, as a share of the upper one, at least
const INSET = 2; // samples at the edge of a cell that belong to its frame
const DEEP = 6; // further rows and columns that may do so
const LINED = 0.8; // the share of such a row or column that is ink
const ASIDE = 10; // samples from the middle of a cell to that of its glyph, to the left or right, at most
const TWO = 13; // the same for each of two digits
const EDGE = 3; // samples from the edge of a cell in which the line next to it lies

/**
 * @typedef {object} Ink  a part of the picture, upright
 * @property {number} width
 * @property {number} height
 * @property {Float32Array[]} channels
 * @property {Float32Array} ink  how far each point is from its background
 * @property {Map<string, Glyph>} [glyphs]  those that have been read, by their boxes and numbers of points
 *
 * @typedef {Ink & {ground: number[], peak: number, glyph?: Glyph | null}} Patch  ground: the colour of its background;
 *   peak: the ink that 10 points of its middle exceed; glyph: that with any peak, once it has been read
 *
 * @typedef {object} Glyph
 * @property {Scores} scores
 * @property {Float32Array} shape  the ink in the box of the network
 * @property {number} width
 * @property {number} height
 * @property {number} left
 * @property {number} top
 * @property {number} fill  the share of its box that is ink
 * @property {number} points
 * @property {number[]} colour
 */

/**
 * Returns a part of the picture, sampled along two directions.
 * @param {Picture} picture @param {[number, number]} corner @param {[number, number]} across @param {[number,
 *   number]} down
 * @param {number} width samples @param {number} height @param {number} [beyond] the value outside the picture;
 *   otherwise that of its border
 */
export function sampled(picture, corner, across, down, width, height, beyond) {
  const { channels, width: wide, height: high } = picture;
  const many = width * height;
  if (kept.points.length < many) Object.assign(kept, roomFor(many));
  const { points, shares, below } = kept;
  const right = wide - 1.001;
  const bottom = high - 1.001;
  for (let i = 0, to = 0; i < height; i++) {
    const b = (i + 0.5) / height;
    const left = corner[0] + b * down[0];
    const top = corner[1] + b * down[1];
    for (let j = 0; j < width; j++, to++) {
      const a = (j + 0.5) / width;
      const x = left + a * across[0];
      const y = top + a * across[1];
      const u = x < 0 ? 0 : x > right ? right : x;
      const v = y < 0 ? 0 : y > bottom ? bottom : y;
      const column = u | 0; // as `at` does, for all channels at once
      const row = v | 0;
      const outside = beyond !== undefined && !(x > -1 && y > -1 && x < wide && y < high);
      points[to] = outside ? -1 : row * wide + column;
      shares[to] = u - column;
      below[to] = v - row;
    }
  }
  return channels.map((values) => interpolated(values, wide, many, beyond ?? 0));
}

/**
 * Returns the values of a channel at the places that are kept.
 * @param {Float32Array} values @param {number} wide @param {number} many @param {number} beyond
 */
function interpolated(values, wide, many, beyond) {
  const { points, shares, below } = kept;
  const out = new Float32Array(many);
  for (let i = 0; i < many; i++) {
    const o = points[i];
    if (o < 0) {
      out[i] = beyond;
      continue;
    }
    const first = values[o];
    const next = values[o + wide];
    const upper = first + shares[i] * (values[o + 1] - first);
    const lower = next + shares[i] * (values[o + wide + 1] - next);
    out[i] = upper + below[i] * (lower - upper);
  }
  return out;
}

/** Places of samples: the point to the upper left, and the shares of those to the right and below. */
const kept = roomFor(2 * SIDE * SIDE);

/** @param {number} many */
function roomFor(many) {
  return { points: new Int32Array(many), shares: new Float64Array(many), below: new Float64Array(many) };
}

/**
 * Returns the distance of each point from a colour, in the channel that differs most.
 * @param {Float32Array[]} channels @param {number[]} ground
 */
function inkOf([r, g, b], [x, y, z]) {
  const ink = new Float32Array(r.length);
  for (let i = 0; i < ink.length; i++) {
    const red = Math.abs(r[i] - x);
    const green = Math.abs(g[i] - y);
    const blue = Math.abs(b[i] - z);
    const most = red > green ? red : green;
    ink[i] = most > blue ? most : blue;
  }
  return ink;
}

/**
 * Returns the strokes of a part of the picture, sampled along two directions.
 * @param {Levelled} picture @param {boolean} dark the page is @param {[number, number]} corner
 * @param {[number, number]} across @param {[number, number]} down
 * @param {number} width samples @param {number} height @param {number} [beyond] the value outside the picture;
 *   otherwise that of its border
 */
export function sampledStrokes(picture, dark, corner, across, down, width, height, beyond) {
  const least = (/** @type {number} */ k) => corner[k] + Math.min(0, across[k]) + Math.min(0, down[k]) - 1;
  const most = (/** @type {number} */ k) => corner[k] + Math.max(0, across[k]) + Math.max(0, down[k]) + 2;
  const strokes = picture.strokes(dark, { left: least(0), top: least(1), right: most(0), bottom: most(1) });
  return sampled(strokes, corner, across, down, width, height, beyond)[0];
}

/**
 * Returns the strokes of a part of the picture with a shadow on it, without the noise of the page. Bright strokes are
 * used instead of dark ones (or the reverse) if their contrast to the edge of the cell is much stronger.
 * @param {Levelled} picture @param {[number, number]} corner @param {[number, number]} across @param {[number,
 *   number]} down
 * @param {Float32Array[]} channels of the cell @param {number} peak its strongest ink, before shadows are taken out
 */
function strokesIn(picture, corner, across, down, channels, peak) {
  const dark = picture.isDark();
  const usual = withoutPage(sampledStrokes(picture, dark, corner, across, down, SIDE, SIDE));
  const least = 1.5 * Math.max(10, clearness(usual));
  if (least > CLEAR || peak < FAINT) return usual;
  const other = withoutPage(sampledStrokes(picture, !dark, corner, across, down, SIDE, SIDE));
  return clearness(other) > least && isOutlined(other, channels) ? other : usual;
}

/**
 * Returns whether strokes differ from what is around them on all sides; what lies between a shadow and a line may not.
 * @param {Float32Array} strokes @param {Float32Array[]} channels
 */
function isOutlined(strokes, channels) {
  const least = CUT * peakOf(strokes);
  /** @type {number[]} */
  const steps = [];
  for (let y = AROUND; y < SIDE - AROUND; y++)
    for (let x = AROUND; x < SIDE - AROUND; x++) {
      const i = y * SIDE + x;
      if (strokes[i] <= least) continue;
      for (const j of [i - AROUND, i + AROUND, i - AROUND * SIDE, i + AROUND * SIDE])
        if (strokes[j] <= least) steps.push(Math.max(...channels.map((channel) => Math.abs(channel[i] - channel[j]))));
    }
  const sorted = Float32Array.from(steps).sort();
  return sorted[sorted.length >> 2] > EVEN * sorted[(3 * sorted.length) >> 2];
}

/** Returns how much more ink strokes have than the edge of their cell. @param {Float32Array} strokes */
const clearness = (strokes) => peakOf(strokes) - nthAt(strokes, RIM, Math.floor(0.8 * RIM.length));

/** Takes the noise of the page out of strokes. @param {Float32Array} strokes is changed */
export function withoutPage(strokes) {
  const page = median(strokes);
  for (let i = 0; i < strokes.length; i++) strokes[i] = Math.max(0, strokes[i] - page);
  return strokes;
}

/** The points of a cell's edge, inside its frame, near its corners: a large disc does not cover them. */
const RIM = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) => {
  const [x, y] = [i % SIDE, (i / SIDE) | 0].map((value) => Math.min(value, SIDE - 1 - value));
  return Math.min(x, y) >= 4 && Math.min(x, y) < 8 && Math.max(x, y) < 11;
});
/** The points of its middle. */
const MIDDLE = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter(
  (i) => Math.min(i % SIDE, SIDE - 1 - (i % SIDE), (i / SIDE) | 0, SIDE - 1 - ((i / SIDE) | 0)) >= 5,
);

/**
 * Converts a point of a picture to that of one `scale` times as large.
 * @param {[number, number]} point @param {number} scale @returns {[number, number]}
 */
export const scaled = (point, scale) => [(point[0] + 0.5) * scale - 0.5, (point[1] + 0.5) * scale - 0.5];

/** @param {[number, number]} from @param {[number, number]} to @returns {[number, number]} */
export const wayTo = (from, to) => [to[0] - from[0], to[1] - from[1]];

/**
 * Returns a cell; `scale` converts points of the map to points of the picture.
 * @param {Levelled} picture @param {Mapping} place @param {number} row @param {number} column @param {number} scale
 * @returns {Patch}
 */
export function patchOf(picture, place, row, column, scale) {
  const centre = scaled(place(row, column), scale);
  const across = wayTo(scaled(place(row, column - 0.5), scale), scaled(place(row, column + 0.5), scale));
  const down = wayTo(scaled(place(row - 0.5, column), scale), scaled(place(row + 0.5, column), scale));
  /** @type {[number, number]} */
  const corner = [centre[0] - (across[0] + down[0]) / 2, centre[1] - (across[1] + down[1]) / 2];
  const channels = sampled(picture, corner, across, down, SIDE, SIDE);
  const ground = channels.map((channel) => medianAt(channel, RIM));
  const plain = inkOf(channels, ground);
  const shadow = isUneven(plain, peakOf(plain));
  const ink = shadow ? strokesIn(picture, corner, across, down, channels, peakOf(plain)) : plain;
  return { width: SIDE, height: SIDE, channels, ground, ink, peak: peakOf(ink), glyph: undefined };
}

/** The points of the corners of a cell, inside its frame. */
const CORNERS = [0, 1, 2, 3].map((corner) =>
  RIM.filter((i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)].map((value) => (value < 8 ? 0 : value >= SIDE - 8 ? 1 : -9));
    return x + 2 * y === corner;
  }),
);

/**
 * Returns whether a corner of a cell differs from the rest of its edge, as under a shadow.
 * @param {Float32Array} ink
 * @param {number} peak
 */
const isUneven = (ink, peak) => peak > 12 && CORNERS.some((points) => medianAt(ink, points) > 0.2 * peak);

/** Returns the ink that 10 points of the middle of a cell exceed. @param {Float32Array} ink */
function peakOf(ink) {
  return nthAt(ink, MIDDLE, MIDDLE.length - 11);
}

/**
 * Returns the ink of some blobs and around them, row by row of their box.
 * @param {Ink} part @param {ReturnType<typeof boxOf>} box @param {number[]} ids of the blobs
 * @param {Int32Array} labels
 */
function inkOfBlobs({ ink, width: stride }, { left, top, width, height }, ids, labels) {
  const own = new Float32Array(width * height);
  for (let i = 0, to = 0; i < height; i++)
    for (let j = 0, o = (top + i) * stride + left; j < width; j++, o++, to++)
      if (labels[o] < 0 || ids.includes(labels[o])) own[to] = ink[o];
  return own;
}

/**
 * Returns ink, scaled to the input of the network with its proportions kept.
 * @param {Float32Array} own @param {number} width @param {number} height @param {number} peak
 */
function normal(own, width, height, peak) {
  const scale = Math.min(SHAPE.height / height, SHAPE.width / width);
  const tall = Math.max(1, Math.round(height * scale));
  const wide = Math.max(1, Math.round(width * scale));
  const first = ((SHAPE.height - tall) >> 1) * SHAPE.width + ((SHAPE.width - wide) >> 1);
  const out = new Float32Array(SHAPE.height * SHAPE.width);
  const resampled = scale < 1 ? mean : between;
  for (let y = 0; y < tall; y++)
    for (let x = 0, to = first + y * SHAPE.width; x < wide; x++, to++) {
      const sum = resampled(own, y, x, height / tall, width / wide, width, height);
      out[to] = Math.max(0, Math.min(1, sum / peak));
    }
  return out;
}

/**
 * @typedef {(values: Float32Array, y: number, x: number, down: number, across: number, width: number, height: number) =>
 *   number} Resample
 */

/** Returns the mean of the points that a point of a smaller picture covers. @type {Resample} */
function mean(values, y, x, down, across, width) {
  const [top, bottom] = [Math.floor(y * down), Math.ceil((y + 1) * down)];
  const [left, right] = [Math.floor(x * across), Math.ceil((x + 1) * across)];
  let [sum, weight] = [0, 0];
  for (let i = top; i < bottom; i++)
    for (let j = left; j < right; j++) {
      const tall = Math.min(i + 1, (y + 1) * down) - Math.max(i, y * down);
      const share = tall * (Math.min(j + 1, (x + 1) * across) - Math.max(j, x * across));
      if (share <= 1e-6) continue;
      sum += share * values[i * width + j];
      weight += share;
    }
  return sum / weight;
}

/** Returns a value between the points of a smaller picture. @type {Resample} */
function between(values, y, x, down, across, width, height) {
  const v = Math.max(0, Math.min(height - 1, (y + 0.5) * down - 0.5));
  const u = Math.max(0, Math.min(width - 1, (x + 0.5) * across - 0.5));
  const [i, j] = [v | 0, u | 0];
  const [k, l] = [Math.min(height - 1, i + 1), Math.min(width - 1, j + 1)];
  const [b, a] = [v - i, u - j];
  const [above, below] = [i * width, k * width];
  return (
    (1 - b) * ((1 - a) * values[above + j] + a * values[above + l]) +
    b * ((1 - a) * values[below + j] + a * values[below + l])
  );
}

/** Long blobs attached to the frame of a cell; short ones are not in its middle. @param {Blob} blob */
function ofFrame({ left, right, top, bottom, width, height }) {
  const [tall, wide] = [height > 24, width > 24];
  return (
    (left <= 2 && tall) ||
    (right >= SIDE - 3 && tall) ||
    (top <= 2 && wide) ||
    (bottom >= SIDE - 3 && wide) ||
    width > 28 ||
    height > 29
  );
}

/** Blobs in a corner of a cell of the board, up to two sides, as at the edge of a shadow. @param {Blob} blob */
function inCorner({ left, right, top, bottom }) {
  const [first, last, middle] = [INSET, SIDE - 1 - INSET, SIDE / 2];
  const aside = left > middle || right < middle || top > middle || bottom < middle;
  return aside && (left === first || right === last) && (top === first || bottom === last);
}

/** @param {Blob} blob */
const isOfCell = (blob) => Math.abs(blob.x - SIDE / 2) < ASIDE && !inCorner(blob);

/** @param {Blob} blob */
const isOfNumeral = (blob) => Math.abs(blob.x - SIDE / 2) < TWO;

/**
 * Returns the parts of a patch that are ink, in its middle. If all of it touches the frame, only strong ink counts.
 * @param {Patch} patch
 */
function parts(patch) {
  const usual = partsIn(inkOver(patch, CUT), isOfCell);
  if (usual.blobs.some(({ points }) => points >= LEAST)) return usual;
  const strong = partsIn(inkOver(patch, STRONG), isOfCell);
  return strong.blobs.every(({ width }) => width <= WIDE) ? strong : usual;
}

/**
 * Returns the parts of a patch with one or two digits, which may touch its frame. Without lines on both sides, ink at
 * the edge may be a part of the next number.
 * @param {Patch} patch @param {boolean} [loose] a line on one side is enough
 */
export function numeralParts(patch, loose = false) {
  const inked = inkOver(patch, CUT, 0);
  const sides = [0, SIDE - 1 - EDGE].map((start) =>
    Array.from({ length: EDGE + 1 }, (_, k) => start + k).some((x) => isLine(inked, x, SIDE, 0)),
  );
  return sides.every(Boolean) || (loose && sides.includes(true))
    ? partsIn(withoutFrame(inkOver(patch, CUT)), isOfNumeral)
    : parts(patch);
}

/**
 * Returns 1 for each point inside a cell with at least a share of its strongest ink.
 * @param {Patch} patch @param {number} cut @param {number} [inset] samples at the edge that are left out
 */
function inkOver({ ink, peak }, cut, inset = INSET) {
  const inside = new Uint8Array(SIDE * SIDE);
  for (let y = inset; y < SIDE - inset; y++)
    for (let x = inset, i = y * SIDE + inset; x < SIDE - inset; x++, i++) if (ink[i] > cut * peak) inside[i] = 1;
  return inside;
}

/**
 * Returns whether most points of a row or column are ink.
 * @param {Uint8Array} mask @param {number} start its first point @param {number} step to the next one
 * @param {number} inset points at each end that are left out
 */
function isLine(mask, start, step, inset) {
  let count = 0;
  for (let k = inset; k < SIDE - inset; k++) count += mask[start + k * step];
  return count > LINED * (SIDE - 2 * inset);
}

/** Returns a mask without the rows and columns near its edge that are the cell's frame. @param {Uint8Array} mask */
function withoutFrame(mask) {
  const out = mask.slice();
  for (let k = INSET; k < INSET + DEEP; k++)
    for (const line of [k, SIDE - 1 - k]) {
      if (isLine(mask, line * SIDE, 1, INSET)) out.fill(0, line * SIDE, (line + 1) * SIDE);
      if (isLine(mask, line, SIDE, INSET)) for (let y = 0; y < SIDE; y++) out[y * SIDE + line] = 0;
    }
  return out;
}

/**
 * Returns the regions of ink that are not of the frame, near the middle.
 * @param {Uint8Array} inside @param {(blob: Blob) => boolean} isOwn whether a part of the middle belongs to the glyph
 */
function partsIn(inside, isOwn) {
  const { blobs, labels } = blobsOf(inside, SIDE, SIDE, 1);
  const middle = blobs.filter(
    (blob) => blob.points > 4 && !ofFrame(blob) && isOwn(blob) && Math.abs(blob.y - SIDE / 2) < 11,
  );
  return { blobs: middle, labels };
}

/**
 * Returns the bounding box of some blobs.
 * @param {Blob[]} blobs
 */
export function boxOf(blobs) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const blob of blobs) {
    if (blob.left < left) left = blob.left;
    if (blob.top < top) top = blob.top;
    if (blob.right > right) right = blob.right;
    if (blob.bottom > bottom) bottom = blob.bottom;
  }
  return { left, top, right, bottom, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Returns the glyph of a cell: the ink in its middle that is not attached to its frame. Null if there is too little
 * ink.
 * @param {Patch} patch @param {number} least the least peak of a glyph
 * @returns {Glyph | null}
 */
export function glyphOf(patch, least) {
  if (patch.peak < least) return null;
  if (patch.glyph === undefined) patch.glyph = glyphIn(patch);
  return patch.glyph;
}

/** @param {Patch} patch @returns {Glyph | null} */
function glyphIn(patch) {
  const { blobs, labels } = parts(patch);
  const most = Math.max(0, ...blobs.map(({ points }) => points));
  if (most < LEAST) return null;
  const all = blobs.filter(({ points }) => points > 0.06 * most);
  const box = boxOf(all);
  if (box.height < 7) return null;
  return read(patch, box, all, labels, patch.peak);
}

/**
 * Returns the glyph of some blobs.
 * @param {Ink} part @param {ReturnType<typeof boxOf>} box @param {Blob[]} blobs @param {Int32Array} labels
 * @param {number} peak
 * @returns {Glyph}
 */
export function read(part, box, blobs, labels, peak) {
  const points = blobs.reduce((sum, blob) => sum + blob.points, 0);
  const { left, top, width, height } = box;
  const key = `${left} ${top} ${width} ${height} ${points}`;
  const known = part.glyphs?.get(key);
  if (known) return known;
  const ids = blobs.map(({ id }) => id);
  const shape = normal(inkOfBlobs(part, box, ids, labels), width, height, peak);
  const scores = classified(shape);
  const strong = part.channels.length ? strongest(part, box, ids, labels, 0.7 * peak) : [];
  const colour = part.channels.map((channel) => medianAt(channel, strong));
  const glyph = { scores, shape, left, top, width, height, fill: points / (width * height), points, colour };
  part.glyphs ??= new Map();
  part.glyphs.set(key, glyph);
  return glyph;
}

/**
 * Returns the points of blobs with more ink than `least`.
 * @param {Ink} part @param {ReturnType<typeof boxOf>} box @param {number[]} ids @param {Int32Array} labels
 * @param {number} least
 */
function strongest({ ink, width: stride }, { left, top, bottom, width }, ids, labels, least) {
  const out = [];
  for (let y = top; y <= bottom; y++)
    for (let i = y * stride + left, end = i + width; i < end; i++)
      if (ink[i] > least && ids.includes(labels[i])) out.push(i);
  return out;
}

/**
 * Returns the threshold between no ink and a glyph, by Otsu's method on the square roots of the peaks.
 * @param {number[]} peaks @param {number} [noise] ink of blank cells at most
 */
export function leastInk(peaks, noise = NOISE) {
  const roots = Float32Array.from(peaks, Math.sqrt).sort();
  const n = roots.length;
  const whole = roots.reduce((sum, value) => sum + value, 0);
  let [sum, best, cut, low] = [0, 0, roots[n - 1] * 0.6, 0];
  for (let i = 1; i < n; i++) {
    sum += roots[i - 1];
    const apart = i * (n - i) * (sum / i - (whole - sum) / (n - i)) ** 2;
    if (apart > best) [best, cut, low] = [apart, (roots[i - 1] + roots[i]) / 2, sum / i];
  }
  if (low > 0.5 * roots[n - 1]) cut = 0.45 * low; // both groups are ink: hardly any cell is blank
  const strong = roots[Math.floor(0.98 * (n - 1))] ** 2;
  return Math.max(noise, 0.12 * strong, Math.min(cut * cut, 0.55 * strong));
}
