/** Pinned results of the parts of reading, of small inputs that lie near the limits of these parts. */
import { binoxxo } from "../../web/reading/binoxxo.js";
import { extended, inBlocks } from "../../web/reading/borders.js";
import { cluesOf, readingsOf } from "../../web/reading/clues.js";
import { blankness, patchesOf, twoGroups } from "../../web/reading/cells.js";
import { isSudoku, isWhole } from "../../web/reading/doubts.js";
import { findCells, findDots, levelled, settled } from "../../web/reading/lattice.js";
import { extentOf, inverse, smooth } from "../../web/reading/map.js";
import { minesweeper } from "../../web/reading/minesweeper.js";
import { likeliest, ranked } from "../../web/reading/network.js";
import { contrasting, isDark, nth, strokesOf, sums } from "../../web/reading/picture.js";
import { glyphOf, numeralParts, SIDE } from "../../web/reading/patch.js";
import { alike, groupsOf, othersOf } from "../../web/reading/shapes.js";
import { crossesOf, signsOf } from "../../web/reading/signs.js";
import { CLASSES } from "../../web/reading/weights.js";
import { dice, pinned } from "./pins.mjs";
import { SIGNS } from "./pixel-font.mjs";

const pick = (roll, all) => all[Math.floor(roll() * all.length)];
const between = (roll, low, high) => low + (high - low) * roll();
const many = (count, make, first = 0) => Array.from({ length: count }, (_, k) => make(first + k));

/**
 * Returns a picture to draw on, as the reading prepares it: `darken` takes ink from a rectangle of each channel, and
 * `finished` adds noise and a shadow that grows to the right.
 */
function sheet(width, height, roll) {
  const paper = between(roll, 60, 250);
  const channels = many(3, () => new Float32Array(width * height).fill(paper));
  const darken = (left, top, wide, tall, ink) => {
    const [x0, y0] = [Math.round(left), Math.round(top)];
    for (let y = Math.max(0, y0); y < Math.min(height, y0 + tall); y++)
      for (let x = Math.max(0, x0); x < Math.min(width, x0 + wide); x++)
        channels.forEach((channel, k) => (channel[y * width + x] = paper - ink * (1 - 0.1 * k)));
  };
  const finished = (noise, shadow, scale = 1) => {
    const grey = new Float32Array(width * height);
    for (const channel of channels)
      channel.forEach((value, i) => {
        channel[i] = value * (1 - (shadow * (i % width)) / width) + noise * (roll() - 0.5);
        grey[i] += channel[i] / 3;
      });
    return { width, height, scale, channels, grey };
  };
  return { width, height, paper, darken, finished };
}

/** Returns a picture of a board that leans, with lines or dots that are faint, broken or in noise, and its place. */
function lined(seed, dots) {
  const roll = dice(seed);
  const pitch = between(roll, dots ? 11 : 7, 17);
  const [columns, rows] = [4 + Math.floor(6 * roll()), 4 + Math.floor(5 * roll())];
  const [slant, edge] = [between(roll, -0.08, 0.08), Math.round(between(roll, 3, 14))];
  const page = sheet(Math.ceil(columns * pitch) + 2 * edge + 6, Math.ceil(rows * pitch) + 2 * edge + 6, roll);
  const ink = between(roll, 12, Math.min(200, page.paper));
  const at = (row, column) => [edge + pitch * (column + slant * row), edge + 3 + pitch * (row - slant * column)];
  const [lost, thick] = [pick(roll, [0, 0, 0.04, 0.15]), 1 + Math.floor(2.4 * roll())];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [x, y] = at(row, column);
      if (dots) {
        if (roll() >= lost) page.darken(x, y, thick + 1, thick + 1, ink);
        if (column < columns && roll() < 0.05) page.darken(x, y, pitch, thick, ink);
      } else
        for (const [down, right] of [
          [0, 1],
          [1, 0],
        ])
          if ((right ? column < columns : row < rows) && roll() >= lost)
            for (let step = 0; step <= pitch; step++) {
              const [u, v] = at(row + (down * step) / pitch, column + (right * step) / pitch);
              page.darken(u, v, thick, thick, ink);
            }
      if (roll() < 0.2) page.darken(x + 0.4 * pitch, y + 0.3 * pitch, 2, 0.4 * pitch, ink);
    }
  const picture = page.finished(ink * pick(roll, [0, 0.1, 0.3, 0.7]), pick(roll, [0, 0, 0.3]));
  return { picture, at, pitch, rows, columns, roll };
}

