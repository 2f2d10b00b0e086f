/**
 * The editor of a kind whose clues are letters in a grid, signs between cells, numbers next to the board, or regions.
 * Each of them is a layer, which editors of single kinds use, too. A digit of a layer is the index of a letter; 0 means
 * no clue.
 */

import { clamp } from "../canvas/ink.js";
import { spotOf } from "../core/grid.js";
import { count, read, spell, targetAt } from "../core/lattice.js";
import { MAX_VALUES, blankMarks, digitOf, valueOf } from "../core/marks.js";
import { numbersFrom, withLayer } from "../core/sketch.js";
import { textOf } from "./clues.js";

/** @import {Edit, Sketch} from "../core/sketch.js" */
/** @import {ClueGrid, Shape, Size, WholeDescription} from "../core/types.js" */

/**
 * @typedef {Pick<Edit, "layers" | "tools" | "keys" | "typed" | "faces" | "own" | "read" | "write" | "settle">} Layer
 */

const NUMBER = { key: "number", icon: "number" };
const ARROW = { key: "arrow", icon: "arrow" };
const CLUE = { key: "clue", icon: "draw" };
const ERASE = { Backspace: 0, Delete: 0 };

/** @param {WholeDescription} kind @returns {Promise<Edit>} */
export async function editFor(kind) {
  const { grid, forms, blocks, unfinished } = kind;
  const others = await Promise.all(forms.flatMap(({ layer }) => layer?.() ?? []));
  const first = forms.filter(({ own }) => own?.regions).length; // regions come first, then the letters in them
  const layers = [...others.slice(0, first), ...(grid ? [gridLayer(grid)] : []), ...others.slice(first)];
  const thin = layers.flatMap(({ layers }) => Object.keys(layers)).filter((name) => name !== "regions");
  const letters = grid ? lettersOf(grid) : [];
  const layer = joined(layers);
  return {
    ...layer,
    unfinished: unfinished && ((sketch) => unfinished({ kind: kind.kind, ...layer.write(sketch) })),
    fields: forms.flatMap(({ field }) => field ?? []),
    side: kind.side ?? { least: 1, step: 1, first: 6 },
    tone: grid?.given ? "own" : "solution",
    marks: ({ layers, ...size }) =>
      grid?.given
        ? read({ blocks }, size, spell({ blocks: [{ shape: "cell", letters: letters.join("") }] }, size, layers.clues))
        : blankMarks(count({ blocks }, size)),
    givens: grid?.full ? undefined : (sketch) => cluesIn(sketch, thin),
    add: ({ width }, cell, value) => ({
      layer: "clues",
      target: cell,
      to: digitOf(Math.max(0, letters.indexOf(String(value)))),
      key: "draw.mend.number",
      params: { ...spotOf({ width }, cell), n: value },
    }),
  };
}

/** Returns an editor of several layers. @param {Layer[]} layers @returns {Layer} */
function joined(layers) {
  /** @type {(member: "layers" | "keys" | "typed" | "faces") => any} */
  const all = (member) => Object.assign({}, ...layers.map((layer) => layer[member]));
  const settles = layers.filter(({ settle }) => settle);
  return {
    layers: all("layers"),
    keys: all("keys"),
    typed: all("typed"),
    faces: all("faces"),
    tools: layers.flatMap(({ tools }) => tools),
    own: layers.flatMap(({ own }) => own),
    read: (...args) => Object.assign({}, ...layers.map((layer) => layer.read(...args))),
    write: (sketch) => Object.assign({}, ...layers.map((layer) => layer.write(sketch))),
    ...(settles.length && {
      settle: (sketch, ...args) => settles.reduce((now, { settle }) => settle?.(now, ...args) ?? now, sketch),
    }),
  };
}

/** Returns the steps that remove the clues of some layers. @param {Sketch} sketch @param {string[]} names */
export const cluesIn = ({ layers }, names) =>
  names.flatMap((layer) =>
    [...layers[layer]].flatMap((digit, target) => (digit === "0" ? [] : [{ layer, target, to: "0" }])),
  );

