/**
 * Draws a board on its canvas in the right order. Each kind of puzzle draws its own marks and clues with the pen passed
 * to it.
 */

import { differences, set } from "../core/game.js";
import { blockRanges, isBeside, placeOf } from "../core/lattice.js";
import { UNDECIDED, valueOf } from "../core/marks.js";
import { counter, cursor } from "./cursor.js";
import { band, borders, grid, sheet } from "./grid.js";
import { fill, middleOf, stroke, write } from "./ink.js";

/** @import {Layout, Marks, Pen, Scene} from "../core/types.js" */

/**
 * @typedef {object} OverlayPainter  the functions that draw overlays
 * @property {(pen: Pen, scene: Scene) => void} tints  draws below the marks
 * @property {(pen: Pen, scene: Scene) => void} links  draws links, above the marks and below the clues at their ends
 * @property {(pen: Pen, scene: Scene) => void} rings  draws above the marks
 * @property {(pen: Pen, scene: Scene, side: "row" | "column", far?: boolean) => void} linePills  draws pills around the
 *   clues of lines: those left or above, or if `far` those right or below
 */

/** The painter of overlays, or null until a module registers one. @type {OverlayPainter | null} */
let overlays = null;

/**
 * Registers the (lazy-loaded) overlay painter.
 * @param {OverlayPainter} painter
 */
export const drawOverlaysWith = (painter) => void (overlays = painter);

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Scene} scene
 * @param {number} ratio
 * @param {Region} region
 * @returns {Pen}
 */
function penFor(ctx, { layout, palette }, ratio, region) {
  const { cell, origin, window, size } = layout;
  const first = (/** @type {number} */ start, /** @type {number} */ from) =>
    Math.max(0, Math.floor((start - from) / cell));
  const last = (/** @type {number} */ end, /** @type {number} */ from, /** @type {number} */ most) =>
    Math.min(most, Math.ceil((end - from) / cell));
  return {
    ctx,
    ratio,
    layout,
    size,
    region,
    c: cell,
    colour: palette,
    range: {
      row: first(Math.max(window.y, region.y - cell), origin.y),
      rowEnd: last(Math.min(window.y + window.height, region.y + region.height + cell), origin.y, size.height),
      column: first(Math.max(window.x, region.x - cell), origin.x),
      columnEnd: last(Math.min(window.x + window.width, region.x + region.width + cell), origin.x, size.width),
    },
    x: (column) => origin.x + column * cell,
    y: (row) => origin.y + row * cell,
  };
}

/** @typedef {{x: number, y: number, width: number, height: number}} Region  a part of a canvas, in CSS px */

/** @typedef {{x: number, y: number}} Shift  how far the lattice moves, in CSS px */

/**
 * Draws a board on its canvas and sets the size of the canvas. If `regions` is given, only these are redrawn, because a
 * drag changes little and a board may have 40,000 edges.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} scene
 * @param {number} [ratio]
 * @param {Region[] | null} [regions] null to draw everything
 * @param {Shift} [shift] how far the picture of the lattice is moved before the regions are redrawn
 */
export function draw(canvas, scene, ratio = globalThis.devicePixelRatio || 1, regions = null, shift = { x: 0, y: 0 }) {
  const { layout } = scene;
  if (resize(canvas, layout, ratio)) regions = null; // the canvas is empty after resizing
  const ctx = contextOf(canvas);
  const moved = shift.x || shift.y;
  if (moved && !isWhole(layout.window, shift, ratio)) regions = null;
  if (regions && moved) move(ctx, layout, ratio, shift);
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  for (const region of regions?.map((one) => outward(one, ratio)) ?? [whole]) drawRegion(ctx, scene, ratio, region);
}

/**
 * Draws a whole board in several parts, so that no task of the page takes long; it yields between two parts. The canvas
 * keeps its picture until all parts are drawn.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} scene
 * @param {Region[]} parts
 * @param {number} ratio
 */
export function* drawInParts(canvas, scene, parts, ratio) {
  const spare = spareOf(canvas);
  resize(spare, scene.layout, ratio);
  for (const part of parts) {
    drawRegion(contextOf(spare), scene, ratio, outward(part, ratio));
    yield;
  }
  resize(canvas, scene.layout, ratio);
  copy(contextOf(canvas), spare);
}

/** The canvases that are not shown, by the one that is. @type {WeakMap<HTMLCanvasElement, HTMLCanvasElement>} */
const spares = new WeakMap();

