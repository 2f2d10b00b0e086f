/** The current game: changing it and storing it. */

import { hasMarks, hidesTitle } from "../core/game.js";
import { isSolved } from "../core/last-marks.js";
import { t } from "../ui/i18n.js";
import { modeOf } from "./registry.js";
import { part, state, update, updateSoon } from "./state.js";
import { playedKinds } from "./kinds.js";
import { choose, keep, onLateOpening } from "./storage.js";

/** @import {Game, PuzzleKind, State} from "../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {State["message"]} warned  the warning that saving failed, which is shown only once
 */

/** @type {Own} */
const local = part("shell/session", { warned: null });

/**
 * Returns the data about a game that the welcome page shows to continue it.
 * @param {Game} game
 * @param {PuzzleKind | null} puzzle
 * @returns {NonNullable<State["latest"]>}
 */
function latestOf(game, puzzle) {
  const hidden = Boolean(puzzle && hidesTitle(puzzle, game));
  const done = Boolean(puzzle && hasMarks(puzzle, game) && isSolved(game, puzzle));
  return {
    ...{ id: game.id, kind: game.kind, title: game.document.title ?? "" },
    ...(hidden ? { hidden } : {}),
    ...(done ? { done } : {}),
  };
}

/** @param {Game} game */
function save(game) {
  const { puzzle } = state; // which may change while the game is stored
  keep(game).then(
    () => {
      if (local.warned && state.message === local.warned) update({ message: null });
      local.warned = null;
      choose("latest", JSON.stringify(latestOf(game, puzzle)));
      choose("kinds", [...new Set([game.kind, ...playedKinds()])].join(" "));
    },
    (error) => {
      if (local.warned) return;
      local.warned = { kind: "", message: t(error?.name === "QuotaExceededError" ? "storage.full" : "storage.none") };
      update({ message: local.warned });
    },
  );
}

onLateOpening(() => state.game && save(state.game));

/**
 * Replaces the current game with a changed one and stores it.
 * @param {Game} game
 * @param {Partial<State>} [changes]
 * @param {(changes: Partial<State>) => void} [updated] how the state is changed
 */
export function change(game, changes = {}, updated = update) {
  if (game === state.game) return updated(changes);
  const kept = { ...game, changed: Date.now() };
  updated({ ...changes, game: kept });
  save(kept);
}

/** Does the same, but the page around the board follows in a separate task. @param {Game} game */
export const changeSoon = (game) => change(game, {}, updateSoon);

/** Changes the view of the game, which is stored as well. @param {Partial<Game["view"]>} view */
export function look(view) {
  const { game, mode, show } = state;
  if (game) change({ ...game, view: { mode, show, ...view } }, view);
}

/**
 * Switches to another mode with the same board.
 * @param {State["mode"]} mode
 * @param {Partial<Game["view"]>} [view]
 */
export function goTo(mode, view = {}) {
  const before = state.mode;
  if (before !== mode) modeOf(before).leave?.();
  look({ mode, ...view });
  if (before !== mode) modeOf(mode).enter?.();
}
