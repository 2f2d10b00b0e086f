/** Pixels as channels of numbers, in a size that can be searched quickly. Plain functions. */

/** @import {Box} from "../core/geometry.js" */

/**
 * @typedef {{width: number, height: number, data: Uint8ClampedArray | Uint8Array}} Pixels  RGBA, as of a canvas
 *
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {number} scale  pixels of this picture for each of the original
 * @property {Float32Array[]} channels  red, green, blue, 0 to 255
 * @property {Float32Array} grey
 *
 * @typedef {Picture & {isDark: () => boolean, strokes: (dark: boolean, part?: Box) => Picture}} Levelled  whether the page
 *   is dark; strokes: a single channel, how much darker (on a dark page lighter) each point of a part is than the page
 *   around it, whatever light and shadow fall on that; made on first use
 *
 * @typedef {{coarse: Picture, fine: Levelled}} Pictures  that in which the lattice is searched, and that from which the
 *   cells are taken
 */

const SEARCHED = 1600; // the longest side of the picture in which the lattice is searched
const SAMPLED = 3200; // the same for the picture from which the cells are taken
const PITCH = 40; // points per cell in the latter; more would only add noise
const LARGE = 3e6; // points; in larger or enlarged pictures, the page is found by squares, which takes less time
const REACH = 8; // strokes are narrower than this many such squares
const MANY = 1e5; // points that show whether the page is dark
const TOGETHER = 128; // bytes whose sum has 15 bits at most
const COARSEST = 4; // the largest side of such a square in points
const TILE = 256; // points of a side of a part in which strokes are searched
const SMALL = 900; // a picture below this is enlarged

/**
 * Returns the picture in which the lattice is searched. Transparent points count as white.
 * @param {Pixels} pixels
 * @returns {Picture}
 */
export function coarseOf(pixels) {
  const longest = Math.max(pixels.width, pixels.height);
  if (longest < SMALL) return enlarged(pixels, longest < SMALL / 2 ? 3 : 2);
  return reduced(pixels, Math.min(1, SEARCHED / longest));
}

/**
 * Returns a function that returns the picture from which the cells of a lattice are taken; one that is needed again is
 * not made twice.
 * @param {Pixels} pixels @param {Picture} coarse
 * @returns {(pitch: number) => Levelled} by the pitch of the lattice in `coarse`
 */
export function finesOf(pixels, coarse) {
  /** @type {Map<string, Levelled>} */
  const made = new Map();
  return (pitch) => {
    const wanted = Math.min(1, SAMPLED / Math.max(pixels.width, pixels.height), (PITCH / pitch) * coarse.scale);
    const same = coarse.scale >= 1 ? wanted > 0.6 : Math.abs(Math.log(wanted / coarse.scale)) < 0.15;
    const scale = same ? coarse.scale : wanted;
    const reach = Math.round((0.8 * pitch * scale) / coarse.scale);
    const key = `${scale} ${reach}`;
    const fine = made.get(key) ?? levelled(same ? coarse : reduced(pixels, wanted), reach);
    made.set(key, fine);
    return fine;
  };
}

/** @param {Picture} picture @param {number} reach in its points; strokes are narrower @returns {Levelled} */
function levelled(picture, reach) {
  /** @type {Map<boolean, (part: Box) => Picture>} */
  const made = new Map();
  /** @type {boolean | undefined} */
  let usual;
  return {
    ...picture,
    isDark: () => (usual ??= isDark(every(picture.grey, Math.max(7, Math.ceil(picture.grey.length / MANY))))),
    strokes(dark, part) {
      const strokes = made.get(dark) ?? strokesNear(picture, reach, dark);
      made.set(dark, strokes);
      return strokes(part ?? WHOLE);
    },
  };
}

/** @param {number} width @param {number} height @param {number} scale @returns {Picture} */
function blank(width, height, scale) {
  const channels = Array.from({ length: 3 }, () => new Float32Array(width * height));
  return { width, height, scale, channels, grey: new Float32Array(width * height) };
}

