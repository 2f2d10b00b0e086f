/** Pinned results of reading pictures of boards in many styles, drawn here with noise and shadows. */
import { around } from "../../web/core/grid.js";
import { binoxxo } from "../../web/reading/binoxxo.js";
import { blobsOf } from "../../web/reading/blobs.js";
import { readingsOf as looksAt } from "../../web/reading/clashes.js";
import { distance, lookOf, stepAround, twoGroups, weighed } from "../../web/reading/cells.js";
import { readingsOf } from "../../web/reading/clues.js";
import { documentOf, sound, typed, valuesOf } from "../../web/reading/document.js";
import { headerProblem } from "../../web/reading/header.js";
import { findCells, findDots, levelled, settled } from "../../web/reading/lattice.js";
import { extentOf, inverse, projection, smooth } from "../../web/reading/map.js";
import { minesweeper } from "../../web/reading/minesweeper.js";
import { ranked } from "../../web/reading/network.js";
import { leastInk, patchOf, sampled } from "../../web/reading/patch.js";
import {
  at,
  coarseOf,
  contrasting,
  finesOf,
  halved,
  median,
  steps,
  strokesOf,
  sums,
} from "../../web/reading/picture.js";
import { readPicture } from "../../web/reading/read.js";
import { rectified } from "../../web/reading/rectify.js";
import { doubtful, proof } from "../../web/reading/repair.js";
import { slitherlink } from "../../web/reading/slitherlink.js";
import { CLASSES } from "../../web/reading/weights.js";
import { cornerAt, drawView, itemAt } from "../../web/reading/view.js";
import { dice, pinned } from "./pins.mjs";
import { SIGNS } from "./pixel-font.mjs";

/** Returns a page to draw on with the brightness `paper`; `noise` and `shadow` are applied at the end. */
function page(width, height, { noise = 6, shadow = 0, seed = 1, paper = 250 } = {}) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const box = (left, top, wide, tall, colour = [20, 20, 20]) => {
    for (let y = Math.max(0, top); y < Math.min(height, top + tall); y++)
      for (let x = Math.max(0, left); x < Math.min(width, left + wide); x++) data.set(colour, 4 * (y * width + x));
  };
  box(0, 0, width, height, [paper, paper, paper - 4]);
  const sign = (name, x, y, size = 1, colour) =>
    SIGNS[name]
      .split(" ")
      .forEach((row, i) =>
        [...row].forEach((bit, j) => bit === "1" && box(x + j * size, y + i * size, size, size, colour)),
      );
  const finished = () => {
    const roll = dice(seed);
    for (let i = 0; i < data.length; i++) {
      if (i % 4 === 3) continue;
      const [x, y] = [(i >> 2) % width, (i >> 2) / width];
      const dark = shadow && x + 0.6 * y > 0.6 * width ? shadow : 0;
      data[i] = data[i] * (1 - dark) + (roll() - 0.5) * noise;
    }
    return { width, height, data };
  };
  return { box, sign, finished };
}

const PITCH = 14;
const EDGE = 16;
const plain = (colour) => () => colour;

/** Draws a board of glyphs, in cells with lines or between dots. `look` draws the background of a glyph. */
function board(
  rows,
  { dots = false, size = 1, pitch = PITCH, colour = plain(undefined), look, line = 1, more, ...paper } = {},
) {
  const [wide, tall] = [rows[0].length, rows.length];
  const { box, sign, finished } = page(wide * pitch + 2 * EDGE, tall * pitch + 2 * EDGE, paper);
  const at = (n) => EDGE + n * pitch;
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      look?.(box, at(c), at(r), letter, r, c, pitch);
      if (SIGNS[letter])
        sign(
          letter,
          at(c) + ((pitch - 5 * size) >> 1) + 1,
          at(r) + ((pitch - 7 * size) >> 1) + 1,
          size,
          colour(letter),
        );
    }),
  );
  for (let r = 0; r <= tall; r++)
    for (let c = 0; c <= wide; c++) {
      if (dots) box(at(c) - 1, at(r) - 1, 2, 2);
      if (!dots && c < wide) box(at(c), at(r), pitch + line, line);
      if (!dots && r < tall) box(at(c), at(r), line, pitch + line);
    }
  more?.(box, at, sign);
  return finished();
}

/** Returns rows of random letters. */
const random = (width, height, letters, seed) => {
  const roll = dice(seed);
  return Array.from({ length: height }, () =>
    Array.from({ length: width }, () => letters[Math.floor(roll() * letters.length)]).join(""),
  );
};

