/** Creates a certificate: the verdict with its proof, verified by the checker in the solver's worker. */

import { fileName } from "../ui/files.js";
import { position } from "../core/game.js";
import { t } from "../ui/i18n.js";
import { change } from "../shell/session.js";
import { ask, timeLimit } from "../shell/solver.js";
import { state } from "../shell/state.js";
import { kindName, messageText, problemText } from "../ui/text.js";

/** @import {Game, PuzzleKind} from "../core/types.js" */

/**
 * The claims that a certificate can prove: the verdict, a contradiction between clues, or one between marks and clues.
 */
/** @typedef {"verdict" | "conflict" | "marks"} Certified */

/** files with more characters are compressed; the command line reads both forms */
const COMPRESSED_FROM = 1 << 20;

/**
 * Solves the puzzle with a proof, or finds the contradictory clues and marks, and has the proof verified. The verdict
 * is updated. `words` describes the outcome, or the reason why there is no file.
 * @param {Certified} what
 * @returns {Promise<{file?: Blob, name: string, words: () => string}>}
 */
export async function checkedCertificate(what) {
  const game = /** @type {Game} */ (state.game);
  const { id, kind } = game;
  const title = fileName(game.document.title || kindName(kind));
  const name = `${title}${what === "verdict" ? "" : `.${what}`}.certificate.txt`;
  try {
    const timeout = timeLimit();
    const call = what === "verdict" ? "solve" : "conflict";
    const document = what === "marks" ? position(game, /** @type {PuzzleKind} */ (state.puzzle)) : game.document;
    const { certificate, ...result } = await ask(call, { document, certificate: true, timeout });
    if (!certificate) {
      const none = what === "verdict" ? "certificate.not-decided" : "certificate.can-stand";
      const { uncertified = { key: none } } = result;
      return { name, words: () => messageText(uncertified) };
    }
    const answer = await ask("verify", { certificate, timeout });
    if (!answer.accepted) return { name, words: () => t("certificate.refused", { why: messageText(answer.sentence) }) };
    if (what === "verdict" && state.game?.id === id) change({ ...state.game, result: { ...result, checked: true } });
    const { file, suffix } = await packed(certificate);
    return {
      file,
      name: name + suffix,
      words: () => t("certificate.accepted", { n: answer.lines, name: name + suffix }),
    };
  } catch (error) {
    const problem = /** @type {any} */ (error);
    return { name, words: () => (problem?.kind === "superseded" ? t("certificate.what") : problemText(problem)) };
  }
}

/** Returns a text as a file, compressed if it is large. @param {string} text */
async function packed(text) {
  const plain = new Blob([text], { type: "text/plain" });
  if (text.length < COMPRESSED_FROM || !("CompressionStream" in globalThis)) return { file: plain, suffix: "" };
  const stream = plain.stream().pipeThrough(new CompressionStream("gzip"));
  return { file: new Blob([await new Response(stream).arrayBuffer()], { type: "application/gzip" }), suffix: ".gz" };
}