/** Fills in the brightness of every point. @param {Picture} picture */
function withGrey(picture) {
  const [r, g, b] = picture.channels;
  for (let i = 0; i < r.length; i++) picture.grey[i] = 0.3 * r[i] + 0.59 * g[i] + 0.11 * b[i];
  return picture;
}

/**
 * Shrinks a picture; each point is the mean of those that it covers.
 * @param {Pixels} pixels @param {number} scale at most 1
 */
function reduced(pixels, scale) {
  const { width, height, data } = pixels;
  const out = blank(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), scale);
  const starts = edges(width, out.width);
  const bytes = data.byteOffset % 4 ? new Uint8Array(data) : data; // a copy
  const points = new Int32Array(bytes.buffer, bytes.byteOffset, width * height); // red is the lowest byte
  for (let y = 0; y < out.height; y++) {
    const top = Math.floor((y * height) / out.height);
    reduceRow(pixels, points, top, Math.ceil(((y + 1) * height) / out.height) - top, starts, out, y * out.width);
  }
  return out;
}

/**
 * Fills in a row of a smaller picture. Two colours are added up at once, each in 16 bits of a number.
 * @param {Pixels} pixels @param {Int32Array} points the same @param {number} top of the rows that it covers
 * @param {number} tall how many @param {Int32Array} starts of the columns that each point covers
 * @param {Picture} out is changed @param {number} at the place of the first point
 */
function reduceRow(pixels, points, top, tall, starts, { channels, grey, width }, at) {
  const stride = pixels.width;
  const red = channels[0];
  const green = channels[1];
  const blue = channels[2];
  for (let x = 0; x < width; x++, at++) {
    const wide = starts[x + 1] - starts[x];
    const count = tall * wide;
    let odd = 0; // red and blue
    let even = 0; // green and alpha
    for (let row = 0, start = top * stride + starts[x]; row < tall; row++, start += stride)
      for (let i = start; i < start + wide; i++) {
        odd = (odd + (points[i] & 0xff00ff)) | 0;
        even = (even + ((points[i] >>> 8) & 0xff00ff)) | 0;
      }
    if (count > TOGETHER || even >> 16 !== 255 * count) {
      const mean = onWhite(pixels, top, tall, starts[x], wide);
      red[at] = mean[0];
      green[at] = mean[1];
      blue[at] = mean[2];
    } else {
      const share = 1 / count;
      red[at] = (odd & 0xffff) * share;
      green[at] = (even & 0xffff) * share;
      blue[at] = (odd >> 16) * share;
    }
    grey[at] = 0.3 * red[at] + 0.59 * green[at] + 0.11 * blue[at]; // as `withGrey` does, in the same pass
  }
}

/**
 * Returns the mean of some points, which may be transparent, on a white page.
 * @param {Pixels} pixels @param {number} top @param {number} tall @param {number} left @param {number} wide
 */
function onWhite({ width, data }, top, tall, left, wide) {
  const sums = [0, 0, 0];
  for (let row = top; row < top + tall; row++)
    for (let i = 4 * (row * width + left), end = i + 4 * wide; i < end; i += 4) {
      const a = data[i + 3];
      for (let k = 0; k < 3; k++) sums[k] += a === 255 ? data[i + k] : 255 - a + (data[i + k] * a) / 255;
    }
  const share = 1 / (tall * wide);
  return sums.map((sum) => sum * share);
}

/**
 * Returns the first point of each part, if `length` points are shared out among `parts`.
 * @param {number} length
 * @param {number} parts
 */
const edges = (length, parts) => Int32Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * length) / parts));

