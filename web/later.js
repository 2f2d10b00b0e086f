/** What is loaded when somebody first wants it: Draw, the shelf, help, what more Share offers; and what wakes it. */

import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { lazyMode, lazyPanel } from "./lazy.js";
import { state, update, watch } from "./state.js";
import { onOtherTab } from "./store.js";

lazyMode({ name: "draw", order: 2, icon: "draw" }, () => import("./draw.js"));
lazyPanel({ name: "shelf", order: 1, icon: "shelf" }, () => import("./shelf.js"));
lazyPanel({ name: "help", order: 9, icon: "help", menu: true, bare: true }, () => import("./help.js"));

/** Wires what wakes them; once, after everything is built. */
export function wireLater() {
  byId("start-draw").addEventListener("click", async () => (await import("./draw.js")).newBoard("nonogram"));
  addEventListener("drop", (event) => takePicture(event, event.dataTransfer));
  addEventListener("paste", (event) => takePicture(event, event.clipboardData));
  addEventListener("keydown", (event) => {
    const writing = /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select");
    if (event.key !== "?" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    byId("help-button").click();
  });
  let asked = false;
  watch(() => {
    if (asked || state.panel !== "share") return;
    asked = true;
    import("./sharemore.js").then(({ furnishShare }) => furnishShare());
  });
  onOtherTab((game) => {
    const mine = state.game;
    if (mine?.id !== game.id) return;
    const same = mine.marks === game.marks && JSON.stringify(mine.document) === JSON.stringify(game.document);
    update({ game: { ...game, view: mine.view }, ...(same ? {} : { message: { kind: "", message: t("two.tabs") } }) });
  });
}

/** A picture that is dropped or pasted anywhere becomes a new nonogram. @param {Event} event @param {DataTransfer | null} data */
async function takePicture(event, data) {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (!file) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { newBoard, fromPicture } = await import("./draw.js");
  await newBoard("nonogram");
  fromPicture(file);
}
