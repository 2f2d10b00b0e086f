/** The nonogram editor: the setter paints the picture, and the clues are its runs. */

import { palette } from "./colours.js";
import { areaOf, boxOf, lineOf, shuffled, withLayer } from "../../core/sketch.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */

/** @param {string[]} lines */
const runs = (lines) => lines.map((line) => (line.match(/1+/g) ?? []).map((run) => run.length));

/** @param {Sketch} sketch */
function lines({ width, height, layers: { picture } }) {
  const rows = Array.from({ length: height }, (_, row) => picture.slice(row * width, (row + 1) * width));
  return { rows, columns: Array.from({ length: width }, (_, column) => rows.map((row) => row[column]).join("")) };
}

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

  read: (document, { width, height }, solution) => ({
    picture: (solution ?? "0".repeat(width * height)).replace(/2/g, "0"),
  }),

  /** Clues without a solution are kept until something is painted. */
  beside: ({ rows, cols }, solution) => (solution ? {} : { rows, cols }),

  write(sketch) {
    const { width, height, beside, layers } = sketch;
    if (!layers.picture.includes("1") && beside.rows?.length === height && beside.cols?.length === width) return {};
    const { rows, columns } = lines(sketch);
    return { rows: runs(rows), cols: runs(columns) };
  },

  marks: ({ layers }) => layers.picture,
  invert: (sketch) =>
    withLayer(sketch, "picture", [...sketch.layers.picture].map((digit) => String(1 - +digit)).join("")),

  share: 50,
  random: (blank, filled, next) => withLayer(blank, "picture", shuffled(blank.width * blank.height, filled, next)),

  tone: "solution",

  mend(sketch, target) {
    const filled = sketch.layers.picture[target] === "1";
    const place = { row: Math.floor(target / sketch.width) + 1, column: (target % sketch.width) + 1 };
    return [
      {
        layer: "picture",
        target,
        to: filled ? "0" : "1",
        key: filled ? "draw.mend.clear" : "draw.mend.fill",
        params: place,
      },
    ];
  },
};

/**
 * Returns the members that are common to black and white ([]) and coloured puzzles.
 * @param {string[]} colours
 * @returns {Pick<Edit, "colours" | "palette" | "colourings" | "repair" | "forLayout">}
 */
function inColours(colours) {
  return {
    colours,
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
  const [rows, columns] = [0, 1].map((side) => (/** @type {Sketch} */ sketch) => {
    const all = lines(sketch);
    return (side ? all.columns : all.rows).map((line) =>
      [...line.matchAll(/([1-9])\1*/g)].map(([run, colour]) => [run.length, +colour]),
    );
  });
  const place = (/** @type {Sketch} */ { width }, /** @type {number} */ target) => ({
    row: Math.floor(target / width) + 1,
    column: (target % width) + 1,
  });
  const pencils = tools.map(({ key, text, swatch, cycle }) => ({
    key,
    icon: "",
    text,
    swatch,
    layer: "picture",
    cycle: cycle.slice(0, -1),
  }));
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
    write: (sketch) => ({ colors: colours, rows: rows(sketch), cols: columns(sketch) }),
    marks: ({ layers }) => layers.picture.replaceAll("0", blank),
    tone: "solution",

    /** Suggests the colours of the neighbouring cells, and blank. */
    mend(sketch, target) {
      const { width, layers } = sketch;
      const at = place(sketch, target);
      const near = [
        at.column > 1 ? target - 1 : -1,
        at.column < width ? target + 1 : -1,
        target - width,
        target + width,
      ].map((cell) => layers.picture[cell]);
      return [...new Set([...near, "0"])]
        .filter((digit) => digit !== undefined && digit !== layers.picture[target])
        .map((to) => ({
          layer: "picture",
          target,
          to,
          key: to === "0" ? "draw.mend.clear" : "draw.mend.colour",
          params: { ...at, n: to },
        }));
    },
  };
}
