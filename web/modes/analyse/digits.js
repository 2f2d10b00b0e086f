/** The board as digits, in the format of the MATLAB program that introduced the classes SF, MF, MP and EP. */

import { byId, h, setText, show } from "../../ui/dom.js";
import { engine, fail, timeLimit } from "../../shell/solver.js";
import { known } from "./findings.js";
import { state, update } from "../../shell/state.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */

/** Shows the board as digits. The engine is called when this section is opened. */
export function buildDigits() {
  const text = h("pre", { id: "digits", tabindex: "0" });
  const why = h("p", { class: "small", "data-t": "digits.why" });
  const box = h("details", { id: "as-digits" }, h("summary", { "data-t": "digits" }), why, text);
  box.addEventListener("toggle", () => update({}));
  return box;
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export function renderDigits(game, puzzle) {
  const box = byId("as-digits");
  show(box, Boolean(puzzle.classes && game.result));
  setText(byId("digits"), known(game).digits ?? "…");
  if (box.hasAttribute("open") && !box.hidden && known(game).digits === null) askDigits(game);
}

/** @param {Game} game */
async function askDigits(game) {
  const found = known(game);
  found.digits = "…";
  try {
    const args = { document: game.document, compat: "matlab", timeout: timeLimit() };
    const { compat } = await engine.call("solve", args);
    found.digits = compat ? compat.board.join("\n") : "";
  } catch (error) {
    found.digits = "";
    fail(error);
  }
  if (state.game?.id === game.id) update({});
}
