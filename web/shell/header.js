/**
 * Renders the frame around modes and panels: header, tabs, heading, verdict and status line. Every function here can be
 * called at any time and updates its part of the document from the state.
 */

import { byId, glyph, h, icon, refill, setText, show, showInTurn } from "../ui/dom.js";
import { has, t } from "../ui/i18n.js";
import { dateOf } from "../core/daily.js";
import { hidesTitle } from "../core/game.js";
import { dayOf } from "./daily.js";
import { modeOf, modes, modesFor, panelOf, panels } from "./registry.js";
import { shapeWord } from "./board-text.js";
import { certain, differing, isPosition } from "../core/results.js";
import { THEMES } from "../ui/theme.js";
import { dateText, kindName, problemText, seconds, titleOf } from "../ui/text.js";

/** @import {CatalogEntry, Game, Mode, Panel, PuzzleKind, Result, State} from "../core/types.js" */

/** Adds the elements of modes and panels to the document. Call it once, before the strings are filled in. */
export function buildControls() {
  byId("modes").append(...modes.map(tab));
  for (const mode of modes) {
    const { tools = [], statement = [], evidence = [] } = mode.build?.() ?? {};
    for (const [id, elements] of Object.entries({ "mode-tools": tools, statement, evidence }))
      byId(id).append(...elements.map((element) => of(mode, element)));
  }
  for (const panel of panels) {
    byId(panel.menu ? "more" : "actions").insertBefore(button(panel), byId(panel.menu ? "language" : "more-button"));
    if (panel.build) byId("body").append(Object.assign(panel.build(), { id: `panel-${panel.name}`, hidden: true }));
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]")))
    element.prepend(icon(/** @type {string} */ (element.dataset.icon)));
}

/** @param {Mode} mode @param {HTMLElement} element */
const of = ({ name }, element) =>
  Object.assign(element, { hidden: true }) && (element.setAttribute("data-mode", name), element);

/** @param {Mode} mode */
const tab = ({ name, icon: drawn }) =>
  h(
    "button",
    { id: `mode-${name}`, role: "tab", "data-go": name, "aria-controls": "panel", "data-icon": drawn },
    h("span", { "data-t": `mode.${name}` }),
  );

/** @param {Panel} panel */
const button = ({ name, icon: drawn, bare }) =>
  h(
    "button",
    {
      id: `${name}-button`,
      "data-panel": name,
      "data-icon": drawn,
      "aria-expanded": "false",
      "aria-controls": "margin",
      "data-label": bare ? name : undefined,
    },
    bare ? null : h("span", { "data-t": name }),
  );

/** @param {State} state */
export function render(state) {
  header(state);
  margin(state);
  const { game, puzzle, mode, panel } = state;
  if (game && puzzle) {
    heading(state, game);
    tools(state, game);
    modeOf(mode).render(game, puzzle);
  }
  if (!game) document.title = t("page.title");
  panelOf(panel)?.render?.();
  strip(state);
}

/** @param {State} state */
function header({ catalog, puzzle, game, language, theme, install, panel: shown }) {
  const current = game ? puzzle?.kind : undefined;
  refill(byId("kinds"), `${catalog.length} ${current}`, () => catalog.map((entry) => kindTile(entry, current)));
  refill(byId("kind-now"), `${catalog.length} ${current}`, () => [
    ...catalog.filter(({ kind }) => kind === current).map((one) => glyph(one.glyph)),
    h("span", {}, current ? kindName(current) : t("kinds")),
    icon("down"),
  ]);
  refill(byId("themes"), theme, () =>
    THEMES.map((name) =>
      h("button", { "data-theme-name": name, "aria-pressed": String(name === theme) }, t(`theme.${name}`)),
    ),
  );
  for (const id of ["install-button", "start-install"]) show(byId(id), Boolean(install));
  setText(byId("language"), t("language.other"));
  byId("language").lang = language === "en" ? "ja" : "en";
  for (const { name, needsGame } of panels) {
    byId(`${name}-button`).setAttribute("aria-expanded", String(shown === name));
    show(byId(`${name}-button`), Boolean(game) || !needsGame);
  }
}

