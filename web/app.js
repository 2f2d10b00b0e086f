/**
 * Assembles the page. This module and its recursive imports are needed for the first board; the rest is loaded on
 * demand (features.js).
 *
 * To add a mode or a panel, write a module whose default export is a Mode or a Panel (core/types.js), and add a line
 * for it to features.js. It is loaded, with its style sheet, when it is first needed; only Play is part of the initial
 * page. A mode gets a tab `mode-<name>`, and a panel a button `<name>-button` in the header; their labels are the
 * strings `mode.<name>` and `<name>`. The output of a mode is shown while the mode is active, and a panel's element
 * while the panel is open. Shared parts are in shell/: state.js (state, update, watch), session.js (change, look,
 * goTo), solver.js (ask, engine, solve), open.js (openDocument …), board.js (board, paintSoon).
 */

import "./ui/icons.js";
import "./modes/play/play.js";

import { byId, onChoice, moveFocus, nextFrame } from "./ui/dom.js";
import { goTo } from "./shell/session.js";
import { WORKING_CELL } from "./input/gestures.js";
import { repeatWhileHeld } from "./input/hold-button.js";
import { LANGUAGES, load, translate } from "./ui/i18n.js";
import { readJson } from "./ui/json.js";
import { keepOffline, outdated } from "./shell/offline.js";
import { newBoard, wireFeatures } from "./features.js";
import { latest, route } from "./shell/route.js";
import { openDocument, openText } from "./shell/open.js";
import { openFile } from "./shell/files.js";
import { openKind } from "./shell/examples.js";
import { refuse } from "./shell/refusals.js";
import { buildControls, render, strip } from "./shell/header.js";
import { loadModule } from "./shell/lazy-loading.js";
import { modeOf, modesFor, panels } from "./shell/registry.js";
import { closeMenus, closePanel, hasOpenMenu, leavePanel, openPanel, wireMenus } from "./shell/panels.js";
import { engine, solve } from "./shell/solver.js";
import { board, paintSoon } from "./shell/board.js";
import { nextTask, state, update, updateView, watch, watchView } from "./shell/state.js";
import { choice, choose, find, keepForGood, recover, keepUnsaved } from "./shell/storage.js";
import { applyTheme, watchDevice } from "./ui/theme.js";
import { nameExamples } from "./ui/text.js";

/** Loads a language and shows the page in it. @param {string} language */
async function setLanguage(language) {
  await load(language);
  choose("language", language);
  document.documentElement.lang = language;
  translate(document);
  update({ language, translated: true });
}

/** @param {string} theme */
function setTheme(theme) {
  update({ theme, palette: applyTheme(theme) });
}

/** @param {string} id @param {(event: any) => void} act @param {string} [type] */
const on = (id, act, type = "click") => byId(id).addEventListener(type, act);

/** Adds the event listeners of the page. Call this once, after all elements are built. */
function wire() {
  wireHeader();
  wireWelcome();
  wireModes();
  wireTools();
  wireFeatures();
  wireDocument();
  board.listen();
}

function wireHeader() {
  on(
    "home",
    (event) => (event.preventDefault(), history.pushState(null, "", location.pathname + location.search), route()),
  );
  for (const { name, wire: own } of panels) {
    on(`${name}-button`, () => openPanel(name));
    own?.();
  }
  on("panel-close", closePanel);
  on("offer-open", () => {
    const { offer } = state;
    update({ offer: null });
    offer?.open().catch(refuse);
  });
  wireMenus();
  on("language", () => {
    closeMenus();
    setLanguage(/** @type {string} */ (LANGUAGES.find((language) => language !== state.language)));
  });
  onChoice(byId("themes"), "themeName", (theme) => (choose("theme", theme), setTheme(theme)));
  onChoice(byId("kinds"), "kind", (kind) => {
    closeMenus();
    if (state.mode === "draw" && state.game) newBoard(kind);
    else openKind(kind);
  });
  onChoice(byId("others"), "index", (index) => openDocument(state.others[+index]).catch(refuse));
}

function wireWelcome() {
  onChoice(byId("samples"), "kind", (kind, button) =>
    button.classList.contains("sample") ? update({ why: state.why === kind ? "" : kind }) : openKind(kind),
  );
  onChoice(byId("other-kinds"), "kind", (kind) => openKind(kind));
  on("start-open", () => openPanel("open"));
  on("start-continue", async () =>
    openDocument((await find(JSON.parse(choice("latest", "null")).id)).document).catch(refuse),
  );
}

function wireModes() {
  // The frame after a click or key takes its time, so the mode follows in a task of its own.
  onChoice(byId("modes"), "go", (name) => nextTask().then(() => goTo(name)));
  on(
    "modes",
    (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const modes = modesFor(state.puzzle);
      const at = modes.indexOf(modeOf(state.mode));
      const { name } = modes[(at + step + modes.length) % modes.length];
      nextTask().then(() => (goTo(name), byId(`mode-${name}`).focus()));
    },
    "keydown",
  );
}

