/** Pinned results of the parts of reading, for drawings whose sizes in samples are exactly at their limits. */
import { binoxxo } from "../../web/reading/binoxxo.js";
import { cluesOf } from "../../web/reading/clues.js";
import { patchesOf } from "../../web/reading/cells.js";
import { smooth } from "../../web/reading/map.js";
import { nonogram } from "../../web/reading/nonogram.js";
import { strokesOf } from "../../web/reading/picture.js";
import { glyphOf, leastInk, SIDE } from "../../web/reading/patch.js";
import { crossesOf, signsOf } from "../../web/reading/signs.js";
import { slitherlink } from "../../web/reading/slitherlink.js";
import { CLASSES } from "../../web/reading/weights.js";
import { dice, pinned } from "./pins.mjs";
import { SIGNS } from "./pixel-font.mjs";

const pick = (roll, all) => all[Math.floor(roll() * all.length)];
/** Returns random numbers; the first ones of neighbouring seeds are alike. */
const rolls = (seed) => {
  const roll = dice(seed);
  for (let turn = 0; turn < 20; turn++) roll();
  return roll;
};
const many = (count, make, first = 0) => Array.from({ length: count }, (_, k) => make(first + k));

/** Returns a blank picture in which a sample is a point, and a function that darkens a box of it. */
function sheet(width, height, paper = 250) {
  const channels = many(3, () => new Float32Array(width * height).fill(paper));
  const darken = (left, top, wide, tall, ink) => {
    for (let y = Math.max(0, top); y < Math.min(height, top + tall); y++)
      for (let x = Math.max(0, left); x < Math.min(width, left + wide); x++)
        for (const channel of channels) channel[y * width + x] = paper - ink;
  };
  return { picture: { width, height, scale: 1, channels, grey: channels[0] }, darken };
}

const DIGITS = Object.entries(SIGNS).flatMap(([name, rows]) => (/\d/.test(name) ? [rows.split(" ")] : []));
const HEIGHTS = [6, 7, 8, 9, 10, 11, 14, 16, 20, 20, 26, 27, 28, 30, 31];
const WIDTHS = [1, 2, 3, 4, 5, 6, 8, 13, 17, 24, 26, 34, 35];

/** Returns the clues of one side of a board: digits that touch, and bars and boxes of the size of digits. */
function barred(seed) {
  const roll = rolls(seed);
  const [down, boxes, lines, length] = [seed % 2 > 0, seed % 5 ? 0 : 2, 3, 3];
  const [along, aside] = [(length + 1) * SIDE, (lines + 1) * SIDE];
  const { picture, darken } = sheet(down ? aside : along, down ? along : aside);
  const [size, ink] = [pick(roll, [1, 2, 2, 3]), pick(roll, [200, 200, 200, 200, 14, 20])];
  const digit = (x, y) =>
    pick(roll, DIGITS).forEach((row, i) =>
      [...row].forEach((bit, j) => bit === "1" && darken(x + size * j, y + size * i, size, size, ink)),
    );
  /** `out` is the distance from the board, `off` that from the middle of the line. */
  const spot = (line, out, off, wide, tall) => {
    const middle = SIDE * (line + 1) + off;
    return down
      ? [middle - (wide >> 1), length * SIDE - out - tall]
      : [length * SIDE - out - wide, middle - (tall >> 1)];
  };
  const sort = pick(roll, ["digits", "digits", "bars", "both"]);
  const [wide, tall, end] = [pick(roll, WIDTHS), pick(roll, HEIGHTS), roll() < 0.2];
  for (let line = 0; line < lines; line++) {
    let out = pick(roll, [0, 1, 2, 3, 4, 5, 6]);
    for (let count = Math.floor(4 * roll()); count > 0; count--) {
      const off = pick(roll, [0, 0, 0, 3, -3, 9, 10]);
      if (sort === "digits" || (sort === "both" && roll() < 0.5)) {
        const two = roll() < 0.4 ? size * pick(roll, [4, 5, 6]) : 0;
        const [x, y] = spot(line, out, off, 5 * size, 7 * size);
        digit(x, y);
        if (two && down && roll() < 0.5) digit(x, y - size * 7);
        else if (two) digit(x - two, y);
        out += (down ? 7 : 5) * size + (down ? 0 : two);
      } else {
        const box = [pick(roll, [wide, pick(roll, WIDTHS)]), pick(roll, [tall, pick(roll, HEIGHTS)])];
        const [x, y] = spot(line, out, off, ...box);
        darken(x, y, ...box, pick(roll, [200, 200, 40]));
        if (roll() < 0.4) darken(x + 1, y + 1, box[0] - 2, box[1] - 2, 0);
        if (roll() < 0.3) darken(x, y + pick(roll, [3, 6, 9]), box[0], pick(roll, [1, 2, 3, 4, 5]), 0);
        out += down ? box[1] : box[0];
      }
      out += pick(roll, [1, 2, 3, 5, 8, 13]);
    }
    if (end && !down)
      darken(6 + pick(roll, [0, 0, 0, 1, 2]), SIDE * (line + 1) - 10, pick(roll, [3, 3, 3, 4]), 20, 200);
  }
  const frame = [length * SIDE - pick(roll, [2, 3, 4, 9]), 0, pick(roll, [0, 0, 1, 2]), aside];
  if (down) darken(frame[1], frame[0], frame[3], frame[2], 200);
  else darken(...frame, 200);
  for (let line = 0; line <= lines; line++) {
    const [at, thick] = [SIDE * line + 16 + pick(roll, [0, 0, 3, 4, 5]), pick(roll, [0, 0, 1, 2])];
    if (down) darken(at, 0, thick, pick(roll, [38, 39, 90]), 200);
    else darken(0, at, pick(roll, [38, 39, 90]), thick, 200);
  }
  const play = { top: 0, left: 0, bottom: down ? 0 : lines - 1, right: down ? lines - 1 : 0 };
  const place = (row, column) => [column, row].map((at, k) => (at + (down === k > 0 ? length + 0.5 : 1)) * SIDE - 0.5);
  const fine = { ...picture, isDark: () => false, strokes: (dark) => strokesOf(picture, 26, dark) };
  const patch = patchesOf({ coarse: picture, fine }, place);
  const room = { boxes, length, found: (row, column) => (row + column) % 3 !== 0 };
  return cluesOf({ picture: fine, place, patch, scale: 1, least: 20 }, play, down, room);
}

