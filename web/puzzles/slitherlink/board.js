/**
 * Slitherlink: draw one closed loop along the dots; each number counts the edges of its cell that belong to the loop.
 */

import { forLastMarks } from "../../core/last-marks.js";
import { rowsProblem } from "../../core/validation.js";
import { edgesAround, placeOf } from "../../core/lattice.js";
import { circle, eachCell, even, figure, fill, saltire, segment, stroke, strokeAll, write } from "../../canvas/ink.js";

/** @import {Break, Marks, Pen, PuzzleDocument, PuzzleKind, Size} from "../../core/types.js" */

/** @param {PuzzleDocument} document @returns {Size} */
const size = (document) => ({ width: document.grid[0].length, height: document.grid.length });

/** @param {Size} size */
const edges = ({ width, height }) => (height + 1) * width + height * (width + 1);

/**
 * Returns the number of edges around a cell with a given mark; by default, lines.
 * @param {Size} size
 * @param {Marks} marks
 * @param {number} row
 * @param {number} column
 * @param {string} [state]
 */
function around(size, marks, row, column, state = "1") {
  let lines = 0;
  for (const edge of edgesAround(size, row, column)) if (marks[edge] === state) lines++;
  return lines;
}

/**
 * Calls `add` with the middle and half length of every visible edge that is wanted.
 * @param {Pen} pen
 * @param {(index: number) => boolean} wanted
 * @param {(x: number, y: number, across: number, down: number) => void} add
 */
function eachEdge({ range, size: { width, height }, c, x, y }, wanted, add) {
  const half = c / 2;
  for (let row = range.row; row <= range.rowEnd; row++) {
    for (let column = range.column; column < range.columnEnd; column++)
      if (wanted(row * width + column)) add(x(column) + half, y(row), half, 0);
  }
  const vertical = (height + 1) * width;
  for (let row = range.row; row < range.rowEnd; row++) {
    for (let column = range.column; column <= range.columnEnd; column++)
      if (wanted(vertical + row * (width + 1) + column)) add(x(column), y(row) + half, 0, half);
  }
}

/** Adds the wanted edges to the path. @param {Pen} pen @param {(index: number) => boolean} wanted */
const path = (pen, wanted) => () => eachEdge(pen, wanted, (...edge) => segment(pen, ...edge));

/** Returns whether cells are too small to show round ends and crosses. @param {number} c */
const tiny = (c) => c < 12;

/** @param {Pen} pen @param {string} colour @param {number} thick @param {(index: number) => boolean} wanted */
function lines(pen, colour, thick, wanted) {
  if (!tiny(pen.c)) return stroke(pen, colour, thick, path(pen, wanted));
  const half = thick / 2;
  fill(pen, colour, () =>
    eachEdge(pen, wanted, (x, y, across, down) =>
      pen.ctx.rect(x - across - half, y - down - half, 2 * across + thick, 2 * down + thick),
    ),
  );
}

/**
 * Draws two solutions on one board: common lines solid, lines only in A dashed, lines only in B hollow.
 * @param {Pen} pen
 * @param {Marks} first
 * @param {Marks} second
 * @param {number} thick
 */
function both(pen, first, second, thick) {
  const { colour, c, ctx } = pen;
  const only = (/** @type {Marks} */ one, /** @type {Marks} */ other) => (/** @type {number} */ index) =>
    one[index] === "1" && other[index] !== "1";
  const shared = path(pen, (index) => first[index] === "1" && second[index] === "1");
  stroke(pen, colour.ink, thick, shared);
  stroke(pen, colour.conflict, 1.5 * thick, path(pen, only(second, first)));
  stroke(pen, colour.sheet, Math.max(1, 0.7 * thick), path(pen, only(second, first)));
  ctx.lineCap = "butt";
  stroke(pen, colour.conflict, 1.3 * thick, path(pen, only(first, second)), [0.18 * c, 0.12 * c]);
  ctx.lineCap = "round";
}

/** @type {{blocks: {shape: "edge"}[]}} */
const EDGES = { blocks: [{ shape: "edge" }] };

/** @type {import("../../core/types.js").Tool[]} */
const TOOLS = [
  { key: "line", icon: "line", cycle: [1, 2, 0] },
  { key: "cross", icon: "cross", cycle: [2, 2, 0] },
];

