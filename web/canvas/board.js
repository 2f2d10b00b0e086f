/**
 * The board on its canvas: where it lies, in which order it is drawn, what is under a finger. It knows no puzzle:
 * a puzzle draws its own marks and clues with the pen that it gets from here.
 */

import { placeOf, targetAt } from "../core/lattice.js";
import { circle, clamp, fill, horizontal, saltire, stroke, vertical, write } from "./ink.js";

/** @import {Layout, Marks, Overlay, Pen, Place, PuzzleDocument, PuzzleKind, Scene, Size} from "../core/types.js" */

/** Cell sizes that zooming stops at, beside the one at which all is seen. */
const STEPS = [12, 16, 20, 28, 40, 56];

/** Sticky clues never take more than this part of a canvas that is too small for all. */
const BAND_SHARE = 0.45;

/** @param {PuzzleKind} puzzle @param {number} cell */
const rimOf = (puzzle, cell) => (puzzle.border === false ? Math.max(4, Math.round(0.22 * cell)) : 4);

/**
 * The largest whole cell size at which a board is seen whole.
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
 * Where a board lies in a space. `zoom` is a cell size, 0 for "all of it", null for what is best to begin with; `pan`
 * says how far the lattice is pushed to the left and up.
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
  const opening = fit >= (space.touch ? 16 : 12) ? fit : space.touch ? 28 : 20;
  const cell = zoom === null ? opening : zoom || fit;
  const [wanted, rim] = [puzzle.bands(document, cell), rimOf(puzzle, cell)];
  const least = (/** @type {number} */ band, /** @type {number} */ room) =>
    cell > fit ? Math.min(band, Math.floor(room * BAND_SHARE)) : band;
  const bands = { ...wanted, left: least(wanted.left, space.width), top: least(wanted.top, space.height) };
  const whole = { width: size.width * cell + 2 * rim, height: size.height * cell + 2 * rim };
  const window = {
    x: bands.left,
    y: bands.top,
    width: Math.max(cell, Math.min(whole.width, space.width - bands.left - bands.right)),
    height: Math.max(cell, Math.min(whole.height, space.height - bands.top - bands.bottom)),
  };
  const far = { x: whole.width - window.width, y: whole.height - window.height };
  const at = { x: Math.round(clamp(0, pan.x, far.x)), y: Math.round(clamp(0, pan.y, far.y)) };
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
    whole: far.x <= 0 && far.y <= 0,
  };
}

/** The next cell size larger or smaller than this. @param {Layout} layout @param {1 | -1} direction */
export function nextZoom({ cell, fit }, direction) {
  const steps = [fit, ...STEPS.filter((step) => step > fit)];
  return (direction > 0 ? steps.find((step) => step > cell) : steps.findLast((step) => step < cell)) ?? cell;
}

/**
 * The pan that keeps the point (x, y) of the canvas over the same spot when the cell size changes.
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

/** The pan at which a place is seen, changed as little as possible. @param {Layout} layout @param {Place} place */
export function panTo({ cell, origin, window, pan }, place) {
  const along = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
    at - cell < start ? at - cell - start : at + cell > start + length ? at + cell - start - length : 0;
  const [x, y] = [origin.x + (place.c / 2) * cell, origin.y + (place.r / 2) * cell];
  return { x: pan.x + along(x, window.x, window.width), y: pan.y + along(y, window.y, window.height) };
}

/**
 * The target under a point of the canvas, -1 where there is none.
 * @param {PuzzleKind} puzzle
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 */
export function hit(puzzle, { size, cell, origin, window }, x, y) {
  if (x < window.x || y < window.y || x >= window.x + window.width || y >= window.y + window.height) return -1;
  const [across, down] = [(x - origin.x) / cell, (y - origin.y) / cell];
  return puzzle.targets === "cells"
    ? targetAt(puzzle, size, { r: 2 * Math.floor(down) + 1, c: 2 * Math.floor(across) + 1 })
    : targetAt(puzzle, size, nearestEdge(across, down));
}

/**
 * The edge whose middle is nearest, within the diamond round it; the middle of a cell belongs to none.
 * @param {number} across
 * @param {number} down
 * @returns {Place}
 */
