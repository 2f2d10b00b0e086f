/** Play: the player's own board, with a what-if layer, a look for mistakes, hints, a clock. */

import { clocked, clockText, elapsed, run } from "../../core/clock.js";
import { byId, h, icon, onChoice, refill, setText, segments, show, setFacts } from "../../ui/dom.js";
import { begun, dropTrial, keepTrial, play, redo, suppose, undo, undoUntil } from "../../core/game.js";
import { change, goTo } from "../../shell/session.js";
import { has, t } from "../../ui/i18n.js";
import { placeOf } from "../../core/lattice.js";
import { answer, comfortsOf, finishing, isOn, jotted, jottedByKey, turn } from "./comforts.js";
import { buildMake, renderMake } from "./make.js";
import { mistakes } from "../../core/mistakes.js";
import { lineText } from "../../shell/board-text.js";
import { loadModule } from "../../shell/lazy-loading.js";
import { addMode } from "../../shell/registry.js";
import { paintSoon } from "../../shell/scene.js";
import { boardLayout } from "../../shell/viewport.js";
import { knows } from "../../shell/solver.js";
import { state, update, updateView } from "../../shell/state.js";
import { addSolved } from "../../shell/record.js";
import { choice, choose, keepForGood } from "../../shell/storage.js";
import { painted } from "../../core/strokes.js";
import { announce, sentence } from "../../ui/text.js";

/** @import {Game, Marks, Overlay, Place, PuzzleKind} from "../../core/types.js" */

const WHEN = ["ask", "always", "never"];

/** The names of the settings where they are stored; the first version called the preset `hand`. */
const STORED = { check: "check", clock: "clock", preset: "hand", hint: "hint" };

/** What a hint may begin with. */
const BEGINNINGS = ["nudge", "technique", "cells"];

const settings = {
  check: choice(STORED.check, "ask"),
  clock: choice(STORED.clock, "shown"),
  preset: choice(STORED.preset, "cycle"),
  hint: choice(STORED.hint, "nudge"),
};

/** Hints, once one was asked for. @type {typeof import("./hint.js") | null} */
let hints = null;

/** The hint on this board, null where none was asked for. @param {Game} game */
const hintOn = (game) => hints?.hintOn(game) ?? null;

/** @param {keyof typeof settings} name @param {string} value */
function set(name, value) {
  settings[name] = value;
  choose(STORED[name], value);
  update({});
}

/** The board that was looked through for mistakes on demand. @type {Marks | null} */
let looked = null;

/**
 * The wave of a finish that is under way.
 * @type {{id: string, from: Place, began: number, wave: typeof import("../../canvas/finish.js")} | null}
 */
let finish = null;

