/** Nonogram: an empty board in the lower right, its numbers left of it and above. Plain functions. */

import { refocused } from "./blurred.js";
import { colourOf, twoGroups } from "./cells.js";
import { refuted } from "./clashes.js";
import { clarity, cluesOf, readingsOf } from "./clues.js";
import { likeliestValues, numbers, rowsOf, sound } from "./document.js";
import { likelihood, likeliest } from "./network.js";
import { median, sums } from "./picture.js";
import { groupsOf, othersOf } from "./shapes.js";

/** @import {Cells, Item, Reading} from "./cells.js" */
/** @import {Figure, DigitLine} from "./clues.js" */
/** @import {Extent, Mapping} from "./map.js" */
/** @import {Lattice} from "./lattice.js" */
/** @import {Glyph} from "./patch.js" */
/** @import {Picture, Pictures} from "./picture.js" */

const CLUED = 0.4; // the share of the cells next to the board that have ink or were not found, if any of them have digits
// A blank board with clues at more than this share of its lines, on more than this share of the lattice, is a nonogram.
const FRAMED = 0.9;
const CORNER = 0.2; // the share of the cells between both numbers up to which a picture may look like digits
const STRAY = 0.1; // the share of the cells of a blank board up to which noise may look like a digit
export const UNREAD = 0.5; // its least plausibility then, even if its numbers cannot be read; too small for a proof

const CLEARLY = 0.98; // how plausible a reading is at least, or boxes of which not all lines show are tried
const MANY = 20; // rows whose numbers show whether those of the columns can be read
const ILLEGIBLE = 0.4; // how clearly the digits of the rows are read, if those of the columns cannot be read, either

const GAP = 40; // the difference in brightness of two shades of cells

/** @param {Glyph | null} glyph */
const isDigit = (glyph) => glyph !== null && glyph.height >= 8 && "0123456789".includes(likeliest(glyph.scores));

/**
 * Returns the part of the lattice that is the board: the largest rectangle to the lower right without digits. There are
 * numbers next to most of its rows and columns, so the first row above it or column to its left has many digits.
 * @param {Cells} cells @param {(row: number, column: number) => boolean} found
 * @returns {Extent}
 */
function boardIn({ width, height, patches, glyphs, extent, least }, found) {
  const counter = (/** @type {number[]} */ values) => {
    const table = sums(values, width, height);
    const w = width + 1;
    return (/** @type {number} */ row, /** @type {number} */ column) =>
      table[height * w + width] - table[row * w + width] - table[height * w + column] + table[row * w + column];
  };
  const digits = counter(glyphs.map((glyph) => (isDigit(glyph) ? 1 : 0)));
  const count = counter(
    glyphs.map((glyph, i) => {
      const there = found(extent.top + Math.floor(i / width), extent.left + (i % width));
      const written = patches[i].peak >= least && !(glyph && likeliest(glyph.scores) === "X");
      return written || !there ? 1 : 0;
    }),
  );
  const full = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ down) =>
    down
      ? count(row - 1, column) - count(row, column) >= CLUED * (width - column)
      : count(row, column - 1) - count(row, column) >= CLUED * (height - row);
  let [best, top, left] = [-Infinity, 0, 0];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      if ((row && !full(row, column, true)) || (column && !full(row, column, false))) continue;
      // Filled cells without lines between them are not found.
      const score = (height - row) * (width - column) - count(row, column) - 5 * digits(row, column);
      if (score > best) [best, top, left] = [score, row, column];
    }
  return { ...extent, top: extent.top + top, left: extent.left + left };
}

/**
 * Returns the number of pitches of picture next to the board.
 * @param {Picture} coarse @param {Mapping} place @param {Extent} play @param {boolean} down
 */
function roomNext(coarse, place, play, down) {
  const most = Math.ceil((down ? play.bottom - play.top + 1 : play.right - play.left + 1) / 2) + 2;
  for (let k = 1; k <= most; k++) {
    const [x, y] = down
      ? place(play.top - 0.5 - k, (play.left + play.right) / 2)
      : place((play.top + play.bottom) / 2, play.left - 0.5 - k);
    if (!(x > -2 && y > -2 && x < coarse.width + 2 && y < coarse.height + 2)) return k;
  }
  return most;
}

