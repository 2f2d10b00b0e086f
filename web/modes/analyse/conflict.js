/**
 * The conflict of a puzzle without solution: a minimal set of contradictory clues, on the board and as a list, and its
 * explanation step by step, grouped by thoughts. The explanation is called its story.
 */

import { standing } from "../../core/chain.js";
import { entriesOf } from "../../core/thoughts.js";
import { chainScene, linkText } from "./chain.js";
import { known } from "./findings.js";
import { withOneLetterEach } from "./letters.js";
import { iconButton } from "../../ui/controls.js";
import { byId, h, onChoice, refill, setText, show } from "../../ui/dom.js";
import { goTo } from "../../shell/session.js";
import { isPosition } from "../../core/results.js";
import { t } from "../../ui/i18n.js";
import { modesFor } from "../../shell/registry.js";
import { ask, fail, knows } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { overlayFrom, reasonList, valueText, withEntries } from "../../shell/explanation.js";
import { announce, plainText, renderMessage } from "../../ui/text.js";
import { entryOverlays, entryText, nameOf } from "./thoughts.js";
import { toggle, unfoldButton } from "../../ui/unfolding.js";

/** @import {Game, Overlay, PuzzleKind} from "../../core/types.js" */
/** @import {EngineClash, EngineLink, Progress} from "../../engine/messages.js" */
/** @import {StepEntry} from "../../core/thoughts.js" */

/**
 * A row of the story: an entry of its thoughts, a link of a chain, or the contradiction. A link belongs to the trial of
 * a step, or to a chain if the story has no steps.
 * @typedef {{key: string, entry?: StepEntry, step?: number, chain?: number, link?: number}} StoryRow
 */

const MOST_VALUES = 3; // maximum number of values named in a row

/** Requests the conflict. Displays the best one so far while a smaller one is searched for. */
export async function askClash() {
  const { game } = state;
  if (!game) return;
  const display = (/** @type {EngineClash | null} */ clash) => {
    if (state.game?.id !== game.id) return;
    Object.assign(known(game), { clash: clash && withOneLetterEach(clash), storyAt: null });
    update({});
  };
  const onProgress = (/** @type {Progress} */ { result }) => result && display(result.clash);
  try {
    const found = knows("conflict")
      ? await ask("conflict", { document: game.document }, { onProgress })
      : await ask("explain", { document: game.document, start: "givens" });
    display(found.clash ?? (found.because ? found : null));
  } catch (error) {
    fail(error);
  }
}

export function buildClash() {
  const story = h("ol", { id: "clash-story", class: "chain" });
  onChoice(story, "row", (key) => {
    if (state.game) select(known(state.game).storyAt === key ? null : key);
  });
  onChoice(story, "unfoldStory", (thought) => unfold(+thought));
  story.addEventListener("keydown", (event) => {
    const more = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!more || !state.game) return;
    goInStory(Math.max(0, storyPlace(state.game).at + more));
    /** @type {HTMLElement | null} */ (story.querySelector("[aria-current=true]"))?.focus();
    event.preventDefault();
  });
  const list = h(
    "section",
    { id: "clash" },
    h("div", { id: "clash-chain" }, h("h2", { class: "small", "data-t": "clash.story" }), story),
    h(
      "div",
      { id: "clash-head", class: "split small" },
      h("h2", { id: "clash-title" }),
      h("span", { id: "clash-least" }),
    ),
    h("ul", { id: "clash-list", class: "reasons" }),
    h("p", { id: "clash-note", class: "small" }),
  );
  const mend = iconButton("draw", "clash.mend", { id: "mend", onclick: () => goTo("draw") });
  return { statement: [h("div", { class: "row" }, mend)], evidence: [list] };
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export function renderClash(game, puzzle) {
  const { clash } = known(game);
  const none = game.result?.verdict === "none";
  const rows = rowsOf(game);
  show(byId("clash"), none && Boolean(clash?.because.length || rows.length));
  show(
    byId("mend"),
    (none || (game.result?.verdict === "multiple" && !(state.puzzle && isPosition(game, state.puzzle)))) &&
      modesFor(state.puzzle).some(({ name }) => name === "draw"),
  );
  if (!clash) return;
  show(byId("clash-head"), clash.because.length > 0);
  setText(byId("clash-title"), t("clash.clues"));
  setText(byId("clash-least"), clash.smallest ? t("clash.least") : clash.minimal ? "" : t("clash.few"));
  refill(byId("clash-list"), `${game.id} ${JSON.stringify(clash.because)}`, () =>
    reasonList(clash.because, "conflict"),
  );
  const note = clash.because.length > 1 ? "clash.minimal" : "clash.single";
  setText(byId("clash-note"), clash.minimal && clash.because.length ? t(note) : "");
  renderStory(game, puzzle, rows);
}

