/** Clues that any kind can have: letters in a grid, and lists of numbers next to the board. */

import { clamp, eachCell, circle, figure, fill, stroke, write } from "../canvas/ink.js";
import { YES } from "../core/marks.js";
import { rowsProblem, sizeProblem } from "../core/validation.js";

/** @import {Pen, Place, Problem, PuzzleDocument, PuzzleKind, Scene, WholeDescription} from "../core/types.js" */

/** @typedef {"left" | "top" | "right" | "bottom"} BoardSide  a side of the board */

const EDGES = /** @type {const} */ (["left", "top", "right", "bottom"]);
const BLANK = ".";

// ---- in cells

/**
 * Returns the letters of the grid, as rows. A board whose size its lines give may have none.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @returns {string[]}
 */
export const rowsOf = ({ grid }, document) => (grid && document[grid.member ?? "grid"]) ?? [];

/** @param {WholeDescription} kind @param {PuzzleDocument} document @returns {Problem | null} */
export const gridProblem = ({ grid, lines }, document) =>
  grid && (!lines || document[grid.member ?? "grid"])
    ? rowsProblem(document, grid.member ?? "grid", grid.letters)
    : null;

/**
 * Returns the letter of the clue at a place, or "". A letter that sets a value is not a clue.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Place} place
 */
export function clueAt(kind, document, { r, c }) {
  const letter = r & c & 1 && !kind.grid?.given ? rowsOf(kind, document)[r >> 1]?.[c >> 1] : "";
  return letter && letter !== (kind.grid?.blank ?? BLANK) ? letter : "";
}

/** Returns a clue as shown to the player. @param {WholeDescription} kind @param {string} letter */
const textOf = ({ grid }, letter) => grid?.text?.(letter) ?? letter;

/**
 * Returns the clues at a place, including those next to the board.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Place} place
 */
export function clues(kind, document, place) {
  const letter = clueAt(kind, document, place);
  const edges = EDGES.map((edge) =>
    entries(kind, document, edge, (edge === "left" || edge === "right" ? place.r : place.c) >> 1)
      .map(({ text }) => text)
      .join(" "),
  );
  return [letter && textOf(kind, letter), ...edges].filter(Boolean).join(" · ");
}

/** @param {Pen} pen @param {WholeDescription} kind @param {Scene} scene */
export function paintClues(pen, kind, { document, marks }) {
  const { c, colour, x, y } = pen;
  if (!kind.grid || kind.grid.given || c < 8) return;
  const covered = kind.blocks[0].shape === "cell";
  const crossed = kind.blocks.every(({ shape }) => shape === "link"); // lines end at the clues
  eachCell(pen, (cell, row, column) => {
    const letter = clueAt(kind, document, { r: 2 * row + 1, c: 2 * column + 1 });
    if (!letter) return;
    const [across, down] = [x(column) + c / 2, y(row) + c / 2];
    const hue = covered && marks[cell] === YES ? colour.sheet : colour.ink;
    const symbol = kind.grid?.symbols?.[letter];
    if (symbol === "disc") fill(pen, colour.ink, () => circle(pen, across, down, 0.32 * c));
    else if (symbol === "ring")
      stroke(pen, colour.ink, Math.max(1.5, 0.06 * c), () => circle(pen, across, down, 0.32 * c));
    else {
      if (crossed) disc(pen, across, down);
      write(pen, textOf(kind, letter), across, down, figure(c, 0.48), hue, 500, 0.8 * c);
    }
  });
}

/** Draws the ground of a number. @param {Pen} pen @param {number} x @param {number} y */
function disc(pen, x, y) {
  fill(pen, pen.colour.sheet, () => circle(pen, x, y, 0.36 * pen.c));
  stroke(pen, pen.colour.ink, Math.max(1, 0.04 * pen.c), () => circle(pen, x, y, 0.36 * pen.c));
}

// ---- next to the board

/**
 * Returns the numbers next to one line.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {BoardSide} edge
 * @param {number} line
 * @returns {{text: string, colour?: string}[]}
 */
function entries({ lines, colours }, document, edge, line) {
  const clue = lines?.[edge] === undefined ? undefined : document[lines[edge]]?.[line];
  const list = Array.isArray(clue) ? clue : clue === undefined || clue === null ? [] : [clue];
  return list.map((entry) =>
    Array.isArray(entry)
      ? { text: String(entry[0]), colour: colours?.(document)[entry[1] - 1] }
      : { text: String(entry) },
  );
}