/** Adds the listeners of the tools below the board and of the foot of the margin. */
function wireTools() {
  repeatWhileHeld(byId("undo"), () => modeOf(state.mode).undo?.());
  repeatWhileHeld(byId("redo"), () => modeOf(state.mode).redo?.());
  for (const [id, size] of /** @type {const} */ ([
    ["larger", WORKING_CELL],
    ["fit", 0],
  ])) {
    on(id, () => {
      const pass = moveFocus(id, "#board"); // the button is replaced by the other one
      board.zoomTo(size);
      pass();
    });
  }

  on("stop", () => {
    const pass = moveFocus("stop", "#board");
    state.work?.controller.abort();
    update({});
    pass();
  });
  on("retry", () => (engine.restart(), solve(false)));
}

const typing = (/** @type {Event} */ event) =>
  Boolean(/** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select, [contenteditable]"));

function wireDocument() {
  addEventListener("popstate", route);
  addEventListener("hashchange", route);
  addEventListener("paste", (event) => {
    if (typing(event)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain");
    if (text) openText(text);
    else if (file) openFile(file);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) openFile(file);
    else if (text) openText(text);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && hasOpenMenu()) closeMenus(true);
    else if (event.key === "Escape" && state.panel) closePanel();
    else if (!typing(event) && !event.defaultPrevented && state.game && keys(event)) event.preventDefault();
  });
  addEventListener("click", (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).closest("#nav, #actions"))) closeMenus();
  });
  addEventListener("beforeinstallprompt", (event) => (event.preventDefault(), update({ install: event })));
  addEventListener("appinstalled", () => (update({ install: null }), keepForGood()));
  on("install-button", install);
  on("start-install", install);
  const room = new ResizeObserver(board.measureSoon);
  for (const id of ["viewport", "block"]) room.observe(byId(id));
  new ResizeObserver(paintSoon).observe(byId("samples"));
  addEventListener("resize", paintSoon);
  addEventListener("pagehide", keepUnsaved);
  watchDevice(() => setTheme(state.theme));
  byId("board").addEventListener("focus", paintSoon);
  byId("board").addEventListener("blur", () => updateView({ pen: null }));
  setInterval(() => (state.work || state.engine === "starting") && state.translated && strip(state), 250);
}

/** Shows the browser's prompt to install the page as an app. */
function install() {
  /** @type {any} */ (state.install)?.prompt();
  update({ install: null });
}

/** Handles keys that do not depend on the focus. Returns whether the key was used. @param {KeyboardEvent} event */
function keys(event) {
  const mode = modeOf(state.mode);
  const name = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (name === "z" || name === "y")) {
    if (name === "y" || event.shiftKey) mode.redo?.();
    else mode.undo?.();
    return Boolean(mode.undo);
  }
  if (event.ctrlKey || event.metaKey || event.altKey || state.panel) return false;
  return Boolean(mode.onKey?.(event));
}

/** Reads the kinds and examples that the build added to the page. */
async function readCatalog() {
  const { kinds } = await readJson(new URL("./catalog.json", import.meta.url));
  nameExamples(kinds);
  update({ catalog: kinds });
}

/** Has the engine check the rules, for kinds that need it. */
const judge = () =>
  state.puzzle?.asks &&
  loadModule(() => import("./shell/verdicts.js"), []).then(
    ({ judgeBoard }) => judgeBoard(),
    () => {}, // the page reports the error
  );

async function start() {
  const catalog = readCatalog();
  watch(() => (leavePanel(), judge(), render(state)));
  watchView(paintSoon);
  await nextTask(); // after the evaluation of the modules
  buildControls();
  wire();
  await nextTask();
  setTheme(state.theme);
  await setLanguage(LANGUAGES.includes(state.language) ? state.language : "en");
  try {
    await recover();
    if (state.arriving) await route().finally(() => update({ arriving: false }));
    else update({ latest: await latest() });
    await catalog;
  } finally {
    nextFrame().then(engine.start);
  }
  keepOffline(engine.started);
  // Handles a file that was opened with the installed app.
  /** @type {any} */ (window).launchQueue?.setConsumer(
    async (/** @type {{files?: FileSystemFileHandle[]}} */ { files }) => {
      if (files?.length) openFile(await files[0].getFile());
    },
  );
  if (matchMedia("(display-mode: standalone)").matches) keepForGood();
}

start().catch(async (error) => {
  if (await outdated()) dispatchEvent(new Event("tesuji-reload")); // fallback.js listens
  throw error;
});
