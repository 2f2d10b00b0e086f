/**
 * Optional aids, off by default: × on finished lines, crossed-off clues, shaded cells, nested what-ifs, vibration,
 * sound. They are stored as "comfort-<name>", the name used by the first version.
 */

import { choice, choose } from "../../shell/storage.js";

/** @import {Marks, PuzzleDocument, PuzzleKind} from "../../core/types.js" */

/** The names of the options; their labels are the strings "option.<name>". */
const NAMES = ["finish", "strike", "shade", "names", "deeper", "haptics", "sound"];

/** Returns the options that are available for this kind on this device. @param {PuzzleKind} puzzle */
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
 * Returns the marks after a move, with × added around clues that it completes.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export const finishing = (puzzle, document, marks) =>
  isOn("finish") && puzzle.finish ? puzzle.finish(document, marks) : marks;

/** Confirms a move with a short vibration and a sound, if enabled. */
export function giveFeedback() {
  if (isOn("haptics")) navigator.vibrate?.(8);
  if (isOn("sound")) import("./sound.js").then(({ tick }) => tick()).catch(() => {}); // sound is optional
}
