/** A what-if, whose marks are kept or discarded together. Optionally, a second one can be started within it. */

import { differences, dropTrial, keepTrial, suppose } from "../../core/game.js";
import { change } from "../../shell/session.js";
import { nextTask, state } from "../../shell/state.js";
import { byId, h, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { isOn } from "./play-options.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */

export function trialElement() {
  // The frame after a click takes its time, so the marks follow in a task of its own.
  const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act) =>
    h("button", { type: "button", id, "data-t": key, onclick: () => nextTask().then(act) });
  return h(
    "div",
    { id: "trial", class: "trial", role: "group", "data-label": "whatif" },
    h("span", { id: "trial-count" }),
    Object.assign(
      button("trial-keep", "whatif.keep", () => end(keepTrial)),
      { className: "solid" },
    ),
    button("trial-drop", "whatif.drop", () => end((game) => (state.puzzle ? dropTrial(state.puzzle, game) : game))),
    button("trial-deeper", "whatif.deeper", () => (begin(), byId("board").focus())),
  );
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export function renderTrial(game, puzzle) {
  const { trial, marks } = game;
  const marked = trial ? differences(trial.marks, marks).length : 0;
  show(byId("trial"), Boolean(trial));
  show(byId("whatif"), !trial && !puzzle.hides?.(game.document));
  byId("tools").dataset.trial = String(Boolean(trial));
  setText(byId("trial-count"), t(trial?.outer ? "whatif.deeper.on" : "whatif.on", { n: marked }));
  show(byId("trial-deeper"), canBegin(game));
}

/** Returns whether a what-if can be started. @param {Game} game */
const canBegin = ({ trial }) => !trial || (isOn("deeper") && !trial.outer);

export const begin = () => void (state.game && change(suppose(state.game)));

/** Starts a what-if, or keeps the marks of the innermost one. */
export const beginOrKeep = () => void (state.game && change((canBegin(state.game) ? suppose : keepTrial)(state.game)));

/** @param {(game: Game) => Game} how */
function end(how) {
  if (state.game) change(how(state.game));
  byId("whatif").focus();
}
