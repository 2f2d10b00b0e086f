/** Thoughts as text and on the board. A thought is a step with its consequences. */

import { isEasy } from "../../core/thoughts.js";
import { markOf, overlayFrom } from "../../shell/explanation.js";
import { placeFrom } from "../../shell/reasons.js";
import { renderMessage } from "../../ui/text.js";

/** @import {EngineStep, EngineThought} from "../../engine/messages.js" */
/** @import {Overlay, PuzzleDocument, PuzzleKind} from "../../core/types.js" */
/** @import {StepEntry} from "../../core/thoughts.js" */

/**
 * Returns whether the sentence of a thought replaces that of its first step.
 * @param {EngineThought} thought
 * @param {StepEntry} entry
 */
const isSummary = (thought, entry) => entry.steps.length > 1 && isEasy(thought);

/**
 * Returns an entry as text: its first step, with the consequences if it is folded.
 * @param {EngineThought} thought
 * @param {StepEntry} entry
 * @param {EngineStep[]} steps
 * @returns {(Node | string)[]}
 */
export function entryText(thought, entry, steps) {
  const first = steps[entry.steps[0]];
  const then = entry.steps.length > 1 && thought.sentence ? renderMessage(thought.sentence) : [];
  if (isSummary(thought, entry)) return then;
  return [...renderMessage(first.sentence, first.because), ...(then.length ? [" ", ...then] : [])];
}

/**
 * Returns the name of an entry's technique, or null if the entry summarises easy steps.
 * @param {EngineThought} thought
 * @param {StepEntry} entry
 * @param {EngineStep[]} steps
 */
export const nameOf = (thought, entry, steps) => (isSummary(thought, entry) ? null : steps[entry.steps[0]].name);

/**
 * Returns the overlays of an entry: the first step with its reasons, and the marks of the other steps of a folded
 * thought.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {EngineThought} thought
 * @param {StepEntry} entry
 * @param {EngineStep[]} steps
 * @returns {Overlay[]}
 */
export function entryOverlays(puzzle, document, thought, entry, steps) {
  const easy = isSummary(thought, entry);
  const { overlay, because } = steps[entry.steps[0]];
  const follow = entry.steps.slice(easy ? 0 : 1).flatMap((number) => steps[number].cells);
  return [
    ...follow.map((value) => ({
      role: /** @type {const} */ ("follows"),
      place: placeFrom(value.cell),
      state: markOf(puzzle, value),
      ...(value.not ? { not: value.not } : {}),
    })),
    ...(easy ? [] : overlayFrom(puzzle, document, overlay, because)),
  ];
}
