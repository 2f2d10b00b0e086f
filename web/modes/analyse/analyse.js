/** Analyse: shows the engine's results for the board in several views. */

import { answerOf, forget, heatMap, known, needs, stepAt } from "./findings.js";
import { askClash, buildClash, clashOverlays, clashText, renderClash, storyScene } from "./conflict.js";
import { byId, h, onChoice, refill, setText, show, setFacts, showInTurn, moveFocus, turn } from "../../ui/dom.js";
import { textButton, refillOptions, refillSegments } from "../../ui/controls.js";
import { play, written } from "../../core/game.js";
import { forLastMarks } from "../../core/last-marks.js";
import { change, goTo, look } from "../../shell/session.js";
import { placeText, shapeWord } from "../../shell/board-text.js";
import { heat } from "../../canvas/heat.js";
import { has, t } from "../../ui/i18n.js";
import { targetAt } from "../../core/lattice.js";
import { UNDECIDED } from "../../core/marks.js";
import { buildDigits, renderDigits } from "./digits.js";
import { buildTally, renderTally } from "./tally.js";
import { askLine, buildLines, lineOverlays, renderLines } from "./lines.js";
import { askRating, buildRating, levelText, needText, ratingFacts, renderBars, renderRating } from "./rating.js";
import { certain, differing, forcedOf, isPosition, solutionsOf, views } from "../../core/results.js";
import { LIMITS, solve, timeLimit } from "../../shell/solver.js";
import { choose } from "../../shell/storage.js";
import { nextTask, part, state, update } from "../../shell/state.js";
import {
  askSteps,
  buildSteps,
  goBy,
  goToStep,
  leaveSteps,
  moveFocusInList,
  renderStep,
  renderSteps,
  stepName,
  stepOn,
  stepScene,
  stepText,
} from "./steps.js";
import { gap, messageText, seconds, sentence, timeText } from "../../ui/text.js";

/** @import {Game, Marks, Mode, Overlay, Place, PuzzleKind, Result, Scene, State} from "../../core/types.js" */

/** On boards up to this number of cells, steps and difficulty are computed automatically. */
const AT_ONCE = 900;

