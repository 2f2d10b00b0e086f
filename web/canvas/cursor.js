/** Draws the keyboard's cursor and the number of cells in a drag. */

import { isBeside } from "../core/lattice.js";
import { boxAt } from "./layout.js";
import { circle, clamp, fill, middleOf, stroke, write } from "./ink.js";

/** @import {Layout, Pen, Place, Scene} from "../core/types.js" */

/**
 * Draws the keyboard's cursor: a ring just outside the cell, or around the edge, corner or clue next to the board.
 * @param {Pen} pen
 * @param {Scene} scene
 */
export function cursor(pen, { cursor: place, pen: drawing }) {
  if (!place) return;
  const { ctx, c, colour, layout } = pen;
  if (isBeside(layout.size, place)) {
    const [x, y, width, height] = boxAt(layout, place);
    return stroke(pen, colour.focus, 2.5, () => ctx.roundRect(x + 1.5, y + 1.5, width - 3, height - 3, 3));
  }
  const half = (/** @type {number} */ odd) => (odd & 1 ? 0.5 * c + 0.5 : Math.max(5, 0.2 * c));
  const [across, down] = [half(place.c), half(place.r)];
  const [x, y] = middleOf(layout, place);
  if (drawing) fill(pen, colour.focus, () => circle(pen, x, y, Math.max(3, 0.11 * c)));
  stroke(pen, colour.focus, 2.5, () => ctx.roundRect(x - across, y - down, 2 * across, 2 * down, 3));
}

/** Returns the position of a place's label. @param {Layout} layout @param {Place} place */
export function labelAt(layout, place) {
  const { window: seen, cell } = layout;
  const [x, y] = middleOf(layout, place);
  return {
    x: clamp(seen.x, x + cell / 2 + 4, seen.x + seen.width - 26),
    y: clamp(seen.y, y - cell / 2 - 26, seen.y + seen.height - 22),
  };
}

/** Writes the number of cells in the drag next to the last one. @param {Pen} pen @param {Scene} scene */
export function counter(pen, { counter: label }) {
  if (!label) return;
  const { layout, colour, ctx } = pen;
  const { x, y } = labelAt(layout, label.place);
  fill(pen, colour.ink, () => ctx.roundRect(x, y, 26, 22, 3));
  write(pen, label.text, x + 13, y + 11, 14, colour.paper, 700, 24);
}