/** Enlarges a channel by linear interpolation. @param {Pixels} pixels @param {number} times */
function enlarged(pixels, times) {
  const plain = reduced(pixels, 1);
  const out = blank(plain.width * times, plain.height * times, times);
  const [columns, rows] = [between(plain.width, times), between(plain.height, times)];
  plain.channels.forEach((from, k) => {
    const wide = (/** @type {number} */ row) => {
      const line = new Float64Array(out.width);
      for (let x = 0, start = row * plain.width; x < out.width; x++) {
        const [left, right] = [from[start + columns.first[x]], from[start + columns.next[x]]];
        line[x] = left + columns.share[x] * (right - left);
      }
      return line;
    };
    const to = out.channels[k];
    let [above, upper, lower] = [0, wide(0), wide(rows.next[0])];
    for (let y = 0, at = 0; y < out.height; y++) {
      if (rows.first[y] !== above) [above, upper, lower] = [rows.first[y], lower, wide(rows.next[y])];
      const share = rows.share[y];
      for (let x = 0; x < out.width; x++, at++) to[at] = upper[x] + share * (lower[x] - upper[x]);
    }
  });
  return withGrey(out);
}

/**
 * Returns, for each point of an enlarged row, the two points around it, and its closeness to the second.
 * @param {number} length @param {number} times
 */
function between(length, times) {
  const places = Float32Array.from({ length: length * times }, (_, k) =>
    Math.max(0, Math.min(length - 1, (k + 0.5) / times - 0.5)),
  );
  const first = Int32Array.from(places, Math.floor);
  const next = first.map((at) => Math.min(length - 1, at + 1));
  return { first, next, share: places.map((place, k) => place - first[k]) };
}

/**
 * Returns a value between the points of a channel.
 * @param {Float32Array} values @param {{width: number, height: number}} size @param {number} x @param {number} y
 */
export function at(values, { width, height }, x, y) {
  const u = Math.max(0, Math.min(width - 1.001, x));
  const v = Math.max(0, Math.min(height - 1.001, y));
  const i = u | 0;
  const j = v | 0;
  const a = u - i;
  const b = v - j;
  const o = j * width + i;
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  return (
    (1 - b) * ((1 - a) * values[o] + a * values[o + right]) +
    b * ((1 - a) * values[o + below] + a * values[o + below + right])
  );
}

/**
 * Returns the sums from the upper left corner (integral image): (width + 1) x (height + 1).
 * @param {ArrayLike<number>} values @param {number} width @param {number} height
 */
export function sums(values, width, height) {
  const out = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x];
      out[(y + 1) * (width + 1) + x + 1] = out[y * (width + 1) + x + 1] + row;
    }
  }
  return out;
}

/**
 * Returns 1 for each point that is darker (sign 1) or lighter (sign -1) than its neighbourhood by a share of it.
 * @param {Picture} picture @param {Float64Array} table its `sums` @param {number} radius @param {number} share
 * @param {1 | -1} sign
 */
export function contrasting({ width, height, grey }, table, radius, share, sign) {
  const mask = new Uint8Array(width * height);
  const w = width + 1;
  const columns = new Float64Array(w); // sums of the rows around a point, from the left
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius) * w, Math.min(height, y + radius + 1) * w];
    const rows = (bottom - top) / w;
    for (let x = 0; x < w; x++) columns[x] = table[bottom + x] - table[top + x];
    for (let x = 0; x < width; x++, i++) {
      const left = x > radius ? x - radius : 0;
      const right = x + radius < width ? x + radius + 1 : width;
      const mean = (columns[right] - columns[left]) / (rows * (right - left));
      const difference = (mean - grey[i]) * sign;
      if (difference > share * (sign > 0 ? mean : 295 - mean) + 2) mask[i] = 1;
    }
  }
  return mask;
}

/**
 * Returns the strongest difference between the two neighbours of each point, across or down, in any channel.
 * @param {Picture} picture
 */
export function steps({ width, height, channels }) {
  const out = new Float32Array(width * height);
  for (const values of channels)
    for (let y = 0; y < height; y++) {
      const [up, down] = [y ? -width : 0, y < height - 1 ? width : 0];
      for (let x = 0, o = y * width; x < width; x++, o++) {
        const across = Math.abs(values[x ? o - 1 : o] - values[x < width - 1 ? o + 1 : o]);
        const along = Math.abs(values[o + up] - values[o + down]);
        const most = across > along ? across : along;
        if (most > out[o]) out[o] = most;
      }
    }
  return out;
}

