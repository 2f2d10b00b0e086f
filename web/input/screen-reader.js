/** What a screen reader hears of the board: a grid of which only the cell under the cursor is in the document. */

import { byId, h, refill } from "../ui/dom.js";
import { has, t } from "../ui/i18n.js";
import { targetAt } from "../core/lattice.js";

/** @import {Marks, Place, PuzzleDocument, PuzzleKind, Size, State} from "../core/types.js" */

/** @param {State} state @param {PuzzleKind} puzzle @param {PuzzleDocument} document @param {Marks} marks */
export function describe({ cursor: at, language, pen }, puzzle, document, marks) {
  const cursor = at ?? (puzzle.targets === "edges" ? { r: 0, c: 0 } : { r: 1, c: 1 });
  const size = puzzle.size(document);
  const board = byId("board");
  const edges = puzzle.targets === "edges";
  board.setAttribute("aria-rowcount", edges ? 2 * size.height + 1 : size.height);
  board.setAttribute("aria-colcount", edges ? 2 * size.width + 1 : size.width);
  const text = [
    pen === null ? "" : t("pen.down", { tool: t(`tool.${puzzle.tools[pen].key}`) }),
    edgesText(puzzle, document, size, cursor, marks),
    stateText(puzzle, document, size, cursor, marks),
    placeText(cursor, size, edges),
    clueText(puzzle, document, cursor),
  ]
    .filter(Boolean)
    .join(", ");
  const [row, column] = edges ? [cursor.r + 1, cursor.c + 1] : [(cursor.r + 1) / 2, (cursor.c + 1) / 2];
  const id = `cell-${row}-${column}-${marks[targetAt(puzzle, size, cursor)] ?? ""}`;
  refill(byId("cells"), `${language} ${text}`, () => [
    h(
      "div",
      { role: "row", "aria-rowindex": row },
      h("span", { role: "gridcell", id, "aria-colindex": column, "aria-selected": "true" }, text),
    ),
  ]);
  board.setAttribute("aria-activedescendant", byId("cells").querySelector("[role=gridcell]").id);
}

/**
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
function stateText(puzzle, document, size, place, marks) {
  const target = targetAt(puzzle, size, place);
  if (target < 0) return "";
  const mark = marks[target];
  const named = (/** @type {string} */ name) =>
    has(`cell.${puzzle.kind}.${name}`) ? t(`cell.${puzzle.kind}.${name}`) : null;
  const fixed = puzzle.fixed(document, target);
  if (fixed && mark === "0") return named("fixed") ?? t("cell.given");
  return [named(mark) ?? t("cell.0"), fixed ? t("cell.given") : ""].filter(Boolean).join(", ");
}

/**
 * The edges at a dot.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
function edgesText(puzzle, document, size, { r, c }, marks) {
  if (puzzle.targets !== "edges" || (r | c) & 1) return "";
  const sides = /** @type {[string, Place][]} */ ([
    ["up", { r: r - 1, c }],
    ["right", { r, c: c + 1 }],
    ["down", { r: r + 1, c }],
    ["left", { r, c: c - 1 }],
  ]);
  return sides
    .filter(([, place]) => targetAt(puzzle, size, place) >= 0)
    .map(([side, place]) => t(`dot.${side}`, { state: stateText(puzzle, document, size, place, marks) }))
    .join(", ");
}

/** A place in words. @param {Place} place @param {Size} size @param {boolean} edges */
export function placeText({ r, c }, size, edges) {
  const row = Math.min(size.height, (r >> 1) + 1);
  const column = Math.min(size.width, (c >> 1) + 1);
  if (!edges || r & c & 1) return t("place.cell", { row, column });
  if (!((r | c) & 1)) return t("place.corner", { row: r / 2 + 1, column: c / 2 + 1 });
  if (r & 1) return t(c === 2 * size.width ? "place.right" : "place.left", { row, column });
  return t(r === 2 * size.height ? "place.below" : "place.above", { row, column });
}

/** @param {PuzzleKind} puzzle @param {PuzzleDocument} document @param {Place} place */
function clueText(puzzle, document, place) {
  const clue = puzzle.clueText(document, place);
  return clue && t("place.clue", { clue });
}
