/**
 * The embedded board (embed.html): a puzzle with Hint and Check in another site's page. The puzzle comes from the
 * address (`#p=…`) or from the host page, which also receives progress events (docs/embed.md). Nothing is stored: the
 * host page receives the player's progress and can restore it.
 */

import { moved, newGame, play, progressIn, redo, set, undo, withProgress } from "../core/game.js";
import { targetAt } from "../core/lattice.js";
import { digitOf } from "../core/marks.js";
import { fromPacked, linkIn, toFragment } from "../core/share-link.js";
import { keepSolution } from "../core/verdicts.js";
import { documentProblem, isKindName, variantOf } from "../core/validation.js";
import { byId, icon, onChoice, refill, setText, show } from "../ui/dom.js";
import { LANGUAGES, has, preferred, t, translate, use } from "../ui/i18n.js";
import { readJson } from "../ui/json.js";
import { problemText, ruleKey, sentence } from "../ui/text.js";
import { toolSegments } from "../ui/tools.js";
import { applyTheme, watchDevice } from "../ui/theme.js";
import { clockText } from "../core/clock.js";
import { painted } from "../core/strokes.js";
import { freshLooks, mountBoard } from "../shell/mount-board.js";

/** @import {EmbedHint} from "./ask.js" */
/** @import {Mistakes} from "../core/mistakes.js" */
/** @import {Game, Marks, Palette, PuzzleKind} from "../core/types.js" */

const VERSION = 1; // version of the message protocol

/** The parameters in the fragment: `p`, `lang` and `theme`. @type {Record<string, string>} */
const wish = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const language = LANGUAGES.includes(wish.lang) ? wish.lang : preferred(navigator.languages ?? [navigator.language]);

/**
 * The state of the embedded board; `change` and `render` use it.
 * @typedef {object} Embedded
 * @property {PuzzleKind | null} puzzle
 * @property {Game | null} game
 * @property {(EmbedHint & {on: Marks}) | null} hint  the current hint, with the marks it refers to
 * @property {(Mistakes & {on: Marks}) | null} looked  the mistakes found, with the marks that were checked
 * @property {"hint" | "check" | ""} busy
 * @property {string} problem
 * @property {number} began  time from performance.now(), in ms
 * @property {Promise<void> | null} strings  resolves when the strings of the solver's messages are loaded
 * @property {Palette} palette
 * @property {import("../shell/mount-board.js").Looks} looks
 */

/** @type {Embedded} */
const now = {
  puzzle: null,
  game: null,
  hint: null,
  looked: null,
  busy: "",
  problem: "",
  began: 0,
  strings: null,
  palette: {},
  looks: freshLooks(),
};

// ---- strings

/** @param {string} name */
const strings = (name) => readJson(new URL(`../locales/${name}${language}.json`, import.meta.url));
const first = strings("embed.");

const loadAll = () =>
  (now.strings ??= Promise.all([first, strings(""), strings("lazy.")]).then(
    (tables) => use(language, Object.assign({}, ...tables)),
    (error) => ((now.strings = null), Promise.reject(error)),
  ));

/** Adds the strings of a kind, unless those of all kinds are used. @param {string} kind */
async function addStrings(kind) {
  const tables = await Promise.all([first, strings(`embed.${kind}.`)]);
  await (now.strings ?? use(language, Object.assign({}, ...tables)));
}

// ---- the puzzle

/**
 * Shows a document with the progress that it contains.
 * @param {any} document
 */