/** @type {Omit<Mode, "name" | "order" | "icon">} */
export default {
  build() {
    onChoice(byId("show-choice"), "show", (shown) => look({ show: /** @type {State["show"]} */ (shown) }));
    byId("adopt").addEventListener("click", adopt);
    const { tools, ...steps } = buildSteps();
    const parts = [buildRating(), steps, buildClash(), buildLines()];
    const work = textButton("steps.work", { id: "work-out", onclick: workOut });
    const limits = h("select", { id: "limit", onchange: setLimit });
    const limit = h("label", { class: "small limit" }, h("span", { "data-t": "limit" }), " ", limits);
    return {
      tools,
      statement: [
        h("button", {
          id: "gist",
          class: "small quiet",
          onclick: () => byId("facts").scrollIntoView({ block: "nearest" }),
        }),
        h("p", { id: "need", class: "small" }),
        ...parts.flatMap(({ statement: some }) => some),
        h("div", { class: "row" }, work, limit),
      ],
      evidence: [...parts.flatMap(({ evidence: some }) => some), buildTally(), buildDigits()],
    };
  },

  render(game, puzzle) {
    local.scene = null;
    const { show: shown, work } = state;
    const { result } = game;
    const possible = viewsNow(game, puzzle);
    show(byId("show-choice"), possible.length > 1);
    const views = possible.map((name) => /** @type {[string, string]} */ ([name, viewName(name, game, puzzle)]));
    refillSegments(byId("show-choice"), "show", shown, views);
    byId("show-choice").dataset.many = String(possible.length > 4);
    renderSentence(game, puzzle);
    const several = result?.verdict === "multiple" && shown === "both";
    setText(byId("note"), several ? t(`legend.${shapeWord(puzzle)}`) : "");
    show(byId("note"), several);
    show(byId("adopt"), ["a", "b", "found"].includes(shown));
    show(byId("work-out"), Boolean(result && result.verdict !== "none" && !known(game).explanation && !work));
    const limitText = (/** @type {number} */ s) =>
      s < 120 ? t("limit.seconds", { s }) : t("limit.minutes", { n: s / 60 });
    refillOptions(
      byId("limit"),
      timeLimit(),
      LIMITS.map((s) => [s, limitText(s)]),
    );
    renderStep(game, puzzle);
    renderClash(game, puzzle);
    renderLines(game, puzzle);
    renderNeed(game, puzzle);
    if (local.game !== game.id) hideEvidence(); // that of another board
    local.game = game.id;
    renderInTurn();
    if (result && !known(game).asked && !work) beginSoon(game);
  },

  scene: (game, puzzle) => (local.scene ??= sceneOf(game, puzzle)),

  heading(game) {
    const { clash } = known(game);
    return {
      result: game.result,
      checking: Boolean(state.work),
      fact: clash?.because.length ? t("clash.fact", { n: clash.because.length }) : undefined,
    };
  },

  point(place) {
    local.pointed = place;
    if (state.game && state.puzzle) renderNeed(state.game, state.puzzle);
  },

  tap({ row, column, place }) {
    const { game, puzzle } = state;
    if (!game || !puzzle) return;
    if (row !== undefined || column !== undefined)
      return void (puzzle.lineView && askLine(row === undefined ? { column } : { row }));
    const step = place ? stepAt(game, puzzle, targetAt(puzzle, puzzle.size(game.document), place)) : -1;
    if (place) update({ cursor: place });
    if (step >= 0) goToStep(step, true);
  },

  onKey({ key }) {
    const { game, puzzle, cursor } = state;
    if (!game || !puzzle) return false;
    const by = { n: 1, p: -1 }[key];
    if (by) goBy(by);
    else if (key === "l" && puzzle.lineView) askLine({ row: (cursor?.r ?? 1) >> 1 });
    else if (key === "L" && puzzle.lineView) askLine({ column: (cursor?.c ?? 1) >> 1 });
    else return false;
    return true;
  },

  leave() {
    leaveSteps();
    forget();
    Object.assign(local, { pointed: null, scene: null, game: "" });
  },
};

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Place | null} pointed  the place under the mouse or cursor
 * @property {ReturnType<typeof sceneOf> | null} scene  the board since the page was rendered; the pointer is not part
 *   of it
 * @property {string} game  the board whose evidence is shown, or "" while another mode is
 * @property {boolean} rendering  the evidence is being rendered
 * @property {boolean} again  it must then be rendered again
 */

/** @type {Own} */
const local = part("modes/analyse/analyse", { pointed: null, scene: null, game: "", rendering: false, again: false });

/** Sets the time limit; a longer one takes effect immediately. @param {any} event */
function setLimit({ target }) {
  choose("limit", target.value);
  if (state.game?.result?.verdict === "unknown") solve(true);
  else if (state.game && known(state.game).rating?.at_least) askRating();
}

/** The most rows of the list that are filled in one frame. */
const AT_A_TIME = 3;

/** The sections about steps and difficulty, which appear one after another. */
const SECTIONS = ["steps", "heat-box", "bars", "climb-box", "waves-box", "tally"];

/**
 * Renders the evidence after the sentence. Some rows of the list that have changed are filled in each frame, then the bars,
 * and the rest follows, so that no frame lays out too much.
 */
async function renderInTurn() {
  local.again = true;
  if (local.rendering) return;
  local.rendering = true;
  try {
    while (local.again) {
      await turn();
      const { game, puzzle, mode } = state;
      local.again = false;
      if (!game || !puzzle || mode !== "analyse") continue;
      const isWhole = renderSteps(game, puzzle, AT_A_TIME);
      const isLast = isWhole && !renderBars(game, puzzle);
      if (isLast) {
        renderRating(game, puzzle);
        renderDetails(game, puzzle);
      }
      local.again = !isLast;
      moveFocusInList(isWhole);
    }
  } finally {
    local.rendering = false;
  }
}