addMode({
  name: "play",
  order: 1,
  icon: "play",

  build() {
    byId("hint-button").addEventListener("click", hintMore);
    onChoice(byId("tool-choice"), "tool", (tool) => update({ tool: +tool }));
    return { tools: toolElements(), statement: statementElements(), evidence: evidenceElements() };
  },

  render(game, puzzle) {
    const { language, tool } = state;
    const tools = toolsOf(puzzle, game.document);
    refill(byId("tool-choice"), `${language} ${tools.map(({ key: name }) => name)} ${tool}`, () =>
      segments(
        "tool",
        tools.map(({ key, icon: name }, index) => [String(index), icon(name), h("span", {}, t(`tool.${key}`))]),
        String(tool),
      ),
    );
    renderSentence(game, puzzle);
    setFacts(
      byId("progress"),
      puzzle.progress(game.document, game.marks).map(({ key, value }) => [t(key), value]),
    );
    setText(byId("keys"), t(`keys.${puzzle.targets}`));
    const moves = game.trial ? [...game.marks].filter((mark, cell) => mark !== game.trial?.marks[cell]).length : 0;
    show(byId("trial"), Boolean(game.trial));
    show(byId("whatif"), !game.trial && !puzzle.toolsFor?.(game.document));
    byId("tools").dataset.trial = String(Boolean(game.trial));
    setText(byId("trial-count"), t(game.trial?.outer ? "whatif.deeper.on" : "whatif.on", { n: moves }));
    show(byId("trial-deeper"), canSuppose(game));
    show(byId("check"), settings.check !== "never");
    refill(byId("check-when"), `${language} ${settings.check}`, () =>
      segments(
        "when",
        WHEN.map((when) => [when, t(`check.${when}`)]),
        settings.check,
      ),
    );
    show(byId("presets"), Boolean(puzzle.presets));
    refill(byId("preset-choice"), `${language} ${puzzle.kind} ${settings.preset}`, () =>
      segments(
        "preset",
        (puzzle.presets ?? []).map(({ key }) => [key, t(`hand.${key}`)]),
        settings.preset,
      ),
    );
    renderComforts(puzzle);
    renderMake(puzzle);
    run(!isSolved(game, puzzle) && !document.hidden);
    tick();
  },

  scene(game, puzzle) {
    const { stroke } = state;
    const solved = !stroke && isSolved(game, puzzle);
    return {
      marks: stroke ? painted(stroke) : game.marks,
      tone: "own",
      trial: (game.trial?.outer ?? game.trial)?.marks ?? null,
      deeper: game.trial?.outer ? game.trial.marks : null,
      jots: game.jots,
      overlays: stroke ? [] : overlays(game, puzzle),
      done: Boolean(puzzle.picture) && solved && !game.trial,
      finish: waveNow(game),
    };
  },

  editable: ({ document, marks }, puzzle) =>
    puzzle.fallen?.(document, marks) ? null : { puzzle: { ...puzzle, tools: toolsOf(puzzle, document) } },

  heading: ({ document, result }, puzzle) =>
    puzzle.toolsFor?.(document) ? { result: null } : { result, checking: Boolean(state.work) },

  commit(painted, stroke) {
    const { game, puzzle } = state;
    if (!game || !puzzle) return;
    const { document, marks } = game;
    const [tapped] = stroke?.cells.length === 1 ? stroke.cells : [];
    const wanted =
      painted === marks && tapped !== undefined && puzzle.chord ? puzzle.chord(document, marks, tapped) : painted;
    const before = isSolved(game, puzzle);
    const settled = puzzle.settle?.(document, marks, wanted) ?? wanted;
    // Who takes an × away does not want it back.
    const adds = [...settled].some((mark, target) => mark === "1" && marks[target] !== "1");
    const after = play(puzzle, game, adds ? finishing(puzzle, document, settled) : settled, stroke?.cells[0]);
    if (after === game) return;
    answer();
    const fell = puzzle.fallen?.(document, after.marks) && !puzzle.fallen(document, marks);
    change(clocked(fell ? { ...after, falls: after.falls + 1 } : after));
    if (fell) announce(t(`fallen.${puzzle.kind}`, { n: after.falls + 1 }));
    if (!before && isSolved(after, puzzle)) finished(after, puzzle);
    else if (settings.check === "always") announceMistakes(after, puzzle);
  },

  jot(at) {
    const { game, puzzle } = state;
    if (game && puzzle) change(jotted(puzzle, game, at, boardLayout()?.cell ?? 0));
  },

  history: ({ past, future }) => ({ undo: past.length > 0, redo: future.length > 0 }),
  undo: () => state.game && change(undo(state.game)),
  redo: () => state.game && change(redo(state.game)),

  onKey(event) {
    const does = /** @type {Record<string, () => void>} */ ({
      h: hintMore,
      a: another,
      c: check,
      r: () => readLine("row"),
      k: () => readLine("column"),
      w: () => state.game && change(canSuppose(state.game) ? suppose(state.game) : keepTrial(state.game)),
      s: () => jotByKey(event.shiftKey ? "column" : "row"),
      t: () => update({ tool: 1 - state.tool }),
    })[event.key.toLowerCase()];
    does?.();
    return Boolean(does);
  },

  enter: () => void (looked = null),

  leave() {
    run(false);
    if (state.game) updateView({ game: { ...state.game, time: elapsed(state.game) } });
    hints?.forgetHint();
  },
});

document.addEventListener("visibilitychange", () => {
  const { game, mode } = state;
  if (game && mode === "play") change(clocked(game));
});
setInterval(() => state.mode === "play" && state.game && state.translated && tick(), 1000);

