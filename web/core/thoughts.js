/**
 * Groups a list of steps into thoughts: a step together with the steps that follow from it. Thoughts can be unfolded.
 */

/**
 * An entry of the list: a folded thought with all its steps, or one step of an unfolded thought.
 * @typedef {{thought: number, inner: number, steps: number[]}} StepEntry  `inner`: place in the thought, from 0
 */

/**
 * Returns the entries of the list.
 * @param {readonly {steps: number[]}[]} thoughts  `steps` contains the numbers of the steps
 * @param {ReadonlySet<number>} unfolded  the thoughts to show step by step
 * @returns {StepEntry[]}
 */
export const entriesOf = (thoughts, unfolded) =>
  thoughts.flatMap(({ steps }, thought) =>
    unfolded.has(thought)
      ? steps.map((step, inner) => ({ thought, inner, steps: [step] }))
      : [{ thought, inner: 0, steps }],
  );

/** Returns the position of the entry that contains a step, or -1. @param {StepEntry[]} entries @param {number} step */
export const entryWith = (entries, step) => entries.findIndex(({ steps }) => steps.includes(step));

/**
 * Returns whether a thought consists of first-level steps only, so that one sentence can replace theirs.
 * @param {{sentence?: {key: string}}} thought
 */
export const isEasy = ({ sentence }) => Boolean(sentence?.key.startsWith("thought.first"));
