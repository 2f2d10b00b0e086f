/**
 * What the engine says while somebody draws: the verdict after each stroke, what would mend a puzzle with several
 * solutions, where one without contradicts itself.
 */

import { withProgress } from "../../core/game.js";
import { solutionsOf } from "../../core/results.js";
import { documentOf, withSpot } from "../../core/sketch.js";
import { change } from "../../shell/session.js";
import { ask, engine, knows } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { editor } from "./drawing.js";

/** @import {Edit, Spot} from "../../core/sketch.js" */
/** @import {Game, Marks, PuzzleDocument, PuzzleKind, Result} from "../../core/types.js" */

const PAUSE = 250; // ms without a stroke before the engine is asked
const THINK = 20; // s for one verdict while drawing
const PROPOSALS = { found: 3, tried: 10, seconds: 4 };

/**
 * What would mend a puzzle: changes that belong together, each way of which makes it unique.
 * @typedef {{id: string, document: PuzzleDocument, ways: Spot[][], done: boolean, fewest?: boolean}} Mends
 */

/** @type {Mends | null} */
let mends = null;
/**
 * The clues that cannot hold together, of a puzzle without solution.
 * @type {{document: PuzzleDocument, clash: any} | null}
 */
let conflict = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {AbortController | undefined} */
let proposing;

/** Whether a stroke is waiting for its check. */
export const isWaiting = () => timer !== undefined;

/** What would mend this game, as far as it is known; null where nothing is to be mended. @param {Game} game */
export const mendsOf = (game) =>
  mends?.id === game.id && mends.document === game.document && game.result?.verdict === "multiple" ? mends : null;

/** Asks no more for now. */
export function stopAsking() {
  clearTimeout(timer);
  timer = undefined;
  forgetMends();
}

/** Another puzzle has other mends. */
export function forgetMends() {
  proposing?.abort();
  mends = null;
}

/** Asks for the verdict after a pause without a stroke. */
export function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

async function check() {
  timer = undefined;
  const { game } = state;
  if (!game || state.mode !== "draw" || editor.thinning) return;
  try {
    /** @type {Result} */
    const result = await ask("solve", { document: game.document, limit: 2, timeout: THINK }, { reveal: false });
    if (state.game?.id !== game.id || state.game.document !== game.document) return;
    change({ ...state.game, result });
    propose();
  } catch (error) {
    const { kind } = /** @type {{kind?: string}} */ (error);
    if (kind !== "superseded" && kind !== "failed") update({});
  }
}

/** Asks what would mend a puzzle that has not one solution; whatever is proposed was tried. */
export async function propose() {
  const { edit, drawing } = editor;
  const { game, puzzle } = state;
  proposing?.abort();
  mends = null;
  if (game?.result?.verdict === "none") return askConflict(game);
  if (!game || !puzzle || !edit || !drawing || game.result?.verdict !== "multiple") return;
  const mine = { id: game.id, document: game.document, ways: /** @type {Spot[][]} */ ([]), done: false };
  const controller = new AbortController();
  [mends, proposing] = [mine, controller];
  const boards = pair(game, puzzle, edit.marks(drawing.now));
  await (edit.add
    ? askAdditions(mine, puzzle, edit, edit.marks(drawing.now), controller.signal)
    : tryChanges(mine, puzzle, edit, boards, controller.signal));
  if (controller.signal.aborted) return;
  mine.done = true;
  update({});
}

/**
 * The fewest clues or givens to add so that one solution stays: the one that is drawn, where one is.
 * @param {Mends} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {Marks} own
 * @param {AbortSignal} signal
 */
async function askAdditions(mine, puzzle, edit, own, signal) {
  const document = puzzle.solved(mine.document, own)
    ? withProgress(puzzle, mine.document, own.replace(/0/g, "2"))
    : mine.document;
  const found = await engine.call("mend", { document, timeout: THINK }, { signal }).catch(() => null);
  if (!found?.additions || !editor.drawing || signal.aborted) return;
  const { now } = editor.drawing;
  mine.fewest = found.fewest;
  mine.ways.push(
    found.additions.map((/** @type {any} */ { cell, value }) =>
      edit.add?.(now, cell.row * now.width + cell.column, value),
    ),
  );
}

/**
 * Tries single changes of a drawing that its clues always describe.
 * @param {Mends} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {[Marks, Marks]} boards
 * @param {AbortSignal} signal
 */
async function tryChanges(mine, puzzle, edit, [a, b], signal) {
  if (!editor.drawing) return;
  const { now } = editor.drawing;
  const spots = [...a].flatMap((digit, target) => (digit === b[target] ? [] : (edit.mend?.(now, target) ?? [])));
  for (const spot of spots.slice(0, PROPOSALS.tried)) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (signal.aborted) return;
    const document = documentOf(puzzle.kind, edit, withSpot(now, spot));
    const result = await engine
      .call("solve", { document, limit: 2, timeout: PROPOSALS.seconds }, { signal })
      .catch(() => null);
    if (result?.verdict === "unique") mine.ways.push([spot]);
    if (signal.aborted || mine.ways.length === PROPOSALS.found) return;
    update({});
  }
}

/** Asks which clues contradict each other. @param {Game} game */
async function askConflict(game) {
  const { document } = game;
  if (conflict?.document === document || plain(game)) return;
  const controller = (proposing = new AbortController());
  const [name, args] = knows("conflict") ? ["conflict", { document }] : ["explain", { document, start: "givens" }];
  const found = await engine.call(name, { ...args, timeout: THINK }, { signal: controller.signal }).catch(() => null);
  const clash = found?.clash ?? (found?.because ? found : null);
  if (!clash || controller.signal.aborted || state.game?.document !== document) return;
  conflict = { document, clash };
  update({});
}

/** The clues that contradict each other, once they are known. @param {Game} game */
export const clashOf = (game) =>
  game.result?.verdict === "none" && !plain(game) && conflict?.document === game.document ? conflict.clash : null;

/** Whether the reason can be seen without the other clues, and says so better. @param {Game} game */
const plain = ({ result }) => Boolean(result?.reason && !result.reason.key.startsWith("reason.clue-"));

/**
 * Two boards that fit, the setter's own first where it does.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Marks} own
 * @returns {[Marks, Marks]}
 */
export function pair(game, puzzle, own) {
  const [a, b] = solutionsOf(game, puzzle).map((marks) => (puzzle.bare ? marks.replace(/2/g, "0") : marks));
  if (!b || !puzzle.solved(game.document, own)) return [a, b ?? a];
  return [own, own === a ? b : a];
}
