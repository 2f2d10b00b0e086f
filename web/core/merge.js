/** Merges the versions of a game from two tabs without losing any entries. */

import { jotChanges } from "./game.js";

/** @import {Drawing} from "./sketch.js" */
/** @import {Game, Jots, Marks, Move} from "./types.js" */

/**
 * Merges two versions of a string of digits. Changes from either side are kept; if both changed a digit, ours wins.
 * @param {Marks} base
 * @param {Marks} ours
 * @param {Marks} theirs
 * @returns {Marks}
 */
const woven = (base, ours, theirs) =>
  [...theirs].map((digit, at) => (ours[at] === base[at] ? digit : ours[at])).join("");

/** Merges jots in the same way. @param {Jots} base @param {Jots} ours @param {Jots} theirs @returns {Jots} */
function wovenJots(base, ours, theirs) {
  const both = { ...theirs };
  for (const name of Object.keys({ ...base, ...ours })) {
    if (ours[name] === base[name]) continue;
    if (ours[name]) both[name] = ours[name];
    else delete both[name];
  }
  return both;
}

/**
 * Returns the move from one board to another.
 * @param {Game} from
 * @param {Marks} marks
 * @param {Jots} jots
 * @returns {Move[]}
 */
function moves(from, marks, jots) {
  const cells = [...marks].flatMap((digit, at) => (digit === from.marks[at] ? [] : [at]));
  const pick = (/** @type {Marks} */ all) => cells.map((cell) => all[cell]).join("");
  const changed = jotChanges(from.jots, jots);
  return cells.length || changed
    ? [{ cells, before: pick(from.marks), after: pick(marks), ...(changed ? { jots: changed } : {}) }]
    : [];
}

/** Returns whether marks and jots are equal. @param {Game} a @param {Game} b */
const alike = (a, b) => a.marks === b.marks && !jotChanges(a.jots, b.jots);

/**
 * Returns the game with the changes of both sides since `base`. Our changes are one move on top of theirs, so they can
 * be undone. Returns null if the puzzle itself was drawn differently, since that cannot be merged.
 * @param {Game} base
 * @param {Game} ours
 * @param {Game} theirs
 * @returns {Game | null}
 */
export function merged(base, ours, theirs) {
  const both = {
    ...ours,
    time: Math.max(ours.time, theirs.time),
    seen: [...new Set([...theirs.seen, ...ours.seen])],
    result: ours.result ?? theirs.result,
  };
  const [mine, other] = [redrawn(base, ours), redrawn(base, theirs)];
  if (mine && other) return null;
  if (mine) return both;
  if (other) return { ...theirs, view: ours.view };
  if (alike(theirs, base)) return both;
  if (alike(ours, base)) {
    const { marks, jots, past, future, trial } = theirs;
    return { ...both, marks, jots, past, future, trial };
  }
  const marks = woven(base.marks, ours.marks, theirs.marks);
  const jots = wovenJots(base.jots ?? {}, ours.jots ?? {}, theirs.jots ?? {});
  return { ...both, marks, jots, past: [...theirs.past, ...moves(theirs, marks, jots)], future: [], trial: null };
}

/** Returns whether the puzzle itself was changed. @param {Game} base @param {Game} game */
const redrawn = (base, game) =>
  game.alias !== base.alias ||
  sizes(game.drawing) !== sizes(base.drawing) ||
  JSON.stringify(game.document) !== JSON.stringify(base.document);

/** @param {Drawing | undefined} drawing */
const sizes = (drawing) => drawing && `${drawing.now.width} ${drawing.now.height} ${Object.values(drawing.now.layers)}`;
