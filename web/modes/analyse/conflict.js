/**
 * The conflict of a puzzle without solution: the clues that cannot hold together, as few as possible, on the board and
 * as a list.
 */

import { known } from "./findings.js";
import { byId, h, refill, setText, show } from "../../ui/dom.js";
import { goTo } from "../../shell/session.js";
import { t } from "../../ui/i18n.js";
import { modesFor } from "../../shell/registry.js";
import { ask, fail, knows } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { overlayFrom, reasonList } from "../../shell/explanation.js";
import { renderMessage } from "../../ui/text.js";

/** @import {Game, Overlay, PuzzleKind} from "../../core/types.js" */

/** Asks for the conflict. */
export async function askClash() {
  const { game } = state;
  if (!game) return;
  try {
    const found = knows("conflict")
      ? await ask("conflict", { document: game.document })
      : await ask("explain", { document: game.document, start: "givens" });
    if (state.game?.id !== game.id) return;
    known(game).clash = found.clash ?? (found.because ? found : null);
    update({});
  } catch (error) {
    fail(error);
  }
}

export function buildClash() {
  const list = h(
    "section",
    { id: "clash" },
    h("div", { class: "beside small" }, h("h2", { id: "clash-title" }), h("span", { id: "clash-least" })),
    h("ul", { id: "clash-list", class: "reasons" }),
    h("p", { id: "clash-note", class: "small" }),
  );
  const mend = h(
    "button",
    { id: "mend", type: "button", class: "button line", "data-icon": "draw", onclick: () => goTo("draw") },
    h("span", { "data-t": "clash.mend" }),
  );
  return { say: [h("div", { class: "row" }, mend)], evidence: [list] };
}

/** @param {Game} game */
export function renderClash(game) {
  const { clash } = known(game);
  const none = game.result?.verdict === "none";
  show(byId("clash"), none && Boolean(clash?.because.length));
  show(
    byId("mend"),
    (none || game.result?.verdict === "multiple") && modesFor(state.puzzle).some(({ name }) => name === "draw"),
  );
  if (!clash) return;
  const rules = clash.because.some(({ rule }) => rule);
  setText(byId("clash-title"), t(rules ? "clash.rules" : "clash.clues"));
  setText(byId("clash-least"), t(clash.minimal ? "clash.least" : "clash.few"));
  refill(byId("clash-list"), `${state.language} ${game.id} ${clash.because.length}`, () =>
    reasonList(clash.because, "conflict"),
  );
  setText(byId("clash-note"), clash.minimal ? t("clash.minimal") : "");
}

/** The conflict in words. @param {Game} game */
export function clashText(game) {
  const { clash } = known(game);
  return clash ? renderMessage(clash.sentence, clash.because, "conflict") : [];
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Overlay[]} */
export function clashOverlays(game, puzzle) {
  const { clash } = known(game);
  return clash ? overlayFrom(puzzle, game.document, clash.overlay, clash.because) : [];
}
