/**
 * What two tabs made of one game, put together: nothing that was entered in either is lost. Plain functions on plain
 * objects.
 */

/** @import {Drawing} from "./sketch.js" */
/** @import {Game, Marks, Move} from "./types.js" */

/**
 * What both made of a string of digits: where one side changed it, that; where both did, ours.
 * @param {Marks} base
 * @param {Marks} ours
 * @param {Marks} theirs
 * @returns {Marks}
 */
const woven = (base, ours, theirs) =>
  [...theirs].map((digit, at) => (ours[at] === base[at] ? digit : ours[at])).join("");

/** What leads from one board to another, as a move. @param {Marks} from @param {Marks} to @returns {Move[]} */
function moves(from, to) {
  const cells = [...to].flatMap((digit, at) => (digit === from[at] ? [] : [at]));
  const pick = (/** @type {Marks} */ marks) => cells.map((cell) => marks[cell]).join("");
  return cells.length ? [{ cells, before: pick(from), after: pick(to) }] : [];
}

/**
 * The game with the changes of both sides since `base`; ours come on top of theirs, as one move that can be taken back.
 * Null where the two cannot be one: the puzzle itself was drawn in two ways.
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
  if (theirs.marks === base.marks) return both;
  if (ours.marks === base.marks)
    return { ...both, marks: theirs.marks, past: theirs.past, future: theirs.future, trial: theirs.trial };
  const marks = woven(base.marks, ours.marks, theirs.marks);
  return { ...both, marks, past: [...theirs.past, ...moves(theirs.marks, marks)], future: [], trial: null };
}

/** Whether the puzzle was changed. @param {Game} base @param {Game} game */
const redrawn = (base, game) =>
  game.alias !== base.alias ||
  sizes(game.drawing) !== sizes(base.drawing) ||
  JSON.stringify(game.document) !== JSON.stringify(base.document);

/** @param {Drawing | undefined} drawing */
const sizes = (drawing) => drawing && `${drawing.now.width} ${drawing.now.height} ${Object.values(drawing.now.layers)}`;