async function open(document) {
  try {
    if (!document || typeof document !== "object" || !isKindName(String(document.kind)))
      throw { kind: "not-a-document" };
    const kind = await Promise.all([import(`../puzzles/${document.kind}/board.js`), addStrings(document.kind)]).then(
      ([module]) => /** @type {PuzzleKind} */ (module.default),
      () => Promise.reject({ kind: "kind", params: { name: String(document.kind).slice(0, 40), kinds: "" } }),
    );
    const own = variantOf(kind, document);
    const wrong = documentProblem(own, document);
    if (wrong) throw wrong;
    const fresh = newGame(own, document);
    const game = { ...fresh, marks: progressIn(own, document) ?? fresh.marks };
    const looks = now.game?.id === game.id ? now.looks : freshLooks();
    Object.assign(now, { puzzle: own, game, hint: null, looked: null, problem: "", began: performance.now(), looks });
    render();
    postState();
    if (own.asks && game.marks !== fresh.marks) judgeBoard(game, own, render).catch(console.warn);
  } catch (error) {
    await refuse(error);
  }
}

/** @param {any} error */
async function refuse(error) {
  const { kind = "unreadable", at, params } = error ?? {};
  await loadAll().catch(() => {});
  now.problem = problemText({ kind, at, params });
  post("error", { error: { kind, message: now.problem } });
  render();
}

/** Opens the puzzle in an address or a fragment. @param {string} text */
async function openLink(text) {
  try {
    const link = linkIn(text);
    if (!link || !("packed" in link)) throw { kind: "unknown-link" };
    await open(await fromPacked(link.packed));
  } catch (error) {
    await refuse(error);
  }
}

/** Replaces the game with a changed one. @param {Game} next */
function change(next) {
  const { puzzle, game } = now;
  if (!puzzle || !game || next === game) return;
  const before = isSolved();
  now.game = next;
  render();
  postState();
  if (!before && isSolved()) finish();
  else if (puzzle.asks) judgeBoard(next, puzzle, finish).catch(console.warn);
}

/** Shows that the board is solved, and informs the host page. */
function finish() {
  if (!now.game) return;
  const { hints } = now.game;
  const time = Math.round(performance.now() - now.began);
  now.game = { ...now.game, time };
  render();
  post("solved", { time, hints });
}

/**
 * Has the solver check a board whose rules the page does not check.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {() => void} then  called if the board is solved
 */
async function judgeBoard(game, puzzle, then) {
  const { judge } = await import("./ask.js");
  await judge(game, puzzle);
  if (now.game?.id !== game.id || now.game.marks !== game.marks || !isSolved()) return;
  postState();
  then();
}

/** Applies a change to the current game, if there is one. @param {(game: Game, puzzle: PuzzleKind) => Game} how */
const changeBy = (how) => now.game && now.puzzle && change(how(now.game, now.puzzle));

// ---- the board

/** Returns the tools for the current puzzle. @param {PuzzleKind} puzzle @param {Game} game */
const toolsOf = (puzzle, game) => puzzle.toolsFor?.(game.document) ?? puzzle.tools;

const board = mountBoard({
  element: () => byId("board"),
  canvas: () => byId("canvas"),
  cells: () => byId("cells"),
  room() {
    const { clientWidth: width, clientHeight: height } = byId("place");
    return { width: width - 8, height: height - 8, touch: matchMedia("(pointer: coarse)").matches };
  },
  shown() {
    const { puzzle, game, palette, looks } = now;
    if (!puzzle || !game) return null;
    const { stroke } = looks;
    const { document } = game;
    const marks = stroke ? painted(stroke) : game.marks;
    const done = Boolean(puzzle.picture) && !stroke && puzzle.solved(document, marks);
    return { puzzle, document, palette, marks, tone: "own", overlays: stroke ? [] : overlays(), done };
  },
  edited() {
    const { puzzle, game, looks } = now;
    if (!puzzle || !game) return null;
    const { id, document, marks } = game;
    const tools = toolsOf(puzzle, game);
    const editable = !puzzle.fallen?.(document, marks);
    return { id, puzzle: { ...puzzle, tools }, document, marks, tool: looks.tool, editable };
  },
  looks: () => now.looks,
  look(changes) {
    Object.assign(now.looks, changes);
    board.paintSoon();
  },
  commit: (marks, stroke) =>
    changeBy((game, puzzle) => play(puzzle, game, moved(puzzle, game, marks, stroke?.cells ?? []))),
});

