/**
 * Thins out a puzzle: removes givens in random order as long as the puzzle stays unique. If a symmetry is chosen,
 * symmetric givens are removed together.
 */

import { documentOf } from "../../core/drawn.js";
import { orbits, shuffled, withSpot } from "../../core/sketch.js";
import { t } from "../../ui/i18n.js";
import { announce } from "../../ui/text.js";
import { verdictOf } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { editor } from "./drawing.js";
import { stroke } from "./editing.js";
import { propose, stopAsking } from "./live.js";

/** @import {Edit, Sketch, Step} from "../../core/sketch.js" */
/** @import {Game} from "../../core/types.js" */

const SECONDS = 5; // time limit of one test, in s

/**
 * Starts with the puzzle on the board; Stop keeps the clues removed so far.
 * @param {string} symmetry one of `symmetries`
 */
export async function thinOut(symmetry) {
  const { game, puzzle } = state;
  const { edit, drawing, thinning } = editor;
  if (!edit?.givens || !game || !puzzle || !drawing || thinning || game.result?.verdict !== "unique") return;
  stopAsking();
  const controller = new AbortController();
  const work = { id: game.id, name: "thin", controller, since: performance.now(), reveal: true, progress: null };
  const groups = shuffled(orbits(edit, drawing.now, edit.givens(drawing.now), symmetry), Math.random);
  editor.thinning = { tried: 0, of: groups.flat().length, gone: 0 };
  update({ work, stopped: false });
  const thinner = await takeAway(game, edit, drawing.now, groups, controller.signal);
  const { gone } = editor.thinning ?? { gone: 0 };
  editor.thinning = null;
  if (state.work?.controller === controller) update({ work: null, stopped: controller.signal.aborted });
  if (state.game?.id !== game.id || state.mode !== "draw") return;
  announce(t("draw.thinned", { n: gone }));
  if (gone) return stroke(thinner);
  update({});
  propose();
}

/**
 * Returns the sketch without redundant givens.
 * @param {Game} game
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @param {Step[][]} groups groups of givens that are removed together
 * @param {AbortSignal} signal
 */
async function takeAway({ id, kind }, edit, sketch, groups, signal) {
  let now = sketch;
  for (const group of groups) {
    const less = group.reduce(withSpot, now);
    const document = documentOf(kind, edit, less);
    const verdict = await verdictOf(document, SECONDS, signal);
    if (signal.aborted || state.game?.id !== id || !editor.thinning) break;
    const gone = verdict === "unique";
    if (gone) now = less;
    const { tried, of, gone: before } = editor.thinning;
    editor.thinning = { tried: tried + group.length, of, gone: before + (gone ? group.length : 0) };
    update({});
  }
  return now;
}
