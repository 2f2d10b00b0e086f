/**
 * The steps of the solution: a list grouped by thoughts, a player that runs through them, and chains that refute the
 * opposite of a step.
 */

import { entryOn, explained, known, stepEntries } from "./findings.js";
import { entryWith } from "../../core/thoughts.js";
import { signButton } from "../../ui/controls.js";
import { byId, h, icon, nextFrame, onChoice, refill, setText, show } from "../../ui/dom.js";
import { play, position, withProgress } from "../../core/game.js";
import { change, goTo } from "../../shell/session.js";
import { dip } from "../../canvas/heat.js";
import { t } from "../../ui/i18n.js";
import { ask, fail, timeLimit } from "../../shell/solver.js";
import { nextTask, part, state, update } from "../../shell/state.js";
import { chainScene, linkText } from "./chain.js";
import { goInStory, storyPlace } from "./conflict.js";
import { entryOverlays, entryText, nameOf } from "./thoughts.js";
import { toggle, unfoldButton } from "../../ui/unfolding.js";
import { standing } from "../../core/chain.js";
import { announce, messageText, plainText } from "../../ui/text.js";

/** @import {EngineStep, Explanation} from "../../engine/messages.js" */
/** @import {StepEntry} from "../../core/thoughts.js" */
/** @import {Game, Marks, Overlay, PuzzleKind} from "../../core/types.js" */

const ROWS = 8; // rows per page of the list
const BEAT = 900; // time between two steps of the player, in ms
const FIRST_STEPS = 25; // number of steps that are shown before the others are computed

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {ReturnType<typeof setInterval> | undefined} beat
 * @property {string} focus  selector of the element that gets the focus when the list is rendered
 */

/** @type {Own} */
const local = part("modes/analyse/steps", { beat: undefined, focus: "" });

/**
 * Requests all steps; the first ones are shown while the others are computed.
 * @param {boolean} mine whether to start from the player's board
 * @returns {Promise<boolean>}
 */
export async function askSteps(mine) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return false;
  known(game).wanted = mine;
  const args = mine ? { document: position(game, puzzle) } : { document: game.document, start: "givens" };
  try {
    for (const limit of [FIRST_STEPS, undefined]) {
      /** @type {Explanation} */
      const found = await ask("explain", { ...args, limit, timeout: timeLimit() });
      if (state.game?.id !== game.id) return false;
      if (mine && found.wrong) {
        known(game).wanted = false;
        update({ message: { kind: "", message: t("steps.wrong") } });
        return false;
      }
      await nextTask();
      if (state.game?.id !== game.id) return false;
      explained(game, puzzle, found, mine);
      await nextTask();
      update({});
      if (found.finished || found.stopped || found.steps.length < FIRST_STEPS) break;
      await nextTask(); // the next call has the page rendered again
      if (state.game?.id !== game.id) return false;
    }
    return true;
  } catch (error) {
    // The call that superseded this one ends soon; after that the remaining steps are requested.
    if (/** @type {any} */ (error).kind === "superseded") known(game).asked = false;
    fail(error);
    return false;
  }
}

/** Returns the selected step. @param {Game} game @returns {EngineStep | null} */
export const stepOn = (game) => known(game).explanation?.steps[known(game).step] ?? null;

/**
 * Selects a step; -1 for none.
 * @param {number} step
 * @param {boolean} [alone]  select only the step, not the thought that it belongs to
 */
export function goToStep(step, alone = false) {
  const { game } = state;
  if (!game) return;
  const found = known(game);
  const thought = found.thoughts.findIndex(({ steps }) => steps.includes(step));
  if (alone && thought >= 0 && found.thoughts[thought].steps.length > 1) found.unfolded.add(thought);
  const entries = stepEntries(game);
  const at = entryWith(entries, step);
  const page = Math.floor(Math.max(at, 0) / ROWS);
  Object.assign(found, { step: entries[at]?.steps[0] ?? -1, page, chain: null, link: -1, line: null });
  if (at >= entries.length - 1) stop();
  update(["mine", "a"].includes(state.show) && at >= 0 ? { show: "steps" } : {});
  nextFrame().then(() => announce(plainText(stepText(game))));
}

