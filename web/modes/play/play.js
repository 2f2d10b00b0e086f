/** Play: the player's own board, with a what-if layer, checks for mistakes, hints and a clock. */

import { clocked, elapsed, run } from "../../core/clock.js";
import { differences, moved, play, redo, stamped, undo } from "../../core/game.js";
import { isSolved } from "../../core/last-marks.js";
import { UNDECIDED, YES, isBinary } from "../../core/marks.js";
import { painted } from "../../core/strokes.js";
import { lineText, shapeWord } from "../../shell/board-text.js";
import { loadModule } from "../../shell/lazy-loading.js";
import { addMode } from "../../shell/registry.js";
import { change, changeSoon } from "../../shell/session.js";
import { nextTask, part, state, update, updateView } from "../../shell/state.js";
import { board } from "../../shell/board.js";
import { iconButton } from "../../ui/controls.js";
import { byId, onChoice, refill, setFacts, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { announce } from "../../ui/text.js";
import { toolSegments } from "../../ui/tools.js";
import { finishing, giveFeedback, isOn } from "./play-options.js";
import { finishIfSolved, finishLate, waveNow } from "./finish.js";
import { helpers, hintOn, loadChecks, loadHints } from "./helpers.js";
import { buildMake, renderMake } from "./make.js";
import { renderStatement, statementElements } from "./sentence.js";
import { renderClock, renderSettings, settingElements, settings, toolsOf } from "./settings.js";
import { begin, beginOrKeep, renderTrial, trialElement } from "./whatif.js";

/** @import {Game, Overlay, PuzzleKind} from "../../core/types.js" */

addMode({
  name: "play",
  order: 1,
  icon: "play",

  build() {
    byId("hint-button").addEventListener("click", hint);
    onChoice(byId("tool-choice"), "tool", (tool) => update({ tool: +tool }));
    return { tools: toolElements(), statement: statementElements(), evidence: [...settingElements(), buildMake()] };
  },

  render(game, puzzle) {
    const { tool } = state;
    const tools = toolsOf(puzzle, game.document);
    refill(byId("tool-choice"), `${tools.map(({ key: name }) => name)} ${tool}`, () =>
      toolSegments("tool", tools, tool),
    );
    watchMistakes();
    renderStatement(game, puzzle);
    finishLate(game, puzzle);
    setFacts(
      byId("progress"),
      puzzle.progress(game.document, game.marks).map(({ key, value }) => [t(key), value]),
    );
    setText(byId("keys"), t(`keys.${shapeWord(puzzle)}`));
    renderTrial(game, puzzle);
    show(byId("check"), settings.check !== "never");
    byId("check").classList.toggle("hinted", Boolean(hintOn(game))); // a hint has checked the board
    renderMake(puzzle);
    run(!isSolved(game, puzzle) && !document.hidden);
    renderSettings(puzzle);
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
      names: namesOf(puzzle),
      overlays: stroke ? [] : overlays(game, puzzle),
      done: Boolean(puzzle.picture) && solved && !game.trial,
      finish: waveNow(game),
    };
  },

  editable: ({ document, marks }, puzzle) =>
    puzzle.fallen?.(document, marks) ? null : { puzzle: { ...puzzle, tools: toolsOf(puzzle, document) } },

  heading: ({ document, result }, puzzle) =>
    puzzle.hides?.(document) ? { result: null } : { result, checking: Boolean(state.work) },

  commit(painted, stroke) {
    const { game, puzzle } = state;
    if (!game || !puzzle) return;
    const { document, marks } = game;
    const before = isSolved(game, puzzle);
    const settled = moved(puzzle, game, painted, stroke?.cells);
    // Don't re-add an × that the player just removed.
    const isWritten = (/** @type {string} */ mark) =>
      mark === YES || (mark !== UNDECIDED && !isBinary(puzzle.blocks[0]));
    const adds = differences(marks, settled).some((target) => isWritten(settled[target]));
    const after = play(puzzle, game, adds ? finishing(puzzle, document, settled) : settled, stroke?.cells[0]);
    if (after === game) return;
    giveFeedback();
    const fell = puzzle.fallen?.(document, after.marks) && !puzzle.fallen(document, marks);
    changeSoon(stamped(clocked(fell ? { ...after, falls: after.falls + 1 } : after)));
    if (fell) announce(t(`fallen.${puzzle.kind}`, { n: after.falls + 1 }));
    const made = /** @type {Game} */ (state.game);
    nextTask().then(() => judged(made, before));
  },

  jot: (at) => jot(({ jotted }, game, puzzle) => jotted(puzzle, game, at, board.layout()?.cell ?? 0)),

  history: ({ past, future }) => ({ undo: past.length > 0, redo: future.length > 0 }),
  undo: () => state.game && changeSoon(undo(state.game)),
  redo: () => state.game && changeSoon(redo(state.game)),

  onKey(event) {
    const does = /** @type {Record<string, () => void>} */ ({
      h: hint,
      a: another,
      c: check,
      r: () => readLine("row"),
      k: () => readLine("column"),
      w: beginOrKeep,
      s: () => jotByKey(event.shiftKey ? "column" : "row"),
      t: nextTool,
    })[event.key.toLowerCase()];
    does?.();
    return Boolean(does);
  },

  enter: () => void helpers.checks?.forgetMistakes(),

  leave() {
    run(false);
    if (state.game) updateView({ game: { ...state.game, time: elapsed(state.game) } });
    helpers.hints?.forgetHint();
  },
});

