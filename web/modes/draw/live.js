/**
 * Live results of the engine in Draw: the verdict after each stroke, repairs for a puzzle with several solutions, and
 * the conflict of a puzzle without solution.
 */

import { withProgress, written } from "../../core/game.js";
import { around } from "../../core/grid.js";
import { withNo } from "../../core/marks.js";
import { certain, differing, solutionsOf } from "../../core/results.js";
import { documentOf } from "../../core/drawn.js";
import { isBlank, withSpot } from "../../core/sketch.js";
import { change } from "../../shell/session.js";
import { SUPERSEDED, ask, fail, knows, tryCall, verdictOf } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { editor, unfinished } from "./drawing.js";
import { assess, stopAssessing } from "./quality.js";

/** @import {Edit, Sketch, Spot} from "../../core/sketch.js" */
/** @import {EngineChange} from "../../engine/messages.js" */
/** @import {Game, Marks, PuzzleDocument, PuzzleKind, Result} from "../../core/types.js" */

const PAUSE = 250; // time without a stroke before the engine is called, in ms
const VERDICT_SECONDS = 20; // time limit of a verdict while drawing, in s
const PROPOSALS = { found: 3, seconds: 4, all: 20, pairs: 10 }; // number wanted; limits in s

/**
 * Ways to make a puzzle unique: each is a set of changes, or another value of one clue.
 * @typedef {{id: string, document: PuzzleDocument, ways: Spot[][], done: boolean, fewest?: boolean, every?: boolean,
 *   changes?: EngineChange[]}} Mends  done: the search is complete; every: all single changes were tried; changes:
 *   changes of one clue, for a puzzle without solution
 */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Mends | null} mends
 * @property {{document: PuzzleDocument, clash: any} | null} conflict  the contradictory clues of a puzzle without
 *   solution
 * @property {ReturnType<typeof setTimeout> | undefined} timer
 * @property {AbortController | undefined} proposing
 * @property {import("../../core/types.js").Problem | null} refused  why the last drawing is not a puzzle, as shown
 */

/** @type {Own} */
const local = part("modes/draw/live", {
  mends: null,
  conflict: null,
  timer: undefined,
  proposing: undefined,
  refused: null,
});

/** Returns whether a stroke is waiting for its check. */
export const isWaiting = () => local.timer !== undefined;

/** Returns why the drawing is not a puzzle, while the page shows it, or null. */
export const refusal = () => (state.message === local.refused ? local.refused : null);

/** Returns the known ways to make the puzzle unique, or null if none are needed. @param {Game} game */
export const mendsOf = (game) =>
  local.mends?.id === game.id &&
  local.mends.document === game.document &&
  ["multiple", "none"].includes(game.result?.verdict ?? "")
    ? local.mends
    : null;

const NEARLY_UNIQUE = 12; // maximum number of open variables of a board that counts as nearly unique

/** Returns the number of open variables, if known. @param {Game} game @param {PuzzleKind} puzzle */
export const openIn = (game, puzzle) =>
  game.result?.forced || game.result?.forced_marks ? certain(game, puzzle).open : differing(game, puzzle);

/**
 * Returns whether a few more clues would make a puzzle with several solutions unique.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export const isNearlyUnique = (game, puzzle) =>
  game.result?.verdict === "multiple" && openIn(game, puzzle) <= NEARLY_UNIQUE;

/**
 * Returns whether more than half of the variables differ between solutions: far too few clues for one to be enough.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export const isMostlyOpen = (game, puzzle) =>
  game.result?.verdict === "multiple" && 2 * openIn(game, puzzle) > (solutionsOf(game, puzzle)[0]?.length ?? 0);

/** Cancels pending calls. */
export function stopAsking() {
  clearTimeout(local.timer);
  local.timer = undefined;
  forgetMends();
}

/** Discards the suggestions, because the puzzle has changed. */
export function forgetMends() {
  stopAssessing();
  if (refusal()) update({ message: null });
  local.proposing?.abort();
  local.mends = null;
}

/** Requests the verdict after a pause without strokes. */
export function checkSoon() {
  clearTimeout(local.timer);
  local.timer = setTimeout(check, PAUSE);
}