/** Renders the frame of the margin. @param {State} state */
function margin({ mode, panel: shown, game, puzzle, message, offer, arriving }) {
  const seen = document.body.dataset;
  // Scroll to the top when another mode or panel is shown.
  if (seen.mode !== mode || seen.panel !== (shown ?? "")) byId("body").scrollTop = 0;
  if (seen.mode && seen.mode !== mode) hideForAFrame(byId("evidence"));
  seen.view = game || arriving ? "board" : "welcome";
  seen.panel = shown ?? "";
  seen.mode = mode;
  document.documentElement.removeAttribute("data-arriving"); // only needed until then
  show(byId("welcome"), !game && !arriving);
  show(byId("viewport"), Boolean(game));
  const filled = Boolean(game || shown || message || offer);
  show(byId("margin"), filled);
  seen.margin = String(filled); // a style with :has would be computed again after every change of the page
  show(byId("modes"), Boolean(game) && !shown);
  show(byId("panel-head"), Boolean(shown));
  show(byId("panel"), Boolean(game) && !shown);
  for (const { name } of panels) show(byId(`panel-${name}`), shown === name);
  if (shown) setText(byId("panel-title"), t(shown));
  const fitting = modesFor(puzzle);
  for (const { name } of modes) {
    const tab = byId(`mode-${name}`);
    show(
      tab,
      fitting.some((one) => one.name === name),
    );
    tab.setAttribute("aria-selected", String(name === mode));
    const index = name === mode ? 0 : -1;
    if (tab.tabIndex !== index) tab.tabIndex = index; // setting it on a focused element forces a layout
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main [data-mode]"))) {
    show(element, (element.dataset.mode ?? "").split(" ").includes(mode));
  }
  byId("panel").setAttribute("aria-labelledby", `mode-${mode}`);
  setText(byId("message"), message ? problemText(message) : "");
  byId("message").toggleAttribute("data-calm", message?.kind === "note");
  show(byId("offer"), Boolean(offer));
  setText(byId("offer-open"), offer?.text ?? "");
}

/** Hides an element for a frame, so that this frame does not lay out the whole margin. @param {HTMLElement} element */
function hideForAFrame(element) {
  showInTurn(element, false);
  showInTurn(element, true);
}

/**
 * Returns a button for a kind, with its picture, its name and a one-line description.
 * @param {CatalogEntry} entry
 * @param {string} [current] the current kind
 */
export const kindTile = ({ kind, glyph: paths }, current) =>
  h(
    "button",
    { class: "kind", "data-kind": kind, "aria-current": kind === current && "page" },
    glyph(paths),
    h("span", {}, h("b", {}, kindName(kind)), h("small", {}, t(`brief.${kind}`))),
  );

/**
 * Returns the fact shown next to the verdict.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Result} result
 */
function fact(game, puzzle, result) {
  if (isPosition(game, puzzle)) return t("verdict.position.fact", { n: certain(game, puzzle).open });
  if (result.verdict === "multiple")
    return t(`verdict.multiple.${shapeWord(puzzle)}`, {
      n: result.forced ? certain(game, puzzle).open : differing(game, puzzle),
    });
  return t(`verdict.${result.verdict}.fact`, { s: seconds(result.seconds) });
}

