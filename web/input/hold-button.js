/** A button that acts again and again while it is held. */

const FIRST = 400; // ms until it acts for the second time
const NEXT = 70; // ms from then on
const LATE = 50; // ms

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
    // On a busy page the timer may come before the event that states the button was let go.
    if (performance.now() - due < LATE) {
      repeated = true;
      act();
    }
    wait(NEXT);
  }
  button.addEventListener("pointerdown", () => {
    repeated = false;
    wait(FIRST);
  });
  for (const type of ["pointerup", "pointerleave", "pointercancel"])
    button.addEventListener(type, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => (repeated ? (repeated = false) : act()));
}