/** Returns the selected entry as text: a step, with its consequences if its thought is folded. @param {Game} game */
export function stepText(game) {
  const { explanation, thoughts } = known(game);
  const entry = entryOn(game);
  return entry ? entryText(thoughts[entry.thought], entry, explanation?.steps ?? []) : [];
}

/** Returns the name of the selected technique, or null for a summary of easy steps. @param {Game} game */
export function stepName(game) {
  const { explanation, thoughts } = known(game);
  const entry = entryOn(game);
  return entry ? nameOf(thoughts[entry.thought], entry, explanation?.steps ?? []) : null;
}

/**
 * Moves the selection in the story of a contradiction or in the list of steps.
 * @param {number} more  number of entries to move by
 */
export function goBy(more) {
  const { game } = state;
  if (!game) return;
  if (storyPlace(game).count) return goInStory(storyPlace(game).at + more);
  const entries = stepEntries(game);
  const at = Math.min(entryWith(entries, known(game).step) + more, entries.length - 1);
  goToStep(entries[at]?.steps[0] ?? -1);
}

/**
 * Folds or unfolds a thought. If the selected step is no longer listed, its first step is selected.
 * @param {number} thought
 */
function unfold(thought) {
  const { game } = state;
  if (!game) return;
  const found = known(game);
  toggle(found.unfolded, thought);
  const { steps } = found.thoughts[thought];
  if (steps.includes(found.step)) Object.assign(found, { step: steps[0], chain: null, link: -1 });
  local.focus = `[data-unfold="${thought}"]`;
  update({});
}

/** Shows another page of the list. @param {1 | -1} more */
function turn(more) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const found = known(game);
  found.page = Math.max(0, Math.min(found.page + more, Math.ceil(stepEntries(game).length / ROWS) - 1));
  renderSteps(game, puzzle);
}

function stop() {
  clearInterval(local.beat);
  local.beat = undefined;
}

/** Returns the number of entries to play and the current position, -1 before the first. @param {Game} game */
function playing(game) {
  const story = storyPlace(game);
  if (story.count) return story;
  const entries = stepEntries(game);
  return { at: entryWith(entries, known(game).step), count: entries.length };
}

function run() {
  const { game } = state;
  if (!game) return;
  if (local.beat) stop();
  else {
    const { at, count } = playing(game);
    goBy(at + 1 < count ? 1 : -count);
    local.beat = setInterval(beat, BEAT);
  }
  update({});
}

function beat() {
  const { game } = state;
  if (!game) return stop();
  goBy(1);
  const { at, count } = playing(game);
  if (at < count - 1) return;
  stop();
  update({});
}

export function buildSteps() {
  const tools = h(
    "span",
    { id: "step-tools", class: "stepper-row" },
    // The frame after a click takes its time, so the step follows in a task of its own.
    signButton("back", "steps.back", { id: "steps-back", onclick: () => nextTask().then(() => goBy(-1)) }),
    h("span", { id: "step-count" }),
    signButton("next", "steps.next", { id: "steps-next", onclick: () => nextTask().then(() => goBy(1)) }),
    signButton("run", "steps.run", { id: "steps-run", onclick: run }),
  );
  const links = h(
    "div",
    { id: "step-links", class: "links" },
    h("button", { id: "why-not", "data-t": "steps.why", onclick: whyNot }),
    h("button", { id: "play-here", "data-t": "steps.play", onclick: playHere }),
  );
  const chain = h("ol", { id: "chain", class: "chain" });
  onChoice(chain, "link", (link) => {
    if (state.game) known(state.game).link = +link;
    update({});
  });
  const list = h("ol", { id: "step-list", class: "step-list" });
  onChoice(list, "step", (step) => goToStep(+step));
  onChoice(list, "unfold", (thought) => unfold(+thought));
  list.addEventListener("keydown", (event) => {
    if (state.game && withKey(state.game, event.key)) event.preventDefault();
  });
  const box = h(
    "section",
    { id: "steps" },
    h(
      "div",
      { class: "split small" },
      h("h2", { id: "steps-title" }),
      h("button", { id: "steps-from", onclick: () => state.game && askSteps(!known(state.game).mine) }),
    ),
    list,
    h(
      "div",
      { id: "step-pages", class: "stepper-row" },
      signButton("back", "steps.earlier", { id: "steps-earlier", onclick: () => turn(-1) }),
      h("span", { id: "step-page", class: "small" }),
      signButton("next", "steps.later", { id: "steps-later", onclick: () => turn(1) }),
    ),
  );
  return { tools: [tools], statement: [links, chain], evidence: [box] };
}

