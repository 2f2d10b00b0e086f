/**
 * Hints in four strengths: where to look, the technique with its clues, the cells with the reason, and making the move.
 * A hint is shown until the board changes. The easy steps that follow from it can be unfolded and made together.
 */

import { announce, gap, messageText, plainText, renderMessage, tag } from "../../ui/text.js";
import { clocked } from "../../core/clock.js";
import { differences, lastMarked, moved, play, position, stamped } from "../../core/game.js";
import { isSolved } from "../../core/last-marks.js";
import { placeOf } from "../../core/lattice.js";
import { change } from "../../shell/session.js";
import { byId, h, nextFrame, refill, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { fail, ask, solve } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { engineText, overlayFrom, placeTo, statesOf, withEntries } from "../../shell/explanation.js";
import { clueName, placeFrom, spotName } from "../../shell/reasons.js";
import { finishIfSolved } from "./finish.js";
import { leavingHintButton } from "./focus.js";

/** @import {EngineGuess, EngineStep, EngineValue, EngineWrong, Explanation} from "../../engine/messages.js" */
/** @import {Game, Marks, Overlay, Place, PuzzleDocument, PuzzleKind} from "../../core/types.js" */

/**
 * @typedef {"nudge" | "technique" | "cells"} Strength  what the current hint reveals; "do" instead changes the board
 */

/** In ascending order. */
const STRENGTHS = ["nudge", "technique", "cells", "do"];

/**
 * A hint. `others`: all available deductions starting with this one, once another hint was requested; `at`: its index
 * among them; `whole`: the first one; `step`: the index of the selected step if the following steps are unfolded.
 * @typedef {{id: string, marks: Marks, strength: Strength, found: Explanation, others?: EngineStep[], at: number,
 *   whole?: Explanation, step?: number}} Hint
 */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Hint | null} hint
 * @property {{id: string, marks: Marks, strength: Strength, step: Promise<EngineStep | EngineGuess | null>} | null}
 *   pending  a hint that was requested and has not arrived; further requests only increase its strength
 */

/** @type {Own} */
const local = part("modes/play/hint", { hint: null, pending: null });

/** Returns the hint on this board, or null if none was requested. @param {Game} game */
export const hintOn = (game) =>
  local.hint && local.hint.id === game.id && local.hint.marks === game.marks ? local.hint : null;

export const forgetHint = () => void (local.hint = local.pending = null);

/** Returns the strength that the hint on this board has or will have, or null. @param {Game} game */
const strengthOn = (game) => hintOn(game)?.strength ?? (isPending(game) ? (local.pending?.strength ?? null) : null);

/** @param {Game} game */
const isPending = ({ id, marks }) => local.pending?.id === id && local.pending.marks === marks;

/** Returns whether the hint has reasons to show. */
export const hasReasons = () => Boolean(local.hint && blamed(local.hint.found));

/** Returns the strengths above one, or all; only a hint that is not about a mistake can be done. @param {string} strength */
export const strongerThan = (strength) =>
  STRENGTHS.slice(STRENGTHS.indexOf(strength) + 1).filter(
    (name) => name !== "do" || !local.hint || toDo(local.hint.found),
  );

/**
 * Shows a hint of the player's preferred strength, or increases the strength of the current one. @param {string} first
 */
export async function hintMore(first) {
  const now = state.game && strengthOn(state.game);
  await hintAs(now ? STRENGTHS[STRENGTHS.indexOf(now) + 1] : first);
}

/** @param {string} strength one of STRENGTHS */
export async function hintAs(strength) {
  const { game, puzzle } = state;
  if (!game || !puzzle || isSolved(game, puzzle)) return;
  const there = strength === "do" ? hintOn(game) : null;
  const shown = /** @type {Strength} */ (strength === "do" ? "cells" : strength);
  const step = (there && toDo(there.found)) ?? (await askHint(shown, lastPlace(game, puzzle)));
  const now = state.game;
  if (strength === "do" && step && now?.marks === game.marks) doIt(now, puzzle, step.cells);
}

