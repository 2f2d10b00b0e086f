/**
 * Stores data on this device: games in IndexedDB, a few choices in localStorage. If a browser refuses either, the page
 * continues and reports that nothing is saved.
 */

import { merged } from "../core/merge.js";

/** @import {Game} from "../core/types.js" */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const PATIENCE = 500; // ms that a board waits for the database

/** The reason with which a call rejects while the database does not open. */
const LATE = new DOMException("the database does not open", "TimeoutError");

/** @type {(() => void)[]} */
const lateListeners = [];

/** Calls back when the database has opened late, so that unsaved data can be saved. @param {() => void} listener */
export const onLateOpening = (listener) => void lateListeners.push(listener);

/** @type {Promise<IDBDatabase> | undefined} */
let database;

/**
 * The database, opened once; rejects if there is none, or if it lets the page wait: some browsers never open it.
 */
const open = () => (database ??= opening());

/** @returns {Promise<IDBDatabase>} */
function opening() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tesuji", 2);
    const patience = setTimeout(() => reject(LATE), PATIENCE);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1)
        request.result.createObjectStore("games", { keyPath: "id" }).createIndex("kind", ["kind", "changed"]);
      /** @type {IDBTransaction} */ (request.transaction).objectStore("games").createIndex("alias", "alias");
    };
    request.onsuccess = () => {
      clearTimeout(patience);
      // A newer version of the page in another tab may change the store.
      request.result.onversionchange = () => (request.result.close(), (database = undefined));
      resolve(request.result);
      opened(request.result);
    };
    request.onerror = () => (clearTimeout(patience), reject(request.error));
  });
}

/** If nothing waits for it any more, it serves later calls. @param {IDBDatabase} found */
async function opened(found) {
  const waited = await database?.then(Boolean, () => false);
  if (waited) return;
  database = Promise.resolve(found);
  for (const listener of lateListeners) listener();
}

/** @param {IDBTransactionMode} mode */
const games = async (mode) => (await open()).transaction("games", mode).objectStore("games");

/**
 * The kept game with this id, or, among the user's own puzzles, the current one for the id, whichever was changed last;
 * undefined if there is none or nothing can be kept.
 * @param {string} id
 * @returns {Promise<any>}
 */
export async function find(id) {
  try {
    const store = await games("readonly");
    const [game, own] = await Promise.all([done(store.get(id)), done(store.index("alias").getAll(id))]);
    return seen([...own, ...(game ? [game] : [])].sort((a, b) => b.changed - a.changed)[0]);
  } catch (error) {
    if (error === LATE) unseen.add(id);
    return undefined;
  }
}

/**
 * Returns everything kept, latest changes first: games, and damaged records as {id, aside: the record}.
 * @returns {Promise<any[]>}
 */
export async function all() {
  const kept = await done((await games("readonly")).getAll());
  const age = (/** @type {any} */ { changed }) => (Number.isFinite(changed) ? changed : 0);
  return kept.sort((a, b) => age(b) - age(a));
}

/**
 * Puts a damaged game if nothing takes it for a game, so that its puzzle can begin again.
 * @param {any} kept with an id
 */
export async function setAside(kept) {
  const store = await games("readwrite");
  store.put({ id: `aside-${Date.now().toString(36)}-${kept.id}`, aside: kept });
  store.delete(kept.id);
  known.delete(kept.id);
  await finished(store.transaction);
}

/** Takes a game out of the store. @param {string} id */
export async function remove(id) {
  const store = await games("readwrite");
  store.delete(id);
  known.delete(id);
  await finished(store.transaction);
}

/** The game of this kind that was played last. @param {string} kind @returns {Promise<any>} */
export async function last(kind) {
  try {
    const index = (await games("readonly")).index("kind");
    return (await done(index.openCursor(IDBKeyRange.bound([kind], [kind, Infinity]), "prev")))?.value;
  } catch {
    return undefined;
  }
}

/** Games that are on their way into the store, by id. @type {Map<string, Game>} */
const pending = new Map();

/** The games as this tab last saw them in the store, by id. @type {Map<string, Game>} */
const known = new Map();

