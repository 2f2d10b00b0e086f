/** Converts a picture to a reading: the lattice, the kind, and the possible values of each place. Plain functions. */

import { binoxxo } from "./binoxxo.js";
import { extended, inBlocks, undivided } from "./borders.js";
import { cellsOf, patchesOf } from "./cells.js";
import { KINDS } from "./document.js";
import { isSudoku, isWhole } from "./doubts.js";
import { findCells, findDots, fullWithin, levelled, settled } from "./lattice.js";
import { minesweeper } from "./minesweeper.js";
import { UNREAD, nonogram } from "./nonogram.js";
import { MOST, inOutline } from "./outline.js";
import { coarseOf, finesOf } from "./picture.js";
import { unquartered } from "./quarters.js";
import { slitherlink } from "./slitherlink.js";

/** @import {Reading} from "./cells.js" */
/** @import {Extent, Mapping} from "./map.js" */
/** @import {Lattice} from "./lattice.js" */
/** @import {Picture, Pictures, Pixels} from "./picture.js" */

/**
 * @typedef {[number, number][]} Corners  of the board, clockwise from the upper left, in pixels of the original
 *
 * @typedef {object} Outcome  plain data, to be posted from a worker
 * @property {Reading | null} reading  the likeliest; null if no puzzle was found
 * @property {string} refusal  why there is none: "small", "portrait" (no lattice), "nothing", "nine-by-nine";
 *   otherwise "", or "two" if a second board was left out
 * @property {string[]} kinds  all kinds, the likeliest first
 * @property {Corners | null} corners
 * @property {[number, number][] | null} cells  the middle of each cell of the board, row by row, in the same pixels
 */

const PLAUSIBLE = 0.35;
const RIVAL = 0.5; // a reading of another kind that is more plausible than the best by this factor may be right
const DOTTED = 0.7; // the share of the dots that a row or column of the board has at least
const CERTAIN = 0.8; // no other kind has numbers left and above with the same sum
const MANY = 1000; // cells of a blank board; if most of its lines have numbers, it is a nonogram
const OUTLINED = 0.6; // as a lattice that only fits an outline may be a wrong one, its reading has to fit better
const PART = 0.8; // as the noise on some of its cells makes the whole board less plausible than a part
const FULL = 0.98; // the share of its cells that a complete lattice has, as single ones may be hidden
const FEW = 49; // cells of a lattice; fewer may be blocks of cells
const LARGE = 400; // the same for a nonogram whose numbers were not read

const NOTHING = { reading: null, kinds: KINDS, corners: null, cells: null };

/** @typedef {{lattice: Lattice & {others: any[]}, dots: boolean}} DotLattice */

/**
 * Returns the lattice of the picture. Crossings of lines look like dots, so dots count only if cells are few or
 * scattered.
 * @param {Picture} coarse
 * @returns {DotLattice | null}
 */
function found(coarse) {
  /** @type {ReturnType<typeof findDots> | undefined} */
  let made;
  const dotted = () => (made === undefined ? (made = whole(findDots(coarse), true)) : made);
  /** @type {(lattice: DotLattice["lattice"] | null, dots: boolean) => DotLattice["lattice"] | null} */
  const whole = (lattice, dots) => lattice && unquartered(coarse, lattice, dots);
  const first = whole(findCells(coarse, dotted), false);
  const cells = first && extended(coarse, undivided(coarse, first) ?? first);
  const dots = cells && isCertain(cells) ? null : dotted();
  const scattered = !cells || cells.full < 0.8 || cells.nodes.length < 0.75 * (dots?.nodes.length ?? 0);
  const many = dots && dots.nodes.length > 0.55 * (cells?.nodes.length ?? 0);
  if (many && dots.full > 0.7 && scattered && isBoard(dots)) return { lattice: dots, dots: true };
  const better = cells && levelled(coarse, cells);
  return better && { lattice: better === cells ? cells : extended(coarse, better), dots: false };
}

/** Returns whether there are cells between dots, so not if most of these stand in one row. @param {Lattice} dots */
function isBoard({ nodes }) {
  const { top, right, bottom, left } = settled(nodes, DOTTED);
  return bottom > top && right > left;
}

