/**
 * The minesweeper editor: the setter places mines and opens cells, which then count the mines, or types numbers.
 *
 * Layer "cells": 0 closed; 1 open, counting the mines placed around it; 2 to 9 the numbers 1 to 8 as typed. Layer
 * "mines": 1 a mine known only to the setter; 2 a mine and 3 a safe cell shown by the puzzle; 4 the cell of the first
 * click, which opens the same cells as in a game. `members.field` means that the puzzle is a complete
 * field, so that no mine is lost when cells are opened.
 */

import { around, spotOf } from "../../core/grid.js";
import { scattered, withLayer } from "../../core/sketch.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */

/** @param {Sketch} sketch @param {number} cell */
const counted = (sketch, cell) =>
  [cell, ...around(sketch, cell)].filter((one) => "12".includes(sketch.layers.mines[one])).length;

/** @param {Sketch} sketch */
const placed = ({ layers: { mines } }) => (mines.match(/[12]/g) ?? []).length;

/**
 * Returns the cells that a click opens. A cell without mines around it also opens its neighbours.
 * @param {Sketch} sketch
 * @param {number} cell
 */
function flood(sketch, cell) {
  const open = new Set([cell]);
  for (const now of open) if (!counted(sketch, now)) for (const other of around(sketch, now)) open.add(other);
  return open;
}

/** Returns the cell of the first click, or -1. @param {Sketch} sketch */
const firstClick = ({ layers: { mines } }) => mines.indexOf("4");

/**
 * Updates the cells opened by the first click after a change of the mines. Cells opened by hand stay open.
 * @param {Sketch} sketch
 * @param {Sketch} before
 */
function followed(sketch, before) {
  const [start, was] = [firstClick(sketch), firstClick(before)];
  if (start < 0) return sketch;
  const whole = sketch.members.field ? sketch : { ...sketch, members: { ...sketch.members, field: true } };
  const [opens, opened] = [flood(sketch, start), was === start ? flood(before, was) : null];
  const cells = [...sketch.layers.cells].map((digit, cell) => {
    if (opens.has(cell)) return "1";
    return !opened || opened.has(cell) || "12".includes(sketch.layers.mines[cell]) ? "0" : digit;
  });
  return withLayer(whole, "cells", cells.join(""));
}

/** @param {Sketch} sketch */
function wholeField(sketch) {
  const { width } = sketch;
  const { cells, mines } = sketch.layers;
  const start = firstClick(sketch);
  const open = [...cells].flatMap((digit, cell) => (digit !== "0" && cell !== start ? [cell] : []));
  const places = (start < 0 ? open : [start, ...open]).map((cell) => [Math.floor(cell / width), cell % width]);
  return { field: rows(sketch, (cell) => ("12".includes(mines[cell]) ? "*" : ".")), opened: places };
}

/** @param {Sketch} sketch @param {number} cell */
function letter(sketch, cell) {
  const [digit, mine] = [sketch.layers.cells[cell], sketch.layers.mines[cell]];
  if (digit !== "0") return String(digit === "1" ? counted(sketch, cell) : +digit - 1);
  return mine === "2" ? "*" : mine === "3" ? "s" : ".";
}

/** @param {Sketch} sketch @param {(cell: number) => string} say */
const rows = ({ width, height }, say) =>
  Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => say(row * width + column)).join(""),
  );

