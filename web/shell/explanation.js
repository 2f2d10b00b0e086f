/** Converts the engine's results (places, reasons, steps) to overlays and to text. */

import "../canvas/overlays.js";
import { h } from "../ui/dom.js";
import { has, t } from "../ui/i18n.js";
import { placeText, valueName } from "./board-text.js";
import { lineFrom } from "../core/clue-places.js";
import { blockAt, targetAt } from "../core/lattice.js";
import { digitOf } from "../core/marks.js";
import { clueValue, placeFrom, regionOf, spotText } from "./reasons.js";
import { state } from "./state.js";
import { tag } from "../ui/text.js";

/** @import {EnginePlace, EngineReason} from "../engine/messages.js" */
/** @import {EngineStep, EngineValue, EngineMark} from "../engine/messages.js" */
/** @import {Marks, Overlay, Place, PuzzleDocument, PuzzleKind, Shape, Size} from "../core/types.js" */

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

/** Returns the position of a reason as text; a rule is named. @param {EngineReason} reason */
export function reasonText(reason) {
  const { clue, rule, cells } = reason;
  // A kind may name its rules, also by number of cells; otherwise they have general names.
  const key = `rule.name.${state.puzzle?.kind}.${rule}`;
  const known = [`${key}-${cells?.length}`, key, `rule.name.${rule}`].find(has);
  const name = known ? t(known) : (rule ?? "");
  const spot = clue || cells?.length ? spotText(reason, engineText) : "";
  return clue ? spot : spot ? `${name}: ${spot}` : name;
}

/** Returns the value of a reason: the number or the runs, with their colours if they have some. @param {EngineReason} reason */
function reasonValue({ clue }) {
  if (!Array.isArray(clue?.value)) return clue ? clueValue(clue) : "";
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
