/** Shows a chain of inferences link by link up to the contradiction, as text and on the board. */

import { blockAt } from "../../core/lattice.js";
import { isBinary } from "../../core/marks.js";
import { isPlace, lineFrom } from "../../core/clue-places.js";
import { markOf, reasonText, valueText, withEntries } from "../../shell/explanation.js";
import { placeFrom } from "../../shell/reasons.js";
import { h } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { tag } from "../../ui/text.js";

/** @import {EngineLink, EngineReason, EngineValue} from "../../engine/messages.js" */
/** @import {Game, Marks, Overlay, PuzzleKind} from "../../core/types.js" */

/**
 * Returns a link of a chain as text: an assumption, a consequence with its reason, or the contradiction.
 * @param {PuzzleKind} puzzle
 * @param {EngineLink} entry
 * @returns {(Node | string)[]}
 */
export function linkText(puzzle, entry) {
  const { letter, broken } = entry;
  const supposed = entry.case ? "steps.case" : "steps.suppose";
  const reason = entry.clue || entry.rule ? [letter ? tag(letter, "because") : reasonText(entry)] : [];
  if (broken) return [h("b", {}, t("steps.broken")), " ", ...reason];
  const text = valueText(puzzle, /** @type {EngineValue} */ (entry));
  return reason.length ? [text, " ", ...reason] : [t(supposed, { what: text })];
}

/**
 * Returns the scene of a chain: the consequences of the assumption as marks of a what-if, and the reasons.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Marks} marks
 * @param {EngineLink[]} chain
 * @param {EngineLink[]} [refuted] values that were refuted
 */
export function chainScene(game, puzzle, marks, chain, refuted = []) {
  const size = puzzle.size(game.document);
  const opposites = refuted.flatMap((entry) => opposite(puzzle, entry));
  const last = chain.at(-1);
  const broken = last?.broken ? place(last, "conflict") : [];
  const reasons = chain.filter((entry) => !entry.broken).flatMap((entry) => place(entry, "because"));
  const once = new Map(
    [...reasons, ...broken].map((overlay) => [JSON.stringify([overlay.place, overlay.row, overlay.column]), overlay]),
  );
  return {
    marks: withEntries(puzzle, size, marks, [...opposites, ...chain]),
    trial: marks,
    overlays: [...once.values()],
  };
}

/**
 * Returns the mark that follows when the value of a link is refuted, or undecided if several other values remain.
 * @param {PuzzleKind} puzzle
 * @param {EngineLink} entry
 */
function opposite(puzzle, entry) {
  const mark = markOf(puzzle, entry);
  if (!entry.cell || mark === undefined || !isBinary(blockAt(puzzle, placeFrom(entry.cell)))) return [];
  return [{ cell: entry.cell, mark: 3 - mark }];
}

/**
 * Returns a reason as an overlay.
 * @param {EngineReason} reason
 * @param {"because" | "conflict"} role
 * @returns {Overlay[]}
 */
function place({ clue, cells, letter }, role) {
  if (clue) {
    const { at } = clue;
    if (isPlace(at)) return [{ role, letter, place: placeFrom(at) }];
    const line = lineFrom(at);
    return line.row === undefined && line.column === undefined ? [] : [{ role, letter, ...line }]; // or the whole board
  }
  return role === "conflict" ? (cells ?? []).map((cell) => ({ role, place: placeFrom(cell), ring: false })) : [];
}
