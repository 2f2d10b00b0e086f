/**
 * The findings about the analysed board; they are discarded with it and can be computed again.
 */

import { part } from "../../shell/state.js";
import { solutionsOf } from "../../core/results.js";
import { placeOf, targetAt } from "../../core/lattice.js";
import { entriesOf } from "../../core/thoughts.js";
import { placeFrom, withEntries } from "../../shell/explanation.js";

/** @import {EngineClash, EngineLink, EngineReason} from "../../engine/messages.js" */
/** @import {EngineStep, EngineThought, Explanation, LineView, Rating} from "../../engine/messages.js" */
/** @import {Game, Marks, PuzzleKind} from "../../core/types.js" */

/**
 * @typedef {object} Analysis
 * @property {string} id  of the game
 * @property {Explanation | null} explanation
 * @property {Marks} start  where the steps begin
 * @property {boolean} mine  they begin with the player's marks
 * @property {Marks[]} boards  before each step, and after the last
 * @property {EngineThought[]} thoughts  the steps in groups
 * @property {Set<number>} unfolded  thoughts of which every step is shown
 * @property {number} page  of the list of steps, from 0
 * @property {number} step  the one that is looked at, the first of a folded thought; -1 for none
 * @property {EngineLink[] | null} chain  why its opposite cannot be
 * @property {EngineReason[]} blamed  what the chain names by letters
 * @property {number} link  the last link that is shown
 * @property {Rating | null} rating
 * @property {"rounds" | "needed"} map  the one that is shown of a rating in rounds
 * @property {"when" | "clues" | null} heat  the one that is shown otherwise; null until someone chooses
 * @property {Record<string, any>} rated  how a rating in rounds is asked for, if it is not as the document says
 * @property {number | null} only  the dip that alone is shown
 * @property {EngineClash | null} clash
 * @property {string | null} storyAt  the row of its story that is shown
 * @property {Set<number>} storyUnfolded  thoughts of its story of which every step is shown
 * @property {{row?: number, column?: number} | null} line
 * @property {LineView | null} lineView
 * @property {string | null} digits  the board as it is printed next to a class; null when it was not asked for
 * @property {boolean} asked  the engine has been asked about this board
 */

/** @returns {Analysis} */
const nothing = (/** @type {string} */ id) => ({
  id,
  explanation: null,
  start: "",
  mine: false,
  boards: [],
  thoughts: [],
  unfolded: new Set(),
  page: 0,
  step: -1,
  chain: null,
  blamed: [],
  link: -1,
  rating: null,
  map: "rounds",
  heat: null,
  rated: {},
  only: null,
  clash: null,
  storyAt: null,
  storyUnfolded: new Set(),
  line: null,
  lineView: null,
  digits: null,
  asked: false,
});

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Analysis} analysis
 */

/** @type {Own} */
const local = part("modes/analyse/findings", { analysis: nothing("") });

/** Return the findings about a game. @param {Game} game */
export function known({ id }) {
  if (local.analysis.id !== id) local.analysis = nothing(id);
  return local.analysis;
}

export const forget = () => void (local.analysis = nothing(""));

/**
 * Takes an explanation over, and works out the boards between its steps.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Explanation} explanation
 * @param {boolean} mine
 */
export function explained(game, puzzle, explanation, mine) {
  const size = puzzle.size(game.document);
  const more = known(game).explanation && known(game).mine === mine; // the same steps, further on
  const start = mine ? game.marks : puzzle.givens(game.document);
  let marks = start;
  const boards = explanation.steps.map((step) => {
    const before = marks;
    marks = withEntries(puzzle, size, marks, step.cells);
    return before;
  });
  const thoughts = explanation.thoughts ?? explanation.steps.map((_, number) => ({ steps: [number] }));
  const only = explanation.finished && thoughts.length === 1 ? [0] : [];
  Object.assign(known(game), {
    explanation,
    mine,
    start,
    boards: [...boards, marks],
    thoughts,
    unfolded: new Set([...(more ? known(game).unfolded : []), ...only]),
    ...(more ? {} : { page: 0, step: -1, chain: null }),
  });
}

/** The list of steps, by thoughts. @param {Game} game */
export const stepEntries = (game) => entriesOf(known(game).thoughts, known(game).unfolded);

/** The selected entry of the list. @param {Game} game */
export const entryOn = (game) => stepEntries(game).find(({ steps }) => steps.includes(known(game).step)) ?? null;

