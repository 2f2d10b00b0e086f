/**
 * Draws the engine's results on the board: tints, rings, brackets, and the letters that also appear in the sentence.
 * Modules that create overlays import this module, which registers the painter.
 */

import { blockAt, hasStrokes, isBeside, isLine, strokesOf } from "../core/lattice.js";
import { YES, digitOf, labelOf } from "../core/marks.js";
import { drawOverlaysWith } from "./board.js";
import { circle, clamp, fill, middleOf, saltire, segment, stroke, write } from "./ink.js";
import { boxAt } from "./layout.js";

/** @import {Block, Overlay, Pen, Place, PuzzleKind, Scene} from "../core/types.js" */

/**
 * @param {Pen} pen @param {Overlay} overlay @returns {[number, number, number, number] | null} the cells that it covers
 */
function area({ c, size, x, y }, { row, column, place }) {
  if (row !== undefined) return [x(0), y(row), size.width * c, c];
  if (column !== undefined) return [x(column), y(0), c, size.height * c];
  return place && place.r & place.c & 1 ? [x(place.c >> 1), y(place.r >> 1), c, c] : null;
}

/**
 * Returns whether an overlay can be seen in the region that is drawn. Letters avoid each other, so all of them are
 * drawn.
 * @param {Pen} pen
 * @param {Overlay} overlay
 */
const isNear = ({ range }, { place, to = place, letter }) =>
  !place ||
  !to ||
  Boolean(letter) ||
  (Math.max(place.r, to.r) / 2 >= range.row - 1 &&
    Math.min(place.r, to.r) / 2 <= range.rowEnd + 1 &&
    Math.max(place.c, to.c) / 2 >= range.column - 1 &&
    Math.min(place.c, to.c) / 2 <= range.columnEnd + 1);

/** @type {Partial<Record<Overlay["role"], string>>} */
const TINTS = {
  forced: "forced-tint",
  because: "because-tint",
  either: "because-tint",
  conflict: "conflict-tint",
  reach: "conflict-tint",
};

/** @param {Pen} pen @param {Scene} scene */
function tints(pen, { overlays = [] }) {
  for (const overlay of overlays) {
    const at = isNear(pen, overlay) ? area(pen, overlay) : null;
    const tint = TINTS[overlay.role];
    if (!at || !tint) continue;
    fill(pen, pen.colour[tint], () => pen.ctx.rect(...at));
    if (overlay.role === "reach" || (overlay.role === "conflict" && !overlay.place))
      hatch(pen, at, pen.colour.conflict);
  }
}

/**
 * Draws lines at 45°, for marks that must be visible without colour.
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

/**
 * Draws outlines and rings with their letters, above everything but the cursor. @param {Pen} pen @param {Scene} scene
 */
function rings(pen, { overlays = [], puzzle }) {
  const { c, x, y } = pen;
  const taken = /** @type {[number, number][]} */ ([]); // the centres of the letters
  const signs = []; // their letters come last, because they have several possible positions
  const tagAt = (
    /** @type {[number, number]} */ at,
    /** @type {string} */ text,
    /** @type {Overlay["role"]} */ role,
  ) => {
    taken.push(at);
    tag(pen, text, ...at, role);
  };
  for (const overlay of overlays) {
    const { place, role, state, letter, to } = overlay;
    if (!place || role === "reach" || !isNear(pen, overlay)) continue;
    if (role === "needed") {
      underline(pen, place);
      continue;
    }
    if (role === "wrong") {
      if (to) bracket(pen, place, to);
      else triangle(pen, place);
      if (letter && place.r & place.c & 1)
        tagAt(besideDigit(pen, x(place.c >> 1), y(place.r >> 1), true), letter, "conflict");
      continue;
    }
    const hue = hueOf(pen, role);
    if (!(place.r & place.c & 1)) {
      if (isSign(puzzle, place)) {
        sign(pen, place, hue);
        signs.push({ place, role, letter });
      } else if (isDrawnLine(puzzle, place)) {
        const block = blockAt(puzzle, place);
        if (block.shape === "edge") lineTube(pen, place, block, hue, overlay);
      } else if (isSettled(overlay)) puzzle.mark?.(pen, ...middleOf(pen.layout, place), state ?? 0, hue, place);
      else if (!overlay.not) dot(pen, place, hue);
      if (overlay.not) struck(pen, puzzle, place, overlay.not, ...middleOf(pen.layout, place), hue);
      continue;
    }
    const [left, top] = [x(place.c >> 1), y(place.r >> 1)];
    const [middle, centre] = [left + c / 2, top + c / 2];
    if (role === "forced") outline(pen, left, top, hue);
    if (isSettled(overlay)) puzzle.mark?.(pen, middle, centre, state ?? 0, hue, place);
    if ((role === "forced" || role === "follows") && overlay.not)
      struck(pen, puzzle, place, overlay.not, middle, centre, hue);
    if (role === "either") write(pen, "?", middle, centre, 0.5 * c, hue, 700);
    const isReason = (role === "because" || role === "conflict") && overlay.ring !== false;
    if (isReason && puzzle.aside) outline(pen, left, top, hue);
    else if (isReason) {
      const [radius, width] = role === "because" ? [0.31, Math.max(1.5, 0.045 * c)] : [0.35, Math.max(2, 0.055 * c)];
      stroke(pen, hue, width, () => circle(pen, middle, centre, radius * c));
    }
    if (letter) tagAt(besideDigit(pen, left, top, Boolean(puzzle.aside) || role === "conflict"), letter, role);
  }
  for (const { place, role, letter } of signs) if (letter) tagAt(besideSign(pen, place, taken), letter, role);
}