/** Returns a canvas that is not shown. @param {HTMLCanvasElement} canvas */
function spareOf(canvas) {
  const spare = spares.get(canvas) ?? document.createElement("canvas");
  spares.set(canvas, spare);
  return spare;
}

/**
 * Sets the size of a canvas and returns whether it was different.
 * @param {HTMLCanvasElement} canvas
 * @param {Layout} layout
 * @param {number} ratio
 */
function resize(canvas, layout, ratio) {
  const [width, height] = [Math.round(layout.width * ratio), Math.round(layout.height * ratio)];
  if (canvas.width === width && canvas.height === height) return false;
  Object.assign(canvas, { width, height });
  canvas.style.width = `${width / ratio}px`;
  canvas.style.height = `${height / ratio}px`;
  return true;
}

/** @param {HTMLCanvasElement} canvas */
const contextOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/**
 * Returns the smallest region of whole device pixels around another one. An edge inside a pixel would remain visible.
 * @param {Region} region
 * @param {number} ratio
 * @returns {Region}
 */
function outward({ x, y, width, height }, ratio) {
  const [left, top] = [x, y].map((from) => Math.floor(from * ratio) / ratio);
  const [right, bottom] = [x + width, y + height].map((to) => Math.ceil(to * ratio) / ratio);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Redraws a part of a board.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Scene} scene
 * @param {number} ratio
 * @param {Region} region
 */
function drawRegion(ctx, scene, ratio, region) {
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.save();
  ctx.beginPath();
  ctx.rect(region.x, region.y, region.width, region.height);
  ctx.clip();
  ctx.clearRect(region.x, region.y, region.width, region.height);
  paint(penFor(ctx, scene, ratio, region), scene);
  ctx.restore();
}

/**
 * Returns whether a window and its shift are whole numbers of device pixels. Otherwise the picture would blur, and a
 * softened edge of the window would move into the picture.
 * @param {Region} window @param {Shift} shift @param {number} ratio
 */
const isWhole = ({ x, y, width, height }, shift, ratio) =>
  [x, y, width, height, shift.x, shift.y].every((length) => Number.isInteger(length * ratio));

/**
 * Moves the picture of the lattice in its window, and the clues to the left and above, which follow it.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {number} ratio
 * @param {Shift} shift
 */
function move(ctx, layout, ratio, { x, y }) {
  const { window: seen } = layout;
  const spare = spareOf(ctx.canvas); // a canvas that is drawn on itself is copied each time
  resize(spare, layout, ratio);
  copy(contextOf(spare), ctx.canvas);
  /** @type {[Region, Shift][]} */
  const parts = [
    [seen, { x, y }],
    [
      { ...seen, x: 0, width: seen.x },
      { x: 0, y },
    ],
    [
      { ...seen, y: 0, height: seen.y },
      { x, y: 0 },
    ],
  ];
  for (const [{ x: left, y: top, width, height }, by] of parts) {
    if (!width || !height || (!by.x && !by.y)) continue;
    ctx.save();
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    copy(ctx, spare, { x: by.x * ratio, y: by.y * ratio });
    ctx.restore();
  }
}

/**
 * Replaces a picture, or the part of it inside the clipping region, with another one.
 * @param {CanvasRenderingContext2D} ctx
 * @param {HTMLCanvasElement} from
 * @param {Shift} [at] where its upper left corner is, in device px
 */
function copy(ctx, from, { x, y } = { x: 0, y: 0 }) {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalCompositeOperation = "copy"; // the margin of the board is transparent
  ctx.drawImage(from, x, y);
  ctx.globalCompositeOperation = "source-over";
}

/**
 * Draws the lattice in its window and the clues next to it, which stay in place while the lattice moves.
 * @param {Pen} pen
 * @param {Scene} scene
 */
function paint(pen, scene) {
  const { puzzle, layout } = scene;
  const { window: seen, bands } = layout;
  const [right, bottom] = [seen.x + seen.width, seen.y + seen.height];
  inside(pen, seen, () => paintLattice(pen, scene));
  inside(pen, { x: 0, y: seen.y, width: bands.left, height: seen.height }, () => {
    puzzle.rowClues?.(pen, scene);
    overlays?.linePills(pen, scene, "row");
  });
  inside(pen, { x: seen.x, y: 0, width: seen.width, height: bands.top }, () => {
    puzzle.columnClues?.(pen, scene);
    overlays?.linePills(pen, scene, "column");
  });
  inside(pen, { x: right, y: seen.y, width: bands.right, height: seen.height }, () => {
    puzzle.rowNotes?.(pen, scene);
    overlays?.linePills(pen, scene, "row", true);
  });
  inside(pen, { x: seen.x, y: bottom, width: seen.width + bands.right, height: bands.bottom }, () => {
    puzzle.columnNotes?.(pen, scene);
    overlays?.linePills(pen, scene, "column", true);
  });
  if (scene.cursor && isBeside(layout.size, scene.cursor)) cursor(pen, scene);
}

