/** Help: the rules of the puzzle with a board to try them on, and all keys and gestures. */

import { refillSegments } from "../ui/controls.js";
import { byId, h, onChoice, refill } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { kindOf } from "../shell/kinds.js";
import { card, showRules, wireCard } from "./rules.js";
import { showTechniques, techniques } from "./techniques.js";
import { part, state, update } from "../shell/state.js";
import { kindName } from "../ui/text.js";

/** @import {Panel} from "../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string} kind  the kind whose rules are shown
 * @property {string | undefined} shown  the kind that was on the board when Help was last rendered
 */

/** @type {Own} */
const local = part("panels/help", { kind: "", shown: undefined });

/**
 * The keys and their actions; other texts are string keys.
 * @type {Record<string, [keys: string[], does: string][]>}
 */
const KEYS = {
  board: [
    [["←", "↑", "→", "↓"], "move"],
    [["Enter"], "first"],
    [["Space"], "second"],
    [["Shift", "←"], "on"],
    [["Backspace"], "erase"],
    [["O", "X", "0–9"], "write"],
    [["Ctrl", "Z"], "undo"],
    [["Ctrl", "Y"], "redo"],
    [["+", "−", "0"], "zoom"],
    [["Esc"], "escape"],
    [["?"], "help"],
  ],
  play: [
    [["T"], "tool"],
    [["H"], "hint"],
    [["A"], "another"],
    [["W"], "whatif"],
    [["C"], "check"],
    [["R"], "row"],
    [["K"], "column"],
    [["S", "Shift", "S"], "jot"],
  ],
  analyse: [
    [["N", "P"], "steps"],
    [["L", "Shift", "L"], "line"],
  ],
};

/** @type {Record<string, string[]>} */
const GESTURES = { mouse: ["left", "right", "drag", "pan", "wheel"], touch: ["tap", "hold", "stroke", "fingers"] };

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h("div", { id: "help-kinds", class: "segments", role: "group", "data-label": "kinds" }),
      card(),
      techniques(),
      h("div", { id: "help-keys", class: "keys" }),
    ),

  wire() {
    onChoice(byId("help-kinds"), "kind", (name) => ((local.kind = name), update({})));
    wireCard();
  },

  enter() {
    local.kind = state.puzzle && state.game ? state.puzzle.kind : local.kind || (state.catalog[0]?.kind ?? "");
    update({});
    byId("panel-close").focus();
  },

  render() {
    const { catalog } = state;
    const board = state.game && state.puzzle?.kind;
    if (board && board !== local.shown) local.kind = board; // another puzzle has been opened in the meantime
    local.shown = board ?? local.shown;
    refillSegments(
      byId("help-kinds"),
      "kind",
      local.kind,
      catalog.map(({ kind }) => [kind, kindName(kind)]),
    );
    const now = local.kind;
    kindOf(now).then((puzzle) => {
      if (!puzzle || now !== local.kind) return;
      showRules(puzzle);
      showTechniques(puzzle);
    });
    refill(byId("help-keys"), "", () => [
      ...Object.entries(KEYS).flatMap(([where, keys]) => [
        h("h3", {}, t(`help.${where}`)),
        h(
          "dl",
          { class: "keys" },
          ...keys.map(([names, does]) =>
            line(
              names.map((name) => h("kbd", {}, name)),
              t(`help.${does}`),
            ),
          ),
        ),
      ]),
      ...Object.entries(GESTURES).flatMap(([where, all]) => [
        h("h3", {}, t(`help.${where}`)),
        h("dl", { class: "keys" }, ...all.map((name) => line([t(`help.${name}.how`)], t(`help.${name}`)))),
      ]),
      h("p", { class: "small" }, t("privacy")),
    ]);
  },
};

/** @param {(Node | string)[]} how @param {string} what */
const line = (how, what) => h("div", {}, h("dt", {}, ...how), h("dd", {}, what));
