/** The results for the analysed board. They are discarded when another board is opened. */

import { oncePer } from "../../core/last-marks.js";
import { part } from "../../shell/state.js";
import { solutionsOf } from "../../core/results.js";
import { targetAt } from "../../core/lattice.js";
import { entriesOf } from "../../core/thoughts.js";
import { withEntries } from "../../shell/explanation.js";
import { placeFrom } from "../../shell/reasons.js";

/** @import {EngineClash, EngineLink, EngineReason} from "../../engine/messages.js" */
/** @import {EngineStep, EngineThought, Explanation, LineView, Rating} from "../../engine/messages.js" */
/** @import {Game, Marks, PuzzleKind} from "../../core/types.js" */

/**
 * @typedef {object} Analysis
 * @property {string} id  id of the game
 * @property {Explanation | null} explanation
 * @property {Marks} start  the marks before the first step
 * @property {boolean} mine  the steps begin with the player's marks
 * @property {boolean} wanted  the same for the steps that were requested last
 * @property {Marks[]} boards  the boards before each step and after the last one
 * @property {EngineThought[]} thoughts  the steps, grouped by thoughts
 * @property {Set<number>} unfolded  the unfolded thoughts
 * @property {number} page  page of the list of steps, from 0
 * @property {number} step  the selected step (the first one of a folded thought), or -1
 * @property {EngineLink[] | null} chain  the chain that refutes the opposite of the selected step
 * @property {EngineReason[]} blamed  the reasons that the chain refers to by letters
 * @property {number} link  the last visible link
 * @property {Rating | null} rating
 * @property {"rounds" | "needed"} map  the selected map of a rating in rounds
 * @property {"when" | "clues" | null} heat  the selected map otherwise; null until the player chooses one
 * @property {Record<string, any>} rated  arguments of a rating in rounds that replace those of the document
 * @property {number | null} only  the only shade that is shown, or null for all
 * @property {EngineClash | null} clash
 * @property {string | null} storyAt  the selected row of the story
 * @property {Set<number>} storyUnfolded  the unfolded thoughts of the story
 * @property {{row?: number, column?: number} | null} line
 * @property {LineView | null} lineView
 * @property {string | null} digits  the board as digits; null until it is requested
 * @property {boolean} asked  the engine has been called for this board
 */

/** @returns {Analysis} */
const nothing = (/** @type {string} */ id) => ({
  id,
  explanation: null,
  start: "",
  mine: false,
  wanted: false,
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

/** Returns the results for a game. @param {Game} game */
export function known({ id }) {
  if (local.analysis.id !== id) local.analysis = nothing(id);
  return local.analysis;
}

export const forget = () => void (local.analysis = nothing(""));

/**
 * Stores an explanation and computes the boards between its steps.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Explanation} explanation
 * @param {boolean} mine
 */
export function explained(game, puzzle, explanation, mine) {
  const size = puzzle.size(game.document);
  const more = known(game).explanation && known(game).mine === mine; // a longer list that starts with the same steps
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

/** Returns the list of steps, grouped by thoughts. @param {Game} game */
export const stepEntries = (game) => entriesOf(known(game).thoughts, known(game).unfolded);

/** Returns the selected entry of the list. @param {Game} game */
export const entryOn = (game) => stepEntries(game).find(({ steps }) => steps.includes(known(game).step)) ?? null;

/** The maps computed from a rating or an explanation. @type {(from: object) => Record<string, number[]>} */
const maps = oncePer(() => ({}));

/**
 * Returns a map computed from a rating or an explanation. The result is cached.
 * @param {object} from
 * @param {string} name
 * @param {() => number[]} make
 */
const mapOf = (from, name, make) => (maps(from)[name] ??= make());

/** The number of parts of the solution: one for each shade of the heat map. */
const MAX_PARTS = 8;

/**
 * Returns which heat map to show: the number of clues needed, or, if the player has not chosen and all targets need the
 * same number, the order in which they are determined. Ratings in rounds have their own maps.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {"when" | "clues"}
 */
export function heatOf(game, puzzle) {
  const { explanation, heat, rating } = known(game);
  if (!explanation?.steps.length || rating?.mode) return "clues";
  return heat ?? (new Set(needs(game, puzzle)?.filter((k) => k > 0)).size === 1 ? "when" : "clues");
}

/** Returns the numbers of the heat map, by target. @param {Game} game @param {PuzzleKind} puzzle */
export function heatMap(game, puzzle) {
  const { explanation } = known(game);
  return explanation && heatOf(game, puzzle) === "when"
    ? mapOf(explanation, "when", () => falls(game, puzzle))
    : needs(game, puzzle);
}

/**
 * Returns the part of the solution, from 1 to MAX_PARTS, in which each target is determined: 0 for givens, -1 for
 * targets that never are.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
function falls(game, puzzle) {
  const { thoughts } = known(game);
  /** @type {Map<number, number>} */
  const partOf = new Map(); // by step
  for (const [index, { steps }] of thoughts.entries())
    for (const step of steps) partOf.set(step, 1 + Math.floor((MAX_PARTS * index) / thoughts.length));
  return Array.from(puzzle.givens(game.document), (_, target) =>
    puzzle.fixed(game.document, target) ? 0 : (partOf.get(stepAt(game, puzzle, target)) ?? -1),
  );
}

/**
 * Returns the number of clues needed by target, from the rating or else from the steps. Returns null if unknown.
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
 * Returns the number of clues needed by target, computed from the steps.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {EngineStep[]} steps
 */
const needsOf = (game, puzzle, steps) =>
  Array.from(puzzle.givens(game.document), (_, target) =>
    puzzle.fixed(game.document, target) ? 0 : (steps[stepAt(game, puzzle, target)]?.k ?? -1),
  );

/**
 * Returns the numbers of a map as a flat list, from rows or from named parts in order.
 * @param {any} map
 * @returns {number[]}
 */
const flat = (map) => (Array.isArray(map) ? map.flat() : Object.values(map).flatMap(flat));

/** Returns the solution to draw with the heat map. @param {Game} game @param {PuzzleKind} puzzle @returns {Marks} */
export const answerOf = (game, puzzle) => solutionsOf(game, puzzle)[0] ?? puzzle.givens(game.document);

/**
 * Returns the step that determines a target, or -1.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {number} target
 */
export function stepAt(game, puzzle, target) {
  const { explanation } = known(game);
  return explanation ? mapOf(explanation, "steps", () => stepsOf(game, puzzle, explanation))[target] : -1;
}

/**
 * Returns the step that determines each target, or -1.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Explanation} explanation
 */
function stepsOf(game, puzzle, { steps }) {
  const size = puzzle.size(game.document);
  /** @type {number[]} */
  const found = Array.from(puzzle.givens(game.document), () => -1);
  for (const [index, { cells }] of steps.entries())
    for (const { cell } of cells) found[targetAt(puzzle, size, placeFrom(cell))] = index;
  return found;
}
