/** A hint in three strengths: where to look, why, do it. It stands until the board changes. */

import { announce, messageText, plainText, renderMessage, tag } from "../../ui/text.js";
import { position } from "../../core/game.js";
import { change } from "../../shell/session.js";
import { t } from "../../ui/i18n.js";
import { fail, ask, solve } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { engineText, overlayFrom, placeTo, spotText } from "../../shell/explanation.js";

/** @import {EngineStep, EngineWrong, Explanation} from "../../engine/messages.js" */
/** @import {Game, Marks, Overlay, Place, PuzzleKind} from "../../core/types.js" */

/** @typedef {"where" | "why"} Strength */

/** @type {{id: string, marks: Marks, strength: Strength, found: Explanation} | null} */
let hint = null;

/** The hint on this board, null where none was asked for. @param {Game} game */
export const hintOn = (game) => (hint && hint.id === game.id && hint.marks === game.marks ? hint : null);

export { statesOf } from "../../shell/explanation.js";

export const forgetHint = () => void (hint = null);

/**
 * Asks for a hint, or shows the one that there is in another strength.
 * @param {Strength} strength
 * @param {Place | null} near
 * @returns {Promise<EngineStep | null>} the step, null where there is none
 */
export async function askHint(strength, near) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return null;
  const there = hintOn(game);
  if (there) {
    there.strength = strength;
    update({});
    return there.found.steps[0] ?? null;
  }
  try {
    /** @type {Explanation} */
    const found = await ask("hint", { document: position(game, puzzle), ...(near ? { near: placeTo(near) } : {}) });
    if (state.game?.id !== game.id || state.game.marks !== game.marks) return null;
    hint = { id: game.id, marks: game.marks, strength, found };
    change({ ...state.game, hints: state.game.hints + 1 });
    announce(plainText(hintText()));
    if (!state.game?.result) solve(false);
    return found.steps[0] ?? null;
  } catch (error) {
    fail(error);
    return null;
  }
}

/**
 * What is blamed: the step, or what is wrong.
 * @param {Explanation} found
 * @returns {EngineStep | EngineWrong["clash"] | null}
 */
const blamed = (found) => found.steps[0] ?? found.wrong?.step ?? found.wrong?.clash ?? found.clash ?? null;

/** The hint in words. @returns {(Node | string)[]} */
export function hintText() {
  if (!hint) return [];
  const { found, strength } = hint;
  const cause = blamed(found);
  const wrong = Boolean(found.wrong);
  if (!cause) return renderMessage(found.sentence);
  const first = wrong ? [...renderMessage(found.sentence), " "] : [];
  return strength === "why"
    ? [...first, ...renderMessage(cause.sentence, cause.because, wrong ? "conflict" : "because")]
    : [...first, ...renderMessage({ key: "hint.look", params: { places: looks(cause) } })];
}

/**
 * Where to look: the reasons with their letters, else the cells.
 * @param {NonNullable<ReturnType<typeof blamed>>} cause
 * @returns {(Node | string)[]}
 */
function looks({ because, cells }) {
  if (!because.length) return cells[0] ? [engineText(cells[0].cell)] : [];
  const some = because
    .slice(0, 4)
    .flatMap((reason, place) => [
      place ? t("hint.and") : "",
      `${spotText(reason)} `,
      tag(reason.letter ?? "", "because"),
    ]);
  return because.length > 4 ? [...some, " …"] : some;
}

/** Technique and number of clues, beside the heading. */
export function hintFact() {
  const step = hint?.found.steps[0];
  if (!step || hint?.strength === "where") return "";
  return [
    messageText(step.name),
    ...(step.k ? [t(hint?.found.counted === "rules" ? "count.rules" : "count.clues", { n: step.k })] : []),
  ].join(" · ");
}

/** @param {PuzzleKind} puzzle @param {Game} game @returns {Overlay[]} */
export function hintOverlays(puzzle, { document }) {
  if (!hint) return [];
  const { found, strength } = hint;
  const cause = blamed(found);
  if (!cause) return [];
  const overlays = overlayFrom(puzzle, document, cause.overlay, cause.because);
  if (found.wrong) {
    const marks = found.wrong.cells.map((cell) => ({ cell: cell.cell, role: /** @type {const} */ ("wrong") }));
    return [...overlays.filter(({ role }) => role !== "forced"), ...overlayFrom(puzzle, document, marks, [])];
  }
  return strength === "where" ? overlays.filter(({ role }) => role === "because") : overlays;
}