/** Draws the overlays of links. @param {Pen} pen @param {Scene} scene */
function links(pen, { overlays = [], puzzle }) {
  for (const overlay of overlays) {
    const { place, role } = overlay;
    if (!place || role in UNLINED || !isNear(pen, overlay) || !isDrawnLine(puzzle, place)) continue;
    const block = blockAt(puzzle, place);
    if (block.shape === "link") lineTube(pen, place, block, hueOf(pen, role), overlay);
  }
}

/** The roles that look the same at all places. @type {Partial<Record<Overlay["role"], true>>} */
const UNLINED = { reach: true, needed: true, wrong: true };

/** @param {Pen} pen @param {Overlay["role"]} role */
const hueOf = ({ colour }, role) => colour[role === "either" ? "because" : role === "follows" ? "forced" : role];

/** Returns whether the marks of a place are lines. @param {PuzzleKind} puzzle @param {Place} place */
const isDrawnLine = (puzzle, place) => Boolean((place.r ^ place.c) & 1) && hasStrokes(blockAt(puzzle, place));

/**
 * Returns whether a place between cells is a clue, which is so for kinds without lines.
 * @param {PuzzleKind} puzzle
 * @param {Place} place
 */
const isSign = ({ blocks }, { r, c }) => Boolean((r ^ c) & 1) && !blocks.some(({ shape }) => isLine(shape));

/** Draws a ring around a clue between two cells. @param {Pen} pen @param {Place} place @param {string} hue */
function sign(pen, place, hue) {
  const [x, y] = middleOf(pen.layout, place);
  stroke(pen, hue, Math.max(1.5, 0.05 * pen.c), () => circle(pen, x, y, 0.17 * pen.c));
}

/**
 * Returns the position of the letter of a clue between two cells: along their border if another letter leaves space.
 * @param {Pen} pen
 * @param {Place} place
 * @param {[number, number][]} taken the centres of the other letters
 * @returns {[number, number]}
 */
function besideSign(pen, place, taken) {
  const { window: seen } = pen.layout;
  const radius = tagRadius(pen.c);
  const [[x, y], away] = [middleOf(pen.layout, place), 0.19 * pen.c + radius];
  const [up, down, right, left] = /** @type {[number, number][]} */ ([
    [x, y - away],
    [x, y + away],
    [x + away, y],
    [x - away, y],
  ]);
  const sides = place.r & 1 ? [up, down, right, left] : [right, left, up, down];
  const isFree = (/** @type {[number, number]} */ [h, v]) =>
    Math.min(h - seen.x, seen.x + seen.width - h, v - seen.y, seen.y + seen.height - v) >= radius &&
    taken.every(([otherX, otherY]) => Math.max(Math.abs(h - otherX), Math.abs(v - otherY)) >= 2 * radius + 1);
  return sides.find(isFree) ?? sides[0];
}

/** Returns whether an overlay gives its place a mark. @param {Overlay} overlay */
const isSettled = ({ role, state }) => Boolean(state) && (role === "forced" || role === "follows");