/**
 * Handles a key on the list: up and down move through the entries, right and left unfold and fold them.
 * @param {Game} game
 * @param {string} key
 * @returns {boolean}  whether the key was used
 */
function withKey(game, key) {
  const entry = entryOn(game);
  const { unfolded, thoughts } = known(game);
  if (key === "ArrowDown" || key === "ArrowUp") goBy(key === "ArrowDown" || (entry?.steps[0] ?? 0) === 0 ? 1 : -1);
  else if (!entry || thoughts[entry.thought].steps.length < 2) return false;
  else if (
    (key === "ArrowRight" && !unfolded.has(entry.thought)) ||
    (key === "ArrowLeft" && unfolded.has(entry.thought))
  )
    unfold(entry.thought);
  else return false;
  local.focus = "[aria-current=true]";
  return true;
}

/** Returns the number of an entry, from 1: "3", or "3.2" within an unfolded thought. @param {StepEntry} entry */
const numberOf = ({ thought, inner }) => `${thought + 1}${inner ? `.${inner + 1}` : ""}`;

/** Renders the player, and the links and the chain below the sentence. @param {Game} game @param {PuzzleKind} puzzle */
export function renderStep(game, puzzle) {
  const { chain, link, step } = known(game);
  const entry = entryOn(game);
  renderPlayer(game, entry ? numberOf(entry) : "");
  show(byId("step-links"), Boolean(entry));
  show(byId("why-not"), Boolean(stepName(game)));
  byId("why-not").setAttribute("aria-expanded", String(Boolean(chain)));
  show(byId("chain"), Boolean(chain));
  refill(byId("chain"), `${step} ${link} ${chain?.length}`, () =>
    chain && !chain.length
      ? [h("li", { class: "small" }, t("steps.nochain"))]
      : (chain ?? []).map((entry, index) =>
          h(
            "li",
            {},
            h("button", { "data-link": index, "aria-current": String(index === link) }, ...linkText(puzzle, entry)),
          ),
        ),
  );
}

/**
 * Renders the list of steps, but fills at most `most` rows, because a whole page takes long to lay out. Returns whether
 * all rows were filled before.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {number} [most]
 */
export function renderSteps(game, puzzle, most = ROWS) {
  const { explanation, mine, step } = known(game);
  const list = byId("step-list");
  show(byId("steps"), Boolean(explanation?.steps.length));
  setText(byId("steps-title"), t(mine ? "steps.mine" : "steps.all"));
  show(byId("steps-from"), game.marks !== puzzle.givens(game.document) || mine);
  setText(byId("steps-from"), t(mine ? "steps.from.start" : "steps.from.mine"));
  const wasWhole = renderPage(game, stepEntries(game), most);
  const [before, now] = [list.querySelector("[aria-current]"), list.querySelector(`[data-step="${step}"]`)];
  if (before !== now) before?.removeAttribute("aria-current");
  if (before !== now) now?.setAttribute("aria-current", "true");
  return wasWhole;
}

/**
 * Moves the focus in the list after a key. Call it last, because moving it lays out the page.
 * @param {boolean} isWhole  whether all rows are filled
 */
export function moveFocusInList(isWhole) {
  const focused = local.focus && byId("step-list").querySelector(local.focus);
  if (focused && focused !== document.activeElement) focused.focus();
  if (isWhole) local.focus = "";
}

/**
 * Renders one page of the list and the buttons to other pages. Returns whether all rows were filled before.
 * @param {Game} game
 * @param {StepEntry[]} entries
 * @param {number} most
 */
