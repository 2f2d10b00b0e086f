/**
 * How hard each cell or edge is, in dips of indigo: k = 1 pale, 8 and more nearly black; in the dark theme the other
 * way round.
 */

import { placeOf } from "../core/lattice.js";
import { clamp, fill, saltire, stroke, write } from "./ink.js";

/** @import {Heat, Overlay, Pen, Place, Scene} from "../core/types.js" */

/** The dip of k. @param {number} k */
export const dip = (k) => clamp(1, k, 8);

/** @param {Pen} pen @param {Scene} scene */
export function heat(pen, scene) {
  if (scene.puzzle.targets === "cells") tiles(pen, scene);
  else capsules(pen, scene);
}

/** Whether a k is to be seen. @param {Heat} heat @param {number} k */
const seen = ({ only }, k) => only === null || dip(k) === only;

/** Where a mark is drawn that is certain: there is no room for a number. @param {Overlay[]} [overlays] */
const certain = (overlays = []) =>
  new Set(overlays.flatMap(({ role, place }) => (role === "forced" && place ? [`${place.r},${place.c}`] : [])));

/** @param {Pen} pen @param {Scene} scene */
function tiles(pen, { puzzle, document, heat: map, marks, overlays }) {
  const { c, ctx, colour, x, y, size, range } = pen;
  const { k: all, least = [], answer, numbers } = /** @type {Heat} */ (map);
  const inset = c < 14 ? 0.5 : 1.5;
  const taken = certain(overlays);
  for (let row = range.row; row < range.rowEnd; row++) {
    for (let column = range.column; column < range.columnEnd; column++) {
      const target = row * size.width + column;
      const [left, top, k] = [x(column), y(row), all[target]];
      const fixed = puzzle.fixed(document, target);
      if (k > 0 && seen(/** @type {Heat} */ (map), k)) {
        fill(pen, colour[`heat-${dip(k)}`], () =>
          ctx.roundRect(left + inset, top + inset, c - 2 * inset, c - 2 * inset, 0.06 * c),
        );
        const ink = colour[`heat-ink-${dip(k)}`];
        if (answer) puzzle.onHeat?.(pen, left + c / 2, top + c / 2, +answer[target], ink, false);
        else if (numbers && c >= 20 && !taken.has(`${2 * row + 1},${2 * column + 1}`))
          write(pen, String(k), left + c / 2, top + c / 2, 0.4 * c, ink);
        if (least[target]) plus(pen, left + c, top + c, ink);
      } else if (k > 0 || fixed || k === 0) {
        const mark = fixed ? +marks[target] : answer ? +answer[target] : 0;
        puzzle.onHeat?.(pen, left + c / 2, top + c / 2, mark, fixed ? colour.ink : colour.ink3, fixed);
      } else {
        dash(pen, left + c / 2, top + c / 2, 0.15 * c, 0);
      }
    }
  }
}

/** At least k. @param {Pen} pen @param {number} right @param {number} bottom @param {string} colour */
function plus(pen, right, bottom, colour) {
  const { c, ctx } = pen;
  if (c < 14) return;
  const [x, y, arm] = [right - 0.2 * c, bottom - 0.2 * c, 0.09 * c];
  stroke(
    pen,
    colour,
    Math.max(1, 0.04 * c),
    () => (ctx.moveTo(x - arm, y), ctx.lineTo(x + arm, y), ctx.moveTo(x, y - arm), ctx.lineTo(x, y + arm)),
  );
}

/** Not rated. @param {Pen} pen @param {number} x @param {number} y @param {number} across @param {number} down */
const dash = (pen, x, y, across, down) =>
  stroke(
    pen,
    pen.colour.line5,
    Math.max(1, 0.03 * pen.c),
    () => (pen.ctx.moveTo(x - across, y - down), pen.ctx.lineTo(x + across, y + down)),
  );

