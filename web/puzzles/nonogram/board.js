/**
 * Nonogram: the numbers next to a row or column are the lengths of its runs of filled cells, in order, with a gap
 * between any two.
 */

import { cluesProblem, sizeProblem } from "../../core/validation.js";
import { circle, clamp, eachCell, fill, saltire, stroke, write } from "../../canvas/ink.js";

/** @import {Layout, Marks, Pen, PuzzleDocument, PuzzleKind, Scene, Size} from "../../core/types.js" */

/** @type {number[]} */
const NOTHING = [0];

/** The numbers of a line as they are shown: an empty line shows a 0. @param {number[]} clue */
const shown = (clue) => (clue.length ? clue : NOTHING);

/** @param {PuzzleDocument} document @returns {Size} */
const size = (document) => ({ width: document.cols.length, height: document.rows.length });

/** Size of a clue digit. @param {number} c */
const digit = (c) => (c < 11 ? 0.95 * c : clamp(11, 0.46 * c, 17));

/** Room for the letter of a clue next to its figures; on small cells it may cover what it must. @param {number} c */
const tagged = (c) => (c < 14 ? 0 : c < 18 ? 10 : c < 26 ? 20 : 24);

/** @param {number[][]} clues */
const longest = (clues) => clues.reduce((most, clue) => Math.max(most, clue.length), 1);

/** The marks of a line. @param {Size} size @param {Marks} marks @param {"row" | "column"} side @param {number} at */
function line({ width, height }, marks, side, at) {
  if (side === "row") return marks.slice(at * width, (at + 1) * width);
  let column = "";
  for (let row = 0; row < height; row++) column += marks[row * width + at];
  return column;
}

/** Lengths of the runs. @param {string} line */
const runs = (line) => (line.match(/1+/g) ?? []).map((run) => run.length);

/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

/** A clue without the zero that stands for nothing. @param {number[]} clue */
const real = (clue) => clue.filter((run) => run > 0);

/**
 * Return the number of clue numbers from the start of a line that are certainly done: everything up to them is decided.
 * @param {string} line
 * @param {number[]} clue
 */
function doneFromStart(line, clue) {
  const decided = /^(2*1+(?=2|$))+/.exec(line)?.[0] ?? "";
  const found = runs(decided);
  const wrong = found.findIndex((run, i) => run !== clue[i]);
  return wrong < 0 ? found.length : 0;
}

/** Return for each number of a line whether it is certainly done. @param {string} line @param {number[]} clue */
function done(line, clue) {
  if (same(runs(line), real(clue))) return clue.map(() => true);
  const before = doneFromStart(line, clue);
  const after = doneFromStart([...line].reverse().join(""), [...clue].reverse());
  return clue.map((_, i) => i < before || i >= clue.length - after);
}

/** Return whether a clue can still be met by a line of marks. @param {string} line @param {number[]} clue */
export function fits(line, clue) {
  const length = line.length;
  /** ends[i]: the first i cells can hold the runs so far, the last of them with its gap. @type {boolean[]} */
  let ends = [true];
  for (let i = 1; i <= length + 1; i++) ends[i] = ends[i - 1] && line[i - 1] !== "1";
  for (const run of clue) {
    /** @type {boolean[]} */
    const next = [];
    let free = 0; // cells in a row up to here that may be filled
    for (let i = 1; i <= length + 1; i++) {
      const before = i - run - 1; // where this run would begin, its gap being cell i - 1
      next[i] =
        (Boolean(next[i - 1]) && line[i - 1] !== "1") ||
        (before >= 0 && ends[before] && free >= run && line[i - 1] !== "1");
      free = line[i - 1] === "2" ? 0 : free + 1;
    }
    ends = next;
  }
  return Boolean(ends[length + 1]);
}

