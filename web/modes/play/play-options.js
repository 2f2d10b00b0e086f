/**
 * Play options, each off until the player turns it on: × on finished lines, struck clues, shaded cells, a what-if
 * within
 * a what-if, haptics, a calm sound. They are stored as "comfort-<name>", as the first version called them.
 */

import { choice, choose } from "../../shell/storage.js";

/** @import {Marks, PuzzleDocument, PuzzleKind} from "../../core/types.js" */

/** The options by name; their words are "option.<name>". */
const NAMES = ["finish", "strike", "shade", "names", "deeper", "haptics", "sound"];

/** The options that this kind and this device have. @param {PuzzleKind} puzzle */
export const optionsOf = (puzzle) =>
  NAMES.filter((name) =>
    name === "finish"
      ? puzzle.finish
      : name === "strike"
        ? puzzle.clueAt
        : name === "shade"
          ? puzzle.shades
          : name === "names"
            ? puzzle.names
            : name !== "haptics" || "vibrate" in navigator,
  );

/** @param {string} name */
export const isOn = (name) => choice(`comfort-${name}`, "off") === "on";

/** @param {string} name @param {boolean} on */
export const turn = (name, on) => choose(`comfort-${name}`, on ? "on" : "off");

/**
 * The marks after a move, with × if a clue is met by it.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export const finishing = (puzzle, document, marks) =>
  isOn("finish") && puzzle.finish ? puzzle.finish(document, marks) : marks;

/** Confirms a move by a short vibration and a sound, if the player wants these. */
export function giveFeedback() {
  if (isOn("haptics")) navigator.vibrate?.(8);
  if (isOn("sound")) import("./sound.js").then(({ tick }) => tick()).catch(() => {}); // the move works without it
}