/**
 * Returns whether a lattice is so full or so large that there cannot be a much larger one of dots.
 * @param {Lattice & {others: any[][]}} cells
 */
function isCertain({ nodes, others: [other = []] }) {
  if (other.length > 0.1 * nodes.length) return false;
  const full = fullWithin(nodes);
  return full > 0.98 ? nodes.length >= 64 : full > 0.9 && nodes.length >= 300;
}

/**
 * Reads a picture.
 * @param {Pixels} pixels @param {string} [kind] what it is; otherwise the likeliest
 * @returns {Outcome}
 */
export function readPicture(pixels, kind) {
  if (Math.min(pixels.width, pixels.height) < 24) return { ...NOTHING, refusal: "small" };
  const coarse = coarseOf(pixels);
  const fine = finesOf(pixels, coarse);
  const at = found(coarse);
  const usual = at ? outcomeOf(coarse, fine, at, kind) : { ...NOTHING, refusal: "portrait" };
  if (at && isSettled(at, usual)) return usual;
  if ((kind ?? "nonogram") === "nonogram") {
    const blocks = inBlocks(coarse);
    const lattice = blocks && extended(coarse, blocks);
    const faint = lattice && outcomeOf(coarse, fine, { lattice, dots: false }, "nonogram");
    // If no borders show, rows and columns beyond the last block may have been lost.
    if (faint?.reading && isNonogram(faint.reading))
      return { ...faint, reading: { ...faint.reading, whole: lattice !== blocks && faint.reading.whole } };
  }
  // No lattice in an outline has more cells.
  if (usual.reading && usual.reading.plausible > CERTAIN && usual.reading.width * usual.reading.height > MOST ** 2)
    return usual;
  const lattice = inOutline(coarse);
  return lattice ? better(usual, outcomeOf(coarse, fine, { lattice, dots: false }, kind)) : usual;
}

/**
 * Returns the outcome with the more plausible reading; that of the whole board instead of a part of it, unless the part
 * fits much better.
 * @param {Outcome} usual @param {Outcome} other by the outline
 */
function better(usual, other) {
  const [first, second] = [usual.reading, other.reading];
  if (!second || second.plausible < OUTLINED) return usual;
  if (!first) return other;
  const more = first.whole === false && second.items.length > first.items.length;
  return second.plausible > first.plausible * (more ? PART : 1) ? other : usual;
}

/**
 * Returns whether the lattice of a reading has all cells of the board, instead of some, or blocks of cells.
 * @param {DotLattice} at @param {Outcome} outcome
 */
function isSettled({ lattice, dots }, { reading, refusal }) {
  if (dots || !reading) return dots;
  const part = reading.whole === false && (lattice.full < FULL || refusal === "two");
  const blocks = lattice.nodes.length < (isUnread(reading) ? LARGE : FEW);
  return !part && (reading.plausible > CERTAIN || !blocks);
}

/**
 * Returns what a lattice shows.
 * @param {Picture} coarse @param {ReturnType<typeof finesOf>} fine @param {DotLattice} at @param {string} [kind]
 * @returns {Outcome}
 */
function outcomeOf(coarse, fine, at, kind) {
  const pictures = { coarse, fine: fine(at.lattice.pitch) };
  const { cells, area, readings } = readingsOf(pictures, at, kind);
  const [best, next] = readings;
  const nodes = at.lattice.nodes.length;
  if (!kind && isSudoku(cells)) return { ...NOTHING, refusal: "nine-by-nine" };
  if (!best || (!kind && best.plausible < PLAUSIBLE))
    return { ...NOTHING, refusal: nodes < 36 ? "portrait" : "nothing" };
  const second = at.lattice.others[0]?.length > 0.5 * nodes;
  const clued = best.kind === "nonogram" && best.plausible > CERTAIN;
  const whole = best.whole !== false && !second && isWhole(at.lattice, area, clued);
  const reading = { ...best, whole, lead: best.plausible - (next?.plausible ?? 0) };
  if (next && !best.play && !next.play && next.plausible > RIVAL * best.plausible)
    reading.rival = rivalOf(next, reading);
  return {
    reading,
    refusal: second ? "two" : "",
    kinds: [...new Set([...readings.map((each) => each.kind), ...KINDS])],
    ...placesOf(at, best.play ?? area, area, coarse.scale),
  };
}

