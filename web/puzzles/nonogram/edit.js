/** The nonogram editor: the setter paints the picture, and the clues are its runs. */

import { palette } from "./colours.js";
import { around, spotOf } from "../../core/grid.js";
import { linesOf } from "../../core/grid-lines.js";
import { areaOf, boxOf, lineOf, scattered, withLayer } from "../../core/sketch.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */

const RUN = /(\d{1,3})\s*([a-h]?)/g;

/** @param {string[]} lines */
const runs = (lines) => lines.map((line) => (line.match(/1+/g) ?? []).map((run) => run.length));

/** @param {Sketch} sketch */
const lines = (sketch) => linesOf(sketch, sketch.layers.picture);

/** @param {string} key @param {string} icon @param {import("../../core/sketch.js").Pencil["cover"]} [cover] */
const pencil = (key, icon, cover) => ({ key, icon, layer: "picture", cycle: [1, 0], cover });

/** @type {Edit} */
export default {
  layers: { picture: "cell" },
  tools: [
    pencil("pencil", "draw", undefined),
    pencil("straight", "line", lineOf),
    pencil("box", "box", boxOf),
    pencil("area", "bucket", areaOf),
  ],
  keys: { picture: { Backspace: 0, Delete: 0 } },
  side: { least: 1, step: 1, first: 10 },
  needsSolution: true,
  photo: "picture",
  ...inColours([]),
  own: ["rows", "cols"],

  read: (_, { width, height }, solution) => ({
    picture: (solution ?? "0".repeat(width * height)).replace(/2/g, "0"),
  }),

  write(sketch) {
    const { row, column } = lines(sketch);
    return keptClues(sketch, (run) => lengthOf(run)) ?? { rows: runs(row), cols: runs(column) };
  },

  marks: ({ layers }) => layers.picture,
  invert: (sketch) =>
    withLayer(sketch, "picture", [...sketch.layers.picture].map((digit) => String(1 - +digit)).join("")),

  share: 50,
  random: (blank, filled, next) => withLayer(blank, "picture", scattered(blank, filled, next)),

  tone: "solution",

  mend(sketch, target) {
    const [to, key] = sketch.layers.picture[target] === "1" ? ["0", "draw.mend.clear"] : ["1", "draw.mend.fill"];
    return [{ layer: "picture", target, to, key, params: spotOf(sketch, target) }];
  },
};

/** Returns the length of a run, with or without a colour. @param {number | [number, number]} run */
const lengthOf = (run) => (Array.isArray(run) ? run[0] : run);

/**
 * Returns the clues that were typed or read without a solution, for a board of this size; they are kept until something
 * is painted. Returns null if there are none.
 * @param {Sketch} sketch
 * @param {(run: any) => any} converted
 */
function keptClues({ width, height, members, layers }, converted) {
  if (/[1-9]/.test(layers.picture) || !members.rows || !members.cols) return null;
  const fitted = (/** @type {any[][]} */ clues, /** @type {number} */ length) =>
    Array.from({ length }, (_, at) => (clues[at] ?? []).map(converted));
  return { rows: fitted(members.rows, height), cols: fitted(members.cols, width) };
}

/**
 * Returns the members that are common to black and white ([]) and coloured puzzles.
 * @param {string[]} colours
 * @returns {Pick<Edit, "colours" | "members" | "lines" | "palette" | "colourings" | "repair" | "forLayout">}
 */
function inColours(colours) {
  return {
    colours,
    members: ({ rows, cols }, solution) => (solution ? {} : { rows, cols }),

    /** A clue as text is "3 1", or "3a 1b" with a letter for each colour; a number without a letter repeats the last. */
    lines: {
      text: (clue) =>
        clue
          .map((/** @type {any} */ run) => (colours.length ? `${run[0]}${(run[1] + 9).toString(36)}` : String(run)))
          .join(" "),
      clue(text) {
        const plain = text.normalize("NFKC").toLowerCase();
        if (/[^\s,.;]/.test(plain.replace(RUN, ""))) return null;
        let colour = 1;
        const found = [...plain.matchAll(RUN)].map(([, length, letter]) => {
          if (letter) colour = parseInt(letter, 36) - 9;
          return [+length, colour];
        });
        if (found.some(([, one]) => one > Math.max(1, colours.length))) return null;
        return found.filter(([length]) => length).map((run) => (colours.length ? run : run[0]));
      },
    },

    palette: (count) => palette(colours, count),
    colourings: async () => (await import("./quantize.js")).colourings,
    repair: async () => (await import("./repair.js")).repair,

    /**
     * Reserve space for one number more than the longest clue has, and for a few numbers if the board is nearly empty.
     */
    forLayout({ rows, cols, ...others }) {
      const long = (/** @type {number[][]} */ clues, /** @type {number} */ across) =>
        Array(Math.max(Math.min(4, Math.ceil(across / 4) + 1), ...clues.map((clue) => clue.length + 1))).fill(1);
      return { ...others, rows: [long(rows, cols.length), ...rows], cols: [long(cols, rows.length), ...cols] };
    },
  };
}

/**
 * Returns the editor of a coloured puzzle. Empty cells are 0 in the layer, as in black and white.
 * @param {string[]} colours
 * @param {import("../../core/types.js").Tool[]} tools one tool per colour
 * @returns {Edit}
 */
export function colouredEdit(colours, tools) {
  const blank = String(colours.length + 1);
  const runs = (/** @type {string[]} */ all) =>
    all.map((line) => [...line.matchAll(/([1-9])\1*/g)].map(([run, colour]) => [run.length, +colour]));
  const pencils = tools.map(({ key, text, swatch, cycle }) => ({
    key,
    icon: "",
    text,
    swatch,
    layer: "picture",
    cycle: cycle.slice(0, -1),
  }));
  const coloured = (/** @type {any} */ run) => [lengthOf(run), Math.min(run[1] ?? 1, colours.length)];
  const keys = Object.fromEntries(["", ...colours].map((_, value) => [value, value]));
  return {
    layers: { picture: "cell" },
    tools: pencils,
    keys: { picture: { Backspace: 0, Delete: 0, ...keys } },
    side: { least: 1, step: 1, first: 10 },
    needsSolution: true,
    photo: "picture",
    ...inColours(colours),
    own: ["rows", "cols", "colors"],
    read: (_, { width, height }, solution) => ({
      picture: (solution ?? "0".repeat(width * height)).replaceAll(blank, "0"),
    }),
    write(sketch) {
      const { row, column } = lines(sketch);
      return { colors: colours, ...(keptClues(sketch, coloured) ?? { rows: runs(row), cols: runs(column) }) };
    },
    marks: ({ layers }) => layers.picture.replaceAll("0", blank),
    tone: "solution",

    /** Suggests the colours of the neighbouring cells, and blank. */
    mend(sketch, target) {
      const { picture } = sketch.layers;
      const near = around(sketch, target, true).map((cell) => picture[cell]);
      return [...new Set([...near, "0"])]
        .filter((digit) => digit !== picture[target])
        .map((to) => ({
          layer: "picture",
          target,
          to,
          key: to === "0" ? "draw.mend.clear" : "draw.mend.colour",
          params: { ...spotOf(sketch, target), n: to },
        }));
    },
  };
}