/** What is under the board. */
function toolElements() {
  const button = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    h(
      "button",
      { id, class: "quiet", type: "button", "data-icon": id, "data-label": id, onclick: act },
      h("span", { "data-t": id }),
    );
  const trial = h(
    "div",
    { id: "trial", class: "trial", role: "group", "data-label": "whatif" },
    h("span", { id: "trial-count" }),
    h("button", { type: "button", id: "trial-keep", class: "solid", "data-t": "whatif.keep", onclick: keep }),
    h("button", { type: "button", id: "trial-drop", "data-t": "whatif.drop", onclick: drop }),
    h("button", { type: "button", id: "trial-deeper", "data-t": "whatif.deeper", onclick: deeper }),
  );
  return [
    trial,
    button("whatif", () => state.game && change(suppose(state.game))),
    button("check", check),
    button("hint", hintMore),
  ];
}

/** Whether a what-if can begin: a second one within the first, for who wants that. @param {Game} game */
const canSuppose = ({ trial }) => !trial || (isOn("deeper") && !trial.outer);

function deeper() {
  if (state.game) change(suppose(state.game));
  byId("board").focus();
}

/** @param {"row" | "column"} side */
function jotByKey(side) {
  const { game, puzzle, cursor } = state;
  if (game && puzzle) change(jottedByKey(puzzle, game, cursor ?? { r: 1, c: 1 }, side));
}

/** Reads the row or column under the cursor to who does not see it. @param {"row" | "column"} side */
function readLine(side) {
  const { game, puzzle, cursor } = state;
  if (game && puzzle) announce(lineText(puzzle, game.document, cursor ?? { r: 1, c: 1 }, game.marks, side));
}

/** What is below the sentence. */
function statementElements() {
  const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act) =>
    h("button", { id, type: "button", class: "button line", "data-t": key, onclick: act });
  const strengths = choiceOf("hint-choice", "hint", "strength", hintAs);
  return [
    h("div", { id: "hint-ask" }, strengths, button("hint-another", "hint.another", another)),
    h(
      "div",
      { class: "row" },
      button("undo-wrong", "check.undo", undoWrong),
      Object.assign(button("next-puzzle", "solved.next", next), { className: "button solid" }),
      button("see-climb", "solved.climb", () => goTo("analyse")),
      button("see-review", "replay.open", () => goTo("review")),
    ),
  ];
}

/** What is beside it: clock, settings, a new puzzle. */
function evidenceElements() {
  const toggle = () => set("clock", settings.clock === "shown" ? "hidden" : "shown");
  const when = choiceOf("check-when", "check.mistakes", "when", (value) => set("check", value));
  const first = choiceOf("hint-first", "hint.first", "first", (value) => set("hint", value));
  const presets = choiceOf("preset-choice", "hand", "preset", (value) => set("preset", value));
  return [
    h(
      "div",
      { class: "clock" },
      h("span", { "data-t": "clock" }),
      h("button", { id: "clock", type: "button", onclick: toggle }),
    ),
    labelled("check.mistakes", when),
    labelled("hint.first", first),
    labelled("hand", presets, "presets"),
    h(
      "details",
      { id: "comforts" },
      h("summary", { class: "small", "data-t": "comfort" }),
      h("div", { id: "comfort-choice" }),
    ),
    buildMake(),
  ];
}

/**
 * A group of buttons of which one is pressed; filled by `render`.
 * @param {string} id
 * @param {string} label
 * @param {string} name of the data attribute
 * @param {(value: string) => void} act
 */
function choiceOf(id, label, name, act) {
  const group = h("div", { id, class: "segments wide", role: "group", "data-label": label });
  onChoice(group, name, act);
  return group;
}

/** A box to tick for each comfort. @param {PuzzleKind} puzzle */
function renderComforts(puzzle) {
  refill(byId("comfort-choice"), `${state.language} ${puzzle.kind}`, () =>
    comfortsOf(puzzle).map((name) => {
      const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: `comfort-${name}` }));
      box.checked = isOn(name);
      box.addEventListener("change", () => (turn(name, box.checked), update({})));
      return h("label", { class: "check", for: `comfort-${name}` }, box, h("span", {}, t(`comfort.${name}`)));
    }),
  );
}