/** Returns the rows of the story. @param {Game} game @returns {StoryRow[]} */
function rowsOf(game) {
  const { clash, storyUnfolded } = known(game);
  if (!clash) return [];
  const { broken, steps = [], story = [], thoughts = [] } = clash;
  if (!broken)
    return story.flatMap((links, chain) => links.map((_, link) => ({ key: `chain ${chain} ${link}`, chain, link })));
  return [
    ...entriesOf(thoughts, storyUnfolded).flatMap((entry) => {
      const [step] = entry.steps;
      const links = storyUnfolded.has(entry.thought) ? (steps[step].chain ?? []) : [];
      return [{ key: `${step}`, entry }, ...links.map((_, link) => ({ key: `${step} ${link}`, step, link }))];
    }),
    { key: "broken" },
  ];
}

/** Returns the selected row of the story. @param {Game} game */
const rowOn = (game) => rowsOf(game).find(({ key }) => key === known(game).storyAt);

/** Returns the number of rows of the story and the position of the selected one, or -1. @param {Game} game */
export function storyPlace(game) {
  const rows = rowsOf(game);
  return { at: rows.findIndex(({ key }) => key === known(game).storyAt), count: rows.length };
}

/** Selects a row of the story by its number; -1 for none. @param {number} at */
export function goInStory(at) {
  const rows = state.game ? rowsOf(state.game) : [];
  select(at < 0 ? null : rows[Math.min(at, rows.length - 1)].key);
}

/** @param {string | null} key */
function select(key) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  known(game).storyAt = key;
  update({ show: "mine" });
  announce(plainText(clashText(game, puzzle)));
}

/** Folds or unfolds a thought of the story. @param {number} thought */
function unfold(thought) {
  const { game } = state;
  if (!game) return;
  const found = known(game);
  toggle(found.storyUnfolded, thought);
  if (found.storyAt !== null && !rowOn(game)) found.storyAt = null;
  update({});
  /** @type {HTMLElement | null} */ (byId("clash-story").querySelector(`[data-unfold-story="${thought}"]`))?.focus();
}

/**
 * Renders the thoughts from the clues to the contradiction.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {StoryRow[]} rows
 */
function renderStory(game, puzzle, rows) {
  const { storyAt, storyUnfolded } = known(game);
  show(byId("clash-chain"), rows.length > 0);
  refill(byId("clash-story"), `${game.id} ${rows.length} ${[...storyUnfolded]}`, () =>
    rows.map((row) =>
      h(
        "li",
        { class: row.step !== undefined || row.entry?.inner ? "inner" : "" },
        ...unfolding(game, row),
        h("button", { "data-row": row.key }, ...rowText(game, puzzle, row), ...values(game, puzzle, row)),
      ),
    ),
  );
  for (const button of byId("clash-story").querySelectorAll("[data-row]"))
    button.setAttribute("aria-current", String(button.dataset.row === storyAt));
}

/**
 * Returns the button that unfolds the thought of a row, if it has more than one step.
 * @param {Game} game
 * @param {StoryRow} row
 */
