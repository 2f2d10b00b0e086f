/** The numbers left of and above a nonogram, in a strip for each line or in cells of their own. Plain functions. */

import { blobIn, blobsOf } from "./blobs.js";
import { weighed } from "./cells.js";
import { likelihood, ranked } from "./network.js";
import { SIDE, boxOf, numeralParts, read, sampledStrokes, scaled, wayTo, withoutPage } from "./patch.js";
import { at, isDark, median, nth, over } from "./picture.js";

/** @import {Blob} from "./blobs.js" */
/** @import {Cells, Choice} from "./cells.js" */
/** @import {Extent, Mapping} from "./map.js" */
/** @import {Glyph, Ink, Patch} from "./patch.js" */
/** @import {Levelled} from "./picture.js" */

/**
 * @typedef {{glyph: Glyph, choices: Choice[], x: number, y: number}} Figure  a digit of a clue, or two that touch, and
 *   its place in its strip
 * @typedef {{figures: Figure[], joins: number[], unread?: boolean}} DigitLine  the digits in the order in which they
 *   are read, and how likely each and the next belong to one number; unread: a box has ink in which no digit was found
 * @typedef {{picture: Levelled, place: Mapping, patch: Cells["patch"], scale: number, least:
 *   number}} Source
 */

const DIGITS = "0123456789";
const SMALL = 10; // samples; digits of less are sampled again, twice as large
const DEFAULT = 20; // samples; the height of digits if none is found
const JOINT = 0.5; // the share of the strongest ink up to which two digits only touch
const TIGHT = 0.7; // the share of the height of two blurred digits that such ink covers at most where they touch
const UNCLEAR = 0.6; // if digits are read less clearly than this, others are tried
const FEWER = 0.25; // the share of the digits read on a bright page that show on a dark one at least, or the reverse
const SAMPLE = 5; // lines that show whether the others are worth reading, on a board with several times as many
const HOPE = 0.5; // how clearly these are read at least, or the others cannot be read
const FEW = 0.05; // the share of the lines with an unread box below which strips are not read, if the boxes are clear
const CLEAR = 0.95;
const LESS = 0.9; // strips are not read as clearly as boxes, by this factor, if the lines of boxes look like digits
const WIDE = 0.85; // the least width, in heights, of two digits that touch
const CLOSE = 0.47; // the distance of two digits at least; the halves of a 0 with thin strokes are closer
const FADED = 0.35; // the share of the strongest ink that a digit reaches; the end of a bar may not
const DETACHED = 7; // points between the parts of a digit in a cell of its own at most
const THIN = 3; // samples; the width of what is left of the border of a cell at most
const BESIDE = 3; // samples from such a border to the cell's side at most
const STRUCK = 3; // bars that show that numbers are crossed out
const STRIKE = 0.2; // the distance of a bar from the middle of a digit, in heights, at most; a 4 may have one, too
const ONES = 0.65; // the same for 11, in a narrow font
const BARS = 0.7; // if this share of the lines has a thin stroke at one place, it is the end of a bar
const NOISE = 0.33; // the share of the usual ink of clues up to which ink is noise
const NEXT = 4; // pitches next to the board that show whether its page is dark; beyond the page may be a dark table
const STEADY = 6; // digits that show in which rows of a strip all of them lie
const BEYOND = 2; // samples by which a digit may reach beyond those rows
const STRONG = 0.7; // the share of the strongest ink that digits have, unless that is a line across the strip
const MARGIN = 5; // samples on each side of a strip
const ACROSS = SIDE + 2 * MARGIN;
const NEAR = 2.4 * SIDE; // points

/**
 * Returns whether the page next to the board is dark; the board itself may be darker or lighter. Each point is compared
 * with the page around it, because a shadow darkens a part of the page as much as digits.
 * @param {Source} source @param {Extent} play @param {boolean} down @param {number} length in pitches
 */
function isMarginDark({ picture, place, scale }, play, down, length) {
  const [first, last] = down ? [play.left, play.right] : [play.top, play.bottom];
  const values = [];
  for (let start = first - 0.5; start < last + 0.5; start++)
    for (let far = 0; far < Math.min(NEXT, length); far++) {
      const near = [];
      for (let line = start; line < start + 1; line += 0.13)
        for (let out = far + 0.1; out < far + 1; out += 0.17) {
          const spot = down ? place(play.top - 0.5 - out, line) : place(line, play.left - 0.5 - out);
          near.push(at(picture.grey, picture, ...scaled(spot, scale)));
        }
      const page = median(near);
      for (const value of near) values.push(value - page);
    }
  return isDark(Float32Array.from(values));
}

/**
 * Returns the strip of a line next to the board.
 * @param {Source} source @param {Extent} play @param {boolean} down above a column, else left of a row
 * @param {number} line @param {number} length in parts of a pitch @param {boolean} dark the page is
 * @param {number} zoom the number of such parts in a pitch; the strip is as wide as one
 * @returns {Ink}
 */
function stripOf(source, play, down, line, length, dark, zoom) {
  const [width, height] = down ? [ACROSS, length * SIDE] : [length * SIDE, ACROSS];
  const strokes = withoutPage(strokesAlong(source, play, down, line, length, dark, zoom));
  const ink = levelled(strokes, width, down);
  const peak = nth(ink, Math.floor(0.99 * ink.length));
  return { width, height, channels: [], ink: withoutLines(ink, width, peak, down) };
}