const HUES = { 1: [0, 0, 250], 2: [0, 130, 0], 3: [250, 0, 0], 4: [0, 0, 130], 5: [130, 0, 0] };
const FIELD = [
  "..1000", ".21011", ".10.1.", "F211..", "..M1..", "112...", "..3.21",
]; // prettier-ignore
/** Draws closed cells as raised and open cells as flat. */
const raised = (ground, other) => (box, x, y, letter, r, c, pitch) => {
  const open = /\d/.test(letter);
  const odd = (r + c) % 2;
  box(
    x,
    y,
    pitch,
    pitch,
    open ? [225 - 12 * (odd && other), 225, 225] : odd && other ? [ground, 200, 150] : [ground, 170, ground],
  );
  if (open || other) return;
  box(x + 1, y + 1, pitch - 2, 2, [250, 250, 250]);
  box(x + 1, y + 1, 2, pitch - 2, [250, 250, 250]);
  box(x + 1, y + pitch - 2, pitch - 2, 2, [90, 90, 90]);
  box(x + pitch - 2, y + 1, 2, pitch - 2, [90, 90, 90]);
};
const coloured = (letter) => HUES[letter];
const blankZero = (rows) => rows.map((row) => row.replace(/0/g, "_"));
const opened =
  (look) =>
  (box, x, y, letter, ...more) =>
    look(box, x, y, letter === "_" ? "0" : letter, ...more);

/** Draws a nonogram with its numbers, each as wide as its digits. */
function clued(rows, cols, { pitch = 14, room = 50, gap = 4, boxes = 0, marks = [], step = 6, ...paper } = {}) {
  const [wide, tall] = [cols.length, rows.length];
  const edge = boxes ? EDGE + boxes * pitch : room;
  const { box, sign, finished } = page(edge + wide * pitch + EDGE, edge + tall * pitch + EDGE, paper);
  const at = (n) => edge + n * pitch;
  const number = (value, x, y) => [...String(value)].forEach((digit, k) => sign(digit, x + step * k, y));
  rows.forEach((runs, r) => {
    let x = edge - 2;
    [...runs].reverse().forEach((run, k) => {
      const wide = 6 * String(run).length;
      x -= wide + gap;
      if (boxes) number(run, at(-1 - k) + ((pitch - wide) >> 1) + 1, at(r) + 4);
      else number(run, x + 2, at(r) + 4);
    });
  });
  cols.forEach((runs, c) =>
    [...runs].reverse().forEach((run, k) => {
      const wide = 6 * String(run).length;
      number(run, at(c) + ((pitch - wide) >> 1) + 1, boxes ? at(-1 - k) + 4 : edge - 11 * (k + 1));
    }),
  );
  for (const [r, c, letter] of marks)
    if (letter === "#") box(at(c) + 3, at(r) + 3, pitch - 5, pitch - 5);
    else sign("X", at(c) + 5, at(r) + 4);
  const [left, top] = boxes ? [-boxes, -boxes] : [0, 0];
  for (let r = top; r <= tall; r++) box(at(r < 0 ? 0 : left), at(r), (wide - (r < 0 ? 0 : left)) * pitch + 1, 1);
  for (let c = left; c <= wide; c++) box(at(c), at(c < 0 ? 0 : top), 1, (tall - (c < 0 ? 0 : top)) * pitch + 1);
  return finished();
}
const ROWS = [[1, 1], [5], [5], [3], [1]];
const COLS = [[2], [4], [4], [4], [2]];
const WIDE = [[8], [3, 10], [1, 1, 2], [], [4, 6], [2, 2, 1, 1], [11, 1]];
const TALL = [[2], [1, 2], [10], [1, 1, 1], [7], [], [1, 3], [2, 2], [6]];

/** Returns a picture seen at an angle. */
const leaning = (pixels, by = 0.08) => {
  const { width: w, height: h } = pixels;
  return rectified(pixels, [[-by * w, -0.5 * by * h], [w * (1 + by), 0.4 * by * h], [w, h * (1 + by)], [-0.3 * by * w, h]]).pixels; // prettier-ignore
};
const beside = (one, other) => {
  const width = one.width + other.width;
  const height = Math.max(one.height, other.height);
  const data = new Uint8ClampedArray(4 * width * height).fill(250);
  for (const [{ width: own, height: tall, data: from }, left] of [
    [one, 0],
    [other, one.width],
  ])
    // prettier-ignore
    for (let y = 0; y < tall; y++) data.set(from.subarray(4 * y * own, 4 * (y + 1) * own), 4 * (y * width + left));
  return { width, height, data };
};

const DOTS = ["121.2", "2.2.2", "3...2", "2.2.1", "0.023"];
const LETTERS = ["......", ".X.X.X", "....O.", ".X....", "O.XX..", "OX...X"];
const swapped = (rows, from, to) => rows.map((row) => row.replace(/[XO.]/g, (letter) => to[from.indexOf(letter)]));
const tile = (dark, light) => (box, x, y, letter, r, c, pitch) =>
  letter !== "." && box(x + 1, y + 1, pitch - 1, pitch - 1, letter === "x" ? dark : light);
