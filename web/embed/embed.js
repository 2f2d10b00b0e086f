/**
 * A puzzle in somebody else's page: the board, hint and check, nothing around them. `embed.html#p=…` has the puzzle in
 * its address; the page around it may also send one, and hears how it goes (docs/embed.md). Nothing is kept: the page
 * around the board is told the player's progress, and can bring it back.
 */

import { newGame, play, progressIn, redo, set, undo, withProgress } from "../core/game.js";
import { targetAt } from "../core/lattice.js";
import { fromPacked, linkIn, toFragment } from "../core/share-link.js";
import { documentProblem, isKindName } from "../core/validation.js";
import { listen } from "../input/listeners.js";
import { byId, h, icon, onChoice, refill, setText, show } from "../ui/dom.js";
import { LANGUAGES, has, preferred, t, translate, use } from "../ui/i18n.js";
import { readJson } from "../ui/json.js";
import { problemText, sentence } from "../ui/text.js";
import { toolSegments } from "../ui/tools.js";
import { applyTheme, watchDevice } from "../ui/theme.js";
import { clockText } from "../core/clock.js";
import { onCommit, paintSoon, setPalette, setTool, showBoard, surface, tool, toolsOf } from "./board.js";

/** @import {Hint} from "./ask.js" */
/** @import {Mistakes} from "../core/mistakes.js" */
/** @import {Game, Marks, PuzzleKind} from "../core/types.js" */

const VERSION = 1; // of the messages

/** The fragment: `p`, and how the page around wants it: `lang`, `theme`. @type {Record<string, string>} */
const wish = Object.fromEntries(
  location.hash
    .slice(1)
    .split("&")
    .map((part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)]),
);
const language = LANGUAGES.includes(wish.lang) ? wish.lang : preferred(navigator.languages ?? [navigator.language]);

/** @type {PuzzleKind | null} */
let puzzle = null;
/** @type {Game | null} */
let game = null;
/** The hint that stands, with the marks that it is about. @type {(Hint & {on: Marks}) | null} */
let hint = null;
/** What was found wrong, with the marks that were looked through. @type {(Mistakes & {on: Marks}) | null} */
let looked = null;
/** What is under way. @type {"hint" | "check" | ""} */
let busy = "";
let problem = "";
let began = 0;

// ---- strings

/** @param {string} name */
const strings = (name) => readJson(new URL(`../locales/${name}${language}.json`, import.meta.url));
const first = strings("embed.");

/** All strings of the solver's sentences, once. @type {Promise<void> | null} */
let all = null;
const loadAll = () =>
  (all ??= Promise.all([first, strings(""), strings("lazy.")]).then(
    (tables) => use(language, Object.assign({}, ...tables)),
    (error) => ((all = null), Promise.reject(error)),
  ));

// ---- the puzzle

/**
 * Puts a document on the board, with the progress that it holds.
 * @param {any} document
 */
async function open(document) {
  try {
    if (!document || typeof document !== "object" || !isKindName(String(document.kind)))
      throw { kind: "not-a-document" };
    const own = await import(`../puzzles/${document.kind}/board.js`).then(
      (module) => /** @type {PuzzleKind} */ (module.default),
      () => Promise.reject({ kind: "kind", params: { name: String(document.kind).slice(0, 40), kinds: "" } }),
    );
    const wrong = documentProblem(own, document);
    if (wrong) throw wrong;
    const begun = newGame(own, document);
    [puzzle, game] = [own, { ...begun, marks: progressIn(own, document) ?? begun.marks }];
    [hint, looked, problem, began] = [null, null, "", performance.now()];
    render();
    postState();
  } catch (error) {
    await refuse(error);
  }
}

/** @param {any} error */
async function refuse(error) {
  const { kind = "unreadable", at, params } = error ?? {};
  await loadAll().catch(() => {});
  problem = problemText({ kind, at, params });
  post("error", { error: { kind, message: problem } });
  render();
}