/**
 * Returns the strokes of a strip, sampled pitch by pitch, so that it follows a page that is bent or leans.
 * @type {(...strip: Parameters<typeof stripOf>) => Float32Array}
 */
function strokesAlong({ picture, place, scale }, play, down, line, length, dark, zoom) {
  const width = down ? ACROSS : length * SIDE;
  const strokes = new Float32Array(ACROSS * length * SIDE);
  const half = 0.5 + MARGIN / SIDE;
  const spot = (/** @type {number} */ out, /** @type {number} */ side) => {
    const away = play[down ? "top" : "left"] - 0.5 - out / zoom;
    const across = line + side / zoom;
    return scaled(down ? place(away, across) : place(across, away), scale);
  };
  let next = spot(length, -half);
  for (let k = 0; k < length; k++) {
    const far = length - k;
    const corner = next;
    next = spot(far - 1, -half);
    const along = wayTo(corner, next);
    const aside = wayTo(corner, spot(far, half));
    const part = down
      ? sampledStrokes(picture, dark, corner, aside, along, ACROSS, SIDE, 0)
      : sampledStrokes(picture, dark, corner, along, aside, SIDE, ACROSS, 0);
    if (down) strokes.set(part, k * SIDE * width);
    else
      for (let y = 0, from = 0; y < ACROSS; y++)
        for (let to = y * width + k * SIDE, end = to + SIDE; to < end; to++, from++) strokes[to] = part[from];
  }
  return strokes;
}

/**
 * Returns the ink of a strip without the background of the digits: next to a bright board, the page looks like ink.
 * @param {Float32Array} ink @param {number} width @param {boolean} down
 */
function levelled(ink, width, down) {
  const [across, along] = down ? [1, width] : [width, 1];
  const out = ink.slice();
  const inner = new Float32Array(SIDE);
  for (let k = 0; k < ink.length / ACROSS; k++) {
    for (let j = 0; j < SIDE; j++) inner[j] = ink[k * along + (j + MARGIN) * across];
    const least = nth(inner, SIDE >> 3);
    for (let j = 0; j < ACROSS; j++) out[k * along + j * across] = Math.max(0, ink[k * along + j * across] - least);
  }
  return out;
}

/**
 * Returns the ink without the long lines at the sides of the strip, which separate the clues of neighbouring lines of
 * the board.
 * @param {Ink["ink"]} ink @param {number} width @param {number} peak @param {boolean} down
 */
function withoutLines(ink, width, peak, down) {
  const out = ink.slice();
  const [across, along] = down ? [1, width] : [width, 1];
  const long = ink.length / ACROSS;
  for (let j = 0; j < ACROSS; j++) {
    if (Math.min(j, ACROSS - 1 - j) >= 2 * MARGIN) continue;
    for (let k = 0, run = 0; k <= long; k++) {
      if (k < long && ink[k * along + j * across] > 0.22 * peak) run++;
      else {
        if (run > 1.2 * SIDE) {
          for (let i = k - run; i < k; i++) out[i * along + j * across] = 0;
          const next = (j < ACROSS / 2 ? j + 1 : j - 1) * across;
          lower(ink, out, next + (k - run) * along, along, run);
        }
        run = 0;
      }
    }
  }
  return out;
}

/**
 * Takes the blurred side of a line from the points next to it, some of which have no digit.
 * @param {Ink["ink"]} ink @param {Float32Array} out gets them @param {number} start the first of these points
 * @param {number} step to the next one @param {number} count
 */
function lower(ink, out, start, step, count) {
  const least = nth(
    Float32Array.from({ length: count }, (_, i) => ink[start + i * step]),
    count >> 2,
  );
  for (let i = 0, at = start; i < count; i++, at += step) out[at] = Math.max(0, Math.min(out[at], ink[at] - least));
}

/**
 * Returns the ink of a strip without the frame of the board and the lines between the clues.
 * @param {Ink} strip @param {boolean} down
 */
function innerOf({ ink, width, height }, down) {
  const [first, last] = [2 * MARGIN + 1, ACROSS - 2 * MARGIN];
  const [left, top] = down ? [first, 0] : [0, first];
  const [right, bottom] = down ? [last, height - MARGIN + 1] : [width - MARGIN + 1, last];
  const wide = right - left;
  const out = new Float32Array(wide * (bottom - top));
  for (let y = top; y < bottom; y++) out.set(ink.subarray(y * width + left, y * width + right), (y - top) * wide);
  return out;
}

/** Returns the strongest ink of a strip, but for a few points. @param {Ink} strip @param {boolean} down */
function peakOf(strip, down) {
  const inner = innerOf(strip, down);
  return nth(inner, Math.max(0, inner.length - 16));
}

/**
 * Returns whether a blob is a part of a line across the strip, such as the edge of the page, which may be much darker
 * than the digits.
 * @param {Blob} blob @param {boolean} down
 */
function isEdge({ left, right, top, bottom, width, height }, down) {
  const [first, last, long, thick] = down ? [left, right, width, height] : [top, bottom, height, width];
  return thick < 0.2 * long && long > 0.6 * SIDE && (first === 0 || last === ACROSS - 1);
}

/**
 * Returns the blobs that may be digits of a strip: blobs as high as digits are, in its middle.
 * @param {Ink} strip @param {boolean} down @param {number} least
 */