/** Renders the facts, the solution as text, and what can be unfolded. @param {Game} game @param {PuzzleKind} puzzle */
function renderDetails(game, puzzle) {
  const { result } = game;
  const facts = result ? [...ratingFacts(game), ...evidence(game, puzzle, result)] : [];
  setFacts(byId("facts"), facts);
  show(byId("facts"), true);
  setText(byId("gist"), gist(game, puzzle, result));
  show(byId("gist"), facts.length > 1);
  const [first] = solutionsOf(game, puzzle);
  setText(byId("solution-text"), first ? solutionText(game.document, first, puzzle) : "");
  show(byId("as-text"), Boolean(first));
  renderTally(game);
  renderDigits(game, puzzle);
}

/** Hides the evidence, whose sections then appear one after another, and forgets the solution as text. */
function hideEvidence() {
  for (const id of SECTIONS) showInTurn(byId(id), false);
  for (const id of ["facts", "gist", "as-text"]) show(byId(id), false);
  setText(byId("solution-text"), "");
}

/** Returns the board in the selected view. @param {Game} game @param {PuzzleKind} puzzle */
function sceneOf(game, puzzle) {
  const seen = shownMarks(game, puzzle);
  return {
    ...seen,
    done: Boolean(puzzle.picture) && seen.tone === "solution" && !seen.second && !seen.overlays?.length,
  };
}

/** Returns the views that are currently available. @param {Game} game @param {PuzzleKind} puzzle */
const viewsNow = (game, puzzle) =>
  views(game, {
    steps: Boolean(known(game).explanation?.steps.length),
    heat: Boolean(needs(game, puzzle)),
    odds: Boolean(known(game).rating?.probability),
  });

/** @param {State["show"]} name @param {Game} game @param {PuzzleKind} puzzle */
function viewName(name, { result }, puzzle) {
  if (name === "a" && result?.verdict !== "multiple") return t(puzzle.picture ? "show.picture" : "show.only");
  return t(name === "mixed" ? "show.both" : `show.${name}`);
}

/** Starts the automatic computations, in a task after that of the rendering. @param {Game} game */
async function beginSoon(game) {
  const found = known(game);
  found.asked = true;
  await nextTask();
  if (state.game && known(state.game) === found && state.mode === "analyse") begin(state.game);
}

/** @param {Game} game */
async function begin(game) {
  if (game.result?.verdict === "none") return askClash();
  if (game.result?.verdict === "multiple" && state.show === "mine") look({ show: state.puzzle?.showFirst ?? "both" });
  if (game.marks.length > AT_ONCE || game.result?.verdict === "unknown") return;
  await workOut();
}

/** Computes the steps and then the difficulty of every cell, and shows the difficulty on the board. */
async function workOut() {
  const fresh = state.show === "mine";
  if (!state.game || !(await askSteps(known(state.game).wanted))) return;
  await nextTask();
  if (fresh && state.show === "mine" && state.mode === "analyse" && state.game?.result?.verdict === "unique")
    look({ show: "heat" });
  await nextTask();
  if (state.mode !== "analyse") return;
  await askRating();
  const { game, puzzle, show: shown } = state;
  if (game && shown === puzzle?.showFirst && known(game).rating?.mode) look({ show: "heat" }); // a complete field
}

/** @param {Game} game @param {PuzzleKind} puzzle */
function renderSentence(game, puzzle) {
  const step = stepOn(game);
  const { clash, step: at, mine, unfolded, storyAt } = known(game);
  const none = game.result?.verdict === "none";
  const shown = [at, [...unfolded], mine, clash?.because.length, storyAt].join(" ");
  const [key, params] = finding(Boolean(state.work), game, puzzle);
  refill(byId("sentence"), `${game.id} ${shown} ${key} ${JSON.stringify(params)}`, () => {
    if (step) return stepText(game);
    if (none && clash) return clashText(game, puzzle);
    const boards = game.result?.boards;
    const counted = boards && !state.work ? [gap(), t("say.boards", { n: grouped(boards) })] : [];
    return [...sentence(key, params, "conflict"), ...counted];
  });
  byId("sentence").classList.remove("wrong");
  const name = stepName(game);
  const fact = step
    ? [
        name ? messageText(name) : t("steps.easy"),
        ...(name && step.k
          ? [t(known(game).explanation?.counted === "rules" ? "count.rules" : "count.clues", { n: step.k })]
          : []),
      ]
    : [];
  refill(byId("caption"), `${at} ${fact}`, () => (step ? [h("span", {}, fact[0]), h("span", {}, fact[1] ?? "")] : []));
}

