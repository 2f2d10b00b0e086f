/** The clues of any kind: the letters of a grid, and other forms, each of which has a module of its own. */

import { eachCell, circle, figure, fill, stroke, write } from "../canvas/ink.js";
import { YES, valueOf } from "../core/marks.js";
import { rowsProblem, sizeProblem } from "../core/validation.js";

/** @import {ClueGrid, Pen, Place, Problem, PuzzleDocument, Scene, Size} from "../core/types.js" */
/** @import {WholeDescription} from "../core/types.js" */

const BLANK = ".";

/** @param {ClueGrid} grid */
const memberOf = ({ member = "grid" }) => member;

/**
 * Returns the letters of the grid, as rows. A board whose size its lines give may have none.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @returns {string[]}
 */
export const rowsOf = ({ grid }, document) => (grid && document[memberOf(grid)]) ?? [];

/** Returns how many more rows and columns the grid has than the board. @param {WholeDescription} kind */
export const moreOf = ({ grid }) => (grid?.shape === "vertex" ? 1 : 0);

/**
 * Returns the problem with the grid, or null. If other clues give the size of the board, it may be missing.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Size | undefined} size
 * @returns {Problem | null}
 */
export function gridProblem(kind, document, size) {
  const { grid } = kind;
  if (!grid || (size && !(memberOf(grid) in document))) return null;
  const [rows, more] = [rowsOf(kind, document), moreOf(kind)];
  return (
    rowsProblem(document, memberOf(grid), grid.letters, size) ?? sizeProblem(rows[0].length - more, rows.length - more)
  );
}

/**
 * Returns the letter of the clue at a place, or "". A letter that sets a value is not a clue, nor is the sign of a
 * black cell, such as "#".
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Place} place
 */
export function clueAt(kind, document, { r, c }) {
  const here = (r & 1) + (c & 1) + 2 * moreOf(kind) === 2 && !kind.grid?.given;
  const letter = here ? rowsOf(kind, document)[r >> 1]?.[c >> 1] : "";
  const isSign = kind.grid?.black?.includes(letter) && /\W/.test(letter);
  return letter && !isSign && letter !== (kind.grid?.blank ?? BLANK) ? letter : "";
}

/**
 * Returns whether a cell is black.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Place} place
 */
export const isBlack = (kind, document, { r, c }) =>
  Boolean(r & c & 1 && kind.grid?.black?.includes(rowsOf(kind, document)[r >> 1]?.[c >> 1] || " "));

/** The signs of symbols in text. @type {Record<string, string>} */
export const DOTS = { disc: "●", ring: "○" };

/** Returns a clue as shown to the player. @param {ClueGrid | undefined} grid @param {string} letter */
export const textOf = (grid, letter) =>
  grid?.text?.(letter) ?? DOTS[grid?.symbols?.[letter] ?? ""] ?? (grid?.most ? String(valueOf(letter)) : letter);

/**
 * Returns the clues at a place, including those next to the board.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Place} place
 */
export function clues(kind, document, place) {
  const letter = clueAt(kind, document, place);
  const others = kind.forms.map(({ text }) => text(document, place));
  return [letter && textOf(kind.grid, letter), ...others].filter(Boolean).join(" · ");
}

/** Fills the black cells. @param {Pen} pen @param {ClueGrid | undefined} grid @param {string[]} rows */
export function paintBlack(pen, grid, rows) {
  const { ctx, c, colour, x, y } = pen;
  const { black } = grid ?? {};
  if (black)
    fill(pen, colour.black, () =>
      eachCell(pen, (_, row, column) => black.includes(rows[row][column]) && ctx.rect(x(column), y(row), c, c)),
    );
}

/** @param {Pen} pen @param {WholeDescription} kind @param {Scene} scene */
export function paintClues(pen, kind, { document, marks }) {
  const { c, colour, x, y } = pen;
  paintBlack(pen, kind.grid, rowsOf(kind, document));
  for (const { paint } of kind.forms) paint?.(pen, document, kind.grid);
  if (!kind.grid || kind.grid.given || c < 8) return;
  const more = moreOf(kind);
  const covered = !more && kind.blocks[0].shape === "cell";
  const crossed = more || kind.blocks.every(({ shape }) => shape === "link"); // lines end at the clues
  const scale = more ? 0.7 : 1;
  eachCell(
    pen,
    (cell, row, column) => {
      const letter = clueAt(kind, document, { r: 2 * row + 1 - more, c: 2 * column + 1 - more });
      const black = kind.grid?.black?.includes(letter);
      if (!letter) return;
      const [right, below] = kind.grid?.at ?? [0, 0];
      const [across, down] = [x(column) + right * c, y(row) + below * c].map((edge) => edge + ((1 - more) * c) / 2);
      const hue = black ? colour["on-black"] : covered && marks[cell] === YES ? colour.sheet : colour.ink;
      const symbol = kind.grid?.symbols?.[letter];
      const disc = () => circle(pen, across, down, (symbol ? 0.32 : 0.36 * scale) * c);
      if (symbol === "disc") fill(pen, colour.ink, disc);
      else if (symbol) stroke(pen, colour.ink, Math.max(1.5, 0.06 * c), disc);
      else {
        if (crossed) {
          fill(pen, colour.sheet, disc);
          stroke(pen, colour.ink, Math.max(1, 0.04 * c), disc);
        }
        const high = figure(c, kind.grid?.at ? 0.32 : 0.48 * scale);
        write(pen, textOf(kind.grid, letter), across, down, high, hue, 500, (kind.grid?.at ? 0.5 : 0.8) * c);
      }
    },
    more,
  );
}
