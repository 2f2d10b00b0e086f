/** A list of steps that goes by thoughts: a step with all that follows from it, which can be unfolded. */

/**
 * An entry of the list: a folded thought with all its steps, or one step of an unfolded thought.
 * @typedef {{thought: number, inner: number, steps: number[]}} Entry  `inner`: place in the thought, from 0
 */

/**
 * Return the entries of the list.
 * @param {readonly {steps: number[]}[]} thoughts  steps by their numbers
 * @param {ReadonlySet<number>} unfolded  thoughts of which every step is shown
 * @returns {Entry[]}
 */
export const entriesOf = (thoughts, unfolded) =>
  thoughts.flatMap(({ steps }, thought) =>
    unfolded.has(thought)
      ? steps.map((step, inner) => ({ thought, inner, steps: [step] }))
      : [{ thought, inner: 0, steps }],
  );

/** Return the position of the entry with a step, -1 if there is none. @param {Entry[]} entries @param {number} step */
export const entryWith = (entries, step) => entries.findIndex(({ steps }) => steps.includes(step));

/**
 * Return whether a thought has first-level steps only, so that its sentence replaces theirs.
 * @param {{sentence?: {key: string}}} thought
 */
export const isEasy = ({ sentence }) => Boolean(sentence?.key.startsWith("thought.first"));
