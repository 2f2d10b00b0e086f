/** The player's techniques, stored on this device: learnt from reviews and drills, and erased on request. */

import { clockText } from "../core/clock.js";
import { dateOf } from "../core/daily.js";
import { isSight, sightsOf, skills } from "../core/practice.js";
import { recorded, replay } from "../core/replay.js";
import { t } from "../ui/i18n.js";
import { dateText, messageText } from "../ui/text.js";
import { engine, knows } from "./solver.js";
import { part, state, update, watch } from "./state.js";
import { choose, readList } from "./storage.js";

/** @import {Review} from "../engine/messages.js" */
/** @import {Game, Marks, PuzzleKind} from "../core/types.js" */
/** @import {Sight} from "../core/practice.js" */
/** @import {Moment} from "../core/replay.js" */
/** @import {ReadList} from "./storage.js" */

const NAME = "practice";
const MAX_ENTRIES = 3000; // maximum number of entries; the oldest are dropped
const MAX_SECONDS = 15; // time limit in seconds for the review of a solved game

/**
 * The current drill: the board at its start and the board after its step.
 * @typedef {{id: string, kind: string, technique: string, level: number, wanted: Marks, hints: number, time: number}}
 *   Drill
 */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {ReadList<Sight>} read
 * @property {Drill | null} drill
 */

/** @type {Own} */
const local = part("shell/practice", { read: { text: "", entries: [] }, drill: null });

/**
 * Returns all entries in the order in which they were stored, without damaged ones.
 * @returns {readonly Sight[]}
 */
export function sights() {
  local.read = readList(NAME, local.read, isSight);
  return local.read.entries;
}

/** @param {Sight[]} entries */
const store = (entries) => choose(NAME, JSON.stringify(entries.slice(-MAX_ENTRIES)));

export const erasePractice = () => store([]);

/**
 * Stores the results of the review of a game, replacing earlier ones.
 * @param {Game} game
 * @param {readonly Moment[]} moments
 * @param {Review} review
 */
export function learn(game, moments, { moves }) {
  let [clock, asked] = [0, 0];
  const measured = moments.map(({ event }) => {
    if ("undo" in event || event.time === undefined) return null;
    const { time, hints = asked } = event;
    const found = { time: Math.max(0, time - clock), hinted: hints > asked };
    [clock, asked] = [time, hints];
    return found;
  });
  const at = game.finished ?? game.changed;
  const found = sightsOf({ id: game.id, kind: game.kind, at }, moves, measured);
  store([...sights().filter((sight) => sight.game !== game.id), ...found]);
}

/**
 * Reviews a solved game while the engine is idle, and stores the results. A call that somebody waits for stops it.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export async function learnFrom(game, puzzle) {
  if (!knows("review") || state.work) return;
  const { moments } = replay(game);
  const args = { ...recorded(puzzle, game), timeout: MAX_SECONDS };
  /** @type {Review | null} */
  const review = await engine.call("review", args, { idle: new AbortController() }).catch(() => null);
  if (review) learn(game, moments, review);
}

/** Starts watching for the step of a drill. @param {Omit<Drill, "id" | "hints" | "time">} drill */
export function beginDrill(drill) {
  const { game } = state;
  if (game) local.drill = { ...drill, id: game.id, hints: game.hints, time: Date.now() };
}

watch(() => {
  const { drill } = local;
  const { game } = state;
  if (!drill || game?.id !== drill.id) return;
  const hinted = game.hints > drill.hints;
  const done = !hinted && [...drill.wanted].every((mark, target) => mark === "0" || mark === game.marks[target]);
  if (!hinted && !done) return;
  local.drill = null;
  const { kind, technique, level, time } = drill;
  const at = Date.now();
  const result = hinted ? { seen: 0, missed: 1, time: 0 } : { seen: 1, missed: 0, time: at - time };
  store([...sights(), { game: "", kind, technique, level, effort: 1, at, ...result }]);
  if (done) update({ message: { kind: "note", message: foundText(drill, at) } });
});

/**
 * Returns a sentence about the step of a drill that was found, with the day of the next drill if one is planned.
 * @param {Drill} drill
 * @param {number} at  in ms since 1970
 */
function foundText({ kind, technique, time }, at) {
  const skill = skills(sights(), new Date(at)).find((one) => one.kind === kind && one.technique === technique);
  const found = { name: messageText({ key: `technique.${technique}` }), time: clockText(at - time) };
  const due = skill?.due ?? null;
  if (due === null) return t("drill.found", found);
  return t("drill.next", { ...found, date: dateText(dateOf(due), { day: "numeric", month: "long" }) });
}