/** Shows the difficulty of the cell under the mouse or cursor. @param {Game} game @param {PuzzleKind} puzzle */
function renderNeed(game, puzzle) {
  const shown = ["heat", "mixed", "steps"].includes(state.show) && needs(game, puzzle);
  const at = local.pointed ?? state.cursor;
  const target = at ? targetAt(puzzle, puzzle.size(game.document), at) : -1;
  const text = shown && target >= 0 ? needText(game, puzzle, target) : "";
  const size = puzzle.size(game.document);
  setText(
    byId("need"),
    text && at ? t("place.value", { place: placeText(puzzle, size, at), value: text }) : shown ? t("heat.point") : "",
  );
  show(byId("need"), Boolean(shown));
}

/**
 * Returns the marks that the board shows, and their tone.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Pick<Scene, "second" | "tone" | "overlays" | "heat" | "notes" | "trial"> & {marks: Marks}}
 */
function shownMarks(game, puzzle) {
  const [a, b] = solutionsOf(game, puzzle);
  const over = known(game).line ? lineOverlays(game) : null;
  switch (state.show) {
    case "a":
      return { marks: a ?? game.marks, tone: "solution", overlays: over ?? [] };
    case "b":
      return { marks: b ?? game.marks, tone: "solution", overlays: over ?? [] };
    case "both":
      return { marks: a, second: b, tone: "solution" };
    case "found":
      return { marks: forcedOf(game, puzzle), tone: "found", overlays: over ?? [] };
    case "heat":
    case "mixed":
      return heated(game, puzzle, over);
    case "odds":
      return { marks: puzzle.givens(game.document), tone: "own", notes: odds(game) };
    case "steps": {
      const scene = stepScene(game, puzzle);
      return scene ? { tone: "own", ...scene, overlays: over ?? scene.overlays } : { marks: game.marks, tone: "own" };
    }
    default: {
      const scene = storyScene(game, puzzle);
      if (scene) return { tone: "own", ...scene };
      return { marks: game.marks, tone: "own", overlays: over ?? clashOverlays(game, puzzle) };
    }
  }
}

/** Returns the probability of a mine in each cell, in percent. @param {Game} game */
const odds = (game) =>
  (known(game).rating?.probability ?? [])
    .flat()
    .map((part) =>
      part < 0 ? "" : part > 0 && part < 0.01 ? "<1" : part < 1 && part > 0.99 ? ">99" : String(Math.round(100 * part)),
    );

/** @param {Game} game @param {PuzzleKind} puzzle @param {Overlay[] | null} over */
function heated(game, puzzle, over) {
  const map = heatMap(game, puzzle);
  const step = stepScene(game, puzzle);
  const { only, step: at, chain } = known(game);
  if (!map) return { marks: game.marks, tone: /** @type {const} */ ("own") };
  if (chain?.length && step) return { ...step, tone: /** @type {const} */ ("own") };
  const answer = state.show === "mixed" ? answerOf(game, puzzle) : null;
  const numbers =
    Boolean(known(game).rating?.mode) ||
    document.documentElement.dataset.contrast === "more" ||
    matchMedia("(forced-colors: active)").matches;
  return {
    marks: puzzle.givens(game.document),
    tone: /** @type {const} */ ("solution"),
    heat: { k: map, answer, only, numbers, paint: heat },
    overlays: over ?? (at >= 0 ? step?.overlays : []),
  };
}