/** Returns 1 for each value of more than `least`. @param {Float32Array} values @param {number} least */
export function over(values, least) {
  const out = new Uint8Array(values.length);
  for (let i = 0; i < out.length; i++) if (values[i] > least) out[i] = 1;
  return out;
}

/** Returns every nth value. @param {Float32Array} values @param {number} n */
export function every(values, n) {
  const out = new Float32Array(Math.ceil(values.length / n));
  for (let i = 0; i < out.length; i++) out[i] = values[n * i];
  return out;
}

/** Returns the median of some numbers; 0 of none. @param {ArrayLike<number>} values */
export const median = (values) => nth(values, values.length >> 1);

/**
 * Returns the number at a place in sorted order; 0 if there is none. Takes linear time.
 * @param {ArrayLike<number>} values @param {number} place
 */
export function nth(values, place) {
  if (kept.room.length < values.length) kept.room = new Float32Array(values.length);
  kept.room.set(values);
  return place >= 0 && place < values.length ? selected(kept.room, values.length, place) : 0;
}

/**
 * Returns the median of the values at some places. Makes no array of them: one for each cell would take longer.
 * @param {Float32Array} values @param {ArrayLike<number>} places
 */
export const medianAt = (values, places) => nthAt(values, places, places.length >> 1);

/**
 * Returns the number at a place in the sorted order of the values at some places; 0 if there is none.
 * @param {Float32Array} values @param {ArrayLike<number>} places @param {number} place
 */
export function nthAt(values, places, place) {
  const count = places.length;
  if (kept.room.length < count) kept.room = new Float32Array(count);
  const { room } = kept;
  for (let k = 0; k < count; k++) room[k] = values[places[k]];
  return place >= 0 && place < count ? selected(room, count, place) : 0;
}

/**
 * Returns the number at a place in the order of the first `count`, which are moved.
 * @param {Float32Array} some @param {number} count @param {number} place
 */
