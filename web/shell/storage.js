/**
 * Stores data on this device: games in IndexedDB, a few choices in localStorage. If a browser refuses either, the page
 * continues and reports that nothing is saved.
 */

import { merged } from "../core/merge.js";

/** @import {Game} from "../core/types.js" */

// Maximum times that a board waits for the database to open and for its answer to a request, in ms.
const MAX_OPENING = 500;
const MAX_ANSWER = 2000;

/** The reason with which calls reject while the database does not open or answer. */
const NO_ANSWER = new DOMException("the database does not answer", "TimeoutError");

/**
 * Returns the result of a request. Rejects if there is none in time: WebKit can keep a page that was left with an
 * unfinished transaction, for which the requests of other pages wait forever.
 * @template T @param {IDBRequest<T>} request @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(NO_ANSWER), MAX_ANSWER);
    request.onsuccess = () => (clearTimeout(patience), resolve(request.result));
    request.onerror = () => (clearTimeout(patience), reject(request.error));
  });

/** @type {(() => void)[]} */
const lateListeners = [];

/**
 * Registers a listener for a database that opened late, so that unsaved data can be stored.
 * @param {() => void} listener
 */
export const onLateOpening = (listener) => void lateListeners.push(listener);

/** @type {Promise<IDBDatabase> | undefined} */
let database;

/**
 * Opens the database once. Rejects if there is none, or if it does not open in time, since some browsers never open it.
 */
const open = () => (database ??= opening());

/** @returns {Promise<IDBDatabase>} */
function opening() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tesuji", 2);
    const patience = setTimeout(() => reject(NO_ANSWER), MAX_OPENING);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1)
        request.result.createObjectStore("games", { keyPath: "id" }).createIndex("kind", ["kind", "changed"]);
      /** @type {IDBTransaction} */ (request.transaction).objectStore("games").createIndex("alias", "alias");
    };
    request.onsuccess = () => {
      clearTimeout(patience);
      // A newer version of the page in another tab may change the schema.
      request.result.onversionchange = () => (request.result.close(), (database = undefined));
      resolve(request.result);
      opened(request.result);
    };
    request.onerror = () => (clearTimeout(patience), reject(request.error));
  });
}

/** Handles a database that opened after the time limit: later calls use it. @param {IDBDatabase} found */
async function opened(found) {
  const waited = await database?.then(Boolean, () => false);
  if (waited) return;
  database = Promise.resolve(found);
  for (const listener of lateListeners) listener();
}

/** @param {IDBTransactionMode} mode */
const games = async (mode) => (await open()).transaction("games", mode).objectStore("games");

/**
 * Returns the stored game with this id, or one of the user's own puzzles whose current id it is, whichever was changed
 * last. Returns undefined if there is none or storage is unavailable.
 * @param {string} id
 * @returns {Promise<any>}
 */
export async function find(id) {
  try {
    const store = await games("readonly");
    const [game, own] = await Promise.all([done(store.get(id)), done(store.index("alias").getAll(id))]);
    return seen([...own, ...(game ? [game] : [])].sort((a, b) => b.changed - a.changed)[0]);
  } catch (error) {
    if (error === NO_ANSWER) unseen.add(id);
    return undefined;
  }
}

/**
 * Returns all stored games and damaged records ({id, aside: the record}), latest changes first.
 * @returns {Promise<any[]>}
 */
export async function all() {
  const kept = await done((await games("readonly")).getAll());
  const age = (/** @type {any} */ { changed }) => (Number.isFinite(changed) ? changed : 0);
  return kept.sort((a, b) => age(b) - age(a));
}

/**
 * Stores a damaged game as a damaged record, so that its puzzle can be started again.
 * @param {any} kept the game, with an id
 */
export async function setAside(kept) {
  const store = await games("readwrite");
  store.put({ id: `aside-${Date.now().toString(36)}-${kept.id}`, aside: kept });
  store.delete(kept.id);
  known.delete(kept.id);
  await finished(store.transaction);
}

