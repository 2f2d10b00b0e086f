/** What is loaded when somebody first wants it: Draw, Analyse, the panels, what more Share offers; and what wakes it. */

import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { lazyMode, lazyPanel, whole } from "./lazy.js";
import { onReading, onRefusal } from "./opening.js";
import { state, update, watch } from "./state.js";
import { onOtherTab } from "./store.js";

const loadOpen = () => import("./openpanel.js");

lazyMode({ name: "draw", order: 2, icon: "draw" }, "style-draw.css", () => import("./draw.js"));
lazyMode({ name: "analyse", order: 3, icon: "analyse" }, "style-analyse.css", () => import("./analyse.js"));
lazyPanel({ name: "shelf", order: 1, icon: "shelf" }, "style-shelf.css", () => import("./shelf.js"));
const wakeOpen = lazyPanel({ name: "open", order: 2, icon: "open" }, "style-open.css", loadOpen);
const wakeShare = lazyPanel({ name: "share", order: 3, icon: "share", needsGame: true }, "style-share.css", () => import("./sharepanel.js"));
lazyPanel({ name: "census", order: 8, icon: "chart", menu: true, bare: true }, "style-census.css", () => import("./census.js"));
lazyPanel({ name: "help", order: 9, icon: "help", menu: true, bare: true }, "style-help.css", () => import("./help.js"));

/** Draw, with all that it needs. */
const draw = () => whole(() => import("./draw.js"), ["style-draw.css"]);

/** Wires what wakes them; once, after everything is built. */
export function wireLater() {
  byId("start-draw").addEventListener("click", async () => (await draw()).newBoard("nonogram"));
  byId("solve").addEventListener("click", async () => (await whole(() => import("./analyse.js"), ["style-analyse.css"])).reveal());
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
    wakeShare().then(async () => (await import("./sharemore.js")).furnishShare());
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
  const { newBoard, fromPicture } = await draw();
  await newBoard("nonogram");
  fromPicture(file);
}