/** Makes the hinted step and all steps that follow from it. */
export function doAll() {
  const { game, puzzle } = state;
  const there = game && hintOn(game);
  if (there && puzzle)
    doIt(
      game,
      puzzle,
      there.found.steps.flatMap(({ cells }) => cells),
    );
}

/** Makes the marks as one move. @param {Game} game @param {PuzzleKind} puzzle @param {EngineValue[]} cells */
function doIt(game, puzzle, cells) {
  const marks = withEntries(puzzle, puzzle.size(game.document), game.marks, cells);
  forgetHint();
  const [meant] = differences(game.marks, marks);
  const after = play(puzzle, game, moved(puzzle, game, marks), meant);
  change(stamped(clocked(puzzle.fallen?.(after.document, after.marks) ? { ...after, falls: after.falls + 1 } : after)));
  finishIfSolved(/** @type {Game} */ (state.game), puzzle);
}

/** Returns the place of the player's last move. @param {Game} game @param {PuzzleKind} puzzle */
function lastPlace(game, puzzle) {
  const last = lastMarked(game);
  return last === undefined ? state.cursor : placeOf(puzzle, puzzle.size(game.document), last);
}

/** Shows another deduction, if a hint is shown. */
export async function another() {
  const { game, puzzle } = state;
  if (game && puzzle && hasOthers(game)) await askAnother(lastPlace(game, puzzle));
}

/**
 * Requests a hint, or shows the current one in another strength.
 * @param {Strength} strength
 * @param {Place | null} near
 * @returns {Promise<EngineStep | EngineGuess | null>} the step or the best guess, or null
 */
async function askHint(strength, near) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return null;
  const there = hintOn(game);
  if (there) {
    there.strength = strength;
    update({});
    report(() => plainText(hintText()));
    return toDo(there.found);
  }
  if (local.pending && isPending(game)) {
    local.pending.strength = strength;
    return local.pending.step;
  }
  const mine = {
    id: game.id,
    marks: game.marks,
    strength,
    step: Promise.resolve(/** @type {EngineStep | EngineGuess | null} */ (null)),
  };
  local.pending = mine;
  mine.step = find(game, puzzle, mine, near).finally(() => local.pending === mine && (local.pending = null));
  return mine.step;
}

/**
 * Requests a hint from the engine and shows it when it arrives.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {{strength: Strength}} wanted
 * @param {Place | null} near
 */
async function find(game, puzzle, wanted, near) {
  try {
    /** @type {Explanation} */
    const found = await ask("hint", {
      document: position(game, puzzle),
      thought: true,
      ...(near ? { near: placeTo(near) } : {}),
    });
    await nextFrame(); // the end of the work has a frame of its own
    if (state.game?.id !== game.id || state.game.marks !== game.marks) return null;
    local.hint = { id: game.id, marks: game.marks, strength: wanted.strength, found, at: 0 };
    const hinted = { ...state.game, hints: state.game.hints + 1 };
    leavingHintButton(() => change(hinted));
    report(() => plainText(hintText()));
    if (!state.game?.result) solve(false);
    return toDo(found);
  } catch (error) {
    fail(error);
    return null;
  }
}

/** Returns whether there may be other deductions than the current one. @param {Game} game */
export const hasOthers = (game) => {
  const there = hintOn(game);
  return Boolean(there?.found.steps.length && (there.others?.length ?? 2) > 1);
};

/**
 * Shows the next available deduction; after the last one, the first again.
 * @param {Place | null} near
 */