/** @type {Edit} */
export default {
  layers: { mines: "cell", cells: "cell" },
  tools: [
    { key: "mine", icon: "mine", layer: "mines", cycle: [1, 0, 0, 0] },
    { key: "reveal", icon: "reveal", layer: "cells", cycle: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    { key: "number", icon: "number", layer: "cells", cycle: [2, 2, 3, 4, 5, 6, 7, 8, 9, 0] },
    { key: "click", icon: "ring", layer: "mines", cycle: [4, 4, 4, 4, 0], single: true },
  ],
  keys: {
    mines: { "*": 1, Backspace: 0, Delete: 0 },
    cells: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 9, ".": 0, Backspace: 0, Delete: 0 },
  },
  side: { least: 1, step: 1, first: 9 },
  own: ["grid", "field", "opened"],

  read(document, { width, height }, solution) {
    if (document.field) {
      const open = new Set(
        (document.opened ?? []).map((/** @type {number[]} */ [row, column]) => row * width + column),
      );
      const mines = [...document.field.join("")].map((sign) => String(+(sign === "*")));
      const cells = mines.map((_, cell) => (open.has(cell) ? "1" : "0")).join("");
      const [first] = open;
      const bare = { width, height, layers: { mines: mines.join(""), cells }, members: {} };
      // The first open cell is the first click if clicking it opens exactly the open cells.
      if (first !== undefined && flood(bare, first).size === open.size) mines[first] = "4";
      return { mines: mines.join(""), cells };
    }
    const signs = [...document.grid.join("")];
    const mines = signs
      .map((sign, cell) => (sign === "*" ? "2" : sign === "s" ? "3" : solution?.[cell] === "1" ? "1" : "0"))
      .join("");
    const cells = signs.map((sign) => (/\d/.test(sign) ? String(+sign + 1) : "0")).join("");
    const sketch = { width, height, layers: { mines, cells }, members: {} };
    // Numbers that match the mines keep counting them; the others stay as typed.
    const follows = [...cells]
      .map((digit, cell) =>
        digit !== "0" && (digit === "1" || (solution && +digit - 1 === counted(sketch, cell))) ? "1" : digit,
      )
      .join("");
    return { mines, cells: follows };
  },

  write(sketch) {
    const { mines, cells } = sketch.layers;
    if (sketch.members.field)
      return { ...wholeField(sketch), ...(Number.isInteger(sketch.members.mines) ? { mines: placed(sketch) } : {}) };
    const bare = /^0*$/.test(cells) && !/[23]/.test(mines) && /1/.test(mines);
    const total = Number.isInteger(sketch.members.mines) && mines.includes("1") ? { mines: placed(sketch) } : {};
    if (bare) return { field: rows(sketch, (cell) => (mines[cell] === "1" ? "*" : ".")), opened: [], ...total };
    return { grid: rows(sketch, (cell) => letter(sketch, cell)), ...total };
  },

  marks: ({ layers: { mines, cells } }) =>
    [...mines]
      .map((digit, cell) =>
        cells[cell] !== "0" || digit === "4" ? "0" : digit === "2" ? "1" : digit === "3" ? "2" : digit,
      )
      .join(""),

  share: 12,

  /** Opens the largest empty area, if there is one. */
  random(blank, filled, next) {
    const field = { ...blank, members: { ...blank.members, field: true } };
    const mined = withLayer(field, "mines", scattered(blank, filled, next));
    let largest = new Set();
    const seen = new Set();
    [...mined.layers.mines].forEach((digit, cell) => {
      if (digit === "1" || seen.has(cell) || counted(mined, cell)) return;
      const area = flood(mined, cell);
      for (const one of area) seen.add(one);
      if (area.size > largest.size) largest = area;
    });
    const open = [...mined.layers.cells].map((_, cell) => (largest.has(cell) ? "1" : "0")).join("");
    const [first] = largest;
    const mines = [...mined.layers.mines].map((digit, cell) => (cell === first ? "4" : digit)).join("");
    return withLayer(withLayer(mined, "mines", mines), "cells", open);
  },

  /** A cell is either a mine or open; the later change wins. */
  settle(sketch, layer, before) {
    const [other, ...digits] =
      layer === "mines"
        ? ["cells", sketch.layers.mines, before.layers.mines]
        : ["mines", sketch.layers.cells, before.layers.cells];
    const changed = (/** @type {number} */ cell) => digits[0][cell] !== digits[1][cell] && digits[0][cell] !== "0";
    const next = withLayer(
      sketch,
      other,
      [...sketch.layers[other]].map((digit, cell) => (changed(cell) ? "0" : digit)).join(""),
    );
    if (layer === "cells") return next;
    // Keep only the latest first click.
    const was = firstClick(before);
    const one = (/** @type {string} */ digit, /** @type {number} */ cell) =>
      digit === "4" && cell === was && digits[0].split("4").length > 2 ? "0" : digit;
    return followed(withLayer(next, "mines", [...next.layers.mines].map(one).join("")), before);
  },

  givens: ({ layers: { cells } }) =>
    [...cells].flatMap((digit, target) => (digit === "0" ? [] : [{ layer: "cells", target, to: "0" }])),

  tone: "solution",
  members: ({ field }) => (field ? { field: true } : {}),
  options: [
    {
      key: "draw.field",
      member: "field",
      checked: Boolean,
      value: (checked) => checked || undefined,
    },
    {
      key: "draw.mines",
      member: "mines",
      checked: Number.isInteger,
      value: (checked, sketch, solution) =>
        checked ? placed(sketch) || (solution ?? "").split("1").length - 1 : undefined,
    },
  ],

  add(sketch, cell, value) {
    const params = { ...spotOf(sketch, cell), n: value };
    if (value === "*") return { layer: "mines", target: cell, to: "2", key: "draw.mend.mine", params };
    return {
      layer: "cells",
      target: cell,
      to: counted(sketch, cell) === value ? "1" : String(+value + 1),
      key: sketch.layers.mines.includes("1") ? "draw.mend.open" : "draw.mend.number",
      params,
    };
  },
};