/** @type {PuzzleKind} */
export default {
  kind: "slitherlink",
  order: 3,
  glyph: "M4 10V4h12v12h-5v-4.5F4 13a1.1 1.1 0 1 0 .01 0zM4 15.5a1.1 1.1 0 1 0 .01 0zM7.6 15.5a1.1 1.1 0 1 0 .01 0z",
  blocks: [{ shape: "edge", values: 2, letters: { h: ".-x", v: ".|x" }, answers: { ".": 2 } }],
  boardKey: "edges",
  bare: true,
  tools: TOOLS,
  presets: [
    { key: "cycle", tools: TOOLS },
    { key: "puzzlink", tools: [{ ...TOOLS[0], tap: [2, 2, 0] }, TOOLS[1]] },
  ],
  keys: { Backspace: 0, Delete: 0 },
  border: false,
  shades: true,
  names: async () => (await import("./names.js")).names,
  sizes: [
    [7, 7],
    [10, 10],
    [15, 15],
  ],
  edit: async () => (await import("./edit.js")).default,

  size,
  problem: (document) => rowsProblem(document, "grid", ".01234"),
  givens: (document) => "0".repeat(edges(size(document))),
  fixed: () => false,
  bands: () => ({ left: 0, top: 0, right: 0, bottom: 0 }),
  most: ({ width, height }) => (Math.max(width, height) <= 10 ? 64 : 48),

  /** Tints the cells that the player marked as outside and hatches those marked as inside. */
  ground(pen, { jots = {} }) {
    const { c, ctx, colour } = pen;
    const side = (/** @type {number} */ wanted) => (/** @type {(x: number, y: number) => void} */ add) =>
      eachCell(pen, (_, row, column) => jots[`cell ${row} ${column}`] === wanted && add(pen.x(column), pen.y(row)));
    fill(pen, colour.given, () => side(2)((x, y) => ctx.rect(x, y, c, c)));
    stroke(pen, colour.line, Math.max(0.8, 0.025 * c), () =>
      side(1)((x, y) => {
        for (const part of [0.25, 0.5, 0.75, 1]) {
          ctx.moveTo(x + part * c, y);
          ctx.lineTo(x, y + part * c);
          if (part === 1) continue;
          ctx.moveTo(x + c, y + part * c);
          ctx.lineTo(x + part * c, y + c);
        }
      }),
    );
  },

  marks(pen, { marks, second, tone }) {
    const { c, ctx, colour, size: board, x, y, range } = pen;
    const thick = even(pen, Math.max(2, 0.1 * c));
    fill(pen, colour.ink, () => {
      const large = Math.max(board.width, board.height) >= 15;
      for (let row = range.row; row <= range.rowEnd; row++) {
        for (let column = range.column; column <= range.columnEnd; column++) {
          const fifth = large && row % 5 === 0 && column % 5 === 0;
          if (c < 4 && !fifth) continue; // on a large board in a small picture they would fill it
          const radius = Math.max(tiny(c) ? 0.6 : 1.4, 0.05 * c) * (fifth ? 1.5 : 1);
          if (tiny(c)) ctx.rect(x(column) - radius, y(row) - radius, 2 * radius, 2 * radius);
          else circle(pen, x(column), y(row), radius);
        }
      }
    });
    if (second) return both(pen, marks, second, thick);
    lines(pen, tone === "found" ? colour.forced : colour.ink, thick, (index) => marks[index] === "1");
    if (tone === "solution") return;
    const faint = tone === "found" ? colour.forced : colour.ink3;
    const crossed = (/** @type {number} */ index) => marks[index] === "2";
    if (tiny(c))
      fill(pen, faint, () => eachEdge(pen, crossed, (across, down) => ctx.rect(across - 0.5, down - 0.5, 1, 1)));
    else
      strokeAll(pen, faint, 1.3, saltire, Math.max(2, 0.075 * c), (add) =>
        eachEdge(pen, crossed, (across, down) => add(across, down)),
      );
  },

  clues(pen, { document, marks, tone }) {
    const { c, colour, x, y, size: board } = pen;
    if (c < 8) return;
    eachCell(pen, (_, row, column) => {
      const letter = document.grid[row][column];
      if (letter === ".") return;
      const lines = tone === "own" ? around(board, marks, row, column) : -1;
      const ready = lines === +letter && lines + around(board, marks, row, column, "2") === 4;
      write(
        pen,
        letter,
        x(column) + c / 2,
        y(row) + c / 2,
        figure(c, 0.46),
        ready ? colour.ink3 : colour.ink,
        ready ? 400 : 500,
      );
    });
  },

  tentative(pen, x, y, state, place) {
    const { c, colour } = pen;
    if (state === 2)
      return stroke(pen, colour.focus, 1.6, () => saltire(pen, x, y, Math.max(2.5, 0.09 * c)), [
        Math.max(1.2, 0.05 * c),
        Math.max(1, 0.035 * c),
      ]);
    const [across, down] = place.r & 1 ? [0, c / 2] : [c / 2, 0];
    stroke(pen, colour.focus, Math.max(2, 0.1 * c), () => segment(pen, x, y, across, down), [
      Math.max(3, 0.16 * c),
      Math.max(2, 0.1 * c),
    ]);
  },

  breaks(document, marks) {
    const board = size(document);
    const at = linesAt(board, marks);
    return [
      ...numberBreaks(document, board, marks),
      ...dotBreaks(board, marks, at),
      ...loopBreaks(document, board, marks, at),
    ];
  },

  /** Adds × to the remaining edges around a satisfied number and at a dot that the loop passes through. */
  finish(document, marks) {
    const board = size(document);
    const digits = marks.split("");
    const close = (/** @type {number[]} */ some, /** @type {number} */ most) => {
      if (some.filter((edge) => marks[edge] === "1").length !== most) return;
      for (const edge of some) if (digits[edge] === "0") digits[edge] = "2";
    };
    document.grid.forEach((/** @type {string} */ text, /** @type {number} */ row) =>
      [...text].forEach((letter, column) => letter !== "." && close(edgesAround(board, row, column), +letter)),
    );
    for (let row = 0; row <= board.height; row++)
      for (let column = 0; column <= board.width; column++) close(edgesAt(board, row, column), 2);
    return digits.join("");
  },

  solved(document, marks) {
    const { met, all } = numbers(document, marks);
    if (met < all) return false;
    const board = size(document);
    const parts = components(board, marks, linesAt(board, marks));
    return parts.length === 1 && parts[0].closed;
  },

  progress(document, marks) {
    const { met, all } = numbers(document, marks);
    return [{ key: "progress.numbers", value: `${met} / ${all}` }];
  },

  clueText(document, { r, c }) {
    // The cells here, or on both sides of an edge, or around a vertex.
    const letters = [r - 1, r, r + 1].flatMap((row) =>
      [c - 1, c, c + 1].map((column) => row & column & 1 && document.grid[row >> 1]?.[column >> 1]),
    );
    return letters.filter((letter) => letter && letter !== ".").join(" · ");
  },

  text(document, marks) {
    const board = size(document);
    const rows = [];
    for (let row = 0; ; row++) {
      const across = [...Array(board.width).keys()].map((column) =>
        marks[row * board.width + column] === "1" ? "+---" : "+   ",
      );
      rows.push(`${across.join("")}+`.trimEnd());
      if (row === board.height) return rows.join("\n");
      const left = (board.height + 1) * board.width + row * (board.width + 1);
      const down = [...Array(board.width + 1).keys()].map((column) => {
        const clue = document.grid[row][column] ?? " ";
        return `${marks[left + column] === "1" ? "|" : " "} ${clue === "." ? " " : clue} `;
      });
      rows.push(down.join("").trimEnd());
    }
  },

  practice: { kind: "slitherlink", grid: ["333.", "...2", "32..", "3..3"] },

  sample: {
    document: {
      kind: "slitherlink",
      grid: ["32.2.33", "22.3..2", "33.1132", "...012.", "...23.1", "2230.22", "3.23..."],
    },
    board: {
      h: [".......", ".......", ".......", ".......", ".......", "..-.--.", "..-.-.-", "-..-.--"],
      v: ["........", "........", "........", "........", "||.||...", "|||...|.", "||.|||.|"],
    },
    overlays: [
      { role: "because", place: { r: 5, c: 1 }, letter: "a" },
      { role: "because", place: { r: 5, c: 3 }, letter: "b" },
      { role: "forced", place: { r: 5, c: 2 }, state: 1 },
    ],
  },
};