/** Renders title, size and verdict. @param {State} state @param {Game} game */
function heading({ puzzle, work, mode }, game) {
  if (!puzzle) return;
  const own = modeOf(mode).heading?.(game, puzzle);
  const shown = own?.document ?? game.document;
  const { width, height } = puzzle.size(shown);
  const title = titleOf(game, hidesTitle(puzzle, game));
  setText(byId("title"), title);
  const day = dayOf(game);
  const date = day === null ? "" : dateText(dateOf(day), { day: "numeric", month: "short" });
  setText(byId("size"), [date, t("size", { width, height }), puzzle.sizeNote?.(shown)].filter(Boolean).join(" · "));
  document.title = `${title} · Tesuji`;
  const output = byId("verdict");
  const result = own ? own.result : game.result;
  // In Draw, a position must also be unique.
  const position = mode !== "draw" && isPosition(game, puzzle);
  const checking = own ? own.checking : !result && work;
  refill(
    output,
    `${game.id} ${result?.verdict} ${result?.seconds} ${result?.checked} ${Boolean(checking)} ${own?.fact}`,
    () => {
      if (checking && !result) return [h("span", { class: "fact checking" }, t("verdict.checking"))];
      if (!result) return [];
      const words = own?.fact ?? (result.checked ? t("verdict.checked") : fact(game, puzzle, result));
      return [
        icon(position ? "analyse" : result.verdict),
        h("span", { class: "word" }, t(`verdict.${position ? "position" : result.verdict}`)),
        h("span", { class: "unseen" }, ": "),
        h("span", { class: "fact" }, words),
      ];
    },
  );
  output.toggleAttribute("data-position", position);
  output.toggleAttribute("data-calm", Boolean(own?.calm && result?.verdict === "multiple"));
  if (result) output.dataset.verdict = result.verdict;
  else delete output.dataset.verdict;
}

/** Renders undo, redo, zoom and Solve, which all modes share. @param {State} state @param {Game} game */
function tools({ mode, work }, game) {
  const history = modeOf(mode).history?.(game);
  for (const id of /** @type {const} */ (["undo", "redo"])) {
    show(byId(id), Boolean(history));
    byId(id).setAttribute("aria-disabled", String(!history?.[id]));
  }
  const solving = work?.name === "solve" && work.reveal;
  show(
    byId("solve"),
    !byId("solve").parentElement.hidden && (mode === "play" || !game.result || game.result.verdict === "unknown"),
  );
  byId("solve").setAttribute("aria-disabled", String(Boolean(solving)));
  setText(byId("solve"), t(solving ? "solving" : "solve"));
}

/** Renders the solver's status line at the foot of the margin. @param {State} state */
export function strip({ engine, engineSince, engineAgain, work, stopped, updated }) {
  const now = performance.now();
  const since = Math.max(0, now - (engine === "working" && work ? work.since : engineSince));
  const working = engine === "working" && since >= 300;
  const busy = working || (engine === "starting" && Boolean(work?.reveal));
  const strip = byId("strip");
  strip.dataset.engine = engine === "working" && !working ? "ready" : engine;
  strip.dataset.again = String(engineAgain);
  strip.dataset.updated = String(updated);
  document.documentElement.dataset.engine = engine === "working" ? "ready" : engine;
  const words = {
    starting: t(engineAgain ? "engine.failed" : "engine.starting"),
    ready: t(stopped ? "engine.stopped" : "engine.ready"),
    working: t("engine.working", { s: Math.floor(since / 1000) }),
    failed: t("engine.dead"),
  };
  const aborted = work?.controller.signal.aborted;
  setText(byId("engine"), aborted ? t("engine.stopping") : words[engine === "working" && !working ? "ready" : engine]);
  setText(byId("tries"), working && work?.progress?.of !== 0 && work?.progress && !aborted ? tries(work.progress) : "");
  const note =
    engine === "starting"
      ? engineAgain
        ? t("engine.kept")
        : t("fact.seconds", { s: Math.floor(since / 1000) })
      : busy || engine === "failed" || stopped
        ? ""
        : t(updated ? "engine.updated" : "engine.stays");
  setText(byId("strip-note"), note);
  const stoppable = Boolean(work) && busy && !aborted;
  show(byId("stop"), stoppable);
  document.body.dataset.stop = String(stoppable);
  show(byId("retry"), engine === "failed");
}

/** @param {NonNullable<NonNullable<State["work"]>["progress"]>} progress */
const tries = (progress) => t(has(`stage.${progress.stage}`) ? `stage.${progress.stage}` : "stage.other", progress);