function renderPage(game, entries, most) {
  const list = byId("step-list");
  const count = entries.length;
  const first = Math.max(0, Math.min(known(game).page, Math.ceil(count / ROWS) - 1)) * ROWS;
  const last = Math.min(first + ROWS, count);
  while (list.childElementCount > last - first) list.lastElementChild.remove();
  show(byId("step-pages"), count > ROWS);
  setText(byId("step-page"), t("steps.page", { from: first + 1, to: last, n: count }));
  byId("steps-earlier").setAttribute("aria-disabled", String(first === 0));
  byId("steps-later").setAttribute("aria-disabled", String(last === count));
  let filled = 0;
  for (const [index, entry] of entries.slice(first, last).entries()) {
    if (filled === most) break;
    if (!list.children[index]) list.append(h("li"));
    if (fillRow(list.children[index], game, entry)) filled++;
  }
  return !filled;
}

/** @param {Game} game @param {string} number  of the selected step */
function renderPlayer(game, number) {
  const { at, count } = playing(game);
  const story = storyPlace(game).count > 0;
  show(byId("step-tools"), count > 0);
  setText(
    byId("step-count"),
    t(at < 0 ? "steps.count" : "step.of", {
      i: story ? at + 1 : number,
      n: story ? count : known(game).thoughts.length,
    }),
  );
  byId("steps-back").setAttribute("aria-disabled", String(at < 0));
  byId("steps-next").setAttribute("aria-disabled", String(at >= count - 1));
  refill(byId("steps-run"), `${Boolean(local.beat)}`, () => [icon(local.beat ? "pause" : "run")]);
}

/**
 * Fills a row of the list and returns whether it has changed.
 * @param {HTMLElement} element
 * @param {Game} game
 * @param {StepEntry} entry
 */
function fillRow(element, game, entry) {
  const { explanation, thoughts, unfolded } = known(game);
  const steps = explanation?.steps ?? [];
  const { thought, inner } = entry;
  const shown = entry.steps.map((number) => steps[number]);
  const name = nameOf(thoughts[thought], entry, steps);
  const then = shown.length > 1 ? thoughts[thought].sentence : null;
  const most = Math.max(...shown.map(({ k }) => k));
  const cells = shown.reduce((all, step) => all + step.cells.length, 0);
  const folds = thoughts[thought].steps.length > 1 && !inner;
  const isUnfolded = unfolded.has(thought);
  element.className = inner ? "inner" : "";
  const key = [thought, inner, entry.steps[0], name, then, most, cells, folds, isUnfolded];
  return refill(element, JSON.stringify(key), () => {
    const after = then ? messageText(then) : "";
    return [
      ...(folds ? [unfoldButton("unfold", thought, isUnfolded)] : []),
      h(
        "button",
        { "data-step": entry.steps[0] },
        h("span", { class: "number" }, numberOf(entry)),
        h("i", { class: `dip dip-${most ? dip(most) : 0}`, title: String(most) }),
        h("span", { class: "name" }, name ? messageText(name) : after, name && after && h("small", {}, after)),
        h("span", { class: "cells" }, String(cells)),
      ),
    ];
  });
}

/** Shows why the step's first cell cannot have another value: a chain that ends with a broken rule. */
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

/** Copies the board before this step to the player's board. */
function playHere() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const { boards, step } = known(game);
  stop();
  change(play(puzzle, game, boards[step]));
  goTo("play", { show: "mine" });
}

/**
 * Returns the scene of the selected step: the marks before it, and the marks that it adds.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {{marks: Marks, trial?: Marks, overlays: Overlay[]} | null}
 */
export function stepScene(game, puzzle) {
  const { boards, chain, step, link, explanation, thoughts } = known(game);
  if (!explanation) return null;
  const entry = entryOn(game);
  const marks = boards[entry ? step : boards.length - 1];
  if (!entry) return { marks, overlays: [] };
  if (!chain?.length)
    return { marks, overlays: entryOverlays(puzzle, game.document, thoughts[entry.thought], entry, explanation.steps) };
  const { links, refuted } = standing(chain, link);
  return chainScene(game, puzzle, marks, links, refuted);
}

export function leaveSteps() {
  stop();
  local.focus = "";
}