const drawn = (box, at) => [[0, 0], [1, 0], [2, 1], [3, 3]].forEach(([r, c]) => (box(at(c), at(r), PITCH, 1), box(at(c), at(r), 1, PITCH))); // prettier-ignore
/** Draws signs of every size between some cells. */
const signed = (box, at) =>
  [
    [0, 1, 2],
    [1, 3, 3],
    [2, 0, 4],
    [4, 2, 2],
    [3, 4, 3],
  ].forEach(([r, c, arm], turn) => {
    const [x, y] = turn % 2 ? [at(c + 1), at(r) + 8] : [at(c) + 8, at(r + 1)]; // prettier-ignore
    for (let d = -arm; d <= arm; d++)
      for (const side of [-1, 1]) box(x + d, turn < 3 ? y + side * 2 : y + side * d, 1, 1);
  });

const PICTURES = {
  "dots, noisy": () => board(random(6, 5, "0123...", 4), { dots: true, noise: 60, seed: 3 }),
  "dots, lines drawn": () => board(random(6, 6, "0123..", 6), { dots: true, more: drawn }),
  "dots, in shadow": () => board(DOTS, { dots: true, shadow: 0.5 }),
  "dots, leaning": () => leaning(board(random(6, 6, "0123..", 5), { dots: true })),
  "dots, close": () => board(random(6, 6, "0123..", 6), { dots: true, pitch: 10, noise: 20 }),
  "cells with numbers": () => board(random(6, 5, "0123....", 7), { noise: 30 }),
  "X and O, leaning": () => leaning(board(swapped(random(6, 6, "XO...", 8), "XO.", "XO.")), 0.14),
  "0 and 1": () => board(swapped(LETTERS, "XO.", "10."), { noise: 40 }),
  "discs and rings": () => board(swapped(LETTERS, "XO.", "DO."), { size: 1, pitch: 13 }),
  "colours": () => board(swapped(LETTERS, "XO.", "xo."), { look: tile([40, 60, 160], [230, 180, 60]) }),
  "colours, alike": () => board(swapped(LETTERS, "XO.", "xo."), { look: tile([120, 60, 160], [160, 90, 130]), noise: 50 }),
  "field": () => board(FIELD, { look: raised(150), colour: coloured }),
  "field, zeros blank": () => board(blankZero(FIELD), { look: opened(raised(150)), colour: coloured, noise: 20 }),
  "field, two grounds": () => board(blankZero(random(6, 6, "...1_223_1", 3)), { look: opened(raised(120, true)), colour: coloured }),
  "field, grey": () => board(FIELD, { look: raised(190), noise: 30, shadow: 0.3 }),
  "nonogram, marked": () => clued(ROWS, COLS, { marks: [[1, 1, "#"], [1, 2, "#"], [0, 0, "x"], [4, 4, "x"]] }), // prettier-ignore
  "nonogram, close": () => clued(WIDE, TALL, { room: 60, gap: 3, noise: 10 }),
  "nonogram, boxes": () => clued(ROWS, COLS, { boxes: 2, marks: [[1, 1, "#"], [1, 2, "#"], [3, 2, "#"], [0, 0, "x"], [4, 4, "x"]] }), // prettier-ignore
  "nonogram, wide boxes": () => clued(WIDE, TALL.map((one) => one.slice(0, 3)), { boxes: 4, pitch: 16, noise: 20 }),
  "nonogram, leaning": () => leaning(clued(WIDE, TALL, { room: 60 }), 0.05),
  "signs": () => board(LETTERS, { pitch: 20, noise: 10, more: signed }),
  "signs, noisy": () => board(swapped(LETTERS, "XO.", "10."), { pitch: 17, noise: 60, shadow: 0.3, more: signed }),
  "nonogram, digits that touch": () => clued(WIDE, TALL, { room: 60, step: 5, noise: 10 }),
  "two boards": () => beside(board(DOTS, { dots: true }), board(random(5, 5, "0123..", 2), { dots: true })),
  "sudoku": () => board(random(9, 9, "123456789..", 2)),
  "noise": () => page(120, 90, { noise: 250 }).finished(),
  "numbers like a row of dots": () => styled(198),
  "nothing": () => page(100, 100).finished(),
  "bars": () => board(random(12, 2, "0123", 2)),
}; // prettier-ignore

/**
 * Returns a random board drawn in a random style: the pitch, the light, the noise, the angle and the size of the glyphs
 * differ.
 * @param {number} seed
 */
