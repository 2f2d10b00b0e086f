/**
 * The modes and panels that are loaded on demand (Draw, Analyse, the panels, more of Share, the welcome page), and the
 * events that load them.
 */

import { byId, h } from "./ui/dom.js";
import { t } from "./ui/i18n.js";
import { lazyMode, lazyPanel, loadModule } from "./shell/lazy-loading.js";
import { onPicture } from "./shell/files.js";
import { onRefusal } from "./shell/refusals.js";
import { openKind, openPractice } from "./shell/examples.js";
import { openPanel } from "./shell/panels.js";
import { paintSoon, whenEmpty } from "./shell/board.js";
import { part, state, update, watch } from "./shell/state.js";
import { onOtherTab } from "./shell/storage.js";

const loadOpen = () => import("./panels/open.js");
const loadPicture = () => import("./panels/picture.js");

lazyMode(
  { name: "draw", order: 2, icon: "draw", fits: ({ edit }) => Boolean(edit) },
  "modes/draw/draw.css",
  () => import("./modes/draw/draw.js"),
);
lazyMode(
  { name: "analyse", order: 3, icon: "analyse" },
  "modes/analyse/analyse.css",
  () => import("./modes/analyse/analyse.js"),
);
lazyMode(
  // The tab is shown only during a review; Play has the buttons that open it.
  { name: "review", order: 4, icon: "review", fits: () => state.mode === "review" },
  "modes/review/review.css",
  () => import("./modes/review/review.js"),
);
lazyPanel({ name: "library", order: 0, icon: "library" }, "panels/library.css", () => import("./panels/library.js"));
lazyPanel({ name: "shelf", order: 1, icon: "shelf" }, "panels/shelf.css", () => import("./panels/shelf.js"));
const loadPicturePanel = lazyPanel(
  { name: "picture", order: 2.5, icon: "picture", menu: true, bare: true },
  "panels/picture.css",
  loadPicture,
);
const loadOpenPanel = lazyPanel({ name: "open", order: 2, icon: "open" }, "panels/open.css", loadOpen);
const loadSharePanel = lazyPanel(
  { name: "share", order: 3, icon: "share", needsGame: true },
  "panels/share.css",
  () => import("./panels/share.js"),
);
lazyPanel(
  { name: "statistics", order: 7, icon: "chart", menu: true, bare: true },
  "panels/statistics.css",
  () => import("./panels/statistics.js"),
);
lazyPanel(
  { name: "census", order: 8, icon: "sum", menu: true, bare: true },
  "panels/census.css",
  () => import("./panels/census.js"),
);
lazyPanel(
  { name: "help", order: 9, icon: "help", menu: true, bare: true },
  "panels/help.css",
  () => import("./panels/help.js"),
);

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {typeof import("./panels/welcome.js") | null} welcome  the welcome page, once it has been loaded
 */

/** @type {Own} */
const local = part("features", { welcome: null });

whenEmpty((now) => {
  if (local.welcome) local.welcome.renderWelcome(now);
  // Load both at once, because the welcome page would otherwise request the overlays only later.
  else
    Promise.all([import("./panels/welcome.js"), import("./canvas/overlays.js")]).then(
      ([module]) => ((local.welcome = module), paintSoon()),
    );
});

/** Loads Draw with everything it needs. */
const draw = () => loadModule(() => import("./modes/draw/draw.js"), ["modes/draw/draw.css"]);

/** Opens a new board in Draw, or an example if the kind cannot be drawn. @param {string} kind */
export async function newBoard(kind) {
  if (state.catalog.find((entry) => entry.kind === kind)?.draws) (await draw()).newBoard(kind);
  else openKind(kind);
}

/** Registers the events that trigger lazy loading. Call this once, after all elements are built. */
export function wireFeatures() {
  byId("start-draw").addEventListener("click", async () => {
    const kind = firstKind("photo") ?? firstKind("draws");
    if (kind) (await draw()).newBoard(kind);
  });
  byId("solve").addEventListener("click", async () =>
    (await loadModule(() => import("./modes/analyse/analyse.js"), ["modes/analyse/analyse.css"])).reveal(),
  );
  byId("start-first").addEventListener("click", () => openPractice());
  byId("start-example").addEventListener("click", () => openPanel("library"));
  addEventListener("drop", (event) => takePicture(event, event.dataTransfer));
  addEventListener("paste", (event) => takePicture(event, event.clipboardData));
  addEventListener("keydown", (event) => {
    const writing = /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select");
    if (event.key !== "?" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    byId("help-button").click();
  });
  onPicture((file) => {
    if (!firstKind("photo")) return false;
    void readFrom(file);
    return true;
  });
  onRefusal(async (problem, text) => {
    const { reads } = state;
    await loadOpenPanel();
    // A later request has priority.
    if (state.reads === reads) (await loadOpen()).refused(problem, text);
  });
  let shown = false;
  watch(() => {
    if (shown || !state.reading || state.panel !== "open") return;
    shown = true;
    loadOpenPanel().then(() => update({}));
  });
  let asked = false;
  watch(() => {
    if (asked || state.panel !== "share") return;
    asked = true;
    loadSharePanel()
      .then(() => loadModule(() => import("./panels/share-more.js"), []))
      .then(
        ({ buildShareMore }) => buildShareMore(),
        () => (asked = false), // loadModule reports the error, and the next change of the state repeats the request
      );
  });
  onOtherTab((game) => {
    const mine = state.game;
    if (mine?.id !== game.id) return;
    const same = mine.marks === game.marks && JSON.stringify(mine.document) === JSON.stringify(game.document);
    update({
      game: { ...game, view: mine.view },
      ...(same ? {} : { message: { kind: "note", message: t("two.tabs") } }),
    });
  });
}

/** Returns the first kind of the catalog with a capability. @param {"draws" | "photo"} what */
const firstKind = (what) => state.catalog.find((entry) => entry[what])?.kind;

/**
 * Reads a picture that is dropped or pasted anywhere as a puzzle.
 * @param {Event} event
 * @param {DataTransfer | null} data
 */
async function takePicture(event, data) {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (!file || !firstKind("photo")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await readFrom(file);
}

/** Reads a picture of a puzzle. A picture without a grid becomes a nonogram. @param {File} file */
async function readFrom(file) {
  await loadPicturePanel();
  (await import("./panels/picture.js")).readPictureFile(file, drawFrom);
}

/** Converts a picture to a new puzzle, of the kind that supports pictures. @param {File} file */
async function drawFrom(file) {
  const { newBoard, fromPicture } = await draw();
  await newBoard(/** @type {string} */ (firstKind("photo")));
  update({ panel: null });
  await fromPicture(file);
  byId("image-box")?.prepend(
    h("p", { class: "small" }, t("picture.as-portrait")),
    h("button", { class: "button line", onclick: () => openPanel("picture") }, t("picture.as-puzzle")),
  );
}
