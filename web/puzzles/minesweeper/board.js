/**
 * Minesweeper: each number counts the mines in the up to eight cells around it. The board is either a position (open
 * cells, closed cells and known mines) or a complete field with the cells opened at the start.
 */

import { rowsProblem } from "../../core/validation.js";
import { around, cellPlace, spotOf } from "../../core/grid.js";
import { forLastMarks, oncePer } from "../../core/last-marks.js";
import { spell } from "../../core/lattice.js";
import { circle, eachCell, figure, fill, segment, stroke, write } from "../../canvas/ink.js";

/** @import {Marks, Pen, Problem, PuzzleDocument, PuzzleKind, Size} from "../../core/types.js" */

/**
 * Returns the board as rows of ".", "*" and digits. A complete field shows only the open cells.
 * @param {PuzzleDocument} document
 * @returns {string[]}
 */
const gridOf = (document) => document.grid ?? covered(document);

/** @type {(document: PuzzleDocument) => string[]} */
const covered = oncePer(({ field, opened = [] }) => {
  const open = new Set(opened.map((/** @type {number[]} */ [row, column]) => `${row},${column}`));
  return field.map((/** @type {string} */ text, /** @type {number} */ row) =>
    [...text]
      .map((_, column) => (open.has(`${row},${column}`) ? String(countAround(field, row, column)) : "."))
      .join(""),
  );
});

/**
 * Returns the current board; in a game, it includes the cells opened by the player.
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @returns {string[]}
 */
const gridNow = (document, marks) =>
  document.field && marks.includes("2") ? uncovered(document, marks) : gridOf(document);

const uncovered = forLastMarks((/** @type {PuzzleDocument} */ document, /** @type {Marks} */ marks) => {
  const { field } = document;
  const width = field[0].length;
  return gridOf(document).map((text, row) =>
    [...text]
      .map((letter, column) =>
        marks[row * width + column] === "2" && field[row][column] !== "*"
          ? String(countAround(field, row, column))
          : letter,
      )
      .join(""),
  );
});

/** Returns the mines that the player has opened. @param {PuzzleDocument} document @param {Marks} marks */
const blown = ({ field }, marks) =>
  field ? [...field.join("")].flatMap((letter, cell) => (letter === "*" && marks[cell] === "2" ? [cell] : [])) : [];

/** @param {string[]} field @param {number} row @param {number} column */
const countAround = (field, row, column) =>
  [-1, 0, 1]
    .flatMap((down) => [-1, 0, 1].map((across) => field[row + down]?.[column + across]))
    .filter((letter) => letter === "*").length;

/** @param {PuzzleDocument} document @returns {Size} */
const size = (document) => ({ width: gridOf(document)[0].length, height: gridOf(document).length });

/** Returns the closed cells around a cell. @param {Size} size @param {string} letters @param {number} cell */
const closedAround = (size, letters, cell) => around(size, cell).filter((other) => !isOpen(letters[other]));

/** Returns how many of some cells have a mark. @param {number[]} cells @param {Marks} marks @param {string} wanted */
const among = (cells, marks, wanted) => cells.filter((cell) => marks[cell] === wanted).length;

/**
 * Returns the cell of the first click: the first cell in `opened`, if clicking it opens exactly those cells, otherwise
 * -1.
 * @type {(document: PuzzleDocument) => number}
 */
const firstClick = oncePer((document) => {
  const { field, opened } = document;
  if (!field || !opened?.length) return -1;
  const board = size(document);
  const first = opened[0][0] * board.width + opened[0][1];
  const reached = new Set([first]);
  for (const cell of reached) {
    const [row, column] = [Math.floor(cell / board.width), cell % board.width];
    if (!countAround(field, row, column)) for (const other of around(board, cell)) reached.add(other);
  }
  return reached.size === opened.length ? first : -1;
});

/** Returns whether a cell is open. @param {string} letter */
const isOpen = (letter) => letter >= "0" && letter <= "8";

/** @param {Pen} pen @param {number} x @param {number} y @param {string} colour @param {number} [scale] */
function mine(pen, x, y, colour, scale = 1) {
  const c = pen.c * scale;
  fill(pen, colour, () => circle(pen, x, y, 0.17 * c));
  stroke(pen, colour, Math.max(1, 0.05 * c), () => {
    for (let turn = 0; turn < 4; turn++) {
      const [across, down] = [0.27 * c * Math.cos((turn * Math.PI) / 4), 0.27 * c * Math.sin((turn * Math.PI) / 4)];
      segment(pen, x, y, across, down);
    }
  });
}

