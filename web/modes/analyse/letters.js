/** Gives each reason of a contradiction one letter, in its list, in every sentence of its story and on the board. */

/** @import {EngineBroken, EngineClash, EngineLink, EngineMark} from "../../engine/messages.js" */
/** @import {EngineReason, EngineStep} from "../../engine/messages.js" */

/** Returns a to z, then aa, ab … @param {number} position @returns {string} */
const letterAt = (position) =>
  (position < 26 ? "" : letterAt(Math.floor(position / 26) - 1)) + String.fromCharCode(97 + (position % 26));

/**
 * Returns a contradiction in which a reason has the same letter everywhere. In the answer of the engine, the letters of
 * each step begin with a.
 * @param {EngineClash} clash
 * @returns {EngineClash}
 */
export function withOneLetterEach(clash) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  const named = (/** @type {EngineReason} */ reason) => {
    const { clue, rule, cells } = reason;
    const key = JSON.stringify([clue?.at, rule, cells]);
    if (!letters.has(key)) letters.set(key, letterAt(letters.size));
    return { ...reason, letter: letters.get(key) };
  };
  /** @param {EngineReason[]} because @param {EngineMark[]} overlay */
  const both = (because, overlay) => {
    const now = new Map(because.map((reason) => [reason.letter, named(reason).letter]));
    return {
      because: because.map(named),
      overlay: overlay.map((mark) => (mark.letter ? { ...mark, letter: now.get(mark.letter) ?? mark.letter } : mark)),
    };
  };
  const link = (/** @type {EngineLink} */ one) => (one.letter ? { ...one, ...named(one) } : one);
  const step = (/** @type {EngineStep} */ one) => ({
    ...one,
    ...both(one.because, one.overlay),
    ...(one.chain ? { chain: one.chain.map(link) } : {}),
  });
  const end = (/** @type {EngineBroken} */ broken) => ({
    ...broken,
    ...both(broken.because ?? [], broken.overlay),
    ...(broken.step ? { step: step(broken.step) } : {}),
  });
  return {
    ...clash,
    ...both(clash.because, clash.overlay),
    ...(clash.story ? { story: clash.story.map((links) => links.map(link)) } : {}),
    ...(clash.steps ? { steps: clash.steps.map(step) } : {}),
    ...(clash.broken ? { broken: end(clash.broken) } : {}),
  };
}
