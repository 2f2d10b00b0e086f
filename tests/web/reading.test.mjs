/**
 * Tests for reading pictures of puzzles: the lattice, the kinds, and the repair by a solver, on pictures drawn here
 * without a browser.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { binoxxo } from "../../web/reading/binoxxo.js";
import { refocused } from "../../web/reading/blurred.js";
import { extended, inBlocks } from "../../web/reading/borders.js";
import { readingsOf } from "../../web/reading/clashes.js";
import { patchesOf } from "../../web/reading/cells.js";
import { cluesOf, readingsOf as cluesReadings } from "../../web/reading/clues.js";
import { documentOf, sound } from "../../web/reading/document.js";
import { headerProblem } from "../../web/reading/header.js";
import { isSudoku, isWhole } from "../../web/reading/doubts.js";
import { findCells, findDots } from "../../web/reading/lattice.js";
import { extentOf, inverse, smooth } from "../../web/reading/map.js";
import { inOutline } from "../../web/reading/outline.js";
import { numeralParts } from "../../web/reading/patch.js";
import { coarseOf, strokesOf } from "../../web/reading/picture.js";
import { unquartered } from "../../web/reading/quarters.js";
import { dotsUnder } from "../../web/reading/strokes.js";
import { ofOneFont } from "../../web/reading/nonogram.js";
import { readPicture } from "../../web/reading/read.js";
import { rectified } from "../../web/reading/rectify.js";
import { doubtful, proof, setsOf } from "../../web/reading/repair.js";
import { itemAt } from "../../web/reading/view.js";
import { alike, groupsOf, othersOf } from "../../web/reading/shapes.js";
import { CLASSES, SHAPE } from "../../web/reading/weights.js";
import { SIGNS } from "./pixel-font.mjs";

/** Digits and letters, and unusual ones that tests add. */
const GLYPHS = { ...SIGNS };

/** Returns a white page to draw on. */
function page(width, height) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const box = (left, top, wide, tall, [r, g, b] = [0, 0, 0]) => {
    for (let y = top; y < top + tall; y++)
      for (let x = left; x < left + wide; x++) data.set([r, g, b, 255], 4 * (y * width + x));
  };
  const glyph = (letter, x, y, size = 2, colour = [0, 0, 0]) =>
    GLYPHS[letter]
      .split(" ")
      .forEach((row, i) =>
        [...row].forEach((bit, j) => bit === "1" && box(x + j * size, y + i * size, size, size, colour)),
      );
  return { pixels: { width, height, data }, box, glyph };
}

const PITCH = 20;
const MARGIN = 30;

/** Draws a board of letters, between dots or in cells with lines. With `closed`, a colour, zeros are blank. */
function board(grid, dots, closed) {
  const [wide, tall] = [grid[0].length * PITCH, grid.length * PITCH];
  const { pixels, box, glyph } = page(wide + 2 * MARGIN, tall + 2 * MARGIN);
  if (closed) box(MARGIN, MARGIN, wide, tall, closed);
  for (let r = 0; r <= grid.length; r++)
    for (let c = 0; c <= grid[0].length; c++) {
      const [x, y] = [MARGIN + c * PITCH, MARGIN + r * PITCH];
      const letter = grid[r]?.[c] ?? ".";
      if (closed && letter !== ".") box(x, y, PITCH, PITCH, [255, 255, 255]);
      if (dots) box(x - 1, y - 1, 3, 3);
      else if (c < grid[0].length || r < grid.length) {
        box(x, MARGIN, 1, tall);
        box(MARGIN, y, wide, 1);
      }
      if (letter !== "." && !(closed && letter === "0")) glyph(letter, x + 6, y + 4);
    }
  return pixels;
}

const SLITHERLINK = ["121.2", "2.2.2", "3...2", "2.2.1", "0.023"];
const MINESWEEPER = [
  "1..0..22.",
  "..01.3...",
  ".......1.",
  "....3....",
  "22.....1.",
  "0....42..",
  "..3..21..",
  "....0...1",
];
const BINOXXO = ["......", ".X.X.X", "....O.", ".X....", "O.XX..", "OX...X"];

/** Returns the document of the most likely values. */
const likeliest = (reading) =>
  documentOf(
    reading,
    reading.items.map(({ choices }) => choices[0].value),
  );

test("lines that end a pixel before or after a dot meet at it, wherever the board is in the picture", () => {
  const dots = Array.from({ length: 20 }, (_, margin) => {
    const mask = new Uint8Array(100 * 100);
    const box = (left, top, wide, tall) => {
      for (let y = top; y < top + tall; y++)
        mask.fill(1, 100 * (y + margin) + left + margin, 100 * (y + margin) + left + margin + wide);
    };
    for (const line of [[2, 1, 42, 2], [41, 2, 2, 21], [40, 20, 22, 2], [61, 21, 2, 21], [2, 41, 61, 2], [0, 2, 2, 41]])
      box(...line);
    return dotsUnder(mask, 100)?.points.length;
  });
  assert.deepEqual(dots, Array(20).fill(10));
}); // prettier-ignore

test("zeros of a minesweeper puzzle, between closed cells", () => {
  const { reading } = readPicture(board(MINESWEEPER, false, [205, 210, 200]));
  assert.deepEqual(likeliest(reading), { kind: "minesweeper", grid: MINESWEEPER });
  assert.deepEqual(doubtful(reading), []);
});

test("faint digits in opened cells are read although the closed cells have as much noise", () => {
  const grid = ["1100012.", "..1002..", "...101..", "..211211", ".210112.", ".100001.", "2101111.", ".101...."];
  const { pixels, box, glyph } = page(8 * PITCH + 60, 8 * PITCH + 60);
  grid.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      const [x, y] = [MARGIN + c * PITCH, MARGIN + r * PITCH];
      box(x + 1, y + 1, PITCH - 2, PITCH - 2, letter === "." ? [205, 210, 200] : [240, 240, 240]);
      if (letter === ".") box(x + 6, y + 6, 8, 7, [198, 203, 193]);
      else if (letter !== "0") glyph(letter, x + 6, y + 4, 2, [230, 230, 230]);
    }),
  );
  assert.deepEqual(likeliest(readPicture(pixels).reading), { kind: "minesweeper", grid });
});

test("digits around the blank corner of a field are not numbers of a nonogram if they do not fit", () => {
  const grid = [".........", ".....1122", ".....101.", "....31011", "....10000", "1..210000", "122100000", "001110000", "001.10000"]; // prettier-ignore
  const { reading } = readPicture(board(grid, false, [205, 210, 200]));
  assert.deepEqual(likeliest(reading), { kind: "minesweeper", grid });
});

for (const [name, rows] of [
  ["", ["x.....o.", "x.x.....", "...x.x.x", "..x..x..", ".oxox...", ".x.x.o.o", "...o..x.", ".x..xo.."]],
  [", of more tiles", ["x.o...o.", "x.x.oo..", "...x.x.x", "o.x..x.o", ".oxox...", ".x.x.o.o", "o..o..x.", ".xo.xo.."]],
])
  test(`the noise of tiles of one colour is not a faint digit of minesweeper${name}`, () => {
    const { pixels, box, glyph } = page(8 * PITCH + 60, 8 * PITCH + 60);
    rows.forEach((row, r) =>
      [...row].forEach((letter, c) => {
        const [x, y] = [MARGIN + c * PITCH, MARGIN + r * PITCH];
        const colour = { x: [30, 136, 229], o: [229, 57, 53], ".": [252, 252, 252] }[letter];
        box(x + 1, y + 1, PITCH - 1, PITCH - 1, colour);
        if (letter === "o") glyph("2", x + 6, y + 4, 2, [221, 49, 45]);
      }),
    );
    const { reading } = readPicture(pixels);
    assert.ok(reading.kind === "binoxxo" && reading.lead > 0.1, `${reading.kind} ${reading.lead}`);
  });

test("a game whose cells all look alike, as on puzz.link", () => {
  const grid = ["00001.", "00002.", "00002.", "000011", "000000", "000000"];
  assert.deepEqual(likeliest(readPicture(board(grid, false)).reading), { kind: "minesweeper", grid });
});

test("small rings that mark closed cells as safe are not zeros, also between opened cells", () => {
  const rows = ["..o1000000", "..o1011100", "..o101o100", "..o1011100", "..o1000000", "..o1000000"];
  const grid = rows.map((row) => row.replaceAll("o", "."));
  const pixels = board(grid, false, [205, 210, 200]);
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      const corner = (MARGIN + r * PITCH + 6) * pixels.width + MARGIN + c * PITCH + 7;
      for (let k = 0; letter === "1" && k < PITCH * PITCH; k++) {
        const at = 4 * (corner + (Math.floor(k / PITCH) - 6) * pixels.width + (k % PITCH) - 7);
        pixels.data.set(
          pixels.data.slice(at, at + 3).map((value) => value - Math.min(value, 6)),
          at,
        ); // a little darker
      }
      const ring = letter === "o" ? GLYPHS["0"].split(" ") : [];
      ring.forEach((bits, y) =>
        [...bits].forEach((bit, x) => bit === "1" && pixels.data.set([0, 0, 0], 4 * (corner + y * pixels.width + x))),
      );
    }),
  );
  assert.deepEqual(likeliest(readPicture(pixels).reading), { kind: "minesweeper", grid });
});

test("a slitherlink of dots", () => {
  const { reading, corners, cells } = readPicture(board(SLITHERLINK, true));
  assert.deepEqual(likeliest(reading), { kind: "slitherlink", grid: SLITHERLINK });
  assert.deepEqual(doubtful(reading), []);
  assert.ok(reading.whole);
  assert.ok(Math.hypot(corners[0][0] - MARGIN, corners[0][1] - MARGIN) < 4);
  assert.ok(Math.hypot(cells[6][0] - MARGIN - 1.5 * PITCH, cells[6][1] - MARGIN - 1.5 * PITCH) < 4);
});