/** Paints the layers of the lattice from bottom to top. @param {Pen} pen @param {Scene} scene */
function paintLattice(pen, scene) {
  const { puzzle } = scene;
  sheet(pen, puzzle);
  puzzle.ground?.(pen, scene);
  overlays?.tints(pen, scene);
  band(pen, scene);
  grid(pen, scene);
  if (scene.heat) scene.heat.paint(pen, scene);
  else if (scene.trial) tentative(pen, scene);
  else puzzle.marks(pen, scene);
  if (puzzle.regions) borders(pen, puzzle.regions(scene.document));
  overlays?.links(pen, scene);
  puzzle.clues?.(pen, scene);
  notes(pen, scene);
  scene.names?.(pen, scene);
  splits(pen, scene);
  overlays?.rings(pen, scene);
  scene.finish?.paint(pen, scene);
  cursor(pen, scene);
  counter(pen, scene);
}

/**
 * Draws within a part of the canvas, unless that part does not need to be redrawn.
 * @param {Pen} pen
 * @param {Region} part
 * @param {() => void} work
 */
function inside({ ctx, region }, part, work) {
  if (region && !overlap(region, part)) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(part.x, part.y, part.width, part.height);
  ctx.clip();
  work();
  ctx.restore();
}

/** @param {Region} a @param {Region} b */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Draws the marks of a what-if in dashed strokes, above the other marks.
 * @param {Pen} pen
 * @param {Scene} scene
 */
function tentative(pen, scene) {
  const { puzzle, marks, deeper } = scene;
  const outer = { ...pen, colour: { ...pen.colour, focus: pen.colour.ink3 } }; // for an enclosing what-if
  const trial = /** @type {Marks} */ (scene.trial);
  const changed = differences(trial, marks).filter((target) => marks[target] !== UNDECIDED);
  puzzle.marks(pen, { ...scene, marks: set(marks, changed, UNDECIDED) });
  pen.ctx.lineCap = "butt";
  for (const target of changed) {
    const place = placeOf(puzzle, pen.size, target);
    const own = deeper && deeper[target] === marks[target] ? outer : pen;
    puzzle.tentative?.(own, ...middleOf(pen.layout, place), valueOf(marks[target]), place);
  }
  pen.ctx.setLineDash([]);
  pen.ctx.lineCap = "round";
}

/**
 * Draws cells in which two solutions differ with a tint, dashes and both marks. @param {Pen} pen @param {Scene} scene
 */
function splits(pen, scene) {
  const { second, marks, puzzle } = scene;
  if (!second) return;
  const { ctx, c, colour, size, layout } = pen;
  const cells = blockRanges(puzzle, size).find(({ block }) => block.shape === "cell");
  for (let index = cells?.start ?? 0; index < (cells?.end ?? 0); index++) {
    if (marks[index] === second[index]) continue;
    const [x, y] = middleOf(layout, placeOf(puzzle, size, index));
    fill(pen, colour["conflict-tint"], () => ctx.rect(x - c / 2, y - c / 2, c, c));
    puzzle.split?.(pen, x, y, valueOf(marks[index]), valueOf(second[index]), scene);
    const width = Math.max(c < 12 ? 1 : 2, 0.05 * c);
    const side = c - 2 - width;
    const dash = [Math.max(2, 0.13 * c), Math.max(2, 0.1 * c)];
    ctx.lineCap = "butt";
    stroke(pen, colour.conflict, width, () => ctx.rect(x - side / 2, y - side / 2, side, side), dash);
    ctx.lineCap = "round";
  }
  ctx.setLineDash([]);
}

/** Draws small numbers in cells that are not given. @param {Pen} pen @param {Scene} scene */
function notes(pen, { notes: all, puzzle, document }) {
  if (!all) return;
  const { c, size, colour, layout } = pen;
  const high = Math.max(0.3 * c, Math.min(11, 0.5 * c));
  all.forEach((text, target) => {
    if (!text || puzzle.fixed(document, target)) return;
    const { r, c: column } = placeOf(puzzle, size, target);
    write(pen, text, ...middleOf(layout, { r: r | 1, c: column | 1 }), high, colour.ink2, 500, 0.9 * c);
  });
}