/** Edges as capsules; with the loop, its edges as a tube in an ink casing. @param {Pen} pen @param {Scene} scene */
function capsules(pen, { puzzle, heat: map, layout, overlays }) {
  const { c, ctx, colour, size, x, y, range } = pen;
  const heat = /** @type {Heat} */ (map);
  const { k: all, least = [], answer, numbers } = heat;
  /** @type {{target: number, place: Place, k: number, x: number, y: number, across: number, down: number}[]} */
  const edges = [];
  for (let target = 0; target < all.length; target++) {
    const place = placeOf(puzzle, size, target);
    const [row, column] = [place.r / 2, place.c / 2];
    if (row < range.row - 1 || row > range.rowEnd + 1 || column < range.column - 1 || column > range.columnEnd + 1)
      continue;
    const upright = place.r & 1;
    edges.push({
      target,
      place,
      k: all[target],
      x: layout.origin.x + column * c,
      y: layout.origin.y + row * c,
      across: upright ? 0 : c / 2,
      down: upright ? c / 2 : 0,
    });
  }
  const onLoop = (/** @type {number} */ target) => answer?.[target] === "1";
  const shown = (/** @type {{k: number}} */ { k }) => k >= 0 && (k === 0 ? heat.only === null : seen(heat, k));
  const hue = (/** @type {number} */ k) => (k === 0 ? colour.line : colour[`heat-${dip(k)}`]);
  const line = (/** @type {typeof edges[number]} */ edge, /** @type {number} */ part) => () => {
    ctx.moveTo(edge.x - edge.across * part, edge.y - edge.down * part);
    ctx.lineTo(edge.x + edge.across * part, edge.y + edge.down * part);
  };
  const labelled = Boolean(numbers) && c >= 28;
  const thick = labelled ? Math.max(0.2 * c, 12) : 0.2 * c; // a number is written on it
  const taken = certain(overlays);
  const dots = new Set();
  for (const { target, place } of edges) if (onLoop(target)) for (const end of ends(place)) dots.add(end);
  fill(pen, colour.ink, () => {
    for (let row = range.row; row <= range.rowEnd; row++) {
      for (let column = range.column; column <= range.columnEnd; column++) {
        if (dots.has(`${2 * row},${2 * column}`)) continue;
        const radius = Math.max(1.2, 0.05 * c);
        ctx.moveTo(x(column) + radius, y(row));
        ctx.arc(x(column), y(row), radius, 0, 2 * Math.PI);
      }
    }
  });
  for (const edge of edges) {
    if (onLoop(edge.target)) continue;
    if (edge.k < 0) dash(pen, edge.x, edge.y, edge.across * 0.36, edge.down * 0.36);
    else if (shown(edge))
      stroke(pen, hue(edge.k), edge.k === 0 ? 0.06 * c : answer ? 0.1 * c : thick, line(edge, answer ? 0.66 : 0.5));
    else if (answer === null) dash(pen, edge.x, edge.y, edge.across * 0.1, edge.down * 0.1);
  }
  const loop = edges.filter(({ target }) => onLoop(target)).sort((a, b) => a.k - b.k);
  const casing = Math.max(2, 0.055 * c);
  for (const edge of loop) stroke(pen, colour.ink, 0.19 * c, line(edge, 1));
  for (const edge of loop)
    stroke(pen, shown(edge) ? hue(edge.k) : colour.sheet, Math.max(1, 0.19 * c - casing), line(edge, 1));
  for (const edge of edges) {
    if (least[edge.target] && c >= 20) write(pen, "+", edge.x + 0.16 * c, edge.y + 0.16 * c, 0.26 * c, colour.ink2);
    if (!labelled || edge.k <= 0 || !shown(edge) || taken.has(`${edge.place.r},${edge.place.c}`)) continue;
    if (answer === null)
      write(pen, String(edge.k), edge.x, edge.y, 0.9 * thick, colour[`heat-ink-${dip(edge.k)}`], 700);
    else
      write(
        pen,
        String(edge.k),
        edge.x + (edge.across ? 0 : 0.2 * c),
        edge.y + (edge.across ? 0.2 * c : 0),
        0.26 * c,
        colour.ink2,
      );
  }
}

/** The dots at the ends of an edge. @param {Place} place */
const ends = ({ r, c }) => (r & 1 ? [`${r - 1},${c}`, `${r + 1},${c}`] : [`${r},${c - 1}`, `${r},${c + 1}`]);

/**
 * A × on a heat tile.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} arm
 * @param {string} colour
 * @param {number} width
 */
const cross = (pen, x, y, arm, colour, width) => stroke(pen, colour, width, () => saltire(pen, x, y, arm));
