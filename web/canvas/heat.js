/**
 * Draws the difficulty of each cell or edge in shades of indigo: pale for k = 1, nearly black for 8 and more; reversed
 * in the dark theme.
 */

import { blockRanges, endsOf, hasStrokes, lineShape, placeOf, strokesOf } from "../core/lattice.js";
import { UNDECIDED, valueOf } from "../core/marks.js";
import { clamp, fill, middleOf, segment, stroke, write } from "./ink.js";

/** @import {Block, Heat, Overlay, Pen, Place, Scene} from "../core/types.js" */

/** Returns the shade for k, from 1 to 8. @param {number} k */
export const dip = (k) => clamp(1, k, 8);

/** @param {Pen} pen @param {Scene} scene */
export function heat(pen, scene) {
  for (const { block, start, end } of blockRanges(scene.puzzle, pen.size)) {
    if (hasStrokes(block)) capsules(pen, scene, block, start, end);
    else tiles(pen, scene, start, end);
  }
}

/** Returns whether a k is shown. @param {Heat} heat @param {number} k */
const seen = ({ only }, k) => only === null || dip(k) === only;

/** Returns the places that a step settles, where there is no space for a number. @param {Overlay[]} [overlays] */
const certain = (overlays = []) =>
  new Set(
    overlays.flatMap(({ role, place }) =>
      (role === "forced" || role === "follows") && place ? [`${place.r},${place.c}`] : [],
    ),
  );

/**
 * Draws cells, and other places whose marks are not lines, as tiles. Those of cells are larger.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {number} start the first variable
 * @param {number} end
 */
function tiles(pen, scene, start, end) {
  const { range, size } = pen;
  const map = /** @type {Heat} */ (scene.heat);
  const taken = certain(scene.overlays);
  /** @type {{target: number, place: Place, k: number}[]} */
  const visible = [];
  for (let target = start; target < end; target++) {
    const place = placeOf(scene.puzzle, size, target);
    const [row, column] = [place.r / 2, place.c / 2];
    const k = map.k[target];
    if (row >= range.row && row <= range.rowEnd && column >= range.column && column <= range.columnEnd)
      visible.push({ target, place, k: k > 0 && seen(map, k) ? dip(k) : 0 });
  }
  // One path for all tiles that look the same, because a large board has thousands of them.
  for (const same of alike(visible)) if (same[0].k) grounds(pen, same);
  for (const { target, place, k } of visible)
    if (k) onTile(pen, scene, target, place, taken.has(`${place.r},${place.c}`));
    else offTile(pen, scene, target, place);
}

/** Returns the side of a tile, in px. @param {Pen} pen @param {Place} place */
const sideOf = ({ c }, place) => (place.r & place.c & 1 ? c : 0.5 * c);

/** Draws tiles of the same shade. @param {Pen} pen @param {{place: Place, k: number}[]} same */
function grounds(pen, same) {
  const { c, ctx, colour } = pen;
  const inset = c < 14 ? 0.5 : 1.5;
  fill(pen, colour[`heat-${same[0].k}`], () => {
    for (const { place } of same) {
      const [x, y] = middleOf(pen.layout, place);
      const side = sideOf(pen, place) - 2 * inset;
      ctx.roundRect(x - side / 2, y - side / 2, side, side, 0.06 * c);
    }
  });
}

/**
 * Draws the value or number on a tile.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {number} target
 * @param {Place} place
 * @param {boolean} taken whether a mark is drawn there, on a light ground
 */
function onTile(pen, { puzzle, heat: map }, target, place, taken) {
  const { c, ctx, colour } = pen;
  const { k: all, answer, numbers } = /** @type {Heat} */ (map);
  const [x, y] = middleOf(pen.layout, place);
  const side = sideOf(pen, place);
  const ink = colour[`heat-ink-${dip(all[target])}`];
  if (taken)
    fill(pen, colour.sheet, () => ctx.roundRect(x - 0.36 * side, y - 0.36 * side, 0.72 * side, 0.72 * side, 0.06 * c));
  else if (answer) puzzle.onHeat?.(pen, x, y, valueOf(answer[target]), ink, false, place);
  else if (numbers && side >= 20) write(pen, String(all[target]), x, y, 0.4 * side, ink);
}

/**
 * Draws a place without a tile: a given, or a value whose number is not shown; a dash if it is not rated.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {number} target
 * @param {Place} place
 */
function offTile(pen, { puzzle, document, heat: map, marks }, target, place) {
  const { c, colour } = pen;
  const { k: all, answer } = /** @type {Heat} */ (map);
  const [x, y] = middleOf(pen.layout, place);
  const fixed = puzzle.fixed(document, target);
  if (!fixed && all[target] < 0) return dashes(pen, [{ x, y, across: c, down: 0 }], 0.15);
  const mark = valueOf(fixed ? marks[target] : (answer?.[target] ?? UNDECIDED));
  puzzle.onHeat?.(pen, x, y, mark, fixed ? colour.ink : colour.ink3, fixed, place);
}

/**
 * @typedef {object} VisibleEdge  a visible edge: x and y of its middle, across and down from there to its end, in CSS px
 * @property {number} target
 * @property {Place} place
 * @property {number} k
 * @property {number} x
 * @property {number} y
 * @property {number} across
 * @property {number} down
 */

/**
 * Draws edges and links as capsules. If there is a solution, its lines are drawn as a tube with an ink outline.
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {Block} block
 * @param {number} start the first variable
 * @param {number} end
 */
