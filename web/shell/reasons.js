/** The clues and rules that the engine names, as text and as broken rules. It needs neither the page nor its state. */

import { isPlace, lineFrom, sideOf } from "../core/clue-places.js";
import { targetAt } from "../core/lattice.js";
import { t } from "../ui/i18n.js";
import { messageText } from "../ui/text.js";

/** @import {EnginePlace, EngineReason} from "../engine/messages.js" */
/** @import {Break, Overlay, Place, PuzzleDocument, PuzzleKind} from "../core/types.js" */
/** @typedef {(place: EnginePlace) => string} Namer  returns the name of a place on the board */

const MOST_NAMED = 3; // maximum number of places of a rule to name, if they are not cells
const MOST_CELLS = 30; // maximum number of cells of a broken rule to show

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
 * @param {Namer} nameOf
 */
const clueWithPlace = ({ clue }, nameOf) =>
  clue && !("row" in clue.at) && (sideOf(clue.at) || isPlace(clue.at))
    ? { value: clueValue(clue), place: spotText({ clue }, nameOf) }
    : null;

/**
 * Returns the value of a clue as text, by its name if it has one.
 * @param {NonNullable<EngineReason["clue"]>} clue
 */
export const clueValue = ({ value, name }) => (name ? messageText(name) : String(value));

/**
 * Returns the name of a clue in a hint, with its value if its position alone does not name it.
 * @param {EngineReason} reason
 * @param {Namer} nameOf
 */
export function clueName(reason, nameOf) {
  const named = clueWithPlace(reason, nameOf);
  return named ? t("hint.clue", named) : spotText(reason, nameOf);
}

/** Returns the position of a reason as text. @param {EngineReason} reason @param {Namer} nameOf */
export function spotText({ clue, rule, cells }, nameOf) {
  if (clue) {
    const { at } = clue;
    if ("row" in at && "column" in at) return t("place.cell", { row: at.row + 1, column: at.column + 1 });
    if ("row" in at) return t("place.row", { row: at.row + 1 });
    if ("column" in at) return t("place.column", { column: at.column + 1 });
    const side = sideOf(at);
    if (side) return t(`reason.side.${side}`, { n: at[side] + 1 });
    if (isPlace(at)) return nameOf(at);
    return t(`reason.at.${Object.keys(at)[0]}`); // a clue next to the board
  }
  return cells?.length ? spanText(cells, nameOf) : (rule ?? "");
}

/**
 * Returns a place as a noun: the name of one between two cells begins with a word such as "above".
 * @param {EnginePlace} place
 * @param {Namer} nameOf
 */
export const spotName = (place, nameOf) =>
  endsOf(place).length ? t("hint.spot", { place: nameOf(place) }) : nameOf(place);

/**
 * Returns the ends of an edge as "row column" of the dots, and those of a link as those of the cells; an empty list for
 * a cell.
 * @param {EnginePlace} place
 * @returns {string[]}
 */
function endsOf(place) {
  if ("right" in place) return [place.right.join(" "), `${place.right[0]} ${place.right[1] + 1}`];
  if ("down" in place) return [place.down.join(" "), `${place.down[0] + 1} ${place.down[1]}`];
  if ("h" in place) return [`${place.h[0]} ${place.h[1]}`, `${place.h[0]} ${place.h[1] + 1}`];
  return "v" in place ? [`${place.v[0]} ${place.v[1]}`, `${place.v[0] + 1} ${place.v[1]}`] : [];
}

/**
 * Returns the position of several cells as text: a line, or the first and the last cell; for edges, the dot at which
 * they meet, and for links the cell; for other places, the first ones.
 * @param {EnginePlace[]} cells
 * @param {Namer} nameOf
 */
function spanText(cells, nameOf) {
  if (cells.length === 1) return nameOf(cells[0]);
  const [first, ...others] = cells.map(endsOf);
  const end = first.find((end) => others.every((ends) => ends.includes(end)));
  if (end) {
    const [row, column] = end.split(" ").map(Number);
    const at = { row: row + 1, column: column + 1 };
    return "h" in cells[0] || "v" in cells[0] ? t("place.dot", at) : t("place.cell", at);
  }
  if (!cells.every((cell) => "row" in cell)) return cells.slice(0, MOST_NAMED).map(nameOf).join(" · ");
  const rows = cells.map((cell) => ("row" in cell ? cell.row : -1));
  const columns = cells.map((cell) => ("row" in cell ? cell.column : -1));
  const within = (/** @type {number[]} */ all) => [Math.min(...all) + 1, Math.max(...all) + 1];
  const [[top, bottom], [left, right]] = [within(rows), within(columns)];
  if (top === bottom) return t("place.row-cells", { row: top, first: left, last: right });
  if (left === right) return t("place.column-cells", { column: left, first: top, last: bottom });
  return t("place.block", { top, bottom, left, right });
}

/**
 * Returns the overlays of a region if its clue applies to the whole region, which a given value does not. The
 * first cell has the letter of the clue.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Overlay} overlay
 * @returns {Overlay[]}
 */
export function regionOf(puzzle, document, overlay) {
  const { place, ring, role } = overlay;
  const { regions } = puzzle;
  if (!place || !ring || !regions) return [overlay];
  if (puzzle.fixed(document, targetAt(puzzle, puzzle.size(document), place))) return [overlay];
  const rows = regions(document);
  const own = rows[place.r >> 1][place.c >> 1];
  const others = rows.flatMap((text, row) =>
    [...text].flatMap((letter, column) => (letter === own ? [{ r: 2 * row + 1, c: 2 * column + 1 }] : [])),
  );
  /** @type {Overlay["role"]} */
  const tint = role === "forced" ? "because" : role;
  return [...others.slice(1).map((cell) => ({ role: tint, place: cell, ring: false })), { ...overlay, ring: false }];
}

/**
 * Converts a broken rule to its display on the board and in a sentence.
 * @param {EngineReason} reason
 * @param {Namer} nameOf
 * @param {boolean} [regions]  the letters of cells are regions
 * @returns {Break}
 */
export function breakOf(reason, nameOf, regions) {
  const { clue, cells = [] } = reason;
  if (clue) {
    const named = clueWithPlace(reason, nameOf);
    const own = regions && "row" in clue.at && typeof clue.value === "string" ? "wrong.region" : "wrong.clue";
    const [key, params] = named ? ["wrong.clue-value", named] : [own, { place: spotText(reason, nameOf) }];
    if (!isPlace(clue.at)) return { key, params, where: [{ role: "conflict", ...lineFrom(clue.at) }] };
    const place = placeFrom(clue.at);
    return { key, params, where: [{ role: "wrong", place, to: place }] };
  }
  return { key: "wrong.rule", params: {}, where: span(cells.map(placeFrom)) };
}

/**
 * Returns the cells of a line as a bracket, other cells individually, and nothing if there are too many.
 * @param {Place[]} places
 * @returns {Overlay[]}
 */
function span(places) {
  const [first, last] = [places[0], places[places.length - 1]];
  if (!first || places.length > MOST_CELLS) return [];
  const inLine = (/** @type {"r" | "c"} */ axis) => places.every((place) => place[axis] === first[axis]);
  const cells = places.every(({ r, c }) => r & c & 1);
  if (cells && (inLine("r") || inLine("c"))) return [{ role: "wrong", place: first, to: last }];
  return places.map((place) => ({ role: "conflict", place, ring: false }));
}