/** Returns a board that was found in part, with the cells that its borders show. */
function widened(seed) {
  const { picture, at, pitch, rows, columns, roll } = lined(seed, false);
  const inner = { top: pick(roll, [0, 1, 2]), left: pick(roll, [0, 1]) };
  const off = pick(roll, [0.01, 0.05, 0.1]) * pitch;
  const nodes = many(rows * columns, (i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const [x, y] = at(row + 0.5, column + 0.5);
    return { row, column, x: x + off * (roll() - 0.5), y: y + off * (roll() - 0.5) };
  }).filter(({ row, column }) => row >= inner.top && column >= inner.left && row < rows - 1 && roll() > 0.12);
  return extended(picture, { nodes, ...smooth(nodes), pitch, full: 0.8 });
}

/** Returns the cells in blocks of which only thick outlines show; some blocks are not square, bare or complete. */
function outlined(seed) {
  const roll = dice(seed);
  const [wide, rows, columns] = [between(roll, 42, 56), 3, pick(roll, [2, 3, 4])];
  const tall = wide * pick(roll, [0.85, 0.95, 1, 1, 1.05, 1.15]);
  const page = sheet(Math.ceil(columns * wide) + 16, Math.ceil(rows * tall) + 16, roll);
  const [ink, thick] = [between(roll, 12, page.paper), 1 + Math.floor(3 * roll())];
  for (let row = 0; row <= rows; row++) page.darken(8, 8 + row * tall, Math.ceil(columns * wide), thick, ink);
  for (let column = 0; column <= columns; column++)
    page.darken(8 + column * wide, 8, thick, Math.ceil(rows * tall), ink);
  for (let mark = pick(roll, [0, 0, 1, 4, 9]); mark > 0; mark--)
    page.darken(page.width * roll(), page.height * roll(), 4, pick(roll, [2, 9]), pick(roll, [0.2, 1]) * ink);
  return inBlocks(page.finished(ink * pick(roll, [0, 0.1, 0.3]), pick(roll, [0, 0, 0.3])));
}

const FIGURES = Object.values(SIGNS).slice(0, 6);