/**
 * Returns the edges at a dot.
 * @param {Size} size
 * @param {number} row
 * @param {number} column
 */
function edgesAt({ width, height }, row, column) {
  const below = (height + 1) * width + row * (width + 1) + column;
  const right = row * width + column;
  return [
    ...(row ? [below - width - 1] : []),
    ...(row < height ? [below] : []),
    ...(column ? [right - 1] : []),
    ...(column < width ? [right] : []),
  ];
}

/**
 * Returns the dots that an edge joins, numbered row by row.
 * @param {Size} size
 * @param {number} edge
 */
function dotsOf({ width, height }, edge) {
  const upright = edge - (height + 1) * width;
  const first = upright < 0 ? edge + Math.floor(edge / width) : upright;
  return [first, upright < 0 ? first + 1 : first + width + 1];
}

/** Returns how many numbers a board has, and how many have exactly their lines. */
const numbers = forLastMarks((document, marks) => {
  const board = size(document);
  let [met, all] = [0, 0];
  document.grid.forEach((/** @type {string} */ text, /** @type {number} */ row) => {
    for (let column = 0; column < text.length; column++) {
      if (text[column] === ".") continue;
      all++;
      if (around(board, marks, row, column) === +text[column]) met++;
    }
  });
  return { met, all };
});