test("a binoxxo of X and O, dark and light", () => {
  const light = board(BINOXXO, false);
  assert.deepEqual(likeliest(readPicture(light).reading), { kind: "binoxxo", grid: BINOXXO });
  const data = light.data.map((value, i) => (i % 4 === 3 ? 255 : 255 - value));
  assert.deepEqual(likeliest(readPicture({ ...light, data }).reading), { kind: "binoxxo", grid: BINOXXO });
});

for (const [name, pitch, scale] of [
  ["", PITCH, 2],
  [", small in large cells", 2 * PITCH, 1],
])
  test(`a nonogram with its numbers left and above${name}`, () => {
    const [rows, cols] = [
      [[1, 1], [5], [5], [3], [1]],
      [[2], [4], [4], [4], [2]],
    ];
    const start = 90;
    const { pixels, box, glyph } = page(start + 5 * pitch + 30, start + 5 * pitch + 30);
    for (let k = 0; k <= 5; k++) {
      box(start + k * pitch, start, 1, 5 * pitch);
      box(start, start + k * pitch, 5 * pitch + 1, 1);
    }
    const [step, middle] = [8 * scale + 1, pitch / 2];
    rows.forEach((runs, r) =>
      [...runs]
        .reverse()
        .forEach((run, k) => glyph(run, start - step * (k + 1), start + r * pitch + middle - 3 * scale, scale)),
    );
    cols.forEach((runs, c) =>
      [...runs]
        .reverse()
        .forEach((run, k) => glyph(run, start + c * pitch + middle - 2 * scale, start - step * (k + 1), scale)),
    );
    assert.deepEqual(likeliest(readPicture(pixels).reading), { kind: "nonogram", rows, cols });
  });

/** Returns the lengths of the runs of 1 in a line. */
const lengths = (line) => (line.match(/1+/g) ?? []).map((run) => run.length);

const FIRST = { x: 112, y: 112 }; // the upper left corner of the board of a nonogram
const ROWS = Array.from({ length: 12 }, (_, r) =>
  Array.from({ length: 10 }, (_, c) => Number(c % 3 ? (7 * r + 5 * c) % 4 < 2 : r % 11 > 0)).join(""),
);
const numbersOf = (rows) => ({
  rows: rows.map(lengths),
  cols: [...rows[0]].map((_, c) => lengths(rows.map((row) => row[c]).join(""))),
});
const NUMBERS = numbersOf(ROWS);

/**
 * Draws a nonogram of ten columns with small digits; `others` are drawn instead of some. `more` draws next to it. Only
 * some lines are drawn, each with a width. The numbers of rows begin `apart` points left of the board.
 */
function numbered(others, more, { rows, cols } = NUMBERS, [every, width] = [1, 1], apart = 8) {
  const { pixels, box, glyph } = page(340, 380);
  for (let k = 0; k <= 10; k += every) box(FIRST.x + k * PITCH, FIRST.y, width, rows.length * PITCH);
  for (let k = 0; k <= rows.length; k += every) box(FIRST.x, FIRST.y + k * PITCH, 10 * PITCH + width, width);
  const number = (run, x, y) => [...String(run)].forEach((digit, k) => glyph(others[digit] ?? digit, x + 6 * k, y, 1));
  rows.forEach((runs, r) =>
    [...runs].reverse().forEach((run, k) => number(run, FIRST.x - apart - 14 * k, FIRST.y + r * PITCH + 6)),
  );
  cols.forEach((runs, c) =>
    [...runs]
      .reverse()
      .forEach((run, k) => number(run, FIRST.x + c * PITCH + 10 - 3 * String(run).length, FIRST.y - 9 - STEP * k)),
  );
  more(glyph, box);
  return pixels;
}
const STEP = 10; // from number to number in a column

test("numbers of a nonogram in unusual styles", () => {
  GLYPHS.small = "00000 00000 00000 01110 10001 10001 01110";
  GLYPHS.hooked = "01110 00010 00010 00010 00010 00010 00010";
  const title = (glyph) => {
    const top = FIRST.y - 9 - STEP * (NUMBERS.cols[4].length - 1) - 24; // somewhat more than two steps above the numbers
    for (const column of [4, 5]) glyph("3", FIRST.x + column * PITCH + 7, top, 1);
  };
  for (const [style, others, more] of [
    ["digits of one height", {}, () => {}],
    ["zeros as high as small letters", { 0: "small" }, () => {}],
    ["ones that look like sevens", { 1: "hooked" }, () => {}],
    ["digits of a title above the numbers", {}, title],
  ])
    assert.deepEqual(likeliest(readPicture(numbered(others, more)).reading), { kind: "nonogram", ...NUMBERS }, style);
});

test("numbers of a nonogram next to the frame of the board", () => {
  for (const apart of [6, 5, 4])
    assert.deepEqual(
      likeliest(readPicture(numbered({}, () => {}, NUMBERS, [1, 1], apart)).reading),
      { kind: "nonogram", ...NUMBERS },
      `${apart - 5} points between them`,
    );
});

test("strokes that are lost in a digit, and the faint end of a bar, do not change the numbers of a nonogram", () => {
  GLYPHS.parted = "11111 00000 00000 11010 00001 00001 11110";
  GLYPHS.halves = "01010 10001 10001 10001 10001 10001 01010";
  const cells = ["1111100000", "0111111000", "0111110111", "0000000000", "1010101011"];
  const { rows, cols } = numbersOf([...cells, ...cells]);
  const numbers = { rows: rows.map((runs) => (runs.length ? runs : [0])), cols };
  const ends = (_, box) =>
    [0, 1, 5, 6].forEach((r) => box(FIRST.x - 17, FIRST.y + r * PITCH + 5, 1, 9, [175, 175, 175]));
  for (const [style, others, more] of [
    ["the top of a 5", { 5: "parted" }, () => {}],
    ["the halves of a 0", { 0: "halves" }, () => {}],
    ["the end of a bar", {}, ends],
  ])
    assert.deepEqual(likeliest(readPicture(numbered(others, more, numbers)).reading), { kind: "nonogram", rows, cols }, style); // prettier-ignore
});

const STRUCK = { rows: [[3, 1], [2, 2], [5], [1, 3], [2]], cols: [[3], [3, 1], [1, 2], [1, 3], [4]] }; // prettier-ignore
const WIDE = 30; // points of a cell

test("numbers of a nonogram that are crossed out", () => {
  const start = 10 + 2 * WIDE;
  const { pixels, box, glyph } = page(start + 5 * WIDE + 20, start + 5 * WIDE + 20);
  for (let k = 0; k <= 5; k++) {
    box(start + k * WIDE, start, 2, 5 * WIDE + 2);
    box(start, start + k * WIDE, 5 * WIDE + 2, 2);
  }
  const number = (run, column, row) => {
    const [x, y] = [start + column * WIDE + 11, start + row * WIDE + 8];
    glyph(run, x, y);
    if ((column + row) % 3) box(x - 3, y + 6, 16, 1);
  };
  STRUCK.rows.forEach((runs, r) => runs.forEach((run, k) => number(run, k - runs.length, r)));
  STRUCK.cols.forEach((runs, c) => runs.forEach((run, k) => number(run, c, k - runs.length)));
  assert.deepEqual(likeliest(readPicture(pixels).reading), { kind: "nonogram", ...STRUCK });
});

test("digits that touch the lines of their box, and two far from its middle, are parts without those lines", () => {
  const side = 32;
  const drawn = (/** @type {number[][]} */ boxes) => {
    const ink = new Float32Array(side * side);
    for (const [left, top, wide, tall] of boxes)
      for (let y = top; y < top + tall; y++) ink.fill(100, y * side + left, y * side + left + wide);
    return numeralParts({ ink, peak: 100 }).blobs.map(({ left, top, width, height }) => [left, top, width, height]);
  };
  const [low, one, other] = [[12, 9, 8, 20], [4, 8, 4, 18], [25, 8, 4, 18]]; // prettier-ignore
  const [upright, level] = [[[0, 0, 2, 32], [30, 0, 2, 32]], [[0, 28, 32, 4]]]; // prettier-ignore
  assert.deepEqual(drawn([...upright, ...level, low]), [[12, 9, 8, 19]]);
  assert.deepEqual(drawn([...upright, one, other]), [one, other]);
  assert.deepEqual(drawn([...level, one, other]), []);
});

test("a figure that may be no digit can be left out of its line, at a cost", () => {
  const figure = (digit, strange) => {
    const scores = Array.from({ length: 14 }, (_, k) => (k === digit ? 1 - strange : 0));
    scores[CLASSES.indexOf("?")] = strange;
    return { glyph: { scores }, choices: [{ value: String(digit), likelihood: 1 }], x: 0, y: 0 };
  };
  const read = (...strange) => {
    const figures = strange.map((odd, k) => figure(k + 1, odd));
    return cluesReadings({ figures, joins: strange.slice(1).map(() => 0) }, 9).map(({ value }) => value);
  };
  assert.deepEqual(read(0.9, 0.1, 0), ["1 2 3", "2 3", "1 3", "3", "1 2", "2", "1", "0"]);
  assert.deepEqual(read(0.9), ["1", "0"]);
  assert.deepEqual(read(0, 0), ["1 2", "1", "2", "0"]);
});

test("a nonogram of which only the thick lines show, and blank cells without numbers", () => {
  const numbers = numbersOf(ROWS.slice(0, 10));
  const blocks = numbered({}, () => {}, numbers, [5, 2]);
  assert.deepEqual(likeliest(readPicture(blocks).reading), { kind: "nonogram", ...numbers });
  const none = { rows: numbers.rows.map(() => []), cols: numbers.cols.map(() => []) };
  assert.equal(readPicture(numbered({}, () => {}, none, [5, 2])).reading, null);
});