/** A heading over some controls. @param {string} key @param {HTMLElement} control @param {string} [id] */
const labelled = (key, control, id) =>
  h("div", { class: "labelled", ...(id ? { id } : {}) }, h("p", { class: "small", "data-t": key }), control);

/** The tools in the order that this player prefers. @param {PuzzleKind} puzzle @param {Game["document"]} document */
const toolsOf = (puzzle, document) =>
  puzzle.toolsFor?.(document) ?? puzzle.presets?.find(({ key }) => key === settings.preset)?.tools ?? puzzle.tools;

function tick() {
  const { game } = state;
  if (!game) return;
  const button = byId("clock");
  const text = settings.clock === "shown" ? clockText(elapsed(game)) : t("clock.show");
  setText(button, text);
  button.setAttribute("aria-label", settings.clock === "shown" ? t("clock.hide", { time: text }) : t("clock.show"));
}

// ---------------------------------------------------------------- sentences

/** @param {Game} game @param {PuzzleKind} puzzle */
function renderSentence(game, puzzle) {
  const hint = hintOn(game);
  const solved = begun(puzzle, game) && isSolved(game, puzzle);
  const wrong = wrongNow(game, puzzle);
  const label = byId("caption");
  const fell = puzzle.fallen?.(game.document, game.marks);
  refill(
    byId("sentence"),
    `play ${state.language} ${game.id} ${solved} ${fell} ${game.falls} ${hint?.strength} ${hint?.at} ${hint?.marks} ${JSON.stringify(wrong)}`,
    () => {
      if (fell) return sentence(`fallen.${puzzle.kind}`, { n: game.falls });
      if (hint && hints) return hints.hintText();
      if (wrong) return sentence(...wrong);
      if (solved) return solvedText(game, puzzle);
      return sentence(`rule.${puzzle.kind}`);
    },
  );
  byId("sentence").classList.toggle(
    "wrong",
    Boolean(fell) || Boolean(!hint && wrong && wrong[0] !== "check.ok" && wrong[0] !== "check.rules"),
  );
  const fact = (hint && hints?.hintFact()) ?? "";
  refill(label, `${state.language} ${Boolean(hint)} ${fact}`, () =>
    hint ? [h("span", {}, t("hint")), h("span", {}, fact)] : [],
  );
  renderHintButtons(hint?.strength ?? null, solved);
  const found = showsMistakes(game) ? mistakes(game, puzzle) : null;
  show(
    byId("undo-wrong"),
    Boolean(found && (found.cells.length || found.breaks.length)) || Boolean(hint?.found.wrong?.cells.length),
  );
  show(byId("see-climb"), solved);
  renderReviewButton(game, Boolean(solved || fell));
  show(byId("next-puzzle"), solved);
  setText(byId("next-puzzle"), t(state.work?.name === "generate" ? "make.busy" : "solved.next"));
  if (solved) show(byId("solve"), false);
  byId("solve").className = "link";
}

/**
 * The button that asks for a hint, then for a stronger one; and all strengths once there is one.
 * @param {string | null} strength
 * @param {boolean} solved
 */
function renderHintButtons(strength, solved) {
  const more = strength !== null && Boolean(hints?.saysMore());
  const strengths = /** @type {[string, string][]} */ (
    (hints?.STRENGTHS ?? []).map((name) => [name, t(`hint.${name}`)])
  );
  refill(byId("hint-choice"), `${state.language} ${strength}`, () => segments("strength", strengths, strength ?? ""));
  show(byId("hint-ask"), more && !solved);
  const other = Boolean(state.game && hints?.hasOthers(state.game));
  show(byId("hint-another"), Boolean(state.game && hintOn(state.game)?.found.steps.length));
  byId("hint-another").setAttribute("aria-disabled", String(!other));
  setText(byId("hint-another"), t(other ? "hint.another" : "hint.only"));
  show(byId("hint-button"), !solved && (strength === null || more));
  setText(byId("hint-button"), t(!more ? "hint" : strength === "cells" ? "hint.do" : "hint.more"));
  refill(byId("hint-first"), `${state.language} ${settings.hint}`, () =>
    segments(
      "first",
      BEGINNINGS.map((name) => [name, t(`hint.${name}`)]),
      settings.hint,
    ),
  );
}