function nearestEdge(across, down) {
  const [column, row] = [Math.floor(across), Math.floor(down)];
  const sides = [
    { r: 2 * row, c: 2 * column + 1, far: down - row },
    { r: 2 * row + 2, c: 2 * column + 1, far: row + 1 - down },
    { r: 2 * row + 1, c: 2 * column, far: across - column },
    { r: 2 * row + 1, c: 2 * column + 2, far: column + 1 - across },
  ];
  const nearest = sides.reduce((best, side) => (side.far < best.far ? side : best));
  return nearest.far < 0.42 ? nearest : { r: -1, c: -1 };
}

/**
 * The corner within reach of a point, null where there is none.
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 * @param {number} [reach] in cells
 * @returns {Place | null}
 */
export function cornerAt({ size, cell, origin }, x, y, reach = 0.4) {
  const [across, down] = [(x - origin.x) / cell, (y - origin.y) / cell];
  const [column, row] = [Math.round(across), Math.round(down)];
  const near = Math.hypot(across - column, down - row) <= reach;
  return near && column >= 0 && row >= 0 && column <= size.width && row <= size.height
    ? { r: 2 * row, c: 2 * column }
    : null;
}

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

/** @typedef {{x: number, y: number, width: number, height: number}} Region  of a canvas, in CSS px */

/**
 * Draws a board on its canvas, which it gives its size. With `regions` only these are drawn anew, the rest is as it
 * was: what a drag changes is little, and a board may have 40000 edges.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} scene
 * @param {number} [ratio]
 * @param {Region[] | null} [regions] null: everything
 */
export function draw(canvas, scene, ratio = globalThis.devicePixelRatio || 1, regions = null) {
  const { layout } = scene;
  const [width, height] = [Math.round(layout.width * ratio), Math.round(layout.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    Object.assign(canvas, { width, height });
    canvas.style.width = `${width / ratio}px`;
    canvas.style.height = `${height / ratio}px`;
    regions = null; // it is empty now
  }
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.lineCap = ctx.lineJoin = "round";
  for (const region of regions ?? [{ x: 0, y: 0, width: layout.width, height: layout.height }]) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(region.x, region.y, region.width, region.height);
    ctx.clip();
    ctx.clearRect(region.x, region.y, region.width, region.height);
    paint(penFor(ctx, scene, ratio, region), scene);
    ctx.restore();
  }
}

const MANY = 300; // boxes

/**
 * Where two pictures of the same board differ while a hand draws: the marks, the bands of the crosshair with their
 * clues, the counter.
 * @param {Scene} before
 * @param {Scene} now
 * @returns {Region[] | null} null where that is so much that all of it may be drawn anew
 */
export function changes(before, now) {
  const { layout, puzzle } = now;
  const { cell, origin, window, width, height, size } = layout;
  const boxes = [];
  const near = 1.6 * cell; // as far as a number may turn grey by a mark beside it
  for (let target = 0; target < now.marks.length; target++) {
    if (before.marks[target] === now.marks[target]) continue;
    if (boxes.length > MANY) return null;
    const { r, c } = placeOf(puzzle, size, target);
    const [x, y] = [origin.x + (c / 2) * cell, origin.y + (r / 2) * cell];
    boxes.push({ left: x - near, top: y - near, right: x + near, bottom: y + near });
    // The clues of its row and column, and what is counted beside them, go by the marks.
    if (puzzle.rowClues || puzzle.rowNotes)
      boxes.push(
        { left: 0, top: y - cell, right: width, bottom: y + cell },
        { left: x - cell, top: 0, right: x + cell, bottom: height },
      );
  }
  const stays = (/** @type {"r" | "c"} */ along) => before.crosshair?.[along] === now.crosshair?.[along];
  for (const { crosshair, counter: label } of [before, now]) {
    if (crosshair && puzzle.border !== false) {
      const [x, y] = [origin.x + (crosshair.c >> 1) * cell, origin.y + (crosshair.r >> 1) * cell];
      if (!stays("r")) boxes.push({ left: 0, top: y - 1, right: width, bottom: y + cell + 1 });
      if (!stays("c")) boxes.push({ left: x - 1, top: 0, right: x + cell + 1, bottom: height });
    }
    if (label) {
      const { x, y } = labelAt(layout, label.place);
      boxes.push({ left: x, top: y, right: x + 26, bottom: y + 22 });
    }
  }
  return merged(boxes).map(({ left, top, right, bottom }) => {
    const [x, y] = [Math.floor(Math.max(0, left)) - 1, Math.floor(Math.max(0, top)) - 1];
    return {
      x,
      y,
      width: Math.ceil(Math.min(right, Math.max(width, window.x + window.width))) + 1 - x,
      height: Math.ceil(Math.min(bottom, height)) + 1 - y,
    };
  });
}

