/** What makes playing more comfortable, each off until somebody wants it: × on finished lines, haptics, a calm sound. */

import { choice, choose } from "../../shell/storage.js";

/** @import {Marks, PuzzleDocument, PuzzleKind} from "../../core/types.js" */

/** The comforts by name; their words are "comfort.<name>". */
const NAMES = ["finish", "haptics", "sound"];

/** The comforts that this kind and this device have. @param {PuzzleKind} puzzle */
export const comfortsOf = (puzzle) =>
  NAMES.filter((name) => (name === "finish" ? puzzle.finish : name === "haptics" ? "vibrate" in navigator : true));

/** @param {string} name */
export const isOn = (name) => choice(`comfort-${name}`, "off") === "on";

/** @param {string} name @param {boolean} on */
export const turn = (name, on) => choose(`comfort-${name}`, on ? "on" : "off");

/**
 * The marks after a move, with × where a clue is met by it.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export const finishing = (puzzle, document, marks) =>
  isOn("finish") && puzzle.finish ? puzzle.finish(document, marks) : marks;

/** Answers a move in the hand and in the ear. */
export function answer() {
  if (isOn("haptics")) navigator.vibrate?.(8);
  if (isOn("sound")) tick();
}

/** @type {AudioContext | null} */
let audio = null;

/** A short, soft tone, as of wood. */
function tick() {
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "sine";
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(260, now + 0.06);
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