/**
 * Returns the marks of a player: filled cells, and crosses or cells in a third shade.
 * @param {Cells} cells @param {Extent} play @param {Item[]} items
 * @returns {Record<string, any>}
 */
function marksOf({ patches, patch: patchAt, glyphs, width, extent }, play, items) {
  const inside = patches.flatMap((patch, i) => {
    const [row, column] = [extent.top + Math.floor(i / width), extent.left + (i % width)];
    return row >= play.top && column >= play.left ? [{ patch, glyph: glyphs[i] }] : [];
  });
  const bright = inside.map(({ patch }) => colourOf(patch).reduce((a, b) => a + b) / 3);
  const { means, group } = twoGroups(bright.map((value) => [value]));
  const next = [];
  for (let row = play.top; row <= play.bottom; row++) next.push(median(patchAt(row, play.left - 1).ground));
  for (let column = play.left; column <= play.right; column++) next.push(median(patchAt(play.top - 1, column).ground));
  const page = median(next);
  const [[first], [second]] = means;
  const ink = Math.abs(first - page) > Math.abs(second - page) ? 0 : 1;
  const letters = inside.map(({ glyph }, i) => {
    if (group[i] === ink && Math.abs(first - second) > 75) return "#";
    return glyph && likelihood(glyph.scores, "X") > 0.7 ? "." : "?";
  });
  const wide = play.right - play.left + 1;
  const usual = rowsOf(letters, wide);
  // As in Tatham's Pattern, a cell may be grey, become darker when it is filled, and brighter when it is empty.
  const shades = shadesOf(bright).sort((a, b) => Math.abs(b - page) - Math.abs(a - page));
  const two = shades[1] < shades[0] ? "?#" : "?.";
  const meanings = shades.length === 3 ? ["#?.", "#.?"] : shades.length === 2 && !fits(usual, items) ? [two] : [];
  const shaded = meanings.map((meaning) =>
    rowsOf(
      bright.map((value) => meaning[shades.findIndex((shade) => Math.abs(value - shade) < GAP / 2)]),
      wide,
    ),
  );
  const board = shaded.find((each) => fits(each, items)) ?? usual;
  const count = (/** @type {string} */ letter) => board.join("").split(letter).length - 1;
  return count("?") < letters.length && count("#") < 0.9 * letters.length ? { board } : {};
}

/**
 * Returns the shades of plain cells, at least GAP apart; none if there are other shades between them.
 * @param {number[]} values
 */
function shadesOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const ends = sorted.flatMap((value, i) => (i && value - sorted[i - 1] < GAP ? [] : [i]));
  const groups = ends.map((start, k) => sorted.slice(start, ends[k + 1]));
  const pure = groups.every((group) => group[group.length - 1] - group[0] < GAP / 2);
  return pure ? groups.map(median) : [];
}

/**
 * Returns whether no line of a board has more filled cells, or fewer other cells than its numbers need.
 * @param {string[]} board @param {Item[]} items rows first
 */
function fits(board, items) {
  const columns = Array.from(board[0], (_, column) => board.map((row) => row[column]).join(""));
  return [...board, ...columns].every((line, i) => {
    const runs = numbers(items[i].choices[0].value);
    const filled = line.split("#").length - 1;
    const free = line.length - (line.split(".").length - 1);
    return filled <= total(runs) && free >= total(runs);
  });
}

/**
 * Returns whether a place has a node.
 * @param {Lattice["nodes"]} nodes
 * @returns {(row: number, column: number) => boolean}
 */
function amid(nodes) {
  const there = new Set(nodes.map(({ row, column }) => row * 4096 + column));
  return (row, column) => there.has(row * 4096 + column);
}