function styled(seed) {
  const roll = dice(seed);
  const pitch = 10 + Math.floor(13 * roll());
  const style = { pitch, size: pitch > 17 ? 2 : 1, noise: 70 * roll(), shadow: roll() < 0.4 ? 0.6 * roll() : 0, paper: 150 + 100 * roll(), seed }; // prettier-ignore
  const side = () => 3 + Math.floor(4 * roll());
  const drawn = [
    () => board(random(side(), side(), "0123....", seed), { ...style, dots: true }),
    () => board(random(2 * side(), 6, "XO....", seed), style),
    () => board(random(side() + 2, 6, "10...", seed), { ...style, line: 1 + Math.floor(2 * roll()) }),
    () => board(random(side() + 2, 6, "D.O..", seed), { ...style, size: 1 }),
    () => board(random(side() + 2, 6, "xo...", seed), { ...style, look: tile([90, 60 + 90 * roll(), 160], [230, 180, 60]) }),
    () => board(random(side() + 2, side() + 2, "..012F", seed), { ...style, look: raised(130 + 60 * roll()), colour: coloured }),
    () => clued(WIDE.slice(0, 3 + Math.floor(4 * roll())), TALL, { ...style, pitch: Math.max(13, pitch), room: 60, step: 5 + Math.floor(2 * roll()) }),
    () => clued(ROWS, COLS, { ...style, pitch: Math.max(13, pitch), boxes: 2, marks: [[1, 1, "#"], [0, 0, "x"]] }),
  ][seed % 8](); // prettier-ignore
  return roll() < 0.3 ? leaning(drawn, 0.12 * roll()) : drawn;
}

