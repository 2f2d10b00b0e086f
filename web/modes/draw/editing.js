/** Changes to a drawing: strokes, undo, a new board. Every change results in a new puzzle by the player. */

import { identity, newGame } from "../../core/game.js";
import { documentOf } from "../../core/drawn.js";
import { parityOf } from "../../core/lattice.js";
import { toFragment } from "../../core/share-link.js";
import { blank, draw } from "../../core/sketch.js";
import { kindOf } from "../../shell/kinds.js";
import { writeAddress } from "../../shell/address.js";
import { modeOf } from "../../shell/registry.js";
import { change } from "../../shell/session.js";
import { READING, SUPERSEDED } from "../../shell/solver.js";
import { part, state, updateSoon } from "../../shell/state.js";
import { byId } from "../../ui/dom.js";
import { editor, tool } from "./drawing.js";
import { checkSoon, forgetMends } from "./live.js";

/** @import {Drawing, Sketch} from "../../core/sketch.js" */
/** @import {Game, PuzzleDocument, PuzzleKind, Size} from "../../core/types.js" */

const ADDRESS_PAUSE = 600; // time without a stroke before the address is updated, in ms

/** Writes the drawn puzzle to the address. @param {PuzzleDocument} document @param {"push" | "replace"} entry */
const store = async (document, entry) => writeAddress(await toFragment(document), entry);

/** Opens a new empty board in Draw. @param {string} kind @param {Size} [size] */
export async function newBoard(kind, size) {
  const puzzle = await kindOf(kind);
  const own = await puzzle?.edit?.();
  if (!puzzle || !own) return;
  await openSketch(puzzle, {
    now: blank(own, size ?? { width: own.side.first, height: own.side.first }),
    past: [],
    future: [],
  });
}

/** Opens a sketch as a puzzle by the player. @param {PuzzleKind} puzzle @param {Drawing} drawing */
export async function openSketch(puzzle, drawing) {
  const own = await puzzle.edit?.();
  if (!own) return;
  const document = documentOf(puzzle.kind, own, drawing.now);
  const game = { ...ownGame(puzzle, document, drawing), ...(state.game?.drawing && { id: state.game.id }) };
  if (state.game && state.mode === "draw") modeOf("draw").leave?.();
  state.work?.controller.abort(SUPERSEDED);
  change(game, {
    puzzle,
    mode: "draw",
    panel: null,
    message: null,
    stopped: false,
    show: "mine",
    tool: 0,
    cursor: null,
    hover: null,
    stroke: null,
    zoom: null,
    pan: { x: 0, y: 0 },
  });
  store(document, "push");
  await modeOf("draw").enter?.();
  byId("board").focus({ preventScroll: true });
}

/** @param {PuzzleKind} puzzle @param {PuzzleDocument} document @param {Drawing} drawing @returns {Game} */
const ownGame = (puzzle, document, drawing) => ({
  ...newGame(puzzle, document),
  id: `own-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
  alias: identity(document),
  drawing,
  view: { mode: "draw", show: "mine" },
});

/** Applies a changed sketch. @param {Sketch} next */
export function stroke(next) {
  const { drawing } = editor;
  if (!drawing) return;
  const made = draw(drawing, next);
  if (made !== drawing) setDrawing(made);
}

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {number} waiting
 */

/** @type {Own} */
const local = part("modes/draw/editing", { waiting: 0 });

/**
 * Replaces the current drawing. The first change to a puzzle from elsewhere creates a new puzzle.
 * @param {Drawing} made
 */
export function setDrawing(made) {
  const { game, puzzle } = state;
  const { edit } = editor;
  if (!game || !puzzle || !edit) return;
  forgetMends();
  if (state.work && !["thin", READING].includes(state.work.name)) state.work.controller.abort(SUPERSEDED);
  editor.drawing = made;
  const document = documentOf(puzzle.kind, edit, made.now);
  const first = !game.drawing;
  const alias = identity(document);
  const own = first ? ownGame(puzzle, document, made) : { ...game, document, drawing: made, alias };
  editor.of = own.id;
  // The puzzle has changed, so marks of the previous one no longer fit.
  const reset =
    first || alias !== game.alias
      ? { marks: puzzle.givens(document), past: [], future: [], result: null, seen: [] }
      : {};
  const leaves = state.cursor && outside(state.cursor, made.now, parityOf(edit.layers[tool(edit).layer]) < 0);
  change({ ...own, ...reset }, leaves ? { cursor: null } : {}, updateSoon);
  clearTimeout(local.waiting);
  if (first) store(document, "push");
  else
    local.waiting = window.setTimeout(
      () => state.game?.id === own.id && store(state.game.document, "replace"),
      ADDRESS_PAUSE,
    );
  if (!state.game?.result) checkSoon();
}

/** @param {{r: number, c: number}} place @param {Size} size @param {boolean} sides whether clues are next to the board */
const outside = ({ r, c }, { width, height }, sides) => r > 2 * height + +sides || c > 2 * width + +sides;