/** Returns the signs of a board with spots of 24 points, of some sizes and strengths, and off the middle. */
function signed(seed) {
  const roll = rolls(seed);
  const [width, height, spot] = [2 + (seed % 3), 2 + (seed % 2), 24];
  const pitch = spot / 0.38;
  const place = (row, column) => [column, row].map((at) => Math.round((at + 1) * pitch) - 0.5);
  const { picture, darken } = sheet(Math.ceil((width + 1) * pitch), Math.ceil((height + 1) * pitch));
  const [off, strengths] = [[0, 1, 2, 3, 4].slice(seed % 3), pick(roll, [[200], [14], [13, 14, 15, 28], [60, 200]])];
  const [share, line] = [pick(roll, [0.2, 0.5, 0.9, 1]), pick(roll, [0, 0, 8, 9, 60])];
  const signs = pick(roll, ["x=", "x", "=", "x=+-|"]);
  for (let row = 0; row < 2 * height - 1; row++)
    for (let column = 1 - (row % 2); column < 2 * width - 1; column += 2) {
      const [x, y] = place(row / 2, column / 2).map((at) => at + 0.5);
      if (line && row % 2) darken(x - 30, y, 60, 1, line);
      else darken(x, y - 30, 1, 60, line);
      if (roll() > share) continue;
      const [arm, ink, sign] = [pick(roll, [4, 5, 6, 8, 9]), pick(roll, strengths), pick(roll, signs)];
      const [dx, dy] = [pick(roll, off) * pick(roll, [-1, 1]), pick(roll, off) * pick(roll, [-1, 1])];
      for (let d = -arm; d <= arm; d++) {
        const dots = { x: [[d, d], [d, -d]], "=": [[d, arm >> 1], [d, -(arm >> 1)]], "+": [[d, 0], [0, d]], "-": [[d, 0]], "|": [[0, d]] }[sign]; // prettier-ignore
        for (const [u, v] of dots) darken(x + dx + u - 1, y + dy + v - 1, 2, 2, ink);
      }
    }
  const cells = {
    width, height, extent: { top: 0, left: 0 }, place,
    patches: many(width * height, () => ({ peak: pick(roll, [40, 93, 100]) })),
    glyphs: many(width * height, () => (roll() < 0.7 ? {} : null)),
  }; // prettier-ignore
  const drawn = many(2 * width * height + width + height, () => roll() < 0.3);
  return [signsOf(cells, picture, 1), crossesOf(cells, picture, 1, drawn, 100)];
}