test("cells in blocks are found in uneven light if their own lines show, too", () => {
  const [block, inner] = [60, 12];
  const cells = (faint) => {
    const { pixels, box } = page(4 * block, 4 * block);
    const line = (k, wide, colour) => {
      box(30 + k, 30, wide, 3 * block, colour);
      box(30, 30 + k, 3 * block, wide, colour);
    };
    if (faint) for (let k = inner; k < 3 * block; k += inner) line(k, 1, [245, 245, 245]);
    for (let k = 0; k <= 3; k++) line(k * block, 2, [100, 100, 100]);
    const light = (i) => 1 - (0.6 * (i % (4 * block))) / (4 * block);
    const grey = Float32Array.from({ length: 16 * block ** 2 }, (_, i) => pixels.data[4 * i] * light(i));
    return inBlocks({ width: 4 * block, height: 4 * block, scale: 1, channels: [grey, grey, grey], grey });
  };
  assert.equal(cells(true)?.nodes.length, 15 * 15);
  assert.equal(cells(false), null);
});

/**
 * Returns the numbers of three rows, in strips or boxes of 32 points, next to a board on the right. `draw` gets the
 * means to draw and the middle of each row.
 */
function rowsOfNumbers(boxes, draw) {
  const side = 32;
  const { pixels, box, glyph } = page(5 * side, 5 * side);
  draw(box, glyph, [1.5, 2.5, 3.5].map((row) => row * side)); // prettier-ignore
  const grey = Float32Array.from({ length: 25 * side * side }, (_, i) => pixels.data[4 * i]);
  const coarse = { width: 5 * side, height: 5 * side, scale: 1, channels: [grey, grey, grey], grey };
  const fine = { ...coarse, isDark: () => false, strokes: (dark) => strokesOf(coarse, 26, dark) };
  const place = (row, column) => [(column + 4.5) * side, (row + 1.5) * side];
  const source = { picture: fine, place, patch: patchesOf({ coarse, fine }, place), scale: 1, least: 10 };
  const lines = cluesOf(source, { top: 0, left: 0, bottom: 2, right: 0 }, false, {
    boxes,
    length: 4,
    found: () => true,
  });
  return lines.map((line) => cluesReadings(line, 60)[0].value);
}

test("the blurred side of a line next to numbers does not join them", () => {
  const values = rowsOfNumbers(0, (box, glyph, middles) => {
    for (const y of middles) {
      box(20, y - 16, 108, 2, [60, 60, 60]);
      for (let x = 20; x < 120; x += 36) box(x, y - 14, 34, 1, [150, 150, 150]);
      ["2", "3", "5"].forEach((digit, k) => glyph(digit, 26 + 32 * k, y - 13, 3));
    }
  });
  assert.deepEqual(values, ["2 3 5", "2 3 5", "2 3 5"]);
});

test("numbers of a row are read next to a part of a line that is much darker", () => {
  const values = rowsOfNumbers(0, (box, glyph, middles) => {
    for (const y of middles)
      ["2", "3", "5"].forEach((digit, k) => glyph(digit, 26 + 32 * k, y - 10, 3, [190, 190, 190]));
    box(12, middles[1] - 4, 2, 40);
  });
  assert.deepEqual(values, ["2 3 5", "2 3 5", "2 3 5"]);
});

test("digits that a part of a thick line joins are read in the rows of the others", () => {
  const values = rowsOfNumbers(0, (box, glyph, middles) => {
    for (const y of middles) [..."21325374"].forEach((digit, k) => glyph(digit, 1 + 16 * k, y - 7));
    box(65, middles[1] + 7, 26, 4);
  });
  assert.deepEqual(values, Array(3).fill("2 1 3 2 5 3 7 4"));
});

test("digits of many that are not read clearly are sharpened, and compared with each other", () => {
  const { height, width } = SHAPE;
  const shapeOf = (digit) => {
    const rows = GLYPHS[digit].split(" ");
    return Float32Array.from({ length: height * width }, (_, i) => {
      const [row, column] = [Math.floor((i / width) * (7 / height)), Math.floor((i % width) / 3)];
      return Number(rows[row][column] ?? 0);
    });
  };
  const digits = [..."1213121221"];
  const figureOf = (digit, k) => {
    const [first, second] = k === 4 ? ["2", digit] : [digit, "7"]; // one is misread
    const scores = new Float32Array(CLASSES.length);
    scores[CLASSES.indexOf(first)] = 0.6;
    scores[CLASSES.indexOf(second)] = 0.4;
    const choices = [{ value: first, likelihood: 0.6 }, { value: second, likelihood: 0.4 }]; // prettier-ignore
    return { glyph: { shape: shapeOf(digit), scores }, choices, x: 0, y: 0 };
  };
  const lines = (count) => Array.from({ length: count }, () => ({ figures: digits.map(figureOf), joins: [] }));
  const read = (some) =>
    refocused(some)[0]
      .figures.map(({ choices }) => choices[0].value)
      .join("");
  assert.equal(read(lines(20)), digits.join(""));
  assert.equal(read(lines(10)), "1213221221");
});

test("what is left of the border of a box is not a 1 after the number in it", () => {
  const values = rowsOfNumbers(2, (box, glyph, middles) => {
    for (let k = 1; k <= 4; k++) {
      box(32 * k - 1, 32, 2, 97);
      box(64, 32 * k - 1, 64, 2);
    }
    for (const y of middles) {
      glyph("5", 96 + 9, y - 10, 3);
      box(96 + 27, y - 8, 2, 17);
    }
  });
  assert.deepEqual(values, ["5", "5", "5"]);
});

test("a nonogram whose filled cells have no lines between them", () => {
  const rows = ROWS.map((row, r) => (r > 3 && r < 11 ? `0${"1".repeat(8)}0` : row));
  const filled = (_, box) => box(FIRST.x + PITCH, FIRST.y + 4 * PITCH, 8 * PITCH, 7 * PITCH);
  const { reading } = readPicture(numbered({}, filled, numbersOf(rows)));
  assert.deepEqual(likeliest(reading), { kind: "nonogram", ...numbersOf(rows) });
  assert.deepEqual(reading.progress.board.slice(3, 6), ["??????????", "?########?", "?########?"]);
});

test("two numbers of a nonogram in which most lines have one number of two digits", () => {
  const FULL = Array.from({ length: 11 }, () => [12]);
  const numbers = { rows: [...FULL, [4, 7]], cols: FULL.map(() => [12]).toSpliced(4, 0, [11]) };
  const start = 112;
  const { pixels, box, glyph } = page(400, 400);
  for (let k = 0; k <= 12; k++) {
    box(start + k * PITCH, start, 1, 12 * PITCH);
    box(start, start + k * PITCH, 12 * PITCH + 1, 1);
  }
  const number = (run, x, y) => [...String(run)].forEach((digit, k) => glyph(digit, x + 7 * k, y, 1));
  numbers.rows.forEach((runs, r) =>
    [...runs]
      .reverse()
      .forEach((run, k) => number(run, start - 2 - 7 * String(run).length - 16 * k, start + r * PITCH + 6)),
  );
  numbers.cols.forEach(([run], c) => number(run, start + c * PITCH + 3, start - 9));
  assert.deepEqual(likeliest(readPicture(pixels).reading), { kind: "nonogram", ...numbers });
});

test("a player's lines, filled cells and crosses are marks", () => {
  const lined = board(SLITHERLINK, true);
  for (let x = MARGIN + PITCH; x < MARGIN + 2 * PITCH; x++)
    for (let y = MARGIN - 2; y < MARGIN + 3; y++) lined.data.set([0, 0, 0, 255], 4 * (y * lined.width + x));
  for (let k = -2; k < 3; k++)
    for (const y of [MARGIN + k, MARGIN - k])
      lined.data.set([90, 90, 90, 255], 4 * (y * lined.width + MARGIN + 3.5 * PITCH + k));
  const { reading } = readPicture(lined);
  assert.deepEqual(likeliest(reading).grid, SLITHERLINK);
  assert.deepEqual(reading.progress.edges.h, ["?-?x?", "?????", "?????", "?????", "?????", "?????"]);
  const { pixels, box, glyph } = page(200, 200);
  for (let k = 0; k <= 5; k++) {
    box(60 + k * PITCH, 60, 2, 5 * PITCH);
    box(60, 60 + k * PITCH, 5 * PITCH + 2, 2);
    if (k < 5) glyph("1", 26, 60 + k * PITCH + 10);
    if (k < 5) glyph("1", 60 + k * PITCH + 13, 26);
  }
  for (let k = 0; k < 2; k++) box(60 + k * PITCH, 60 + k * PITCH, PITCH, PITCH);
  for (let d = 0; d < 10; d++) for (const y of [65 + d, 74 - d]) box(60 + 3 * PITCH + 5 + d, y, 2, 1);
  const nonogram = readPicture(pixels).reading;
  assert.deepEqual([nonogram.kind, nonogram.width, nonogram.height], ["nonogram", 5, 5]);
  assert.deepEqual(nonogram.progress.board, ["#??.?", "?#???", "?????", "?????", "?????"]);
});

/** Draws lines of 3 points between dots: from a dot to another one in its row or column. */
function withLines(pixels, lines) {
  for (const [[r, c], [r2, c2]] of lines)
    for (let y = MARGIN + r * PITCH - 1; y < MARGIN + r2 * PITCH + 2; y++)
      for (let x = MARGIN + c * PITCH - 1; x < MARGIN + c2 * PITCH + 2; x++)
        pixels.data.set([0, 0, 0, 255], 4 * (y * pixels.width + x));
  return pixels;
}

test("dots under a player's lines belong to the board", () => {
  const rows = [0, 1, 2, 3, 4, 5].flatMap((r) => [[[r, 0], [r, 2]], [[r, 4], [r, 5]]]); // prettier-ignore
  const { reading } = readPicture(withLines(board(SLITHERLINK, true), rows));
  assert.deepEqual(likeliest(reading), { kind: "slitherlink", grid: SLITHERLINK });
  assert.deepEqual(reading.progress.edges.h, Array(6).fill("--??-"));
  const columns = [0, 1, 2, 3, 4, 5].flatMap((c) => [[[0, c], [1, c]], [[2, c], [5, c]]]); // prettier-ignore
  const upright = readPicture(withLines(board(SLITHERLINK, true), columns)).reading;
  assert.deepEqual(
    upright.progress.edges.v,
    [0, 1, 2, 3, 4].map((r) => (r === 1 ? "??????" : "||||||")),
  );
});