function unfolding(game, { entry }) {
  const { clash, storyUnfolded } = known(game);
  if (!entry || entry.inner || !clash?.thoughts || !clash.steps) return [];
  const { steps } = clash.thoughts[entry.thought];
  const more = steps.length > 1 || clash.steps[steps[0]].chain?.length;
  return more ? [unfoldButton("unfold-story", entry.thought, storyUnfolded.has(entry.thought))] : [];
}

/**
 * Returns a row as text.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {StoryRow} row
 * @returns {(Node | string)[]}
 */
function rowText(game, puzzle, row) {
  const { steps = [], thoughts = [], broken } = /** @type {EngineClash} */ (known(game).clash);
  if (row.entry) return entryText(thoughts[row.entry.thought], row.entry, steps);
  if (row.link !== undefined) return linkText(puzzle, linksOf(game, row)[row.link]);
  if (!broken) return [];
  const { step, sentence, because } = broken;
  return [
    ...(step ? [...renderMessage(step.sentence, step.because), " "] : []),
    h("b", {}, ...renderMessage(sentence, step ? [] : because, "conflict")),
  ];
}

/**
 * Returns the links of the chain that a row belongs to.
 * @param {Game} game
 * @param {StoryRow} row
 * @returns {EngineLink[]}
 */
function linksOf(game, { step, chain = 0 }) {
  const { clash } = known(game);
  return (step === undefined ? clash?.story?.[chain] : clash?.steps?.[step].chain) ?? [];
}

/**
 * Returns the cells determined by the first step of a row, as text.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {StoryRow} row
 */
function values(game, puzzle, { entry }) {
  const { clash } = known(game);
  if (!entry || !clash?.steps || !nameOf(clash.thoughts?.[entry.thought] ?? { steps: [] }, entry, clash.steps))
    return [];
  const { cells } = clash.steps[entry.steps[0]];
  const named = cells.slice(0, MOST_VALUES).map((value) => valueText(puzzle, value));
  return [h("small", {}, [...named, ...(cells.length > MOST_VALUES ? ["…"] : [])].join("; "))];
}

/**
 * Returns the board at the selected row of the story: known marks, the marks determined by the row, and its reasons.
 * Returns null if no row is selected.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function storyScene(game, puzzle) {
  const { clash } = known(game);
  const row = rowOn(game);
  if (!row || !clash) return null;
  const { steps = [], thoughts = [], story = [], broken } = clash;
  const { document } = game;
  const start = puzzle.givens(document);
  const before = (/** @type {number} */ step) =>
    withEntries(
      puzzle,
      puzzle.size(document),
      start,
      steps.slice(0, step).flatMap(({ cells }) => cells),
    );
  if (row.entry) {
    const overlays = entryOverlays(puzzle, document, thoughts[row.entry.thought], row.entry, steps);
    return { marks: before(row.entry.steps[0]), overlays };
  }
  if (row.link === undefined) {
    const because = broken?.step?.because ?? broken?.because ?? [];
    return { marks: before(steps.length), overlays: overlayFrom(puzzle, document, broken?.overlay ?? [], because) };
  }
  const { links, refuted } = standing(linksOf(game, row), row.link);
  const earlier = row.step === undefined ? story.slice(0, row.chain).map(([supposed]) => supposed) : [];
  return chainScene(game, puzzle, before(row.step ?? 0), links, [...earlier, ...refuted]);
}

/** Returns the conflict as text, or the selected row of its story. @param {Game} game @param {PuzzleKind} puzzle */
export function clashText(game, puzzle) {
  const { clash } = known(game);
  const row = rowOn(game);
  if (row) return rowText(game, puzzle, row);
  return clash ? renderMessage(clash.sentence, clash.because, "conflict") : [];
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Overlay[]} */
export function clashOverlays(game, puzzle) {
  const { clash } = known(game);
  return clash ? overlayFrom(puzzle, game.document, clash.overlay, clash.because) : [];
}