/** Underlines a clue that cannot be removed. @param {Pen} pen @param {Place} place */
function underline(pen, place) {
  const { c, colour } = pen;
  const [left, top, width, height] = boxAt(pen.layout, place);
  const [x, y] = [left + width / 2, top + 0.84 * height];
  stroke(pen, colour.ink, Math.max(1.5, 0.05 * c), () => segment(pen, x, y, 0.2 * c, 0));
}

/** @param {Pen} pen @param {number} left @param {number} top @param {string} hue */
function outline(pen, left, top, hue) {
  const { c, ctx } = pen;
  const width = Math.max(c < 12 ? 1 : 2, 0.075 * c);
  stroke(pen, hue, width, () =>
    ctx.roundRect(left + 1 + width / 2, top + 1 + width / 2, c - 2 - width, c - 2 - width, 2),
  );
}

/**
 * Draws a triangle for a mark that breaks a rule: in the corner of its cell, or pointing at its edge.
 * @param {Pen} pen
 * @param {Place} place
 */
function triangle(pen, place) {
  if (!(place.r & place.c & 1)) return arrow(pen, place);
  const { c, colour, ctx } = pen;
  const side = Math.max(5, 0.26 * c);
  const [x, y] = [pen.x(place.c >> 1), pen.y(place.r >> 1)];
  fill(pen, colour.conflict, () => (ctx.moveTo(x, y), ctx.lineTo(x + side, y), ctx.lineTo(x, y + side)));
}

/**
 * Draws a triangle that points at an edge from above or from the left, or from inside at the upper and left border of
 * the board.
 * @param {Pen} pen
 * @param {Place} place
 */
function arrow(pen, place) {
  const { c, colour, layout, ctx } = pen;
  const side = Math.max(5, 0.22 * c);
  const upright = !(place.r & 1); // the edge is horizontal, so the triangle is upright
  const away = (upright ? place.r : place.c) ? -1 : 1;
  const [near, far] = [away * 0.1 * c, away * (0.1 * c + side)];
  const [x, y] = middleOf(layout, place);
  const corner = (/** @type {number} */ off, /** @type {number} */ along) =>
    /** @type {[number, number]} */ (upright ? [x + along, y + off] : [x + off, y + along]);
  fill(pen, colour.conflict, () => {
    ctx.moveTo(...corner(near, 0));
    ctx.lineTo(...corner(far, -0.6 * side));
    ctx.lineTo(...corner(far, 0.6 * side));
  });
}

/**
 * Draws a bracket below (in a column, to the right of) the cells that break a rule together.
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
  stroke(pen, hue, Math.max(2, 0.055 * c), () => circle(pen, ...middleOf(layout, place), 0.18 * c));
}

/**
 * Writes the letters of impossible values, crossed out.
 * @param {Pen} pen
 * @param {PuzzleKind} puzzle
 * @param {Place} place
 * @param {number[]} values
 * @param {number} x
 * @param {number} y
 * @param {string} hue
 */
function struck(pen, puzzle, place, values, x, y, hue) {
  const texts = values.map((value) => labelOf(blockAt(puzzle, place), value));
  const text = texts.join(texts.some(({ length }) => length > 1) ? " " : "");
  const size = Math.max(9, 0.3 * pen.c);
  const wide = Math.min(0.84 * pen.c, 0.62 * size * text.length);
  write(pen, text, x, y, size, hue, 600, 0.84 * pen.c);
  stroke(pen, hue, 1.5, () => segment(pen, x, y, wide / 2, 0));
}

/**
 * Draws the overlay of an edge: for a certain line a tube with a light core, for a certain "no" a ×, for a line that
 * follows later a thinner line, and for a reason a thin ring.
 * @param {Pen} pen
 * @param {Place} place
 * @param {Block} block
 * @param {string} hue
 * @param {Overlay} overlay
 */
function lineTube(pen, place, block, hue, { role, state, not }) {
  const { ctx, c, colour } = pen;
  const [x, y] = middleOf(pen.layout, place);
  const [across, down] = Boolean(place.r & 1) === (block.shape === "edge") ? [0, c / 2] : [c / 2, 0];
  if (role !== "forced" && role !== "follows")
    return stroke(pen, hue, Math.max(1.5, 0.045 * c), () =>
      ctx.roundRect(x - across - 0.1 * c, y - down - 0.1 * c, 2 * across + 0.2 * c, 2 * down + 0.2 * c, 0.1 * c),
    );
  if (not && !state) return;
  const number = strokesOf(block, state ? digitOf(state) : YES);
  if (!number) return stroke(pen, hue, Math.max(2, 0.07 * c), () => saltire(pen, x, y, Math.max(3, 0.11 * c)));
  const line = () => {
    for (let one = 0; one < number; one++) {
      const aside = (one - (number - 1) / 2) * Math.max(4, 0.3 * c);
      const [right, below] = across ? [0, aside] : [aside, 0];
      ctx.moveTo(x - across + right, y - down + below);
      ctx.lineTo(x + across + right, y + down + below);
    }
  };
  stroke(pen, hue, Math.max(role === "forced" ? 3 : 2, (role === "forced" ? 0.2 : 0.09) * c), line);
  if (role === "forced" && c > 26) stroke(pen, colour.sheet, Math.max(1, 0.045 * c), line);
}