/** @param {Pen} pen @param {Scene} scene @param {"row" | "column"} side */
function lineClues(pen, { document, marks, crosshair, tone, jots }, side) {
  const { c, range, layout, colour } = pen;
  const across = side === "row";
  const [high, slot] = [digit(c), digit(c) * (across ? 1.36 : 1.3)];
  const [from, to] = across ? [range.row, range.rowEnd] : [range.column, range.columnEnd];
  const here = crosshair ? (across ? crosshair.r : crosshair.c) >> 1 : -1;
  const edge = (across ? layout.bands.left : layout.bands.top) - 0.5 * high;
  for (let at = from; at < to; at++) {
    const clue = shown(document[across ? "rows" : "cols"][at]);
    const grey = tone === "own" ? done(line(pen.size, marks, side, at), clue) : [];
    const middle = (across ? pen.y(at) : pen.x(at)) + c / 2;
    if (at === here)
      fill(pen, colour.band, () =>
        across
          ? pen.ctx.rect(0, middle - c / 2, layout.bands.left, c)
          : pen.ctx.rect(middle - c / 2, 0, c, layout.bands.top),
      );
    const room = Math.floor(edge / slot);
    const hidden = clue.length > room ? clue.length - room + 1 : 0;
    if (hidden) more(pen, across ? 0 : middle, across ? middle : 0, across, slot);
    for (let i = clue.length - 1; i >= hidden; i--) {
      const along = edge - (clue.length - i - 0.5) * slot;
      const hue = grey[i] || !clue[i] ? colour.ink3 : colour.ink;
      const weight = at === here ? 700 : grey[i] ? 400 : 500;
      const most = across ? slot * 0.92 : 0.84 * c;
      write(
        pen,
        String(clue[i]),
        across ? along : middle,
        across ? middle : along,
        high,
        hue,
        weight,
        clue[i] > 9 ? most : Infinity,
      );
      if (jots?.[`${side} ${at} ${i}`]) strike(pen, across ? along : middle, across ? middle : along, high);
    }
  }
}

/**
 * Three dots at the outer edge of a band: the clue goes on beyond it.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {boolean} across
 * @param {number} slot
 */
function more(pen, x, y, across, slot) {
  fill(pen, pen.colour.because, () => {
    for (const step of [1, 2, 3]) {
      const off = (0.24 * step + 0.1) * slot;
      circle(pen, across ? x + off : x, across ? y : y + off, Math.max(1, 0.07 * slot));
    }
  });
}

/** A number that the player has struck. @param {Pen} pen @param {number} x @param {number} y @param {number} high */
function strike(pen, x, y, high) {
  const reach = 0.55 * high;
  stroke(pen, pen.colour.ink2, Math.max(1.2, 0.09 * high), () => {
    pen.ctx.moveTo(x - reach, y + 0.5 * reach);
    pen.ctx.lineTo(x + reach, y - 0.5 * reach);
  });
}