/** Returns the cycle of a tool that goes through the digits up to a number. @param {number} most */
const through = (most) => Array.from({ length: most + 1 }, (_, digit) => (digit + 1) % (most + 1));

// ---- letters in cells

/** Returns the letters of the digits, that of a cell without a clue first. @param {ClueGrid} grid */
function lettersOf({ letters, blank = letters.includes(".") ? "." : letters[0] }) {
  return [blank, ...[...letters].filter((letter) => letter !== blank)];
}

/** @param {ClueGrid} grid @param {string} [layer] @returns {Layer} */
export function gridLayer(grid, layer = "clues") {
  const { member = "grid", shape = "cell", most } = grid;
  const letters = lettersOf(grid);
  const places = { blocks: [{ shape: /** @type {Shape} */ (shape), letters: letters.join("") }] };
  const texts = letters.map((letter, index) => (index ? textOf(grid, letter) : ""));
  const keys = letters.flatMap((letter, index) => [letter, letter.toUpperCase()].map((key) => [key, index]));
  return {
    layers: { [layer]: shape },
    tools: [
      {
        ...(/\d/.test(grid.letters) ? NUMBER : /[^.<>^v]/.test(grid.letters) ? CLUE : ARROW),
        ...grid.tool,
        layer,
        cycle: through(letters.length - 1),
      },
    ],
    keys: { [layer]: { ...Object.fromEntries(keys), ...ERASE } },
    typed: most
      ? { [layer]: (size) => numbersFrom(valueOf(letters[1]), most(size)) }
      : texts.some((text) => /\d.*\d/.test(text))
        ? { [layer]: () => texts }
        : {},
    faces: /[<^/]/.test(grid.letters) ? { [layer]: () => letters.join("") } : {},
    own: [member],
    read: (document, size) => ({ [layer]: read(places, size, document[member]) }),
    write: ({ layers, ...size }) => ({ [member]: spell(places, size, layers[layer]) }),
  };
}

// ---- signs between cells

/** @param {string} h the letters between the cells of a row @param {string} v those between rows @returns {Layer} */
export function signLayer(h, v) {
  const ordered = (/** @type {string} */ letters) => lettersOf({ letters }).join("");
  const links = {
    blocks: [{ shape: /** @type {const} */ ("link"), letters: { right: ordered(h), down: ordered(v) } }],
  };
  return {
    layers: { signs: "link" },
    tools: [{ key: "sign", icon: "sign", layer: "signs", cycle: through(h.length - 1) }],
    keys: { signs: ERASE },
    faces: { signs: ({ r }) => ordered(r & 1 ? h : v) },
    own: ["signs"],
    read: ({ signs: own }, size) => ({ signs: read(links, size, { right: own?.h, down: own?.v }) }),
    write({ layers, ...size }) {
      const { right, down } = spell(links, size, layers.signs);
      return /[^0]/.test(layers.signs) ? { signs: { h: right, v: down } } : {};
    },
  };
}

// ---- numbers next to the board

/** @type {{blocks: {shape: Shape}[]}} */
const BESIDE = { blocks: [{ shape: "side" }] };

/**
 * @param {Partial<Record<"left" | "top" | "right" | "bottom", string>>} members
 * @param {number} [least]
 * @param {(size: Size) => number} [most]
 * @param {(number: number) => string} [text]
 * @returns {Layer}
 */