/** Returns the clues of one side of a board, whose digits differ in size, place and distance. */
function clued(seed) {
  const roll = dice(seed);
  const [down, boxes] = [seed % 2 > 0, seed % 3 ? 0 : 2];
  const [pitch, length, lines] = [between(roll, 11, 26), 3, 3];
  const [along, aside] = [(length + 2) * pitch, (lines + 1) * pitch];
  const page = sheet(Math.ceil(down ? aside : along), Math.ceil(down ? along : aside), roll);
  const ink = (roll() < 0.3 ? -1 : 1) * between(roll, 30, page.paper);
  const size = (pitch / 13) * between(roll, 0.6, 1.25);
  const [step, apart] = [size * between(roll, 4.6, 6.5), size * between(roll, 7, 13)];
  const digit = (x, y) =>
    pick(roll, FIGURES)
      .split(" ")
      .forEach((row, i) =>
        [...row].forEach((bit, j) => {
          if (bit === "1") page.darken(x + size * j, y + size * i, Math.ceil(size), Math.ceil(size), ink);
        }),
      );
  for (let line = 0; line < lines; line++) {
    let out = size * between(roll, 1, 3);
    for (let count = Math.floor(4 * roll()); count > 0; count--) {
      const middle = pitch * (line + 1) + between(roll, -2, 2);
      const two = roll() < 0.3;
      if (boxes) out = pitch * (boxes + 1 - count) + 0.5 * pitch - 3.5 * size;
      const near = length * pitch - out;
      if (down) digit(middle - size * (two ? 5 : 2.5), near - 7 * size);
      else digit(near - 5 * size, middle - 3.5 * size);
      if (two && down) digit(middle - size * 5 + step, near - 7 * size);
      else if (two) digit(near - 5 * size - step, middle - 3.5 * size);
      out += (two && !down ? step : 0) + (down ? 1.3 : 1) * apart;
    }
  }
  const play = { top: 0, left: 0, bottom: down ? 0 : lines - 1, right: down ? lines - 1 : 0 };
  const place = (row, column) => [column, row].map((at, k) => (at + (down === k > 0 ? length + 0.5 : 1.3)) * pitch);
  const coarse = page.finished(Math.abs(ink) * pick(roll, [0, 0.1, 0.3]), 0);
  const fine = {
    ...coarse,
    isDark: () => ink < 0,
    strokes: (dark) => strokesOf(coarse, Math.round(0.8 * pitch), dark),
  };
  const patch = patchesOf({ coarse, fine }, place);
  const room = { boxes, length, found: (row, column) => (row + column) % 3 !== 0 };
  return cluesOf({ picture: fine, place, patch, scale: 1, least: between(roll, 5, 25) }, play, down, room);
}

/** Returns scores of a glyph that is mostly like one class, and a little like some others. */
function scored(roll, name, sure) {
  const some = [...CLASSES].map((other) => (other === name ? sure : (1 - sure) * roll() ** 4));
  const whole = some.reduce((sum, one) => sum + one);
  return Float32Array.from(some, (one) => one / whole);
}

/** Returns a cell's patch on one of the grounds, with a raised edge on some of them. */
function patchOn(roll, { ground, bevel }, spread, peak) {
  const own = ground.map((value) => value + spread * (roll() - 0.5));
  const channels = own.map((value) =>
    Float32Array.from({ length: 1024 }, (_, i) => {
      const [x, y] = [i % 32, i >> 5];
      return value + ((7 * x + 11 * y) % 13) / 4 + (x < 4 || y < 4 ? bevel : x > 27 || y > 27 ? -bevel : 0);
    }),
  );
  return { width: 32, height: 32, ground: own, channels, ink: channels[0], peak };
}

/** Returns the cells of a board; `named` gives what is in each, "" if nothing, and the number of its ground. */
function cellsOf(roll, width, height, named, style) {
  const grounds = many(4, () => ({
    ground: many(3, () => 170 + style.apart * (roll() - 0.5)),
    bevel: style.bevel * roll(),
  }));
  const least = 25;
  const all = many(width * height, named);
  const patches = all.map(({ name, at }) =>
    patchOn(roll, grounds[at], style.spread, name ? between(roll, 30, 90) : 40 * roll() ** 2),
  );
  const shapes = Object.fromEntries([...CLASSES].map((name) => [name, Float32Array.from({ length: 20 }, roll)]));
  const glyphs = all.map(({ name, fill }) => {
    if (!name) return null;
    const tall = Math.round(style.tall + style.uneven * (roll() - 0.5));
    const shape = shapes[name].map((value) => value + style.blur * (roll() - 0.5));
    const wide = tall - Math.floor(6 * roll() ** 2);
    const sure = between(roll, style.sure, 1);
    const seen = roll() < style.wrong ? pick(roll, CLASSES) : name;
    const colour = grounds[CLASSES.indexOf(name) % 4].ground.map((value) => 250 - value);
    return {
      width: wide,
      height: tall,
      left: 8,
      top: 6,
      fill: fill ?? between(roll, 0.4, 0.9),
      points: Math.round(15 + 60 * roll()),
      colour,
      scores: scored(roll, seen, sure),
      shape,
    };
  });
  const extent = { top: 0, left: 0, right: width - 1, bottom: height - 1 };
  return { width, height, extent, place: (r, c) => [20 + 9 * c, 18 + 9 * r], patches, glyphs, least };
}
const styleOf = (roll) => ({
  apart: pick(roll, [12, 40, 90]),
  bevel: pick(roll, [0, 8, 30]),
  spread: pick(roll, [0, 3, 10, 25]),
  tall: between(roll, 8, 18),
  uneven: pick(roll, [0, 2, 8]),
  blur: pick(roll, [0.1, 0.5]),
  sure: pick(roll, [0.3, 0.6, 0.9]),
  wrong: pick(roll, [0, 0.05, 0.3]),
});