test("in Tatham's Loopy, black lines are drawn, thin grey ones crossed out and yellow ones undecided", () => {
  const { pixels, box, glyph } = page(5 * 32 + 2 * MARGIN, 5 * 32 + 2 * MARGIN);
  box(0, 0, pixels.width, pixels.height, [229, 229, 229]);
  const edges = { h: ["-x???", "?????", "??x??", "?????", "?????", "--???"], v: ["|x????", "??????", "??????", "?|????", "??????"] }; // prettier-ignore
  for (const [way, rows] of Object.entries(edges))
    rows.forEach((row, r) =>
      [...row].forEach((mark, c) => {
        const [x, y] = [MARGIN + c * 32, MARGIN + r * 32];
        const thick = mark === "x" ? 1 : 3;
        const colour = { "?": [205, 205, 0], x: [204, 204, 204] }[mark] ?? [0, 0, 0];
        if (way === "h") box(x, y - (thick >> 1), 33, thick, colour);
        else box(x - (thick >> 1), y, thick, 33, colour);
      }),
    );
  SLITHERLINK.forEach((row, r) =>
    [...row].forEach((letter, c) => letter !== "." && glyph(letter, MARGIN + c * 32 + 12, MARGIN + r * 32 + 10)),
  );
  for (let r = 0; r <= 5; r++) for (let c = 0; c <= 5; c++) box(MARGIN + c * 32 - 2, MARGIN + r * 32 - 2, 5, 5);
  const { reading } = readPicture(pixels);
  assert.deepEqual(likeliest(reading), { kind: "slitherlink", grid: SLITHERLINK });
  assert.deepEqual(reading.progress.edges, edges);
});

test("in Tatham's Pattern, grey cells are undecided, black ones filled, white ones empty, also on a dark page", () => {
  const read = (/** @type {string[]} */ marks, paper = 229, ink = 0) => {
    const { pixels, box, glyph } = page(200, 200);
    box(0, 0, 200, 200, [paper, paper, paper]);
    box(60, 60, 5 * PITCH + 2, 5 * PITCH + 2, [76, 76, 76]);
    for (let k = 0; k < 5; k++) {
      glyph("1", 26, 60 + k * PITCH + 4, 2, [ink, ink, ink]);
      glyph("1", 60 + k * PITCH + 7, 26, 2, [ink, ink, ink]);
    }
    const shades = { "?": [128, 128, 128], "#": [0, 0, 0], ".": [255, 255, 255] };
    marks.forEach((row, r) =>
      [...row].forEach((mark, c) =>
        box(62 + c * PITCH, 62 + r * PITCH, PITCH - 2, PITCH - 2, shades[/** @type {"?"} */ (mark)]),
      ),
    );
    const { reading } = readPicture(pixels, "nonogram");
    assert.deepEqual(likeliest(reading), { kind: "nonogram", rows: Array(5).fill([1]), cols: Array(5).fill([1]) });
    return reading.progress.board;
  };
  for (const marks of [
    ["#.??.", "?#???", "?.???", "?????", "?????"],
    ["???..", "?????", "?.???", "?????", "?????"],
    ["#????", "?#???", "?????", "?????", "?????"],
  ])
    assert.deepEqual(read(marks), marks);
  const dark = ["#????", "?#???", "??#??", "?????", "?????"];
  assert.deepEqual(read(dark, 51, 255), dark);
  assert.equal(read(Array(5).fill("?????")), undefined);
});

test("three cells of two colours are a binoxxo, two are not", () => {
  const tiles = [[1, 2, [40, 60, 160]], [3, 3, [230, 180, 60]], [4, 1, [40, 60, 160]]]; // prettier-ignore
  const read = (count) => {
    const { pixels, box } = page(6 * PITCH + 2 * MARGIN, 6 * PITCH + 2 * MARGIN);
    for (let k = 0; k <= 6; k++) {
      box(MARGIN + k * PITCH, MARGIN, 1, 6 * PITCH + 1);
      box(MARGIN, MARGIN + k * PITCH, 6 * PITCH + 1, 1);
    }
    for (const [row, column, colour] of tiles.slice(0, count))
      box(MARGIN + column * PITCH + 1, MARGIN + row * PITCH + 1, PITCH - 1, PITCH - 1, colour);
    const { reading } = readPicture(pixels, "binoxxo");
    return reading && likeliest(reading).grid;
  };
  assert.deepEqual(read(3), ["......", "..X...", "......", "...O..", ".X....", "......"]);
  assert.equal(read(2), null);
});

/** Draws tiles as Tatham's Unruly does; givens have a bevelled frame of this contrast inside, others one of `faint`. */
function tiles(grid, own, contrast = 25, faint = 0) {
  const pitch = 32;
  const { pixels, box } = page(6 * pitch + 2 * MARGIN, 6 * pitch + 2 * MARGIN);
  box(MARGIN - 2, MARGIN - 2, 6 * pitch + 5, 6 * pitch + 5, [76, 76, 76]);
  own.forEach((row, r) =>
    [...row].forEach((value, c) => {
      const [x, y] = [MARGIN + c * pitch + 1, MARGIN + r * pitch + 1];
      const tone = (/** @type {number} */ shade) => [shade, shade, shade];
      const shade = { ".": 128, X: 51, O: 213 }[value];
      box(x, y, pitch - 1, pitch - 1, tone(shade));
      const step = value === "." ? 0 : grid[r][c] === "." ? faint : contrast;
      box(x + 6, y + 6, 19, 20, tone(shade - step));
      box(x + 7, y + 7, 19, 20, tone(shade + step));
      box(x + 7, y + 7, 18, 19, tone(shade));
    }),
  );
  return pixels;
}

const TILES = ["...OX.", "OX....", "O..XX.", "......", "......", "OX..X."];
const PLAYED = ["..XOX.", "OX..O.", "O..XX.", "......", ".XO...", "OX..X."];

test("tiles with bevelled edges, as Tatham's Unruly draws givens, are not digits of minesweeper", () => {
  const { reading } = readPicture(tiles(TILES, TILES));
  assert.deepEqual(likeliest(reading), { kind: "binoxxo", grid: TILES });
  assert.deepEqual(reading.progress, {});
});

test("if tiles of a player fill most of the board, its few blank cells are found by their plain faces", () => {
  const givens = ["O.XX..", "XO..X.", "O.X...", ".O.O.X", "....OX", "XX.O.O"];
  const board = ["O.XX.X", "XOO.XO", "O.X.XO", ".OXO.X", "OXOXOX", "XX.O.O"];
  const { reading } = readPicture(tiles(givens, board));
  assert.deepEqual(likeliest(reading), { kind: "binoxxo", grid: givens });
  assert.deepEqual(reading.progress.board, board);
});

test("plain tiles next to bevelled ones are the player's; if the difference is small, the board is in doubt", () => {
  const { reading } = readPicture(tiles(TILES, PLAYED));
  assert.deepEqual(likeliest(reading), { kind: "binoxxo", grid: TILES });
  assert.deepEqual([reading.progress.board, reading.whole], [PLAYED, true]);
  assert.equal(readPicture(tiles(TILES, PLAYED, 18, 11)).reading.whole, false);
  const plain = readPicture(tiles(PLAYED, PLAYED, 0)).reading;
  assert.deepEqual([likeliest(plain).grid, plain.progress, plain.whole], [PLAYED, {}, true]);
});

test("lines that a player drew around most cells do not make the cells of a slitherlink differ", () => {
  const grid = ["2...1.", ".33.2.", "31..2.", ".0..03", ".0.22.", ".0...3"];
  const h = ["-?-?-?", "x?-???", "?x?xxx", "-x???-", "?xx-?-", "xxxx??", "x???-?"];
  const v = ["|x????|", "??|||??", "??xx||x", "?x?|???", "??xx?|?", "xxx??x|"];
  const pitch = 32;
  const { pixels, box, glyph } = page(6 * pitch + 2 * MARGIN, 6 * pitch + 2 * MARGIN);
  box(0, 0, pixels.width, pixels.height, [230, 230, 230]);
  const line = (mark, x, y, wide, tall) => {
    if (mark === "x") return box(x, y, wide, tall, [207, 207, 207]);
    box(
      x - (wide === 1),
      y - (tall === 1),
      Math.max(3, wide),
      Math.max(3, tall),
      mark === "?" ? [207, 207, 0] : [0, 0, 0],
    );
  };
  h.forEach((row, r) => [...row].forEach((mark, c) => line(mark, MARGIN + c * pitch, MARGIN + r * pitch, pitch, 1)));
  v.forEach((row, r) => [...row].forEach((mark, c) => line(mark, MARGIN + c * pitch, MARGIN + r * pitch, 1, pitch)));
  for (let r = 0; r <= 6; r++)
    for (let c = 0; c <= 6; c++) {
      const [x, y] = [MARGIN + c * pitch, MARGIN + r * pitch];
      box(x - 1, y - 1, 4, 4);
      if ((grid[r]?.[c] ?? ".") !== ".") glyph(grid[r][c], x + 12, y + 9);
    }
  const { reading } = readPicture(pixels);
  assert.deepEqual(likeliest(reading), { kind: "slitherlink", grid });
  assert.deepEqual(reading.progress.edges, { h, v });
});