/** Returns a cell of one colour, in which boxes have other ones: [left, top, width, height, step]. */
function patchOf(colour, boxes = [], peak = 0) {
  const channels = colour.map((value) => new Float32Array(SIDE * SIDE).fill(value));
  const ink = new Float32Array(SIDE * SIDE);
  for (const [left, top, wide, tall, step] of boxes)
    for (let y = top; y < top + tall; y++)
      for (let x = left; x < left + wide; x++) {
        channels.forEach((channel, k) => (channel[y * SIDE + x] = colour[k] - step));
        ink[y * SIDE + x] = Math.abs(step);
      }
  return { width: SIDE, height: SIDE, channels, ground: colour, ink, peak };
}

/** Returns the scores of a glyph that is some classes, each with a likelihood. */
const scoresOf = (shares) => [...CLASSES].map((name) => shares[name] ?? 0);
const LIKELY = [0.5, 0.7, 0.8, 0.9, 1];

const USUAL = { height: 14, width: 12, fill: 0.5, points: 40, shape: new Float32Array(8) };

/** Returns the cells of a board without a lattice; `each` gives the patch and the glyph of a cell. */
function cellsOf(width, height, least, each) {
  const all = many(width * height, each);
  const extent = { top: 0, left: 0, right: width - 1, bottom: height - 1 };
  const glyphs = all.map(({ glyph }) => (glyph ? { ...USUAL, ...glyph } : null));
  const place = (row, column) => [100 * column + 110, 100 * row + 110];
  const patch = (row, column) => all[row * width + column]?.patch ?? patchOf([250, 250, 250]);
  return { width, height, extent, place, patch, patches: all.map((one) => one.patch), glyphs, least };
}
const page = sheet(20, 20).picture;
const strokes = strokesOf(page, 26, false);
const blank = { ...page, isDark: () => false, strokes: () => strokes };
const paired = (each, side = 4) => {
  const { items, progress, plausible, whole } = binoxxo(cellsOf(side, 4, 25, each), blank, 1);
  return [items.map(({ choices }) => choices), progress, plausible, whole];
};

/** Returns a binoxxo of discs and rings, some of which touch the frames of their cells and so are not glyphs. */
function discs(seed) {
  const roll = rolls(seed);
  const [radius, low, high] = [pick(roll, [5, 6, 9]), pick(roll, [0.3, 0.52, 0.53]), pick(roll, [0.65, 0.66, 0.9])];
  const scores = scoresOf({ 0: pick(roll, [0.1, 0.7]), "?": 0.3 });
  const arc = pick(roll, [Math.PI, 1.5 * Math.PI, 1.6 * Math.PI, 2 * Math.PI]);
  return paired(() => {
    const sort = pick(roll, ["blank", "blank", "glyph", "glyph", "frame"]);
    const patch = patchOf([250, 250, 250], [], sort === "blank" ? pick(roll, [0, 24, 25]) : 60);
    const filled = roll() < 0.5;
    if (sort === "frame")
      for (let i = 0; i < SIDE * SIDE; i++) {
        const [x, y] = [(i % SIDE) - 15.5, Math.floor(i / SIDE) - 15.5];
        const [far, turn] = [Math.hypot(x, y), Math.PI + Math.atan2(y, x)];
        if (far < radius && turn < arc && (filled || far > radius - 2)) patch.ink[i] = pick(roll, [30, 31, 60]);
      }
    const size = { width: 2 * radius, height: 2 * radius + pick(roll, [0, 0, 0, 4, 5]) };
    return { patch, glyph: sort === "glyph" && { ...size, fill: filled ? high : low, scores } };
  });
}