/** Returns the first looks at a nonogram of which some numbers were misread. @param {number} seed */
function looks(seed) {
  const roll = dice(seed);
  const [width, height] = [3 + Math.floor(4 * roll()), 3 + Math.floor(4 * roll())];
  const cells = Array.from({ length: height }, () => Array.from({ length: width }, () => (roll() < 0.6 ? "#" : ".")).join("")); // prettier-ignore
  const lines = [...cells, ...Array.from({ length: width }, (_, c) => cells.map((row) => row[c]).join(""))];
  const clues = lines.map((line) => (line.match(/#+/g) ?? []).map((run) => run.length).join(" ") || "0");
  const items = clues.map((clue) => {
    const wrong = clue.replace(/\d/, (digit) => String((Number(digit) % 4) + 1));
    const [read, other] = roll() < 0.3 ? [wrong, clue] : [clue, wrong];
    const likelihood = 0.5 + 0.5 * roll();
    return { at: {}, choices: [{ value: read, likelihood }, ...(roll() < 0.7 ? [{ value: other, likelihood: 1 - likelihood }] : [])] }; // prettier-ignore
  });
  const found = [];
  for (const look of looksAt({ items, width, height })) if (found.push(look) > 60) break;
  return found;
}

/** Returns the result of reading a picture, and of reading it as each kind in turn. */
function outcome(pixels, kinds) {
  const found = readPicture(pixels);
  const values = found.reading?.items.map(({ choices }) => choices[0].value);
  return {
    refusal: found.refusal,
    document: found.reading && documentOf(found.reading, values),
    reading: found.reading,
    places: [found.corners, found.cells, found.kinds],
    ...Object.fromEntries(kinds.map((kind) => [kind, readPicture(pixels, kind)])),
  };
}

// ---- the parts

const field = (width, height, seed = 1) => {
  const roll = dice(seed);
  return Array.from({ length: width * height }, () => Math.round(255 * roll()));
};
const pixelsOf = (width, height, clear = false) => ({
  width,
  height,
  data: Uint8ClampedArray.from(field(4 * width, height), (value, i) => (i % 4 === 3 && !clear ? 255 : value)),
});
/**
 * Returns the picture for finding the lattice, and the one for cutting out cells of `pitch` pixels.
 */
function prepared(pixels, pitch = 30) {
  const coarse = coarseOf(pixels);
  return { coarse, fine: finesOf(pixels, coarse)(pitch) };
}
const brief = ({ width, height, scale, channels, grey }) => ({ width, height, scale, channels, grey });
/** Returns the nodes of a lattice on a bent page. */
const bent = (rows, columns, bend) =>
  Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const off = bend * Math.sin(column / 3) + (i % 7 === 3 ? 0.7 : 0);
    return { row, column, x: 20 + 30 * column + 2 * row + 0.2 * row * column, y: 15 + 28 * row + off };
  });
const grid = (place, from, to) => from.map((row) => to.map((column) => place(row, column)));
const SIDES = [-1.5, -0.5, 0, 2.25, 5, 7.5, 12];
const HEADERS = {
  png: [0x89, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  gif: [0x47, 0x49, 0, 0, 0, 0],
  bmp: [0x42, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc4, 0, 2, 0xff, 0xcf, 0, 11, 8],
  "no frame": [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xfe, 0xc0, 0, 11, 8],
};
const SIZES = [[23, 400], [24, 24], [8000, 8000], [8000, 8001], [70, 2], [65000, 900], [300, 70000]]; // prettier-ignore
/** Returns the first bytes of a picture file with a given size, in the byte order of its format. */
function header(name, width, height) {
  const bytes = new Uint8Array(40);
  bytes.set(HEADERS[name]);
  const view = new DataView(bytes.buffer);
  const at = HEADERS[name].length;
  if (name === "gif") (view.setUint16(at, width, true), view.setUint16(at + 2, height, true));
  else if (name === "bmp") (view.setInt32(at, width, true), view.setInt32(at + 4, -height, true));
  else if (name === "png") (view.setUint32(at, width), view.setUint32(at + 4, height));
  else (view.setUint16(at, height), view.setUint16(at + 2, width));
  return bytes;
}
/** Returns the beginning of a WebP in one of its forms. */
function webp(form, width, height) {
  const bytes = Uint8Array.from(
    { length: 40 },
    (_, at) => ({ 0: 0x52, 8: 0x57, 15: form })[at] ?? (at > 20 ? 0xff : 0),
  );
  const view = new DataView(bytes.buffer);
  if (form === 0x4c) view.setUint32(21, (width - 1) | ((height - 1) << 14), true);
  else if (form === 0x58)
    [width, height].forEach((size, at) => view.setUint32(24 + 3 * at, (size - 1) | 0xff000000, true));
  else [width, height].forEach((size, at) => view.setUint16(26 + 2 * at, size, true));
  return bytes;
}

const BOARDS = [
  [{ kind: "nonogram", width: 3, height: 2 }, ["0", "1", "1 1", "2", "3", "2 1"], 5],
  [{ kind: "minesweeper", width: 3, height: 2 }, [".", "*", "0", "1", "2", "3"], 6],
  [{ kind: "binoxxo", width: 4, height: 2 }, [".", "O", "X", "X"], 8],
  [{ kind: "slitherlink", width: 2, height: 1 }, [".", "3"], 2],
];
const values = (letters, count, seed) => {
  const roll = dice(seed);
  return Array.from({ length: count }, () => letters[Math.floor(roll() * letters.length)]);
};

/** Returns the proofs of readings with doubtful places by a solver that finds some boards unique. */
async function proofs() {
  const answers = [];
  for (const [place, letters, count] of BOARDS)
    for (let turn = 0; turn < 12; turn++) {
      const roll = dice(turn);
      const items = Array.from({ length: count }, (_, at) => {
        const some = letters.slice(0, 3).map((value) => ({ value, likelihood: roll() ** 4 }));
        return { at: { row: 0, column: at }, choices: weighed(some) };
      });
      const asked = [];
      const solve = async (document) => {
        asked.push(document);
        return ["none", "unique", "multiple", "none", "unknown", "none", "none"][
          (asked.length * 5 + turn) % (turn % 3 ? 7 : 4)
        ];
      };
      const reading = {
        ...place,
        items,
        whole: turn % 5 > 0,
        plausible: 0.5 + turn / 20,
        lead: turn / 60,
        progress: {},
      };
      const limits = turn % 4 ? undefined : { calls: 2 + turn, tries: 9, stopped: () => asked.length > 6 };
      answers.push([await proof(reading, solve, limits), asked, doubtful(reading)]);
    }
  return answers;
}

/** Returns random scores of a glyph, some of which are much larger than others. */
const scored = (roll, power) => {
  const some = Array.from({ length: 14 }, () => roll() ** power);
  const whole = some.reduce((sum, one) => sum + one, 0);
  return Float32Array.from(some, (one) => one / whole);
};

/** Returns cells with random glyphs on backgrounds of a few styles, as in a picture. */
function cellsOf(seed, width, height) {
  const roll = dice(seed);
  const [some, share] = [[0.2, 0.6, 0.95][seed % 3], [9, 25, 60][seed % 3]];
  const looks = Array.from({ length: 4 }, () => {
    const ground = [0, 1, 2].map(() => 200 + Math.round(share * (roll() - 0.5)));
    const channels = ground.map((value) => {
      const bevel = share * (roll() - 0.4);
      return Float32Array.from(
        { length: 1024 },
        (_, i) => value + (i % 32 < 4 || i < 128 ? bevel : i % 32 > 27 ? -bevel : 0),
      );
    });
    return { width: 32, height: 32, ground, channels, ink: channels[0] };
  });
  const patches = Array.from({ length: width * height }, () => ({ ...pick(roll, looks), peak: 80 * roll() ** 2 }));
  const glyphs = patches.map(() => {
    const round = Math.round(9 + 8 * roll());
    const size = { width: round - Math.floor(6 * roll()), height: round, left: 8, top: 6 };
    const colour = pick(roll, [[0, 0, 250], [0, 40, 200], [250, 0, 0], [20, 20, 20]]); // prettier-ignore
    const glyph = { ...size, fill: 0.35 + 0.6 * roll() ** 0.7, points: Math.round(15 + 60 * roll()), colour, scores: scored(roll, [2, 6, 20][seed % 4 % 3]), shape: Float32Array.from({ length: 20 }, roll) }; // prettier-ignore
    return roll() < some ? glyph : null;
  });
  const extent = { top: 0, left: 0, right: width - 1, bottom: height - 1 };
  return { width, height, extent, place: (row, column) => [20 + 9 * column, 18 + 9 * row], patches, glyphs, least: 25 };
}
const pick = (roll, all) => all[Math.floor(roll() * all.length)];

const SHARES = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.995, 1];
const STEPS = [0, 4, 9, 14, 15, 25, 40];

/** Returns cells whose features are exactly the limits from which the readers take something for certain. */
function cellsAtLimits(seed, width, height) {
  const roll = dice(seed);
  const [some, names] = [[0.2, 0.5, 0.9][(seed >> 2) % 3], ["X0", "01?", "123?", "F1M2?", "56789", "0X1?"][seed % 6]];
  const looks = STEPS.map((step) => {
    const ground = [200 - (seed % 2 ? step : 0), 200, 200 - (seed % 2 ? 0 : step)];
    const channels = ground.map((value) => new Float32Array(1024).fill(value));
    return { width: 32, height: 32, ground, channels, ink: new Float32Array(1024).fill(10) };
  });
  const few = [looks[0], pick(roll, looks), pick(roll, looks)];
  const patches = Array.from({ length: width * height }, () => ({ ...pick(roll, few), peak: pick(roll, [0, 20, 25]) }));
  const glyphs = patches.map(() => {
    const [share, tall] = [pick(roll, SHARES), pick(roll, [6, 7, 8, 9, 20])];
    const [first, second] = [pick(roll, names), pick(roll, names)].map((name) => CLASSES.indexOf(name));
    const scores = Array.from({ length: 14 }, (_, k) => (k === first ? share : 0) + (k === second ? 1 - share : 0));
    const fill = pick(roll, [0.4, 0.52, 0.66, 0.8, 1]);
    const size = {
      width: tall - pick(roll, [0, 4, 5]),
      height: tall,
      left: 8,
      top: 6,
      points: pick(roll, [24, 25, 40]),
    };
    const glyph = {
      ...size,
      fill,
      colour: [20, 20, 20],
      scores,
      shape: Float32Array.from({ length: 20 }, () => pick(roll, [0, 1])),
    };
    return roll() < some ? glyph : null;
  });
  const extent = { top: 0, left: 0, right: width - 1, bottom: height - 1 };
  return { width, height, extent, place: (row, column) => [20 + 9 * column, 18 + 9 * row], patches, glyphs, least: 25 };
}

/** Returns the readings of three kinds. */
function kindsOf(count, made) {
  const seen = [
    pixelsOf(40, 40),
    board(["12", "31"], { dots: true, more: drawn, noise: 10 }),
    board(["12", "31"], { dots: true, more: drawn, noise: 60, paper: 150 }),
  ].map((pixels) => prepared(pixels).coarse);
  return Array.from({ length: count }, (_, seed) => {
    const [picture, cells] = [seen[seed % 3], made(seed)];
    return [
      minesweeper(cells),
      binoxxo(cells, picture, picture.scale / 3),
      slitherlink(cells, picture, picture.scale / 3, seed % 2 > 0),
    ];
  });
}

const figure = (seed) => {
  const roll = dice(seed);
  const scores = Float32Array.from({ length: 14 }, () => roll());
  return {
    glyph: { scores },
    choices: ranked(scores, "0123456789").map(({ name, likelihood }) => ({ value: name, likelihood })),
  };
};

/** Returns what a view draws, and which item and corner it finds at points around the board. */
function viewed(kind, look) {
  const [width, height] = [3, 2];
  const places = kind === "nonogram" ? [{ row: 0 }, { row: 1 }, { column: 0 }, { column: 1 }, { column: 2 }] : Array.from({ length: 6 }, (_, at) => ({ row: Math.floor(at / width), column: at % width })); // prettier-ignore
  const cells = Array.from({ length: 6 }, (_, at) => [
    60 + 20 * (at % width) + Math.floor(at / width),
    70 + 21 * Math.floor(at / width),
  ]);
  const view = { width: 150, height: 120, picture: "picture", reading: { width, height, items: places.map((at) => ({ at })) }, cells, values: ["1 1", ".", "2", "3 10", "0", "."], corners: [[50, 60], [110, 62], [111, 110], [49, 108]] }; // prettier-ignore
  const calls = [];
  const context = new Proxy({ canvas: { width: 300, height: 240 } }, {
    get: (target, name) => name in target ? target[name] : (...args) => (calls.push([name, args]), name === "measureText" ? { width: 7 * args[0].length } : undefined),
    set: (target, name, value) => (calls.push([name, value]), (target[name] = value), true),
  }); // prettier-ignore
  drawView(context, view, look);
  const points = Array.from({ length: 30 * 24 }, (_, at) => [5 * (at % 30), 5 * Math.floor(at / 30)]);
  return [
    calls,
    points.map(([x, y]) => [itemAt(view, x, y), cornerAt(view, x, y, 11)]),
    itemAt({ ...view, reading: null }, 9, 9),
    itemAt({ ...view, cells: [], reading: { ...view.reading, items: [] } }, 9, 9),
    cornerAt({ ...view, corners: null }, 9, 9, 5),
  ];
}

const PARTS = {
  "views": () => Object.fromEntries(["nonogram", "binoxxo"].map((kind) => [kind, [0, 1, 4].map((chosen) => viewed(kind, { fade: chosen / 5, doubtful: new Set([0, 2]), changed: new Set([2, 3]), chosen, palette: { sheet: "sheet", ink: "ink", focus: "focus", because: "because", paper: "paper" } }))])),
  "channels": () => ({
    small: Object.values(prepared(pixelsOf(12, 9, true))).map(brief),
    larger: Object.values(prepared(pixelsOf(450, 3))).map(brief),
    whole: Object.values(prepared(pixelsOf(901, 4, true))).map(brief),
    reduced: Object.values(prepared(pixelsOf(1701, 5))).map(brief),
    large: Object.values(prepared(pixelsOf(3, 3301))).map(brief),
    halved: brief(halved(prepared(pixelsOf(11, 7)).fine)),
    steps: steps(prepared(pixelsOf(5, 4)).fine),
    at: [-1, 0, 0.5, 3.2, 9].map((x) => [at(field(4, 3), { width: 4, height: 3 }, x, 1.4), at(field(4, 1), { width: 4, height: 1 }, 0, x), at(field(1, 4), { width: 1, height: 4 }, 0, x)]),
    sums: sums(field(4, 3), 4, 3),
    median: [[], [3], [3, 1], [5, 1, 3], [4, 1, 3, 2]].map(median),
    contrasting: [[2, 0.12, 1], [3, 0.1, -1], [1, 0.3, 1]].map(([reach, share, sign]) => {
      const { fine } = prepared(pixelsOf(7, 5));
      return contrasting(fine, sums(fine.grey, fine.width, fine.height), reach, share, sign);
    }),
  }),
  "blobs": () => Object.fromEntries([[8, 6, 1], [8, 6, 0], [1, 9, 1], [9, 1, 0]].map(([width, height, value]) => [`${width} x ${height}, ${value}`, blobsOf(Uint8Array.from(field(width, height), (one) => (one > 110 ? 1 : 0)), width, height, value)])),
  "maps": () => Object.fromEntries([[3, 3, 0], [5, 5, 2], [8, 9, 4], [7, 12, 6], [2, 31, 1]].map(([rows, columns, bend]) => {
    const nodes = bent(rows, columns, bend);
    const { place, error } = smooth(nodes);
    const back = SIDES.map((y) => inverse(place, 30 * y, 25 * y + 9, [1, 2]));
    return [`${rows} x ${columns}`, [error, grid(place, SIDES, SIDES), back, extentOf(nodes), settled(nodes.filter((_, i) => i % 9 !== 2 && i > 4), 0.6), settled([...nodes, { row: -1, column: 2 }, { row: 3, column: columns }], 0.4)]];
  })),
  "corners": () => ({
    projection: SIDES.map((u) => projection([{ u: -1, v: -1, x: 3, y: 5 }, { u: 1, v: -1, x: 90, y: 9 }, { u: 1, v: 1, x: 80, y: 70 }, { u: -1, v: 1, x: -4, y: 66 }])(u / 6, 0.3)),
    rectified: [[[2, 3], [17, 1], [19, 14], [-3, 12]], [[0, 0], [5, 0], [5, 9], [0, 9]]].map((corners) => {
      const { pixels, back } = rectified(pixelsOf(16, 12, true), corners);
      return [pixels, back(0, 0), back(7, 3)];
    }),
    long: rectified(pixelsOf(16, 12), [[0, 0], [2600, 0], [2600, 8], [0, 8]]).pixels.width,
  }),
  "ink": () => {
    const { fine } = prepared(pixelsOf(40, 30));
    const lines = (row, column) => [9 + 20 * column + row, 11 + 22 * row];
    return {
      sampled: sampled(fine, [2, 3], [20, 1], [2, 18], 6, 5),
      strokes: [[40, 30, 4], [21, 17, 9], [15, 1, 3]].flatMap(([width, height, reach]) => [0.3, 1].map((share) => {
        const picture = coarseOf(pixelsOf(width, height));
        return strokesOf({ ...picture, grey: picture.grey.map((value) => (share < 1 ? 255 - share * value : value)) }, reach).grey;
      })),
      levels: [[12, 9, 30], [901, 4, 20], [901, 4, 90], [1701, 5, 30], [3301, 3, 12]].map(([width, height, pitch]) => prepared(pixelsOf(width, height), pitch)).map(({ coarse, fine }) => [coarse === fine, fine.scale, fine.strokes(fine.isDark()).grey]),
      patches: [[0, 0], [1, 2]].map(([row, column]) => patchOf(fine, lines, row, column, 1.5)),
      looks: [[0, 0], [1, 2], [0, 1]].map(([row, column]) => lookOf(patchOf(fine, lines, row, column, 1.5))),
      steps: [[1, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0]].map((digits) => stepAround({ width: 2, height: 2, patches: [0, 1, 2, 3].map((i) => patchOf(fine, lines, i >> 1, i & 1, 1.2)) }, digits)),
      least: [[1], [4, 90], [9, 8, 100, 120, 7], field(5, 5)].map(leastInk),
    };
  },
  "groups": () => ({
    distance: distance([1, 2, 3], [4, 6, 3]),
    weighed: [weighed([]), weighed([{ value: "a", likelihood: 1 }, { value: "b", likelihood: 3 }]), weighed([{ value: "a", likelihood: 0 }])],
    groups: [1, 2, 3].map((seed) => twoGroups(Array.from({ length: 12 }, (_, i) => field(2, 1, seed * 20 + i)))),
  }),
  "clues": () => ({
    lines: [1, 2, 3, 4, 5, 6].map((seed) => readingsOf({ figures: Array.from({ length: seed }, (_, i) => figure(7 * seed + i)), joins: field(seed, 1, seed).map((one) => one / 256) }, 3 * seed)),
    none: readingsOf({ figures: [], joins: [] }, 5),
  }),
  "documents": () => ({
    sound: BOARDS.map(([place, letters, count]) => Array.from({ length: 60 }, (_, turn) => sound(place, values(letters, count, turn)))),
    near: [[3, 2, 0], [3, 3, 4], [3, 2, 5], [1, 1, 0]].map(([width, height, cell]) => around({ width, height }, cell)),
    typed: ["nonogram", "binoxxo", "minesweeper", "slitherlink", "other"].map((kind) => ["", " ", ".", "1", "o", "x", "0", "*", "8", "9", "1, 2", "3  1", "a", "11"].map((text) => typed(kind, text))),
    values: [undefined, { kind: "a", grid: [".1", "O"] }, { kind: "nonogram", rows: [[1, 2], []], cols: [[0], [3]] }].map(valuesOf),
    document: BOARDS.map(([place, letters, count]) => documentOf(place, values(letters, count, 3))),
  }),
  "headers, WebP": () => Object.fromEntries([0x58, 0x4c, 0x20].map((form) => [form, [...SIZES, [16384, 3906], [16384, 3907]].map(([width, height]) => headerProblem(webp(form, width, height)))])),
  "headers": () => Object.fromEntries(Object.keys(HEADERS).map((name) => [name, SIZES.map(([width, height]) => [headerProblem(header(name, width, height)), headerProblem(header(name, width, height).subarray(0, 25)), headerProblem(header(name, width, height).subarray(0, 26))])])),
  "kinds": () => ({ all: kindsOf(50, (seed) => cellsOf(seed, 4 + (seed % 4), 4 + (seed % 2))) }),
  "kinds at their limits": () => ({ all: kindsOf(70, (seed) => cellsAtLimits(seed, 4 + (seed % 7), 4 + (seed % 2))) }),
  "proofs": async () => ({ all: await proofs() }),
  "styles": () => Object.fromEntries(Array.from({ length: 16 }, (_, seed) => [seed, readPicture(styled(seed))])),
  "misread lines": () => Object.fromEntries(Array.from({ length: 40 }, (_, seed) => [seed, looks(seed)])),
}; // prettier-ignore

/** Pictures that are also read as every kind. */
const ASKED = ["dots, close"];
const KINDS = ["nonogram", "minesweeper", "slitherlink", "binoxxo"];

pinned("reading", {
  ...PARTS,
  ...Object.fromEntries(
    Object.entries(PICTURES).map(([name, pixels]) => [
      `picture: ${name}`,
      () => outcome(pixels(), ASKED.includes(name) ? KINDS : []),
    ]),
  ),
  lattices: () => {
    const { coarse } = prepared(board(random(6, 6, "0123...", 4), { dots: true, noise: 40 }));
    const cells = prepared(board(random(9, 7, "XO..", 4), { noise: 80, shadow: 0.6 })).coarse;
    return { dots: findDots(coarse), none: findCells(coarse), cells: findCells(cells), crossings: findDots(cells) };
  },
  "lattices in shadow": () => {
    const pictures = [1, 2, 3, 4, 5, 6].map((seed) => {
      const style = { seed, noise: 12 * seed, shadow: 0.12 * seed, paper: 255 - 20 * seed, pitch: 11 + seed };
      return coarseOf(leaning(board(random(9, 7, "XO.", seed), style), 0.02 * seed));
    });
    return Object.fromEntries(
      pictures.map((picture, at) => {
        const cells = findCells(picture);
        return [at, cells && levelled(picture, { ...cells, full: 0.5, error: cells.pitch })];
      }),
    );
  },
});
