/**
 * How a puzzle comes onto the board: from a document, a link, a text in some notation, a file, the examples, the
 * address of the page.
 */

import { byId } from "../ui/dom.js";
import { hash, identity, newGame, play, progressIn, puzzleOnly, revive } from "../core/game.js";
import { change } from "./session.js";
import { modeOf, modesFor } from "./registry.js";
import { views } from "../core/results.js";
import { fromPacked, linkIn, toFragment } from "../core/share-link.js";
import { loadModule } from "./lazy-loading.js";
import { engine, solve } from "./solver.js";
import { notLoaded } from "./offline.js";
import { state, update, updateView } from "./state.js";
import { readJson } from "../ui/json.js";
import { messageText } from "../ui/text.js";
import { choice, find, last, setAside } from "./storage.js";
import { documentProblem } from "../core/validation.js";

/** @import {Game, Problem, PuzzleDocument, PuzzleKind, State} from "../core/types.js" */

/** @type {((problem: any, text?: string) => void)[]} */
const refusals = [];

/** Calls back with what cannot be opened, and why. @param {(problem: any, text?: string) => void} listener */
export const onRefusal = (listener) => void refusals.push(listener);

/** What is said where the solver did not read a text, by what became of the call. @type {Record<string, Problem>} */
const UNREAD = {
  failed: { kind: "no-solver" },
  stopped: { kind: "engine" },
  internal: { kind: "engine" },
  fatal: { kind: "lost", params: { call: "convert" } },
};

/** Says why something cannot be opened; the board stays. @param {any} problem @param {string} [text] */
export function refuse(problem, text = "") {
  const known = typeof problem?.kind === "string";
  if (!known) console.error(problem);
  if (problem?.kind === "outdated" && !state.game) dispatchEvent(new Event("tesuji-reload")); // fallback.js listens
  const shown = known ? { ...problem, ...UNREAD[problem.kind] } : { kind: "unreadable" };
  for (const refusal of refusals) refusal(shown, text);
}

/**
 * A kind's own module, undefined where there is none.
 * @param {string} kind
 * @returns {Promise<PuzzleKind | undefined>}
 */
export async function kindOf(kind) {
  if (!/^[a-z]+$/.test(kind)) return undefined;
  try {
    return (await import(`../puzzles/${kind}/board.js`)).default;
  } catch {
    return undefined; // no puzzle of ours
  }
}

/**
 * Why there is no module of a kind: no such kind, or its file did not come.
 * @param {string} kind
 * @returns {Promise<Problem>}
 */
async function noKind(kind) {
  const kinds = state.catalog.map((entry) => entry.kind);
  const lost = await notLoaded();
  if (lost.kind === "outdated" || kinds.includes(kind)) return lost;
  return { kind: "kind", params: { name: kind.slice(0, 40), kinds: kinds.join(", ") } };
}

/**
 * What keeps the page from showing a document.
 * @param {any} document
 * @returns {Promise<PuzzleKind>} rejects with a Problem
 */
async function puzzleFor(document) {
  if (!document || typeof document !== "object" || Array.isArray(document)) throw { kind: "not-a-document" };
  const puzzle = await kindOf(String(document.kind));
  if (!puzzle) throw await noKind(String(document.kind));
  const problem = documentProblem(puzzle, document);
  if (problem) throw problem;
  return puzzle;
}

/**
 * A game as it was kept or exported, checked as strictly as a link.
 * @param {any} kept
 * @returns {Promise<{game: Game, puzzle: PuzzleKind}>} rejects with a Problem where it is damaged
 */
export async function gameFrom(kept) {
  const puzzle = await puzzleFor(kept?.document);
  const [{ gameProblem }, edit] = await Promise.all([
    import("../core/game-validation.js"),
    kept.drawing === undefined ? undefined : puzzle.edit?.(),
  ]).catch(() => Promise.reject({ kind: "not-loaded" }));
  const problem = gameProblem(puzzle, edit, kept);
  if (problem) throw problem;
  return { game: { ...newGame(puzzle, kept.document), ...kept }, puzzle };
}

/**
 * The game that is kept of a puzzle, undefined where there is none. One that is damaged goes to the shelf as such.
 * @param {PuzzleDocument} only
 * @returns {Promise<{kept?: Game, damaged?: boolean}>}
 */
async function keptOf(only) {
  const found = await find(identity(only));
  if (!found) return {};
  try {
    return { kept: (await gameFrom(found)).game };
  } catch (problem) {
    if (/** @type {Problem} */ (problem).kind === "not-loaded") throw problem;
    await setAside(found).catch(() => {});
    return { damaged: true };
  }
}

/**
 * Where the keyboard goes when what had the focus is about to leave.
 * @param {string} leaving
 * @param {string} to a selector
 */
export function passFocus(leaving, to) {
  const had = byId(leaving).contains(document.activeElement);
  return () => had && /** @type {HTMLElement | null} */ (document.querySelector(to))?.focus();
}

/**
 * Shows a puzzle, going on where it was left. `mode` opens it there instead of where it was looked at last.
 * @param {any} document @param {{entry?: "push" | "replace" | "keep", mode?: State["mode"], kept?: Game}} [how]
 */
export async function openDocument(document, { entry = "push", mode, kept: known } = {}) {
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
  const again = state.game?.id === game.id;
  if (!again) leave();
  if (entry === "push" && location.hash !== packed) history.pushState(null, "", packed);
  if (entry === "replace") history.replaceState(null, "", packed);
  address = location.hash;
  const pass = passFocus("margin", "#board");
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
  change({ ...game }, { puzzle, panel: null, message, stopped: false, ...place });
  if (!again) modeOf(state.mode).enter?.();
  pass();
  if (!again) scrollTo(0, 0); // on a phone the page may be down where it was opened
  if (!game.result) solve(false);
}