/** Returns a binoxxo of tiles in two colours, some with a frame inside; colours and frames differ by whole numbers. */
function tiled(seed) {
  const roll = rolls(seed);
  const ground = [200, 200, 200];
  const grey = (value) => [ground[0], ground[1], value];
  const [dark, light] = pick(roll, [[134, 174], [135, 174], [133, 174], [150, 226], [150, 225], [174, 175]]).map(grey); // prettier-ignore
  const [given, own, off] = [pick(roll, [6, 7, 8, 9, 20]), pick(roll, [0, 6, 7, 12]), pick(roll, [0, 0, 4, 5, 14, 15])];
  const some = pick(roll, [0.2, 0.6, 0.9]);
  return paired(() => {
    if (roll() > some) return { patch: patchOf(ground) };
    const [colour, step] = [pick(roll, [dark, light]), roll() < 0.6 ? given : own];
    const tone = colour.map((value, k) => value + (k === 2 && roll() < 0.5 ? off : 0));
    const glyph = roll() < 0.04 && { scores: scoresOf({ [pick(roll, "0?2")]: pick(roll, LIKELY) }) };
    return { patch: patchOf(tone, [[6, 6, 20, 20, step], [7, 7, 18, 18, 0]]), glyph }; // prettier-ignore
  });
}

/** Returns a binoxxo of letters, some of a player, which differ from givens by their strokes and backgrounds. */
function written(seed) {
  const roll = rolls(seed);
  const [apart, thin] = [pick(roll, [3, 4, 5, 20]), pick(roll, [30, 32, 33])];
  const [near, filled] = [pick(roll, [0, 0, 1, 2, 4, 9]), pick(roll, [0.5, 0.9, 1])];
  const one = pick(roll, "X1");
  return paired(() => {
    const [own, name] = [roll() < 0.4, pick(roll, ["0", one])];
    const ground = [200, 200, 200 + (own ? 0 : apart) + (roll() < 0.2 ? near : 0)];
    if (roll() > filled) return { patch: patchOf([200, 200, 200]) };
    const sure = pick(roll, LIKELY);
    const scores = scoresOf({ [name]: sure, [pick(roll, "?23")]: 1 - sure });
    const shape = Float32Array.from({ length: 8 }, (_, k) => Number(k < (name === "0" ? 2 : 6)));
    return { patch: patchOf(ground, [], 50), glyph: { points: own ? thin : 40, scores, shape } };
  });
}

/** Returns the lines and crosses of a slitherlink whose edges have inks and hues at the limits of lines and crosses. */
function lined(seed) {
  const roll = rolls(seed);
  const [width, height] = pick(roll, [[1, 3], [3, 1], [2, 2], [4, 2]]); // prettier-ignore
  const { picture, darken } = sheet(100 * width + 120, 100 * height + 120);
  const inks = pick(roll, [[0, 20, 21], [0, 0, 0, 60], [4, 5, 60], [200, 200, 200, 0]]); // prettier-ignore
  const yellow = pick(roll, [0, 0, 30, 59, 60, 61]);
  for (let edge = 0; edge < 2 * width * height + width + height; edge++) {
    const level = edge < width * (height + 1);
    const at = level ? edge : edge - width * (height + 1);
    const [row, column] = [Math.floor(at / (level ? width : width + 1)), at % (level ? width : width + 1)];
    const [x, y, wide, tall] = [60 + 100 * column, 60 + 100 * row, level ? 100 : 1, level ? 1 : 100];
    const ink = pick(roll, inks);
    darken(x - 4, y - 4, wide + 8, tall + 8, ink);
    if (yellow && !ink)
      for (let v = y - 4; v < y + tall + 4; v++)
        picture.channels[2].fill(250 - yellow, v * picture.width + x - 4, v * picture.width + x + wide + 4);
  }
  const grown = { ...picture, grey: picture.channels[0] };
  const glyph = { scores: scoresOf({ 1: 0.9 }) };
  const cells = cellsOf(width, height, 25, () => ({
    patch: patchOf([250, 250, 250], [], 0),
    glyph: roll() < 0.5 && glyph,
  }));
  const { progress, plausible } = slitherlink(cells, grown, 1, true);
  return [progress, plausible];
}

