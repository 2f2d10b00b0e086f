/** A soft sound for a move. */

import { part } from "../../shell/state.js";
/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {AudioContext | null} audio
 */

/** @type {Own} */
const local = part("modes/play/sound", { audio: null });

/** Plays a short, soft tone that resembles wood. */
export function tick() {
  local.audio ??= new AudioContext();
  const [tone, volume, now] = [local.audio.createOscillator(), local.audio.createGain(), local.audio.currentTime];
  tone.type = "sine";
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(260, now + 0.06);
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
  tone.connect(volume).connect(local.audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
