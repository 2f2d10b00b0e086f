/**
 * Merges two versions of one game from two tabs: nothing that was entered in either is lost. Plain functions on plain
 * objects.
 */

import { jotChanges } from "./game.js";

/** @import {Drawing} from "./sketch.js" */
/** @import {Game, Jots, Marks, Move} from "./types.js" */

/**
 * Merge two versions of a string of digits: a change of either side is kept, and ours if both changed.
 * @param {Marks} base
 * @param {Marks} ours
 * @param {Marks} theirs
 * @returns {Marks}
 */
const woven = (base, ours, theirs) =>
  [...theirs].map((digit, at) => (ours[at] === base[at] ? digit : ours[at])).join("");

/** The same of jots. @param {Jots} base @param {Jots} ours @param {Jots} theirs @returns {Jots} */
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
 * Return the move that leads from one board to another.
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

/** Return whether marks and jots are the same. @param {Game} a @param {Game} b */
const alike = (a, b) => a.marks === b.marks && !jotChanges(a.jots, b.jots);

/**
 * The game with the changes of both sides since `base`; ours come on top of theirs, as one move that can be taken back.
 * Null if the two cannot be one: the puzzle itself was drawn in two ways.
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

/** Return whether the puzzle was changed. @param {Game} base @param {Game} game */
const redrawn = (base, game) =>
  game.alias !== base.alias ||
  sizes(game.drawing) !== sizes(base.drawing) ||
  JSON.stringify(game.document) !== JSON.stringify(base.document);

/** @param {Drawing | undefined} drawing */
const sizes = (drawing) => drawing && `${drawing.now.width} ${drawing.now.height} ${Object.values(drawing.now.layers)}`;
