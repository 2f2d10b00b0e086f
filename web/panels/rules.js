/** The rules of a kind on one card, with a small board to try them on. */

import "../canvas/overlays.js";
import { draw } from "../canvas/board.js";
import { layout } from "../canvas/layout.js";
import { byId, h, onChoice, refill } from "../ui/dom.js";
import { hit, nodeAt } from "../canvas/hit.js";
import { listen } from "../input/listeners.js";
import { has, t } from "../ui/i18n.js";
import { toolSegments } from "../ui/tools.js";
import { state } from "../shell/state.js";
import { painted } from "../core/strokes.js";
import { announce } from "../ui/text.js";

/** @import {Stroke} from "../core/strokes.js" */
/** @import {View} from "../input/gestures.js" */
/** @import {Layout, Marks, Place, PuzzleDocument, PuzzleKind} from "../core/types.js" */

const MOST = 9; // rules of a kind

/** @type {{puzzle: PuzzleKind, document: PuzzleDocument, marks: Marks} | null} */
let game = null;
/** @type {Layout | null} */
let place = null;
let tool = 0;
/** @type {Stroke | null} */
let stroke = null;
/** @type {Place | null} */
let cursor = null;
let keyboard = false;
let announced = "";

/** The card; the board is drawn by `showRules`. */
export function card() {
  const board = h(
    "div",
    {
      id: "try-board",
      tabindex: "0",
      role: "application",
      "aria-labelledby": "try-title",
      "aria-describedby": "try-say",
    },
    h("canvas", { id: "try-canvas", "aria-hidden": "true" }),
  );
  const element = h(
    "section",
    { id: "rules" },
    h("h3", { id: "rules-title" }),
    h("ul", { id: "rules-list" }),
    h("p", { id: "try-title", class: "small", "data-t": "rules.try" }),
    board,
    h(
      "div",
      { class: "row" },
      h("div", { id: "try-tools", class: "segments", role: "group", "data-label": "tools.mark" }),
      h("button", { id: "try-again", type: "button", class: "quiet", "data-t": "rules.again" }),
    ),
    h("p", { id: "try-say", class: "sentence", role: "status" }),
  );
  return element;
}

export function wireCard() {
  listen(byId("try-board"), byId("try-canvas"), {
    read,
    preview: (next) => ((stroke = next), paint()),
    commit: (marks) => game && ((game = { ...game, marks }), paint()),
    moveCursor: (to, byKey) => (([cursor, keyboard] = [to, byKey]), paint()),
  });
  onChoice(byId("try-tools"), "try", (index) => ((tool = +index), paint()));
  byId("try-again").addEventListener(
    "click",
    () => game && ((game = { ...game, marks: game.puzzle.givens(game.document) }), paint()),
  );
  for (const type of ["focus", "blur"]) byId("try-board").addEventListener(type, paint);
}

/** @returns {View | null} */
function read() {
  const at = place;
  if (!game || !at) return null;
  const { puzzle } = game;
  return {
    ...game,
    layout: at,
    tool,
    editable: true,
    cursor,
    hit: (x, y, shape) => hit(puzzle, at, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(at, x, y, reach, shape),
  };
}

/** Shows the rules of a kind. @param {PuzzleKind} puzzle */
export function showRules(puzzle) {
  const document = puzzle.practice ?? puzzle.sample.document;
  if (game?.puzzle.kind !== puzzle.kind)
    [game, tool, cursor, stroke, announced] = [{ puzzle, document, marks: puzzle.givens(document) }, 0, null, null, ""];
  byId("rules-title").textContent = t(`kind.${puzzle.kind}`);
  refill(byId("rules-list"), `${state.language} ${puzzle.kind}`, () =>
    Array.from({ length: MOST }, (_, index) => `rules.${puzzle.kind}.${index + 1}`)
      .filter(has)
      .map((key) => h("li", {}, t(key))),
  );
  paint();
}

function paint() {
  const canvas = byId("try-canvas");
  if (!game || !canvas?.isConnected) return;
  const { puzzle, document } = game;
  const marks = stroke ? painted(stroke) : game.marks;
  const width = Math.min(280, byId("rules").clientWidth || 280);
  place = layout(puzzle, document, { width, height: 260 }, 0);
  const done = !stroke && puzzle.solved(document, marks) && marks !== puzzle.givens(document);
  const broken = puzzle.breaks(document, marks) ?? [];
  draw(canvas, {
    puzzle,
    document,
    marks,
    layout: place,
    palette: state.palette,
    tone: "own",
    overlays: broken.flatMap(({ where }) => where),
    cursor: keyboard && globalThis.document.activeElement === byId("try-board") ? (cursor ?? { r: 1, c: 1 }) : null,
    done: done && Boolean(puzzle.picture),
  });
  refill(byId("try-tools"), `${state.language} ${puzzle.kind} ${tool}`, () => toolSegments("try", puzzle.tools, tool));
  const [first] = broken;
  const text = done ? t("rules.solved") : first && has(first.key) ? t(first.key, first.params) : "";
  byId("try-say").textContent = text;
  if (text && text !== announced) announce(text);
  announced = text;
}
