/** The difficulty of a puzzle: a histogram that serves as the legend, a chart by step, and the rating as text. */

import { oncePer } from "../../core/last-marks.js";
import { entryOn, heatMap, heatOf, known, needs, stepAt } from "./findings.js";
import { options, textButton, refillSegments } from "../../ui/controls.js";
import { byId, h, onChoice, refill, segments, setText, show, showInTurn } from "../../ui/dom.js";
import { shapeWord } from "../../shell/board-text.js";
import { chart } from "../../canvas/bars.js";
import { dip } from "../../canvas/heat.js";
import { has, t } from "../../ui/i18n.js";
import { ask, fail, knows, timeLimit } from "../../shell/solver.js";
import { nextTask, state, update } from "../../shell/state.js";
import { goToStep } from "./steps.js";
import { announce, messageText } from "../../ui/text.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */
/** @import {Rating} from "../../engine/messages.js" */
/** @import {Analysis} from "./findings.js" */

const TRIAL = 5; // the highest level; steps without a name count as more

/** Requests the difficulty of every cell, if the engine can compute it. */
export async function askRating() {
  const { game } = state;
  if (!game || !knows("rate")) return;
  try {
    /** @type {Rating} */
    const rating = await ask("rate", { document: game.document, timeout: timeLimit(), ...known(game).rated });
    await nextTask();
    if (state.game?.id !== game.id || !rating.difficulty) return;
    known(game).rating = rating;
    update({});
  } catch (error) {
    // The call that superseded this one ends soon; after that the steps and the rating are requested again.
    if (/** @type {any} */ (error).kind === "superseded") known(game).asked = false;
    fail(error);
  }
}

/** Shows the difficulty on the board, with another choice of what it shows. @param {Partial<Analysis>} chosen */
function showMap(chosen) {
  if (state.game) Object.assign(known(state.game), chosen);
  update(state.show === "heat" || state.show === "mixed" ? {} : { show: "heat" });
}

export function buildRating() {
  const bars = h("div", { id: "bars", class: "bars", role: "group", "data-label": "heat.cells" });
  onChoice(bars, "dip", (value) => {
    if (state.game) showMap({ only: known(state.game).only === +value ? null : +value });
  });
  const rounds = h("div", { id: "rounds", class: "row" });
  onChoice(rounds, "map", (map) => showMap({ map: /** @type {any} */ (map), only: null }));
  rounds.addEventListener("change", (/** @type {any} */ { target }) => {
    const { game } = state;
    if (!game || target.tagName !== "SELECT") return;
    const found = known(game);
    const value = target.name === "max_k" ? +target.value : target.value;
    found.rated = { ...found.rated, [target.name]: value };
    askRating();
  });
  const slider = h("input", { id: "climb-at", type: "range", min: "1", "data-label": "climb" });
  slider.addEventListener("input", (/** @type {any} */ { target }) => {
    if (state.game) goToStep(known(state.game).thoughts[+target.value - 1]?.steps[0] ?? -1);
  });
  const shown = h("div", { id: "heat-shown", class: "segments", role: "group", "data-label": "heat.map" });
  onChoice(shown, "heat", (heat) => showMap({ heat: /** @type {any} */ (heat), only: null }));
  return {
    statement: [],
    evidence: [
      h(
        "section",
        { id: "heat-box" },
        h("div", { class: "split small" }, h("h2", { id: "heat-title" }), h("span", { id: "heat-count" })),
        shown,
        rounds,
        bars,
        h("p", { id: "heat-free", class: "small" }),
        h("p", { id: "heat-mode", class: "small" }),
        h(
          "details",
          { id: "heat-text" },
          h("summary", { class: "small", "data-t": "heat.text" }),
          h("pre", { id: "heat-matrix", tabindex: 0 }),
          h(
            "div",
            { class: "row" },
            copier("heat-copy", "heat.copy", (rows) => JSON.stringify(rows)),
            copier("heat-csv", "heat.csv", (rows) => rows.map((row) => row.join(",")).join("\n")),
          ),
        ),
      ),
      h(
        "section",
        { id: "climb-box" },
        h("div", { class: "split small" }, h("h2", { "data-t": "climb" }), h("span", { id: "climb-peak" })),
        h("div", { class: "chart" }, h("canvas", { id: "climb", "aria-hidden": "true" }), slider),
      ),
      h(
        "section",
        { id: "waves-box" },
        h("div", { class: "split small" }, h("h2", { "data-t": "rating.waves" }), h("span", { id: "waves-text" })),
        h("div", { class: "chart" }, h("canvas", { id: "waves", "aria-hidden": "true" })),
      ),
    ],
  };
}

