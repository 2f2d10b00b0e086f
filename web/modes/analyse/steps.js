/** Steps: the way to the solution, one certain step after the other; a player, a list, and why not otherwise. */

import { explained, known } from "./findings.js";
import { byId, h, icon, onChoice, refill, setText, show } from "../../ui/dom.js";
import { play, position, withProgress } from "../../core/game.js";
import { change, goTo } from "../../shell/session.js";
import { dip } from "../../canvas/heat.js";
import { t } from "../../ui/i18n.js";
import { ask, fail, timeLimit } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { overlayFrom } from "../../shell/explanation.js";
import { chainScene, linkText } from "./chain.js";
import { standing } from "../../core/chain.js";
import { announce, messageText } from "../../ui/text.js";

/** @import {EngineStep, Explanation} from "../../engine/messages.js" */
/** @import {Game, Marks, Overlay, PuzzleKind, Scene} from "../../core/types.js" */

const ROWS = 300; // of the list that are in the document at once
const BEAT = 900; // ms between two steps of the player
const FIRST = 25; // steps that are shown before the others are known

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {ReturnType<typeof setInterval> | undefined} beat
 */

/** @type {Own} */
const local = part("modes/analyse/steps", { beat: undefined });

/**
 * Asks for all steps; the first ones are shown while the others are looked for.
 * @param {boolean} mine from the player's board
 * @returns {Promise<boolean>}
 */
export async function askSteps(mine) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return false;
  const args = mine ? { document: position(game, puzzle) } : { document: game.document, start: "givens" };
  try {
    for (const limit of [FIRST, undefined]) {
      /** @type {Explanation} */
      const found = await ask("explain", { ...args, limit, timeout: timeLimit() });
      if (state.game?.id !== game.id) return false;
      if (mine && found.wrong) {
        update({ message: { kind: "", message: t("steps.wrong") } });
        return false;
      }
      explained(game, puzzle, found, mine);
      update({});
      if (found.finished || found.stopped || found.steps.length < FIRST) break;
    }
    return true;
  } catch (error) {
    // What took its place is done soon; then the rest is asked for.
    if (!mine && /** @type {any} */ (error).kind === "superseded") known(game).asked = false;
    fail(error);
    return false;
  }
}

/** The step that is looked at. @param {Game} game @returns {EngineStep | null} */
export const stepOn = (game) => known(game).explanation?.steps[known(game).step] ?? null;

/** Looks at a step; -1 at none. @param {number} step */
export function goToStep(step) {
  const { game } = state;
  if (!game) return;
  const found = known(game);
  const last = (found.explanation?.steps.length ?? 0) - 1;
  Object.assign(found, { step: Math.min(Math.max(step, -1), last), chain: null, link: -1, line: null });
  if (found.step >= last) stop();
  update(["mine", "a"].includes(state.show) && found.step >= 0 ? { show: "steps" } : {});
  const now = stepOn(game);
  if (now) announce(messageText(now.sentence, now.because));
  reveal(byId("step-list"));
}

/** Scrolls a list, and nothing but the list, so that its current entry is seen. @param {HTMLElement} list */
function reveal(list) {
  const entry = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current=true]"));
  if (!entry) return;
  const [seen, at] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (at.top < seen.top || at.bottom > seen.bottom)
    list.scrollTop += at.top - seen.top - (list.clientHeight - at.height) / 2;
}

function stop() {
  clearInterval(local.beat);
  local.beat = undefined;
}

function run() {
  const { game } = state;
  if (!game) return;
  if (local.beat) stop();
  else {
    const { step, explanation } = known(game);
    goToStep(step + 1 < (explanation?.steps.length ?? 0) ? step + 1 : 0);
    local.beat = setInterval(() => goToStep(known(/** @type {Game} */ (state.game)).step + 1), BEAT);
  }
  update({});
}

