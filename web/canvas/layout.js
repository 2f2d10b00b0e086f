/** Computes the layout of a board: the size of its cells, the margins for clues, zoom and pan. */

import { clamp, middleOf } from "./ink.js";

/** @import {Layout, Place, PuzzleDocument, PuzzleKind} from "../core/types.js" */

/** The cell sizes at which zooming stops, in addition to the one that shows the whole board. */
const STEPS = [12, 16, 20, 28, 40, 56];

/**
 * The cell size, in px, at which a board for touch input is shown as a whole; a loupe and pinch-zoom help with small
 * cells.
 */
const LEAST_TOUCHED = 9;

/** The cell sizes, in px, that a board for touch input gets at first, even if the ends of some clues are hidden then. */
const TOUCHED = [12, 11];

/** The minimum share of the clue margins that is shown if the cells would not all be visible otherwise. */
const CLUES_SHOWN = 0.5;

/** The maximum share of the canvas for the clue margins if the canvas is too small for the whole board. */
const BAND_SHARE = 0.45;

/** @param {PuzzleKind} puzzle @param {number} cell */
const rimOf = ({ border, rim = border === false ? 0.22 : 0 }, cell) => Math.max(4, Math.round(rim * cell));

/**
 * Returns the largest integer cell size at which the whole board is visible.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {{width: number, height: number}} space
 */
function fitting(puzzle, document, space) {
  const size = puzzle.size(document);
  for (let cell = puzzle.most(size); cell > 2; cell--) {
    const [bands, rim] = [puzzle.bands(document, cell), rimOf(puzzle, cell)];
    const width = bands.left + bands.right + 2 * rim + size.width * cell;
    const height = bands.top + bands.bottom + 2 * rim + size.height * cell;
    if (width <= space.width && height <= space.height) return cell;
  }
  return 2;
}

/**
 * Returns margins at which all cells are visible, or null if too little of the clues would remain.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {{width: number, height: number}} space
 * @param {number} cell
 */
function withCells(puzzle, document, space, cell) {
  const { width, height } = puzzle.size(document);
  const [bands, rim] = [puzzle.bands(document, cell), rimOf(puzzle, cell)];
  const left = Math.min(bands.left, space.width - bands.right - width * cell - 2 * rim);
  const top = Math.min(bands.top, space.height - bands.bottom - height * cell - 2 * rim);
  return left >= CLUES_SHOWN * bands.left && top >= CLUES_SHOWN * bands.top ? { ...bands, left, top } : null;
}

/**
 * Returns the margins of a board; those of a board that is larger than the canvas are limited.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {{width: number, height: number}} space
 * @param {number} cell
 * @param {number} fit
 */
function bandsFor(puzzle, document, space, cell, fit) {
  const bands = puzzle.bands(document, cell);
  if (cell <= fit) return bands;
  return (
    withCells(puzzle, document, space, cell) ?? {
      ...bands,
      left: Math.min(bands.left, Math.floor(space.width * BAND_SHARE)),
      top: Math.min(bands.top, Math.floor(space.height * BAND_SHARE)),
    }
  );
}

/**
 * Returns the layout of a board. `zoom` is a cell size, 0 for the whole board, or null for the best initial size; `pan`
 * is the offset of the lattice to the left and up.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {{width: number, height: number, touch?: boolean}} space
 * @param {number | null} [zoom]
 * @param {{x: number, y: number}} [pan]
 * @returns {Layout}
 */
export function layout(puzzle, document, space, zoom = null, pan = { x: 0, y: 0 }) {
  const size = puzzle.size(document);
  const fit = fitting(puzzle, document, space);
  const larger = space.touch ? TOUCHED.find((one) => one > fit && withCells(puzzle, document, space, one)) : undefined;
  const opening = larger ?? fit;
  const least = space.touch ? LEAST_TOUCHED : 12;
  const cell = zoom === null ? (opening >= least ? opening : space.touch ? 28 : 20) : zoom || fit;
  const rim = rimOf(puzzle, cell);
  const bands = bandsFor(puzzle, document, space, cell, fit);
  const whole = { width: size.width * cell + 2 * rim, height: size.height * cell + 2 * rim };
  const window = {
    x: bands.left,
    y: bands.top,
    width: Math.max(cell, Math.min(whole.width, space.width - bands.left - bands.right)),
    height: Math.max(cell, Math.min(whole.height, space.height - bands.top - bands.bottom)),
  };
  const at = clampPan({ size, cell, rim, window }, pan);
  return {
    size,
    cell,
    rim,
    bands,
    window,
    fit,
    origin: { x: window.x + rim - at.x, y: window.y + rim - at.y },
    pan: at,
    width: bands.left + window.width + bands.right,
    height: bands.top + window.height + bands.bottom,
    whole: whole.width <= window.width && whole.height <= window.height,
  };
}

/**
 * Returns the nearest pan at which the lattice fills its window, in whole px.
 * @param {Pick<Layout, "size" | "cell" | "rim" | "window">} layout
 * @param {{x: number, y: number}} pan
 */
export function clampPan({ size, cell, rim, window }, pan) {
  const along = (/** @type {number} */ at, /** @type {number} */ cells, /** @type {number} */ room) =>
    Math.round(clamp(0, at, cells * cell + 2 * rim - room));
  return { x: along(pan.x, size.width, window.width), y: along(pan.y, size.height, window.height) };
}

/**
 * Returns the box of a cell, or of a clue next to the board: [left, top, width, height].
 * @param {Layout} layout
 * @param {Place} place
 * @returns {[number, number, number, number]}
 */
export function boxAt({ size, cell, origin, bands, window }, { r, c }) {
  const across = c < 0 ? [window.x - bands.left, bands.left] : [window.x + window.width, bands.right];
  const down = r < 0 ? [window.y - bands.top, bands.top] : [window.y + window.height, bands.bottom];
  const [left, width] = c < 0 || c > 2 * size.width ? across : [origin.x + (c >> 1) * cell, cell];
  const [top, height] = r < 0 || r > 2 * size.height ? down : [origin.y + (r >> 1) * cell, cell];
  return [left, top, width, height];
}

/** Returns the next larger or smaller cell size. @param {Layout} layout @param {1 | -1} direction */
export function nextZoom({ cell, fit }, direction) {
  const steps = [fit, ...STEPS.filter((step) => step > fit)];
  return (direction > 0 ? steps.find((step) => step > cell) : steps.findLast((step) => step < cell)) ?? cell;
}

/**
 * Returns the pan that keeps the point (x, y) of the canvas over the same spot when the cell size changes.
 * @param {Layout} layout
 * @param {number} cell
 * @param {number} x
 * @param {number} y
 */
export function panFor({ cell: before, origin, window, rim }, cell, x, y) {
  const along = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ edge) =>
    ((at - from) / before) * cell + rim - (at - edge);
  return { x: along(x, origin.x, window.x), y: along(y, origin.y, window.y) };
}

/** Returns the smallest change of the pan at which a place is visible. @param {Layout} layout @param {Place} place */
export function panTo(layout, place) {
  const { cell, window, pan } = layout;
  const along = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
    at - cell < start ? at - cell - start : at + cell > start + length ? at + cell - start - length : 0;
  const [x, y] = middleOf(layout, place);
  return { x: pan.x + along(x, window.x, window.width), y: pan.y + along(y, window.y, window.height) };
}
