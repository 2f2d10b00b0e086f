/**
 * A table of the techniques of the steps: how often each is used along rows and columns, and how many cells it
 * determines.
 */

import { byId, h, refill, showInTurn } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { messageText } from "../../ui/text.js";
import { known } from "./findings.js";
import { update } from "../../shell/state.js";

/** @import {EngineStep} from "../../engine/messages.js" */
/** @import {Game} from "../../core/types.js" */

const SIDES = /** @type {const} */ (["row", "column", "other"]);

export function buildTally() {
  const box = h("details", { id: "tally" }, h("summary", { "data-t": "tally" }), h("table", { id: "tally-table" }));
  box.addEventListener("toggle", () => update({}));
  return box;
}

/** @param {Game} game */
export function renderTally(game) {
  const steps = known(game).explanation?.steps ?? [];
  showInTurn(byId("tally"), steps.length > 0);
  if (!byId("tally").open) return;
  refill(byId("tally-table"), `${game.id} ${steps.length}`, () => table(steps));
}

/** Returns the kind of line that the sentence of a step is about. @param {EngineStep} step */
function sideOf({ sentence: { params = {} } }) {
  const [row, column] = ["row" in params, "column" in params];
  return row === column ? "other" : row ? "row" : "column";
}

/** @param {EngineStep[]} steps */
function table(steps) {
  const techniques = [...new Set(steps.map(({ technique }) => technique))];
  const groups = techniques.map((name) => steps.filter(({ technique }) => technique === name));
  const sides = SIDES.filter((side) => steps.some((step) => sideOf(step) === side));
  const row = (/** @type {string} */ name, /** @type {EngineStep[]} */ some) => {
    const counts = [
      ...sides.map((side) => some.filter((step) => sideOf(step) === side).length),
      some.reduce((all, { cells }) => all + cells.length, 0),
    ];
    return h("tr", {}, h("th", { scope: "row" }, name), ...counts.map((n) => h("td", {}, String(n || "·"))));
  };
  const rows = groups.sort((a, b) => b.length - a.length);
  return [
    h(
      "thead",
      {},
      h("tr", {}, ...["technique", ...sides, "cells"].map((key) => h("th", { scope: "col" }, t(`tally.${key}`)))),
    ),
    h("tbody", {}, ...rows.map((some) => row(messageText(some[0].name), some))),
    h("tfoot", {}, row(t("tally.all"), steps)),
  ];
}
