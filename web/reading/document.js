/** Converts the values of a reading to a document, and finds flaws without a solver. Plain functions. */

import { around } from "../core/grid.js";

/** @import {Reading} from "./cells.js" */

/** @typedef {Pick<Reading, "kind" | "width" | "height" | "signs">} BoardReading */

/** Returns the letters, row by row. @param {string[]} values @param {number} width */
export const rowsOf = (values, width) =>
  Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, row * width + width).join(""));

/** Returns the likeliest value of each item. @param {{choices: {value: string}[]}[]} items */
export const likeliestValues = (items) => items.map(({ choices }) => choices[0].value);

/** Returns the numbers of a line's value. @param {string} value @returns {number[]} */
export const numbers = (value) => value.split(" ").map(Number).filter(Boolean);

/**
 * Returns the document for the given values of all items.
 * @param {BoardReading} board @param {string[]} values
 * @returns {{kind: string, [member: string]: any}}
 */
export function documentOf({ kind, width, height, signs }, values) {
  if (kind !== "nonogram") return { kind, grid: rowsOf(values, width), ...(signs ? { signs, distinct: false } : {}) };
  return { kind, rows: values.slice(0, height).map(numbers), cols: values.slice(height).map(numbers) };
}

/**
 * Returns the value of each item of a document; empty for none.
 * @param {{[member: string]: any} | undefined} document
 * @returns {string[]}
 */
export function valuesOf(document) {
  if (document?.kind !== "nonogram") return [...(document?.grid ?? [])].flatMap((row) => [...row]);
  return [...document.rows, ...document.cols].map((runs) => runs.filter(Boolean).join(" ") || "0");
}

/** @param {number[]} runs */
const sum = (runs) => runs.reduce((all, run) => all + run, 0);

/** Returns the lines that have no room for their numbers. @param {BoardReading} board @param {string[]} values */
const overfull = ({ width, height }, values) =>
  values.flatMap((value, i) => {
    const runs = numbers(value);
    return sum(runs) + Math.max(0, runs.length - 1) > (i < height ? width : height) ? [i] : [];
  });

/**
 * Returns the letters of a binoxxo that stand three in a row, or of which a line has more than its half.
 * @param {BoardReading} board @param {string[]} values
 */
function crowded({ width, height }, values) {
  const line = (/** @type {number} */ start, /** @type {number} */ step, /** @type {number} */ length) =>
    Array.from({ length }, (_, k) => start + k * step);
  const lines = [
    ...Array.from({ length: height }, (_, row) => line(row * width, 1, width)),
    ...Array.from({ length: width }, (_, column) => line(column, width, height)),
  ];
  return lines.flatMap((cells) =>
    ["O", "X"].flatMap((letter) => {
      const own = cells.filter((i) => values[i] === letter);
      const three = cells.flatMap((_, k) => {
        const some = cells.slice(k, k + 3);
        return some.length === 3 && some.every((i) => values[i] === letter) ? some : [];
      });
      return own.length > cells.length / 2 ? own : three;
    }),
  );
}

/**
 * Returns the digits that are impossible with their neighbours.
 * @param {BoardReading} board @param {string[]} values
 */
const impossible = ({ width, height }, values) =>
  values.flatMap((value, i) => {
    if (!/\d/.test(value)) return [];
    const near = around({ width, height }, i).map((j) => values[j]);
    const mines = near.filter((other) => other === "*").length;
    const closed = near.filter((other) => other === ".").length;
    return Number(value) >= mines && Number(value) <= mines + closed ? [] : [i];
  });

const FLAWS = { nonogram: overfull, binoxxo: crowded, minesweeper: impossible, slitherlink: () => [] };

/**
 * Returns the items that break a rule, which is found without a solver.
 * @param {BoardReading} board @param {string[]} values
 * @returns {number[]}
 */
export const flaws = (board, values) => FLAWS[/** @type {keyof typeof FLAWS} */ (board.kind)](board, values);

/**
 * Returns whether no item breaks a rule, and the numbers of the rows of a nonogram have the same sum as those of its
 * columns.
 * @param {BoardReading} board @param {string[]} values
 */
export function sound(board, values) {
  const total = (/** @type {string[]} */ lines) => sum(lines.flatMap(numbers));
  const isEven =
    board.kind !== "nonogram" || total(values.slice(0, board.height)) === total(values.slice(board.height));
  return isEven && !flaws(board, values).length;
}

/** The kinds that are read. */
export const KINDS = ["nonogram", "minesweeper", "slitherlink", "binoxxo"];

/** Returns whether a board is a game in progress, which need not have one solution. @param {BoardReading} board */
export const isPosition = ({ kind }) => kind === "minesweeper";

/**
 * Returns the value that a player has typed for an item: a letter of the kind, or the numbers of a line.
 * @param {string} kind
 * @param {string} text
 */
export function typed(kind, text) {
  const value = text.trim().toUpperCase();
  if (kind === "nonogram")
    return /^[\d\s,]*$/.test(value)
      ? value
          .split(/[\s,]+/)
          .filter(Boolean)
          .join(" ") || "0"
      : null;
  if (value === "" || value === ".") return ".";
  const allowed = { slitherlink: "01234", binoxxo: "OX01", minesweeper: "012345678*" }[kind] ?? "";
  if (value.length !== 1 || !allowed.includes(value)) return null;
  return kind === "binoxxo" ? value.replace("0", "O").replace("1", "X") : value;
}