async function askAnother(near) {
  const { game, puzzle } = state;
  const there = game && hintOn(game);
  if (!game || !puzzle || !there?.found.steps.length) return;
  if (!there.others) {
    try {
      const args = { document: position(game, puzzle), others: true, ...(near ? { near: placeTo(near) } : {}) };
      /** @type {Explanation} */
      const found = await ask("hint", args);
      const [first] = there.found.steps;
      const shown = new Set(first.cells.map((cell) => JSON.stringify(cell)));
      const isNew = (/** @type {EngineStep} */ { cells }) => cells.some((cell) => !shown.has(JSON.stringify(cell)));
      there.others ??= [first, ...found.steps.filter(isNew)];
    } catch (error) {
      return fail(error);
    }
  }
  if (!state.game || hintOn(state.game) !== there) return;
  there.at = (there.at + 1) % there.others.length;
  there.whole ??= there.found;
  there.found = there.at ? { ...there.whole, steps: [there.others[there.at]], thoughts: [] } : there.whole;
  there.step = undefined;
  const isOnly = there.others.length === 1;
  if (isOnly) update({});
  else change({ ...state.game, hints: state.game.hints + 1 });
  report(() => (isOnly ? t("hint.only") : plainText(hintText())));
}

/**
 * Announces a hint, and scrolls its sentence into view if it is not, after the frame that shows it.
 * @param {() => string} text
 */
async function report(text) {
  await nextFrame();
  byId("sentence").scrollIntoView({ block: "nearest" });
  announce(text());
}

/**
 * Returns the step that "Do it" makes. A step that only excludes values cannot be marked.
 * @param {Explanation} found
 */
const toDo = ({ steps: [step], guess }) => [step, guess].find((one) => one?.cells.some(({ not }) => !not)) ?? null;

/**
 * Returns the subject of a hint: the step, or the mistake.
 * @param {Explanation} found
 * @returns {EngineStep | EngineGuess | EngineWrong["clash"] | null}
 */
const blamed = (found) =>
  found.steps[0] ?? found.guess ?? found.wrong?.step ?? found.wrong?.clash ?? found.clash ?? null;

/** Returns the hint as text. @returns {(Node | string)[]} */
export function hintText() {
  if (!local.hint) return [];
  const { found, strength } = local.hint;
  const cause = blamed(found);
  const wrong = Boolean(found.wrong);
  if (!cause) return renderMessage(found.sentence);
  const first = wrong ? [...renderMessage(found.sentence), gap()] : [];
  if (found.guess)
    return [
      ...renderMessage(found.sentence),
      ...(strength === "nudge" ? [] : [gap(), ...renderMessage(found.guess.sentence)]),
    ];
  if (strength === "nudge")
    return [...first, t("hint.region", { region: t(`region.${regionOf(hintCells(found, cause))}`) })];
  return strength === "cells"
    ? [...first, ...renderMessage(cause.sentence, cause.because, wrong ? "conflict" : "because"), ...thenText(found)]
    : [...first, ...renderMessage({ key: "hint.look", params: { places: looks(cause) } })];
}

/** Returns the button that unfolds the steps that follow from the hint. @param {Explanation} found */
function thenText(found) {
  const [thought] = found.thoughts ?? [];
  if (!thought?.sentence) return [];
  return [
    " ",
    h(
      "button",
      { id: "hint-unfold", class: "link", "aria-expanded": String(local.hint?.step !== undefined), onclick: unfold },
      ...renderMessage(thought.sentence),
    ),
  ];
}

/** Shows or hides the steps that follow. */
function unfold() {
  if (!local.hint) return;
  local.hint.step = local.hint.step === undefined ? 0 : undefined;
  update({});
  byId("hint-unfold")?.focus();
}

/** Returns whether further steps follow from the hint. @param {Hint} hint */
export const hasMore = ({ strength, found }) => strength === "cells" && Boolean(found.thoughts?.[0]?.sentence);

/** @param {EngineStep} step */
const stepText = (step) => renderMessage(step.sentence, step.because);