/** The way to the review: a button once the game is over, before that a link. @param {Game} game @param {boolean} over */
function renderReviewButton({ past, future }, over) {
  const button = byId("see-review");
  show(button, past.length + future.length > 0 && knows("review"));
  button.className = over ? "button line" : "link";
  setText(button, t(over ? "replay.open" : "replay.look"));
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {(Node | string)[]} */
function solvedText(game, puzzle) {
  const own = `solved.game.${puzzle.kind}`;
  const key =
    puzzle.toolsFor?.(game.document) && has(own) ? own : game.result?.class === "SF" ? "solved.easy" : "solved";
  return [
    t(key, { t: clockText(game.time) }),
    ...(game.falls ? [" ", t(`solved.falls.${puzzle.kind}`, { n: game.falls })] : []),
    ...(game.hints ? [" ", t("solved.hints", { n: game.hints })] : []),
  ];
}

/** Whether mistakes are to be seen now. @param {Game} game */
const showsMistakes = ({ marks }) => settings.check === "always" || (settings.check === "ask" && looked === marks);

/**
 * The sentence on mistakes, null where there is none to say.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {[string, Record<string, any>] | null}
 */
function wrongNow(game, puzzle) {
  if (!showsMistakes(game)) return null;
  const { cells, breaks, sure } = mistakes(game, puzzle);
  if (breaks.length) return [has(breaks[0].key) ? breaks[0].key : "wrong.rule", breaks[0].params];
  if (cells.length) return ["wrong.marks", { n: cells.length }];
  return looked === game.marks && settings.check === "ask" ? [sure ? "check.ok" : "check.rules", {}] : null;
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Overlay[]} */
function overlays(game, puzzle) {
  if (hints && hintOn(game)) return hints.hintOverlays(puzzle, game);
  if (!showsMistakes(game)) return [];
  const { overlays: found } = mistakes(game, puzzle);
  const brackets = found.filter(({ to }) => to);
  const moved = new Set(game.past.at(-1)?.cells ?? []);
  const size = puzzle.size(game.document);
  const last = [...moved]
    .map((cell) => placeOf(puzzle, size, cell))
    .filter((place) => brackets.some((bracket) => within(place, bracket)));
  return [...found, ...last.map((place) => ({ role: /** @type {const} */ ("wrong"), place }))];
}

/** @param {Place} place @param {Overlay} bracket */
const within = ({ r, c }, { place: from, to }) =>
  Boolean(from && to) &&
  r >= /** @type {Place} */ (from).r &&
  r <= /** @type {Place} */ (to).r &&
  c >= /** @type {Place} */ (from).c &&
  c <= /** @type {Place} */ (to).c;

// ---------------------------------------------------------------- what is done

function keep() {
  if (state.game) change(keepTrial(state.game));
  byId("whatif").focus();
}

function drop() {
  if (state.game && state.puzzle) change(dropTrial(state.puzzle, state.game));
  byId("whatif").focus();
}

function check() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  looked = game.marks;
  hints?.forgetHint();
  update({});
  announceMistakes(game, puzzle);
}

/** @param {Game} game @param {PuzzleKind} puzzle */
function announceMistakes(game, puzzle) {
  const wrong = wrongNow(game, puzzle);
  if (wrong) announce(t(...wrong));
}

/** Takes moves back until nothing is wrong any more; they can be made again. */
function undoWrong() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const wrong = hintOn(game)?.found.wrong?.cells;
  const bad = new Map(
    hints && wrong
      ? hints.statesOf(puzzle, wrong).map(({ place, state: mark }) => [`${place.r},${place.c}`, String(mark)])
      : [],
  );
  const size = puzzle.size(game.document);
  const named = [...game.marks].flatMap((mark, cell) =>
    bad.get(key(placeOf(puzzle, size, cell))) === mark ? [cell] : [],
  );
  const fine = (/** @type {Game} */ before) => {
    const { cells, breaks } = mistakes({ ...before, trial: null }, puzzle);
    return !cells.length && !breaks.length && named.every((cell) => before.marks[cell] !== game.marks[cell]);
  };
  change(undoUntil(game, fine));
}