/** @param {Pen} pen @param {number} x @param {number} y @param {string} colour */
function flag(pen, x, y, colour) {
  const { ctx, c } = pen;
  const pole = x - 0.1 * c;
  stroke(pen, colour, Math.max(1.3, 0.055 * c), () => (ctx.moveTo(pole, y - 0.22 * c), ctx.lineTo(pole, y + 0.24 * c)));
  fill(
    pen,
    colour,
    () => (ctx.moveTo(pole, y - 0.24 * c), ctx.lineTo(x + 0.22 * c, y - 0.11 * c), ctx.lineTo(pole, y + 0.03 * c)),
  );
}

/** @param {Pen} pen @param {number} x @param {number} y @param {string} colour @param {number} [scale] */
const safe = (pen, x, y, colour, scale = 1) =>
  stroke(pen, colour, Math.max(1.2, 0.05 * pen.c * scale), () => circle(pen, x, y, Math.max(1.5, 0.1 * pen.c)));

/** The tools of a game, in which cells are opened instead of marked. @type {import("../../core/types.js").Tool[]} */
const GAME_TOOLS = [
  { key: "open", icon: "ring", cycle: [2, 1, 2], single: true },
  { key: "flag", icon: "flag", cycle: [1, 0, 2] },
];

/** @type {PuzzleKind} */
export default {
  kind: "minesweeper",
  order: 2,
  glyph:
    "M2.5 2.5h15v15h-15zM10 5.5v9M5.5 10h9M6.9 6.9l6.2 6.2M13.1 6.9l-6.2 6.2F10 7.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0 -5.6z",
  blocks: [{ shape: "cell", values: 2, letters: ".*s", answers: { ".": 2 } }],
  boardKey: "board",
  unmarked: "012345678",
  tools: [
    { key: "flag", icon: "flag", cycle: [1, 0, 1] },
    { key: "safe", icon: "ring", cycle: [2, 2, 0] },
  ],
  keys: { Backspace: 0, Delete: 0 },
  showFirst: "found",
  sizes: [
    [9, 9],
    [16, 16],
    [30, 16],
  ],
  make: { game: true },

  hides: ({ field }) => Boolean(field),
  toolsFor: ({ field }) => (field ? GAME_TOOLS : null),

  settle(document, before, after) {
    if (!document.field) return after;
    const board = size(document);
    const grid = gridOf(document).join("");
    const digits = after.split("");
    const waiting = digits.flatMap((mark, cell) => (mark === "2" && before[cell] !== "2" ? [cell] : []));
    // The first click of a game is safe: if it hits a mine, the mine is flagged instead.
    const blind = !before.includes("2") && ![...grid].some(isOpen);
    for (const cell of waiting) {
      const [row, column] = [Math.floor(cell / board.width), cell % board.width];
      if (blind && document.field[row][column] === "*") digits[cell] = "1";
      if (document.field[row][column] === "*" || countAround(document.field, row, column)) continue;
      for (const near of around(board, cell)) {
        if (digits[near] !== "0" || isOpen(grid[near])) continue;
        digits[near] = "2";
        waiting.push(near);
      }
    }
    return digits.join("");
  },

  chord(document, marks, target) {
    if (!document.field) return marks;
    const board = size(document);
    const grid = gridNow(document, marks).join("");
    if (!isOpen(grid[target])) return marks;
    const near = around(board, target);
    if (among(near, marks, "1") !== +grid[target]) return marks;
    return [...marks]
      .map((mark, cell) => (mark === "0" && near.includes(cell) && !isOpen(grid[cell]) ? "2" : mark))
      .join("");
  },

  midGame: () => true,

  fallen: (document, marks) => blown(document, marks).length > 0,

  position(document, marks) {
    const rows = spell({ blocks: [{ shape: "cell", letters: ".*." }] }, size(document), marks);
    return document.field
      ? {
          kind: "minesweeper",
          grid: gridNow(document, marks),
          mines: document.mines ?? document.field.join("").split("*").length - 1,
          board: rows,
        }
      : { ...document, board: spell({ blocks: [{ shape: "cell", letters: ".*s" }] }, size(document), marks) };
  },
  edit: async () => (await import("./edit.js")).default,

  size,

  problem(document) {
    const whole = document.grid === undefined && document.field !== undefined;
    return (
      (whole ? fieldProblem(document) : rowsProblem(document, "grid", ".*s012345678")) ??
      minesProblem(document.mines ?? 0)
    );
  },

  givens: (document) =>
    [...gridOf(document).join("")].map((letter) => (letter === "*" ? "1" : letter === "s" ? "2" : "0")).join(""),

  fixed(document, index) {
    const grid = gridOf(document);
    const width = grid[0].length;
    return grid[Math.floor(index / width)][index % width] !== ".";
  },

  bands: () => ({ left: 0, top: 0, right: 0, bottom: 0 }),
  most: ({ width, height }) => (Math.max(width, height) <= 10 ? 64 : 48),

  ground(pen, { document, marks }) {
    const { ctx, c, colour, x, y } = pen;
    const grid = gridNow(document, marks);
    fill(pen, colour.closed, () =>
      eachCell(pen, (_, row, column) => isOpen(grid[row][column]) || ctx.rect(x(column), y(row), c, c)),
    );
  },

  marks(pen, { document, marks, second, tone }) {
    const { c, colour, x, y } = pen;
    const grid = tone === "own" ? gridNow(document, marks) : gridOf(document);
    const lost = tone === "own" ? blown(document, marks) : [];
    const hue = tone === "found" ? colour.forced : tone === "own" ? colour.ink2 : colour.ink;
    eachCell(pen, (index, row, column) => {
      const mark = marks[index];
      if (mark === "0" || isOpen(grid[row][column]) || (second && second[index] !== mark)) return;
      const [across, down] = [x(column) + c / 2, y(row) + c / 2];
      if (grid[row][column] === "*") mine(pen, across, down, colour.ink);
      else if (lost.includes(index)) mine(pen, across, down, colour.conflict);
      else if (mark === "2") safe(pen, across, down, tone === "found" ? hue : colour.ink3);
      else if (tone === "own") flag(pen, across, down, colour.ink);
      else mine(pen, across, down, hue);
    });
  },

  clues(pen, { document, marks, tone }) {
    const { c, colour, x, y, size: board } = pen;
    const letters = (tone === "own" ? gridNow(document, marks) : gridOf(document)).join("");
    const first = firstClick(document);
    eachCell(pen, (index, row, column) => {
      if (index === first) stroke(pen, colour.ink3, 1, () => circle(pen, x(column) + c / 2, y(row) + c / 2, 0.36 * c));
      const letter = letters[index];
      if (!isOpen(letter) || letter === "0") return;
      const near = tone === "own" ? closedAround(board, letters, index) : [];
      const ready = tone === "own" && !among(near, marks, "0") && among(near, marks, "1") === +letter;
      const [hue, weight] = ready ? [colour.ink3, 400] : [colour.ink, 500];
      write(pen, letter, x(column) + c / 2, y(row) + c / 2, figure(c, 0.48), hue, weight);
    });
  },

  mark: (pen, x, y, state, colour) => (state === 1 ? mine(pen, x, y, colour) : safe(pen, x, y, colour)),

  tentative(pen, x, y, state) {
    const { c, colour, ctx } = pen;
    const dash = [Math.max(1.5, 0.08 * c), Math.max(1.2, 0.06 * c)];
    if (state === 2)
      return stroke(pen, colour.focus, Math.max(1.4, 0.06 * c), () => circle(pen, x, y, Math.max(2, 0.13 * c)), dash);
    const pole = x - 0.1 * c;
    stroke(
      pen,
      colour.focus,
      Math.max(1.4, 0.06 * c),
      () => {
        ctx.moveTo(pole, y + 0.24 * c);
        ctx.lineTo(pole, y - 0.24 * c);
        ctx.lineTo(x + 0.22 * c, y - 0.11 * c);
        ctx.lineTo(pole, y + 0.03 * c);
      },
      dash,
    );
  },

  onHeat(pen, x, y, state, colour, given) {
    if (state === 1) mine(pen, x, y, colour, given ? 1 : 0.8);
    else if (state === 2 && !given) safe(pen, x, y, colour);
  },

  reach: (document, { r, c }) =>
    closedAround(size(document), gridOf(document).join(""), (r >> 1) * size(document).width + (c >> 1)).map((cell) =>
      cellPlace(size(document), cell),
    ),

  breaks(document, marks) {
    const letters = gridNow(document, marks).join("");
    const board = size(document);
    return [...letters].flatMap((letter, cell) => {
      if (!isOpen(letter)) return [];
      const near = closedAround(board, letters, cell);
      const [flags, room] = [among(near, marks, "1"), near.length - among(near, marks, "2")];
      const many = flags > +letter;
      if (!many && room >= +letter) return [];
      const place = cellPlace(board, cell);
      const params = { ...spotOf(board, cell), value: +letter, n: many ? flags : room };
      const where = [{ role: /** @type {const} */ ("wrong"), place, to: place }];
      return [{ key: many ? "wrong.many" : "wrong.few", params, where }];
    });
  },

  split(pen, x, y, first, second) {
    const { c, colour } = pen;
    const part = (/** @type {number} */ state, /** @type {number} */ shift) =>
      state === 1 ? mine(pen, x + shift, y + shift, colour.ink, 0.6) : safe(pen, x + shift, y + shift, colour.ink, 0.6);
    stroke(pen, colour.conflict, 1, () => segment(pen, x, y, -0.36 * c, 0.36 * c));
    part(first, -0.2 * c);
    part(second, 0.2 * c);
  },

  solved(document, marks) {
    if (document.field) {
      const grid = gridNow(document, marks).join("");
      return [...document.field.join("")].every((letter, cell) =>
        letter === "*" ? marks[cell] !== "2" : isOpen(grid[cell]),
      );
    }
    const flags = marks.split("1").length - 1;
    if (!flags && !marks.includes("2")) return false;
    return (
      (document.mines ?? flags) === flags &&
      [...gridOf(document).join("")].every(
        (letter, cell) => !isOpen(letter) || among(around(size(document), cell), marks, "1") === +letter,
      )
    );
  },

  progress(document, marks) {
    const flags = marks.split("1").length - 1;
    const mines = Number(document.mines ?? (document.field ?? []).join("").split("*").length - 1);
    const left = mines ? [{ key: "progress.left", value: String(mines - flags) }] : [];
    return [...left, { key: "progress.mines", value: String(flags) }];
  },

  clueText(document, { r, c }) {
    const letter = gridOf(document)[r >> 1][c >> 1];
    return isOpen(letter) ? letter : "";
  },

  text: (_, marks) => marks.replace(/1/g, "*").replace(/[02]/g, "."),

  practice: { kind: "minesweeper", grid: [".1.11", "121..", "02.3.", "02.20", "..110"] },

  sample: {
    document: {
      kind: "minesweeper",
      grid: ["........", "........", "........", "11111211", "00000000", "01110000", "01.10000", "01110000"],
      mines: 4,
    },
    board: ["........", "........", "........", "........", "........", "........", "..*.....", "........"],
    overlays: [
      { role: "because", place: { r: 7, c: 1 }, letter: "a" },
      { role: "because", place: { r: 7, c: 3 }, letter: "b" },
      { role: "forced", place: { r: 5, c: 5 }, state: 2 },
    ],
  },
};