/**
 * Boxes of the same rows or columns put together, so that nothing is drawn twice for no reason.
 * @param {{left: number, top: number, right: number, bottom: number}[]} boxes
 */
function merged(boxes) {
  /** @type {typeof boxes} */
  const all = [];
  for (const box of boxes) {
    const same = all.find(
      (other) =>
        (other.left === box.left && other.right === box.right && box.top <= other.bottom && box.bottom >= other.top) ||
        (other.top === box.top && other.bottom === box.bottom && box.left <= other.right && box.right >= other.left),
    );
    if (same)
      Object.assign(same, {
        left: Math.min(same.left, box.left),
        top: Math.min(same.top, box.top),
        right: Math.max(same.right, box.right),
        bottom: Math.max(same.bottom, box.bottom),
      });
    else all.push({ ...box });
  }
  return all;
}

/**
 * The order of drawing: sheet, tints, band, grid, marks, clues, rings, border, cursor.
 * @param {Pen} pen
 * @param {Scene} scene
 */
export function paint(pen, scene) {
  const { puzzle, layout } = scene;
  const { window, bands } = layout;
  const { region } = pen;
  const inside = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ width,
    /** @type {number} */ height,
    /** @type {() => void} */ work,
  ) => {
    if (
      region &&
      (x >= region.x + region.width || y >= region.y + region.height || x + width <= region.x || y + height <= region.y)
    )
      return;
    pen.ctx.save();
    pen.ctx.beginPath();
    pen.ctx.rect(x, y, width, height);
    pen.ctx.clip();
    work();
    pen.ctx.restore();
  };
  inside(window.x, window.y, window.width, window.height, () => {
    sheet(pen, puzzle);
    puzzle.ground?.(pen, scene);
    tints(pen, scene);
    band(pen, scene);
    grid(pen, scene);
    if (scene.heat) scene.heat.paint(pen, scene);
    else if (scene.trial) tentative(pen, scene);
    else puzzle.marks(pen, scene);
    puzzle.clues?.(pen, scene);
    notes(pen, scene);
    splits(pen, scene);
    rings(pen, scene);
    scene.finish?.paint(pen, scene);
    cursor(pen, scene);
    counter(pen, scene);
  });
  const beside = { bottom: window.y + window.height, right: window.x + window.width };
  inside(0, window.y, bands.left, window.height, () => (puzzle.rowClues?.(pen, scene), linePills(pen, scene, "row")));
  inside(
    window.x,
    0,
    window.width,
    bands.top,
    () => (puzzle.columnClues?.(pen, scene), linePills(pen, scene, "column")),
  );
  inside(beside.right, window.y, bands.right, window.height, () => puzzle.rowNotes?.(pen, scene));
  inside(window.x, beside.bottom, window.width + bands.right, bands.bottom, () => puzzle.columnNotes?.(pen, scene));
}

/** @param {Pen} pen @param {PuzzleKind} puzzle */
function sheet(pen, puzzle) {
  const { size, colour, layout, c, x, y } = pen;
  const more = puzzle.border === false ? layout.rim : 0;
  fill(pen, colour.sheet, () =>
    pen.ctx.roundRect(
      x(0) - more,
      y(0) - more,
      size.width * c + 2 * more,
      size.height * c + 2 * more,
      more ? 0.1 * c : 0,
    ),
  );
}

/** Row and column of the place that the hand is at. @param {Pen} pen @param {Scene} scene */
function band(pen, { crosshair, puzzle }) {
  if (!crosshair || puzzle.border === false) return;
  const { c, size, x, y } = pen;
  fill(pen, pen.colour.band, () => {
    pen.ctx.rect(x(0), y(crosshair.r >> 1), size.width * c, c);
    pen.ctx.rect(x(crosshair.c >> 1), y(0), c, size.height * c);
  });
}

