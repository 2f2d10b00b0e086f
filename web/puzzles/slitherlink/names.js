/** Coordinates of lines and boxes (h1,2 v1,2 b1,2), and the peers of the hovered line. Loaded on demand. */

import { edgesAround, endsOf, placeOf, targetAt } from "../../core/lattice.js";
import { eachCell, fill, middleOf, segment, stroke, write } from "../../canvas/ink.js";

/** @import {Pen, Place, Scene, Size} from "../../core/types.js" */

/** @type {{blocks: {shape: "edge"}[]}} */
const EDGES = { blocks: [{ shape: "edge" }] };
const MIN_CELL = 34; // minimum cell size for names, in px

/**
 * Returns the other lines of the boxes next to a line, and the lines that meet it at its ends.
 * @param {Size} size
 * @param {Place} place
 */
export function peersOf(size, place) {
  const at = (/** @type {Place} */ one) => targetAt(EDGES, size, one);
  const own = at(place);
  const isInside = (/** @type {Place} */ { r, c }) => r > 0 && c > 0 && r < 2 * size.height && c < 2 * size.width;
  return {
    boxes: endsOf(place, "link")
      .filter(isInside)
      .flatMap(({ r, c }) => edgesAround(size, r >> 1, c >> 1))
      .filter((edge) => edge !== own),
    ends: endsOf(place, "edge")
      .flatMap(({ r, c }) => [at({ r: r - 1, c }), at({ r: r + 1, c }), at({ r, c: c - 1 }), at({ r, c: c + 1 })])
      .filter((edge) => edge >= 0 && edge !== own),
  };
}

/** Returns the name of a line. @param {Place} place */
export const nameOf = ({ r, c }) => (r % 2 ? `v${(r + 1) / 2},${c / 2}` : `h${r / 2},${(c + 1) / 2}`);

/** @param {Pen} pen @param {Scene} scene */
export function names(pen, { crosshair }) {
  const { c, ctx, colour, size, layout, x, y } = pen;
  if (c < MIN_CELL) return;
  const line = (/** @type {number} */ edge) => {
    const place = placeOf(EDGES, size, edge);
    const [across, down] = middleOf(layout, place);
    const [half, high] = place.r % 2 ? [0, c / 2 - 6] : [c / 2 - 6, 0];
    segment(pen, across, down, half, high);
  };
  if (crosshair && (crosshair.r + crosshair.c) % 2) {
    const { boxes, ends } = peersOf(size, crosshair);
    stroke(pen, colour["because-tint"], 9, () => boxes.forEach(line));
    stroke(pen, colour.because, 2, () => ends.forEach(line), [5, 4]);
    stroke(pen, colour.focus, 3, () => line(targetAt(EDGES, size, crosshair)));
  }
  const text = Math.max(8, Math.min(11, 0.2 * c));
  const count = (size.height + 1) * size.width + size.height * (size.width + 1);
  for (let edge = 0; edge < count; edge++) {
    const place = placeOf(EDGES, size, edge);
    const [across, down] = middleOf(layout, place);
    fill(pen, colour.sheet, () => ctx.rect(across - 1.3 * text, down - 0.6 * text, 2.6 * text, 1.2 * text));
    write(pen, nameOf(place), across, down, text, colour.ink2, 400);
  }
  eachCell(pen, (_, row, column) =>
    write(pen, `b${row + 1},${column + 1}`, x(column) + c / 2, y(row) + 0.77 * c, text, colour.ink3, 400),
  );
}
