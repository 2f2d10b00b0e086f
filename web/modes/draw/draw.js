/**
 * Draw: the setter's board. Every stroke makes another puzzle, and the engine says at once whether it has one solution.
 */

import { redo, undo } from "../../core/sketch.js";
import { solve } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { byId } from "../../ui/dom.js";
import { editor, settled, take, tool } from "./drawing.js";
import { adopt, stroke } from "./editing.js";
import { render } from "./findings.js";
import { scene, surface } from "./layers.js";
import { checkSoon, isWaiting, propose, stopAsking } from "./live.js";
import { build } from "./tools.js";

/** @import {Mode} from "../../core/types.js" */

export { newBoard } from "./editing.js";
export { fromPicture } from "./tools.js";

/** @type {Omit<Mode, "name" | "order" | "icon">} */
export default {
  build,
  render,
  scene,
  heading: ({ result }) => ({
    result: editor.thinning ? null : result,
    checking: !result && (Boolean(state.work) || isWaiting()),
    fact: result?.verdict === "multiple" ? "" : undefined,
  }),
  editable(_, puzzle) {
    const { edit, drawing, thinning } = editor;
    if (!edit || !drawing || thinning) return null;
    return { puzzle: surface(puzzle, edit, drawing.now), marks: drawing.now.layers[tool(edit).layer], tool: 0 };
  },
  commit(marks) {
    const { edit, drawing } = editor;
    if (edit && drawing) stroke(settled(edit, drawing.now, tool(edit).layer, marks));
  },
  history: () => ({ undo: Boolean(editor.drawing?.past.length), redo: Boolean(editor.drawing?.future.length) }),
  undo: () => editor.drawing?.past.length && adopt(undo(editor.drawing)),
  redo: () => editor.drawing?.future.length && adopt(redo(editor.drawing)),
  enter,
  leave,
};

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
  Object.assign(editor, { drawing: null, thinning: null });
  byId("image-box")?.replaceChildren();
  queueMicrotask(() => state.game && !state.game.result && solve(false));
}