/**
 * @param {Pictures} pictures @param {Cells} cells @param {Lattice} lattice
 * @param {boolean} [open] it may be of another kind, so its numbers are read only if they can be those of a nonogram
 * @returns {Reading}
 */
export function nonogram({ coarse, fine }, cells, lattice, open = false) {
  const found = amid(lattice.nodes);
  const boxed = amid(lattice.nodes.filter(({ added }) => !added)); // digits on bars look like the borders of boxes
  const play = boardIn(cells, found);
  const [width, height] = [play.right - play.left + 1, play.bottom - play.top + 1];
  const corner = emptyCorner(cells, play);
  const none = { kind: "nonogram", width, height, items: [], progress: {}, plausible: 0 };
  if (open && (Math.min(width, height) < 3 || corner < 1)) return none;
  const { place, patch, least } = cells;
  const source = { picture: fine, place, patch, scale: fine.scale / coarse.scale, least: 0.5 * least };
  const boxesOf = (/** @type {boolean} */ down) => {
    const count = down ? width : height;
    let next = 0;
    for (let k = 0; k < count; k++)
      if (down ? boxed(play.top - 1, play.left + k) : boxed(play.top + k, play.left - 1)) next++;
    return next < 0.6 * count ? 0 : down ? play.top - cells.extent.top : play.left - cells.extent.left;
  };
  const boxes = [boxesOf(false), boxesOf(true)];
  const side = (/** @type {boolean} */ down, /** @type {boolean} */ loose) => {
    const length = roomNext(coarse, lattice.place, play, down);
    return cluesOf(source, play, down, { boxes: boxes[Number(down)], length, found }, loose);
  };
  const readWith = (/** @type {boolean} */ loose) => {
    const rows = side(false, loose);
    if (open && !rows.some(({ figures }) => figures.length)) return null;
    // Nothing but a full lattice would make such a board plausible.
    if (open && height > MANY && lattice.full <= FRAMED && clarity(rows) < ILLEGIBLE) return null;
    const lines = refocused([...rows, ...side(true, loose)]);
    const items = ofOneFont(lines, width);
    const clued = lines.filter(({ figures }) => figures.length).length / items.length;
    const framed = clued > FRAMED && lattice.full > FRAMED && isBlank(cells, play) ? UNREAD * corner : 0;
    const fit = fitting(lines, items);
    return { items, plausible: Math.max(framed, clued * trust(items) * fit * balance(items, height) * corner) };
  };
  const usual = readWith(false);
  if (!usual) return none;
  const other = usual.plausible < CLEARLY && boxes.some(Boolean) ? readWith(true) : null;
  const { items, plausible } = other && other.plausible > usual.plausible ? other : usual;
  return {
    kind: "nonogram",
    ...{ width, height, items, play },
    progress: marksOf(cells, play, items),
    plausible: width < 3 || height < 3 ? 0 : plausible,
  };
}

/**
 * Returns the lines of a board with their possible numbers. If they contradict each other, figures of one shape are
 * read as other digits together; the likeliest reading without a contradiction counts.
 * @param {DigitLine[]} lines rows first @param {number} width
 * @returns {Item[]}
 */
export function ofOneFont(lines, width) {
  const height = lines.length - width;
  const itemOf = (/** @type {DigitLine} */ line, /** @type {number} */ i) => ({
    at: i < height ? { row: i } : { column: i - height },
    choices: readingsOf(line, i < height ? width : height),
  });
  const items = lines.map(itemOf);
  const usual = likeliestValues(items);
  if (agree(usual, width)) return items;
  const known = usual.map((value) => total(numbers(value)));
  const figures = lines.flatMap((line, at) => line.figures.map((figure) => ({ at, figure })));
  const single = figures.filter(({ figure }) => figure.choices[0].value.length === 1);
  for (const others of othersOf(groupsOf(single.map(({ figure }) => figure.glyph)))) {
    /** @type {Map<Figure, string>} */
    const named = new Map();
    for (const { group, digit } of others)
      for (const member of group.members) named.set(single[member].figure, String(digit));
    const read = new Set(others.flatMap(({ group }) => group.members.map((member) => single[member].at)));
    const values = usual.map((value, at) => (read.has(at) ? textOf(lines[at], named) : value));
    const sums = values.map((value, at) => (read.has(at) ? total(numbers(value)) : known[at]));
    const even = total(sums.slice(0, height)) === total(sums.slice(height));
    if (!even || !total(sums) || !agree(values, width)) continue;
    const other = items.map((item, at) => (read.has(at) ? itemOf(renamed(lines[at], named), at) : item));
    if (agree(likeliestValues(other), width)) return other;
  }
  return items;
}

