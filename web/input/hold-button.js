/** A button that repeats its action while it is held. */

const FIRST_DELAY = 400; // delay before the first repetition, in ms
const NEXT_DELAY = 70; // delay between further repetitions, in ms
const MAX_DELAY = 50; // ms

/** @param {HTMLElement} button @param {() => void} act */
export function repeatWhileHeld(button, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let repeated = false;
  let due = 0;
  const wait = (/** @type {number} */ ms) => {
    due = performance.now() + ms;
    timer = setTimeout(again, ms);
  };
  function again() {
    // On a busy page the timer may fire before the event that reports the release of the button.
    if (performance.now() - due < MAX_DELAY) {
      repeated = true;
      act();
    }
    wait(NEXT_DELAY);
  }
  button.addEventListener("pointerdown", () => {
    repeated = false;
    wait(FIRST_DELAY);
  });
  for (const type of ["pointerup", "pointerleave", "pointercancel"])
    button.addEventListener(type, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => (repeated ? (repeated = false) : act()));
}
