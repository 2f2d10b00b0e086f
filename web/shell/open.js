/** Opens puzzles: documents, links, and text in other formats. */

import { hash, newGame, play, progressIn, puzzleOnly, revive } from "../core/game.js";
import { views } from "../core/results.js";
import { fromPacked, linkIn, toFragment } from "../core/share-link.js";
import { moveFocus } from "../ui/dom.js";
import { loadLazyStrings } from "../ui/i18n.js";
import { kindName, messageText } from "../ui/text.js";
import { writeAddress } from "./address.js";
import { keptOf } from "./kept-games.js";
import { loadModule } from "./lazy-loading.js";
import { openList } from "./lists.js";
import { puzzleFor } from "./kinds.js";
import { refuse } from "./refusals.js";
import { modeOf, modesFor } from "./registry.js";
import { change } from "./session.js";
import { SUPERSEDED, ask, engine, solve, timeLimit } from "./solver.js";
import { part, remember, state, update, updateView } from "./state.js";

/** @import {Game, Problem, State} from "../core/types.js" */

/** The part of the state that this module owns: the turn of the puzzle that is open. */
const local = part("shell/open", { opened: 0 });

/** Returns the turn of a new request to open a puzzle. */
function newTurn() {
  remember({ reads: state.reads + 1 });
  return state.reads;
}

/**
 * Opens a puzzle in its last state, unless one that was requested later is open. `mode` overrides its last mode.
 * @param {any} document
 * @param {{entry?: "push" | "replace" | "keep", mode?: State["mode"], kept?: Game, turn?: number}} [how]
 */
export async function openDocument(document, { entry = "push", mode, kept: known, turn = newTurn() } = {}) {
  const puzzle = await puzzleFor(document);
  const only = puzzleOnly(puzzle, document);
  const { kept: own, damaged } = known ? { kept: known } : await keptOf(only);
  const kept = revive(puzzle, only, own);
  let game = kept ?? newGame(puzzle, only);
  if (only.title && !game.document.title) game = { ...game, document: only };
  const progress = progressIn(puzzle, document);
  if (progress && !game.seen.includes(hash(progress)))
    game = { ...play(puzzle, game, progress), seen: [...game.seen, hash(progress)] };
  const packed = await toFragment(only);
  if (turn < local.opened) return;
  local.opened = turn;
  writeAddress(packed, entry);
  const again = state.game?.id === game.id;
  const latest = turn === state.reads; // else a later text is being read or has been refused
  if (!again) leave(latest);
  const pass = moveFocus("margin", "#board");
  const wanted = mode ?? (modesFor(puzzle).some(({ name }) => name === game.view.mode) ? game.view.mode : "play");
  const view = {
    mode: wanted,
    show: views(game).includes(game.view.show) ? game.view.show : /** @type {const} */ ("mine"),
  };
  const place = again
    ? mode
      ? { mode }
      : {}
    : { ...view, tool: 0, cursor: null, hover: null, stroke: null, zoom: null, pan: { x: 0, y: 0 } };
  const message = damaged ? { kind: "set-aside" } : null;
  const done = latest ? { panel: null, message, others: [], reading: 0 } : {};
  change({ ...game }, { puzzle, stopped: false, ...place, ...done });
  if (!again) modeOf(state.mode).enter?.();
  pass();
  if (!again) scrollTo(0, 0); // on a phone the page may be scrolled down
  if (!game.result && !state.reading) solve(false);
}

/** Ends the mode of the current game before another one is opened, and the running call, if that is meant, too. */
export function leave(stop = true) {
  if (state.game) modeOf(state.mode).leave?.();
  if (!stop && state.reading) return;
  state.work?.controller.abort(SUPERSEDED);
  updateView({ work: null });
}

/**
 * Opens the puzzle in a text: a document, a link, or another format, which the engine reads.
 * @param {string} text
 * @param {Parameters<typeof openDocument>[1]} [how]
 */
export async function openText(text, how) {
  const turn = how?.turn ?? newTurn();
  const here = { ...how, turn };
  try {
    if (!text.trim()) throw { kind: "nothing" };
    if (openList(text)) return;
    const link = linkIn(text);
    if (link && "packed" in link) return await openDocument(await fromPacked(link.packed), here);
    const wanted = link ? link.text : text;
    const document = asDocument(wanted);
    if (document) return await openDocument(document, here);
    // Until the solver has started, this takes a while. The panel reports it, and closes when a puzzle is opened.
    update({ message: null, reading: turn, ...(state.engine === "starting" ? { panel: "open" } : {}) });
    engine.start();
    const { document: read, notes = [], others = [] } = await ask("convert", { text: wanted, timeout: timeLimit() });
    if (turn !== state.reads) return;
    // A complete board cannot be played, so its difficulty map is shown.
    const complete = notes.some((/** @type {any} */ { key }) => key === "note.opened");
    await openDocument(read, complete ? { ...here, mode: "analyse" } : here);
    if (notes.length) await loadLazyStrings();
    if (others.length) await loadModule(() => import("./other-readings.js"), []);
    if (notes.length && turn === state.reads)
      update({
        message: { kind: "note", message: notes.map((/** @type {any} */ note) => messageText(named(note))).join(" ") },
        others,
      });
  } catch (error) {
    const quiet = ["stopped", "superseded"].includes(/** @type {Problem} */ (error).kind);
    if (turn === state.reads && !quiet) refuse(/** @type {Problem} */ (error), text);
    // The call that reads the text has replaced the solve; a later text is being read now.
    if (turn === state.reads && state.game && !state.game.result) solve(false);
  } finally {
    if (turn === state.reading) update({ reading: 0 });
  }
}

/**
 * Returns a note with the names of kinds in the language of the page: "slitherlink 7 x 2".
 * @param {import("../ui/text.js").Message} note
 */
function named(note) {
  const kinds = state.catalog.map(({ kind }) => kind);
  const translated = Object.entries(note.params ?? {}).map(([name, value]) => [
    name,
    typeof value === "string"
      ? value.replace(/[a-z_]+(?= \d)/g, (word) => (kinds.includes(word) ? kindName(word) : word))
      : value,
  ]);
  return { ...note, params: Object.fromEntries(translated) };
}

/** Parses a JSON document; returns null if the text is something else. @param {string} text */
function asDocument(text) {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const document = JSON.parse(text);
    return typeof document.kind === "string" ? document : null;
  } catch {
    return null;
  }
}
