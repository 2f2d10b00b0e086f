/** Generates a puzzle with the engine. Loaded on demand. */

import { openDocument } from "../../shell/open.js";
import { ask, fail } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { t } from "../../ui/i18n.js";
import { kindName } from "../../ui/text.js";

const NAMES = ["easy", "medium", "hard", "expert", "extreme"];

/**
 * Generates a puzzle of the current kind and opens it.
 * @param {{width: number, height: number, level: string, variant?: string}} wish
 */
export async function makeOne({ width, height, level: wanted, variant }) {
  const { puzzle, game } = state;
  if (!puzzle || state.work?.name === "generate") return;
  try {
    const {
      document,
      level: reached,
      exact,
      at_least: bound,
    } = await ask("generate", {
      kind: puzzle.kind,
      width,
      height,
      level: wanted,
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
    if (document && !exact) {
      const name = t(`level.${1 + NAMES.indexOf(reached)}`);
      const level = bound ? t("level.least", { level: name }) : name;
      update({ message: { kind: "note", message: t("make.nearest", { level }) } });
    }
  } catch (error) {
    fail(error);
  }
}
