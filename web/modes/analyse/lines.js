/**
 * The possible arrangements of a line. Arrangements that are ruled out are crossed out with the reason, and the cells
 * common to the remaining ones are bold. Loads part of the list at a time.
 */

import { known } from "./findings.js";
import { signButton, textButton } from "../../ui/controls.js";
import { byId, h, refill, setText, show } from "../../ui/dom.js";
import { position } from "../../core/game.js";
import { valueName } from "../../shell/board-text.js";
import { markOf } from "../../shell/explanation.js";
import { t } from "../../ui/i18n.js";
import { fail, engine } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { messageText } from "../../ui/text.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */
/** @import {LineView} from "../../engine/messages.js" */

const WINDOW = 40;

/**
 * Shows the arrangements of a line; without a line, closes the view.
 * @param {{row?: number, column?: number} | null} line
 * @param {number} [offset]
 */
export async function askLine(line, offset = 0) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const found = known(game);
  Object.assign(found, { line, ...(line && !offset ? { lineView: null } : {}) });
  update({});
  if (!line) return;
  try {
    /** @type {LineView} */
    const view = await engine.call("line", { document: position(game, puzzle), line, offset, count: WINDOW });
    if (known(game).line !== line) return;
    const before = offset ? (found.lineView?.arrangements ?? []) : [];
    found.lineView = { ...view, arrangements: [...before, ...view.arrangements] };
    update({});
  } catch (error) {
    found.line = null;
    fail(error);
  }
}

export function buildLines() {
  const step = (/** @type {number} */ by) => () => {
    const { game, puzzle } = state;
    const line = game && known(game).line;
    if (!game || !puzzle || !line) return;
    const { width, height } = puzzle.size(game.document);
    const turn = (/** @type {number} */ at, /** @type {number} */ all) => (at + by + all) % all;
    askLine(line.row !== undefined ? { row: turn(line.row, height) } : { column: turn(line.column ?? 0, width) });
  };
  const other = () => {
    const line = state.game && known(state.game).line;
    if (line) askLine(line.row !== undefined ? { column: 0 } : { row: 0 });
  };
  const open = async () => {
    await askLine({ row: (state.cursor?.r ?? 1) >> 1 });
    if (box.hidden) return; // the call has failed
    box.scrollIntoView({ block: "nearest" }); // on a phone, it is below the map
    rows.focus({ preventScroll: true }); // the button is hidden now
  };
  const rows = h("ol", { id: "line-rows", class: "line-rows", tabindex: "0", "data-label": "lines.rows" });
  const more = () => state.game && askLine(known(state.game).line, known(state.game).lineView?.arrangements.length);
  const box = h(
    "section",
    { id: "line-view" },
    h(
      "div",
      { class: "split" },
      h("h2", { id: "line-title" }),
      h(
        "span",
        { class: "row" },
        signButton("back", "lines.back", { id: "lines-back", onclick: step(-1) }),
        signButton("next", "lines.next", { id: "lines-next", onclick: step(1) }),
        signButton("redo", "lines.turn", { id: "lines-turn", onclick: other }),
        signButton("close", "lines.close", { id: "lines-close", onclick: () => askLine(null) }),
      ),
    ),
    h("p", { id: "line-count", class: "small" }),
    h("p", { id: "line-shared", class: "line-shared" }),
    rows,
    textButton("lines.more", { id: "line-more", onclick: more }),
  );
  return {
    statement: [textButton("lines.open", { id: "lines-open", class: "link", onclick: open })],
    evidence: [box],
  };
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export function renderLines(game, puzzle) {
  const { line, lineView } = known(game);
  show(byId("lines-open"), Boolean(puzzle.lineView) && !line);
  show(byId("line-view"), Boolean(line));
  if (!line) return;
  const row = line.row !== undefined;
  setText(
    byId("line-title"),
    `${t(row ? "place.row" : "place.column", { row: (line.row ?? 0) + 1, column: (line.column ?? 0) + 1 })}${lineView?.clue ? `: ${lineView.clue.join(" ") || "0"}` : ""}`,
  );
  const group = (/** @type {string} */ digits) => digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  setText(
    byId("line-count"),
    lineView
      ? t("lines.count", { n: group(lineView.fitting_text), total: group(lineView.total_text) })
      : t("lines.asking"),
  );
  refill(byId("line-shared"), `${JSON.stringify(line)} ${lineView?.shared}`, () =>
    lineView
      ? [h("span", { class: "small" }, t("lines.shared")), letters(puzzle, lineView.shared, lineView.shared)]
      : [],
  );
  refill(byId("line-rows"), `${JSON.stringify(line)} ${lineView?.arrangements.length}`, () =>
    (lineView?.arrangements ?? []).map(({ letters: text, why }) =>
      h(
        "li",
        { class: why ? "out" : "" },
        why ? h("s", {}, letters(puzzle, text, "")) : letters(puzzle, text, lineView?.shared ?? ""),
        why ? h("span", { class: "small" }, messageText(why)) : null,
      ),
    ),
  );
  show(byId("line-more"), Boolean(lineView && lineView.arrangements.length < lineView.total));
}

/**
 * Returns the cells of an arrangement, with the common letters in bold.
 * @param {PuzzleKind} puzzle
 * @param {string} text
 * @param {string} shared
 */
function letters(puzzle, text, shared) {
  const label = [...text]
    .map((letter) =>
      letter === "?"
        ? "–"
        : valueName(puzzle, "cell", markOf(puzzle, { cell: { row: 0, column: 0 }, value: letter }) ?? 0),
    )
    .join(", ");
  const cells = [...text].map((letter, index) =>
    h(
      "i",
      { class: `${LETTERS[letter] ?? ""} ${shared && shared[index] !== "?" ? "sure" : ""}` },
      SHOWN[letter] ?? letter,
    ),
  );
  return h("span", { class: "arrangement", role: "img", "aria-label": label }, ...cells);
}

/** @type {Record<string, string>} */
const LETTERS = { "#": "filled", ".": "empty", "?": "open" };
/** @type {Record<string, string>} */
const SHOWN = { "#": "", ".": "·", "?": "", O: "○", X: "×" };

/** Returns the overlay of the selected line. @param {Game} game @returns {import("../../core/types.js").Overlay[]} */
export function lineOverlays(game) {
  const { line } = known(game);
  return line ? [{ role: "because", ...line }] : [];
}