/** Renders the histogram. Returns whether it has changed. @param {Game} game @param {PuzzleKind} puzzle */
export function renderBars(game, puzzle) {
  const { only, rating, map: name, explanation } = known(game);
  const map = heatMap(game, puzzle);
  if (!map) return false;
  const { counts } = shadesOf(map, game, puzzle);
  const when = heatOf(game, puzzle) === "when";
  const most = Math.max(1, ...counts.slice(1));
  const word =
    rating?.mode && name === "rounds" ? "heat.bar.round" : when ? "heat.bar.when" : ofRules("heat.bar", explanation);
  return refill(byId("bars"), `${counts} ${only} ${word}`, () =>
    counts
      .slice(1)
      .map((count, index) => bar(word, index + 1, count, count / most, only === index + 1, when ? "" : "+")),
  );
}

/** Renders the rest of the difficulty. @param {Game} game @param {PuzzleKind} puzzle */
export function renderRating(game, puzzle) {
  const { explanation, thoughts } = known(game);
  const map = heatMap(game, puzzle);
  showInTurn(byId("heat-box"), Boolean(map));
  showInTurn(byId("bars"), Boolean(map));
  showInTurn(byId("climb-box"), Boolean(explanation?.steps.length));
  renderWaves(game);
  if (map) {
    const { settled, free } = shadesOf(map, game, puzzle);
    const rules = explanation?.counted === "rules";
    const { rating } = known(game);
    const when = heatOf(game, puzzle) === "when";
    renderRounds(game);
    const rows = matrix(game);
    show(byId("heat-text"), Boolean(rows) && !when);
    setText(byId("heat-matrix"), rows ? matrixText(rows) : "");
    renderShown(game, when);
    const clues = rules ? "heat.rules" : `heat.${shapeWord(puzzle)}`;
    setText(byId("heat-title"), t(rating?.mode ? `heat.${known(game).map}` : when ? "heat.when" : clues));
    setText(byId("heat-mode"), rating?.mode && rating.sentence ? messageText(rating.sentence) : "");
    setText(
      byId("heat-count"),
      t(`count.${shapeWord(puzzle)}`, {
        n: settled === map.length ? settled : `${settled} / ${map.length}`,
      }),
    );
    setText(byId("heat-free"), free > 0 ? t("heat.free", { n: free }) : "");
    show(byId("heat-free"), free > 0);
  }
  if (explanation?.steps.length) {
    const levels = thoughts.map(({ steps }) => Math.max(...steps.map((number) => explanation.steps[number].level)));
    const hardest = Math.max(...levels);
    const step = entryOn(game)?.thought ?? -1;
    setText(byId("climb-peak"), hardest > 1 ? t("climb.peak", { n: levels.indexOf(hardest) + 1 }) : "");
    const slider = byId("climb-at");
    slider.max = String(levels.length);
    slider.value = String(Math.max(1, step + 1));
    const level = step < 0 ? "" : t(`level.${Math.min(TRIAL, levels[step])}`);
    slider.setAttribute("aria-valuetext", level && t("climb.value", { i: step + 1, n: levels.length, level }));
    const { palette } = state;
    const most = Math.max(TRIAL, ...levels);
    const bars = levels.map((number) => ({ part: number / most, colour: palette[`heat-${number}`] }));
    chart(byId("climb"), bars, step, palette.ink);
  }
}

/**
 * Returns how many targets of a map have each shade (0: none), how many have a number, and how many of those without a
 * shade are not givens.
 * @type {(map: number[], game: Game, puzzle: PuzzleKind) => {counts: number[], settled: number, free: number}}
 */
const shadesOf = oncePer((map, { document }, puzzle) => {
  const counts = Array(9).fill(0);
  for (const value of map) if (value >= 0) counts[value && dip(value)]++;
  const settled = counts.reduce((all, count) => all + count, 0);
  const free = map.filter((value, target) => value === 0 && !puzzle.fixed(document, target)).length;
  return { counts, settled, free };
});