test("a few digits of two colours are not the tiles of a binoxxo", () => {
  const grid = [...Array(9).fill("............"), "......2.12..", "......1.1.12", "......1...1."];
  const { pixels, box, glyph } = page(12 * PITCH + 2 * MARGIN, 12 * PITCH + 2 * MARGIN);
  grid.forEach((row, r) =>
    [...row].forEach((digit, c) => {
      const [x, y] = [MARGIN + c * PITCH, MARGIN + r * PITCH];
      box(x, y, PITCH, PITCH, [120, 120, 120]);
      box(x, y, PITCH - 1, PITCH - 1, digit === "." ? [228, 228, 228] : [215, 215, 215]);
      if (digit !== ".") glyph(digit, x + 5, y + 3, 2, digit === "1" ? [0, 0, 255] : [0, 128, 0]);
    }),
  );
  assert.equal(readPicture(pixels).reading?.kind, "minesweeper");
});

/** Draws 10 x 10 dots of 5 x 5 points, 20 points apart, with these margins around their middles. */
function dotsWithin({ left = 12, top = 12, right = 12, bottom = 12 }) {
  const [width, height] = [left + 181 + right, top + 181 + bottom];
  const grey = new Float32Array(width * height).fill(250);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [(x - left + 22) % 20, (y - top + 22) % 20];
      if (across < 5 && down < 5 && x >= left - 2 && y >= top - 2 && x <= left + 182 && y <= top + 182)
        grey[y * width + x] = 0;
    }
  return { width, height, scale: 1, channels: [grey, grey, grey], grey };
}

test("dots of which the picture has only one half belong to the board", () => {
  for (const side of ["left", "top", "right", "bottom"]) {
    const { nodes, full } = findDots(dotsWithin({ [side]: 0 }));
    assert.deepEqual([nodes.length, full], [100, 1], side);
  }
});

test("a transparent page counts as white, and the edge of a shadow is not taken for ink", () => {
  const plain = board(BINOXXO, false);
  const clear = { ...plain, data: plain.data.map((value, i) => (plain.data[i - (i % 4)] === 255 ? 0 : value)) };
  assert.deepEqual(likeliest(readPicture(clear).reading).grid, BINOXXO);
  const shaded = plain.data.map((value, i) => {
    const [x, y] = [(i >> 2) % plain.width, Math.floor((i >> 2) / plain.width)];
    return i % 4 === 3 || x + y < plain.width ? value : 0.65 * value;
  });
  assert.deepEqual(likeliest(readPicture({ ...plain, data: shaded }).reading).grid, BINOXXO);
});

test("what lies between a shadow and a line, or in a corner of a cell, is not taken for a number", () => {
  const plain = board(SLITHERLINK, true);
  for (const [slope, start] of [
    [1.25, 206],
    [1.5, 188],
  ]) {
    const shaded = plain.data.map((value, i) => {
      const [x, y] = [(i >> 2) % plain.width, Math.floor((i >> 2) / plain.width)];
      return i % 4 === 3 || x + slope * y < start ? value : 0.65 * value;
    });
    assert.deepEqual(likeliest(readPicture({ ...plain, data: shaded }).reading).grid, SLITHERLINK, `${slope}`);
  }
});

test("small numbers above large cells are read below a title", () => {
  const { pixels, box, glyph } = page(1000, 1300);
  const [left, top, pitch] = [200, 460, 140];
  for (let k = 0; k <= 5; k++) {
    box(left + k * pitch, top, 2, 5 * pitch);
    box(left, top + k * pitch, 5 * pitch, 2);
  }
  for (let k = 0; k < 5; k++) {
    glyph("3", left - 60, top + k * pitch + 60, 3);
    glyph("3", left + k * pitch + 64, top - 45, 3);
  }
  for (let k = 0; k < 5; k++) glyph("5", left + 4.5 * pitch + 20 * k, top - 420, 6);
  const { kind, rows, cols } = likeliest(readPicture(pixels).reading);
  assert.deepEqual([kind, rows, cols], ["nonogram", ...Array(2).fill(Array(5).fill([3]))]);
});

test("ink is as strong on a grey page as on a white one, unless the page is nearly black", () => {
  for (const [page, strength] of [
    [250, 200],
    [100, 200],
    [41, 200],
    [40, 200],
    [20, 100],
  ]) {
    // prettier-ignore
    const grey = new Float32Array(400).fill(page).fill(0, 210, 211);
    assert.equal(
      Math.max(...strokesOf({ width: 20, height: 20, scale: 1, channels: [grey], grey }, 4, false).grey),
      strength,
    );
  }
});

test("the map of a large board follows a page that bends towards its spine", () => {
  const [rows, columns, pitch] = [30, 45, 29];
  const xOf = (column) => pitch * column - 0.6 * Math.max(0, column - 36) ** 2;
  const yOf = (row, column) => pitch * row + 0.3 * Math.max(0, column - 36) ** 2;
  const nodes = Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return { row, column, x: xOf(column), y: yOf(row, column) };
  });
  const { place } = smooth(nodes);
  for (const column of [0, 20, 36, 40, 43]) {
    const [x, y] = place(12, column);
    assert.ok(Math.hypot(x - xOf(column), y - yOf(12, column)) < 0.1 * pitch, `column ${column}`);
  }
});

test("a board seen at an angle is read within its corners", () => {
  const flat = board(SLITHERLINK, true);
  const { width, height } = flat;
  const lean = rectified(flat, [
    [-15, -10],
    [width + 25, 5],
    [width + 10, height + 20],
    [-5, height + 5],
  ]).pixels;
  assert.deepEqual(likeliest(readPicture(lean).reading).grid, SLITHERLINK);
});

test("pictures without a puzzle are rejected", () => {
  assert.equal(readPicture(page(10, 10).pixels).refusal, "small");
  assert.equal(readPicture(page(400, 300).pixels).refusal, "portrait");
  const grid = Array.from({ length: 9 }, (_, r) =>
    Array.from({ length: 9 }, (_, c) => ((r * 3 + c + ((r / 3) | 0)) % 9) + 1),
  );
  assert.equal(readPicture(board(grid, false)).refusal, "nine-by-nine");
});

test("the header shows which pictures not to decode", () => {
  const png = (width, height) => {
    const bytes = new Uint8Array(40);
    bytes.set([0x89, 0x50, 0x4e, 0x47]);
    new DataView(bytes.buffer).setUint32(16, width);
    new DataView(bytes.buffer).setUint32(20, height);
    return headerProblem(bytes);
  };
  assert.equal(png(100_000, 1000), "large");
  assert.equal(png(1, 1), "small");
  assert.equal(png(800, 600), "");
  const jpeg = new Uint8Array(40);
  jpeg.set([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0x27, 0x10, 0x27, 0x10]);
  assert.equal(headerProblem(jpeg), "large");
  const webp = new Uint8Array(40);
  webp.set([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x58]);
  webp.set([0xff, 0x3f, 0, 0xff, 0x3f, 0], 24);
  assert.equal(headerProblem(webp), "large");
  assert.equal(headerProblem(new Uint8Array(3)), "");
});

test("sets of changes are ordered by cost, without repetition", () => {
  const costs = [0.5, 1, 1.25, 3];
  const changes = costs.map((cost, item) => ({ item, choice: 1, cost }));
  const all = [];
  for (let bits = 0; bits < 16; bits++) all.push(costs.reduce((sum, cost, k) => sum + (bits & (1 << k) ? cost : 0), 0));
  const found = [...setsOf(changes, 4)].map((set) => set.reduce((sum, { cost }) => sum + cost, 0));
  assert.deepEqual(
    found,
    all.filter((sum) => sum <= 4).sort((a, b) => a - b),
  );
});

test("sets in which a place is changed twice are not searched", () => {
  const changes = Array.from({ length: 40 }, (_, choice) => ({ item: 0, choice, cost: 0.1 }));
  assert.equal([...setsOf(changes, 4)].length, 41); // not 2^40 sets
});

/** Returns a result with two cells in a row. */
const twoCells = (first, second, more = {}) => ({
  kind: "slitherlink",
  ...{ width: 2, height: 1, progress: {}, plausible: 1, whole: true, lead: 1, ...more },
  items: [first, second].map((choices, column) => ({ at: { row: 0, column }, choices })),
});
const sure = (value) => [{ value, likelihood: 1 }];
const either = (a, b, p) => [
  { value: a, likelihood: p },
  { value: b, likelihood: 1 - p },
];
const verdicts = (unique) => async (document) => (unique.includes(document.grid[0]) ? "unique" : "none");

test("the solver decides between two kinds if it refutes one of them", async () => {
  const rival = twoCells(sure("2"), sure("."), { lead: -0.1 });
  const reading = twoCells(sure("1"), sure("."), { kind: "minesweeper", rival });
  for (const [unique, kind, values, verdict, proven] of [
    [["2."], "slitherlink", ["2", "."], "unique", false],
    [["1.", "2."], "minesweeper", ["1", "."], "unique", true],
    [[], "minesweeper", ["1", "."], "none", false],
  ]) {
    const found = await proof(reading, verdicts(unique));
    assert.deepEqual(
      [(found.rival ?? reading).kind, found.values, found.verdict, found.proven],
      [kind, values, verdict, proven],
    );
  }
});

