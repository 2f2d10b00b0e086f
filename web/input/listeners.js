/**
 * Adds a board's event listeners: converts browser events to input for gestures and keys, and applies their effects.
 */

import { cancel, drop, end, idle, move, start, tick, wheel } from "./gestures.js";
import { press } from "./keys.js";

/** @import {Effect, Gesture, PointerInput, Surface, Turn} from "./gestures.js" */

/**
 * @param {HTMLElement} element element the element that has the focus and receives the events
 * @param {HTMLElement} canvas
 * @param {Surface} surface
 */
export function listen(element, canvas, surface) {
  /** @type {Gesture} */
  let gesture = idle;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Effect[]} effects */
  const run = (effects) => {
    for (const [name, ...args] of effects) /** @type {any} */ (surface)[name]?.(...args);
  };
  /** @param {Turn} turn */
  const take = ([next, effects]) => {
    if (next.due !== gesture.due) {
      clearTimeout(timer);
      if (next.due !== undefined)
        timer = setTimeout(() => take(tick(gesture, surface.read())), next.due - performance.now());
    }
    gesture = next;
    run(effects);
  };
  /** @param {PointerEvent | WheelEvent} event */
  const point = ({ clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  /** @param {PointerEvent} event @returns {PointerInput} */
  const input = (event) => ({
    ...point(event),
    id: event.pointerId,
    type: event.pointerType,
    button: event.button,
    time: event.timeStamp,
  });

  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault(); // prevents scrolling with the middle button
    take(start(gesture, input(event), surface.read()));
  });
  element.addEventListener("pointermove", (event) => {
    const parts = event.pointerId in gesture.pointers ? (event.getCoalescedEvents?.() ?? []) : [];
    for (const part of [...parts, event]) take(move(gesture, { ...input(part), id: event.pointerId }, surface.read()));
  });
  element.addEventListener("pointerup", (event) => take(end(gesture, input(event), surface.read())));
  element.addEventListener("pointercancel", (event) => take(cancel(gesture, input(event))));
  element.addEventListener("pointerleave", () => run([["hover", null]]));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  // A quick stroke must not count as a fling, because some browsers then use the next tap, wherever it lands, to stop
  // the scrolling.
  element.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });

  element.addEventListener(
    "wheel",
    (event) => {
      const { deltaX: across, deltaY: down, shiftKey: sideways } = event;
      const zoom = event.ctrlKey || event.metaKey;
      const effects = wheel({ ...point(event), across, down, zoom, sideways }, surface.read());
      if (!effects) return;
      event.preventDefault();
      run(effects);
    },
    { passive: false },
  );
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && gesture.kind === "stroke") return take(drop(gesture));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const effects = press({ key: event.key, shift: event.shiftKey }, surface.read());
    if (!effects) return;
    event.preventDefault();
    run(effects);
  });
}