/** What the board was about ends. */
function leave() {
  if (state.game) modeOf(state.mode).leave?.();
  state.work?.controller.abort();
  updateView({ work: null });
}

let reads = 0;

/**
 * Opens whatever a text holds: a document, a link, or a notation, which the engine reads.
 * @param {string} text
 * @param {Parameters<typeof openDocument>[1]} [how]
 */
export async function openText(text, how) {
  const turn = ++reads;
  try {
    if (!text.trim()) throw { kind: "nothing" };
    const link = linkIn(text);
    if (link && "packed" in link) return await openDocument(await fromPacked(link.packed), how);
    const wanted = link ? link.text : text;
    const document = asDocument(wanted);
    if (document) return await openDocument(document, how);
    // Before the solver is up it takes a while: the panel says so, and a puzzle that opens closes it.
    update({ message: null, reading: true, ...(state.engine === "starting" ? { panel: "open" } : {}) });
    engine.start();
    const { document: read, notes = [] } = await engine.call("convert", { text: wanted });
    if (turn !== reads) return;
    await openDocument(read, how);
    if (notes.length && turn === reads)
      update({ message: { kind: "", message: notes.map((/** @type {any} */ note) => messageText(note)).join(" ") } });
  } catch (error) {
    if (turn === reads) refuse(/** @type {Problem} */ (error), text);
  } finally {
    if (turn === reads && state.reading) update({ reading: false });
  }
}

/** A JSON document, null when the text is something else. @param {string} text */
function asDocument(text) {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const document = JSON.parse(text);
    return typeof document.kind === "string" ? document : null;
  } catch {
    return null;
  }
}

const LARGEST_FILE = 12_000_000; // bytes

/** @type {((file: File) => boolean)[]} */
const takers = [];

/**
 * Calls back with every picture that is opened; who takes it for its own answers true.
 * @param {(file: File) => boolean} taker
 */
export const onPicture = (taker) => void takers.push(taker);

/**
 * A file: a picture goes to who makes puzzles of pictures, anything else that is no text is refused by name.
 * @param {File} file
 */
export async function openFile(file) {
  if (file.size > LARGEST_FILE) return refuse({ kind: "file-size", params: { n: Math.round(file.size / 1e6) } });
  const files = await loadModule(() => import("../core/file-kind.js"), []).catch(() => null);
  if (!files) return; // which was said
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { kind, picture } = files.fileKind(bytes, file);
  if (picture && takers.some((taker) => taker(file))) return;
  if (kind) return refuse({ kind: "file-kind", params: { name: file.name, kind } });
  openText(files.decoded(bytes));
}

/**
 * The puzzles of the examples, by kind, once somebody wanted one.
 * @type {Promise<Record<string, PuzzleDocument[]>> | null}
 */
let examples = null;

/** @returns {NonNullable<typeof examples>} rejects where they cannot be had */
async function loadExamples() {
  examples ??= readJson(new URL("../examples.json", import.meta.url));
  return examples.catch((error) => ((examples = null), Promise.reject(error)));
}

/** An example of a kind, else of the first one. @param {string} [kind] @param {number} [index] */
export async function openExample(kind = state.catalog[0]?.kind ?? "", index = 0) {
  const example = (await loadExamples().catch(() => null))?.[kind]?.[index];
  const document = example ?? (await kindOf(kind))?.sample.document;
  if (document) await openDocument(document).catch(refuse);
  else refuse(await notLoaded());
}

/** The puzzle of this kind that was played last, else its first example. @param {string} kind */
export async function openKind(kind) {
  const kept = await last(kind);
  const sound = kept && (await puzzleFor(kept.document).catch(() => null));
  if (sound) await openDocument(kept.document).catch(refuse);
  else await openExample(kind);
}

let address = ""; // the fragment that the page shows

/** What the device brings, which seldom is anything. @param {string} fragment */
async function arrive(fragment) {
  const arrival = await loadModule(() => import("./arrival.js"), []).catch(() => null); // which it says
  await arrival?.arrive(fragment);
}

/** Shows what the address asks for. */
export async function route() {
  const { hash: fragment } = location;
  if (fragment === address) return;
  address = fragment;
  if (fragment.length < 2) {
    leave();
    document.title = "Tesuji";
    return update({ game: null, puzzle: null, panel: null, message: null, latest: await latest() });
  }
  if (/^#(day|shared|kind=\w+)$/.test(fragment)) return arrive(fragment);
  if (!linkIn(fragment)) return refuse({ kind: "unknown-link" });
  await openText(fragment, { entry: fragment.startsWith("#p=") ? "keep" : "replace" });
}

/**
 * The address follows a puzzle that is drawn; `push` for one that begins.
 * @param {PuzzleDocument} document
 * @param {boolean} push
 */
export async function readdress(document, push) {
  const packed = await toFragment(document);
  if (push) history.pushState(null, "", packed);
  else history.replaceState(null, "", packed);
  address = location.hash;
}

/** The game that was played last, if it is still kept. @returns {Promise<State["latest"]>} */
export async function latest() {
  try {
    const { id, kind, title, hidden } = JSON.parse(choice("latest", "null"));
    return (await find(id)) ? { id, kind, title: String(title), hidden: Boolean(hidden) } : null;
  } catch {
    return null;
  }
}
