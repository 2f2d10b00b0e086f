/**
 * Tracks a player's techniques: moves found and missed per week, the date of the next drill, and a rating. A "sight"
 * records the moves of one technique in one game.
 */

import { dayNumber } from "./daily.js";

/**
 * The moves of one game with one technique.
 * @typedef {object} Sight
 * @property {string} game  its id, or "" for a drill
 * @property {string} kind
 * @property {string} technique
 * @property {number} level  of the technique
 * @property {number} effort  mean level of the moves of the game
 * @property {number} seen  number of moves found
 * @property {number} missed  number of moves that needed a hint or were overlooked
 * @property {number} time  total time before the moves found, in ms
 * @property {number} at  time of the game, in ms since 1970
 */

/**
 * A technique with the player's results.
 * @typedef {object} Skill
 * @property {string} kind
 * @property {string} technique
 * @property {number} seen
 * @property {number} missed
 * @property {number} time  mean time per move found, in ms, or 0
 * @property {number} rating
 * @property {number | null} due  day of the next drill, or null
 * @property {{seen: number, missed: number}[]} weeks  results of the last weeks, oldest first
 */

/** @typedef {import("../engine/messages.js").EngineMoment} EngineMoment */
/** @typedef {{kind: string, technique: string}} Named */

export const WEEKS = 8;
/** Days until the next drill after zero, one or two successful drills in a row. */
const PAUSES = [1, 3, 7];
const START = 1000; // rating of a player who is new to a technique, and of the easiest move
const LEVEL = 150; // rating points per level of the technique and per level of the game's mean
const STEP = 32; // maximum change of the rating by one game
const SCALE = 400; // rating difference that corresponds to odds of ten to one
const REACH = 0.7; // chance of success of a puzzle that is just within reach

/** Deductions of any kind, without a technique that could be drilled: trials, combined clues and single rules. */
const UNNAMED = ["hypothesis", "either", "together", "rule", "wide-rule"];

/** Returns whether a technique has drills. @param {string} technique */
export const hasDrill = (technique) => !UNNAMED.includes(technique);

const NUMBERS = /** @type {const} */ (["level", "effort", "seen", "missed", "time", "at"]);

/** Returns whether a stored entry is a sight. @param {any} entry @returns {entry is Sight} */
export const isSight = (entry) =>
  [entry?.game, entry?.kind, entry?.technique].every((text) => typeof text === "string") &&
  NUMBERS.every((name) => Number.isFinite(entry[name]) && entry[name] >= 0) &&
  entry.at <= 8.64e15;

/**
 * Returns the sights of a game.
 * @param {{id: string, kind: string, at: number}} game
 * @param {EngineMoment[]} moments  its review
 * @param {({time: number, hinted?: boolean} | null)[]} moves  the time before each move in ms, and whether it was a
 *   hint; null for moves from a link or file
 * @returns {Sight[]}
 */
export function sightsOf({ id, kind, at }, moments, moves) {
  const levels = moments.flatMap(({ label, level }) => (label === "forced" || label === "hard" ? (level ?? []) : []));
  const effort = levels.length ? levels.reduce((all, level) => all + level, 0) / levels.length : 1;
  /** @type {Map<string, Sight>} */
  const found = new Map();
  const add = (
    /** @type {{technique: string, level: number} | undefined} */ step,
    /** @type {Partial<Sight>} */ more,
  ) => {
    if (!step) return;
    const { technique, level } = step;
    const known = found.get(technique) ?? { game: id, kind, technique, level, effort, seen: 0, missed: 0, time: 0, at };
    const { seen = 0, missed = 0, time = 0 } = more;
    found.set(technique, { ...known, seen: known.seen + seen, missed: known.missed + missed, time: known.time + time });
  };
  moments.forEach(({ label, step, easier }, index) => {
    const move = moves[index];
    if (!move) return;
    const { time, hinted } = move;
    if (label === "forced" || label === "hard") add(step, hinted ? { missed: 1 } : { seen: 1, time });
    if (label === "wrong") add(step, { missed: 1 });
    if (label === "hard" || label === "lucky") add(easier, { missed: 1 });
  });
  return [...found.values()];
}

/** Returns the chance that a player finds a move. @param {number} rating @param {number} difficulty */
const chance = (rating, difficulty) => 1 / (1 + 10 ** ((difficulty - rating) / SCALE));