test("the solver proves a reading, repairs it, or leaves it unproven", async () => {
  const proven = await proof(twoCells(sure("3"), either("1", "2", 0.8)), verdicts(["31"]));
  assert.deepEqual(proven, { values: ["3", "1"], verdict: "unique", proven: true, changed: [] });
  const mended = await proof(twoCells(sure("3"), either("1", "2", 0.8)), verdicts(["32"]));
  assert.deepEqual(mended, { values: ["3", "2"], verdict: "unique", proven: false, changed: [1] });
  const apart = await proof(twoCells(sure("1"), sure("."), { kind: "minesweeper" }), async () => "multiple");
  assert.deepEqual([apart.proven, apart.verdict], [false, "multiple"], "nothing was opened around the digit");
  const rival = await proof(twoCells(sure("3"), either("1", "2", 0.99)), verdicts(["31", "32"]));
  assert.deepEqual([rival.proven, rival.values], [false, ["3", "1"]]);
  const none = await proof(twoCells(sure("3"), either("1", "2", 0.99)), verdicts([]));
  assert.deepEqual([none.proven, none.verdict, none.values], [false, "none", ["3", "1"]]);
  const torn = await proof(twoCells(sure("3"), sure("1"), { whole: false }), verdicts(["31"]));
  assert.deepEqual([torn.proven, torn.verdict], [false, "unique"]);
  const near = { plausible: 0.6, lead: 0.1 };
  for (const [more, proven] of [
    [near, true],
    [{ ...near, plausible: 0.59 }, false],
    [{ ...near, lead: 0.09 }, false],
  ])
    // prettier-ignore
    assert.equal((await proof(twoCells(sure("3"), sure("1"), more), verdicts(["31"]))).proven, proven);
  for (const limits of [{ calls: 1 }, { tries: 1 }, { seconds: -1 }, { stopped: () => true }]) {
    const cut = await proof(twoCells(sure("3"), either("1", "2", 0.8)), verdicts(["31"]), limits);
    assert.equal(cut.proven, false);
  }
});

test("flaws that are visible without a solver", () => {
  const nonogram = { kind: "nonogram", width: 3, height: 2 };
  assert.ok(sound(nonogram, ["1 1", "3", "2", "1", "2"]));
  assert.ok(!sound(nonogram, ["1 1", "3", "2", "1", "1"]));
  assert.ok(!sound(nonogram, ["2 2", "3", "2", "2", "3"]));
  const field = { kind: "minesweeper", width: 3, height: 1 };
  assert.ok(sound(field, [".", "1", "0"]));
  assert.ok(!sound(field, [".", "2", "0"]));
  assert.ok(!sound(field, ["0", "1", "0"]));
  const binoxxo = { kind: "binoxxo", width: 4, height: 2 };
  assert.ok(sound(binoxxo, [..."XXO.", ..."...."]));
  assert.ok(!sound(binoxxo, [..."XXX.", ..."...."]));
});

test("places that contradict each other are doubtful, even if each is read clearly", () => {
  const read = (kind, width, height, values) =>
    doubtful({ kind, width, height, items: values.map((value) => ({ choices: [{ value, likelihood: 1 }] })) });
  assert.deepEqual(read("minesweeper", 3, 2, [..."7..1.."]), [0]);
  assert.deepEqual(read("binoxxo", 4, 2, [..."XXX.O..."]), [0, 1, 2]);
  assert.deepEqual(read("binoxxo", 4, 2, [..."XX.XO..."]), [0, 1, 3]);
  assert.deepEqual(read("nonogram", 3, 2, ["12", "1", "1", "1", "1"]), [0]);
  assert.deepEqual(read("nonogram", 3, 2, ["3", "0", "1", "0", "1"]), [0, 3]);
  assert.deepEqual(read("slitherlink", 2, 1, ["3", "."]), []);
});

const PICTURE = ["011110", "110011", "101101", "100001", "111111", "010010"];
const runsIn = (line) => (line.match(/1+/g) ?? ["0"]).map((run) => run.replace(/1+/, (ones) => ones.length)).join(" ");
const CLUES = [...PICTURE, ...[...PICTURE[0]].map((_, at) => PICTURE.map((row) => row[at]).join(""))].map(runsIn);

/** Returns a result for the nonogram with some lines misread. */
const misread = (changes) => ({
  kind: "nonogram",
  ...{ width: 6, height: 6, progress: {}, plausible: 1, whole: true, lead: 1 },
  items: CLUES.map((clue, line) => ({ at: { row: line }, choices: changes[line] ?? sure(clue) })),
});
const nonogram = documentOf(misread({}), CLUES);
const onlyTrue = async (document) => (JSON.stringify(document) === JSON.stringify(nonogram) ? "unique" : "none");

test("contradictory lines show which numbers were misread", async () => {
  const second = await proof(misread({ 1: either("2 4", CLUES[1], 0.9), 8: either("6", CLUES[8], 0.9) }), onlyTrue);
  assert.deepEqual(second, { values: CLUES, verdict: "unique", proven: true, changed: [1, 8] });
  const lost = await proof(misread({ 4: sure("5"), 7: sure("2 1 1") }), onlyTrue); // they follow from the rest of the board
  assert.deepEqual(lost, { values: CLUES, verdict: "unique", proven: false, changed: [4, 7] });
  const several = await proof(misread({ 0: either("3", CLUES[0], 0.8) }), async () => "multiple");
  assert.deepEqual([several.values, several.verdict, several.proven], [CLUES, "multiple", false]);
});

test("numbers of a line that cannot be read follow from the other lines and the total, of rows and of columns", () => {
  const right = ["3", "1", "1", "3", "1", "1"];
  const seconds = [0, 3].map((misread) => {
    const items = right.map((value, at) => ({ choices: [{ value: at === misread ? "13" : value, likelihood: 0.9 }] }));
    const found = [];
    for (const { values } of readingsOf({ items, width: 3 })) if (values && found.push(values) === 2) break;
    assert.deepEqual(found[0], right);
    return found[1];
  });
  assert.deepEqual(seconds, [
    ["1", "3", "1", "3", "1", "1"],
    ["3", "1", "1", "1", "1", "3"],
  ]);
});

test("numbers of a line cost as much as the characters that differ from those read, wherever they are", () => {
  const right = ["3", "1", "1", "3", "1", "1"];
  const costs = ["13", "4", "35", "1 3", "3 1"].map((read) => {
    const items = [read, ...right.slice(1)].map((value) => ({ choices: [{ value, likelihood: 0.9 }] }));
    for (const { values, cost } of readingsOf({ items, width: 3 }))
      if (values) return values[0] === right[0] ? cost : values;
  });
  assert.deepEqual(costs, [12.5, 12.5, 12.5, 14.5, 14.5]);
});

test("signs between the cells of a binoxxo", () => {
  const pixels = board(BINOXXO, false);
  const dot = (x, y) => pixels.data.set([0, 0, 0, 255], 4 * (y * pixels.width + x));
  const [row, column] = [MARGIN + 0.5 * PITCH, MARGIN + 2 * PITCH];
  for (let d = -2; d <= 2; d++)
    for (const side of [-1, 1]) {
      dot(column + d, row + side); // in the first row, after the second cell
      for (const wide of [0, 1]) {
        dot(column + 2 * PITCH + d + wide, row + PITCH + d); // in the second row, after the fourth
        dot(column + 2 * PITCH + d + wide, row + PITCH - d);
      }
    }
  const { grid, signs, distinct } = likeliest(readPicture(pixels).reading);
  assert.deepEqual([grid, distinct], [BINOXXO, false]);
  assert.deepEqual(signs.h, [".=...", "...x.", ".....", ".....", ".....", "....."]);
  assert.ok(signs.v.every((line) => line === "......"));
});

test("the edges of a line between two rows are not a sign if other lines have as much ink", () => {
  const pixels = board(BINOXXO, false);
  const bars = (row, column, reach, ink) => {
    const [x, y] = [MARGIN + (column + 0.5) * PITCH, MARGIN + row * PITCH];
    for (let d = -reach; d <= reach; d++)
      for (const side of [-1, 1])
        pixels.data.set(
          [255 - ink, 255 - ink, 255 - ink, 255],
          4 * (Math.round(y + side) * pixels.width + Math.round(x + d)),
        );
  };
  for (let column = 0; column < 5; column++) bars(2, column, PITCH / 2, 100);
  bars(4, 2, 2, 90);
  const { reading } = readPicture(pixels);
  assert.deepEqual(likeliest(reading), { kind: "binoxxo", grid: BINOXXO });
  assert.equal(reading.whole, false);
});

/** Draws a board as Tango does: pale lines, discs in shaded cells, and small signs where the lines end. */
function tango(grid, { h, v }) {
  const pitch = 70;
  const { pixels, box } = page(6 * pitch + 40, 6 * pitch + 40);
  const line = [222, 222, 218];
  const at = (n) => 20 + n * pitch;
  const disc = (x, y, colour) => {
    for (let d = -15; d <= 15; d++) {
      const half = Math.floor(Math.sqrt(240 - d * d));
      box(x - half, y + d, 2 * half + 1, 1, colour);
    }
  };
  const sign = (name, x, y) => {
    box(x - 9, y - 9, 19, 19, [255, 255, 255]);
    for (let d = -4; d <= 4; d++)
      if (name === "=") for (const side of [-3, 2]) box(x + d, y + side, 1, 2, [95, 90, 70]);
      else for (const side of [d, -d]) box(x + d, y + side, 2, 1, [95, 90, 70]);
  };
  const each = (rows, draw) =>
    rows.forEach((row, r) => [...row].forEach((name, c) => name !== "." && draw(name, r, c)));
  each(grid, (_, r, c) => box(at(c), at(r), pitch, pitch, [230, 229, 222]));
  for (let k = 0; k <= 6; k++) {
    box(at(k), 20, 1, 6 * pitch, line);
    box(20, at(k), 6 * pitch, 1, line);
  }
  each(grid, (name, r, c) => disc(at(c) + 35, at(r) + 35, name === "O" ? [245, 160, 30] : [50, 90, 200]));
  each(h, (name, r, c) => sign(name, at(c + 1), at(r) + 35));
  each(v, (name, r, c) => sign(name, at(c) + 35, at(r + 1)));
  return pixels;
}

test("small signs where the lines end, between few letters of two colours, and of one", () => {
  const signs = {
    h: ["xx...", "....x", ".....", ".....", "x....", "...=x"],
    v: ["x...=.", "x.....", "......", ".....x", ".=...="],
  };
  for (const grid of [
    [".....X", "......", "..X...", "...O..", "......", "O....."],
    [".....X", "......", "..X...", "...X..", "......", "X....."],
  ])
    assert.deepEqual(likeliest(readPicture(tango(grid, signs)).reading), {
      kind: "binoxxo",
      grid,
      signs,
      distinct: false,
    });
});

