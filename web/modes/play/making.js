/** Generates a puzzle with the engine. Loaded on demand. */

import { nameOfVariant } from "../../core/validation.js";
import { library, openEntry } from "../../shell/library.js";
import { openDocument } from "../../shell/open.js";
import { SUPERSEDED, ask, fail } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { t } from "../../ui/i18n.js";
import { kindName, messageText } from "../../ui/text.js";

/** @import {Game, PuzzleDocument, PuzzleKind} from "../../core/types.js" */
/** @import {LibraryEntry} from "../../shell/library.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {object | null} wish  the last wish; an earlier one is given up
 */

/** @type {Own} */
const local = part("modes/play/making", { wish: null });

/**
 * Generates a puzzle of the current kind and opens it.
 * @param {{width: number, height: number, level: string, variant?: string}} wish
 */
export async function makeOne({ width, height, level, variant }) {
  const { puzzle, game } = state;
  if (!puzzle || state.work?.name === "generate") return;
  try {
    const { document, sentence } = await generate({
      kind: puzzle.kind,
      width,
      height,
      level,
      timeout: 20,
      variant,
      ...puzzle.make,
    });
    const made = document && { ...document, title: t(puzzle.make?.game ? "make.title.game" : "make.title") };
    const open = () => openDocument(made, { mode: "play" });
    // Does not interrupt a player who has opened another board or is drawing.
    if (made && (state.game?.id !== game?.id || state.mode !== "play"))
      return update({ offer: { text: t("make.ready", { kind: kindName(puzzle.kind) }), open } });
    if (made) await open();
    if (sentence) update({ message: { kind: "note", message: messageText(sentence) } });
  } catch (error) {
    // Out of time, not stopped by the player.
    const late = /** @type {{kind?: string}} */ (error).kind === "stopped" && !state.stopped;
    if (!late || !(await openNearest(puzzle, game, width * height, Number(level) || 3, variant))) fail(error);
  }
}

const PAUSE = 300; // in ms

/**
 * Generates a puzzle. If another call has priority, this one begins again after it, unless the player has made another
 * wish.
 * @param {Record<string, any>} args
 */
async function generate(args) {
  const mine = (local.wish = args);
  for (;;) {
    try {
      return await ask("generate", args);
    } catch (error) {
      if (error !== SUPERSEDED) throw error;
    }
    do await new Promise((resolve) => setTimeout(resolve, PAUSE));
    while (state.work);
    if (local.wish !== mine) throw SUPERSEDED;
  }
}

/**
 * Opens the puzzle of the library of this variant whose size and level are closest. Returns whether there is one, unless
 * the player has opened another board meanwhile.
 * @param {PuzzleKind} puzzle
 * @param {Game | null} game
 * @param {number} cells
 * @param {number} level
 * @param {string} [variant]
 */
async function openNearest(puzzle, game, cells, level, variant) {
  const entries = (await library(puzzle.kind).catch(() => [])).filter(
    ({ document }) => nameOfVariant(puzzle, document) === (variant ?? "").split("-")[0],
  );
  if (!entries.length || state.game?.id !== game?.id || state.mode !== "play") return false;
  const off = (/** @type {LibraryEntry} */ entry) => {
    const { width, height } = puzzle.size(entry.document);
    const [member, number] = (variant ?? "").split("-");
    const others = number ? Math.abs(entry.document[member].length - Number(number)) : 0;
    return 10 * (Math.abs(Math.log((width * height) / cells)) + others) + Math.abs(entry.level - level);
  };
  const nearest = entries.reduce((best, entry) => (off(entry) < off(best) ? entry : best));
  await openEntry(nearest);
  update({ message: { kind: "note", message: t("make.library", { level: t(`level.${nearest.level}`) }) } });
  return true;
}
