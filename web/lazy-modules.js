/**
 * What is loaded when somebody first wants it: Draw, Analyse, the panels, what more Share offers; and what wakes it.
 */

import { byId } from "./ui/dom.js";
import { t } from "./ui/i18n.js";
import { lazyMode, lazyPanel, whole } from "./shell/lazy-loading.js";
import { onReading, onRefusal } from "./shell/import.js";
import { state, update, watch } from "./shell/state.js";
import { onOtherTab } from "./shell/storage.js";

const loadOpen = () => import("./panels/open.js");

lazyMode({ name: "draw", order: 2, icon: "draw" }, "modes/draw/draw.css", () => import("./modes/draw/draw.js"));
lazyMode(
  { name: "analyse", order: 3, icon: "analyse" },
  "modes/analyse/analyse.css",
  () => import("./modes/analyse/analyse.js"),
);
lazyPanel({ name: "shelf", order: 1, icon: "shelf" }, "panels/shelf.css", () => import("./panels/shelf.js"));
const wakeOpen = lazyPanel({ name: "open", order: 2, icon: "open" }, "panels/open.css", loadOpen);
const wakeShare = lazyPanel(
  { name: "share", order: 3, icon: "share", needsGame: true },
  "panels/share.css",
  () => import("./panels/share.js"),
);
lazyPanel(
  { name: "census", order: 8, icon: "chart", menu: true, bare: true },
  "panels/census.css",
  () => import("./panels/census.js"),
);
lazyPanel(
  { name: "help", order: 9, icon: "help", menu: true, bare: true },
  "panels/help.css",
  () => import("./panels/help.js"),
);

/** Draw, with all that it needs. */
const draw = () => whole(() => import("./modes/draw/draw.js"), ["modes/draw/draw.css"]);

/** Wires what wakes them; once, after everything is built. */
export function wireLater() {
  byId("start-draw").addEventListener("click", async () => (await draw()).newBoard("nonogram"));
  byId("solve").addEventListener("click", async () =>
    (await whole(() => import("./modes/analyse/analyse.js"), ["modes/analyse/analyse.css"])).reveal(),
  );
  addEventListener("drop", (event) => takePicture(event, event.dataTransfer));
  addEventListener("paste", (event) => takePicture(event, event.clipboardData));
  addEventListener("keydown", (event) => {
    const writing = /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select");
    if (event.key !== "?" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    byId("help-button").click();
  });
  let reading = false;
  onReading(async (begins) => {
    if (begins === reading) return;
    reading = begins;
    await wakeOpen();
    (await loadOpen()).told(begins);
  });
  onRefusal(async (problem, text) => (await wakeOpen(), (await loadOpen()).refused(problem, text)));
  let asked = false;
  watch(() => {
    if (asked || state.panel !== "share") return;
    asked = true;
    wakeShare().then(async () => (await import("./panels/share-more.js")).furnishShare());
  });
  onOtherTab((game) => {
    const mine = state.game;
    if (mine?.id !== game.id) return;
    const same = mine.marks === game.marks && JSON.stringify(mine.document) === JSON.stringify(game.document);
    update({ game: { ...game, view: mine.view }, ...(same ? {} : { message: { kind: "", message: t("two.tabs") } }) });
  });
}

/**
 * A picture that is dropped or pasted anywhere becomes a new nonogram.
 * @param {Event} event
 * @param {DataTransfer | null} data
 */
async function takePicture(event, data) {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (!file) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { newBoard, fromPicture } = await draw();
  await newBoard("nonogram");
  fromPicture(file);
}