/**
 * Marks that belong to a what-if, each in broken strokes, over those that do not.
 * @param {Pen} pen
 * @param {Scene} scene
 */
function tentative(pen, scene) {
  const { puzzle, marks } = scene;
  const trial = /** @type {Marks} */ (scene.trial);
  const kept = [...marks].map((mark, target) => (mark === trial[target] ? mark : "0")).join("");
  puzzle.marks(pen, { ...scene, marks: kept });
  pen.ctx.lineCap = "butt";
  for (let target = 0; target < marks.length; target++) {
    if (marks[target] === trial[target] || marks[target] === "0") continue;
    const { r, c } = placeOf(puzzle, pen.size, target);
    puzzle.tentative?.(
      pen,
      pen.layout.origin.x + (c / 2) * pen.c,
      pen.layout.origin.y + (r / 2) * pen.c,
      +marks[target],
      { r, c },
    );
  }
  pen.ctx.setLineDash([]);
  pen.ctx.lineCap = "round";
}

/** Cell lines, fifth lines with their dots, and the border outside the cells. @param {Pen} pen @param {Scene} scene */
function grid(pen, { puzzle, done, trial }) {
  const { c, size, colour, x, y, range } = pen;
  const [left, top, right, bottom] = [x(0), y(0), x(size.width), y(size.height)];
  if (trial) dashedBorder(pen, puzzle.border === false ? pen.layout.rim - 1.5 : 1.25);
  if (puzzle.border === false) return;
  const lines = (/** @type {number} */ step, /** @type {string} */ hue, /** @type {number} */ width) =>
    fill(pen, hue, () => {
      for (let column = Math.ceil(Math.max(1, range.column) / step) * step; column < size.width; column += step)
        vertical(pen, x(column), top, bottom, width);
      for (let row = Math.ceil(Math.max(1, range.row) / step) * step; row < size.height; row += step)
        horizontal(pen, y(row), left, right, width);
    });
  if (!done) {
    lines(1, colour.line, c < 9 ? 0.5 : 1);
    if (Math.max(size.width, size.height) >= (puzzle.fifthsFrom ?? 15)) {
      lines(5, colour.line5, c < 16 ? 1 : 2);
      fill(pen, colour.ink2, () => {
        for (let row = 5; row < size.height; row += 5)
          for (let column = 5; column < size.width; column += 5)
            circle(pen, x(column), y(row), clamp(1.4, 0.085 * c, 3));
      });
    }
  }
  if (trial) return;
  const width = c < 16 ? 1.5 : 2;
  fill(pen, colour.ink, () => {
    vertical(pen, left - width / 2, top - width, bottom + width, width);
    vertical(pen, right + width / 2, top - width, bottom + width, width);
    horizontal(pen, top - width / 2, left - width, right + width, width);
    horizontal(pen, bottom + width / 2, left - width, right + width, width);
  });
}

/** The border of a what-if. @param {Pen} pen @param {number} off from the lattice */
function dashedBorder(pen, off) {
  const { ctx, size, c, x, y, colour } = pen;
  ctx.lineCap = "butt";
  stroke(
    pen,
    colour.focus,
    2.5,
    () => ctx.rect(x(0) - off, y(0) - off, size.width * c + 2 * off, size.height * c + 2 * off),
    [10, 6],
  );
  ctx.setLineDash([]);
  ctx.lineCap = "round";
}

/** @param {Pen} pen @param {Overlay} overlay @returns {[number, number, number, number] | null} the cells it lies on */
function area({ c, size, x, y }, { row, column, place }) {
  if (row !== undefined) return [x(0), y(row), size.width * c, c];
  if (column !== undefined) return [x(column), y(0), c, size.height * c];
  return place && place.r & place.c & 1 ? [x(place.c >> 1), y(place.r >> 1), c, c] : null;
}

/** @type {Partial<Record<Overlay["role"], string>>} */
const TINTS = {
  forced: "forced-tint",
  because: "because-tint",
  either: "because-tint",
  conflict: "conflict-tint",
  reach: "conflict-tint",
};