/** Returns the reading of a nonogram with its clues in boxes, and shades of cells at the limits of a player's marks. */
function marked(seed) {
  const roll = rolls(seed);
  const [wide, tall] = pick(roll, [[5, 5], [5, 5], [5, 2], [10, 3]]); // prettier-ignore
  const [boxes, size] = [1 + (seed % 2), pick(roll, [2, 3])];
  const shades = pick(roll, [[250, 175], [250, 174, 176], [200, 160, 120], [200, 161, 120], [250, 210, 100], [250, 150], [100, 140]]); // prettier-ignore
  const [spread, bare] = [pick(roll, [0, 0, 19, 20]), pick(roll, [0, 0, 0.1, 0.5])];
  const share = pick(roll, [0.1, 0.5, 0.9, 1]);
  const width = wide + boxes;
  const cells = cellsOf(width, tall + boxes, 25, (i) => {
    const [row, column] = [Math.floor(i / width) - boxes, (i % width) - boxes];
    const sure = pick(roll, LIKELY);
    if (row >= 0 && column >= 0) {
      const value = roll() < share ? pick(roll, shades) : shades[0];
      const name = roll() < 0.05 ? pick(roll, "12") : "X";
      const glyph = roll() < 0.2 && {
        scores: scoresOf({ [name]: sure, "?": 1 - sure }),
        height: pick(roll, [7, 8, 14]),
      };
      return { patch: patchOf([0, 0, 0].map(() => value + (roll() < 0.2 ? spread : 0))), glyph };
    }
    if (row < 0 === column < 0 ? roll() < 0.9 : roll() < bare) return { patch: patchOf([250, 250, 250]) };
    const digit = Math.floor(3 * roll());
    const drawn = DIGITS[digit].flatMap((bits, y) =>
      [...bits].flatMap((bit, x) => (bit === "1" ? [[10 + size * x, 8 + size * y, size, size, 200]] : [])),
    );
    const scores = scoresOf({ [digit]: sure, "?": 1 - sure });
    return { patch: patchOf([250, 250, 250], drawn, 200), glyph: { scores, height: pick(roll, [7, 8, 14]) } };
  });
  const all = many(width * cells.height, (i) => ({ row: Math.floor(i / width), column: i % width }));
  const nodes = all.filter(({ row, column }) => (row < boxes && column < boxes) || roll() > 0.1);
  const full = pick(roll, [0.9, 0.95, 1]);
  const { items, ...rest } = nonogram({ coarse: blank, fine: blank }, cells, { nodes, full, place: cells.place });
  return [items.map(({ choices }) => choices), rest];
}

/** Returns the glyph of a cell with bars of the lengths from which they belong to its frame. */
function long(seed) {
  const roll = rolls(seed);
  const lengths = [2, 9, 10, 17, 18, 19, 24, 25, 28, 29, 30];
  const bars = many(1 + (seed % 2), () => {
    const [wide, tall] = [pick(roll, lengths), pick(roll, lengths)];
    return [
      Math.floor((SIDE - wide + 1) * roll()),
      Math.floor((SIDE - tall + 1) * roll()),
      wide,
      tall,
      pick(roll, [100, 70, 60, 35, 20]),
    ];
  });
  return glyphOf(patchOf([200, 200, 200], bars, 100), pick(roll, [12, 100, 101]));
}

/** Returns the map of a board with as many nodes, rows and columns as some bends need at least. */
function bent(seed) {
  const [rows, columns] = [
    [2, 10],
    [3, 7],
    [4, 15],
    [5, 13],
    [6, 10],
    [6, 11],
    [13, 5],
    [13, 6],
  ][seed % 8];
  const nodes = many(rows * columns, (i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return {
      row,
      column,
      x: 20 * column + 0.1 * row ** 2 + 0.02 * column ** 3,
      y: 18 * row + 0.03 * row ** 3 - 0.1 * column * row,
    };
  });
  const { place, error } = smooth(seed < 8 ? nodes : nodes.slice(1), 3);
  return [error, many(9, (k) => place(k - 2, 1.5 * k - 2))];
}

/** Groups many results by ten, each of which is kept as one. */
const byTen = (count, make) => Object.fromEntries(many(count, (k) => [k, many(10, make, 10 * k)]));

pinned("limits", {
  "bars next to a board": () => byTen(10, barred),
  "signs off the middle": () => byTen(8, signed),
  "discs that touch their frames": () => byTen(10, discs),
  "tiles with frames": () => byTen(20, tiled),
  "letters of a player": () => byTen(20, written),
  "lines of a player": () => byTen(6, lined),
  "shades of cells": () => byTen(10, marked),
  "long bars in cells": () => byTen(20, long),
  "bent boards": () => Object.fromEntries(many(16, (seed) => [seed, bent(seed)])),
  "the least ink": () =>
    [[25, 100, 100], [25, 25, 100], [36, 100, 100], [49, 64, 81], [9, 16, 81, 100], [196], [4, 9, 16]].map((peaks) =>
      leastInk(peaks.map((peak) => 25 * peak)),
    ),
});