export function buildSteps() {
  const button = (/** @type {string} */ id, /** @type {string} */ drawn, /** @type {() => void} */ act) =>
    h("button", {
      id,
      class: "quiet",
      type: "button",
      "data-icon": drawn,
      "data-label": id.replace("-", "."),
      onclick: act,
    });
  const by = (/** @type {number} */ more) => () => state.game && goToStep(known(state.game).step + more);
  const tools = h(
    "span",
    { id: "step-tools", class: "stepper-row" },
    button("steps-back", "back", by(-1)),
    h("span", { id: "step-count" }),
    button("steps-next", "next", by(1)),
    button("steps-run", "run", run),
  );
  const links = h(
    "div",
    { id: "step-links", class: "links" },
    h("button", { id: "why-not", type: "button", "data-t": "steps.why", onclick: whyNot }),
    h("button", { id: "play-here", type: "button", "data-t": "steps.play", onclick: playHere }),
  );
  const chain = h("ol", { id: "chain", class: "chain" });
  onChoice(chain, "link", (link) => {
    if (state.game) known(state.game).link = +link;
    update({});
  });
  const list = h("ol", { id: "step-list", class: "step-list" });
  onChoice(list, "step", (step) => goToStep(+step));
  list.addEventListener("keydown", (event) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!move || !state.game) return;
    goToStep(Math.max(0, known(state.game).step + move));
    /** @type {HTMLElement | null} */ (list.querySelector("[aria-current=true]"))?.focus();
    event.preventDefault();
  });
  const box = h(
    "section",
    { id: "steps" },
    h(
      "div",
      { class: "beside small" },
      h("h2", { id: "steps-title" }),
      h("button", { id: "steps-from", type: "button", onclick: () => state.game && askSteps(!known(state.game).mine) }),
    ),
    list,
  );
  return { tools: [tools], statement: [links, chain], evidence: [box] };
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export function renderSteps(game, puzzle) {
  const { explanation, step, chain, mine, link } = known(game);
  const steps = explanation?.steps ?? [];
  const now = stepOn(game);
  show(byId("step-tools"), steps.length > 0);
  setText(byId("step-count"), t(step < 0 ? "steps.count" : "step.of", { i: step + 1, n: steps.length }));
  byId("steps-back").setAttribute("aria-disabled", String(step < 0));
  byId("steps-next").setAttribute("aria-disabled", String(step >= steps.length - 1));
  refill(byId("steps-run"), `${Boolean(local.beat)}`, () => [icon(local.beat ? "pause" : "run")]);
  show(byId("step-links"), Boolean(now));
  byId("why-not").setAttribute("aria-expanded", String(Boolean(chain)));
  show(byId("chain"), Boolean(chain));
  refill(byId("chain"), `${state.language} ${step} ${link} ${chain?.length}`, () =>
    chain && !chain.length
      ? [h("li", { class: "small" }, t("steps.nochain"))]
      : (chain ?? []).map((entry, index) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", "data-link": index, "aria-current": String(index === link) },
              ...linkText(puzzle, entry),
            ),
          ),
        ),
  );
  show(byId("steps"), steps.length > 0);
  setText(byId("steps-title"), t(mine ? "steps.mine" : "steps.all"));
  show(byId("steps-from"), game.marks !== puzzle.givens(game.document) || mine);
  setText(byId("steps-from"), t(mine ? "steps.from.start" : "steps.from.mine"));
  if (step < 0) byId("step-list").scrollTop = 0;
  const first = Math.max(0, Math.min(step - ROWS / 2, steps.length - ROWS));
  refill(byId("step-list"), `${state.language} ${game.id} ${steps.length} ${mine} ${first}`, () =>
    steps.slice(first, first + ROWS).map((entry, index) => row(entry, first + index)),
  );
  byId("step-list").querySelector("[aria-current]")?.removeAttribute("aria-current");
  byId("step-list").querySelector(`[data-step="${step}"]`)?.setAttribute("aria-current", "true");
}

/** @param {EngineStep} step @param {number} index */
const row = (step, index) =>
  h(
    "li",
    {},
    h(
      "button",
      { type: "button", "data-step": index },
      h("span", { class: "number" }, String(index + 1)),
      h("i", { class: `dip dip-${step.k ? dip(step.k) : 0}`, title: String(step.k) }),
      h("span", { class: "name" }, messageText(step.name)),
      h("span", { class: "cells" }, String(step.cells.length)),
    ),
  );

/** Show why the step's first cell cannot have another value: a chain to the rule that breaks. */
async function whyNot() {
  const { game, puzzle } = state;
  const step = game && stepOn(game);
  if (!game || !puzzle || !step) return;
  const found = known(game);
  if (found.chain) {
    found.chain = null;
    return update({});
  }
  let { chain } = step;
  let because = step.because;
  if (!chain) {
    try {
      /** @type {Explanation} */
      const asked = await ask("explain", {
        document: withProgress(puzzle, game.document, found.boards[found.step]),
        about: step.cells[0].cell,
        chains: true,
      });
      ({ chain } = asked.steps[0] ?? {});
      because = asked.steps[0]?.because ?? [];
    } catch (error) {
      return fail(error);
    }
  }
  Object.assign(found, { chain: chain ?? [], blamed: because, link: (chain?.length ?? 0) - 1 });
  update({});
}

/** The board as it is before this step becomes the player's. */
function playHere() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const { boards, step } = known(game);
  stop();
  change(play(puzzle, game, boards[step]));
  goTo("play", { show: "mine" });
}

/**
 * Return what the board shows of the steps: the marks before this one, and what it settles.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {{marks: Marks, trial?: Marks, overlays: Overlay[]} | null}
 */
export function stepScene(game, puzzle) {
  const { boards, chain, step, link, explanation } = known(game);
  if (!explanation) return null;
  const now = stepOn(game);
  const marks = boards[step < 0 ? boards.length - 1 : step];
  if (!now) return { marks, overlays: [] };
  if (!chain?.length) return { marks, overlays: overlayFrom(puzzle, game.document, now.overlay, now.because) };
  const { links, refuted } = standing(chain, link);
  return chainScene(game, puzzle, marks, links, refuted);
}

export const leaveSteps = stop;