/** @param {Pen} pen @param {Scene} scene */
function tints(pen, { overlays = [], puzzle, marks }) {
  for (const overlay of overlays) {
    const at = area(pen, overlay);
    const tint = TINTS[overlay.role];
    if (!at || !tint) continue;
    fill(pen, pen.colour[tint], () => pen.ctx.rect(...at));
    if (overlay.role === "reach" || (overlay.role === "conflict" && !overlay.place))
      hatch(pen, at, pen.colour.conflict);
  }
}

/**
 * Lines at 45 degrees, for what must also be seen without colour.
 * @param {Pen} pen
 * @param {[number, number, number, number]} area
 * @param {string} colour
 */
function hatch(pen, [x, y, width, height], colour) {
  const { ctx, c } = pen;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  stroke(pen, colour, 1, () => {
    for (let along = 0; along < width + height; along += Math.max(4, 0.17 * c)) {
      ctx.moveTo(x + along, y);
      ctx.lineTo(x + along - height, y + height);
    }
  });
  ctx.restore();
}

/** Cells in which two solutions differ: tint, dashes, both marks. @param {Pen} pen @param {Scene} scene */
function splits(pen, scene) {
  const { second, marks, puzzle } = scene;
  if (!second || puzzle.targets !== "cells") return;
  const { ctx, c, colour, size, x, y } = pen;
  for (let index = 0; index < marks.length; index++) {
    if (marks[index] === second[index]) continue;
    const { r, c: half } = placeOf(puzzle, size, index);
    const [left, top] = [x(half >> 1), y(r >> 1)];
    fill(pen, colour["conflict-tint"], () => ctx.rect(left, top, c, c));
    puzzle.split?.(pen, left + c / 2, top + c / 2, +marks[index], +second[index], scene);
    const width = Math.max(c < 12 ? 1 : 2, 0.05 * c);
    ctx.lineCap = "butt";
    stroke(
      pen,
      colour.conflict,
      width,
      () => ctx.rect(left + 1 + width / 2, top + 1 + width / 2, c - 2 - width, c - 2 - width),
      [Math.max(2, 0.13 * c), Math.max(2, 0.1 * c)],
    );
    ctx.lineCap = "round";
  }
  ctx.setLineDash([]);
}

/** Small figures in cells that are not given. @param {Pen} pen @param {Scene} scene */
function notes(pen, { notes: all, puzzle, document }) {
  if (!all) return;
  const { c, size, colour, x, y } = pen;
  all.forEach((text, target) => {
    if (!text || puzzle.fixed(document, target)) return;
    const { r, c: column } = placeOf(puzzle, size, target);
    write(
      pen,
      text,
      x(column >> 1) + c / 2,
      y(r >> 1) + c / 2,
      Math.max(0.3 * c, Math.min(11, 0.5 * c)),
      colour.ink2,
      500,
      0.9 * c,
    );
  });
}

/** Outlines and rings with their letters, over everything but the cursor. @param {Pen} pen @param {Scene} scene */
function rings(pen, { overlays = [], puzzle }) {
  const { c, colour, x, y } = pen;
  for (const overlay of overlays) {
    const { place, role, state, letter, to } = overlay;
    if (!place || role === "reach") continue;
    if (role === "wrong") {
      if (to) bracket(pen, place, to);
      else triangle(pen, place);
      if (letter && place.r & place.c & 1)
        tag(pen, letter, x(place.c >> 1) + 0.84 * c, y(place.r >> 1) + 0.86 * c, "conflict");
      continue;
    }
    const hue = colour[role === "either" ? "because" : role];
    if (!(place.r & place.c & 1)) {
      if (place.r & 1 || place.c & 1) edgeTube(pen, place, hue, role === "forced" ? state : 1, role);
      else dot(pen, place, hue);
      continue;
    }
    const [left, top] = [x(place.c >> 1), y(place.r >> 1)];
    const [middle, centre] = [left + c / 2, top + c / 2];
    if (role === "forced") outline(pen, left, top, hue);
    if (role === "forced" && state) puzzle.mark?.(pen, middle, centre, state, hue);
    if (role === "either") write(pen, "?", middle, centre, 0.5 * c, hue, 700);
    if ((role === "because" || role === "conflict") && overlay.ring !== false) {
      const [radius, width] = role === "because" ? [0.31, Math.max(1.5, 0.045 * c)] : [0.35, Math.max(2, 0.055 * c)];
      stroke(pen, hue, width, () => circle(pen, middle, centre, radius * c));
    }
    const low = role === "conflict";
    if (letter) tag(pen, letter, left + (low ? 0.84 : 0.8) * c, top + (low ? 0.86 : 0.21) * c, role);
  }
}