function blobsIn(strip, down, least) {
  const peak = peakOf(strip, down);
  if (peak < least) return { blobs: [], loose: [], labels: new Int32Array(), peak };
  const { blobs, labels } = blobsOf(over(strip.ink, 0.2 * peak), strip.width, strip.height, 1);
  const edges = new Set(blobs.flatMap((blob) => (isEdge(blob, down) ? [blob.id] : [])));
  if (edges.size) {
    const other = { ...strip, ink: strip.ink.map((ink, o) => (edges.has(labels[o]) ? 0 : ink)) };
    if (peakOf(other, down) < STRONG * peak) return blobsIn(other, down, least);
  }
  const middle = (/** @type {Blob} */ blob) => Math.abs((down ? blob.x : blob.y) - ACROSS / 2);
  const ofFrame = (/** @type {Blob} */ { bottom, right, points, width, height }) => {
    const left = down ? strip.height - 1 - bottom : strip.width - 1 - right; // points up to the board
    return left < 4 && (points < 0.3 * width * height || (down ? height : width) < 6);
  };
  const loose = mended(
    blobs.filter((blob) => blob.points > 2 && middle(blob) < 0.36 * ACROSS && !ofFrame(blob)),
    labels,
    2,
  );
  const some = loose.filter(
    (blob) =>
      middle(blob) < (down ? 0.42 : 0.3) * SIDE &&
      blob.points > 7 &&
      blob.height >= 7 &&
      (blob.height <= 30 || (down && blob.points > 0.25 * blob.width * blob.height)) &&
      blob.width <= 34 &&
      blob.width >= 2,
  );
  return { blobs: some, loose, labels, peak };
}

/**
 * Thin strokes may be lost, so parts above each other are joined to one glyph if there is hardly a gap between them.
 * @param {Blob[]} blobs @param {Int32Array} labels is changed @param {number} gap points between them at most
 */
function mended(blobs, labels, gap) {
  const whole = [...blobs].sort((a, b) => a.top - b.top);
  for (let i = 0; i < whole.length; i++)
    for (let j = i + 1; j < whole.length; j++) {
      const [a, b] = [whole[i], whole[j]];
      const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left) + 1;
      if (shared < 0.4 * Math.min(a.width, b.width) || b.top - a.bottom > gap) continue;
      const { width, height } = boxOf([a, b]);
      if (width > 26 || height > 26) continue;
      whole[i] = merged(a, b, labels);
      whole.splice(j, 1);
      j = i;
    }
  return whole;
}

/** Joins two blobs. @param {Blob} a @param {Blob} b @param {Int32Array} labels is changed @returns {Blob} */
function merged(a, b, labels) {
  for (let o = 0; o < labels.length; o++) if (labels[o] === b.id) labels[o] = a.id;
  const { left, right, top, bottom } = boxOf([a, b]);
  return blobIn(a.id, a.points + b.points, left, right, top, bottom);
}

/**
 * Returns the blobs, those that are too low for a digit with the part above or below that makes them as high as the
 * others: the thin stroke between the parts of a 5 may be lost.
 * @param {ReturnType<typeof blobsIn>} found its labels are changed @param {number} high the usual height of a digit
 */
function completed({ blobs, loose, labels }, high) {
  const joined = new Set();
  const whole = blobs.map((blob) => {
    if (blob.height > 0.8 * high || blob.height < 0.45 * high || joined.has(blob.id)) return blob;
    const part = loose.find((other) => {
      const { height, width } = boxOf([blob, other]);
      const shared = Math.min(blob.right, other.right) - Math.max(blob.left, other.left) + 1;
      const fits = height > 0.85 * high && height < 1.15 * high && width < high;
      return other.id !== blob.id && fits && shared > 0.5 * Math.min(blob.width, other.width);
    });
    if (part) joined.add(part.id);
    return part ? merged(blob, part, labels) : blob;
  });
  return whole.filter(({ id }) => !joined.has(id));
}

/**
 * Returns the blobs from left to right, with those joined that are read better as one digit: thin strokes of a 0 or 6
 * may be lost.
 * @param {Ink} strip @param {Blob[]} blobs @param {Int32Array} labels is changed @param {number} peak
 * @param {number} high the usual height of a digit
 */
function withHalves(strip, blobs, labels, peak, high) {
  /** @type {Blob[]} */
  const out = [];
  for (const blob of [...blobs].sort((a, b) => a.x - b.x)) {
    const i = out.findLastIndex(({ x, y }) => blob.x - x < CLOSE * high && Math.abs(blob.y - y) < 0.2 * high);
    const worth = (/** @type {Blob[]} */ some) => {
      const { choices, glyph } = figureOf(strip, some, labels, peak, boxOf(some));
      return sure(choices, glyph);
    };
    if (i >= 0 && worth([out[i], blob]) > worth([out[i]]) * worth([blob])) out[i] = merged(out[i], blob, labels);
    else out.push(blob);
  }
  return out;
}

/**
 * Returns the digits of a wide blob: one, or two that touch. If neither is clear, both are choices.
 * @param {Ink} strip @param {Blob} blob @param {Int32Array} labels @param {number} peak
 * @param {number} high the usual height of a digit
 * @returns {Figure[]}
 */