function selected(some, count, place) {
  for (let low = 0, high = count - 1; low < high;) {
    const pivot = some[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (some[i] < pivot) i++;
      while (some[j] > pivot) j--;
      if (i > j) break;
      const swapped = some[i];
      some[i++] = some[j];
      some[j--] = swapped;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return some[place];
}

/** Room for the numbers that `nth` and `nthAt` move; a new one for each call would take longer. */
const kept = { room: new Float32Array(1 << 12) };

/** Returns the picture at half its size. @param {Picture} picture @returns {Picture} */
export function halved({ width, height, scale, channels }) {
  const out = blank(Math.max(1, width >> 1), Math.max(1, height >> 1), scale / 2);
  channels.forEach((values, k) => {
    for (let y = 0; y < out.height; y++)
      for (let x = 0, o = 2 * y * width; x < out.width; x++, o += 2)
        out.channels[k][y * out.width + x] =
          (values[o] + values[o + 1] + values[o + width] + values[o + width + 1]) / 4;
  });
  return withGrey(out);
}

/**
 * Returns whether the page is dark and the writing light: the median is nearer to the dark end. If there is hardly any
 * writing, the extremes are the ends.
 * @param {Float32Array} values
 */
export function isDark(values) {
  const [least, low, middle, high, most] = [0, 0.01, 0.5, 0.99, 1].map((share) =>
    nth(values, Math.floor(share * (values.length - 1))),
  );
  return high - low < 12 ? middle - least < most - middle : middle - low < high - middle;
}

/**
 * Returns the strokes of a picture: what differs from the page and is narrower than `reach` points (a top-hat). The
 * edge of a shadow is not a stroke.
 * @param {Picture} picture @param {number} reach @param {boolean} dark the page is
 * @returns {Picture}
 */
export const strokesOf = (picture, reach, dark) => strokesNear(picture, reach, dark)(WHOLE);

const WHOLE = { left: 0, top: 0, right: Infinity, bottom: Infinity };

/**
 * Returns a function that returns the strokes of a picture. Only those of the parts that it was asked for are filled in,
 * in squares of `TILE` points, because often few cells of a picture need them.
 * @param {Picture} picture @param {number} reach @param {boolean} dark the page is
 * @returns {(part: Box) => Picture}
 */
function strokesNear(picture, reach, dark) {
  const { width, height, scale, grey } = picture;
  const side = grey.length < LARGE && scale <= 1 ? 1 : Math.max(1, Math.min(COARSEST, Math.floor(reach / REACH)));
  const tile = side * Math.ceil(TILE / side);
  const strokes = new Float32Array(grey.length);
  const out = { width, height, scale, channels: [strokes], grey: strokes };
  const across = Math.ceil(width / tile);
  const made = new Uint8Array(across * Math.ceil(height / tile));
  return (part) => {
    if (part === WHOLE) fillStrokes(picture, reach, dark, side, { ...WHOLE, right: width, bottom: height }, strokes);
    else
      for (let top = first(part.top, height, tile); top < height && top <= Math.max(0, part.bottom); top += tile)
        for (let left = first(part.left, width, tile); left < width && left <= Math.max(0, part.right); left += tile) {
          const at = (top / tile) * across + left / tile;
          const [right, bottom] = [Math.min(width, left + tile), Math.min(height, top + tile)];
          if (!made[at]) fillStrokes(picture, reach, dark, side, { left, top, right, bottom }, strokes);
          made[at] = 1;
        }
    return out;
  };
}

/**
 * Returns the start of the tile with the point of a picture that is nearest to a place.
 * @param {number} at @param {number} length @param {number} tile
 */
const first = (at, length, tile) => Math.floor(Math.max(0, Math.min(length - 1, at)) / tile) * tile;

/**
 * Fills in the strokes of a part of a picture, which starts between two squares of `side` points.
 * @param {Picture} picture @param {number} reach @param {boolean} dark @param {number} side @param {Box} part
 * @param {Float32Array} strokes is changed
 */
function fillStrokes({ width, height, grey }, reach, dark, side, part, strokes) {
  const margin = (Math.ceil(reach / side) - 1) * side; // points that the page depends on
  const [left, top] = [Math.max(0, part.left - margin), Math.max(0, part.top - margin)];
  const [right, bottom] = [Math.min(width, part.right + margin), Math.min(height, part.bottom + margin)];
  const wide = right - left;
  const values = new Float32Array(wide * (bottom - top));
  for (let y = top, to = 0; y < bottom; y++)
    for (let i = y * width + left, end = i + wide; i < end; i++, to++) values[to] = dark ? 255 - grey[i] : grey[i];
  const page = pageOf(values, wide, reach, side);
  const across = Math.ceil(wide / side);
  const [levels, factors] = [new Float64Array(wide), new Float64Array(wide)]; // of a row
  for (let y = part.top; y < part.bottom; y++) {
    if (y % side === 0)
      for (let x = 0, row = ((y - top) / side) * across; x < wide; x++) {
        const level = page[row + ((x / side) | 0)];
        levels[x] = level;
        factors[x] = 200 / (dark ? 200 : level > 40 ? level : 40);
      }
    for (let x = part.left - left, from = (y - top) * wide, to = y * width + left; x < part.right - left; x++) {
      const value = values[from + x];
      strokes[to + x] = levels[x] > value ? factors[x] * (levels[x] - value) : 0;
    }
  }
}

/**
 * Returns the page under the strokes (a closing), one value per square of `side` points, because it hardly changes
 * within a square.
 * @param {Float32Array} values @param {number} width @param {number} reach @param {number} side
 */
function pageOf(values, width, reach, side) {
  const small = side === 1 ? values : meansOf(values, width, side);
  const [across, near] = [Math.ceil(width / side), Math.ceil(reach / side)];
  return extremes(extremes(small, across, near, 1), across, near, -1);
}

/**
 * Returns the mean of each square of `side` points.
 * @param {Float32Array} values @param {number} width @param {number} side
 */
function meansOf(values, width, side) {
  const height = values.length / width;
  const across = Math.ceil(width / side);
  const out = new Float32Array(across * Math.ceil(height / side));
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, row = ((y / side) | 0) * across; x < width; x++, i++) out[row + ((x / side) | 0)] += values[i];
  const last = [width, height].map((length) => length % side || side);
  for (let i = 0; i < out.length; i++) {
    const wide = i % across === across - 1 ? last[0] : side;
    out[i] /= wide * (i >= out.length - across ? last[1] : side);
  }
  return out;
}

/**
 * Returns the largest value of the `reach` x `reach` points to the lower right of each (way 1), or the least of those
 * to the upper left (way -1). Takes the same time for every reach.
 * @param {Float32Array} values @param {number} width @param {number} reach @param {1 | -1} way
 * @returns {Float32Array}
 */
const extremes = (values, width, reach, way) =>
  extremesDown(extremesAcross(values, width, reach, way), width, reach, way);

/**
 * Returns the largest of the `reach` values from each to the right (way 1), or the least of those to the left (way -1):
 * with blocks of that length, it is the extreme up to the end of one block and from the start of the next (van Herk,
 * Gil and Werman).
 * @param {Float32Array} values @param {number} width @param {number} reach @param {1 | -1} way
 */
function extremesAcross(values, width, reach, way) {
  const out = new Float32Array(values.length);
  const [line, toEnd, fromStart] = Array.from({ length: 3 }, () => new Float32Array(width));
  const last = width - (width % reach || reach); // the start of the last block
  for (let row = 0; row < values.length; row += width) {
    const first = way > 0 ? row : row + width - 1;
    for (let x = 0, from = first; x < width; x++, from += way) line[x] = way * values[from];
    for (let start = 0; start < width; start += reach) {
      const end = Math.min(width, start + reach);
      for (let x = start, most = -Infinity; x < end; x++) fromStart[x] = most = line[x] > most ? line[x] : most;
      for (let x = end - 1, most = -Infinity; x >= start; x--) toEnd[x] = most = line[x] > most ? line[x] : most;
    }
    for (let x = 0, to = first; x < width; x++, to += way) {
      const end = x + reach - 1;
      const next = x < last ? fromStart[end < width ? end : width - 1] : -Infinity;
      out[to] = way * (toEnd[x] > next ? toEnd[x] : next);
    }
  }
  return out;
}

/**
 * Returns the same for the values below each (way 1) or above it (way -1), row by row, for the cache.
 * @param {Float32Array} values @param {number} width @param {number} reach @param {1 | -1} way
 */
function extremesDown(values, width, reach, way) {
  const height = values.length / width;
  const out = values.slice();
  const most = new Float32Array(width); // of the next block, from its start
  const rowAt = (/** @type {number} */ k) => (way > 0 ? k : height - 1 - k) * width;
  for (let start = 0; start < height; start += reach) {
    const end = Math.min(height, start + reach);
    for (let k = end - 2; k >= start; k--)
      for (let x = 0, i = rowAt(k), next = rowAt(k + 1); x < width; x++, i++, next++)
        if (way * out[next] > way * out[i]) out[i] = out[next];
    most.fill(-way * Infinity);
    for (let k = start + 1; k < end; k++) {
      if (k + reach <= height)
        for (let x = 0, i = rowAt(k + reach - 1); x < width; x++, i++)
          if (way * values[i] > way * most[x]) most[x] = values[i];
      for (let x = 0, i = rowAt(k); x < width; x++, i++) if (way * most[x] > way * out[i]) out[i] = most[x];
    }
  }
  return out;
}
