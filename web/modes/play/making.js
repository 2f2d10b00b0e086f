/** Generates puzzles with the engine, on request and in advance. Loaded on demand. */

import { nameOfVariant } from "../../core/validation.js";
import { generateInAdvance, takeGenerated } from "../../shell/advance.js";
import { libraryIfAny, openEntry } from "../../shell/library.js";
import { openDocument } from "../../shell/open.js";
import { bestTimes } from "../../shell/record.js";
import { SUPERSEDED, ask, fail } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { t } from "../../ui/i18n.js";
import { kindName, messageText } from "../../ui/text.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */
/** @import {LibraryEntry} from "../../shell/library.js" */

/** @typedef {{width: number, height: number, level: string, variant?: string}} Wish */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {object | null} wish  the last wish; an earlier one is given up
 */

/** @type {Own} */
const local = part("modes/play/making", { wish: null });

const WAIT = 1000; // in ms, until the player is offered another puzzle

/** The arguments of the call for a wish. @param {PuzzleKind} puzzle @param {Wish} wish */
const argsOf = (puzzle, { width, height, level, variant }) => {
  return { kind: puzzle.kind, width, height, level, timeout: 20, variant, ...puzzle.make };
};

/**
 * Generates a puzzle of the current kind and opens it. If that takes long, offers one of the library meanwhile.
 * @param {Wish} wish
 */
export async function makeOne(wish) {
  const { puzzle, game } = state;
  if (!puzzle || state.work?.name === "generate") return;
  const { width, height, level, variant } = wish;
  const similar = () => nearest(puzzle, game, width * height, Number(level) || 3, variant).catch(() => null);
  const meanwhile = offerLater(similar);
  try {
    const args = argsOf(puzzle, wish);
    const { document, sentence } = takeGenerated(args) ?? (await generate(args));
    const made = document && { ...document, title: t(puzzle.make?.game ? "make.title.game" : "make.title") };
    const open = () => openDocument(made, { mode: "play" });
    // Does not interrupt a player who has opened another board or is drawing.
    if (made && (state.game?.id !== game?.id || state.mode !== "play"))
      return update({ offer: { text: t("make.ready", { kind: kindName(puzzle.kind) }), open } });
    if (made) await open();
    if (sentence) update({ message: { kind: "note", message: messageText(sentence) } });
    prepare(wish);
  } catch (error) {
    // Out of time, not stopped by the player.
    const late = /** @type {{kind?: string}} */ (error).kind === "stopped" && !state.stopped;
    if (!late || state.game?.id !== game?.id || state.mode !== "play" || !(await openInstead(await similar())))
      fail(error);
  } finally {
    meanwhile.end();
  }
}

/**
 * Offers a puzzle of the library after a while. `end` withdraws the offer, or prevents it.
 * @param {() => Promise<LibraryEntry | null>} similar
 */
function offerLater(similar) {
  /** @type {typeof state.offer} */
  let offer = null;
  const timer = setTimeout(async () => {
    const entry = await similar();
    if (!entry || state.work?.name !== "generate") return;
    const text = t("make.meanwhile", { level: t(`level.${entry.level}`) });
    update({ offer: (offer = { text, open: () => openEntry(entry) }) });
  }, WAIT);
  const end = () => {
    clearTimeout(timer);
    if (offer && state.offer === offer) update({ offer: null });
  };
  return { end };
}

const PAUSE = 300; // in ms

/**
 * Generates the puzzle in advance that the player would get for a wish.
 * @param {Wish} wish
 */
export async function prepare(wish) {
  if (state.puzzle) await generateInAdvance(argsOf(state.puzzle, wish));
}

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
 * Returns the puzzle of the library of this variant whose size and level are closest, preferably an unsolved one; null
 * if there is none.
 * @param {PuzzleKind} puzzle
 * @param {Game | null} game
 * @param {number} cells
 * @param {number} level
 * @param {string} [variant]
 */
async function nearest(puzzle, game, cells, level, variant) {
  const [member, number] = (variant ?? "").split("-");
  const entries = (await libraryIfAny(puzzle.kind)).filter(
    ({ document }) => nameOfVariant(puzzle, document) === member,
  );
  const solved = bestTimes();
  const off = (/** @type {LibraryEntry} */ entry) => {
    const { width, height } = puzzle.size(entry.document);
    const others = number ? Math.abs(entry.document[member].length - Number(number)) : 0;
    const known = entry.id === game?.id ? 1000 : solved.has(entry.id) ? 100 : 0;
    return known + 10 * (Math.abs(Math.log((width * height) / cells)) + others) + Math.abs(entry.level - level);
  };
  return entries.length ? entries.reduce((best, entry) => (off(entry) < off(best) ? entry : best)) : null;
}

/** Opens a puzzle of the library, if there is one; returns whether there is. @param {LibraryEntry | null} entry */
async function openInstead(entry) {
  if (!entry) return false;
  await openEntry(entry);
  update({ message: { kind: "note", message: t("make.library", { level: t(`level.${entry.level}`) }) } });
  return true;
}
