/** The modules of the kinds, and the documents that each of them can show. */

import { documentProblem, isKindName } from "../core/validation.js";
import { notLoaded } from "./offline.js";
import { state } from "./state.js";

/** @import {Problem, PuzzleKind} from "../core/types.js" */

/**
 * A kind's own module, undefined where there is none.
 * @param {string} kind
 * @returns {Promise<PuzzleKind | undefined>}
 */
export async function kindOf(kind) {
  if (!isKindName(kind)) return undefined;
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
export async function puzzleFor(document) {
  if (!document || typeof document !== "object" || Array.isArray(document)) throw { kind: "not-a-document" };
  const puzzle = await kindOf(String(document.kind));
  if (!puzzle) throw await noKind(String(document.kind));
  const problem = documentProblem(puzzle, document);
  if (problem) throw problem;
  return puzzle;
}