/** What an address or a fragment holds. @param {string} text */
async function openLink(text) {
  try {
    const link = linkIn(text);
    if (!link || !("packed" in link)) throw { kind: "unknown-link" };
    await open(await fromPacked(link.packed));
  } catch (error) {
    await refuse(error);
  }
}

/** Takes a changed game over. @param {Game} next */
function change(next) {
  if (!puzzle || !game || next === game) return;
  const before = puzzle.solved(game.document, game.marks);
  game = next;
  render();
  postState();
  if (before || !puzzle.solved(game.document, game.marks)) return;
  game = { ...game, time: Math.round(performance.now() - began) };
  render();
  post("solved", { time: game.time, hints: game.hints });
}

onCommit((painted, tapped) => {
  if (!puzzle || !game) return;
  const { document, marks } = game;
  const wanted =
    painted === marks && tapped !== undefined && puzzle.chord ? puzzle.chord(document, marks, tapped) : painted;
  change(play(puzzle, game, puzzle.settle?.(document, marks, wanted) ?? wanted));
});

// ---- hint and check

async function hintMore() {
  if (!puzzle || !game || busy) return;
  if (standing()?.marks.length) return doHint();
  await work("hint", async (mine, kind) => {
    const found = await (await import("./ask.js")).askHint(mine, kind);
    if (game?.marks !== mine.marks || game.id !== mine.id) return;
    game = { ...game, hints: game.hints + 1 };
    hint = { ...found, on: mine.marks };
  });
}

/** Marks what the hint leads to. */
function doHint() {
  if (!puzzle || !game || !hint) return;
  const size = puzzle.size(game.document);
  const [kind, { document, marks }] = [puzzle, game];
  const wanted = hint.marks.reduce(
    (now, { place, state }) => set(now, [targetAt(kind, size, place)], String(state)),
    marks,
  );
  change(play(puzzle, game, puzzle.settle?.(document, marks, wanted) ?? wanted));
}

const check = () =>
  work("check", async (mine, kind) => {
    const { askSolution, mistakes } = await import("./ask.js");
    const result = mine.result ?? (await askSolution(mine).catch(() => null));
    if (game?.id !== mine.id) return;
    game = { ...game, result };
    looked = { ...mistakes(game, kind), on: game.marks };
    hint = null;
  });

/**
 * Works with the solver; the board can be played meanwhile.
 * @param {"hint" | "check"} name
 * @param {(game: Game, puzzle: PuzzleKind) => Promise<void>} act
 */
async function work(name, act) {
  if (!puzzle || !game || busy) return;
  busy = name;
  render();
  try {
    await loadAll();
    await act(game, puzzle);
  } catch (error) {
    problem = problemText({ kind: "engine" });
    console.warn(error);
  } finally {
    busy = "";
    render();
  }
}

/** The hint, where it is about the board as it is. */
const standing = () => (hint && hint.on === game?.marks ? hint : null);

// ---- what is seen

/** @returns {(Node | string)[]} */
function words() {
  if (problem) return [problem];
  if (busy) return [t("embed.working")];
  if (!puzzle || !game) return [];
  const { document, marks, falls, time, hints } = game;
  if (puzzle.fallen?.(document, marks)) return sentence(`fallen.${puzzle.kind}`, { n: falls + 1 });
  const stands = standing();
  if (stands) return stands.words;
  if (puzzle.solved(document, marks))
    return [time ? t("solved", { t: clockText(time) }) : "", hints ? ` ${t("solved.hints", { n: hints })}` : ""];
  if (looked?.on !== marks) return sentence(`rule.${puzzle.kind}`);
  const { cells, breaks, sure } = looked;
  if (breaks.length) return sentence(has(breaks[0].key) ? breaks[0].key : "wrong.rule", breaks[0].params);
  return sentence(cells.length ? "wrong.marks" : sure ? "check.ok" : "check.rules", { n: cells.length });
}