/** Renders the number of available moves per round; rounds with few moves are bottlenecks. @param {Game} game */
function renderWaves(game) {
  const waves = known(game).rating?.why?.waves ?? [];
  showInTurn(byId("waves-box"), waves.length > 0);
  if (!waves.length) return;
  const fewest = Math.min(...waves.map(([, places]) => places));
  setText(byId("waves-text"), t("rating.waves.text", { n: waves.length, fewest }));
  const most = Math.log2(1 + Math.max(...waves.map(([, places]) => places)));
  const { palette } = state;
  chart(
    byId("waves"),
    waves.map(([level, places]) => ({ part: Math.log2(1 + places) / most, colour: palette[`heat-${level}`] })),
  );
}

/**
 * Renders the choice between the order in which cells are determined and the number of clues that they need.
 * @param {Game} game
 * @param {boolean} when
 */
function renderShown(game, when) {
  const { explanation, rating } = known(game);
  show(byId("heat-shown"), Boolean(explanation?.steps.length && !rating?.mode));
  refillSegments(byId("heat-shown"), "heat", when ? "when" : "clues", [
    ["when", t("heat.shown.when")],
    ["clues", t(explanation?.counted === "rules" ? "heat.shown.rules" : "heat.shown.clues")],
  ]);
}

const MODES = ["once", "repeat", "restart"];

/** Returns the selected map if it is a matrix of numbers. @param {Game} game @returns {number[][] | null} */
function matrix(game) {
  const { rating, map } = known(game);
  const rows = map === "needed" ? (rating?.needed ?? rating?.difficulty) : rating?.difficulty;
  return Array.isArray(rows) ? rows : null;
}

/** Returns a matrix as text, in columns. */
const matrixText = oncePer((/** @type {number[][]} */ rows) => {
  const wide = Math.max(...rows.flat().map((k) => String(k).length));
  return rows.map((row) => row.map((k) => String(k).padStart(wide)).join(" ")).join("\n");
});

/** @param {string} id @param {string} key @param {(rows: number[][]) => string} write */
const copier = (id, key, write) =>
  textButton(key, {
    id,
    onclick: async () => {
      const rows = state.game && matrix(state.game);
      if (!rows) return;
      await navigator.clipboard.writeText(write(rows));
      announce(t("copied"));
    },
  });

/**
 * Renders the controls of a rating in rounds: its mode, the maximum k, and which of its maps is shown.
 * @param {Game} game
 */
function renderRounds(game) {
  const { rating, map } = known(game);
  show(byId("rounds"), Boolean(rating?.mode));
  if (!rating?.mode) return;
  const { mode, max_k: most } = rating;
  refill(byId("rounds"), `${mode} ${most} ${map}`, () => [
    h(
      "div",
      { class: "segments", role: "group", "data-label": "heat.map", "aria-label": t("heat.map") },
      ...segments(
        "map",
        ["rounds", "needed"].map((name) => [name, t(`heat.map.${name}`)]),
        map,
      ),
    ),
    picker(
      "mode",
      t("heat.mode"),
      MODES.map((name) => [name, t(`heat.mode.${name}`)]),
      mode,
    ),
    picker(
      "max_k",
      t("heat.most"),
      Array.from({ length: 8 }, (_, k) => [String(k + 1), String(k + 1)]),
      String(most),
    ),
  ]);
}

/** @param {string} name @param {string} label @param {[string, string][]} entries @param {string} chosen */
const picker = (name, label, entries, chosen) =>
  h(
    "label",
    { class: "small" },
    h("span", {}, label),
    " ",
    h("select", { name, id: `rate-${name}` }, ...options(entries, chosen)),
  );

/**
 * @param {string} word
 * @param {number} k
 * @param {number} count
 * @param {number} part
 * @param {boolean} chosen
 * @param {string} more  text after the last number
 */