/** @param {number} c */
const tagRadius = (c) => clamp(8, 0.2 * c, 11);

/**
 * Returns the position of a cell's letter: in the upper or lower right corner of the cell, or further out if it would
 * cover the digit, but never outside the window.
 * @param {Pen} pen
 * @param {number} left left edge of the cell
 * @param {number} top
 * @param {boolean} low
 * @returns {[number, number]}
 */
function besideDigit({ c, layout: { window: seen } }, left, top, low) {
  const radius = tagRadius(c);
  const [right, edge] = [0.64 * c, (low ? 0.67 : 0.33) * c]; // the digit's corner
  const away = 0.72 * radius;
  const wanted = low ? Math.max(0.86 * c, edge + away) : Math.min(0.21 * c, edge - away);
  const y = clamp(seen.y + radius + 1, top + wanted, seen.y + seen.height - radius - 1);
  const held = Math.abs(y - top - wanted) > 1; // at the border of the board it is next to the digit
  const x = left + Math.max((low ? 0.84 : 0.8) * c, right + (held ? radius : away));
  return [Math.min(x, seen.x + seen.width - radius - 1), y];
}

/**
 * Draws the letter that also appears in the sentence.
 * @param {Pen} pen
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 * @param {Overlay["role"]} role
 */
function tag(pen, letter, x, y, role) {
  const radius = tagRadius(pen.c);
  const shape = (/** @type {number} */ more) => () =>
    role === "because"
      ? circle(pen, x, y, radius + more)
      : pen.ctx.roundRect(x - radius - more, y - radius - more, 2 * (radius + more), 2 * (radius + more), 3);
  fill(pen, pen.colour.sheet, shape(1.5));
  fill(pen, pen.colour[role], shape(0));
  write(pen, letter, x, y - 0.5, 1.35 * radius, pen.colour.paper, 700, 1.8 * radius);
}

/**
 * Draws a pill around the clues of whole rows or columns, left and above or, if `far`, right and below.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {"row" | "column"} side
 * @param {boolean} [far]
 */
function linePills(pen, { overlays = [], puzzle, document }, side, far = false) {
  const { ctx, c, x, y, layout } = pen;
  for (const overlay of overlays) {
    const { [side]: line, place } = overlay;
    if (overlay.role === "needed" && place && isBeside(layout.size, place)) underline(pen, place);
    if (line === undefined || far !== (overlay.side === "right" || overlay.side === "bottom")) continue;
    const width = Math.max(1.5, 0.045 * c);
    const thick = Math.min(c - 2, 30);
    const { window: seen, bands } = layout;
    const [start, band] =
      side === "row"
        ? [far ? seen.x + seen.width : 0, far ? bands.right : bands.left]
        : [far ? seen.y + seen.height : 0, far ? bands.bottom : bands.top];
    const [left, top, wide, high] =
      side === "row"
        ? [start + width, y(line) + (c - thick) / 2, band - 2 * width - 1, thick]
        : [x(line) + (c - thick) / 2, start + width, thick, band - 2 * width - 1];
    stroke(pen, pen.colour[overlay.role], width, () => ctx.roundRect(left, top, wide, high, thick / 2));
    // Next to the digits if there is space, so that they stay readable.
    const { clueLength } = puzzle;
    const along = clueLength ? Math.max(width + 9, band - clueLength(document, side, line, c) - 12) : start + band / 2;
    const aside = clueLength ? 0 : Math.max(0, c / 2 - 10);
    if (overlay.letter)
      tag(
        pen,
        overlay.letter,
        side === "row" ? along : left + wide / 2 + aside,
        side === "row" ? top + high / 2 - aside : along,
        overlay.role,
      );
  }
}

drawOverlaysWith({ linePills, links, rings, tints });