function render() {
  show(byId("tools"), Boolean(game));
  byId("sentence").replaceChildren(...words());
  if (!puzzle || !game) return;
  const { document, marks, past, future } = game;
  const stands = standing();
  const found = looked?.on === marks && !stands ? looked : null;
  const shown = {
    puzzle,
    game,
    overlays: stands?.overlays ?? found?.overlays ?? [],
    solved: puzzle.solved(document, marks),
  };
  byId("sentence").classList.toggle("wrong", Boolean(problem || found?.overlays.length || stands?.wrong));
  byId("undo").setAttribute("aria-disabled", String(!past.length));
  byId("redo").setAttribute("aria-disabled", String(!future.length));
  for (const id of ["check", "hint-button"]) byId(id).setAttribute("aria-disabled", String(Boolean(busy)));
  setText(byId("hint-button").lastChild, t(stands?.marks.length ? "hint.do" : "hint"));
  refill(byId("tool-choice"), `${puzzle.kind} ${tool()} ${toolsOf(shown).map(({ key }) => key)}`, () =>
    toolSegments("tool", toolsOf(shown), tool()),
  );
  for (const button of byId("tool-choice").children) button.title = button.textContent;
  setText(byId("title"), t(`kind.${puzzle.kind}`));
  showBoard(shown);
}

// ---- the page around

/** Tells the page around. @param {string} type @param {Record<string, any>} [more] */
const post = (type, more = {}) => parent !== window && parent.postMessage({ tesuji: VERSION, type, ...more }, "*");

/** What is on the board, with the player's progress. */
const documentNow = () => (puzzle && game ? withProgress(puzzle, game.document, game.marks) : null);

const postState = () =>
  post("state", {
    document: documentNow(),
    solved: Boolean(puzzle && game && puzzle.solved(game.document, game.marks)),
  });

addEventListener("message", ({ source, data }) => {
  if (source !== parent || parent === window || data?.tesuji !== VERSION) return;
  if (data.type === "load" && typeof data.link === "string") openLink(data.link);
  else if (data.type === "load") open(data.document);
  else if (data.type === "state") postState();
});

/** Opens the same board in the whole application, in a tab of its own. @param {Event} event */
async function openWhole(event) {
  const now = documentNow();
  if (!now) return;
  event.preventDefault();
  window.open(new URL(`./${await toFragment(now)}`, document.baseURI), "_blank", "noopener");
}

// ---- start

function wire() {
  listen(byId("board"), byId("canvas"), surface);
  onChoice(byId("tool-choice"), "tool", (index) => (setTool(+index), render()));
  for (const [id, act] of /** @type {const} */ ([
    ["undo", () => game && change(undo(game))],
    ["redo", () => game && change(redo(game))],
    ["check", check],
    ["hint-button", hintMore],
    ["whole", openWhole],
  ]))
    byId(id).addEventListener("click", act);
  byId("board").addEventListener("keydown", keys);
  for (const name of ["focus", "blur"]) byId("board").addEventListener(name, paintSoon);
  new ResizeObserver(paintSoon).observe(byId("place"));
}

/** Keys beside those that mark: undo and redo, hint, check, the other tool. @param {KeyboardEvent} event */
function keys(event) {
  const name = event.key.toLowerCase();
  if (!game || event.altKey || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    if (name !== "z" && name !== "y") return;
    event.preventDefault();
    return change(name === "y" || event.shiftKey ? redo(game) : undo(game));
  }
  if (name === "h") hintMore();
  else if (name === "c") check();
  else if (name === "t") (setTool(tool() + 1), render());
}

async function start() {
  const colours = () => setPalette(applyTheme(["light", "dark"].includes(wish.theme) ? wish.theme : "auto"));
  colours();
  watchDevice(colours);
  document.documentElement.lang = language;
  use(language, await first);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]")))
    element.prepend(icon(/** @type {string} */ (element.dataset.icon)));
  translate(document);
  wire();
  if (wish.p !== undefined) await openLink(location.hash.replace(/^.*[#&]p=/, "#p="));
  else postState();
}

start();
