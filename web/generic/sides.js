/** Numbers next to the board: for each line a number, null, or a list of numbers. */

import { clamp, write } from "../canvas/ink.js";
import { sizeProblem } from "../core/validation.js";

/** @import {ClueForm, Pen, Problem, PuzzleDocument, Scene, Size} from "../core/types.js" */

/** @typedef {"left" | "top" | "right" | "bottom"} BoardSide  a side of the board */
/** @typedef {Partial<Record<BoardSide, string>>} Members  the member of the document with the numbers of each side */

/**
 * Returns the form of numbers next to the board. They give its size if they are next to rows and columns. In Draw, a
 * line has at most one number, from `least` to `most`; by default, from 0 to the longer side. `text` returns a number
 * as shown to the player, for example a letter.
 * @param {Members} members
 * @param {{least?: number, most?: (size: Size) => number, text?: (number: number) => string}} [range]
 * @returns {ClueForm}
 */
export function sides(members, { least, most, text = String } = {}) {
  const edges = /** @type {BoardSide[]} */ (Object.keys(members));
  const paint = (/** @type {BoardSide} */ edge) => (/** @type {Pen} */ pen, /** @type {Scene} */ scene) =>
    paintLines(pen, members, scene.document, edge, text);
  return {
    members: Object.values(members),
    size: giveSize(members) ? (document) => size(members, document) : undefined,
    problem: (document) => problem(members, document),
    text: (document, { r, c }) =>
      edges
        .map((edge) =>
          numbers(members, document, edge, (isRow(edge) ? r : c) >> 1)
            .map(text)
            .join(" "),
        )
        .filter(Boolean)
        .join(" · "),
    own: {
      bands: (document, c) => ({
        left: band(members, document, "left", c),
        top: band(members, document, "top", c),
        right: band(members, document, "right", c),
        bottom: band(members, document, "bottom", c),
      }),
      rowClues: paint("left"),
      columnClues: paint("top"),
      rowNotes: paint("right"),
      columnNotes: paint("bottom"),
    },
    drawn: (document) => Object.values(members).every((member) => !document[member].some(Array.isArray)),
    layer: async () => (await import("./draw.js")).sideLayer(members, least, most, text),
  };
}

/** @param {BoardSide} edge */
const isRow = (edge) => edge === "left" || edge === "right";

/** @param {Members} members */
const giveSize = ({ left, right, top, bottom }) => Boolean((left ?? right) && (top ?? bottom));

/** @param {Members} members @param {PuzzleDocument} document @returns {Size} */
function size(members, document) {
  if (!giveSize(members)) return { width: document.grid[0].length, height: document.grid.length };
  const { left, right, top, bottom } = members;
  const [row, column] = [left ?? right ?? "", top ?? bottom ?? ""];
  return { width: document[column]?.length ?? 0, height: document[row]?.length ?? 0 };
}

/** @param {Members} members @param {PuzzleDocument} document @returns {Problem | null} */
function problem(members, document) {
  const isNumber = (/** @type {any} */ number) => Number.isInteger(number) && number >= 0;
  const { width, height } = size(members, document);
  for (const [edge, field] of Object.entries(members)) {
    const [all, row] = [document[field], isRow(/** @type {BoardSide} */ (edge))];
    const expected = row ? height : width;
    if (all === undefined) return { kind: "missing", params: { field } };
    if (!Array.isArray(all)) return { kind: "not-clues", params: { field } };
    if (all.length !== expected) return { kind: "height", params: { field, n: all.length, expected } };
    const wrong = all.findIndex((clue) => clue !== null && ![clue].flat().every(isNumber));
    if (wrong >= 0) return { kind: "not-a-clue", at: { [row ? "row" : "column"]: wrong + 1 } };
  }
  return sizeProblem(width, height);
}

/**
 * Returns the numbers next to one line.
 * @param {Members} members
 * @param {PuzzleDocument} document
 * @param {BoardSide} edge
 * @param {number} line
 * @returns {number[]}
 */
const numbers = (members, document, edge, line) => [document[members[edge] ?? ""]?.[line] ?? []].flat();

/** Returns the size of a digit. @param {number} c */
const high = (c) => (c < 11 ? 0.95 * c : clamp(11, 0.46 * c, 17));

/** Returns the width of a margin. @param {Members} members @param {PuzzleDocument} document @param {BoardSide} edge @param {number} c */
function band(members, document, edge, c) {
  const all = document[members[edge] ?? ""];
  if (!all) return 0;
  const counts = [...all.keys()].map((at) => numbers(members, document, edge, at).length);
  return Math.ceil(high(c) * (1.36 * Math.max(1, ...counts) + 0.5)) + 2;
}

/**
 * @param {Pen} pen
 * @param {Members} members
 * @param {PuzzleDocument} document
 * @param {BoardSide} edge
 * @param {(number: number) => string} text
 */
function paintLines(pen, members, document, edge, text) {
  const { c, range, layout, colour } = pen;
  const { window: seen, bands } = layout;
  const row = isRow(edge);
  const [from, to] = row ? [range.row, range.rowEnd] : [range.column, range.columnEnd];
  const [size, slot] = [high(c), 1.36 * high(c)];
  const start = { left: bands.left, top: bands.top, right: seen.x + seen.width, bottom: seen.y + seen.height }[edge];
  const away = edge === "left" || edge === "top" ? -1 : 1;
  for (let at = from; at < to; at++) {
    const clue = numbers(members, document, edge, at);
    const middle = (row ? pen.y(at) : pen.x(at)) + c / 2;
    (away < 0 ? clue.reverse() : clue).forEach((number, index) => {
      const along = start + away * (0.5 * size + (index + 0.5) * slot);
      const [x, y] = row ? [along, middle] : [middle, along];
      write(pen, text(number), x, y, size, colour.ink, 500, slot);
    });
  }
}