function oneOrTwo(strip, blob, labels, peak, high) {
  const whole = figureOf(strip, [blob], labels, peak, boxOf([blob]));
  const single = sure(whole.choices, whole.glyph);
  const pair = single < 0.7 ? halves(strip, blob, labels, peak) : null;
  if (!pair) return [whole];
  const ones = pair.figures.every(({ choices }) => choices[0].value === "1");
  if (blob.width < WIDE * high && !ones) return [whole];
  if (pair.worth > Math.max(0.3, single)) return pair.figures;
  const one = 1 - likelihood(whole.glyph.scores, "?");
  const two = { value: pair.figures.map(({ choices }) => choices[0].value).join(""), likelihood: pair.worth };
  return [
    { ...whole, choices: weighed([...whole.choices.map((c) => ({ ...c, likelihood: c.likelihood * one })), two]) },
  ];
}

/**
 * Returns the columns where a blob of two digits can be cut: there is less strong ink than in most strokes, and no more
 * ink than on either side.
 * @param {Ink} strip @param {Blob} blob @param {Int32Array} labels @param {number} peak
 */
function joints(strip, { id, left, top, right, bottom, height }, labels, peak) {
  const [thick, ink] = [new Uint8Array(right - left + 1), new Float32Array(right - left + 1)];
  for (let y = top; y <= bottom; y++)
    for (let x = 0, o = y * strip.width + left; x < ink.length; x++, o++) {
      if (labels[o] !== id) continue;
      ink[x] += strip.ink[o];
      if (strip.ink[o] > JOINT * peak) thick[x]++;
    }
  const cuts = [];
  for (let x = 3; x < ink.length - 3; x++)
    if (thick[x] <= TIGHT * height && ink[x] <= ink[x - 1] && ink[x] <= ink[x + 1]) cuts.push(left + x);
  return cuts;
}

/**
 * Returns two digits that touch, with the cut that makes both likeliest and their likelihood; null if there is none.
 * @param {Ink} strip @param {Blob} blob @param {Int32Array} labels @param {number} peak
 */
function halves(strip, blob, labels, peak) {
  /** @type {{figures: Figure[], worth: number} | null} */
  let best = null;
  for (const cut of joints(strip, blob, labels, peak)) {
    const sides = [
      { ...blob, right: cut, width: cut - blob.left + 1 },
      { ...blob, left: cut + 1, width: blob.right - cut },
    ];
    const figures = [];
    let worth = 1; // the second side is read only if it can make the cut the best
    for (const side of sides) {
      if (best && worth <= best.worth) break;
      const figure = figureOf(strip, [side], labels, peak, boxOf([side]));
      figures.push(figure);
      worth *= sure(figure.choices, figure.glyph);
    }
    if (!best || worth > best.worth) best = { figures, worth };
  }
  return best;
}

/**
 * Splits digits that touch vertically, as in a column with many numbers, into parts of the usual height.
 * @param {Blob} blob @param {number} high
 * @returns {Blob[]}
 */
function stacked(blob, high) {
  const n = blob.height < 1.75 * high ? 1 : Math.round(blob.height / high);
  const height = blob.height / n;
  return Array.from({ length: n }, (_, k) => {
    const [top, bottom] = [Math.round(blob.top + k * height), Math.round(blob.top + (k + 1) * height) - 1];
    return n === 1 ? blob : { ...blob, top, bottom, height: bottom - top + 1, y: (top + bottom) / 2 };
  });
}

/** @param {Choice[]} choices @param {Glyph} glyph */
const sure = (choices, glyph) => choices[0].likelihood * (1 - likelihood(glyph.scores, "?"));

/**
 * @param {Ink} strip @param {Blob[]} blobs @param {Int32Array} labels @param {number} peak
 * @param {ReturnType<typeof boxOf>} box
 * @returns {Figure}
 */
