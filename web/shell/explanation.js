/** Converts the engine's results (places, reasons, steps) to overlays and to text. */

import "../canvas/overlays.js";
import { h } from "../ui/dom.js";
import { has, t } from "../ui/i18n.js";
import { placeText, valueName } from "./board-text.js";
import { isPlace, lineFrom, sideOf } from "../core/clue-places.js";
import { blockAt, targetAt } from "../core/lattice.js";
import { digitOf } from "../core/marks.js";
import { state } from "./state.js";
import { tag } from "../ui/text.js";

/** @import {EnginePlace, EngineReason} from "../engine/messages.js" */
/** @import {EngineStep, EngineValue, EngineMark} from "../engine/messages.js" */
/** @import {Marks, Overlay, Place, PuzzleDocument, PuzzleKind, Shape, Size} from "../core/types.js" */

/**
 * Converts a place of the engine to a place on the lattice of half steps. @param {EnginePlace} place @returns {Place}
 */
export function placeFrom(place) {
  if ("h" in place) return { r: 2 * place.h[0], c: 2 * place.h[1] + 1 };
  if ("v" in place) return { r: 2 * place.v[0] + 1, c: 2 * place.v[1] };
  if ("right" in place) return { r: 2 * place.right[0] + 1, c: 2 * place.right[1] + 2, shape: "link" };
  if ("down" in place) return { r: 2 * place.down[0] + 2, c: 2 * place.down[1] + 1, shape: "link" };
  if ("vertex" in place) return { r: 2 * place.vertex[0], c: 2 * place.vertex[1] };
  return { r: 2 * place.row + 1, c: 2 * place.column + 1 };
}

/**
 * Returns a clue that its position alone does not name, for a sentence: one between cells or on a side of the board.
 * Returns null for others.
 * @param {EngineReason} reason
 */
export const clueWithPlace = ({ clue }) =>
  clue && !("row" in clue.at) && (sideOf(clue.at) || isPlace(clue.at))
    ? { value: clue.value, place: spotText({ clue }) }
    : null;

/** Converts a place on the lattice to a place of the engine. @param {Place} place @returns {EnginePlace} */
export function placeTo({ r, c, shape }) {
  if (r & c & 1) return { row: r >> 1, column: c >> 1 };
  if (!((r | c) & 1)) return { vertex: [r >> 1, c >> 1] };
  if (shape === "link") return r & 1 ? { right: [r >> 1, (c >> 1) - 1] } : { down: [(r >> 1) - 1, c >> 1] };
  return r & 1 ? { v: [r >> 1, c >> 1] } : { h: [r >> 1, c >> 1] };
}

/** @param {EnginePlace} place @returns {Shape} */
const shapeOf = (place) =>
  "row" in place ? "cell" : "vertex" in place ? "vertex" : "right" in place || "down" in place ? "link" : "edge";

/**
 * Returns the value of an entry as a mark, from the engine's index or from its letter, or undefined if it has none.
 * @param {PuzzleKind} puzzle
 * @param {{cell?: EnginePlace, value?: string | null, mark?: number}} entry
 * @returns {number | undefined}
 */
export function markOf(puzzle, { cell, value, mark }) {
  if (mark !== undefined) return mark;
  if (!cell || value === undefined || value === null) return undefined;
  const { letters, answers } = blockAt(puzzle, placeFrom(cell));
  const known = typeof letters === "string" ? [letters] : Object.values(letters);
  return answers?.[value] ?? known.map((some) => some.indexOf(value)).find((index) => index > 0);
}

/**
 * Returns the marks after some entries of the engine. Entries that only exclude values change nothing.
 * @param {PuzzleKind} puzzle
 * @param {Size} size
 * @param {Marks} marks
 * @param {{cell?: EnginePlace, value?: string | null, mark?: number}[]} entries
 * @returns {Marks}
 */
export function withEntries(puzzle, size, marks, entries) {
  let after = marks;
  for (const entry of entries) {
    const mark = markOf(puzzle, entry);
    const at = entry.cell && mark !== undefined ? targetAt(puzzle, size, placeFrom(entry.cell)) : -1;
    // Slices take a tenth of the time of splitting the marks of a large board for each of its steps.
    if (mark !== undefined && at >= 0) after = after.slice(0, at) + digitOf(mark) + after.slice(at + 1);
  }
  return after;
}

/**
 * Returns the overlays of a step or conflict. Only clues have rings. For a conflict, the undecided cells that its
 * numbers count are shown as well.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {EngineMark[]} marks
 * @param {EngineReason[]} because
 * @returns {Overlay[]}
 */
export function overlayFrom(puzzle, document, marks, because) {
  const clues = new Set(because.filter((reason) => reason.clue).map(({ letter }) => letter));
  const overlays = marks.map((entry) => {
    const { cell, line, role, letter, not } = entry;
    const shown = role === "wrong" && letter === undefined ? "wrong" : role;
    /** @type {Overlay} */
    const overlay = {
      role: shown,
      letter,
      state: markOf(puzzle, entry),
      ...(not ? { not } : {}),
      ring: letter !== undefined && clues.has(letter),
    };
    return line
      ? { ...overlay, ...lineFrom(line) }
      : { ...overlay, place: placeFrom(/** @type {EnginePlace} */ (cell)) };
  });
  if (puzzle.regions) return overlays.flatMap((overlay) => regionOf(puzzle, document, overlay));
  const reach = overlays
    .filter(({ role, place, ring }) => role === "conflict" && place && ring)
    .flatMap(({ place }) => puzzle.reach?.(document, /** @type {Place} */ (place)) ?? []);
  const once = new Map(
    reach.map((place) => [`${place.r},${place.c}`, { role: /** @type {const} */ ("reach"), place }]),
  );
  return [...once.values(), ...overlays];
}