async function check() {
  local.timer = undefined;
  const { game } = state;
  if (!game || state.mode !== "draw" || editor.thinning) return;
  if (unfinished()) return update({});
  try {
    /** @type {Result} */
    const result = await ask(
      "solve",
      { document: game.document, limit: 2, timeout: VERDICT_SECONDS },
      { reveal: false },
    );
    if (state.game?.id !== game.id || state.game.document !== game.document) return;
    change({ ...state.game, result });
    propose();
  } catch (error) {
    fail(error);
    local.refused = state.message;
    if (error !== SUPERSEDED) update({});
  }
}

/** Requests repairs for a puzzle that is not unique. Every suggestion has been verified. */
export async function propose() {
  const { edit, drawing } = editor;
  const { game, puzzle } = state;
  local.proposing?.abort();
  local.mends = null;
  if (unfinished()) return;
  if (game?.result?.verdict === "none") {
    await askConflict(game);
    return askChanges(game);
  }
  if (game?.result?.verdict === "unique") return assess();
  if (!game || !puzzle || !edit || !drawing || isBlank(drawing.now) || game.result?.verdict !== "multiple") return;
  const mine = { id: game.id, document: game.document, ways: /** @type {Spot[][]} */ ([]), done: false };
  const controller = new AbortController();
  [local.mends, local.proposing] = [mine, controller];
  const boards = pair(game, puzzle, edit.marks(drawing.now));
  await (edit.add
    ? askAdditions(mine, puzzle, edit, edit.marks(drawing.now), controller.signal)
    : Promise.all([
        tryChanges(mine, puzzle, edit, boards, controller.signal),
        proposeRepair(mine, puzzle, edit, controller.signal),
      ]));
  if (controller.signal.aborted) return;
  mine.done = true;
  update({});
}

/**
 * Requests the fewest clues or givens to add so that only one solution remains: the drawn one, if there is one.
 * @param {Mends} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {Marks} own
 * @param {AbortSignal} signal
 */
async function askAdditions(mine, puzzle, edit, own, signal) {
  const document = puzzle.solved(mine.document, own) ? withProgress(puzzle, mine.document, withNo(own)) : mine.document;
  const found = await tryCall("mend", { document, timeout: VERDICT_SECONDS }, signal);
  if (!editor.drawing || signal.aborted) return;
  if (!found?.additions) return void (local.mends = null); // perhaps nothing can be added to puzzles of this kind
  const { now } = editor.drawing;
  mine.fewest = found.fewest;
  mine.ways.push(
    found.additions.map((/** @type {any} */ { cell, value }) =>
      edit.add?.(now, cell.row * now.width + cell.column, value),
    ),
  );
}

const REPAIR_TIME = 3500; // in ms

/**
 * Changes a picture so that its clues have one solution, within a few seconds at any size. Returns null if cancelled.
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @param {AbortSignal} [signal]
 * @returns {Promise<Marks | null>}
 */
export async function repaired(edit, sketch, signal) {
  const repair = await edit.repair?.();
  if (!repair) return null;
  const began = performance.now();
  const search = repair(sketch, () => (performance.now() - began) / REPAIR_TIME);
  for (let shown = began, step = search.next(); ; step = search.next()) {
    if (step.done) return step.value;
    if (performance.now() - shown < 12) continue;
    await new Promise((resolve) => setTimeout(resolve)); // keeps the page responsive
    if (signal?.aborted) return null;
    shown = performance.now();
  }
}

/**
 * Suggests a unique picture, in addition to changes of single cells.
 * @param {Mends} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {AbortSignal} signal
 */
async function proposeRepair(mine, puzzle, edit, signal) {
  const { photo } = edit;
  if (!photo || !editor.drawing) return;
  const { now } = editor.drawing;
  const digits = await repaired(edit, now, signal).catch(() => null);
  if (!digits || signal.aborted) return;
  const way = [...digits].flatMap((to, target) =>
    to === now.layers[photo][target] ? [] : (edit.mend?.(now, target) ?? []),
  );
  const document = documentOf(puzzle.kind, edit, way.reduce(withSpot, now));
  const verdict = await verdictOf(document, VERDICT_SECONDS, signal);
  const known = mine.ways.some((other) => JSON.stringify(other) === JSON.stringify(way));
  if (verdict !== "unique" || signal.aborted || known) return;
  mine.ways.push(way);
  update({});
}

/**
 * Tries changes of a drawing whose clues are computed from it: first each single cell, starting with those in which two
 * solutions differ and their neighbours, then pairs of these.
 * @param {Mends} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {[Marks, Marks]} boards
 * @param {AbortSignal} signal
 */