/** @param {Pen} pen @param {number} left @param {number} top @param {string} hue */
function outline(pen, left, top, hue) {
  const { c, ctx } = pen;
  const width = Math.max(c < 12 ? 1 : 2, 0.075 * c);
  stroke(pen, hue, width, () =>
    ctx.roundRect(left + 1 + width / 2, top + 1 + width / 2, c - 2 - width, c - 2 - width, 2),
  );
}

/** A mark that breaks a rule; at an edge or a dot beside it. @param {Pen} pen @param {Place} place */
function triangle(pen, { r, c: column }) {
  const { c, colour, layout, ctx } = pen;
  const cell = r & column & 1;
  const side = Math.max(5, (cell ? 0.26 : 0.22) * c);
  const [x, y] = [
    layout.origin.x + (column / 2) * c - (cell ? c / 2 : 0.12 * c + side),
    layout.origin.y + (r / 2) * c - (cell ? c / 2 : 0.12 * c + side),
  ];
  fill(pen, colour.conflict, () => (ctx.moveTo(x, y), ctx.lineTo(x + side, y), ctx.lineTo(x, y + side)));
}

/**
 * Under (or, in a column, right of) the cells that break a rule together.
 * @param {Pen} pen
 * @param {Place} from
 * @param {Place} to
 */
function bracket(pen, from, to) {
  const { c, colour, x, y, ctx } = pen;
  const [left, top, right, bottom] = [x(from.c >> 1), y(from.r >> 1), x(to.c >> 1) + c, y(to.r >> 1) + c];
  const [gap, end] = [0.1 * c, 0.09 * c];
  ctx.lineCap = "butt";
  stroke(pen, colour.conflict, Math.max(1.5, 0.05 * c), () => {
    if (from.c === to.c && from.r !== to.r) {
      ctx.moveTo(right - gap - end, top + gap);
      ctx.lineTo(right - gap, top + gap);
      ctx.lineTo(right - gap, bottom - gap);
      ctx.lineTo(right - gap - end, bottom - gap);
    } else {
      ctx.moveTo(left + gap, bottom - gap - end);
      ctx.lineTo(left + gap, bottom - gap);
      ctx.lineTo(right - gap, bottom - gap);
      ctx.lineTo(right - gap, bottom - gap - end);
    }
  });
  ctx.lineCap = "round";
}

/** @param {Pen} pen @param {Place} place @param {string} hue */
function dot(pen, place, hue) {
  const { c, layout } = pen;
  stroke(pen, hue, Math.max(2, 0.055 * c), () =>
    circle(pen, layout.origin.x + (place.c / 2) * c, layout.origin.y + (place.r / 2) * c, 0.18 * c),
  );
}

/**
 * An edge that is certain: a tube with a light core, or a × where no line goes; one that is a reason: a thin ring.
 * @param {Pen} pen
 * @param {Place} place
 * @param {string} hue
 * @param {number | undefined} state
 * @param {Overlay["role"]} role
 */
function edgeTube(pen, place, hue, state, role) {
  const { ctx, c, colour, layout } = pen;
  const { origin } = layout;
  const [x, y] = [origin.x + (place.c / 2) * c, origin.y + (place.r / 2) * c];
  const [across, down] = place.r & 1 ? [0, c / 2] : [c / 2, 0];
  if (role !== "forced")
    return stroke(pen, hue, Math.max(1.5, 0.045 * c), () =>
      ctx.roundRect(x - across - 0.1 * c, y - down - 0.1 * c, 2 * across + 0.2 * c, 2 * down + 0.2 * c, 0.1 * c),
    );
  if (state === 2) return stroke(pen, hue, Math.max(2, 0.07 * c), () => saltire(pen, x, y, Math.max(3, 0.11 * c)));
  const line = () => (ctx.moveTo(x - across, y - down), ctx.lineTo(x + across, y + down));
  stroke(pen, hue, Math.max(3, 0.2 * c), line);
  if (c > 26) stroke(pen, colour.sheet, Math.max(1, 0.045 * c), line);
}