/** Lists the steps that follow from a hint. @param {Hint | null} hint */
export function renderThen(hint) {
  const list = byId("hint-then");
  const unfolded = hint !== null && hasMore(hint) && hint.step !== undefined;
  show(list, unfolded);
  if (!unfolded) return;
  const [, ...following] = hint.found.steps;
  refill(list, `${hint.id} ${hint.marks}`, () =>
    following.map((step, index) =>
      h("li", {}, h("button", { onclick: () => select(hint, index + 1) }, ...stepText(step))),
    ),
  );
  [...list.querySelectorAll("button")].forEach((button, index) =>
    button.setAttribute("aria-current", String(index + 1 === hint.step)),
  );
}

/** Shows a step of an unfolded hint on the board. @param {Hint} hint @param {number} number */
function select(hint, number) {
  hint.step = number;
  update({});
  announce(plainText(stepText(hint.found.steps[number])));
}

/**
 * Returns the places of a hint.
 * @param {Explanation} found
 * @param {NonNullable<ReturnType<typeof blamed>>} cause
 */
const hintCells = (found, { cells }) => (found.wrong?.cells ?? cells).map(({ cell }) => placeFrom(cell));

/**
 * Returns the ninth of the board that contains the places: 0 upper left, 4 centre, 8 lower right.
 * @param {Place[]} places
 */
function regionOf(places) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return 4;
  const { width, height } = puzzle.size(game.document);
  const third = (/** @type {number[]} */ all, /** @type {number} */ length) =>
    Math.min(2, Math.floor((3 * (Math.min(...all) + Math.max(...all))) / (4 * length)));
  if (!places.length) return 4;
  return (
    3 *
      third(
        places.map(({ r }) => r),
        height,
      ) +
    third(
      places.map(({ c }) => c),
      width,
    )
  );
}

/**
 * Returns the places to look at: the reasons with their letters, or else the cells.
 * @param {NonNullable<ReturnType<typeof blamed>>} cause
 * @returns {(Node | string)[]}
 */
function looks({ because, cells }) {
  if (!because.length) return cells[0] ? [spotName(cells[0].cell, engineText)] : [];
  const some = because.slice(0, 4).flatMap((reason, place) => {
    return [place ? t("hint.and") : "", `${clueName(reason, engineText)} `, tag(reason.letter ?? "", "because")];
  });
  return because.length > 4 ? [...some, " …"] : some;
}

/** Returns the technique and the number of clues, shown next to the heading. */
export function hintFact() {
  const step = local.hint?.found.steps[0];
  if (!step || local.hint?.strength === "nudge") return "";
  return [
    messageText(step.name),
    ...(step.k ? [t(local.hint?.found.counted === "rules" ? "count.rules" : "count.clues", { n: step.k })] : []),
  ].join(" · ");
}

/** @param {PuzzleKind} puzzle @param {Game} game @returns {Overlay[]} */
export function hintOverlays(puzzle, { document }) {
  if (!local.hint) return [];
  const { found, strength } = local.hint;
  const cause = blamed(found);
  if (!cause || strength === "nudge") return [];
  if (strength === "cells" && local.hint.step !== undefined) return unfoldedOverlays(puzzle, document, local.hint);
  const overlays = overlayFrom(puzzle, document, cause.overlay, cause.because);
  if (found.wrong) {
    const marks = found.wrong.cells.map((cell) => ({ cell: cell.cell, role: /** @type {const} */ ("wrong") }));
    return [...overlays.filter(({ role }) => role !== "forced"), ...overlayFrom(puzzle, document, marks, [])];
  }
  return strength === "technique" && !found.guess ? overlays.filter(({ role }) => role === "because") : overlays;
}

/**
 * Returns the overlays of the selected step of an unfolded hint, and of the marks of the other steps.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Hint} hint
 * @returns {Overlay[]}
 */
function unfoldedOverlays(puzzle, document, { found: { steps }, step: shown = 0 }) {
  const follow = steps.flatMap(({ cells }, number) => (number === shown ? [] : cells));
  return [
    ...statesOf(puzzle, follow).map((mark) => ({ role: /** @type {const} */ ("follows"), ...mark })),
    ...overlayFrom(puzzle, document, steps[shown].overlay, steps[shown].because),
  ];
}