/** @param {any} mines @returns {Problem | null} */
const minesProblem = (mines) =>
  Number.isInteger(mines) && mines >= 0 ? null : { kind: "mines", params: { n: String(mines).slice(0, 20) } };

/**
 * Returns the problem with a complete field or with its open cells, if any.
 * @param {PuzzleDocument} document
 * @returns {Problem | null}
 */
function fieldProblem({ field, opened = [] }) {
  const problem = rowsProblem({ field }, "field", ".*012345678");
  if (problem) return problem;
  if (!Array.isArray(opened)) return { kind: "opened" };
  const [width, height] = [field[0].length, field.length];
  for (const [index, letter] of [...field.join("")].entries()) {
    const [row, column] = [Math.floor(index / width), index % width];
    const expected = countAround(field, row, column);
    if (isOpen(letter) && +letter !== expected)
      return {
        kind: "number-differs",
        at: { row: row + 1, column: column + 1 },
        params: { found: +letter, n: expected },
      };
  }
  for (const place of opened) {
    if (!Array.isArray(place) || place.length !== 2 || !place.every(Number.isInteger)) return { kind: "opened" };
    const [row, column] = place;
    const at = { row: row + 1, column: column + 1 };
    if (row < 0 || column < 0 || row >= height || column >= width)
      return { kind: "opened-outside", at, params: { width, height } };
    if (field[row][column] === "*") return { kind: "opened-mine", at };
  }
  return null;
}