/** Returns the reading of a minesweeper position as a game shows it, with flags, mines and mistakes of the network. */
function mined(seed) {
  const roll = dice(seed);
  const style = styleOf(roll);
  const [width, height, printed] = [4 + Math.floor(5 * roll()), 4 + Math.floor(4 * roll()), roll() < 0.25];
  const mines = many(width * height, () => roll() < 0.18);
  const [closed, chess, lone] = [between(roll, 0.1, 0.7), roll() < 0.2, pick(roll, [0, 0.02, 0.1])];
  const around = (i) =>
    many(9, (k) => [Math.floor(i / width) + Math.floor(k / 3) - 1, (i % width) + (k % 3) - 1]).filter(
      ([r, c]) => r >= 0 && c >= 0 && r < height && c < width && mines[r * width + c],
    ).length;
  const named = (i) => {
    const shade = chess && (Math.floor(i / width) + i) % 2 ? 2 : 0;
    if (mines[i] || roll() < closed) return { name: roll() < lone ? pick(roll, "FMX?") : "", at: 1 + shade };
    const count = around(i);
    return { name: count || printed ? String(count) : "", at: shade };
  };
  return minesweeper(cellsOf(roll, width, height, named, style));
}

/** Returns the reading of a binoxxo of letters, discs, any two figures or tiles, some of which a player wrote. */
function paired(seed) {
  const roll = dice(seed);
  const style = { ...styleOf(roll), wrong: pick(roll, [0, 0, 0.05]) };
  const [low, high] = [between(roll, 0.35, 0.58), between(roll, 0.6, 0.95)];
  const [width, height] = [pick(roll, [2, 4, 4, 6, 6, 8]), pick(roll, [2, 4, 4, 6, 6])];
  const [sort, blanks, own] = [
    pick(roll, ["0X", "01", "04", "0?", "tiles"]),
    pick(roll, [0, 0.4, 0.7, 0.97]),
    pick(roll, [0, 0.3]),
  ];
  const named = () => {
    if (roll() < blanks) return { name: "", at: 0 };
    const [k, written] = [Number(roll() < 0.5), roll() < own];
    if (sort === "tiles") return { name: "", at: 1 + k };
    return { name: sort[k], at: own && !written ? 3 : 0, fill: k ? high + 0.05 * roll() : low + 0.05 * roll() };
  };
  const cells = cellsOf(roll, width, height, named, style);
  const blank = sheet(20, 20, roll).finished(0, 0);
  return binoxxo(cells, blank, 1);
}

/** Returns the parts and the glyph of a cell with a few bars, many of which touch its frame. */
function barred(seed) {
  const roll = dice(seed);
  const channels = many(3, () => new Float32Array(SIDE * SIDE).fill(200));
  const ink = new Float32Array(SIDE * SIDE);
  const whole = (low, high) => Math.floor(between(roll, low, high + 1));
  for (let bar = whole(1, 3); bar; bar--) {
    const [width, height] = roll() < 0.5 ? [whole(2, 6), whole(2, 28)] : [whole(2, 28), whole(2, 6)];
    const [left, top] = [whole(0, SIDE - width), whole(0, SIDE - height)];
    const strong = pick(roll, [25, 60, 80, 100]);
    for (let y = top; y < top + height; y++) ink.fill(strong, y * SIDE + left, y * SIDE + left + width);
  }
  const patch = { width: SIDE, height: SIDE, channels, ground: [200, 200, 200], ink, peak: 100 };
  const { blobs } = numeralParts(patch);
  return [blobs.map(({ left, top, width, height, points }) => [left, top, width, height, points]), glyphOf(patch, 12)];
}