test("a small board between large square dots", () => {
  const [pitch, side] = [26, 8];
  const { pixels, box, glyph } = page(5 * pitch + 44, 5 * pitch + 44);
  for (let r = 0; r <= 5; r++)
    for (let c = 0; c <= 5; c++) {
      const [x, y] = [22 + c * pitch, 22 + r * pitch];
      box(x - side / 2, y - side / 2, side, side);
      if ((SLITHERLINK[r]?.[c] ?? ".") !== ".") glyph(SLITHERLINK[r][c], x + 9, y + 6);
    }
  const { reading } = readPicture(pixels);
  assert.deepEqual([reading.kind, likeliest(reading).grid], ["slitherlink", SLITHERLINK]);
});

test("the corners of cells around discs, or of the page around dots, are not taken for cells or dots", () => {
  const picture = (inked) => {
    const { pixels, box } = page(180, 180);
    for (let r = 0; r < 4; r++)
      for (let c = 0; c < 4; c++) if (inked(r, c)) box(36 + 32 * c, 36 + 32 * r, 10, 10, [r % 2 ? 200 : 20, 40, 160]);
    return coarseOf(pixels);
  };
  const quarters = (scale) => {
    const place = (row, column) => [scale * (32 + 16 * column + 1), scale * (32 + 16 * row + 1)];
    const nodes = Array.from({ length: 64 }, (_, i) => {
      const [row, column] = [i >> 3, i % 8];
      return { row, column, x: place(row, column)[0], y: place(row, column)[1] };
    });
    return { nodes, place, pitch: 16 * scale, error: 0, full: 1, others: [nodes.slice(0, 8)] };
  };
  const found = (inked, dots, cut = (lattice) => lattice) => {
    const seen = picture(inked);
    const lattice = cut(quarters(seen.scale));
    const whole = unquartered(seen, lattice, dots);
    return whole === lattice ? null : [whole.nodes.length, whole.pitch / seen.scale, whole.others[0].length];
  };
  assert.deepEqual(found(() => true, true), [16, 32, 2]); // prettier-ignore
  assert.deepEqual(found((r, c) => (r + c) % 3, false), [16, 32, 2]); // prettier-ignore
  assert.equal(found((r, c) => (r + c) % 3, true), null, "dots without gaps"); // prettier-ignore
  assert.equal(found((r, c) => r === c && r, false), null, "few of them"); // prettier-ignore
  assert.equal(found(() => false, false), null); // prettier-ignore
  const without = (lattice) => ({ ...lattice, nodes: lattice.nodes.filter(({ row }) => row) });
  assert.equal(found(() => true, true, without), null, "seven rows"); // prettier-ignore
});

test("where faint lines between cells cross, there are no dots", () => {
  const rows = ["001011", "010011", "110100", "001101", "110010", "101100"];
  const { pixels, box, glyph } = page(240, 240);
  box(0, 0, 240, 240, [17, 17, 17]);
  const at = (k) => 30 + 30 * k;
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      box(at(c), at(r), 30, 30, [31, 31, 31]);
      box(at(c), at(r), 30, 1, [27, 27, 27]);
      box(at(c), at(r), 1, 30, [27, 27, 27]);
      if (r && c) box(at(c) - 1, at(r) - 1, 3, 3, [21, 21, 21]);
      glyph(letter, at(c) + 10, at(r) + 8, 2, [230, 230, 230]);
    }),
  );
  const { reading } = readPicture(pixels);
  assert.deepEqual([reading.kind, reading.width, reading.height], ["binoxxo", 6, 6]);
});

test("figures of one shape are one digit: a group is offered as the digit that the network finds next", () => {
  const glyph = (shape, scores) => ({ shape: Float32Array.from(shape), scores: Float32Array.from(scores) });
  const scores = (first, second) =>
    Array.from({ length: 14 }, (_, k) => (k === first ? 0.8 : k === second ? 0.19 : 1e-4));
  const four = () => glyph([1, 0, 1, 0.9, 1, 0.1], scores(4, 9));
  const one = () => glyph([0, 1, 0.1, 0, 1, 1], scores(4, 1)); // in this font it is more like a 4
  const groups = groupsOf([four(), one(), four(), one(), one(), four()]);
  assert.deepEqual(groups.map(({ members }) => members).sort(), [[0, 2, 5], [1, 3, 4]]); // prettier-ignore
  const offered = othersOf(groups).map((set) => set.map(({ group, digit }) => `${group.members} ${digit}`));
  assert.ok(offered.some((set) => String(set) === "1,3,4 1"));
});

test("figures of one shape are read as another digit if the sums of a nonogram agree then", () => {
  const line = (first, second) => {
    const scores = Array.from({ length: 14 }, (_, k) => (k === first ? 0.8 : k === second ? 0.19 : 1e-4));
    const choices = [first, second].map((digit) => ({ value: String(digit), likelihood: scores[digit] }));
    const shape = Float32Array.from({ length: 10 }, (_, k) => Number(k === first));
    return { figures: [{ glyph: { shape, scores: Float32Array.from(scores) }, choices, x: 0, y: 0 }], joins: [] };
  };
  const values = (height) => {
    const lines = [...Array.from({ length: height }, () => line(2, 1)), line(1, 4), line(1, 4)];
    return ofOneFont(lines, 2).map(({ choices }) => choices[0].value);
  };
  assert.deepEqual(values(4), ["2", "2", "2", "2", "4", "4"]);
  assert.deepEqual(values(11), [...Array(11).fill("2"), "1", "1"]); // no other digits agree
});

test("figures that differ in one sample only are of two shapes", () => {
  const glyph = (...shape) => ({ shape: Float32Array.from(shape), scores: new Float32Array(14) });
  for (const at of [0, 1, 2]) {
    const shapes = [1, 0, 1, 0].map((value) => [1, 1, 1].map((one, k) => (k === at ? value : one)));
    assert.deepEqual(alike(shapes.map((shape) => glyph(...shape))).sort(), [[0, 2], [1, 3]], at); // prettier-ignore
  }
});

/** Returns a picture of gapped cells, with faint ones in the last two rows, and digits without borders above them. */
function faintRows() {
  const [pitch, width, height, cells] = [20, 200, 260, 8];
  const grey = new Float32Array(width * height).fill(20);
  const fill = (left, top, wide, tall, value) => {
    for (let y = top; y < top + tall; y++) grey.fill(value, y * width + left, y * width + left + wide);
  };
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      fill(20 + column * pitch, 60 + row * pitch, 17, 17, row < cells - 2 ? 90 : 42);
      if (!row) fill(26 + column * pitch, 43, 6, 14, 200);
    }
  return { width, height, scale: 1, channels: [grey, grey, grey], grey };
}

test("rows of cells that hardly differ from the page belong to the board, numbers above it do not", () => {
  const place = (row, column) => [28 + 20 * column, 68 + 20 * row];
  const nodes = Array.from({ length: 48 }, (_, i) => [i >> 3, i % 8])
    .filter(([row, column]) => row !== 2 || column !== 3)
    .map(([row, column]) => ({ row, column, x: place(row, column)[0], y: place(row, column)[1] }));
  const found = extended(faintRows(), { nodes, place, pitch: 20, error: 0, full: 47 / 48 });
  assert.deepEqual(extentOf(found.nodes), { top: 0, bottom: 7, left: 0, right: 7 });
  assert.equal(found.full, 1);
});

const PALE = [253, 246, 227]; // a page, and cells that hardly differ from it
const PALER = [255, 251, 240];

/** Draws discs of two colours on cells without lines, on a board turned by a slope. */
function discs(grid, slope = 0) {
  const { pixels, box } = page(grid[0].length * PITCH + 60, grid.length * PITCH + 60);
  const [cos, sin] = [1 / Math.hypot(1, slope), slope / Math.hypot(1, slope)];
  for (let y = 0; y < pixels.height; y++)
    for (let x = 0; x < pixels.width; x++) {
      const [u, v] = [x - pixels.width / 2, y - pixels.height / 2];
      const column = (cos * u + sin * v) / PITCH + grid[0].length / 2;
      const row = (cos * v - sin * u) / PITCH + grid.length / 2;
      const letter = grid[Math.floor(row)]?.[Math.floor(column)];
      const middle = Math.hypot((row % 1) - 0.5, (column % 1) - 0.5) < 0.33;
      const colour = middle ? { O: [33, 190, 215], X: [233, 30, 99] }[letter] : undefined;
      box(x, y, 1, 1, colour ?? (letter ? PALER : PALE));
    }
  return pixels;
}

for (const slope of [0, 0.02])
  test(`discs between which no line shows are divided by the outline of the board, turned by ${slope}`, () => {
    const { reading, corners } = readPicture(discs(BINOXXO, slope));
    assert.deepEqual(likeliest(reading), { kind: "binoxxo", grid: BINOXXO });
    const [x, y] = [30 + 60 * slope, 30 - 60 * slope];
    const off = [x - corners[0][0], y - corners[0][1], 180 - x - corners[2][0], 180 - y - corners[2][1]];
    assert.ok(Math.max(...off.map(Math.abs)) < 2, `${corners}`);
  });

test("a board of which some columns have no lines is read by its outline, instead of a part of it", () => {
  const grid = ["X..X....", "X..O....", "....X..X", "....XXO.", ".OO.O...", "..O....X", ".X......", "X..X.OOX"];
  const outcome = (lost, off) => {
    const { pixels, box, glyph } = page(220, 220);
    box(0, 0, 220, 220, PALE);
    box(MARGIN, MARGIN, 160, 160, PALER);
    for (let i = 0; i < 64; i++) {
      const [row, column] = [i >> 3, i % 8];
      const [x, y] = [MARGIN + PITCH * column, MARGIN + PITCH * row + (column > 4 ? off : -off)];
      if (lost.includes(column)) continue;
      for (const k of [0, PITCH - 1]) box(x + k, y, 1, PITCH, [246, 242, 230]);
      for (const k of [0, PITCH]) box(x, y + k, PITCH, 1, [246, 242, 230]);
    }
    grid.forEach((row, r) =>
      [...row].forEach((letter, c) => letter !== "." && glyph(letter, MARGIN + PITCH * c + 6, MARGIN + PITCH * r + 4)),
    );
    return readPicture(pixels);
  };
  for (const [lost, off] of [
    [[3], 1],
    [[3, 4], 2],
  ])
    // prettier-ignore
    assert.deepEqual(likeliest(outcome(lost, off).reading), { kind: "binoxxo", grid });
});