function figureOf(strip, blobs, labels, peak, box) {
  const glyph = read(strip, box, blobs, labels, peak);
  const choices = ranked(glyph.scores, DIGITS).map(({ name, likelihood: l }) => ({ value: name, likelihood: l }));
  return { glyph, choices, x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * Returns the digits of a strip, the nearest to the board first.
 * @param {Ink} strip @param {ReturnType<typeof blobsIn>} found @param {number} high the usual height of a digit
 * @param {boolean} down
 * @returns {Figure[]}
 */
function figuresIn(strip, { blobs, labels, peak }, high, down) {
  const tall = blobs.flatMap((blob) => (down ? stacked(blob, high) : [blob]));
  const figures = withHalves(strip, tall, labels, peak, high)
    .filter(
      ({ height, width }) =>
        height > 0.55 * high &&
        height < (width < 0.4 * height ? 1.22 : 1.75) * high && // the end of a bar is higher than a 1
        width < 2.4 * high,
    )
    .flatMap((blob) =>
      blob.width < ONES * high
        ? [figureOf(strip, [blob], labels, peak, boxOf([blob]))]
        : oneOrTwo(strip, blob, labels, peak, high),
    )
    .filter(({ glyph }) => {
      if (!glyph.shape.some((ink) => ink > FADED)) return false;
      const strange = likelihood(glyph.scores, "?") + likelihood(glyph.scores, "X") > 0.97;
      return !strange || (glyph.height > 0.6 * high && glyph.height < 1.3 * high && glyph.width > 2);
    });
  return figures.sort((a, b) => (down ? b.y - a.y : b.x - a.x));
}

/**
 * Joins adjacent digits to numbers.
 * @param {Figure[]} figures the nearest to the board first @param {boolean} down @param {number} high
 * @param {number} gap what is farther from the figure before it does not belong to the clues
 * @param {(distance: number) => number} joined the likelihood that two figures at a distance are one number
 * @returns {DigitLine}
 */
function lineOf(figures, down, high, gap, joined) {
  /** @type {Figure[][]} */
  const groups = [];
  for (const figure of figures) {
    const last = groups.at(-1);
    if (down && last && Math.abs(figure.y - last[0].y) < 0.5 * high) {
      last.push(figure);
      last.sort((a, b) => a.x - b.x);
      continue;
    }
    const [edge, place] = [last?.[0] ?? figure, figure].map(({ x, y }) => (down ? y : x));
    if (edge - place > gap) break;
    groups.push([figure]);
  }
  groups.reverse();
  const joins = groups.flatMap((group, i) => [
    ...(i ? [down ? 0.002 : Math.min(0.997, Math.max(0.003, joined(group[0].x - groups[i - 1][0].x)))] : []),
    ...group.slice(1).map(() => 0.995),
  ]);
  return { figures: groups.flat(), joins };
}

/**
 * Returns the likelihood that two figures at a distance are one number: the widest gap between all distances of the
 * picture, if there is one between those of a number of two digits and those of two numbers.
 * @param {number[]} distances of neighbours, in heights of a digit
 */
function jointure(distances) {
  const sorted = distances.filter((value) => value < 3).sort((a, b) => a - b);
  let [cut, widest] = [1.02, 0.08];
  for (let i = 1; i < sorted.length; i++) {
    const [low, high] = [sorted[i - 1], Math.min(1.9, sorted[i])];
    if (low < 0.45 || low > 1.25) continue;
    const middle = (low + high) / 2;
    // Most fonts separate numbers by about 0.95.
    const worth = (high - low) * Math.exp(-(((middle - 0.95) / 0.35) ** 2));
    if (worth > widest) [cut, widest] = [middle, worth];
  }
  const sharpness = widest > 0.12 ? 40 : 14;
  return (/** @type {number} */ value) => 1 / (1 + Math.exp(sharpness * (value - cut)));
}

/** @typedef {{left: number, right: number, first: number, last: number}} Strike  the columns and rows of a level bar */

/**
 * Returns the bar through a number that is done: rows of ink in its middle, from one side of the blob to the other,
 * which they alone reach. Null if there is none.
 * @param {Ink} strip @param {Blob} blob @param {Int32Array} labels
 * @returns {Strike | null}
 */
function strikeIn({ width }, { id, left, right, top, bottom, ...blob }, labels) {
  const inked = (/** @type {number} */ x, /** @type {number} */ y) => labels[y * width + x] === id;
  const rows = [];
  for (let y = top; y <= bottom; y++) {
    let count = 0;
    for (let x = left; x <= right; x++) if (inked(x, y)) count++;
    const off = Math.abs(y - blob.y) / blob.height;
    if (count > 0.9 * blob.width && off < STRIKE) rows.push(y);
  }
  const [first, last] = [rows[0], rows[rows.length - 1]];
  if (blob.height < 7 || !rows.length || last - first >= rows.length || rows.length > 0.3 * blob.height) return null;
  for (let y = top; y <= bottom; y++)
    if ((y < first - 1 || y > last + 1) && (inked(left, y) || inked(right, y))) return null;
  return { left, right, first, last };
}

/**
 * Returns a strip without bars. Where a bar crosses a stroke, the ink goes on from above it to below it.
 * @param {Ink} strip @param {Strike[]} strikes
 * @returns {Ink}
 */
function withoutStrikes(strip, strikes) {
  const { width } = strip;
  const ink = strip.ink.slice();
  for (const { left, right, first, last } of strikes)
    for (let x = left; x <= right; x++) {
      const [above, below] = [first - 2, last + 2].map((y) => strip.ink[y * width + x]);
      for (let y = first - 1; y <= last + 1; y++) {
        const share = (y - first + 2) / (last - first + 4);
        ink[y * width + x] = Math.min(ink[y * width + x], (1 - share) * above + share * below);
      }
    }
  return { ...strip, ink };
}

/** Returns whether a blob is an upright stroke that is higher than digits are. @param {Blob} blob */
const isBar = ({ width, height }) => width < 0.2 * height && height > 0.6 * SIDE;

/**
 * Returns the strips of some lines of one side with their blobs, and the usual height of a digit.
 * @param {Source} source @param {Extent} play @param {boolean} down @param {number} length in parts of a pitch
 * @param {boolean} dark the page is @param {number} zoom the number of such parts in a pitch
 * @param {number[]} at the rows or columns
 */
function stripsOf(source, play, down, length, dark, zoom, at) {
  const strips = at.map((line) => {
    const strip = stripOf(source, play, down, line, length, dark, zoom);
    const found = blobsIn(strip, down, source.least);
    const band = down ? null : bandOf(found);
    return { strip, found: band ? blobsIn(within(strip, band), down, source.least) : found };
  });
  return measured(strips, down);
}

/**
 * Returns the rows in which the digits of a strip lie, if some of them are joined by what is left of a thick line next to
 * the strip; null otherwise.
 * @param {ReturnType<typeof blobsIn>} found
 */
function bandOf({ blobs, loose }) {
  const digits = blobs.filter(({ width, height }) => width < height);
  if (digits.length < STEADY) return null;
  const [top, bottom] = [median(digits.map((blob) => blob.top)), median(digits.map((blob) => blob.bottom))];
  const joined = loose.some(
    (blob) =>
      blob.width > bottom - top &&
      blob.top < bottom &&
      blob.bottom > top &&
      (blob.top < top - BEYOND || blob.bottom > bottom + BEYOND),
  );
  return joined ? { first: top - 1, last: bottom + 1 } : null;
}

/**
 * Returns some rows of a strip.
 * @param {Ink} strip @param {{first: number, last: number}} rows @returns {Ink}
 */
function within(strip, { first, last }) {
  const ink = strip.ink.slice();
  ink.fill(0, 0, first * strip.width);
  ink.fill(0, (last + 1) * strip.width);
  return { ...strip, ink };
}

/**
 * Returns strips without blobs that are not digits, and the usual height of a digit.
 * @param {{strip: Ink, found: ReturnType<typeof blobsIn>}[]} strips are changed @param {boolean} down
 */
function measured(strips, down) {
  const usual = median(strips.map(({ found }) => found.peak));
  for (const each of strips) if (each.found.peak < NOISE * usual) each.found.blobs = [];
  const ends = down ? [] : strips.flatMap(({ found }) => found.blobs.filter(isBar));
  const common = ends.filter((end) => ends.filter(({ x }) => Math.abs(x - end.x) < 2).length > BARS * strips.length);
  for (const { found } of strips) found.blobs = found.blobs.filter((blob) => !common.includes(blob));
  const heights = strips.flatMap(({ found }) => found.blobs.filter((b) => b.width < b.height).map((b) => b.height));
  const high = heights.length ? commonest(heights) : DEFAULT;
  for (const { found } of strips) found.blobs = completed(found, high);
  return { strips, high };
}

/**
 * Returns the clues of all lines of one side, from strips. If dark digits are hard to read, bright ones on bars are
 * tried, and vice versa.
 * @param {Source} source @param {Extent} play @param {boolean} down @param {number} length in pitches
 * @returns {DigitLine[]}
 */
function fromStrips(source, play, down, length) {
  const dark = isMarginDark(source, play, down, length);
  const all = linesBeside(play, down);
  const usual = linesIn(source, play, down, length, dark, all);
  const written = usual.filter(({ figures }) => figures.length).length;
  if (written < 0.5 * usual.length || clarity(usual) > UNCLEAR) return usual;
  const few = (FEWER * count(usual)) / all.length;
  const step = Math.floor(all.length / SAMPLE);
  if (step > 3) {
    const sample = (/** @type {any[]} */ lines) => lines.filter((_, k) => k % step === step >> 1);
    const some = linesIn(source, play, down, length, !dark, sample(all), few);
    if (!some.length || clarity(some) < Math.max(HOPE, clarity(sample(usual)))) return usual;
  }
  const other = linesIn(source, play, down, length, !dark, all, few);
  return clarity(other) > clarity(usual) ? other : usual;
}

/** Returns the rows or columns of a board. @param {Extent} play @param {boolean} down */
function linesBeside(play, down) {
  const [first, last] = down ? [play.left, play.right] : [play.top, play.bottom];
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/** Returns how well the digits of all lines are read; 0 for lines without any. @param {DigitLine[]} lines */
export function clarity(lines) {
  const each = lines.map(({ figures }) => median(figures.map(({ choices, glyph }) => sure(choices, glyph))));
  return each.reduce((sum, value) => sum + value, 0) / each.length;
}

/**
 * Returns the clues of all lines of one side. If some numbers are crossed out, they are also read without the bars, and
 * the clearer reading counts.
 * @param {Source} source @param {Extent} play @param {boolean} down @param {number} length in pitches
 * @param {boolean} dark the page is @param {number[]} at the rows or columns
 * @param {number} [few] if there are fewer blobs to each, none are read
 * @returns {DigitLine[]}
 */
function linesIn(source, play, down, length, dark, at, few = 0) {
  const usual = stripsOf(source, play, down, length, dark, 1, at);
  if (usual.strips.reduce((sum, { found }) => sum + found.blobs.length, 0) < few * at.length) return [];
  const next = (/** @type {Blob} */ blob) => isNear(blob, down, length * SIDE);
  const small = usual.high < SMALL || !usual.strips.some(({ found }) => found.blobs.some(next));
  const { strips, high } = small ? stripsOf(source, play, down, 2 * length, dark, 2, at) : usual;
  const long = (small ? 2 : 1) * length * SIDE;
  const lines = linesOf(strips, high, down, long);
  const strikes = strips.map(({ strip, found }) =>
    found.loose.flatMap((blob) => strikeIn(strip, blob, found.labels) ?? []),
  );
  if (strikes.flat().length < STRUCK) return lines;
  const plain = strips.map((each, i) => {
    if (!strikes[i].length) return each;
    const strip = withoutStrikes(each.strip, strikes[i]);
    return { strip, found: blobsIn(strip, down, source.least) };
  });
  const cleaned = measured(plain, down);
  const other = linesOf(plain, cleaned.high, down, long);
  return clarity(other) > clarity(lines) ? other : lines;
}

/**
 * Returns the numbers of each strip.
 * @param {{strip: Ink, found: ReturnType<typeof blobsIn>}[]} strips @param {number} high the usual height of a digit
 * @param {boolean} down @param {number} long the length of a strip in points
 * @returns {DigitLine[]}
 */
function linesOf(strips, high, down, long) {
  const figures = strips.map(({ strip, found }) => figuresIn(strip, found, high, down));
  const distances = down
    ? []
    : figures.flatMap((line) => line.slice(1).map((figure, i) => (line[i].x - figure.x) / high));
  const joined = jointure(distances);
  const near = figures.map((line) => (line.some((figure) => isNear(figure, down, long)) ? line : []));
  const ofOne = (/** @type {number} */ far) => joined(far / high);
  const gap = gapOf(near, down, high, ofOne);
  return near.map((line) => lineOf(line, down, high, gap, ofOne));
}

/**
 * Returns whether a digit is so near to the board that it may be the last one of a line; a title is farther.
 * @param {{x: number, y: number}} place @param {boolean} down @param {number} long the length of the strip in points
 */
const isNear = ({ x, y }, down, long) => long - (down ? y : x) < NEAR;

/**
 * Returns the largest distance of two neighbours among the clues: well above the usual one. A title above the board
 * is farther.
 * @param {Figure[][]} lines @param {boolean} down @param {number} high
 * @param {(distance: number) => number} joined the likelihood that two figures at a distance are one number
 */
function gapOf(lines, down, high, joined) {
  const steps = lines.flatMap((line) =>
    line.slice(1).flatMap((figure, i) => {
      const step = down ? line[i].y - figure.y : line[i].x - figure.x;
      const apart = step > 0.8 * high && (down || joined(step) < 0.5); // not two digits of a number
      return apart && step < NEAR ? [step] : []; // nor a title
    }),
  );
  const most = Math.min(NEAR, 3.5 * high);
  return steps.length > 2 ? Math.min(most, 1.8 * median(steps) + 0.2 * high) : most;
}

/** Returns the height around which most heights lie. @param {number[]} heights */
function commonest(heights) {
  const counts = new Uint32Array(Math.max(...heights) + 4);
  for (const h of heights) for (let k = Math.max(0, h - 2); k <= h + 2; k++) counts[k]++;
  const best = heights.reduce((a, b) => (counts[b] > counts[a] ? b : a));
  return median(heights.filter((other) => Math.abs(other - best) <= 2));
}

/**
 * Returns the clues of all lines of one side, from boxes of the lattice.
 * @param {Source} source @param {Extent} play @param {boolean} down @param {number} depth how many boxes
 * @param {(row: number, column: number) => boolean} found
 * @param {boolean} loose as in `numeralParts`
 * @returns {DigitLine[]}
 */
function fromBoxes({ patch, least }, play, down, depth, found, loose) {
  const lines = linesBeside(play, down);
  const at = (/** @type {number} */ line, /** @type {number} */ k) =>
    /** @type {[number, number]} */ (down ? [play.top - k, line] : [line, play.left - k]);
  const usual = median(lines.map((line) => patch(...at(line, 1)).peak));
  /** @type {DigitLine[]} */
  const out = [];
  for (const line of lines) {
    /** @type {Figure[][]} */
    const numerals = [];
    let unread = false;
    for (let k = 1; k <= depth; k++) {
      const [row, column] = at(line, k);
      const numeral = numeralIn(patch(row, column), Math.max(0.6 * least, NOISE * usual), loose);
      if (numeral) numerals.unshift(numeral);
      else if (k > 1 && !found(row, column)) break;
      else if (patch(row, column).peak > 0.6 * usual) unread = true;
    }
    const joins = numerals.flatMap((numeral, i) => [...(i ? [0.001] : []), ...numeral.slice(1).map(() => 0.995)]);
    out.push({ figures: numerals.flat(), joins, unread });
  }
  return out;
}

/**
 * Returns the parts of a cell without a thin one at its side, if the others are nearer to the middle: what is left of
 * the border of the cell looks like a 1.
 * @param {Blob[]} parts
 */
function withoutBorder(parts) {
  const off = (/** @type {Blob[]} */ some) => {
    const { left, width } = boxOf(some);
    return Math.abs(left + (width - SIDE) / 2);
  };
  const thin = parts.filter(
    ({ left, right, width }) => width <= THIN && (left <= BESIDE || right >= SIDE - 1 - BESIDE),
  );
  const rest = parts.filter((part) => !thin.includes(part));
  return thin.length && rest.length && off(rest) < off(parts) ? rest : parts;
}

/**
 * Reads one or two digits in a cell.
 * @param {Patch} patch
 * @param {number} least
 * @param {boolean} loose as in `numeralParts`
 * @returns {Figure[] | null}
 */
function numeralIn(patch, least, loose) {
  if (patch.peak < Math.max(14, least)) return null;
  const { blobs: all, labels } = numeralParts(patch, loose);
  const blobs = mended(all, labels, DETACHED);
  const high = Math.max(0, ...blobs.map(({ height }) => height));
  const tall = blobs.filter(({ height, points }) => height >= 9 && height > 0.7 * high && points > 6);
  const digits = withHalves(patch, withoutBorder(tall), labels, patch.peak, high).slice(0, 2);
  const figures = digits.flatMap((blob) =>
    digits.length > 1 || blob.width < ONES * high
      ? [figureOf(patch, [blob], labels, patch.peak, boxOf([blob]))]
      : oneOrTwo(patch, blob, labels, patch.peak, high),
  );
  const [{ glyph }] = figures.length ? figures : [{ glyph: null }];
  const digit = glyph && glyph.height > 0.35 * SIDE && glyph.height < 0.8 * SIDE && glyph.width > 3; // by its size
  if (glyph && figures.length === 1 && !digit && likelihood(glyph.scores, "?") > 0.97) return null;
  return figures.length ? figures : null;
}

/**
 * Returns the clues of one side.
 * @param {Source} source @param {Extent} play @param {boolean} down
 * @param {{boxes: number, length: number, found: (row: number, column: number) => boolean}} room boxes of the lattice
 *   and pitches of picture next to the board
 * @param {boolean} [loose] not all lines of the boxes show
 * @returns {DigitLine[]}
 */
export function cluesOf(source, play, down, { boxes, length, found }, loose = false) {
  const boxed = boxes ? fromBoxes(source, play, down, boxes + 1, found, loose) : [];
  const missed = boxed.filter(({ unread }) => unread).length;
  if (boxes && (!missed || (missed < FEW * boxed.length && clarity(boxed) > CLEAR))) return boxed;
  const free = fromStrips(source, play, down, length);
  const unclear = clarity(free) < Math.max(UNCLEAR, LESS * clarity(boxed));
  return boxes && (unclear || count(free) <= count(boxed)) ? boxed : free;
}

/** Returns the number of digits of all lines. @param {DigitLine[]} lines */
const count = (lines) => lines.reduce((sum, { figures }) => sum + figures.length, 0);

const NONE = 1e-4; // the likelihood that a figure is something other than a digit, at least
const CHOICES = 24; // readings of a line that are kept
const KEPT = 3 * CHOICES; // readings of the first figures of a line that are kept

/**
 * Returns the readings of a line by likelihood: with other digits, with pairs joined or split, and without figures
 * that are not digits.
 * @param {DigitLine} line @param {number} longest cells of the line
 * @returns {Choice[]} values such as "3 1"; "0" for none
 */
export function readingsOf({ figures, joins, unread }, longest) {
  if (!figures.length) return [{ value: "0", likelihood: 0.9 }];
  /** @type {{text: string, likelihood: number}[]} */
  let partial = [{ text: "", likelihood: 1 }];
  figures.forEach((figure, i) => {
    partial = summed(continued(partial, figure, i ? joins[i - 1] : 1))
      .sort((a, b) => b.likelihood - a.likelihood)
      .slice(0, KEPT);
  });
  const whole = partial.reduce((sum, { likelihood: l }) => sum + l, 0);
  const fitting = partial.filter(({ text }) => fits(text, longest)).slice(0, CHOICES);
  const some = fitting.length ? fitting : partial.slice(0, 1);
  const share = some.reduce((sum, { likelihood: l }) => sum + l, 0) / (whole || 1);
  const trust = unread ? 0.5 : Math.min(1, 0.5 + share);
  const named = some.map(({ text, likelihood: l }) => ({ text: text || "0", likelihood: l }));
  const choices = summed(named).map(({ text, likelihood: l }) => ({ value: text, likelihood: l }));
  return weighed(choices).map((choice) => ({ ...choice, likelihood: choice.likelihood * trust }));
}

/** @typedef {{text: string, added?: string, likelihood: number}} Text  `added` is not yet a part of the text */

/**
 * Returns the likeliest readings of the figures up to one, in any order. Most are unlikely, so the likelihoods of all are
 * computed first.
 * @param {Text[]} partial the readings of those before it @param {Figure} figure
 * @param {number} join the likelihood that it belongs to the number before it
 */
function continued(partial, { choices, glyph }, join) {
  const trust = 1 - 0.5 * likelihood(glyph.scores, "?");
  const skipped = Math.max(0.5 * (1 - trust), NONE);
  const some = choices.slice(0, 6);
  const ways = ["", ...some.flatMap(({ value }) => [` ${value}`, value])];
  const all = new Float64Array(partial.length * ways.length).fill(-1); // -1 for those that cannot be
  partial.forEach(({ text, likelihood: l }, k) => {
    const grows = canGrow(text);
    let at = k * ways.length;
    all[at++] = l * skipped;
    for (const { value, likelihood: given } of some) {
      const own = l * Math.max(given, 1e-5) * trust;
      if (text && value !== "0") all[at] = own * (1 - join);
      if (grows) all[at + 1] = text ? own * join : own;
      at += 2;
    }
  });
  const possible = all.filter((l) => l >= 0);
  const least = possible.length > 4 * KEPT ? nth(possible, possible.length - 4 * KEPT) : 0;
  /** @type {Text[]} */
  const out = [];
  for (let at = 0; at < all.length; at++) {
    if (all[at] < least) continue;
    const { text } = partial[Math.floor(at / ways.length)];
    out.push({ text, added: ways[at % ways.length], likelihood: all[at] });
  }
  return out;
}

/**
 * Returns every text once, with the sum of its likelihoods.
 * @param {Text[]} texts
 */
function summed(texts) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { text, added = "", likelihood: l } of texts) sums.set(text + added, (sums.get(text + added) ?? 0) + l);
  return [...sums].map(([text, l]) => ({ text, likelihood: l }));
}

/**
 * Returns whether the last number of a line can have another digit: it has one so far, which is not 0.
 * @param {string} text
 */
const canGrow = (text) => /(?:^|\s)[1-9]?$/.test(text);

/** Returns whether a line can hold these numbers. @param {string} text @param {number} longest */
function fits(text, longest) {
  const numbers = text.split(" ");
  if (numbers.some((number) => number.startsWith("0")) && numbers.length > 1) return false;
  if (numbers.some((number) => number.length > 1 && number.startsWith("0"))) return false;
  return numbers.reduce((sum, number) => sum + Number(number), numbers.length - 1) <= longest;
}