/** Removes a game from the store. @param {string} id */
export async function remove(id) {
  const store = await games("readwrite");
  store.delete(id);
  known.delete(id);
  await finished(store.transaction);
}

/** Returns the game of this kind that was played last. @param {string} kind @returns {Promise<any>} */
export async function last(kind) {
  try {
    const index = (await games("readonly")).index("kind");
    return (await done(index.openCursor(IDBKeyRange.bound([kind], [kind, Infinity]), "prev")))?.value;
  } catch {
    return undefined;
  }
}

/** Games that are being stored, by id. @type {Map<string, Game>} */
const pending = new Map();

/** The stored games as this tab last read them, by id. @type {Map<string, Game>} */
const known = new Map();

/**
 * Ids of games that were started again because the store did not open; it may contain an earlier version.
 * @type {Set<string>}
 */
const unseen = new Set();

/** @template {Game | undefined} T @param {T} game @returns {T} */
function seen(game) {
  if (game) known.set(game.id, game);
  return game;
}

/** Notifies other tabs of changes. Null if the browser refuses that; Firefox does if its user blocks all cookies. */
const tabs = channel();

function channel() {
  try {
    return new BroadcastChannel("tesuji");
  } catch {
    return null;
  }
}

/** @type {((game: Game) => void)[]} */
const listeners = [];

/**
 * Registers a listener for games that another tab has changed, called with the current version.
 * @param {(game: Game) => void} listener
 */
export const onOtherTab = (listener) => void listeners.push(listener);

tabs?.addEventListener("message", async ({ data }) => {
  const before = known.get(data.id);
  const game = before && !pending.has(data.id) && (await find(data.id));
  if (game && game.changed !== before.changed) for (const listener of listeners) listener(game);
});

const MAX_DATE = 8.64e15; // the latest time in ms that a Date can represent

/**
 * Stores a game, in a task after that of the change. Rejects if the storage is full or missing. Changes made by another
 * tab since the last read are merged, and listeners receive the merged game.
 * @param {Game} game
 */
export async function keep(game) {
  pending.set(game.id, game);
  if (!document.hidden) await new Promise((resolve) => setTimeout(resolve)); // a hidden page may be stopped at any time
  if (unseen.delete(game.id)) known.set(game.id, game); // both versions are merged when the store opens
  const store = await games("readwrite");
  const stored = await done(store.get(game.id));
  const base = known.get(game.id);
  const changed = base && stored && stored.changed !== base.changed;
  const both = changed ? merged(base, game, stored) : game;
  const kept = both
    ? { ...both, changed: Math.min(MAX_DATE, Math.max(game.changed, (stored?.changed ?? 0) + 1)) }
    : game;
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

/**
 * Stores unsaved data synchronously and closes the store, so that no other page waits for it. Call this when the page
 * is left.
 */
export function keepUnsaved() {
  const games = [...pending.values()].map((game) => ({ ...game, base: known.get(game.id) }));
  if (games.length) choose("underway", JSON.stringify(games));
  database?.then(
    (opened) => opened.close(),
    () => {},
  );
  database = undefined;
}

/** Opens the store and restores unsaved data. Call this first. */
export async function recover() {
  open().catch(() => {}); // the error is reported when something must be saved
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
    // The data stays there until the next visit.
  }
}

/** Returns a stored choice. @param {string} name @param {string} otherwise */
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
    // Without storage, the choice is lost; nothing else depends on it.
  }
}

/**
 * A stored list, and the text from which it was parsed.
 * @template T
 * @typedef {{text: string, entries: T[]}} ReadList
 */

/**
 * Returns a stored list without damaged entries, or `before` if its text has not changed.
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
 * Requests persistent storage. Some browsers prompt the user, so this is called only after the page was installed or a
 * puzzle was solved.
 */
export const keepForGood = () => void navigator.storage?.persist?.().catch(() => {}); // not supported by all
