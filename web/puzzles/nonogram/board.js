/**
 * Nonogram: the numbers next to a row or column are the lengths of its runs of filled cells, in order, with a gap
 * between any two.
 */

import { LINES, linesOf, wrongPart } from "../../core/grid-lines.js";
import { forLastMarks, oncePer } from "../../core/last-marks.js";
import { cluesProblem, sizeProblem } from "../../core/validation.js";
import { coloursProblem, inkOn, long, nameOf, runsProblem, squares } from "./colours.js";
import { circle, clamp, eachCell, fill, saltire, segment, stroke, write } from "../../canvas/ink.js";

/** @import {Pen, PuzzleDocument, PuzzleKind, Scene, Size} from "../../core/types.js" */

/** @typedef {number | [length: number, colour: number]} ClueRun  only the length in black and white */

/** @type {ClueRun[]} */
const NOTHING = [0];

/** Returns the numbers shown for a line; an empty line shows a 0. @param {ClueRun[]} clue */
const shown = (clue) => (clue.length ? clue : NOTHING);

/** Returns a clue as text. @param {ClueRun[]} clue */
const figures = (clue) =>
  shown(clue)
    .map((run) => (typeof run === "number" ? run : run.join(":")))
    .join(" ");

/** @param {PuzzleDocument} document @returns {Size} */
const size = (document) => ({ width: document.cols.length, height: document.rows.length });

/** Cells smaller than this have small digits close together, so that the whole board fits on a phone; in px. */
const TIGHT_CELL = 14;

/** Returns the size of a clue digit. @param {number} c */
const digit = (c) => (c < TIGHT_CELL ? Math.min(0.95 * c, 9) : clamp(11, 0.46 * c, 17));

/**
 * Returns the space for the letter of a clue next to its digits. On small cells the letter may cover digits.
 * @param {number} c
 */
const tagged = (c) => (c < TIGHT_CELL ? 0 : c < 18 ? 10 : c < 26 ? 20 : 24);

/**
 * Returns the length of a number along its line, as a multiple of the digit size.
 * @param {ClueRun} run
 * @param {number} c
 * @param {boolean} across
 */
const slotOf = (run, c, across) =>
  c >= TIGHT_CELL ? (across ? 1.36 : 1.3) : across ? 0.3 + (+[run].flat()[0] > 9 ? 1.2 : 0.6) : 1.12;

/**
 * Returns the distances of the numbers of a line from the lattice, in px: the middle and the outer end of each,
 * starting with the nearest.
 * @param {ClueRun[]} clue
 * @param {number} c
 * @param {boolean} across
 */
