/** Signs between cells. In a document they are {signs: {h, v}}: rows of letters between the cells of rows, and between rows. */

import { circle, figure, fill, middleOf, saltire, segment, stroke, write } from "../canvas/ink.js";
import { rowsProblem } from "../core/validation.js";
import { DOTS } from "./clues.js";

/** @import {ClueForm, Pen, Place, Problem, PuzzleDocument} from "../core/types.js" */

/**
 * Returns the form of signs with these letters, including "." for no sign; `v` are those between rows, if they differ.
 * "=", "x", "<", ">", "^" and "v" are drawn as signs, those of `symbols` as dots, and other letters are written. A
 * document may have no signs.
 * @param {string} h
 * @param {string} [v]
 * @param {Record<string, "disc" | "ring">} [symbols]
 * @returns {ClueForm}
 */
export const signs = (h, v = h, symbols = {}) => ({
  members: ["signs"],
  problem: (document) => problem(document, h, v),
  text: (document, place) => signText(document, place, symbols),
  paint: (pen, document) => paintSigns(pen, document, symbols),
  layer: async () => (await import("./draw.js")).signLayer(h, v),
});

/**
 * Returns the signs of a document, each with its place and the two cells next to it.
 * @param {PuzzleDocument} document
 * @returns {{sign: string, place: {r: number, c: number}, cells: [number, number]}[]}
 */
export function signsOf({ grid, signs }) {
  const width = grid[0].length;
  /** @type {[rows: string[], down: number, next: number][]} */
  const sides = [
    [signs?.h ?? [], 0, 1],
    [signs?.v ?? [], 1, width],
  ];
  return sides.flatMap(([rows, down, next]) =>
    rows.flatMap((row, r) =>
      [...row].flatMap((sign, c) => {
        const cell = r * width + c;
        const place = { r: 2 * r + 1 + down, c: 2 * c + 2 - down };
        return sign === "." ? [] : [{ sign, place, cells: /** @type {[number, number]} */ ([cell, cell + next]) }];
      }),
    ),
  );
}

/** @param {PuzzleDocument} document @param {string} h @param {string} v @returns {Problem | null} */
function problem({ grid, signs }, h, v) {
  if (signs === undefined) return null;
  if (!signs || typeof signs !== "object" || Object.keys(signs).some((side) => !/^[hv]$/.test(side)))
    return { kind: "signs" };
  const [width, height] = [grid[0].length, grid.length];
  return (
    rowsProblem(signs, "h", h, { width: width - 1, height }) ??
    rowsProblem(signs, "v", v, { width, height: height - 1 })
  );
}

/**
 * Returns the signs around a cell, each with an arrow that points at it.
 * @param {PuzzleDocument} document
 * @param {Place} place
 * @param {Record<string, "disc" | "ring">} symbols
 */
const signText = (document, { r, c }, symbols) =>
  signsOf(document)
    .filter(({ place }) => Math.hypot(place.r - r, place.c - c) === 1)
    .map(
      ({ sign, place }) =>
        (sign === "x" ? "×" : (DOTS[symbols[sign]] ?? sign)) +
        (place.r < r ? "↑" : place.r > r ? "↓" : place.c < c ? "←" : "→"),
    )
    .join(" ");

/** The tip of each sign that points somewhere: across and down. @type {Record<string, [number, number]>} */
export const TIPS = { "<": [-1, 0], ">": [1, 0], "^": [0, -1], v: [0, 1] };

/** @param {Pen} pen @param {PuzzleDocument} document @param {Record<string, "disc" | "ring">} symbols */
function paintSigns(pen, document, symbols) {
  const { c, colour, layout, ctx } = pen;
  const [arm, gap] = [Math.max(2, 0.085 * c), Math.max(1.2, 0.05 * c)];
  for (const { sign, place } of signsOf(document)) {
    const [x, y] = middleOf(layout, place);
    if (symbols[sign]) {
      const dot = () => circle(pen, x, y, 1.3 * arm);
      fill(pen, symbols[sign] === "disc" ? colour.ink : colour.sheet, dot);
      stroke(pen, colour.ink, Math.max(1.2, 0.045 * c), dot);
      continue;
    }
    fill(pen, colour.sheet, () => circle(pen, x, y, 1.7 * arm));
    stroke(pen, colour.ink, Math.max(1.2, 0.045 * c), () => {
      if (sign === "x") saltire(pen, x, y, 0.9 * arm);
      else if (sign === "=") for (const side of [-gap, gap]) segment(pen, x, y + side, arm, 0);
      else if (sign in TIPS) {
        const [across, down] = TIPS[sign];
        for (const side of [-arm, arm]) {
          ctx.moveTo(x - across * arm + down * side, y - down * arm + across * side);
          ctx.lineTo(x + across * arm, y + down * arm);
        }
      }
    });
    if (!/[=x<>^v]/.test(sign)) write(pen, sign, x, y, figure(c, 0.3), colour.ink, 600);
  }
}
