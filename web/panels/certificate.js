/** A certificate: the verdict with its proof, which a second program in the solver's worker has checked. */

import { position } from "../core/game.js";
import { t } from "../ui/i18n.js";
import { change } from "../shell/session.js";
import { ask, timeLimit } from "../shell/solver.js";
import { state } from "../shell/state.js";
import { kindName, messageText, problemText } from "../ui/text.js";

/** @import {Game, PuzzleKind} from "../core/types.js" */

/**
 * The claims that a certificate can prove: the verdict, clues that contradict each other, marks that contradict the
 * clues.
 */
/** @typedef {"verdict" | "conflict" | "marks"} Certified */

/** Characters from which the file is compressed; the command line reads both. */
const LARGE = 1 << 20;

/**
 * Solves the puzzle on the board with a proof, or finds the clues and marks that contradict each other, and has the
 * proof checked; the verdict then changes. `words`: the outcome; without a file, the reason why there is none.
 * @param {Certified} what
 * @returns {Promise<{file?: Blob, name: string, words: () => string}>}
 */
export async function checkedCertificate(what) {
  const game = /** @type {Game} */ (state.game);
  const { id, kind } = game;
  const title = (game.document.title || kindName(kind)).replace(/[^\p{L}\p{N}]+/gu, "-");
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

/** A text as a file, compressed if it is large. @param {string} text */
async function packed(text) {
  const plain = new Blob([text], { type: "text/plain" });
  if (text.length < LARGE || !("CompressionStream" in globalThis)) return { file: plain, suffix: "" };
  const stream = plain.stream().pipeThrough(new CompressionStream("gzip"));
  return { file: new Blob([await new Response(stream).arrayBuffer()], { type: "application/gzip" }), suffix: ".gz" };
}
