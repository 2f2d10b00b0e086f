/** The techniques of a kind: for each a small board, its explanation, and a puzzle to try it on. */

import { draw } from "../canvas/board.js";
import { layout } from "../canvas/layout.js";
import { canDrill, drill, drilling, marked, pagesOf, prepareDrill } from "../shell/drill.js";
import { overlayFrom } from "../shell/explanation.js";
import { knows } from "../shell/solver.js";
import { part, state } from "../shell/state.js";
import { byId, h, refill, show } from "../ui/dom.js";
import { variantOf } from "../core/validation.js";
import { t } from "../ui/i18n.js";
import { messageText, renderMessage } from "../ui/text.js";

/** @import {PuzzleKind} from "../core/types.js" */
/** @import {Page} from "../shell/drill.js" */

const MAX_WIDTH = 280; // maximum width of a board, in px

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{puzzle: PuzzleKind, pages: Page[]} | null} shown
 */

/** @type {Own} */
const local = part("panels/techniques", { shown: null });

export const techniques = () =>
  h(
    "section",
    { id: "techniques" },
    h("h3", { "data-t": "levels.ask" }),
    h("table", { id: "level-table" }),
    h("h3", { "data-t": "techniques" }),
    h("p", { class: "small", "data-t": "techniques.say" }),
    h("div", { id: "technique-list" }),
  );

/** Shows the techniques of a kind, if it has technique pages. @param {PuzzleKind} puzzle */
export async function showTechniques(puzzle) {
  if (local.shown?.puzzle.kind !== puzzle.kind) {
    show(byId("techniques"), false);
    const pages = await pagesOf(puzzle.kind).catch(() => []);
    local.shown = { puzzle, pages };
  }
  const { pages } = local.shown;
  show(byId("techniques"), pages.length > 0);
  const { levels = [] } = state.catalog.find(({ kind }) => kind === puzzle.kind) ?? {};
  refill(byId("level-table"), puzzle.kind, () =>
    levels.map((asked, index) =>
      h("tr", {}, h("th", { scope: "row" }, t(`level.${index + 1}`)), h("td", {}, messageText(asked))),
    ),
  );
  refill(byId("technique-list"), `${puzzle.kind} ${drilling()} ${knows("generate")}`, () =>
    [...new Set(pages.map(({ level }) => level))].flatMap((group) => [
      h("p", { class: "small level" }, t(`asks.group.${group}`)),
      ...pages.filter(({ level }) => level === group).map((page) => entry(puzzle, page)),
    ]),
  );
  for (const details of byId("technique-list").querySelectorAll("details[open]")) paint(details);
}

/** The open entries, by kind and technique. @type {Set<string>} */
const opened = new Set();

/** @param {PuzzleKind} puzzle @param {Page} page */
function entry(puzzle, page) {
  const { step, technique } = page;
  const key = `${puzzle.kind} ${technique}`;
  const canvas = h("canvas", { role: "img", "aria-label": messageText(step.sentence, step.because) });
  const details = h(
    "details",
    { "data-technique": technique, open: opened.has(key) },
    h("summary", {}, messageText(step.name)),
    canvas,
    h("p", { class: "sentence" }, ...renderMessage(step.sentence, step.because)),
    knows("generate") &&
      puzzle.sizes &&
      canDrill(puzzle, page) &&
      h(
        "button",
        { class: "button line", "aria-disabled": String(drilling() !== ""), onclick: () => drill(puzzle, technique) },
        t(drilling() === technique ? "techniques.busy" : "techniques.try"),
      ),
  );
  details.addEventListener("toggle", () => {
    if (/** @type {HTMLDetailsElement} */ (details).open) {
      opened.add(key);
      if (details.querySelector("button")) prepareDrill(puzzle, page);
    } else opened.delete(key);
    paint(details);
  });
  return details;
}

/** Draws the board of an open entry. @param {Element} details */
function paint(details) {
  const page = local.shown?.pages.find(({ technique }) => technique === details.getAttribute("data-technique"));
  if (!local.shown || !page || !(/** @type {HTMLDetailsElement} */ (details).open)) return;
  const { document, known, step } = page;
  const puzzle = variantOf(local.shown.puzzle, document);
  const canvas = /** @type {HTMLCanvasElement} */ (details.querySelector("canvas"));
  const width = Math.min(MAX_WIDTH, details.clientWidth || MAX_WIDTH);
  draw(canvas, {
    puzzle,
    document,
    marks: marked(puzzle, document, known),
    layout: layout(puzzle, document, { width, height: MAX_WIDTH }, 0),
    palette: state.palette,
    tone: "own",
    overlays: overlayFrom(puzzle, document, step.overlay, step.because),
    cursor: null,
    done: false,
  });
}