/** @param {number} tool */
function chooseTool(tool) {
  const { puzzle, game, looks } = now;
  if (puzzle && game) looks.tool = tool % toolsOf(puzzle, game).length;
  render();
}

// ---- hint and check

async function hintMore() {
  if (now.busy) return;
  if (standing()?.marks.length) return doHint();
  await work("hint", async (mine, puzzle) => {
    const found = await (await import("./ask.js")).askHint(mine, puzzle);
    if (now.game?.marks !== mine.marks || now.game.id !== mine.id) return;
    now.game = { ...now.game, hints: now.game.hints + 1 };
    now.hint = { ...found, on: mine.marks };
  });
}

/** Enters the marks of the hint. */
const doHint = () =>
  changeBy((game, puzzle) => {
    const size = puzzle.size(game.document);
    const places = now.hint?.marks ?? [];
    const wanted = places.reduce(
      (marks, { place, state }) => set(marks, [targetAt(puzzle, size, place)], digitOf(state)),
      game.marks,
    );
    return play(puzzle, game, moved(puzzle, game, wanted));
  });

const check = () =>
  work("check", async (mine, puzzle) => {
    const { askSolution, judge, mistakes } = await import("./ask.js");
    if (puzzle.asks) await judge(mine, puzzle).catch(console.warn);
    const result = mine.result ?? (await askSolution(mine).catch(() => null));
    if (now.game?.id !== mine.id) return;
    const game = { ...now.game, result };
    keepSolution(game, puzzle);
    Object.assign(now, { game, looked: { ...mistakes(game, puzzle), on: game.marks }, hint: null });
  });

/**
 * Calls the solver. The board stays playable meanwhile.
 * @param {"hint" | "check"} name
 * @param {(game: Game, puzzle: PuzzleKind) => Promise<void>} act
 */
async function work(name, act) {
  const { puzzle, game, busy } = now;
  if (!puzzle || !game || busy) return;
  now.busy = name;
  render();
  try {
    await loadAll();
    await act(game, puzzle);
  } catch (error) {
    now.problem = problemText({ kind: "engine" });
    console.warn(error);
  } finally {
    now.busy = "";
    render();
  }
}

/** Returns the hint if it applies to the current board. */
const standing = () => (now.hint && now.hint.on === now.game?.marks ? now.hint : null);

/** Returns the mistakes if they apply to the current board and no hint is shown. */
const foundWrong = () => (now.looked?.on === now.game?.marks && !standing() ? now.looked : null);

const overlays = () => standing()?.overlays ?? foundWrong()?.overlays ?? [];

// ---- display

/** @returns {(Node | string)[]} */
function words() {
  const { puzzle, game, problem, busy, looked } = now;
  if (problem) return [problem];
  if (busy) return [t("embed.working")];
  if (!puzzle || !game) return [wish.p === undefined ? t("embed.empty") : ""];
  const { document, marks, falls, time, hints } = game;
  if (puzzle.fallen?.(document, marks)) return sentence(`fallen.${puzzle.kind}`, { n: falls + 1 });
  const stands = standing();
  if (stands) return stands.words;
  if (puzzle.solved(document, marks))
    return [time ? t("solved", { t: clockText(time) }) : "", hints ? ` ${t("solved.hints", { n: hints })}` : ""];
  if (looked?.on !== marks) return sentence(ruleKey(puzzle, document));
  const { cells, breaks, sure, checked } = looked;
  if (breaks.length) return sentence(has(breaks[0].key) ? breaks[0].key : "wrong.rule", breaks[0].params);
  if (cells.length) return sentence("wrong.marks", { n: cells.length });
  return sentence(sure ? "check.ok" : checked ? "check.rules" : "check.later");
}

