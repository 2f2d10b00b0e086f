/** The rules of a kind on a card, with a small board to try them on. */

import "../canvas/overlays.js";
import { byId, h, onChoice, refill } from "../ui/dom.js";
import { judge } from "../shell/judging.js";
import { engine } from "../shell/solver.js";
import { has, t } from "../ui/i18n.js";
import { toolSegments } from "../ui/tools.js";
import { freshLooks, mountBoard } from "../shell/mount-board.js";
import { part, state } from "../shell/state.js";
import { painted } from "../core/strokes.js";
import { announce } from "../ui/text.js";

/** @import {Break, Marks, PuzzleDocument, PuzzleKind} from "../core/types.js" */

const MAX_RULES = 9; // maximum number of rules of a kind

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{puzzle: PuzzleKind, document: PuzzleDocument, marks: Marks} | null} game  the small board
 * @property {import("../shell/mount-board.js").Looks} looks
 * @property {string} announced
 */

/** @type {Own} */
const local = part("panels/rules", { game: null, looks: freshLooks(), announced: "" });

/** Returns the tools for the board. */
const tools = () => local.game?.puzzle.toolsFor?.(local.game.document) ?? local.game?.puzzle.tools ?? [];

/** Returns the current board, with the broken rules. */
function seen() {
  if (!local.game) return null;
  const { puzzle, document } = local.game;
  const { stroke } = local.looks;
  const marks = stroke ? painted(stroke) : local.game.marks;
  const done = !stroke && marks !== puzzle.givens(document) && puzzle.solved(document, marks);
  return { puzzle, document, marks, done, broken: puzzle.breaks(document, marks) };
}

const board = mountBoard({
  element: () => byId("try-board"),
  canvas: () => byId("try-canvas"),
  fixed: true,
  room: () => ({ width: Math.min(280, byId("rules").clientWidth || 280), height: 260 }),
  shown() {
    const now = byId("try-canvas")?.isConnected && seen();
    if (!now) return null;
    const { puzzle, document, marks, done, broken } = now;
    const overlays = broken.flatMap((/** @type {Break} */ { where }) => where);
    return {
      puzzle,
      document,
      marks,
      palette: state.palette,
      tone: "own",
      overlays,
      done: done && Boolean(puzzle.picture),
    };
  },
  edited: () =>
    local.game && {
      ...local.game,
      puzzle: { ...local.game.puzzle, tools: tools() },
      tool: local.looks.tool,
      editable: true,
    },
  looks: () => local.looks,
  look(changes) {
    Object.assign(local.looks, changes);
    board.paintSoon();
  },
  commit(marks) {
    if (local.game) local.game = { ...local.game, marks };
    paint();
  },
});

/** Returns the card. Its board is drawn by `showRules`. */
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
      h("button", { id: "try-again", class: "quiet", "data-t": "rules.again" }),
    ),
    h("p", { id: "try-say", class: "sentence", role: "status" }),
  );
  return element;
}

export function wireCard() {
  board.listen();
  onChoice(byId("try-tools"), "try", (index) => ((local.looks.tool = +index), paint()));
  byId("try-again").addEventListener("click", () => {
    if (local.game) local.game = { ...local.game, marks: local.game.puzzle.givens(local.game.document) };
    paint();
  });
}

/** Shows the rules of a kind. @param {PuzzleKind} puzzle */
export function showRules(puzzle) {
  const document = puzzle.practice ?? puzzle.sample.document;
  if (local.game?.puzzle.kind !== puzzle.kind) {
    const game = { puzzle, document, marks: puzzle.givens(document) };
    Object.assign(local, { game, looks: freshLooks(), announced: "" });
  }
  byId("rules-title").textContent = t(`kind.${puzzle.kind}`);
  refill(byId("rules-list"), puzzle.kind, () =>
    Array.from({ length: MAX_RULES }, (_, index) => `rules.${puzzle.rules ?? puzzle.kind}.${index + 1}`)
      .filter(has)
      .map((key) => h("li", {}, t(key))),
  );
  paint();
}

/** Has the engine check the rules of the board, for kinds that need it. @param {NonNullable<typeof local.game>} game */
function judgeBoard({ puzzle, document, marks }) {
  if (!puzzle.asks || local.looks.stroke) return;
  judge(engine, { document, marks }, puzzle).then(
    (isNew) => isNew && paint(),
    () => {}, // the rules are on the card
  );
}

function paint() {
  const now = seen();
  if (!now) return;
  const { puzzle, done, broken } = now;
  judgeBoard(now);
  board.measureSoon();
  refill(byId("try-tools"), `${puzzle.kind} ${local.looks.tool}`, () => toolSegments("try", tools(), local.looks.tool));
  const [first] = broken;
  const text = done ? t("rules.solved") : first && has(first.key) ? t(first.key, first.params) : "";
  byId("try-say").textContent = text;
  if (text && text !== local.announced) announce(text);
  local.announced = text;
}
