/**
 * The page is put together here. What this module imports, and what that imports, is what a first board needs; the rest
 * waits in later.js.
 *
 * To add a mode or a panel, write a module whose default export is one (types.js: Mode and Panel; registry.js) and name
 * it in later.js, one line: it is loaded, with its style sheet, when somebody first wants it. Only Play comes with the
 * page. A mode gets a tab, a panel a button in the header: `<name>-button`, `mode-<name>`; their words are
 * `mode.<name>` and `<name>` in the locales. What a mode builds is shown while it is on, a panel's element while it is
 * open. Around them: state.js (state, update, watch), games.js (change, look, goTo), solver.js (ask, engine, solve),
 * opening.js (openDocument …), stage.js (paintSoon, zoomStep), dom.js and words.js.
 */

import "./modes/play/play.js";

import { byId, onChoice } from "./ui/dom.js";
import { goTo } from "./shell/session.js";
import { listen } from "./input/listeners.js";
import { LANGUAGES, load, translate } from "./ui/i18n.js";
import { keepOffline } from "./shell/offline.js";
import { wireFeatures } from "./features.js";
import {
  latest,
  openDocument,
  openExample,
  openFile,
  openKind,
  openText,
  passFocus,
  refuse,
  route,
} from "./shell/import.js";
import { buildControls, render, strip } from "./shell/header.js";
import { modeOf, modesFor, panelOf, panels } from "./shell/registry.js";
import { engine, solve } from "./shell/solver.js";
import { boardInput } from "./shell/board-input.js";
import { paintSoon } from "./shell/scene.js";
import { zoomStep } from "./shell/viewport.js";
import { state, update, updateView, watch, watchView } from "./shell/state.js";
import { choice, choose, find, recover, rescue } from "./shell/storage.js";
import { applyTheme, watchDevice } from "./ui/theme.js";
import { nameExamples } from "./ui/text.js";

// ---------------------------------------------------------------- panels and menus

/** @param {string} name */
function openPanel(name) {
  closeMenus();
  update({ panel: name, ...(state.panel === name ? {} : { message: null }) });
  panelOf(name)?.enter?.();
  byId("margin").scrollIntoView({ block: "nearest" });
}

function closePanel() {
  const { panel } = state;
  update({ panel: null, message: null });
  if (panel) byId(`${panel}-button`).focus();
}

let shown = /** @type {string | null} */ (null);

/** Calls `leave` of the panel that was open, whatever closed it. */
function watchPanel() {
  const before = shown;
  shown = state.panel;
  if (before && before !== shown) panelOf(before)?.leave?.();
}

/** @param {string} id of the button @param {string} list */
function menu(id, list) {
  const button = byId(id);
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    closeMenus();
    button.setAttribute("aria-expanded", String(open));
    byId(list).classList.toggle("open", open);
  });
}

function closeMenus() {
  for (const [id, list] of [
    ["kind-now", "kinds"],
    ["more-button", "more"],
    ["theme-button", "themes"],
  ]) {
    byId(id).setAttribute("aria-expanded", "false");
    byId(list).classList.remove("open");
  }
}

// ---------------------------------------------------------------- language and theme

async function setLanguage(/** @type {string} */ language) {
  await load(language);
  choose("language", language);
  document.documentElement.lang = language;
  translate(document);
  update({ language, translated: true });
}

function setTheme(/** @type {string} */ theme) {
  update({ theme, palette: applyTheme(theme) });
}

// ---------------------------------------------------------------- wiring