/** Games that began again because the store did not open; something may be in it. @type {Set<string>} */
const unseen = new Set();

/** @template {Game | undefined} T @param {T} game @returns {T} */
function seen(game) {
  if (game) known.set(game.id, game);
  return game;
}

/** Notifies other tabs of changes. */
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("tesuji") : null;

/** @type {((game: Game) => void)[]} */
const listeners = [];

/**
 * Calls back with the current version of a game that another tab has changed. @param {(game: Game) => void} listener
 */
export const onOtherTab = (listener) => void listeners.push(listener);

tabs?.addEventListener("message", async ({ data }) => {
  const before = known.get(data.id);
  const game = before && !pending.has(data.id) && (await find(data.id));
  if (game && game.changed !== before.changed) for (const listener of listeners) listener(game);
});

const LATEST = 8.64e15; // ms, the last time that a Date can hold

/**
 * Keeps a game; rejects when there is no room or no store. Changes by another tab since the last read are merged, and
 * listeners receive the merged game.
 * @param {Game} game
 */
export async function keep(game) {
  pending.set(game.id, game);
  if (unseen.delete(game.id)) known.set(game.id, game); // both are put together when the store opens
  const store = await games("readwrite");
  const stored = await done(store.get(game.id));
  const base = known.get(game.id);
  const changed = base && stored && stored.changed !== base.changed;
  const both = changed ? merged(base, game, stored) : game;
  const kept = both ? { ...both, changed: Math.min(LATEST, Math.max(game.changed, (stored?.changed ?? 0) + 1)) } : game;
  if (!both) store.put({ ...stored, id: `${stored.id}-${stored.changed.toString(36)}` });
  store.put(kept);
  known.set(game.id, kept);
  await finished(store.transaction);
  if (pending.get(game.id) === game) pending.delete(game.id);
  tabs?.postMessage({ id: game.id });
  if (changed) for (const listener of listeners) listener(kept);
}

/** @param {IDBTransaction} transaction */
function finished(transaction) {
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Store unsaved data synchronously. Call it when the page is hidden. */
export function keepUnsaved() {
  const games = [...pending.values()].map((game) => ({ ...game, base: known.get(game.id) }));
  if (games.length) choose("underway", JSON.stringify(games));
}

/** Opens the store and restores the kept data; call it first. */
export async function recover() {
  open().catch(() => {}); // the message appears when something is to be saved
  const kept = choice("underway", "");
  if (!kept) return;
  try {
    for (const { base, ...game } of JSON.parse(kept)) {
      if (typeof game.id !== "string") continue;
      if (base) known.set(game.id, base);
      await keep(game);
    }
    localStorage.removeItem("tesuji.underway");
  } catch {
    // It stays there for the next time.
  }
}

/** A choice made earlier. @param {string} name @param {string} otherwise */
export function choice(name, otherwise) {
  try {
    return localStorage.getItem(`tesuji.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value */
export function choose(name, value) {
  try {
    localStorage.setItem(`tesuji.${name}`, value);
  } catch {
    // A browser without storage forgets the choice; that is all.
  }
}

/**
 * A stored list as it was read last, and the text from which it was read.
 * @template T
 * @typedef {{text: string, entries: T[]}} ReadList
 */

/**
 * Returns a stored list, `before` if its text is the same; damaged entries are left out.
 * @template T
 * @param {string} name
 * @param {ReadList<T>} before
 * @param {(entry: any) => entry is T} fits
 * @returns {ReadList<T>}
 */
export function readList(name, before, fits) {
  const text = choice(name, "[]");
  if (text === before.text) return before;
  try {
    const entries = JSON.parse(text);
    return { text, entries: Array.isArray(entries) ? entries.filter(fits) : [] };
  } catch {
    return { text, entries: [] };
  }
}

/**
 * Requests persistent storage. Some browsers ask the user, so this runs only after the page was installed or a puzzle
 * solved.
 */
export const keepForGood = () => void navigator.storage?.persist?.().catch(() => {}); // browsers without it continue as before
