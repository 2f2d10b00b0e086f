/** Assesses a unique puzzle while it is drawn: its difficulty and, on request, which clues are needed. */

import { identity } from "../../core/game.js";
import { documentOf } from "../../core/drawn.js";
import { withSpot } from "../../core/sketch.js";
import { knows, tryCall, verdictOf } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { choice, choose } from "../../shell/storage.js";
import { t } from "../../ui/i18n.js";
import { messageText } from "../../ui/text.js";
import { editor } from "./drawing.js";

/** @import {Message} from "../../ui/text.js" */
/** @import {Game, PuzzleDocument} from "../../core/types.js" */

const SECONDS = { level: 5, clue: 3 }; // time limits in s, for the level and for each clue

/**
 * @typedef {object} Quality
 * @property {PuzzleDocument} document
 * @property {Message | null} level  name of the level
 * @property {boolean} atLeast  the time ran out before everything was rated
 * @property {number} tried  number of clues that have been removed for a test
 * @property {number} of
 * @property {{layer: string, target: number}[]} needed
 */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Quality | null} quality
 * @property {AbortController | undefined} asking
 */

/** @type {Own} */
const local = part("modes/draw/quality", { quality: null, asking: undefined });

/** Returns the assessment of the current drawing. @param {Game} game */
export const qualityOf = (game) =>
  local.quality && game.result?.verdict === "unique" && same(local.quality.document, game.document)
    ? local.quality
    : null;

/**
 * Returns whether two documents are the same puzzle, which may have been reopened.
 * @param {PuzzleDocument} a
 * @param {PuzzleDocument} b
 */
const same = (a, b) => a === b || identity(a) === identity(b);

/** Returns whether necessary clues are marked. */
export const marksNeeded = () => choice("draw-needed", "off") === "on";

/** @param {boolean} on */
export function markNeeded(on) {
  choose("draw-needed", on ? "on" : "off");
  if (on) assess();
  else update({});
}

/** Cancels the assessment. */
export function stopAssessing() {
  local.asking?.abort();
}

/** Requests an assessment of the current puzzle. The next stroke cancels it. */
export async function assess() {
  const { game } = state;
  stopAssessing();
  if (!game || game.result?.verdict !== "unique") return;
  const { signal } = (local.asking = new AbortController());
  const mine = qualityOf(game) ?? { document: game.document, level: null, atLeast: false, tried: 0, of: 0, needed: [] };
  local.quality = mine;
  if (!mine.level) await askLevel(mine, signal);
  if (marksNeeded()) await askNeeded(mine, game.kind, signal);
}

/** @param {Quality} mine @param {AbortSignal} signal */
async function askLevel(mine, signal) {
  if (!knows("rate")) return;
  const args = { document: mine.document, maps: false, timeout: SECONDS.level };
  const rating = await tryCall("rate", args, signal);
  if (!rating?.level_name || signal.aborted) return;
  Object.assign(mine, { level: rating.level_name, atLeast: Boolean(rating.at_least) });
  update({});
}

/** @param {Quality} mine @param {string} kind @param {AbortSignal} signal */
async function askNeeded(mine, kind, signal) {
  const { edit, drawing } = editor;
  const givens = (drawing && edit?.givens?.(drawing.now)) ?? [];
  if (!edit || !drawing) return;
  Object.assign(mine, { of: givens.length });
  for (const spot of givens.slice(mine.tried)) {
    const document = documentOf(kind, edit, withSpot(drawing.now, spot));
    const verdict = await verdictOf(document, SECONDS.clue, signal);
    if (signal.aborted) return; // cancelled by the next stroke
    mine.tried++;
    if (verdict === "multiple") mine.needed.push(spot);
    update({});
  }
}

/**
 * Describes a puzzle that is not on the board.
 * @param {PuzzleDocument} document
 * @param {AbortSignal} signal
 */
export async function judged(document, signal) {
  const verdict = await verdictOf(document, SECONDS.level, signal);
  if (verdict !== "unique" || signal.aborted) return t(`image.verdict.${verdict}`);
  const rating = await tryCall("rate", { document, maps: false, timeout: SECONDS.level }, signal);
  return t("image.verdict.unique", { level: rating?.level_name ? messageText(rating.level_name) : "?" });
}
