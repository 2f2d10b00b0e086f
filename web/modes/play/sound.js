/** A calm sound for a move. */

/** @type {AudioContext | null} */
let audio = null;

/** A short, soft tone, as of wood. */
export function tick() {
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
