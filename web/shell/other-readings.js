/** The other puzzles that a text may be, each as a picture on a button. */

import { draw } from "../canvas/board.js";
import { layout } from "../canvas/layout.js";
import { byId, h, refill, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { kindName } from "../ui/text.js";
import { puzzleFor } from "./kinds.js";
import { state, watch } from "./state.js";

/** @import {PuzzleDocument} from "../core/types.js" */

const SPACE = { width: 132, height: 96 }; // of a picture, in px

watch(render);

function render() {
  const { others, message, palette } = state;
  const open = message?.kind === "note" ? others : [];
  show(byId("others"), open.length > 0);
  refill(byId("others"), `${JSON.stringify([open, palette])}`, () => open.map(tile));
}

/** @param {PuzzleDocument} document @param {number} index */
function tile(document, index) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { "aria-hidden": "true" }));
  const name = h("span", {}, kindName(document.kind));
  puzzleFor(document).then(
    (puzzle) => {
      const placed = layout(puzzle, document, SPACE, 0);
      draw(canvas, { puzzle, document, palette: state.palette, marks: puzzle.givens(document), layout: placed });
      name.append(` ${t("size", placed.size)}`);
    },
    () => {}, // the name is enough
  );
  return h("button", { class: "button line", "data-index": index }, canvas, name);
}