/**
 * The letter that joins board and sentence.
 * @param {Pen} pen
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 * @param {Overlay["role"]} role
 */
function tag(pen, letter, x, y, role) {
  const radius = clamp(8, 0.2 * pen.c, 11);
  const shape = (/** @type {number} */ more) => () =>
    role === "because"
      ? circle(pen, x, y, radius + more)
      : pen.ctx.roundRect(x - radius - more, y - radius - more, 2 * (radius + more), 2 * (radius + more), 3);
  fill(pen, pen.colour.sheet, shape(1.5));
  fill(pen, pen.colour[role], shape(0));
  write(pen, letter, x, y - 0.5, 1.35 * radius, pen.colour.paper, 700, 1.8 * radius);
}

/**
 * Clues of whole rows or columns that an overlay speaks of: a pill round them.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {"row" | "column"} side
 */
function linePills(pen, { overlays = [], puzzle, document }, side) {
  const { ctx, c, x, y, layout } = pen;
  for (const overlay of overlays) {
    const line = overlay[side];
    if (line === undefined) continue;
    const width = Math.max(1.5, 0.045 * c);
    const thick = Math.min(c - 2, 30);
    const [left, top, wide, high] =
      side === "row"
        ? [width, y(line) + (c - thick) / 2, layout.bands.left - 2 * width - 1, thick]
        : [x(line) + (c - thick) / 2, width, thick, layout.bands.top - 2 * width - 1];
    stroke(pen, pen.colour[overlay.role], width, () => ctx.roundRect(left, top, wide, high, thick / 2));
    // Beside the figures, not over them, as far as there is room.
    const at = Math.max(
      width + 9,
      (side === "row" ? layout.bands.left : layout.bands.top) -
        (puzzle.clueLength?.(document, side, line, c) ?? Infinity) -
        12,
    );
    if (overlay.letter)
      tag(
        pen,
        overlay.letter,
        side === "row" ? at : left + wide / 2,
        side === "row" ? top + high / 2 : at,
        overlay.role,
      );
  }
}

/**
 * Where the keyboard is: a ring just outside the cell, or round the edge or corner.
 * @param {Pen} pen
 * @param {Scene} scene
 */
function cursor(pen, { cursor: place, pen: drawing }) {
  if (!place) return;
  const { ctx, c, colour, layout } = pen;
  const { origin } = layout;
  const half = (/** @type {number} */ odd) => (odd & 1 ? 0.5 * c + 0.5 : Math.max(5, 0.2 * c));
  const [across, down] = [half(place.c), half(place.r)];
  if (drawing)
    fill(pen, colour.focus, () =>
      circle(pen, origin.x + (place.c / 2) * c, origin.y + (place.r / 2) * c, Math.max(3, 0.11 * c)),
    );
  stroke(pen, colour.focus, 2.5, () =>
    ctx.roundRect(origin.x + (place.c / 2) * c - across, origin.y + (place.r / 2) * c - down, 2 * across, 2 * down, 3),
  );
}

/** Where the label of a place lies. @param {Layout} layout @param {Place} place */
const labelAt = ({ window, origin, cell }, { r, c }) => ({
  x: clamp(window.x, origin.x + (c / 2) * cell + cell / 2 + 4, window.x + window.width - 26),
  y: clamp(window.y, origin.y + (r / 2) * cell - cell / 2 - 26, window.y + window.height - 22),
});

/** How many cells the drag holds, beside its last cell. @param {Pen} pen @param {Scene} scene */
function counter(pen, { counter: label }) {
  if (!label) return;
  const { layout, colour, ctx } = pen;
  const { x, y } = labelAt(layout, label.place);
  fill(pen, colour.ink, () => ctx.roundRect(x, y, 26, 22, 3));
  write(pen, label.text, x + 13, y + 11, 14, colour.paper, 700, 24);
}