/**
 * Returns a line with its figures read as other digits.
 * @param {DigitLine} line @param {Map<Figure, string>} named @returns {DigitLine}
 */
const renamed = ({ figures, ...line }, named) => ({
  ...line,
  figures: figures.map((figure) => {
    const value = named.get(figure);
    if (value === undefined) return figure;
    const rest = figure.choices.filter((choice) => choice.value !== value);
    return {
      ...figure,
      choices: [
        { value, likelihood: RENAMED },
        ...rest.map((choice) => ({ ...choice, likelihood: (1 - RENAMED) * choice.likelihood })),
      ],
    };
  }),
});

/**
 * Returns the likeliest numbers of a line, with some figures read as other digits.
 * @param {DigitLine} line @param {Map<Figure, string>} named
 */
const textOf = ({ figures, joins }, named) =>
  figures
    .map((figure, i) => (i && joins[i - 1] < 0.5 ? " " : "") + (named.get(figure) ?? figure.choices[0].value))
    .join("");

/** @param {number[]} values */
const total = (values) => values.reduce((sum, value) => sum + value, 0);

const RENAMED = 0.99; // the likelihood of a digit as which all figures of a shape are read

/** Returns whether the numbers of all lines agree with each other. @param {string[]} values @param {number} width */
const agree = (values, width) =>
  sound({ kind: "nonogram", width, height: values.length - width }, values) && !refuted(values, width);

/**
 * Returns the sum of the rows' numbers as a share of the columns', at most 1.
 * @param {Reading["items"]} items
 * @param {number} height
 */
function balance(items, height) {
  const sum = (/** @type {Reading["items"]} */ some) =>
    some.reduce((all, { choices }) => all + numbers(choices[0].value).reduce((a, b) => a + b, 0), 0);
  const [rows, columns] = [sum(items.slice(0, height)), sum(items.slice(height))];
  return Math.min(rows, columns) / Math.max(1, rows, columns);
}

/** Returns whether a board has hardly any digits. @param {Cells} cells @param {Extent} play */
function isBlank({ glyphs, width, extent }, play) {
  const [high, wide] = [play.top - extent.top, play.left - extent.left];
  const inside = glyphs.filter((_, i) => i >= high * width && i % width >= wide);
  return inside.filter(isDigit).length < STRAY * inside.length;
}

/**
 * Returns 1 if the corner between the numbers of the rows and those of the columns is empty.
 * @param {Cells} cells
 * @param {Extent} play
 */
function emptyCorner({ glyphs, width, extent }, play) {
  const [high, wide] = [play.top - extent.top, play.left - extent.left];
  const digits = glyphs.filter((glyph, i) => isDigit(glyph) && i % width < wide && i < high * width).length;
  return digits > CORNER * high * wide ? 0.2 : 1;
}

/**
 * Returns the share of the lines with figures whose likeliest numbers fit.
 * @param {DigitLine[]} lines @param {Reading["items"]} items
 */
function fitting(lines, items) {
  const fits = lines.flatMap(({ figures, unread }, i) => {
    const likely = items[i].choices.reduce((sum, { likelihood: l }) => sum + l, 0); // half of it for the others
    return figures.length && !unread ? [Math.max(0, 2 * likely - 1)] : [];
  });
  return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, fits.length);
}

/** Returns the median likelihood of a line. @param {Reading["items"]} items */
const trust = (items) => median(items.map(({ choices }) => choices[0].likelihood));