function render() {
  const { puzzle, game, looks, problem, busy } = now;
  show(byId("tools"), Boolean(game));
  byId("sentence").replaceChildren(...words());
  if (!puzzle || !game) return;
  const stands = standing();
  const tools = toolsOf(puzzle, game);
  byId("sentence").classList.toggle("wrong", Boolean(problem || foundWrong()?.overlays.length || stands?.wrong));
  byId("undo").setAttribute("aria-disabled", String(!game.past.length));
  byId("redo").setAttribute("aria-disabled", String(!game.future.length));
  for (const id of ["check", "hint-button"]) byId(id).setAttribute("aria-disabled", String(Boolean(busy)));
  setText(byId("hint-button").lastChild, t(stands?.marks.length ? "hint.do" : "hint"));
  refill(byId("tool-choice"), `${puzzle.kind} ${looks.tool} ${tools.map(({ key }) => key)}`, () =>
    toolSegments("tool", tools, looks.tool),
  );
  for (const button of byId("tool-choice").children) button.title = button.textContent;
  setText(byId("title"), t(`kind.${puzzle.kind}`));
  board.measureSoon();
}

// ---- host page

/** Posts a message to the host page. @param {string} type @param {Record<string, any>} [more] */
const post = (type, more = {}) => parent !== window && parent.postMessage({ tesuji: VERSION, type, ...more }, "*");

/** Returns the puzzle with the player's progress. */
const documentNow = () => (now.puzzle && now.game ? withProgress(now.puzzle, now.game.document, now.game.marks) : null);

const isSolved = () => Boolean(now.puzzle && now.game && now.puzzle.solved(now.game.document, now.game.marks));

const postState = () => post("state", { document: documentNow(), solved: isSolved() });

addEventListener("message", ({ source, data }) => {
  if (source !== parent || parent === window || data?.tesuji !== VERSION) return;
  if (data.type === "load" && typeof data.link === "string") openLink(data.link);
  else if (data.type === "load") open(data.document);
  else if (data.type === "state") postState();
});

/** Opens the same board in the full application, in a new tab. @param {Event} event */
async function openWhole(event) {
  const whole = documentNow();
  if (!whole) return;
  event.preventDefault();
  window.open(new URL(`./${await toFragment(whole)}`, document.baseURI), "_blank", "noopener");
}

// ---- start

function wire() {
  board.listen();
  onChoice(byId("tool-choice"), "tool", (index) => chooseTool(+index));
  for (const [id, act] of /** @type {const} */ ([
    ["undo", () => changeBy(undo)],
    ["redo", () => changeBy(redo)],
    ["check", check],
    ["hint-button", hintMore],
    ["whole", openWhole],
  ]))
    byId(id).addEventListener("click", act);
  byId("board").addEventListener("keydown", keys);
  new ResizeObserver(board.measureSoon).observe(byId("place"));
}

/** Handles the keys that do not mark: undo, redo, hint, check and switching tools. @param {KeyboardEvent} event */
function keys(event) {
  const name = event.key.toLowerCase();
  if (!now.game || event.altKey || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    if (name !== "z" && name !== "y") return;
    event.preventDefault();
    return changeBy(name === "y" || event.shiftKey ? redo : undo);
  }
  if (name === "h") hintMore();
  else if (name === "c") check();
  else if (name === "t") chooseTool(now.looks.tool + 1);
}

async function start() {
  const colours = () => {
    now.palette = applyTheme(["light", "dark"].includes(wish.theme) ? wish.theme : "auto");
    board.paintSoon();
  };
  colours();
  watchDevice(colours);
  document.documentElement.lang = language;
  use(language, await first);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]")))
    element.prepend(icon(/** @type {string} */ (element.dataset.icon)));
  translate(document);
  wire();
  if (wish.p !== undefined) await openLink(location.hash.replace(/^.*[#&]p=/, "#p="));
  else {
    render();
    postState();
  }
}

start();