export function sideLayer(members, least = 0, most = ({ width, height }) => Math.max(width, height), text = String) {
  /** The keys of numbers that are shown as letters. @type {Record<string, number>} */
  const letters = {};
  for (let digit = 1; digit <= MAX_VALUES; digit++) {
    const name = text(least + digit - 1);
    if (/^[a-z]$/i.test(name)) letters[name.toLowerCase()] = letters[name.toUpperCase()] = digit;
  }
  /** Returns the targets of the clues of each member, line by line. @param {Size} size @returns {[string, number[]][]} */
  const targets = ({ width, height }) =>
    Object.entries(members).map(([edge, member]) => {
      const across = edge === "left" || edge === "right";
      const [length, breadth] = across ? [height, width] : [width, height];
      const far = edge === "left" || edge === "top" ? -1 : 2 * breadth + 1;
      const places = Array.from({ length }, (_, line) =>
        across ? { r: 2 * line + 1, c: far } : { r: far, c: 2 * line + 1 },
      );
      return [member, places.map((place) => targetAt(BESIDE, { width, height }, place))];
    });
  return {
    layers: { sides: "side" },
    tools: [{ key: "side", icon: "side", layer: "sides", cycle: through(MAX_VALUES), single: true }],
    keys: { sides: { ...letters, ...ERASE } },
    typed: { sides: (size) => numbersFrom(least, most(size)) },
    own: Object.values(members),
    read(document, size) {
      const digits = [...blankMarks(count(BESIDE, size))];
      for (const [member, all] of targets(size))
        all.forEach((target, line) => {
          const number = [document[member][line]].flat()[0] ?? least - 1;
          digits[target] = digitOf(clamp(0, number - least + 1, MAX_VALUES));
        });
      return { sides: digits.join("") };
    },
    write({ layers, ...size }) {
      const number = (/** @type {number} */ target) => valueOf(layers.sides[target]) + least - 1;
      return Object.fromEntries(
        targets(size).map(([member, all]) => [member, all.map((at) => (layers.sides[at] === "0" ? null : number(at)))]),
      );
    },
    /** Clears the places that have no clue. */
    settle(sketch, layer) {
      const used = new Set(targets(sketch).flatMap(([, all]) => all));
      const kept = [...sketch.layers.sides].map((digit, at) => (used.has(at) ? digit : "0")).join("");
      return layer === "sides" ? withLayer(sketch, layer, kept) : sketch;
    },
  };
}

// ---- regions

/** The letters of the digits. The space is that of cells outside all regions. */
const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ01234567 89abcdefghijklmnopqrstuvwxyz";
/** A cell outside all regions. */
export const OUTSIDE = NAMES.indexOf(" ");
/** A placeholder for a new region, which gets the first free digit. */
const NEW = NAMES.length;
const DIGITS = Array.from({ length: NEW + 1 }, (_, digit) => digit);
const REGIONS = DIGITS.filter((digit) => digit !== OUTSIDE && digit !== NEW);

/**
 * A tap starts a new region, and a drag extends the region in which it starts.
 * @param {string} member
 * @param {string} outside
 * @returns {Layer}
 */
export function regionLayer(member, outside) {
  const letters = NAMES.replace(" ", outside || " ");
  const cells = { blocks: [{ shape: /** @type {const} */ ("cell"), letters }] };
  const tool = { icon: "box", layer: "regions", cycle: DIGITS, over: true };
  const out = {
    icon: "fill",
    tap: DIGITS.map((digit) => (digit === OUTSIDE ? NEW : OUTSIDE)),
    cycle: DIGITS.map(() => OUTSIDE),
  };
  return {
    layers: { regions: "cell" },
    tools: [
      { ...tool, key: "region", tap: DIGITS.map(() => NEW) },
      ...(outside ? [{ ...tool, ...out, key: "outside" }] : []),
    ],
    keys: {
      regions: Object.fromEntries(
        // Small letters are the keys of capital ones.
        [...letters].flatMap((name, digit) => [name, name.toLowerCase()].map((key) => [key, digit])).reverse(),
      ),
    },
    own: [member],
    read(document) {
      const names = [...document[member].join("")];
      const regions = [...new Set(names)].filter((name) => name !== outside);
      const digit = (/** @type {string} */ name) => (name === outside ? OUTSIDE : REGIONS[regions.indexOf(name)]);
      return { regions: names.map((name) => digitOf(digit(name))).join("") };
    },
    write: ({ layers, ...size }) => ({ [member]: spell(cells, size, layers.regions) }),
    settle(sketch, layer) {
      const { regions } = sketch.layers;
      const free = REGIONS.find((digit) => !regions.includes(digitOf(digit))) ?? 0;
      return layer === "regions" ? withLayer(sketch, layer, regions.replaceAll(digitOf(NEW), digitOf(free))) : sketch;
    },
  };
}
