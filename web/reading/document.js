/** Converts the values of a reading to a document, and finds flaws without a solver. Plain functions. */

/** @import {Reading} from "./cells.js" */

/** @typedef {Pick<Reading, "kind" | "width" | "height" | "signs">} BoardReading */

/** Returns the letters, row by row. @param {string[]} values @param {number} width */
export const rowsOf = (values, width) =>
  Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, row * width + width).join(""));

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

/**
 * All lines have room for their numbers, and the numbers of rows and columns have the same sum.
 * @param {BoardReading} board @param {string[]} values
 */
function soundNonogram({ width, height }, values) {
  const lines = values.map(numbers);
  const fits = lines.every((runs, i) => sum(runs) + Math.max(0, runs.length - 1) <= (i < height ? width : height));
  return fits && sum(lines.slice(0, height).flat()) === sum(lines.slice(height).flat());
}

/**
 * No line has more than half of its cells alike, or three alike in a row.
 * @param {BoardReading} board
 * @param {string[]} values
 */
function soundBinoxxo({ width, height }, values) {
  const lines = [
    ...rowsOf(values, width),
    ...Array.from({ length: width }, (_, c) =>
      Array.from({ length: height }, (_, r) => values[r * width + c]).join(""),
    ),
  ];
  return lines.every(
    (line) =>
      !/OOO|XXX/.test(line) &&
      line.split("O").length - 1 <= line.length / 2 &&
      line.split("X").length - 1 <= line.length / 2,
  );
}

/** All digits are possible with their neighbours. @param {BoardReading} board @param {string[]} values */
function soundMinesweeper({ width, height }, values) {
  return values.every((value, i) => {
    if (value === "." || value === "*") return true;
    const around = neighboursOf(i, width, height).map((j) => values[j]);
    const mines = around.filter((other) => other === "*").length;
    const closed = around.filter((other) => other === ".").length;
    return Number(value) >= mines && Number(value) <= mines + closed;
  });
}

/** @param {number} i @param {number} width @param {number} height */
export function neighboursOf(i, width, height) {
  const [row, column] = [Math.floor(i / width), i % width];
  const out = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++)
    for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c++)
      if (r !== row || c !== column) out.push(r * width + c);
  return out;
}

const SOUND = {
  nonogram: soundNonogram,
  binoxxo: soundBinoxxo,
  minesweeper: soundMinesweeper,
  slitherlink: () => true,
};

/**
 * Returns whether the document has no flaw that can be found without a solver.
 * @param {BoardReading} board @param {string[]} values
 * @returns {boolean}
 */
export const sound = (board, values) => SOUND[/** @type {keyof typeof SOUND} */ (board.kind)](board, values);

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