/**
 * Returns the overlays of a region if its clue applies to the whole region. The first cell has the letter of the clue.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Overlay} overlay
 * @returns {Overlay[]}
 */
function regionOf({ regions }, document, overlay) {
  const { place, ring, role } = overlay;
  if (!place || !ring || !regions) return [overlay];
  const rows = regions(document);
  const own = rows[place.r >> 1][place.c >> 1];
  const others = rows.flatMap((text, row) =>
    [...text].flatMap((letter, column) => (letter === own ? [{ r: 2 * row + 1, c: 2 * column + 1 }] : [])),
  );
  /** @type {Overlay["role"]} */
  const tint = role === "forced" ? "because" : role;
  return [...others.slice(1).map((cell) => ({ role: tint, place: cell, ring: false })), { ...overlay, ring: false }];
}

/** Returns the position of a reason as text; a rule is named. @param {EngineReason} reason */
export function reasonText(reason) {
  const { clue, rule, cells } = reason;
  // A kind may name its rules, also by number of cells; otherwise they have general names.
  const key = `rule.name.${state.puzzle?.kind}.${rule}`;
  const known = [`${key}-${cells?.length}`, key, `rule.name.${rule}`].find(has);
  const name = known ? t(known) : (rule ?? "");
  return clue ? spotText(reason) : cells?.length ? `${name}: ${spotText(reason)}` : name;
}

/** Returns the position of a reason as text. @param {EngineReason} reason */
export function spotText({ clue, rule, cells }) {
  if (clue) {
    const { at } = clue;
    if ("row" in at && "column" in at) return t("place.cell", { row: at.row + 1, column: at.column + 1 });
    if ("row" in at) return t("place.row", { row: at.row + 1 });
    if ("column" in at) return t("place.column", { column: at.column + 1 });
    const side = sideOf(at);
    if (side) return t(`reason.side.${side}`, { n: at[side] + 1 });
    if (isPlace(at)) return engineText(at);
    return t(`reason.at.${Object.keys(at)[0]}`); // a clue next to the board
  }
  return cells?.length ? spanText(cells) : (rule ?? "");
}

/**
 * Returns the ends of an edge as "row column" of the dots; an empty list for a cell.
 * @param {EnginePlace} place
 * @returns {string[]}
 */
function endsOf(place) {
  if ("h" in place) return [`${place.h[0]} ${place.h[1]}`, `${place.h[0]} ${place.h[1] + 1}`];
  return "v" in place ? [`${place.v[0]} ${place.v[1]}`, `${place.v[0] + 1} ${place.v[1]}`] : [];
}

/**
 * Returns the position of several cells as text: a line, or the first and the last cell; for edges, the dot at which
 * they meet.
 * @param {EnginePlace[]} cells
 */
function spanText(cells) {
  const [first, ...others] = cells.map(endsOf);
  const dot = first.find((end) => others.every((ends) => ends.includes(end)));
  if (dot) {
    const [row, column] = dot.split(" ").map(Number);
    return t("place.dot", { row: row + 1, column: column + 1 });
  }
  const rows = cells.map((cell) => ("row" in cell ? cell.row : -1));
  const columns = cells.map((cell) => ("row" in cell ? cell.column : -1));
  const within = (/** @type {number[]} */ all) => [Math.min(...all) + 1, Math.max(...all) + 1];
  const [[top, bottom], [left, right]] = [within(rows), within(columns)];
  if (top === bottom) return t("place.row-cells", { row: top, first: left, last: right });
  if (left === right) return t("place.column-cells", { column: left, first: top, last: bottom });
  return t("place.block", { top, bottom, left, right });
}

/** Returns the value of a reason: the number or the runs, with their colours if they have some. @param {EngineReason} reason */
function reasonValue({ clue }) {
  if (!Array.isArray(clue?.value)) return clue ? String(clue.value) : "";
  const { puzzle } = state;
  /** @type {any[]} */
  const runs = clue.value;
  if (!puzzle || !Array.isArray(runs[0])) return runs.join(" ") || "0";
  return runs.map(([n, color]) => t("reason.run", { n, color: valueName(puzzle, "cell", color) })).join(", ");
}

/** Returns a list of reasons with their letters. @param {EngineReason[]} because @param {string} role */
export const reasonList = (because, role) =>
  because.map((reason) =>
    h("li", {}, tag(reason.letter ?? "", role), h("b", {}, reasonValue(reason)), h("span", {}, reasonText(reason))),
  );

/**
 * Returns a cell with its value as text, as in "row 3, column 4: O", or with its excluded values.
 * @param {PuzzleKind} puzzle
 * @param {EngineValue} entry
 */
export function valueText(puzzle, entry) {
  const { cell, value, not } = entry;
  const mark = markOf(puzzle, entry);
  const word = (/** @type {number} */ index) => valueName(puzzle, shapeOf(cell), index);
  const name = mark !== undefined ? word(mark) : not ? t("value.not", { value: not.map(word).join(", ") }) : value;
  return t("place.value", { place: engineText(cell), value: name });
}

/** Returns a place on the current board as text. @param {EnginePlace} place */
export function engineText(place) {
  const { puzzle, game } = state;
  return puzzle && game ? placeText(puzzle, puzzle.size(game.document), placeFrom(place)) : "";
}

/**
 * Returns the marks of the cells that entries of the engine determine.
 * @param {PuzzleKind} puzzle
 * @param {EngineStep["cells"]} cells
 * @returns {{place: Place, state: number}[]}
 */
export const statesOf = (puzzle, cells) =>
  cells.flatMap((entry) => {
    const state = markOf(puzzle, entry);
    return state === undefined ? [] : [{ place: placeFrom(entry.cell), state }];
  });