/** Returns the signs between the cells of a board, and the crosses on its edges. Some strokes are neither. */
function signed(seed) {
  const roll = dice(seed);
  const [width, height, pitch] = [2 + (seed % 4), 2 + (seed % 2), between(roll, 16, 30)];
  const page = sheet(Math.ceil((width + 2) * pitch), Math.ceil((height + 2) * pitch), roll);
  const [ink, thick] = [between(roll, 15, page.paper - 10), between(roll, 1, 2.4)];
  const place = (row, column) => [(column + 1.5) * pitch, (row + 1.5) * pitch];
  const [share, grid] = [between(roll, 0.1, 0.9), ink * pick(roll, [0, 0.2, 0.6, 1])];
  const given = pick(roll, [0.6, 1]);
  for (let row = 0; row <= height; row++) page.darken(pitch, (row + 1) * pitch, width * pitch, 1, grid);
  for (let column = 0; column <= width; column++) page.darken((column + 1) * pitch, pitch, 1, height * pitch, grid);
  const signs = ["x", "x", "=", "=", "-", "|", "+"];
  for (let row = 0; row < 2 * height - 1; row++)
    for (let column = 1 - (row % 2); column < 2 * width - 1; column += 2) {
      if (roll() > share) continue;
      const [x, y] = place(row / 2, column / 2).map((at) => at + between(roll, -1, 1));
      const [sign, arm] = [pick(roll, signs), pitch * between(roll, 0.08, 0.2)];
      const dot = (dx, dy) => page.darken(x + dx * arm - thick / 2, y + dy * arm - thick / 2, thick, thick, ink);
      for (let step = -1; step <= 1; step += 0.1) {
        if (sign === "x") [dot(step, step), dot(step, -step)];
        if (sign === "=") [dot(step, 0.5), dot(step, -0.5)];
        if ("-+".includes(sign)) dot(step, 0);
        if ("|+".includes(sign)) dot(0, step);
      }
    }
  const fine = page.finished(ink * pick(roll, [0, 0.1, 0.3]), pick(roll, [0, 0, 0.3]));
  const cells = {
    width, height, extent: { top: 0, left: 0 }, place,
    patches: many(width * height, () => ({ peak: between(roll, 10, 2 * ink) })),
    glyphs: many(width * height, () => (roll() < given ? {} : null)),
  }; // prettier-ignore
  const drawn = many(2 * width * height + width + height, () => roll() < 0.3);
  return [signsOf(cells, fine, 1), crossesOf(cells, fine, 1, drawn, ink)];
}

/** Returns results of functions that compare numbers, of small whole numbers, many of which are equal. */
function tied(seed) {
  const roll = dice(seed);
  const most = 1 + (seed % 4);
  const some = (count, unit = 1) => many(count, () => unit * Math.floor((most + 1) * roll()));
  const [count, wide] = [1 + (seed % 11), 2 + (seed % 5)];
  const glyphs = many(count, () => ({ scores: Float32Array.from(some(14, 0.125)), shape: Float32Array.from(some(3)) }));
  const figures = glyphs.slice(0, 4).map((glyph) => ({
    glyph,
    choices: ranked(glyph.scores, "0123").map(({ name, likelihood }) => ({ value: name, likelihood })),
  }));
  const nodes = many(4 * wide, (i) => ({ row: Math.floor(i / wide), column: i % wide })).filter(() => roll() < 0.6);
  const grey = Float32Array.from(some(6 * wide, 40));
  const picture = { width: wide, height: 6, grey };
  return [
    isDark(Float32Array.from(some(count, 1 + 4 * (seed % 3)))),
    nth(some(count), seed % count),
    twoGroups(many(count, () => some(2))),
    glyphs.map(({ scores }) => [likeliest(scores), ranked(scores, "01XF")]),
    [alike(glyphs), othersOf(groupsOf(glyphs))],
    readingsOf({ figures, joins: some(figures.length, 0.25) }, 2 + (seed % 4)),
    nodes.length && [extentOf(nodes), settled(nodes, 0.5), settled(nodes, 1)],
    many(9, (k) => blankness({ patches: [{ peak: k }], glyphs: [k % 2 ? null : glyphs[0]], least: 1 + most }, 0)),
    many(4, (k) => contrasting(picture, sums(grey, wide, 6), 1 + (k >> 1), 0.1 * most, k % 2 ? 1 : -1)),
  ];
}