/**
 * Returns the numbers that have too many lines, or too few free edges.
 * @param {PuzzleDocument} document
 * @param {Size} board
 * @param {Marks} marks
 * @returns {Break[]}
 */
function numberBreaks(document, board, marks) {
  /** @type {Break[]} */
  const found = [];
  document.grid.forEach((/** @type {string} */ text, /** @type {number} */ row) =>
    [...text].forEach((letter, column) => {
      if (letter === ".") return;
      const lines = around(board, marks, row, column);
      const many = lines > +letter;
      const room = many ? 0 : 4 - around(board, marks, row, column, "2");
      if (!many && room >= +letter) return;
      const place = { r: 2 * row + 1, c: 2 * column + 1 };
      found.push({
        key: many ? "wrong.lines" : "wrong.room",
        params: { row: row + 1, column: column + 1, value: +letter, n: many ? lines : room },
        where: [{ role: "wrong", place, to: place }],
      });
    }),
  );
  return found;
}

/** Returns the lines at each dot that has some. @param {Size} board @param {Marks} marks */
function linesAt(board, marks) {
  /** @type {number[][]} */
  const at = [];
  for (let edge = 0; edge < marks.length; edge++)
    if (marks[edge] === "1") for (const dot of dotsOf(board, edge)) (at[dot] ??= []).push(edge);
  return at;
}

/**
 * Returns the dots at which the line branches or ends.
 * @param {Size} board
 * @param {Marks} marks
 * @param {number[][]} at the lines at each dot
 * @returns {Break[]}
 */
function dotBreaks(board, marks, at) {
  /** @type {Break[]} */
  const found = [];
  at.forEach((lines, dot) => {
    const [row, column] = [Math.floor(dot / (board.width + 1)), dot % (board.width + 1)];
    const ends = lines.length === 1 && edgesAt(board, row, column).every((edge) => marks[edge] !== "0");
    if (lines.length < 3 && !ends) return;
    found.push({
      key: ends ? "wrong.end" : "wrong.branch",
      params: { row: row + 1, column: column + 1 },
      where: [{ role: "conflict", place: { r: 2 * row, c: 2 * column } }],
    });
  });
  return found;
}

/**
 * Returns closed loops that leave other lines, or numbers, outside.
 * @param {PuzzleDocument} document
 * @param {Size} board
 * @param {Marks} marks
 * @param {number[][]} at the lines at each dot
 * @returns {Break[]}
 */
function loopBreaks(document, board, marks, at) {
  const parts = components(board, marks, at).filter(({ closed }) => closed);
  const all = marks.split("1").length - 1;
  const { met, all: most } = numbers(document, marks);
  return parts
    .filter(({ edges: loop }) => loop.length < all || met < most)
    .map(({ edges: loop }) => ({
      key: "wrong.loop",
      params: { n: loop.length },
      where: loop.map((edge) => ({
        role: /** @type {const} */ ("conflict"),
        place: placeOf(EDGES, board, edge),
      })),
    }));
}

/**
 * Returns the connected pieces of line, and whether each is a closed loop.
 * @param {Size} board
 * @param {Marks} marks
 * @param {number[][]} at the lines at each dot
 */
function components(board, marks, at) {
  const drawn = [...marks].flatMap((mark, edge) => (mark === "1" ? [edge] : []));
  const seen = new Uint8Array(marks.length);
  return drawn.flatMap((first) => {
    if (seen[first]) return [];
    seen[first] = 1;
    const part = [first];
    let closed = true;
    for (const edge of part) {
      for (const dot of dotsOf(board, edge)) {
        closed &&= at[dot].length === 2;
        for (const next of at[dot]) {
          if (seen[next]) continue;
          seen[next] = 1;
          part.push(next);
        }
      }
    }
    return [{ edges: part, closed }];
  });
}
