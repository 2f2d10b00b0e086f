/** Loads the modules of the kinds, and checks which kind can show a document. */

import { documentProblem, isKindName, variantOf } from "../core/validation.js";
import { notLoaded } from "./offline.js";
import { state } from "./state.js";
import { choice } from "./storage.js";

/** @import {Problem, PuzzleKind} from "../core/types.js" */

/**
 * Loads the module of a kind; undefined if there is none.
 * @param {string} kind
 * @returns {Promise<PuzzleKind | undefined>}
 */
export async function kindOf(kind) {
  if (!isKindName(kind)) return undefined;
  try {
    return (await import(`../puzzles/${kind}/board.js`)).default;
  } catch {
    return undefined; // not one of our puzzles
  }
}

/** Returns the kinds that were played on this device, latest first. */
export const playedKinds = () => choice("kinds", "").split(" ").filter(isKindName);

/**
 * Returns why the module of a kind is missing: there is no such kind, or its file could not be loaded.
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
 * Returns the kind of a document, if the page can show it.
 * @param {any} document
 * @returns {Promise<PuzzleKind>} rejects with a Problem
 */
export async function puzzleFor(document) {
  if (!document || typeof document !== "object" || Array.isArray(document)) throw { kind: "not-a-document" };
  const kind = await kindOf(String(document.kind));
  if (!kind) throw await noKind(String(document.kind));
  const puzzle = variantOf(kind, document);
  const problem = documentProblem(puzzle, document);
  if (problem) throw problem;
  return puzzle;
}