/** Returns whether a board is whole, and a sudoku, just inside or outside the limits of both. */
function judged(seed) {
  const roll = dice(seed);
  const digits = pick(roll, ["123456789", "123456789", "12345678", "12349"]);
  const one = () => (roll() < 0.95 ? { scores: scored(roll, pick(roll, digits), 0.9) } : null);
  const [width, height] = many(2, () => pick(roll, [9, 9, 9, 8]));
  const beyond = many(4, () => pick(roll, [0, 0, 1]));
  const area = { top: 1, left: 2, bottom: 10 + (seed % 4), right: 12 + (seed % 3) };
  const nodes = [
    ...[area.top - beyond[0], area.bottom + 1 + beyond[1]].map((row) => ({ row, column: 5 })),
    ...[area.left - beyond[2], area.right + 1 + beyond[3]].map((column) => ({ row: 5, column })),
  ];
  const lattice = { nodes, pitch: 10, full: pick(roll, [0.5, 0.6, 0.9]), error: pick(roll, [0, 1, 1.2]), cut: roll() < 0.1 };
  return [isWhole(lattice, area), isSudoku({ width, height, glyphs: many(13 + (seed % 5), one) })];
} // prettier-ignore

/** Returns the map of nodes of which many lie off it, some far. */
function strayed(seed) {
  const roll = dice(seed);
  const [columns, wild, bend] = [3 + (seed % 5), pick(roll, [0.1, 0.5, 2]), pick(roll, [0, 0.3])];
  const off = () => (wild * (roll() - 0.5)) / (0.02 + roll() ** 2);
  const nodes = many(columns * (2 + (seed % 9)), (i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return { row, column, x: 20 * column + 2 * row + bend * row ** 2 + off(), y: 18 * row - column + off() };
  });
  const { place, error } = smooth(nodes, 1 + (seed % 3));
  return [error, many(6, (k) => place(2 * k - 1, k)), inverse(place, 30, 25, [1, 1])];
}

/** Groups many results by ten, each of which is kept as one. */
const byTen = (count, make) => Object.fromEntries(many(count, (k) => [k, many(10, make, 10 * k)]));

pinned("near", {
  "lattices of cells": () =>
    byTen(3, (seed) => {
      const { picture, pitch } = lined(seed, false);
      const found = findCells(picture);
      return [found, found && levelled(picture, { ...found, full: 0.5, error: 0.2 * pitch })];
    }),
  "lattices of dots": () => byTen(6, (seed) => findDots(lined(seed, true).picture)),
  "wider boards": () => byTen(6, widened),
  "outlined blocks": () => byTen(4, outlined),
  clues: () => byTen(3, clued),
  "positions of minesweeper": () => byTen(12, mined),
  "letters of binoxxos": () => byTen(5, paired),
  "bars in cells": () => byTen(40, barred),
  signs: () => byTen(8, signed),
  "equal numbers": () => byTen(20, tied),
  "nodes that lie off": () => byTen(12, strayed),
  "whole boards and sudokus": () => byTen(30, judged),
});