const bar = (word, k, count, part, chosen, more) =>
  h(
    "button",
    { "data-dip": k, "aria-pressed": String(chosen), disabled: !count },
    h("span", { class: "unseen" }, t(word, { k: k === 8 ? `8${more}` : k, n: count })),
    h("span", { "aria-hidden": "true" }, count ? String(count) : ""),
    h("i", { class: `dip-${k}`, style: { height: `${Math.max(2, Math.round(60 * part))}px` } }),
    h("span", { "aria-hidden": "true" }, k === 8 ? `8${more}` : String(k)),
  );

/**
 * Returns the hardest technique, and the round in which it is first needed.
 * @param {{technique: string, wave: number}} hardest
 */
const hardest = ({ technique, wave }) => t("rating.hardest.at", { name: t(`technique.${technique}`), wave });

/**
 * Returns the key of a string about clues, or of that about rules if a kind counts these.
 * @param {string} key
 * @param {{counted?: "clues" | "rules"} | null | undefined} result
 */
const ofRules = (key, result) => (result?.counted === "rules" ? `${key}.rules` : key);

/** Returns the name of the level, or the reason why there is none. @param {Rating} rating */
export function levelText({ level_name: name, level, at_least: bound }) {
  if (!name) return "";
  return bound && level ? t("level.least", { level: messageText(name) }) : messageText(name);
}

/**
 * Returns the level and the reasons for it, as facts.
 * @param {Game} game
 * @returns {[name: string, value: string, why?: string][]}
 */
export function ratingFacts(game) {
  const { rating } = known(game);
  if (!rating) return [];
  const { rating: number, why = {} } = rating;
  if (rating.mode) return roundFacts(game, rating);
  const cells = Object.values(why.cells ?? {}).reduce((all, n) => all + n, 0);
  /** @type {[string, string | number | null | undefined][]} */
  const facts = [
    ["rating.level", levelText(rating) || null],
    [
      rating.level ? "rating.number" : "rating.certain",
      rating.at_least && number !== undefined ? `≥ ${number}` : number,
    ],
    ["rating.hardest", why.hardest && hardest(why.hardest)],
    ["rating.steps", why.steps],
    ["rating.rounds", why.rounds],
    [ofRules("rating.highest", rating), why.highest_k],
    ["rating.cases", why.cases === undefined ? null : `${why.cases} / ${cells}`],
    ["rating.chain", why.longest_chain],
    [why.ending === "time" ? "rating.left" : "rating.guess", why.left || null],
  ];
  return facts.flatMap(([key, value]) =>
    value === null || value === undefined
      ? []
      : [
          /** @type {[string, string, string?]} */ ([
            t(key),
            String(value),
            has(`${key}.why`) ? t(`${key}.why`) : undefined,
          ]),
        ],
  );
}

/**
 * Returns the facts of the selected map of a rating in rounds.
 * @param {Game} game
 * @param {Rating} rating
 * @returns {[string, string][]}
 */
function roundFacts(game, rating) {
  const { map } = known(game);
  const values = (map === "needed" ? rating.needed : rating.difficulty).flat();
  const never = values.filter((/** @type {number} */ k) => k < 0).length;
  return [
    [t("rating.level"), levelText(rating)],
    [t(rating.level ? "rating.number" : "rating.certain"), String(rating.rating ?? 0)],
    [t(`heat.highest.${map}`), String(Math.max(0, ...values))],
    [t("heat.settled"), `${values.length - never} / ${values.length}`],
    [t("heat.unsettled"), String(never)],
  ];
}

/**
 * Returns the difficulty of the place under the mouse or cursor, as text.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {number} target
 */
export function needText(game, puzzle, target) {
  if (heatOf(game, puzzle) === "when" && !puzzle.fixed(game.document, target)) {
    const { thoughts } = known(game);
    const at = thoughts.findIndex(({ steps }) => steps.includes(stepAt(game, puzzle, target)));
    return at < 0 ? t("heat.never") : t("heat.falls", { i: at + 1, n: thoughts.length });
  }
  const map = needs(game, puzzle);
  const k = map?.[target] ?? -1;
  const { rating, map: name } = known(game);
  if (k < 0) return t(rating?.mode ? "heat.unsettled" : "heat.never");
  if (k && rating?.mode && name === "rounds") return t("heat.round", { n: k });
  if (k === 0) return puzzle.fixed(game.document, target) ? "" : t("heat.none");
  return t(ofRules("heat.cell", known(game).explanation), { n: k });
}
