/**
 * Draw: the setter's board. Every stroke changes the puzzle, and the engine immediately checks whether it is unique.
 */

import { valueOf } from "../../core/marks.js";
import { redo, undo } from "../../core/sketch.js";
import { solve } from "../../shell/solver.js";
import { state, update, updateView } from "../../shell/state.js";
import { byId } from "../../ui/dom.js";
import { editor, settled, take, tool, unfinished } from "./drawing.js";
import { setDrawing, stroke } from "./editing.js";
import { render } from "./findings.js";
import { scene, surface } from "./layers.js";
import { checkSoon, isNearlyUnique, isWaiting, propose, stopAsking } from "./live.js";
import { build } from "./tools.js";
import { type, underCursor, write } from "./typing.js";

/** @import {Mode} from "../../core/types.js" */

export { newBoard } from "./editing.js";
export { fromPicture } from "./tools.js";

/** @type {Omit<Mode, "name" | "order" | "icon">} */
export default {
  build,
  render,
  scene,
  heading: (game, puzzle) => ({ ...heading(game), calm: !isNearlyUnique(game, puzzle) }),
  onKey: ({ key }) => type(key),
  editable(_, puzzle) {
    const { edit, drawing, thinning } = editor;
    if (!edit || !drawing || thinning) return null;
    return { puzzle: surface(puzzle, edit, drawing.now), marks: drawing.now.layers[tool(edit).layer], tool: 0 };
  },
  commit(marks) {
    const { edit, drawing } = editor;
    if (edit && drawing) stroke(settled(edit, drawing.now, tool(edit).layer, marks));
  },
  /**
   * Handles a tap inside a cell while edges are drawn: puts the cursor there. If nothing is drawn yet, it selects the
   * tool for cells as well and uses it.
   */
  jot({ place }) {
    const { edit, drawing, thinning } = editor;
    if (!place || !edit || !drawing || thinning) return;
    updateView({ cursor: place, keyboard: true });
    const other = edit.tools.findIndex(({ layer }) => edit.layers[layer] === "cell");
    if (other < 0 || /[1-9]/.test(drawing.now.layers[tool(edit).layer])) return;
    editor.pencil = other;
    const { layer, cycle } = tool(edit);
    const { target } = underCursor(edit, drawing.now, layer);
    write(edit, drawing.now, layer, cycle[valueOf(drawing.now.layers[layer][target])] ?? 0);
  },
  history: () => ({ undo: Boolean(editor.drawing?.past.length), redo: Boolean(editor.drawing?.future.length) }),
  undo: () => editor.drawing?.past.length && setDrawing(undo(editor.drawing)),
  redo: () => editor.drawing?.future.length && setDrawing(redo(editor.drawing)),
  enter,
  leave,
};

/** @param {import("../../core/types.js").Game} game */
const heading = ({ result }) => ({
  result: editor.thinning || unfinished() ? null : result,
  checking: !result && (Boolean(state.work) || isWaiting()),
  fact: result?.verdict === "multiple" ? "" : undefined,
});

async function enter() {
  const { puzzle, game } = state;
  if (!puzzle || !game) return;
  Object.assign(editor, { edit: null, drawing: null, of: game.id });
  const edit = await puzzle.edit?.();
  if (!edit || state.game?.id !== game.id || state.mode !== "draw") return;
  if (editor.kind !== puzzle.kind) Object.assign(editor, { pencil: 0, kind: puzzle.kind });
  editor.edit = edit;
  take(state.game, puzzle);
  update({ show: "mine" });
  if (!state.game.result) checkSoon();
  else propose();
}

function leave() {
  stopAsking();
  if (state.work?.name === "thin") state.work.controller.abort();
  Object.assign(editor, { edit: null, drawing: null, thinning: null });
  byId("image-box")?.replaceChildren();
  queueMicrotask(() => state.game && !state.game.result && solve(false));
}