test("a rectangle in which nothing shows cells is not divided", () => {
  const { pixels, box } = page(220, 220);
  box(MARGIN, MARGIN, 160, 160, PALE);
  assert.equal(inOutline(coarseOf(pixels)), null);
});

test("a point of a turned lattice is at its place", () => {
  const place = (/** @type {number} */ row, /** @type {number} */ column) => [
    20 * column - 15 * row,
    15 * column + 20 * row,
  ];
  assert.deepEqual(inverse(place, ...place(3, 5), [0, 0]), [3, 5]);
});

test("a disc or ring that touches the frame of its cell is found by its ink", () => {
  /** Returns a cell with ink between two distances from its middle, over a part of the circle, in degrees. */
  const patch = (least, most, degrees, within = 0) => {
    const ink = Float32Array.from({ length: 1024 }, (_, i) => {
      const [x, y] = [(i % 32) - 15.5, Math.floor(i / 32) - 15.5];
      const [far, turn] = [Math.hypot(x, y), ((Math.atan2(y, x) * 180) / Math.PI + 367) % 360]; // from -7 degrees
      return (far > least && far < most && turn < degrees) || (far < 5 && turn < within) ? 100 : 50;
    });
    return { ink, width: 32, height: 32, channels: [ink, ink, ink], ground: [200, 200, 200], peak: 100 };
  };
  const blank = { ...patch(0, 0, 0), peak: 10 };
  const scores = Array.from({ length: 14 }, (_, k) => Number(k === 13));
  const glyph = (fill) => ({ width: 20, height: 20, fill, points: 99, scores, shape: [1], colour: [0, 0, 0], left: 6, top: 6 }); // prettier-ignore
  const read = (asked) => {
    const patches = Array.from({ length: 36 }, (_, i) => (i < 6 ? { ...blank, peak: 100 } : i === 20 ? asked : blank));
    const glyphs = patches.map((_, i) => (i < 6 ? glyph(i % 2 ? 0.4 : 0.9) : null));
    const extent = { top: 0, left: 0, bottom: 5, right: 5 };
    const place = (row, column) => [column * 10 + 10, row * 10 + 10];
    const grey = new Float32Array(6400).fill(200);
    const cells = { width: 6, height: 6, extent, place, patches, glyphs, least: 60, patch: () => blank };
    return binoxxo(cells, { width: 80, height: 80, scale: 1, channels: [grey], grey }, 1).items[20].choices[0];
  };
  const valueOf = (asked) => read(asked).value;
  assert.equal(valueOf(patch(0, 12, 360)), "X");
  assert.equal(valueOf(patch(9, 12, 360)), "O");
  assert.equal(valueOf(patch(9, 12, 360, 205)), "X"); // more than half of the directions
  assert.equal(valueOf(patch(9, 12, 360, 160)), "O");
  assert.equal(valueOf(patch(9, 12, 295)), "O"); // 20 of 24 directions
  assert.equal(valueOf(patch(9, 12, 285)), ".");
  assert.equal(valueOf(patch(6, 8.2, 360)), "O"); // three samples nearer than the others
  assert.equal(valueOf(patch(5.3, 6.2, 360)), ".");
  assert.equal(valueOf(patch(11.2, 13, 360)), "."); // farther
  for (const [peak, likelihood] of [
    [60, 0.95], // as much ink as a glyph has at least
    [59, 0.42],
  ]) {
    const ring = patch(9, 12, 360);
    const found = read({ ...ring, ink: ring.ink.map((one) => 0.6 * one), peak });
    assert.deepEqual([found.value, Math.round(100 * found.likelihood) / 100], ["O", likelihood]);
  }
});

/** Returns a picture of gapped cells, 20 points apart, in some rows. */
function gapped(rows, columns) {
  const [width, height] = [40 + 20 * columns, 80 + 20 * rows.at(-1)];
  const grey = new Float32Array(width * height).fill(250);
  for (const row of rows)
    for (let k = 0; k < columns; k++)
      for (let side = 0; side < 17; side++)
        for (const [x, y] of [
          [side, 0],
          [side, 16],
          [0, side],
          [16, side],
        ])
          // prettier-ignore
          for (const thick of [0, 1])
            grey[(20 + 20 * row + Math.abs(y - thick)) * width + 20 + 20 * k + Math.abs(x - thick)] = 20;
  return { width, height, scale: 1, channels: [grey, grey, grey], grey };
}

test("islands of cells belong to the board up to three rows away, in three rounds", () => {
  const rows = (picture) => [...new Set(findCells(picture).nodes.map(({ row }) => row))].length;
  const board = [0, 1, 2, 3, 4, 5, 6, 7];
  assert.equal(rows(gapped([...board, 10], 8)), 9);
  assert.equal(rows(gapped([...board, 11], 8)), 8);
  assert.equal(rows(gapped([...board, 10, 13, 16, 19], 8)), 11);
});

test("a lattice that is too torn, or a square of digits that are too small, is judged by exact limits", () => {
  const area = { top: 0, bottom: 20, left: 0, right: 20 };
  const nodes = (beyond) => Array.from({ length: 9 }, (_, k) => ({ row: k < beyond ? 22 : 5, column: 5, x: 0, y: 0 }));
  const lattice = { nodes: nodes(1), full: 0.6, error: 1, pitch: 10 };
  for (const [more, whole] of [
    [{}, true],
    [{ nodes: nodes(2) }, false],
    [{ full: 0.5 }, false],
    [{ error: 1.2 }, false],
    [{ cut: true }, false],
    [{ nodes: [{ row: 21, column: 21 }, { row: 0, column: 0 }], full: 0.51 }, true], // prettier-ignore
    [{ nodes: [{ row: -1, column: 0 }, { row: 0, column: -1 }] }, false], // prettier-ignore
    [{ nodes: [{ row: 0, column: 22 }, { row: 0, column: 22 }] }, false], // prettier-ignore
  ])
    assert.equal(isWhole({ ...lattice, ...more }, area), whole, JSON.stringify(more));
  const square = (digits, width = 9, height = 9) => {
    const scores = (digit) => Array.from({ length: 14 }, (_, k) => Number(k === Number(digit)));
    return isSudoku({ width, height, glyphs: [null, ...[...digits].map((digit) => ({ scores: scores(digit) }))] });
  };
  assert.ok(square("987651234123412"));
  assert.ok(!square("98765123412341"), "fourteen digits");
  assert.ok(!square("98765611111111112222"), "three in ten are large");
  assert.ok(square("98765671111111112222"));
  assert.ok(!square("887651234123412"), "no nine");
  assert.ok(!square("987651234123412", 8) && !square("987651234123412", 9, 10));
});

test("sets of changes cost as much as allowed, and what is as likely as required is not doubtful", () => {
  const sets = (costs, most) => [...setsOf(costs.map((cost, item) => ({ item, choice: 1, cost })), most)].length; // prettier-ignore
  assert.deepEqual([sets([4], 4), sets([4], 3.9), sets([1, 4], 4), sets([0.5, 3.5], 4)], [2, 1, 3, 4]);
  const items = [0.9, 0.89].map((likelihood) => ({ choices: [{ value: "1", likelihood }] }));
  assert.deepEqual(doubtful({ kind: "slitherlink", width: 2, height: 1, items }), [1]);
});

test("the header of a picture: two bytes, the last frame that fits, and a whole WebP", () => {
  const bytes = (length, ...parts) => {
    const all = new Uint8Array(length);
    for (const [at, ...values] of parts) all.set(values, at);
    return headerProblem(all);
  };
  assert.equal(bytes(40, [0, 0x89, 0x50]), "small");
  assert.equal(bytes(40, [0, 0x89, 0x51]), "");
  assert.equal(bytes(40, [0, 0xff, 0xd9, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9]), "");
  assert.equal(bytes(40, [0, 0x42, 0x4e]), "");
  assert.equal(bytes(32, [0, 0x52], [8, 0x57], [15, 0x58]), "small");
  assert.equal(bytes(31, [0, 0x52], [8, 0x57], [15, 0x58]), "");
  assert.equal(bytes(40, [0, 0x52], [8, 0x58], [15, 0x58]), "");
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9];
  assert.equal(bytes(32, [0, 0xff, 0xd8, 0xff, 0xe0, 0, 18], [22, ...frame]), "small");
  assert.equal(bytes(31, [0, 0xff, 0xd8, 0xff, 0xe0, 0, 18], [22, ...frame]), "");
});

test("in a view of one column, the next cell is the one below", () => {
  const items = [0, 1, 2].map((row) => ({ at: { row, column: 0 } }));
  const view = { reading: { width: 1, height: 3, items }, cells: [[10, 10], [10, 10], [10, 50]], values: ["1", "2", "3"] }; // prettier-ignore
  assert.deepEqual([itemAt(view, 10, 79), itemAt(view, 10, 80), itemAt(view, -20, 50)], [2, -1, -1]);
});

test("a shade that fades has no outline", () => {
  const side = 300;
  const data = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let i = 0; i < side * side; i++) {
    const far = Math.hypot((i % side) - side / 2, Math.floor(i / side) - side / 2);
    data.fill(Math.floor((255 * (far - 10)) / 140), 4 * i, 4 * i + 3);
  }
  assert.equal(readPicture({ width: side, height: side, data }).refusal, "portrait");
});