function spread(clue, c, across) {
  const high = digit(c);
  let end = 0.5 * high;
  return [...shown(clue)].reverse().map((run) => {
    const room = high * slotOf(run, c, across);
    end += room;
    return { middle: end - room / 2, end };
  });
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** Cached lengths of the longest lines, by clues and layout. @type {(clues: ClueRun[][]) => Record<string, number>} */
const lengths = oncePer(() => ({}));

/**
 * Returns the length of the longest line, as a multiple of the digit size.
 * @param {ClueRun[][]} clues
 * @param {number} c
 * @param {boolean} across
 */
function longest(clues, c, across) {
  const length = (/** @type {ClueRun[]} */ clue) => 0.5 + sum(shown(clue).map((run) => slotOf(run, c, across)));
  return (lengths(clues)[`${across} ${c < TIGHT_CELL}`] ??= Math.max(...clues.map(length)));
}

/** Returns the marks of all lines. */
const lines = forLastMarks((document, marks) => linesOf(size(document), marks));

/**
 * Returns the runs of a line with their values.
 * @param {string} line
 * @param {string} blank
 */
const runs = (line, blank) =>
  [...line.matchAll(/([1-9])\1*/g)].flatMap(([run, value]) => (value === blank ? [] : [[run.length, +value]]));

/** @param {number[][]} a @param {number[][]} b */
const same = (a, b) => a.length === b.length && a.every((run, i) => run[0] === b[i][0] && run[1] === b[i][1]);

/** Returns a clue as pairs of length and value, without the zero of an empty line. @param {ClueRun[]} clue */
const real = (clue) => clue.map((run) => (typeof run === "number" ? [run, 1] : run)).filter(([length]) => length > 0);

/**
 * Returns how many runs from the start of a line are certainly complete, because everything before their end is
 * decided.
 * @param {string} line
 * @param {number[][]} clue
 * @param {string} blank
 */
function doneFromStart(line, clue, blank) {
  const decided = line.split("0", 1)[0];
  const found = runs(decided, blank);
  const open = decided.length < line.length && decided !== "" && !decided.endsWith(blank);
  const whole = open ? found.slice(0, -1) : found;
  return same(whole, clue.slice(0, whole.length)) ? whole.length : 0;
}

/**
 * Returns whether the runs of a line are those of its clue. A change affects few lines.
 * @type {(clue: ClueRun[], line: string, blank: string) => boolean}
 */
const isReady = forLastMarks((clue, line, blank) => same(runs(line, blank), real(clue)));

/**
 * Returns for each number of a line whether its run is certainly complete.
 * @type {(clue: ClueRun[], line: string, blank: string) => boolean[]}
 */
const done = forLastMarks((clue, line, blank) => {
  if (isReady(clue, line, blank)) return clue.map(() => true);
  const wanted = real(clue);
  const before = doneFromStart(line, wanted, blank);
  const after = doneFromStart([...line].reverse().join(""), [...wanted].reverse(), blank);
  return clue.map((_, i) => i < before || i >= clue.length - after);
});

/**
 * Returns whether the clue can still be satisfied, given the marks of a line.
 * @param {string} line
 * @param {ClueRun[]} clue
 * @param {string} [blank]
 */
export function fits(line, clue, blank = "2") {
  const n = line.length;
  const wanted = real(clue);
  const open = [...line].map((mark) => mark === "0" || mark === blank);
  /**
   * ends[i]: the first i cells can hold the runs so far, including the gap after the last run if one is required.
   * @type {boolean[]}
   */
  let ends = [true];
  for (let i = 1; i <= n; i++) ends[i] = ends[i - 1] && open[i - 1];
  wanted.forEach(([length, value], at) => {
    const gap = Number(wanted[at + 1]?.[1] === value);
    /** @type {boolean[]} */
    const next = [];
    let free = 0; // length of the stretch up to here whose cells can all have the value
    for (let end = 0; end <= n; end++) {
      if (end) free = line[end - 1] === "0" || +line[end - 1] === value ? free + 1 : 0;
      next[end] ??= false;
      next[end] ||= end > 0 && next[end - 1] && open[end - 1];
      if (free >= length && ends[end - length] && (!gap || open[end])) next[end + gap] = true;
    }
    ends = next;
  });
  return Boolean(ends[n]);
}

/** @param {Pen} pen @param {Scene} scene @param {"row" | "column"} side */
function lineClues(pen, { document, puzzle, marks, crosshair, tone, jots }, side) {
  const { c, range, layout, colour } = pen;
  const across = side === "row";
  const high = digit(c);
  const [from, to] = across ? [range.row, range.rowEnd] : [range.column, range.columnEnd];
  const here = crosshair ? (across ? crosshair.r : crosshair.c) >> 1 : -1;
  const edge = across ? layout.bands.left : layout.bands.top;
  for (let at = from; at < to; at++) {
    const clue = shown(document[across ? "rows" : "cols"][at]);
    const grey = tone === "own" ? done(clue, lines(document, marks)[side][at], blankOf(puzzle)) : [];
    const middle = (across ? pen.y(at) : pen.x(at)) + c / 2;
    if (at === here)
      fill(pen, colour.band, () =>
        across
          ? pen.ctx.rect(0, middle - c / 2, layout.bands.left, c)
          : pen.ctx.rect(middle - c / 2, 0, c, layout.bands.top),
      );
    const places = spread(clue, c, across);
    const room = places.filter(({ end }) => end <= edge).length;
    const hidden = clue.length > room ? clue.length - room + 1 : 0;
    if (hidden) more(pen, across ? 0 : middle, across ? middle : 0, across, 1.3 * high);
    for (let i = clue.length - 1; i >= hidden; i--) {
      const slot = high * slotOf(clue[i], c, across);
      const along = edge - places[clue.length - 1 - i].middle;
      const [run, value] = [clue[i]].flat();
      const paint = document.colors?.[value - 1];
      const hue = paint ? inkOn(paint) : grey[i] || !run ? colour.ink3 : colour.ink;
      const weight = at === here ? 700 : grey[i] ? 400 : 500;
      const most = across ? slot * 0.92 : 0.84 * c;
      const [x, y] = [across ? along : middle, across ? middle : along];
      if (paint) pen.ctx.globalAlpha = grey[i] ? 0.4 : 1;
      if (paint) {
        const size = Math.min(slot, c) - 1;
        squares(pen, paint, value, [{ x, y }], size);
        fill(pen, paint, () => circle(pen, x, y, 0.32 * size)); // no pattern below the number
      }
      write(pen, String(run), x, y, high, hue, weight, run > 9 ? most : Infinity);
      pen.ctx.globalAlpha = 1;
      if (jots?.[`${side} ${at} ${i}`]) strike(pen, across ? along : middle, across ? middle : along, high);
    }
  }
}

/**
 * Draws three dots at the outer edge of a margin, if the clue continues beyond it.
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

/** Crosses off a number. @param {Pen} pen @param {number} x @param {number} y @param {number} high */
function strike(pen, x, y, high) {
  const reach = 0.55 * high;
  stroke(pen, pen.colour.ink2, Math.max(1.2, 0.09 * high), () => segment(pen, x, y, reach, -0.5 * reach));
}

/**
 * Fills half of a cell, up to its diagonal.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {-1 | 1} corner the upper left or the lower right half
 * @param {string} colour
 */
function half(pen, x, y, corner, colour) {
  const { c, ctx } = pen;
  const side = 0.5 * c - Math.max(1, 0.05 * c);
  fill(pen, colour, () => {
    ctx.moveTo(x + side, y - side);
    ctx.lineTo(x + corner * side, y + corner * side);
    ctx.lineTo(x - side, y + side);
  });
}

/**
 * Returns the members of a kind that depend on the clues; `blank` is the digit of an empty cell.
 * @param {string} blank
 * @returns {Pick<PuzzleKind, "breaks" | "solved" | "progress" | "clueText" | "lineClues" | "finish">}
 */
function rulesOf(blank) {
  const cluesOf = (/** @type {PuzzleDocument} */ document, /** @type {"row" | "column"} */ side) =>
    /** @type {ClueRun[][]} */ (document[side === "row" ? "rows" : "cols"]);
  /** Returns for each row and column whether all its runs are complete. */
  const ready = forLastMarks((document, marks) => {
    const along = (/** @type {"row" | "column"} */ side) =>
      cluesOf(document, side).map((clue, at) => isReady(clue, lines(document, marks)[side][at], blank));
    return { row: along("row"), column: along("column") };
  });
  return {
    breaks(document, marks) {
      return LINES.flatMap((side) =>
        cluesOf(document, side).flatMap((clue, at) => {
          const line = lines(document, marks)[side][at];
          if (fits(line, clue, blank)) return [];
          const where = [wrongPart(side, at, 0, line.length - 1)];
          return [{ key: `wrong.line-${side}`, params: { [side]: at + 1, clue: figures(clue) }, where }];
        }),
      );
    },

    solved: (document, marks) => LINES.every((side) => ready(document, marks)[side].every(Boolean)),

    progress(document, marks) {
      const board = size(document);
      const all = sum(cluesOf(document, "row").flatMap((clue) => real(clue).map(([length]) => length)));
      const done = LINES.flatMap((side) => ready(document, marks)[side]).filter(Boolean).length;
      const filled = [...marks].filter((mark) => mark !== "0" && mark !== blank).length;
      return [
        { key: "progress.filled", value: `${filled} / ${all}` },
        { key: "progress.lines", value: `${done} / ${board.width + board.height}` },
      ];
    },

    clueText: (document, { r, c }) => `${figures(document.rows[r >> 1])} · ${figures(document.cols[c >> 1])}`,

    lineClues: (document, { r, c }) => ({
      row: figures(document.rows[r >> 1]),
      column: figures(document.cols[c >> 1]),
    }),

    /** Adds × to every line whose runs are all complete. */
    finish(document, marks) {
      const { width } = size(document);
      const { row: rows, column: columns } = ready(document, marks);
      return [...marks]
        .map((mark, cell) => (mark === "0" && (rows[Math.floor(cell / width)] || columns[cell % width]) ? blank : mark))
        .join("");
    },
  };
}

/** Returns the mark of an empty cell. @param {PuzzleKind} puzzle */
const blankOf = ({ blocks: [{ values }] }) => String(values);

/** @type {PuzzleKind} */
const nonogram = {
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

  problem(document) {
    const colours = "colors" in document ? document.colors : null;
    const ofRuns = colours ? (/** @type {any[]} */ runs) => runsProblem(runs, colours.length) : undefined;
    return (
      ("colors" in document ? coloursProblem(colours) : null) ??
      cluesProblem(document, "rows", "row", ofRuns) ??
      cluesProblem(document, "cols", "column", ofRuns) ??
      sizeProblem(document.cols.length, document.rows.length)
    );
  },
  variant: ({ colors }) => (colors && !coloursProblem(colors) ? coloured(colors.map(long)) : null),

  givens: (document) => "0".repeat(document.rows.length * document.cols.length),
  fixed: () => false,

  bands(document, cell) {
    const length = (/** @type {ClueRun[][]} */ clues, /** @type {boolean} */ across) =>
      Math.ceil(digit(cell) * longest(clues, cell, across)) + 2 + tagged(cell);
    return {
      left: length(document.rows, true),
      top: length(document.cols, false),
      right: 0,
      bottom: 0,
    };
  },

  clueAt(document, side, at, away, cell) {
    const clue = document[side === "row" ? "rows" : "cols"][at];
    // Taps tend to land slightly beyond the middle of a number.
    const ends = spread(clue, cell, side === "row").map(({ middle, end }) => end - 0.4 * (end - middle));
    const last = ends.findIndex((end) => away < end); // counted from the lattice
    return away > 0.2 * digit(cell) && last >= 0 && last < clue.length ? clue.length - 1 - last : -1;
  },

  clueLength: (document, side, at, cell) =>
    spread(document[side === "row" ? "rows" : "cols"][at], cell, side === "row").at(-1)?.end ?? 0,

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
    // On cells this small a × would be invisible, but would take time to draw.
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
  variants: ["colors", ...[2, 3, 4, 5, 6, 7, 8].map((n) => `colors-${n}`)],

  split(pen, x, y, first, second) {
    if (first === 1) half(pen, x, y, -1, pen.colour.fill);
    if (second === 1) half(pen, x, y, 1, pen.colour.fill);
  },

  rowClues: (pen, scene) => lineClues(pen, scene, "row"),
  columnClues: (pen, scene) => lineClues(pen, scene, "column"),

  ...rulesOf("2"),

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

/** @type {Map<string, PuzzleKind>} */
const variants = new Map();

/**
 * Returns the kind for puzzles with these colours. Values from 1 are the colours, and the last value is blank.
 * @param {string[]} colours
 * @returns {PuzzleKind}
 */
function coloured(colours) {
  const key = colours.join();
  const known = variants.get(key);
  if (known) return known;
  const values = colours.length + 1;
  const blank = String(values);
  const digits = colours.map((_, index) => String(index + 1));
  const cycle = (/** @type {number} */ value) =>
    Array.from({ length: values + 1 }, (_, before) => (before === value ? 0 : value));
  /** Draws a square with this mark. @type {(pen: any, state: number, x: number, y: number, side: number) => void} */
  const paint = (pen, state, x, y, side) => squares(pen, colours[state - 1], state, [{ x, y }], side);
  /** @type {PuzzleKind} */
  const variant = {
    ...nonogram,
    rules: "nonogram.colours",
    blocks: [
      { shape: "cell", values, letters: `?${digits.join("")}.`, names: ["", ...colours.map(nameOf), "colour.blank"] },
    ],
    bare: false,
    tools: [
      ...colours.map((colour, index) => ({
        key: `value-${index + 1} ${colour}`,
        icon: "",
        text: digits[index],
        swatch: (/** @type {CanvasRenderingContext2D} */ ctx, /** @type {number} */ side) =>
          paint({ ctx, colour: { ink3: "#888" } }, index + 1, side / 2, side / 2, side),
        cycle: cycle(index + 1),
      })),
      { key: "mark", icon: "cross", cycle: [values, ...digits.map(() => values), 0] },
    ],
    keys: { ...nonogram.keys, ...Object.fromEntries(digits.map((digit) => [digit, +digit])), 0: values },
    ...rulesOf(blank),

    marks(pen, { marks, second, tone, done: picture }) {
      const { c, x, y, colour } = pen;
      /** @type {{x: number, y: number}[][]} */
      const middles = [...colours, ""].map(() => []);
      eachCell(pen, (index, row, column) => {
        const mark = marks[index];
        if (mark !== "0" && (!second || second[index] === mark))
          middles[+mark - 1]?.push({ x: x(column) + c / 2, y: y(row) + c / 2 });
      });
      const side = picture ? c : c - 2 * (c < 10 ? 0.5 : Math.max(1, 0.05 * c));
      colours.forEach((one, index) => squares(pen, one, index + 1, middles[index], side, picture));
      if (tone === "solution" || picture) return;
      stroke(pen, tone === "found" ? colour.forced : colour.ink3, Math.max(1, 0.045 * c), () =>
        middles[colours.length].forEach((at) => saltire(pen, at.x, at.y, 0.15 * c)),
      );
    },

    mark(pen, x, y, state, hue) {
      const { c, ctx } = pen;
      if (state === values) return nonogram.mark?.(pen, x, y, 2, hue, { r: 1, c: 1 });
      paint(pen, state, x, y, 0.6 * pen.c);
      stroke(pen, hue, Math.max(1.5, 0.07 * c), () => ctx.rect(x - 0.34 * c, y - 0.34 * c, 0.68 * c, 0.68 * c));
    },

    tentative(pen, x, y, state, place) {
      if (state < values) paint(pen, state, x, y, 0.7 * pen.c);
      nonogram.tentative?.(pen, x, y, state === values ? 2 : 1, place);
    },

    onHeat: (pen, x, y, state) => state > 0 && state < values && paint(pen, state, x, y, 0.4 * pen.c),

    split(pen, x, y, first, second) {
      if (first && first < values) half(pen, x, y, -1, colours[first - 1]);
      if (second && second < values) half(pen, x, y, 1, colours[second - 1]);
    },

    text: (_, marks) => marks.replaceAll("0", ".").replaceAll(blank, "."),
    edit: async () => (await import("./edit.js")).colouredEdit(colours, variant.tools.slice(0, -1)),
    practice: undefined,
  };
  variants.set(key, variant);
  return variant;
}

export default nonogram;