/** @type {PuzzleKind} */
export default {
  kind: "nonogram",
  order: 1,
  glyph: "M2.5 2.5h15v15h-15zF2.5 2.5h7.5v10h-5v5h-2.5zM12.5 12.5h5v5h-5z",
  blocks: [{ shape: "cell", values: 2, letters: "?#." }],
  boardKey: "board",
  bare: true,
  tools: [
    { key: "fill", icon: "fill", cycle: [1, 0, 1] },
    { key: "mark", icon: "cross", cycle: [2, 2, 0] },
  ],
  keys: { Backspace: 0, Delete: 0 },
  picture: true,
  lock: true,
  fifthsFrom: 6,
  edit: async () => (await import("./edit.js")).default,

  size,

  problem: (document) =>
    cluesProblem(document, "rows", "row") ??
    cluesProblem(document, "cols", "column") ??
    sizeProblem(document.cols.length, document.rows.length),

  givens: (document) => "0".repeat(document.rows.length * document.cols.length),
  fixed: () => false,

  bands(document, cell) {
    const high = digit(cell);
    return {
      left: Math.ceil(high * (1.36 * longest(document.rows) + 0.5)) + 2 + tagged(cell),
      top: Math.ceil(high * (1.3 * longest(document.cols) + 0.5)) + 2 + tagged(cell),
      right: 0,
      bottom: 0,
    };
  },

  clueAt(document, side, at, away, cell) {
    const clue = document[side === "row" ? "rows" : "cols"][at];
    const slot = digit(cell) * (side === "row" ? 1.36 : 1.3);
    const last = Math.floor((away - 0.5 * digit(cell)) / slot + 0.2); // counted from the lattice
    return last >= 0 && last < clue.length ? clue.length - 1 - last : -1;
  },

  clueLength: (document, side, at, cell) =>
    digit(cell) * (0.5 + (side === "row" ? 1.36 : 1.3) * shown(document[side === "row" ? "rows" : "cols"][at]).length),

  most: ({ width, height }) => (Math.max(width, height) <= 5 ? 72 : 44),

  marks(pen, { marks, second, tone, done: picture }) {
    const { ctx, c, colour, x, y } = pen;
    const inset = picture ? 0 : c < 10 ? 0.5 : Math.max(1, 0.05 * c);
    const side = c - 2 * inset;
    const round = !picture && 0.05 * c >= 0.8 ? 0.05 * c : 0;
    fill(pen, tone === "found" ? colour.forced : colour.fill, () =>
      eachCell(pen, (index, row, column) => {
        if (marks[index] !== "1" || (second && second[index] !== "1")) return;
        if (round) ctx.roundRect(x(column) + inset, y(row) + inset, side, side, round);
        else ctx.rect(x(column) + inset, y(row) + inset, side, side);
      }),
    );
    if (tone === "solution" || picture) return;
    const faint = tone === "found" ? colour.forced : colour.ink3;
    const crosses = (/** @type {(x: number, y: number) => void} */ add) => () =>
      eachCell(pen, (index, row, column) => marks[index] === "2" && add(x(column) + c / 2, y(row) + c / 2));
    // Crosses of two pixels cannot be seen as such and only cost time.
    if (c < 10)
      fill(
        pen,
        faint,
        crosses((across, down) => ctx.rect(across - 0.75, down - 0.75, 1.5, 1.5)),
      );
    else
      stroke(
        pen,
        faint,
        Math.max(1, 0.045 * c),
        crosses((across, down) => saltire(pen, across, down, 0.15 * c)),
      );
  },

  mark(pen, x, y, state, colour) {
    const { c, ctx } = pen;
    if (state === 1) fill(pen, colour, () => ctx.rect(x - 0.26 * c, y - 0.26 * c, 0.52 * c, 0.52 * c));
    else stroke(pen, colour, Math.max(1.3, 0.06 * c), () => saltire(pen, x, y, 0.15 * c));
  },

  tentative(pen, x, y, state) {
    const { c, ctx, colour } = pen;
    const side = 0.5 * c - Math.max(1.5, 0.12 * c);
    if (state === 2)
      return stroke(pen, colour.focus, Math.max(1.2, 0.06 * c), () => saltire(pen, x, y, 0.17 * c), [
        Math.max(1.5, 0.09 * c),
        Math.max(1.2, 0.07 * c),
      ]);
    ctx.globalAlpha = 0.3;
    fill(pen, colour.focus, () => ctx.rect(x - side, y - side, 2 * side, 2 * side));
    ctx.globalAlpha = 1;
    stroke(pen, colour.focus, Math.max(1.4, 0.07 * c), () => ctx.rect(x - side, y - side, 2 * side, 2 * side), [
      Math.max(2, 0.14 * c),
      Math.max(1.5, 0.1 * c),
    ]);
  },

  onHeat(pen, x, y, state, colour) {
    if (state === 1) fill(pen, colour, () => pen.ctx.rect(x - 0.2 * pen.c, y - 0.2 * pen.c, 0.4 * pen.c, 0.4 * pen.c));
  },

  classes: true,
  lineView: true,
  sizes: [
    [10, 10],
    [15, 15],
    [20, 20],
  ],

  breaks(document, marks) {
    const board = size(document);
    return /** @type {const} */ (["row", "column"]).flatMap((side) =>
      document[side === "row" ? "rows" : "cols"].flatMap((/** @type {number[]} */ clue, /** @type {number} */ at) => {
        if (fits(line(board, marks, side, at), real(clue))) return [];
        const [from, to] =
          side === "row"
            ? [
                { r: 2 * at + 1, c: 1 },
                { r: 2 * at + 1, c: 2 * board.width - 1 },
              ]
            : [
                { r: 1, c: 2 * at + 1 },
                { r: 2 * board.height - 1, c: 2 * at + 1 },
              ];
        return [
          {
            key: `wrong.line-${side}`,
            params: { [side]: at + 1, clue: shown(clue).join(" ") },
            where: [{ role: /** @type {const} */ ("wrong"), place: from, to }],
          },
        ];
      }),
    );
  },

  split(pen, x, y, first, second) {
    const { c, ctx, colour } = pen;
    const side = 0.5 * c - Math.max(1, 0.05 * c);
    const half = (/** @type {number} */ corner) =>
      fill(pen, colour.fill, () => {
        ctx.moveTo(x + side, y - side);
        ctx.lineTo(x + corner * side, y + corner * side);
        ctx.lineTo(x - side, y + side);
      });
    if (first === 1) half(-1);
    if (second === 1) half(1);
  },

  rowClues: (pen, scene) => lineClues(pen, scene, "row"),
  columnClues: (pen, scene) => lineClues(pen, scene, "column"),

  solved(document, marks) {
    const board = size(document);
    const fits = (/** @type {"row" | "column"} */ side) => (/** @type {number[]} */ clue, /** @type {number} */ at) =>
      same(runs(line(board, marks, side, at)), real(clue));
    return document.rows.every(fits("row")) && document.cols.every(fits("column"));
  },

  progress(document, marks) {
    const board = size(document);
    const sum = document.rows.flat().reduce((/** @type {number} */ all, /** @type {number} */ run) => all + run, 0);
    const ready = (/** @type {"row" | "column"} */ side, /** @type {number[][]} */ clues) =>
      clues.filter((clue, at) => same(runs(line(board, marks, side, at)), real(clue))).length;
    return [
      { key: "progress.filled", value: `${marks.split("1").length - 1} / ${sum}` },
      {
        key: "progress.lines",
        value: `${ready("row", document.rows) + ready("column", document.cols)} / ${board.width + board.height}`,
      },
    ];
  },

  clueText: (document, { r, c }) =>
    `${shown(document.rows[r >> 1]).join(" ")} · ${shown(document.cols[c >> 1]).join(" ")}`,

  lineClues: (document, { r, c }) => ({
    row: shown(document.rows[r >> 1]).join(" "),
    column: shown(document.cols[c >> 1]).join(" "),
  }),

  /** × in every line whose runs are all there. */
  finish(document, marks) {
    const board = size(document);
    const met = (/** @type {"row" | "column"} */ side, /** @type {number} */ at) =>
      same(runs(line(board, marks, side, at)), real(document[side === "row" ? "rows" : "cols"][at]));
    const rows = document.rows.map((/** @type {number[]} */ _, /** @type {number} */ at) => met("row", at));
    const columns = document.cols.map((/** @type {number[]} */ _, /** @type {number} */ at) => met("column", at));
    return [...marks]
      .map((mark, cell) =>
        mark === "0" && (rows[Math.floor(cell / board.width)] || columns[cell % board.width]) ? "2" : mark,
      )
      .join("");
  },

  text: (_, marks) => marks.replace(/1/g, "#").replace(/[02]/g, "."),

  practice: { kind: "nonogram", rows: [[1, 1], [5], [5], [3], [1]], cols: [[2], [4], [4], [4], [2]] },

  sample: {
    document: {
      kind: "nonogram",
      rows: [[1], [2], [3], [4], [5], [1], [10], [8], [6], []],
      cols: [[1], [2], [3], [3], [9], [4, 3], [3, 3], [2, 3], [1, 2], [1]],
    },
    board: [
      "..??#?????",
      "..??#?????",
      "..??#?????",
      "..??#????.",
      "..??#????.",
      "..??#????.",
      "##########",
      "????#?????",
      "????#?????",
      "..........",
    ],
    overlays: [
      { role: "because", row: 7, letter: "a" },
      { role: "forced", place: { r: 15, c: 13 }, state: 1 },
    ],
  },
};