function capsules(pen, scene, block, start, end) {
  const { c } = pen;
  const heat = /** @type {Heat} */ (scene.heat);
  const edges = seenEdges(pen, scene, heat).filter(({ target }) => target >= start && target < end);
  const [loop, others] = [true, false].map((on) =>
    edges.filter(({ target }) => strokesOf(block, heat.answer?.[target] ?? UNDECIDED) > 0 === on),
  );
  const numbered = Boolean(heat.numbers) && c >= 28;
  const thick = numbered ? Math.max(0.2 * c, 12) : 0.2 * c; // wide enough for a number
  if (edges[0] && lineShape(scene.puzzle, edges[0].place) === "edge") corners(pen, loop);
  // One stroke for all edges that look the same, because a large board has thousands of them.
  for (const same of alike(others)) capsule(pen, heat, same, thick);
  tube(pen, heat, loop);
  if (!numbered) return;
  const taken = certain(scene.overlays);
  for (const edge of edges)
    if (edge.k > 0 && isShown(heat, edge) && !taken.has(`${edge.place.r},${edge.place.c}`))
      figure(pen, heat, edge, thick);
}

/**
 * Groups edges or tiles by their number, in order of first occurrence.
 * @template {{k: number}} Visible
 * @param {Visible[]} all
 */
const alike = (all) => [...new Set(all.map(({ k }) => k))].map((k) => all.filter((one) => one.k === k));

/** @param {Pen} pen @param {Scene} scene @param {Heat} heat @returns {VisibleEdge[]} */
function seenEdges({ c, size, range }, { puzzle, layout }, { k: all }) {
  return all.flatMap((k, target) => {
    const place = placeOf(puzzle, size, target);
    const [row, column] = [place.r / 2, place.c / 2];
    const beyond =
      row < range.row - 1 || row > range.rowEnd + 1 || column < range.column - 1 || column > range.columnEnd + 1;
    if (beyond) return [];
    const [x, y] = middleOf(layout, place);
    const upright = Boolean(place.r & 1) === (lineShape(puzzle, place) === "edge");
    return [{ target, place, k, x, y, across: upright ? 0 : c / 2, down: upright ? c / 2 : 0 }];
  });
}

/** @param {Heat} heat @param {{k: number}} edge */
const isShown = (heat, { k }) => k >= 0 && (k === 0 ? heat.only === null : seen(heat, k));

/** @param {Pen} pen @param {number} k */
const hue = ({ colour }, k) => (k === 0 ? colour.line : colour[`heat-${dip(k)}`]);

/**
 * Returns a function that adds lines along a part of some edges.
 * @param {Pen} pen
 * @param {Pick<VisibleEdge, "x" | "y" | "across" | "down">[]} edges
 * @param {number} part
 */
const along = (pen, edges, part) => () => {
  for (const { x, y, across, down } of edges) segment(pen, x, y, across * part, down * part);
};

/**
 * Draws a part of each line that is not rated.
 * @param {Pen} pen
 * @param {Pick<VisibleEdge, "x" | "y" | "across" | "down">[]} edges
 * @param {number} part
 */
const dashes = (pen, edges, part) => stroke(pen, pen.colour.line5, Math.max(1, 0.03 * pen.c), along(pen, edges, part));

/** Returns the dots that the loop does not pass. @param {Pen} pen @param {VisibleEdge[]} loop */
function corners(pen, loop) {
  const { c, ctx, colour, x, y, range } = pen;
  const passed = new Set(
    loop.flatMap(({ place }) => endsOf(place, "edge").map(({ r, c: column }) => `${r},${column}`)),
  );
  const radius = Math.max(1.2, 0.05 * c);
  fill(pen, colour.ink, () => {
    for (let row = range.row; row <= range.rowEnd; row++)
      for (let column = range.column; column <= range.columnEnd; column++) {
        if (passed.has(`${2 * row},${2 * column}`)) continue;
        ctx.moveTo(x(column) + radius, y(row));
        ctx.arc(x(column), y(row), radius, 0, 2 * Math.PI);
      }
  });
}

/** Draws edges with the same number. @param {Pen} pen @param {Heat} heat @param {VisibleEdge[]} edges @param {number} thick */
function capsule(pen, heat, edges, thick) {
  const { answer } = heat;
  const [{ k }] = edges;
  if (k < 0) dashes(pen, edges, 0.36);
  else if (isShown(heat, edges[0]))
    stroke(
      pen,
      hue(pen, k),
      k === 0 ? 0.06 * pen.c : answer ? 0.1 * pen.c : thick,
      along(pen, edges, answer ? 0.66 : 0.5),
    );
  else if (answer === null) dashes(pen, edges, 0.1);
}

/** Draws the loop, harder edges above easier ones. @param {Pen} pen @param {Heat} heat @param {VisibleEdge[]} loop */
function tube(pen, heat, loop) {
  const { c, colour } = pen;
  const casing = Math.max(2, 0.055 * c);
  if (loop.length) stroke(pen, colour.ink, 0.19 * c, along(pen, loop, 1));
  const edges = [...loop].sort((a, b) => a.k - b.k);
  for (const same of alike(edges)) {
    const core = isShown(heat, same[0]) ? hue(pen, same[0].k) : colour.sheet;
    stroke(pen, core, Math.max(1, 0.19 * c - casing), along(pen, same, 1));
  }
}

/**
 * Writes the number of an edge on its capsule or next to the loop.
 * @param {Pen} pen
 * @param {Heat} heat
 * @param {VisibleEdge} edge
 * @param {number} thick
 */
function figure(pen, { answer }, { k, x, y, across }, thick) {
  const { c, colour } = pen;
  if (answer === null) write(pen, String(k), x, y, 0.9 * thick, colour[`heat-ink-${dip(k)}`], 700);
  else write(pen, String(k), x + (across ? 0 : 0.2 * c), y + (across ? 0.2 * c : 0), 0.26 * c, colour.ink2);
}
