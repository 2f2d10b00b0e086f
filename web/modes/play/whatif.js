/** A what-if, whose marks are kept or discarded together. Optionally, a second one can be started within it. */

import { differences, dropTrial, keepTrial, suppose } from "../../core/game.js";
import { change, changeSoon } from "../../shell/session.js";
import { nextTask, state } from "../../shell/state.js";
import { textButton } from "../../ui/controls.js";
import { byId, h, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { isOn } from "./play-options.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */

export function trialElement() {
  const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act, style = "") =>
    textButton(key, { id, class: style, onclick: act });
  return h(
    "div",
    { id: "trial", class: "trial", role: "group", "data-label": "whatif" },
    h("span", { id: "trial-count" }),
    button("trial-keep", "whatif.keep", () => turn(keepTrial), "solid"),
    button("trial-drop", "whatif.drop", () => turn((game) => (state.puzzle ? dropTrial(state.puzzle, game) : game))),
    button("trial-deeper", "whatif.deeper", () => turn((game) => (canBegin(game) ? suppose(game) : game), "board")),
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

/**
 * Changes the what-if, and then moves the focus, because the page around the board follows in a separate task.
 * @param {(game: Game) => Game} how
 * @param {string} [next] the element that gets the focus
 */
function turn(how, next = "whatif") {
  if (state.game) changeSoon(how(state.game));
  nextTask().then(() => byId(next).focus());
}