/** The maps made from a rating or an explanation. @type {WeakMap<object, Record<string, number[]>>} */
const maps = new WeakMap();

/**
 * Returns the map of this name made from a rating or an explanation; it is computed once.
 * @param {object} from
 * @param {string} name
 * @param {() => number[]} make
 */
function mapOf(from, name, make) {
  const made = maps.get(from) ?? {};
  maps.set(from, made);
  return (made[name] ??= make());
}

/** Eighths of the way to the solution, as there are colours of the heat. */
const PARTS = 8;

/**
 * Returns the view of the heat: the clues that each target needs, or, if none was chosen and all need the same number,
 * when it is settled. Ratings in rounds have maps of their own.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {"when" | "clues"}
 */
export function heatOf(game, puzzle) {
  const { explanation, heat, rating } = known(game);
  if (!explanation?.steps.length || rating?.mode) return "clues";
  return heat ?? (new Set(needs(game, puzzle)?.filter((k) => k > 0)).size === 1 ? "when" : "clues");
}

/** The numbers that the heat shows, by target. @param {Game} game @param {PuzzleKind} puzzle */
export function heatMap(game, puzzle) {
  const { explanation } = known(game);
  return explanation && heatOf(game, puzzle) === "when"
    ? mapOf(explanation, "when", () => falls(game, puzzle))
    : needs(game, puzzle);
}

/**
 * The part of the solution, from 1 to PARTS, in which each target is settled; 0 for givens, -1 for targets that are
 * never settled.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
function falls(game, puzzle) {
  const { explanation, thoughts } = known(game);
  const size = puzzle.size(game.document);
  const all = puzzle.givens(game.document).length;
  /** @type {number[]} */
  const when = Array.from({ length: all }, (_, target) => (puzzle.fixed(game.document, target) ? 0 : -1));
  for (const [index, { steps }] of thoughts.entries())
    for (const { cell } of steps.flatMap((step) => explanation?.steps[step].cells ?? []))
      when[targetAt(puzzle, size, placeFrom(cell))] = 1 + Math.floor((PARTS * index) / thoughts.length);
  return when;
}

/**
 * The clues needed by target: from the rating, or else from the steps; null if unknown.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {number[] | null}
 */
export function needs(game, puzzle) {
  const { rating, explanation, map } = known(game);
  if (rating) {
    const needed = rating.mode && map === "needed";
    return mapOf(rating, needed ? map : "", () =>
      needed ? flat(rating.needed) : (rating.k ?? flat(rating.difficulty)),
    );
  }
  return explanation && mapOf(explanation, "", () => needsOf(game, puzzle, explanation.steps));
}

/**
 * The clues needed by target, from the steps.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {EngineStep[]} steps
 */
function needsOf(game, puzzle, steps) {
  const size = puzzle.size(game.document);
  const all = puzzle.givens(game.document).length;
  /** @type {number[]} */
  const k = Array.from({ length: all }, (_, target) => (puzzle.fixed(game.document, target) ? 0 : -1));
  for (const step of steps) for (const { cell } of step.cells) k[targetAt(puzzle, size, placeFrom(cell))] = step.k;
  return k;
}

/** The numbers of a map: rows, or named parts in order. @param {any} map @returns {number[]} */
const flat = (map) => (Array.isArray(map) ? map.flat() : Object.values(map).flatMap(flat));

/** The solution that heat is drawn with. @param {Game} game @param {PuzzleKind} puzzle @returns {Marks} */
export const answerOf = (game, puzzle) => solutionsOf(game, puzzle)[0] ?? puzzle.givens(game.document);

/**
 * The step that settles a target, -1 where none does.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {number} target
 */
export function stepAt(game, puzzle, target) {
  const size = puzzle.size(game.document);
  return (known(game).explanation?.steps ?? []).findIndex((/** @type {EngineStep} */ { cells }) =>
    cells.some(({ cell }) => targetAt(puzzle, size, placeFrom(cell)) === target),
  );
}

/** Row and column of a target, from 1. @param {Game} game @param {PuzzleKind} puzzle @param {number} target */
function spot(game, puzzle, target) {
  const { r, c } = placeOf(puzzle, puzzle.size(game.document), target);
  return { row: (r >> 1) + 1, column: (c >> 1) + 1 };
}