/** @param {{level: number, effort: number}} move */
const difficulty = ({ level, effort }) => START + LEVEL * (level - 1 + effort - 1);

/** Returns the rating after some games, oldest first. @param {readonly Sight[]} sights */
function ratingOf(sights) {
  let rating = START;
  for (const sight of sights) {
    const all = sight.seen + sight.missed;
    if (all) rating += STEP * (sight.seen / all - chance(rating, difficulty(sight)));
  }
  return Math.round(rating);
}

/**
 * Returns the day of the next drill, or null. A missed technique is drilled after each of PAUSES in turn; missing it
 * again starts from the first pause.
 * @param {readonly Sight[]} sights  sights of one technique, oldest first
 */
function dueOf(sights) {
  let [due, found] = [Infinity, 0];
  for (const { seen, missed, at } of sights) {
    const day = dayNumber(new Date(at));
    if (missed) [due, found] = [day + PAUSES[0], 0];
    else if (seen && day >= due) due = day + (PAUSES[++found] ?? Infinity);
  }
  return Number.isFinite(due) ? due : null;
}

/** @param {readonly Sight[]} sights @returns {Map<string, Sight[]>} */
function byTechnique(sights) {
  /** @type {Map<string, Sight[]>} */
  const groups = new Map();
  for (const sight of [...sights].sort((a, b) => a.at - b.at)) {
    const key = `${sight.kind} ${sight.technique}`;
    groups.set(key, [...(groups.get(key) ?? []), sight]);
  }
  return groups;
}

/**
 * Returns the techniques of the last weeks, most often missed first.
 * @param {readonly Sight[]} sights
 * @param {Date} today
 * @returns {Skill[]}
 */
export function skills(sights, today) {
  const week = (/** @type {number} */ at) => WEEKS - 1 - Math.floor((dayNumber(today) - dayNumber(new Date(at))) / 7);
  const sum = (/** @type {Sight[]} */ some, /** @type {"seen" | "missed" | "time"} */ name) =>
    some.reduce((all, sight) => all + sight[name], 0);
  return [...byTechnique(sights).values()]
    .map((all) => {
      const { kind, technique } = all[0];
      const recent = all.filter(({ at }) => week(at) >= 0);
      const weeks = Array.from({ length: WEEKS }, (_, index) => {
        const own = recent.filter(({ at }) => Math.min(week(at), WEEKS - 1) === index);
        return { seen: sum(own, "seen"), missed: sum(own, "missed") };
      });
      const [seen, missed] = [sum(recent, "seen"), sum(recent, "missed")];
      const time = seen ? sum(recent, "time") / seen : 0;
      const due = hasDrill(technique) ? dueOf(all) : null;
      return { kind, technique, seen, missed, time, rating: ratingOf(all), due, weeks };
    })
    .filter(({ seen, missed }) => seen + missed)
    .sort((a, b) => b.missed - a.missed || b.seen - a.seen);
}

/**
 * Returns the techniques with a due drill, longest overdue first. @param {readonly Skill[]} known @param {Date} today
 */
export const dueNow = (known, today) =>
  known
    .filter(({ due }) => due !== null && due <= dayNumber(today))
    .sort((a, b) => /** @type {number} */ (a.due) - /** @type {number} */ (b.due));

/**
 * Returns the first puzzle that is just within the player's reach, or null if there are no results of the player yet.
 * @template {{level: number, hardest?: string}} Entry
 * @param {readonly Sight[]} sights
 * @param {string} kind
 * @param {readonly Entry[]} entries
 * @returns {Entry | null}
 */
export function withinReach(sights, kind, entries) {
  const own = sights.filter((sight) => sight.kind === kind).sort((a, b) => a.at - b.at);
  if (!own.length) return null;
  const ratings = new Map([...byTechnique(own)].map(([key, some]) => [key, ratingOf(some)]));
  const usual = ratingOf(own);
  const miss = (/** @type {Entry} */ { level, hardest }) => {
    const rating = ratings.get(`${kind} ${hardest}`) ?? usual;
    return Math.abs(chance(rating, difficulty({ level, effort: 1 + (level - 1) / 4 })) - REACH);
  };
  return entries.reduce(
    (best, entry) => (best && miss(best) <= miss(entry) ? best : entry),
    /** @type {Entry | null} */ (null),
  );
}
