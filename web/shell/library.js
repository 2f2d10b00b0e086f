/** The puzzles that come with the page, loaded on demand; one of them is the puzzle of the day. */

import { mirrored, puzzleOfDay } from "../core/daily.js";
import { withinReach } from "../core/practice.js";
import { identity } from "../core/game.js";
import { t } from "../ui/i18n.js";
import { readJson } from "../ui/json.js";
import { rememberDay } from "./daily.js";
import { kindOf } from "./kinds.js";
import { once } from "./once.js";
import { openDocument } from "./open.js";
import { refuse } from "./refusals.js";
import { state } from "./state.js";

/** @import {Game, PuzzleDocument, PuzzleKind, Size} from "../core/types.js" */
/** @import {Sight} from "../core/practice.js" */

/**
 * @typedef {object} LibraryEntry
 * @property {PuzzleDocument} document
 * @property {string} id  id of its game
 * @property {number} level  1 to 5
 * @property {number} number  its position in the library, from 1
 * @property {string} [hardest]  the name of the hardest technique
 * @property {Record<string, string>} [name]  its name by language, if it has one
 */

/** Returns the kinds that have a library, in the order of the header. */
export const kindsWithLibrary = () => state.catalog.filter(({ library }) => library).map(({ kind }) => kind);

/** Loads the puzzles of a kind, small and easy ones first. Rejects if they cannot be loaded. @param {string} kind */
export const library = (kind) => once(`library ${kind}`, () => load(kind));

/** Loads the puzzles of a kind like `library`; none if it has no library. @param {string} kind */
export const libraryIfAny = async (kind) => (kindsWithLibrary().includes(kind) ? library(kind) : []);

/** @param {string} kind @returns {Promise<LibraryEntry[]>} */
async function load(kind) {
  /** @type {Omit<LibraryEntry, "id" | "number">[]} */
  const entries = await readJson(new URL(`../puzzles/${kind}/library.json`, import.meta.url));
  return entries.map((entry, index) => ({ ...entry, id: identity(entry.document), number: index + 1 }));
}

/**
 * Returns the puzzle of a kind on a day. It depends only on the date, so it is the same for everyone.
 * @param {string} kind
 * @param {number} day
 * @returns {Promise<LibraryEntry>}
 */
async function entryOfDay(kind, day) {
  const entries = await library(kind);
  const puzzle = await kindOf(kind);
  const sized = entries.map(({ level, document }) => {
    const { width = 0, height = 0 } = puzzle?.size(document) ?? {};
    return { level, cells: width * height };
  });
  const { index, mirrored: turned } = puzzleOfDay(sized, day);
  if (!turned) return entries[index];
  const document = mirrored(entries[index].document);
  return { ...entries[index], document, id: identity(document) };
}

/** Returns the puzzles of a day, one of each kind. Rejects if they cannot be loaded. @param {number} day */
export const puzzlesOfDay = (day) => Promise.all(kindsWithLibrary().map((kind) => entryOfDay(kind, day)));

/** Opens the puzzle of a kind and a day. @param {string} kind @param {number} day */
export async function openOfDay(kind, day) {
  const entry = await entryOfDay(kind, day);
  rememberDay(entry.id, day);
  await openEntry(entry);
}

/**
 * Returns the puzzle to play after another one: the next unsolved puzzle of the same size in the library, of the same
 * level or else the next level. If the player's results are known, it is the one just within their reach. For
 * pictures, which have many sizes, a similar size is enough.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @param {number} level level of the game, if it is not from the library
 * @param {ReadonlySet<string>} solved ids of the solved games
 * @param {readonly Sight[]} sights results of the player, for whom the best puzzle is chosen
 * @returns {Promise<{entry: LibraryEntry | null, level: number}>} `entry` is null if no puzzle is left
 */
export async function nextPuzzle(puzzle, game, level, solved, sights) {
  const entries = await libraryIfAny(puzzle.kind);
  const own = entries.find(({ id }) => id === game.id)?.level ?? level;
  const size = puzzle.size(game.document);
  const at = entries.findIndex(({ id }) => id === game.id) + 1;
  const left = [...entries.slice(at), ...entries.slice(0, at)].filter(
    ({ id, document }) =>
      id !== game.id && !solved.has(id) && alike(size, puzzle.size(document), Boolean(puzzle.picture)),
  );
  const near = left.filter((entry) => Math.abs(entry.level - own) < 2);
  const reached = withinReach(sights, puzzle.kind, near);
  if (reached) return { entry: reached, level: own };
  const of = (/** @type {number} */ wanted) => left.find((entry) => entry.level === wanted);
  return { entry: of(own) ?? of(own + 1) ?? (puzzle.picture ? left[0] : null) ?? null, level: own };
}

/** Returns whether two boards count as the same size. @param {Size} a @param {Size} b @param {boolean} about */
function alike(a, b, about) {
  const share = (b.width * b.height) / (a.width * a.height);
  return about ? share > 0.6 && share < 1.7 : a.width === b.width && a.height === b.height;
}

/** Opens a puzzle of the library. @param {LibraryEntry} entry */
export async function openEntry({ document, name, number }) {
  const title = name?.[state.language] ?? name?.en ?? t("library.number", { n: number });
  await openDocument({ ...document, title }, { mode: "play" }).catch(refuse);
}
