/** The game on the board: its changes, and keeping it. */

import { hidesTitle } from "../core/game.js";
import { t } from "../ui/i18n.js";
import { modeOf } from "./registry.js";
import { part, state, update } from "./state.js";
import { playedKinds } from "./kinds.js";
import { choose, keep, onLateOpening } from "./storage.js";

/** @import {Game, State} from "../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {State["message"]} warned  that something was not kept, which is said once
 */

/** @type {Own} */
const local = part("shell/session", { warned: null });

/**
 * Returns the welcome page's data about a game to continue.
 * @param {Game} game
 * @returns {NonNullable<State["latest"]>}
 */
function latestOf(game) {
  const hidden = Boolean(state.puzzle && hidesTitle(state.puzzle, game));
  return { id: game.id, kind: game.kind, title: game.document.title ?? "", ...(hidden ? { hidden } : {}) };
}

/** @param {Game} game */
function save(game) {
  const latest = JSON.stringify(latestOf(game)); // now: another kind may be on the board once it is kept
  keep(game).then(
    () => {
      if (local.warned && state.message === local.warned) update({ message: null });
      local.warned = null;
      choose("latest", latest);
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

/** Takes a changed game over and keeps it. @param {Game} game @param {Partial<State>} [changes] */
export function change(game, changes = {}) {
  if (game === state.game) return update(changes);
  const kept = { ...game, changed: Date.now() };
  update({ ...changes, game: kept });
  save(kept);
}

/** Looks at the game in another way, which is kept too. @param {Partial<Game["view"]>} view */
export function look(view) {
  const { game, mode, show } = state;
  if (game) change({ ...game, view: { mode, show, ...view } }, view);
}

/**
 * Continues with the board in another mode, without losing anything.
 * @param {State["mode"]} mode
 * @param {Partial<Game["view"]>} [view]
 */
export function goTo(mode, view = {}) {
  const before = state.mode;
  if (before !== mode) modeOf(before).leave?.();
  look({ mode, ...view });
  if (before !== mode) modeOf(mode).enter?.();
}