function wire() {
  const on = (/** @type {string} */ id, /** @type {(event: any) => void} */ act, type = "click") =>
    byId(id).addEventListener(type, act);

  on(
    "home",
    (event) => (event.preventDefault(), history.pushState(null, "", location.pathname + location.search), route()),
  );
  for (const { name, wire: own } of panels) {
    on(`${name}-button`, () => openPanel(name));
    own?.();
  }
  on("panel-close", closePanel);
  on("language", () => setLanguage(/** @type {string} */ (LANGUAGES.find((language) => language !== state.language))));
  menu("kind-now", "kinds");
  menu("more-button", "more");
  menu("theme-button", "themes");
  onChoice(byId("themes"), "themeName", (theme) => (choose("theme", theme), setTheme(theme)));
  onChoice(byId("kinds"), "kind", (kind) => (closeMenus(), openKind(kind)));
  onChoice(byId("samples"), "kind", (kind, button) =>
    button.classList.contains("sample") ? update({ why: state.why === kind ? "" : kind }) : openKind(kind),
  );
  on("start-example", () => openExample());
  on("start-open", () => openPanel("open"));
  on("start-continue", async () =>
    openDocument((await find(JSON.parse(choice("latest", "null")).id)).document).catch(refuse),
  );

  onChoice(byId("modes"), "go", (name) => goTo(name));
  on(
    "modes",
    (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const modes = modesFor(state.puzzle);
      const at = modes.indexOf(modeOf(state.mode));
      const { name } = modes[(at + step + modes.length) % modes.length];
      goTo(name);
      byId(`mode-${name}`).focus();
    },
    "keydown",
  );

  repeats("undo", () => modeOf(state.mode).undo?.());
  repeats("redo", () => modeOf(state.mode).redo?.());
  on("larger", () => zoomStep(1));
  on("smaller", () => zoomStep(-1));
  on("fit", () => zoomStep(0));

  on("stop", () => {
    const pass = passFocus("stop", "#board");
    state.work?.controller.abort();
    update({});
    pass();
  });
  on("retry", () => (engine.restart(), solve(false)));

  wireFeatures();
  wireDocument();
  listen(byId("board"), byId("canvas"), boardInput);
}

const HOLD = 400; // ms until a button that is held acts again
const AGAIN = 70; // ms from then on

/** A button that acts again and again while it is held. @param {string} id @param {() => void} act */
function repeats(id, act) {
  const button = byId(id);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let held = false;
  let due = 0;
  const wait = (/** @type {number} */ ms) => {
    due = performance.now() + ms;
    timer = setTimeout(again, ms);
  };
  function again() {
    // A page that was busy hears of the finger's lifting only after its timers.
    if (performance.now() - due < 50) {
      held = true;
      act();
    }
    wait(AGAIN);
  }
  const end = () => clearTimeout(timer);
  button.addEventListener("pointerdown", () => {
    held = false;
    wait(HOLD);
  });
  for (const type of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(type, end);
  button.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  button.addEventListener("click", () => (held ? (held = false) : act()));
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
    if (event.key === "Escape" && document.querySelector("[aria-haspopup][aria-expanded=true]")) closeMenus();
    else if (event.key === "Escape" && state.panel) closePanel();
    else if (!typing(event) && !event.defaultPrevented && state.game && keys(event)) event.preventDefault();
  });
  addEventListener("click", (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).closest("#nav, #actions"))) closeMenus();
  });
  new ResizeObserver(paintSoon).observe(byId("viewport"));
  new ResizeObserver(paintSoon).observe(byId("samples"));
  addEventListener("resize", paintSoon);
  addEventListener("pagehide", rescue);
  watchDevice(() => setTheme(state.theme));
  byId("board").addEventListener("focus", paintSoon);
  byId("board").addEventListener("blur", () => updateView({ pen: null }));
  setInterval(() => (state.work || state.engine === "starting") && state.translated && strip(state), 250);
}

/** Keys that mean the same wherever the focus is; whether it did anything. @param {KeyboardEvent} event */
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

/** The kinds and examples that were built in. */
async function readCatalog() {
  const { kinds } = await fetch(new URL("./catalog.json", import.meta.url)).then((response) => response.json());
  nameExamples(kinds);
  update({ catalog: kinds });
}

async function start() {
  watch(() => (watchPanel(), render(state)));
  watchView(paintSoon);
  buildControls();
  wire();
  setTheme(state.theme);
  const catalog = readCatalog();
  await setLanguage(LANGUAGES.includes(state.language) ? state.language : "en");
  try {
    await recover();
    if (state.arriving) await route().finally(() => update({ arriving: false }));
    else update({ latest: await latest() });
    await catalog;
  } finally {
    seen(engine.start);
  }
  keepOffline(engine.started);
}

/** Calls back when what was drawn last is on the screen, where there is one. @param {() => void} act */
function seen(act) {
  const limit = setTimeout(act, 500); // frames do not come to a page that is hidden
  requestAnimationFrame(() => setTimeout(() => (clearTimeout(limit), act())));
}

start();