document.addEventListener("visibilitychange", () => {
  const { game, mode } = state;
  if (game && mode === "play") change(clocked(game));
});
setInterval(() => state.mode === "play" && state.game && state.translated && renderClock(), 1000);

/**
 * Reacts to a move that solves the board or is a mistake. By now it may have been undone.
 * @param {Game} made the game after the move
 * @param {boolean} before whether the board was solved before
 */
function judged(made, before) {
  const { game, puzzle } = state;
  if (game?.id !== made.id || !puzzle) return;
  if (!before && finishIfSolved(made, puzzle)) return;
  if (settings.check === "always") helpers.checks?.announceMistakes(game, puzzle);
}

/** Builds the tools below the board. */
function toolElements() {
  const button = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    iconButton(id, id, { id, class: "quiet", "data-label": id, onclick: act });
  return [trialElement(), button("whatif", begin), button("check", check), button("hint", hint)];
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Overlay[]} */
function overlays(game, puzzle) {
  const { hints, checks } = helpers;
  return (hintOn(game) ? hints?.hintOverlays(puzzle, game) : checks?.wrongOverlays(game, puzzle)) ?? [];
}

/** Selects the next tool. */
function nextTool() {
  const { game, puzzle, tool } = state;
  if (game && puzzle) update({ tool: (tool + 1) % toolsOf(puzzle, game.document).length });
}

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Map<string, import("../../core/types.js").Scene["names"]>} names  the functions that draw coordinates, by
 *   kind; null while loading
 * @property {boolean} watching  whether the checker was requested because mistakes are always shown
 */

/** @type {Own} */
const local = part("modes/play/play", { names: new Map(), watching: false });

/** Returns the function that draws the coordinates, if the player has enabled them. @param {PuzzleKind} puzzle */
function namesOf({ kind, names }) {
  if (!names || !isOn("names")) return null;
  if (!local.names.has(kind)) {
    local.names.set(kind, null);
    names().then(
      (painter) => (local.names.set(kind, painter), updateView({})),
      () => local.names.delete(kind), // retried at the next repaint
    );
  }
  return local.names.get(kind);
}

/** Loads the checker in advance if mistakes are always shown. */
function watchMistakes() {
  if (settings.check !== "always" || local.watching) return;
  local.watching = true;
  loadChecks().then(
    () => update({}),
    () => {},
  ); // the page reports the error
}

async function check() {
  const checks = await loadChecks();
  helpers.hints?.forgetHint();
  checks.lookNow();
}

const hint = async () => (await loadHints()).hintMore(settings.hint);

/** Shows another deduction, if a hint is shown. */
const another = () => helpers.hints?.another();

/**
 * Changes a note, if notes are enabled.
 * @param {(jots: typeof import("./jots.js"), game: Game, puzzle: PuzzleKind) => Game} how
 */
async function jot(how) {
  if (!isOn("strike") && !isOn("shade")) return;
  const jots = await loadModule(() => import("./jots.js"), []);
  const { game, puzzle } = state;
  if (game && puzzle) change(how(jots, game, puzzle));
}

/** @param {"row" | "column"} side */
const jotByKey = (side) =>
  jot(({ jottedByKey }, game, puzzle) => jottedByKey(puzzle, game, state.cursor ?? { r: 1, c: 1 }, side));

/** Has a screen reader read the row or column under the cursor. @param {"row" | "column"} side */
function readLine(side) {
  const { game, puzzle, cursor } = state;
  if (game && puzzle) announce(lineText(puzzle, game.document, cursor ?? { r: 1, c: 1 }, game.marks, side));
}
