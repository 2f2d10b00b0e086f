/** The examples that come with each kind. */

import { t } from "../ui/i18n.js";
import { readJson } from "../ui/json.js";
import { kindOf, puzzleFor } from "./kinds.js";
import { notLoaded } from "./offline.js";
import { once } from "./once.js";
import { openDocument } from "./open.js";
import { refuse } from "./refusals.js";
import { state } from "./state.js";
import { last } from "./storage.js";

/** @import {PuzzleDocument} from "../core/types.js" */

/**
 * Loads the puzzles of the examples, by kind. Rejects if that fails.
 * @returns {Promise<Record<string, PuzzleDocument[]>>}
 */
const loadExamples = () => once("examples", () => readJson(new URL("../examples.json", import.meta.url)));

/** Opens an example of a kind; default: of the first kind. @param {string} [kind] @param {number} [index] */
export async function openExample(kind = state.catalog[0]?.kind ?? "", index = 0) {
  const example = (await loadExamples().catch(() => null))?.[kind]?.[index];
  const document = example ?? (await kindOf(kind))?.sample.document;
  if (document) await openDocument(document).catch(refuse);
  else refuse(await notLoaded());
}

/** Opens a puzzle that takes about a minute, of the first kind that has one. */
export async function openPractice() {
  for (const { kind } of state.catalog) {
    const practice = (await kindOf(kind))?.practice;
    if (practice) return openDocument({ ...practice, title: t("start.first") }, { mode: "play" }).catch(refuse);
  }
  return openExample();
}

/** Opens the puzzle of this kind that was played last, or else its first example. @param {string} kind */
export async function openKind(kind) {
  const kept = await last(kind);
  const sound = kept && (await puzzleFor(kept.document).catch(() => null));
  if (sound) await openDocument(kept.document).catch(refuse);
  else await openExample(kind);
}
