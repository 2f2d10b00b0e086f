/** The board in words: what lies under the cursor, and what a place is called. */

import { targetAt } from "../core/lattice.js";
import { showGrid } from "../input/screen-reader.js";
import { byId } from "../ui/dom.js";
import { currentLanguage, has, t } from "../ui/i18n.js";

/** @import {Marks, Place, PuzzleDocument, PuzzleKind, Size, State} from "../core/types.js" */

/**
 * Brings what a screen reader reads of the board in line with the state.
 * @param {Pick<State, "cursor" | "pen">} state
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export function describeBoard({ cursor: at, pen }, puzzle, document, marks) {
  const edges = puzzle.targets === "edges";
  const cursor = at ?? (edges ? { r: 0, c: 0 } : { r: 1, c: 1 });
  const size = puzzle.size(document);
  const place = (/** @type {number} */ row, /** @type {number} */ column) =>
    edges ? { r: row - 1, c: column - 1 } : { r: 2 * row - 1, c: 2 * column - 1 };
  showGrid(byId("board"), byId("cells"), {
    of: [document, puzzle.targets, currentLanguage()],
    rows: edges ? 2 * size.height + 1 : size.height,
    columns: edges ? 2 * size.width + 1 : size.width,
    row: edges ? cursor.r + 1 : (cursor.r + 1) / 2,
    column: edges ? cursor.c + 1 : (cursor.c + 1) / 2,
    before: pen === null ? "" : t("pen.down", { tool: t(`tool.${puzzle.tools[pen].key}`) }),
    at: (row, column) => ({
      mark: marks[targetAt(puzzle, size, place(row, column))] ?? "",
      text: cellText(puzzle, document, size, place(row, column), marks),
    }),
  });
}

/**
 * What lies at a place: its mark, where it is, its clues.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
const cellText = (puzzle, document, size, place, marks) =>
  [
    edgesText(puzzle, document, size, place, marks),
    stateText(puzzle, document, size, place, marks),
    placeText(place, size, puzzle.targets === "edges"),
    clueText(puzzle, document, place),
  ]
    .filter(Boolean)
    .join(", ");

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
  const lines = puzzle.lineClues?.(document, place);
  if (lines) return t("place.line-clues", lines);
  const clue = puzzle.clueText(document, place);
  return clue && t("place.clue", { clue });
}

/**
 * A whole row or column in words: its clue, then its cells from the start, those in a row that are alike together.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Place} place
 * @param {Marks} marks
 * @param {"row" | "column"} side
 */
export function lineText(puzzle, document, place, marks, side) {
  const size = puzzle.size(document);
  const [row, column] = [Math.min(place.r | 1, 2 * size.height - 1), Math.min(place.c | 1, 2 * size.width - 1)];
  const length = side === "row" ? size.width : size.height;
  const cells = Array.from({ length }, (_, at) =>
    side === "row" ? { r: row, c: 2 * at + 1 } : { r: 2 * at + 1, c: column },
  );
  const words = cells.map((cell) =>
    [stateText(puzzle, document, size, cell, marks), puzzle.lineClues ? "" : puzzle.clueText(document, cell)]
      .filter(Boolean)
      .join(" "),
  );
  const clue = puzzle.lineClues?.(document, place)[side];
  const name =
    side === "row" ? t("place.row", { row: (row + 1) / 2 }) : t("place.column", { column: (column + 1) / 2 });
  return [name, ...(clue === undefined ? [] : [t("place.clue", { clue })]), ...runsOf(words)].join(", ");
}

/** Equal words that follow each other, as "3 × filled". @param {string[]} words */
function runsOf(words) {
  /** @type {[string, number][]} */
  const runs = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0] === word) last[1]++;
    else runs.push([word, 1]);
  }
  return runs.filter(([word]) => word).map(([word, n]) => (n > 1 ? t("place.times", { n, what: word }) : word));
}