async function tryChanges(mine, puzzle, edit, [a, b], signal) {
  if (!editor.drawing) return;
  const { now } = editor.drawing;
  const spots = [...a].flatMap((_, target) => edit.mend?.(now, target) ?? []);
  const far = distances(now, ({ target }) => a[target] !== b[target]);
  spots.sort((one, other) => far[one.target] - far[other.target]);
  await new Promise((resolve) => setTimeout(resolve, PAUSE)); // the player may be about to draw the next stroke
  const near = spots.filter(({ target }) => far[target] < 2);
  const pairs = near.flatMap((one, at) => near.slice(at + 1).map((other) => [one, other]));
  const trying = { puzzle, edit, now, mine, signal };
  mine.every = await tryWays(
    spots.map((spot) => [spot]),
    PROPOSALS.all,
    trying,
  );
  if (!mine.ways.some(({ length }) => length < 3)) await tryWays(pairs, PROPOSALS.pairs, trying);
}

/**
 * Returns the distance of each cell to the nearest of the given cells, in steps.
 * @param {Sketch} sketch
 * @param {(at: {target: number}) => boolean} meant
 */
function distances(sketch, meant) {
  const far = Array.from({ length: sketch.width * sketch.height }, (_, target) => (meant({ target }) ? 0 : Infinity));
  const queue = far.flatMap((distance, target) => (distance ? [] : [target]));
  for (const cell of queue)
    for (const next of around(sketch, cell, true))
      if (far[next] === Infinity) queue.push(((far[next] = far[cell] + 1), next));
  return far;
}

/**
 * Tries changes until some are found that leave one solution. Returns whether all of them were tried.
 * @param {Spot[][]} ways
 * @param {number} seconds
 * @param {{puzzle: PuzzleKind, edit: Edit, now: Sketch, mine: Mends, signal: AbortSignal}} trying
 */
async function tryWays(ways, seconds, { puzzle, edit, now, mine, signal }) {
  const end = performance.now() + 1000 * seconds;
  for (const way of ways) {
    if (signal.aborted || performance.now() > end) return false;
    const document = documentOf(puzzle.kind, edit, way.reduce(withSpot, now));
    const verdict = await verdictOf(document, PROPOSALS.seconds, signal);
    if (signal.aborted) return false;
    if (verdict !== "unique") continue;
    if (mine.ways.some((known) => JSON.stringify(known) === JSON.stringify(way))) continue;
    mine.ways.push(way);
    mine.ways.sort((one, other) => one.length - other.length);
    update({});
    if (mine.ways.length >= PROPOSALS.found) return true;
  }
  return true;
}

/** Requests the contradictory clues. @param {Game} game */
async function askConflict(game) {
  const { document } = game;
  if (local.conflict?.document === document || plain(game)) return;
  const { signal } = (local.proposing = new AbortController());
  const [name, args] = knows("conflict") ? ["conflict", { document }] : ["explain", { document, start: "givens" }];
  const found = await tryCall(name, { ...args, timeout: VERDICT_SECONDS }, signal);
  const clash = found?.clash ?? (found?.because ? found : null);
  if (!clash || signal.aborted || state.game?.document !== document) return;
  local.conflict = { document, clash };
  update({});
}

/**
 * Requests the changes of a single clue that leave one solution; the status line shows the progress. @param {Game} game
 */
async function askChanges({ id, document }) {
  if (!knows("mend") || state.game?.document !== document || state.mode !== "draw") return;
  const found = await ask("mend", { document, timeout: VERDICT_SECONDS }, { reveal: false }).catch(() => null);
  if (!found?.changes || state.game?.document !== document) return;
  local.mends = { id, document, ways: [], done: true, every: found.complete, changes: found.changes };
  update({});
}

/** Returns the contradictory clues, if known. @param {Game} game */
export const clashOf = (game) =>
  game.result?.verdict === "none" && !plain(game) && local.conflict?.document === game.document
    ? local.conflict.clash
    : null;

/**
 * Returns whether the reason is understandable without the other clues and explains the contradiction better.
 * @param {Game} game
 */
const plain = ({ result }) => Boolean(result?.reason && !result.reason.key.startsWith("reason.clue"));

/**
 * Returns two solutions, the setter's own first if it is one.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Marks} own
 * @returns {[Marks, Marks]}
 */
export function pair(game, puzzle, own) {
  const [a, b] = solutionsOf(game, puzzle).map((marks) => written(puzzle, marks));
  if (!b || !puzzle.solved(game.document, own)) return [a, b ?? a];
  return [own, own === a ? b : a];
}