/**
 * Returns the first problem with the lists next to the board, or null.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @returns {Problem | null}
 */
export function linesProblem(kind, document) {
  const { lines = {} } = kind;
  const members = EDGES.flatMap((edge) => (lines[edge] ? [{ edge, field: lines[edge] }] : []));
  for (const { edge, field } of members) {
    const all = document[field];
    if (all === undefined) return { kind: "missing", params: { field } };
    if (!Array.isArray(all)) return { kind: "not-clues", params: { field } };
    const side = edge === "left" || edge === "right" ? "row" : "column";
    const wrong = all.findIndex((clue) => !isClue(clue));
    if (wrong >= 0) return { kind: "not-a-clue", at: { [side]: wrong + 1 } };
  }
  if (rowsOf(kind, document).length || !members.length) return null;
  const length = (/** @type {BoardSide} */ edge) => document[lines[edge] ?? ""]?.length ?? 0;
  return sizeProblem(length("top") || length("bottom"), length("left") || length("right"));
}

/**
 * Returns whether a value is a number, null, or a list of numbers or pairs of numbers.
 * @param {any} clue
 * @returns {boolean}
 */
const isClue = (clue) =>
  clue === null ||
  Number.isInteger(clue) ||
  (Array.isArray(clue) &&
    clue.every((entry) => Number.isInteger(entry) || (Array.isArray(entry) && entry.every(Number.isInteger))));

const high = (/** @type {number} */ c) => (c < 11 ? 0.95 * c : clamp(11, 0.46 * c, 17));

/**
 * Returns the members that draw the lists next to the board and reserve space for them.
 * @param {WholeDescription} kind
 * @returns {Partial<PuzzleKind>}
 */
export function lineClues(kind) {
  if (!kind.lines) return {};
  const band = (/** @type {PuzzleDocument} */ document, /** @type {BoardSide} */ edge, /** @type {number} */ c) => {
    const member = kind.lines?.[edge];
    const counts = member
      ? document[member].map(
          (/** @type {any} */ _, /** @type {number} */ at) => entries(kind, document, edge, at).length,
        )
      : [];
    return member ? Math.ceil(high(c) * (1.36 * Math.max(1, ...counts) + 0.5)) + 2 : 0;
  };
  const paint = (/** @type {BoardSide} */ edge) => (/** @type {Pen} */ pen, /** @type {Scene} */ scene) =>
    paintLines(pen, kind, scene.document, edge);
  return {
    bands: (document, c) => ({
      left: band(document, "left", c),
      top: band(document, "top", c),
      right: band(document, "right", c),
      bottom: band(document, "bottom", c),
    }),
    rowClues: paint("left"),
    columnClues: paint("top"),
    rowNotes: paint("right"),
    columnNotes: paint("bottom"),
  };
}

/** @param {Pen} pen @param {WholeDescription} kind @param {PuzzleDocument} document @param {BoardSide} edge */
function paintLines(pen, kind, document, edge) {
  const { c, range, layout, colour } = pen;
  const { window: seen, bands } = layout;
  const row = edge === "left" || edge === "right";
  const [from, to] = row ? [range.row, range.rowEnd] : [range.column, range.columnEnd];
  const [size, slot] = [high(c), 1.36 * high(c)];
  const start = { left: bands.left, top: bands.top, right: seen.x + seen.width, bottom: seen.y + seen.height }[edge];
  const away = edge === "left" || edge === "top" ? -1 : 1;
  for (let at = from; at < to; at++) {
    const clue = entries(kind, document, edge, at);
    const outward = away < 0 ? [...clue].reverse() : clue;
    const middle = (row ? pen.y(at) : pen.x(at)) + c / 2;
    outward.forEach(({ text, colour: own }, index) => {
      const along = start + away * (0.5 * size + (index + 0.5) * slot);
      const [x, y] = row ? [along, middle] : [middle, along];
      if (own) fill(pen, own, () => pen.ctx.rect(x - slot / 2 + 1, y - slot / 2 + 1, slot - 2, slot - 2));
      write(pen, text, x, y, size, own ? inkOn(own) : colour.ink, 500, slot);
    });
  }
}

/** Returns black or white, whichever is legible on a colour given as #rgb or #rrggbb. @param {string} colour */
function inkOn(colour) {
  const digits = colour.slice(1);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [r = 0, g = 0, b = 0] = wide.map((pair) => parseInt(pair, 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000" : "#fff";
}