/** @param {Place} place */
const key = ({ r, c }) => `${r},${c}`;

/** The hint that the player wants first; where there is one, the next stronger. */
async function hintMore() {
  hints ??= await loadModule(() => import("./hint.js"), []);
  const { game } = state;
  const now = game && hints.strengthOn(game);
  hintAs(now ? hints.STRENGTHS[hints.STRENGTHS.indexOf(now) + 1] : settings.hint);
}

/** Where the player was last. @param {Game} game @param {PuzzleKind} puzzle */
function lastPlace(game, puzzle) {
  const last = game.past.at(-1)?.cells.at(-1);
  return last === undefined ? state.cursor : placeOf(puzzle, puzzle.size(game.document), last);
}

/** Hints at another deduction, where a hint stands. */
function another() {
  const { game, puzzle } = state;
  if (game && puzzle && hints?.hasOthers(game)) hints.askAnother(lastPlace(game, puzzle));
}

/** @param {string} strength one of STRENGTHS */
async function hintAs(strength) {
  const { game, puzzle } = state;
  if (!game || !puzzle || isSolved(game, puzzle)) return;
  hints ??= await loadModule(() => import("./hint.js"), []);
  const near = lastPlace(game, puzzle);
  const shown = /** @type {import("./hint.js").Strength} */ (strength === "do" ? "cells" : strength);
  const step = await hints.askHint(shown, near);
  const now = state.game;
  if (strength !== "do" || !step || !now || now.marks !== game.marks) return;
  const size = puzzle.size(game.document);
  const wanted = new Map(
    hints.statesOf(puzzle, step.cells).map(({ place, state: mark }) => [key(place), String(mark)]),
  );
  const marks = [...now.marks].map((mark, cell) => wanted.get(key(placeOf(puzzle, size, cell))) ?? mark).join("");
  hints?.forgetHint();
  const [meant] = [...marks].flatMap((mark, cell) => (mark === now.marks[cell] ? [] : [cell]));
  const after = play(puzzle, now, puzzle.settle?.(now.document, now.marks, marks) ?? marks, meant);
  change(clocked(puzzle.fallen?.(after.document, after.marks) ? { ...after, falls: after.falls + 1 } : after));
  if (isSolved(after, puzzle)) finished(after, puzzle);
}

async function next() {
  try {
    await (await loadModule(() => import("./next.js"), [])).openNext();
  } catch {
    update({ message: { kind: "not-loaded" } });
  }
}

// ---------------------------------------------------------------- the finish

/** @param {Game} game @param {PuzzleKind} puzzle */
async function finished(game, puzzle) {
  enter(puzzle);
  announce(solvedText(/** @type {Game} */ (state.game), puzzle).join(""));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const cell = game.past.at(-1)?.cells.at(-1) ?? 0;
  const wave = await import("../../canvas/finish.js");
  finish = { id: game.id, from: placeOf(puzzle, puzzle.size(game.document), cell), began: performance.now(), wave };
  paintSoon();
}

/** Enters the game on the board into the record, when it is solved for the first time. @param {PuzzleKind} puzzle */
function enter(puzzle) {
  const { game } = state;
  if (!game || game.finished) return;
  const at = Date.now();
  const { id, kind, time, hints: asked } = game;
  keepForGood();
  addSolved({ id, kind, ...puzzle.size(game.document), time: Math.round(time), hints: asked, at });
  change({ ...game, finished: at });
}

/** @param {Game} game */
function waveNow({ id }) {
  if (!finish || finish.id !== id) return null;
  const at = (performance.now() - finish.began) / finish.wave.LENGTH;
  if (at >= 1) return (finish = null);
  requestAnimationFrame(paintSoon);
  return { from: finish.from, at, paint: finish.wave.wave };
}

/** @type {{marks: Marks, id: string, solved: boolean} | null} */
let asked = null;

/**
 * Whether the player's board is a solution; asked anew only when the board has changed.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
function isSolved({ id, marks, document }, puzzle) {
  if (asked?.marks !== marks || asked.id !== id) asked = { id, marks, solved: puzzle.solved(document, marks) };
  return asked.solved;
}