/** Copies the solution shown to the player's board. */
function adopt() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const { marks } = shownMarks(game, puzzle);
  change(play(puzzle, game, state.show === "found" ? marks : written(puzzle, marks)));
  goTo("play", { show: "mine" });
}

/** Solves the puzzle, if necessary, and shows the result. */
export async function reveal() {
  goTo("analyse");
  if (!(await solve(true))) return;
  const { game, puzzle } = state;
  if (!game) return;
  const possible = views(game);
  const first = puzzle?.showFirst ?? "both";
  const pass = moveFocus("solve", "#show-choice [aria-pressed=true]");
  update({ panel: null });
  goTo("analyse", {
    show: possible.includes(first) ? first : possible.includes("both") ? "both" : (possible[1] ?? "mine"),
  });
  pass();
}

/** Returns a solution as text: its rows, or the drawn loop. */
const solutionText = forLastMarks((document, marks, /** @type {PuzzleKind} */ puzzle) => {
  const text = puzzle.text(document, marks);
  return text.includes("\n")
    ? text
    : (text.match(new RegExp(`.{${puzzle.size(document).width}}`, "g")) ?? []).join("\n");
});

/** Formats a large number with separators, or as a power of ten if it is too long to read. @param {string} digits */
const grouped = (digits) =>
  digits.length > 24 ? `≈ 10^${digits.length - 1}` : digits.replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * Returns the sentence about the result, as key and parameters.
 * @param {boolean} working
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {[string, Record<string, any>]}
 */
function finding(working, game, puzzle) {
  const { result, marks } = game;
  if (!result) return [working ? "say.checking" : "say.start", {}];
  const s = seconds(result.seconds);
  switch (result.verdict) {
    case "unique":
      return ["say.unique", {}];
    case "multiple": {
      const { yes, no, open, complete } = certain(game, puzzle);
      if (isPosition(game, puzzle))
        return [`say.position.${complete ? "" : "least."}${puzzle.kind}`, { n: no, yes, open }];
      const n = complete ? open : differing(game, puzzle);
      return [`say.multiple.${complete ? "" : "least."}${shapeWord(puzzle)}`, { n, same: marks.length - open }];
    }
    case "none": {
      const { key = "", params = {}, at = {} } = result.reason ?? {};
      return has(key) ? [key, { ...params, ...at }] : ["say.none", {}];
    }
    default:
      if (result.solutions.length) return ["say.one", {}];
      return [result.stopped ? "say.stopped" : "say.unknown", { s }];
  }
}

/**
 * Returns the facts that come first: level, hardest technique, rating, class.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Result | null} result
 */
function gist(game, puzzle, result) {
  const { rating } = known(game);
  return [
    rating && levelText(rating),
    rating?.why?.hardest &&
      t("daily.hardest", { name: messageText({ key: `technique.${rating.why.hardest.technique}` }) }),
    rating?.level && t("gist.rating", { n: `${rating.at_least ? "≥ " : ""}${rating.rating ?? 0}` }),
    puzzle.classes && result?.class && t(`class.${result.class}`),
    t("gist.more"),
  ]
    .filter(Boolean)
    .join("\u00a0· "); // no line begins with a dot
}

/**
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Result} result
 * @returns {[name: string, value: string, why?: string][]}
 */
function evidence(game, puzzle, result) {
  /** @type {[string, string, string?][]} */
  const facts = [[t("fact.time"), timeText(result.seconds)]];
  if (result.class && puzzle.classes)
    facts.push([t("fact.class"), `${result.class} · ${t(`class.${result.class}`)}`, t(`class.${result.class}.why`)]);
  if (result.depth !== undefined && result.depth !== null) facts.push([t("fact.depth"), String(result.depth)]);
  if (result.forced && result.verdict !== "unique") {
    const forced = forcedOf(game, puzzle);
    const free = [...forced].filter((_, index) => !puzzle.fixed(game.document, index));
    facts.push([
      t(result.forced_complete ? "fact.certain" : "fact.least"),
      `${free.filter((mark) => mark !== UNDECIDED).length} / ${free.length}`,
    ]);
  }
  return facts;
}