/**
 * Returns a reading of another kind than the likeliest, without the marks of a player, which are slow to find.
 * @param {Reading} reading @param {Reading} best
 * @returns {Reading}
 */
function rivalOf({ kind, width, height, items, signs, plausible }, { whole, plausible: most }) {
  return { kind, ...{ width, height, items, signs, plausible, whole }, progress: {}, lead: plausible - most };
}

/**
 * Returns the readings of a picture, the likeliest first.
 * @param {Pictures} pictures @param {DotLattice} at @param {string} [kind]
 */
function readingsOf(pictures, { lattice, dots }, kind) {
  const scale = pictures.fine.scale / pictures.coarse.scale;
  const board = settled(lattice.nodes, dots ? DOTTED : 0.4);
  const place = dots ? shifted(lattice.place) : lattice.place;
  const area = dots ? { ...board, bottom: board.bottom - 1, right: board.right - 1 } : board;
  const patch = patchesOf(pictures, place);
  const cells = cellsOf(patch, place, area);
  const wide = settled(lattice.nodes, 0.15); // clues take fewer cells of their rows than the board
  const clued = () =>
    String(Object.values(wide)) === String(Object.values(area)) ? cells : cellsOf(patch, place, wide);
  /** @type {Reading[]} */
  const readings = [];
  /** @type {Record<string, () => Reading>} */
  const readers = {
    slitherlink: () => slitherlink(cells, pictures.fine, scale, dots),
    minesweeper: () => minesweeper(cells),
    binoxxo: () => binoxxo(cells, pictures.fine, scale, Math.max(0, ...readings.map((each) => each.plausible))),
    nonogram: () => nonogram(pictures, clued(), lattice, !kind),
  };
  for (const name of kind ? [kind] : KINDS.filter((each) => !dots || each !== "nonogram")) {
    readings.push(readers[name]());
    if (name === "nonogram" && isNonogram(readings[0])) break;
  }
  const some = readings.filter(({ items }) => items.length);
  return { cells, area, readings: some.sort((a, b) => b.plausible - a.plausible) };
}

/**
 * Returns whether no other kind needs to be read: numbers left and above have the same sum, or stand at nearly all lines
 * of a large blank board.
 * @param {Reading} reading
 */
const isNonogram = ({ plausible, width, height }) =>
  plausible > CERTAIN || (plausible >= UNREAD && width * height > MANY);

/** Returns whether a reading is that of a nonogram whose numbers were not read. @param {Reading} reading */
const isUnread = ({ kind, plausible }) => kind === "nonogram" && plausible <= UNREAD;

/** Converts a map of dots to one of the cells between them. @param {Mapping} place @returns {Mapping} */
const shifted = (place) => (row, column) => place(row + 0.5, column + 0.5);

/**
 * Returns the place of the board in the original.
 * @param {DotLattice} at @param {Extent} board @param {Extent} area of the lattice, with the clues that stand in it
 * @param {number} scale
 * @returns {{corners: Corners, cells: [number, number][]}}
 */
function placesOf({ lattice, dots }, board, { top, bottom, left, right }, scale) {
  const place = dots ? shifted(lattice.place) : lattice.place;
  /** @param {number} row @param {number} column @returns {[number, number]} */
  const point = (row, column) => {
    const [x, y] = place(row, column);
    return [(x + 0.5) / scale, (y + 0.5) / scale];
  };
  const cells = [];
  for (let row = board.top; row <= board.bottom; row++)
    for (let column = board.left; column <= board.right; column++) cells.push(point(row, column));
  const corners = [
    point(top - 0.5, left - 0.5),
    point(top - 0.5, right + 0.5),
    point(bottom + 0.5, right + 0.5),
    point(bottom + 0.5, left - 0.5),
  ];
  return { corners, cells };
}
