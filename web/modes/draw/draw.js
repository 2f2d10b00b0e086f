/**
 * Draw: the setter's board. Every stroke makes another puzzle, and the engine says at once whether it has one solution.
 */

import { byId, h, icon, onChoice, refill, say, segments, show } from "../../ui/dom.js";
import { identity, newGame, withProgress } from "../../core/game.js";
import { change, goTo } from "../../shell/session.js";
import { has, t } from "../../ui/i18n.js";
import { kindOf, readdress } from "../../shell/import.js";
import { modeOf } from "../../shell/registry.js";
import { solutionsOf } from "../../core/results.js";
import {
  blank,
  clear,
  documentOf,
  draw,
  mirror,
  redo,
  resize,
  rotate,
  sketchOf,
  undo,
  withLayer,
  withSpot,
} from "../../core/sketch.js";
import { ask, engine, knows, solve, SUPERSEDED } from "../../shell/solver.js";
import { paintSoon } from "../../shell/scene.js";
import { state, update } from "../../shell/state.js";
import { painted } from "../../core/strokes.js";
import { overlayFrom, said } from "../../shell/explanation.js";
import { announce, seconds, sentence } from "../../ui/text.js";

/** @import {Bitmap} from "./picture.js" */
/** @import {Drawing, Edit, Pencil, Sketch, Spot} from "../../core/sketch.js" */
/** @import {Game, Marks, Mode, Overlay, PuzzleDocument, PuzzleKind, Result, Scene, Size} from "../../core/types.js" */

const PAUSE = 250; // ms without a stroke before the engine is asked
const THINK = 20; // s for one verdict while drawing
const PROPOSALS = { found: 3, tried: 10, seconds: 4 };
const LARGEST = 200;

/** How the board that is drawn is edited; null until that is loaded. @type {Edit | null} */
let edit = null;
/** @type {Drawing | null} */
let drawing = null;
let of = ""; // the game that this drawing is of
let pencil = 0;
let chosen = ""; // the kind that the pencil is of

/**
 * What would mend a puzzle with several solutions: changes that belong together, each of which makes it unique.
 * @type {{id: string, document: PuzzleDocument, ways: Spot[][], done: boolean, fewest?: boolean} | null}
 */
let mends = null;
/**
 * The clues that cannot hold together, of a puzzle without solution.
 * @type {{document: PuzzleDocument, clash: any} | null}
 */
let conflict = null;
/** @type {{tried: number, of: number, gone: number} | null} */
let thinning = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {AbortController | undefined} */
let proposing;

/** @type {Omit<Mode, "name" | "order" | "icon">} */
export default {
  build,
  render,
  scene,
  heading: (game) => ({
    result: thinning ? null : game.result,
    checking: !game.result && Boolean(state.work || timer),
    fact: verdictFact(game),
  }),
  editable: (_, puzzle) =>
    edit && drawing && !thinning
      ? { puzzle: surface(puzzle, edit, drawing.now), marks: drawing.now.layers[tool(edit).layer], tool: 0 }
      : null,
  commit(marks) {
    if (edit && drawing) stroke(settled(edit, drawing.now, tool(edit).layer, marks));
  },
  history: () => ({ undo: Boolean(drawing?.past.length), redo: Boolean(drawing?.future.length) }),
  undo: () => drawing?.past.length && adopt(undo(drawing)),
  redo: () => drawing?.future.length && adopt(redo(drawing)),
  enter,
  leave,
};

/** @param {Edit} edit @returns {Pencil} */
const tool = (edit) => edit.tools[pencil] ?? edit.tools[0];

async function enter() {
  const { puzzle, game } = state;
  if (!puzzle || !game) return;
  [edit, drawing, of] = [null, null, game.id];
  const found = await puzzle.edit?.();
  if (!found || state.game?.id !== game.id || state.mode !== "draw") return;
  if (chosen !== puzzle.kind) [pencil, chosen] = [0, puzzle.kind];
  edit = found;
  take(state.game, puzzle);
  update({ show: "mine" });
  if (!state.game.result) checkSoon();
  else propose();
}

/** The game's own drawing, or the one that its document is. @param {Game} game @param {PuzzleKind} puzzle */
function take(game, puzzle) {
  if (!edit) return;
  of = game.id;
  drawing = game.drawing ?? {
    now: sketchOf(edit, game.document, puzzle.size(game.document), knownSolution(game, puzzle)),
    past: [],
    future: [],
  };
}

/** A complete board of this puzzle, null where none is known. @param {Game} game @param {PuzzleKind} puzzle */
function knownSolution(game, puzzle) {
  if (puzzle.solved(game.document, game.marks)) return game.marks;
  return game.result?.verdict === "unique" || edit?.needsSolution ? (solutionsOf(game, puzzle)[0] ?? null) : null;
}

function leave() {
  clearTimeout(timer);
  timer = undefined;
  proposing?.abort();
  if (state.work?.name === "thin") state.work.controller.abort();
  [drawing, thinning, mends] = [null, null, null];
  byId("image-box")?.replaceChildren();
  queueMicrotask(() => state.game && !state.game.result && solve(false));
}

/** A new empty board, in Draw. @param {string} kind @param {Size} [size] */
export async function newBoard(kind, size) {
  const puzzle = await kindOf(kind);
  const own = await puzzle?.edit?.();
  if (!puzzle || !own) return;
  await open(puzzle, {
    now: blank(own, size ?? { width: own.side.first, height: own.side.first }),
    past: [],
    future: [],
  });
}

/** Puts a sketch on the board as a puzzle of one's own. @param {PuzzleKind} puzzle @param {Drawing} begun */
export async function open(puzzle, begun) {
  const own = await puzzle.edit?.();
  if (!own) return;
  const document = documentOf(puzzle.kind, own, begun.now);
  const game = ownGame(puzzle, document, begun);
  if (state.game && state.mode === "draw") leave();
  state.work?.controller.abort(SUPERSEDED);
  change(game, {
    puzzle,
    mode: "draw",
    panel: null,
    message: null,
    stopped: false,
    show: "mine",
    tool: 0,
    cursor: null,
    hover: null,
    stroke: null,
    zoom: null,
    pan: { x: 0, y: 0 },
  });
  readdress(document, true);
  await modeOf("draw").enter?.();
}

/** @param {PuzzleKind} puzzle @param {PuzzleDocument} document @param {Drawing} begun @returns {Game} */
const ownGame = (puzzle, document, begun) => ({
  ...newGame(puzzle, document),
  id: `own-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
  alias: identity(document),
  drawing: begun,
  view: { mode: "draw", show: "mine" },
});

// ---- strokes

/** @param {Edit} edit @param {Sketch} now @param {string} layer @param {Marks} digits */
function settled(edit, now, layer, digits) {
  const next = withLayer(now, layer, digits);
  return edit.settle?.(next, layer, now) ?? next;
}

/** @param {Sketch} next */
function stroke(next) {
  if (!drawing) return;
  const made = draw(drawing, next);
  if (made !== drawing) adopt(made);
}

let waiting = 0;

/**
 * Makes a drawing the board's; the first one of a puzzle that came from elsewhere becomes a puzzle of its own.
 * @param {Drawing} made
 */
function adopt(made) {
  const { game, puzzle } = state;
  if (!game || !puzzle || !edit) return;
  proposing?.abort();
  if (state.work && state.work.name !== "thin") state.work.controller.abort(SUPERSEDED);
  drawing = made;
  const document = documentOf(puzzle.kind, edit, made.now);
  const first = !game.drawing;
  const alias = identity(document);
  const own = first ? ownGame(puzzle, document, made) : { ...game, document, drawing: made, alias };
  of = own.id;
  mends = null;
  // Another puzzle: what was played on the one before does not fit it.
  const anew =
    first || alias !== game.alias
      ? { marks: puzzle.givens(document), past: [], future: [], result: null, seen: [] }
      : {};
  change({ ...own, ...anew }, state.cursor && outside(state.cursor, made.now) ? { cursor: null } : {});
  clearTimeout(waiting);
  if (first) readdress(document, true);
  else waiting = window.setTimeout(() => state.game?.id === own.id && readdress(state.game.document, false), 600);
  if (!state.game?.result) checkSoon();
}

/** @param {{r: number, c: number}} place @param {Size} size */
const outside = ({ r, c }, { width, height }) => r > 2 * height || c > 2 * width;

// ---- the verdict while drawing

function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

async function check() {
  timer = undefined;
  const { game } = state;
  if (!game || state.mode !== "draw" || thinning) return;
  try {
    /** @type {Result} */
    const result = await ask("solve", { document: game.document, limit: 2, timeout: THINK }, { reveal: false });
    if (state.game?.id !== game.id || state.game.document !== game.document) return;
    change({ ...state.game, result });
    propose();
  } catch (error) {
    const { kind } = /** @type {{kind?: string}} */ (error);
    if (kind !== "superseded" && kind !== "failed") update({});
  }
}

/** Asks what would mend a puzzle that has not one solution; whatever is told was tried. */
async function propose() {
  const { game, puzzle } = state;
  proposing?.abort();
  mends = null;
  if (game?.result?.verdict === "none") return askConflict(game);
  if (!game || !puzzle || !edit || !drawing || game.result?.verdict !== "multiple") return;
  const mine = { id: game.id, document: game.document, ways: /** @type {Spot[][]} */ ([]), done: false };
  const controller = new AbortController();
  [mends, proposing] = [mine, controller];
  const boards = pair(game, puzzle, edit.marks(drawing.now));
  await (edit.add
    ? askAdditions(mine, puzzle, edit, edit.marks(drawing.now), controller.signal)
    : tryChanges(mine, puzzle, edit, boards, controller.signal));
  if (controller.signal.aborted) return;
  mine.done = true;
  update({});
}

/**
 * The fewest clues or givens to add so that one solution stays: the one that is drawn, where one is.
 * @param {NonNullable<typeof mends>} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {Marks} own
 * @param {AbortSignal} signal
 */
async function askAdditions(mine, puzzle, edit, own, signal) {
  const document = puzzle.solved(mine.document, own)
    ? withProgress(puzzle, mine.document, own.replace(/0/g, "2"))
    : mine.document;
  const found = await engine.call("mend", { document, timeout: THINK }, { signal }).catch(() => null);
  if (!found?.additions || !drawing || signal.aborted) return;
  const { now } = drawing;
  mine.fewest = found.fewest;
  mine.ways.push(
    found.additions.map((/** @type {any} */ { cell, value }) =>
      edit.add?.(now, cell.row * now.width + cell.column, value),
    ),
  );
}

/**
 * Tries single changes of a drawing that its clues always describe.
 * @param {NonNullable<typeof mends>} mine
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {[Marks, Marks]} boards
 * @param {AbortSignal} signal
 */
async function tryChanges(mine, puzzle, edit, [a, b], signal) {
  if (!drawing) return;
  const { now } = drawing;
  const spots = [...a].flatMap((digit, target) => (digit === b[target] ? [] : (edit.mend?.(now, target) ?? [])));
  for (const spot of spots.slice(0, PROPOSALS.tried)) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (signal.aborted) return;
    const document = documentOf(puzzle.kind, edit, withSpot(now, spot));
    const result = await engine
      .call("solve", { document, limit: 2, timeout: PROPOSALS.seconds }, { signal })
      .catch(() => null);
    if (result?.verdict === "unique") mine.ways.push([spot]);
    if (signal.aborted || mine.ways.length === PROPOSALS.found) return;
    update({});
  }
}

/** Asks which clues contradict each other. @param {Game} game */
async function askConflict(game) {
  const { document } = game;
  if (conflict?.document === document || plain(game)) return;
  const controller = (proposing = new AbortController());
  const [name, args] = knows("conflict") ? ["conflict", { document }] : ["explain", { document, start: "givens" }];
  const found = await engine.call(name, { ...args, timeout: THINK }, { signal: controller.signal }).catch(() => null);
  const clash = found?.clash ?? (found?.because ? found : null);
  if (!clash || controller.signal.aborted || state.game?.document !== document) return;
  conflict = { document, clash };
  update({});
}

/** @param {Game} game */
const clashOf = (game) =>
  game.result?.verdict === "none" && !plain(game) && conflict?.document === game.document ? conflict.clash : null;

/** Whether the reason can be seen without the other clues, and says so better. @param {Game} game */
const plain = ({ result }) => Boolean(result?.reason && !result.reason.key.startsWith("reason.clue-"));

/**
 * Two boards that fit, the setter's own first where it does.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Marks} own
 * @returns {[Marks, Marks]}
 */
function pair(game, puzzle, own) {
  const [a, b] = solutionsOf(game, puzzle).map((marks) => (puzzle.bare ? marks.replace(/2/g, "0") : marks));
  if (!b || !puzzle.solved(game.document, own)) return [a, b ?? a];
  return [own, own === a ? b : a];
}

// ---- what is seen

/**
 * The kind as gestures on one of its layers see it.
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {Sketch} now
 * @returns {PuzzleKind}
 */
function surface(puzzle, edit, now) {
  const used = tool(edit);
  const eraser = { ...used, cycle: used.cycle.map(() => 0) };
  return {
    ...puzzle,
    targets: edit.layers[used.layer],
    size: () => now,
    fixed: () => false,
    lock: false,
    tools: [used, eraser],
    keys: edit.keys[used.layer],
  };
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Partial<Scene> & {marks: Marks}} */
function scene(game, puzzle) {
  if (!edit || !drawing || of !== game.id) return { marks: game.marks, tone: "own" };
  const { stroke: held } = state;
  const now = held ? settled(edit, drawing.now, tool(edit).layer, painted(held)) : drawing.now;
  const document = held ? documentOf(puzzle.kind, edit, now) : game.document;
  const own = edit.marks(now);
  const roomy = edit.roomy?.(game.document) ?? game.document;
  const shown = {
    puzzle: {
      ...puzzle,
      bands: (/** @type {PuzzleDocument} */ _, /** @type {number} */ cell) => puzzle.bands(roomy, cell),
    },
    document,
    tone: edit.tone,
  };
  if (held || thinning || game.result?.verdict !== "multiple")
    return { ...shown, marks: own, overlays: held ? [] : clashes(game, puzzle) };
  const [a, b] = pair(game, puzzle, own);
  const only = (/** @type {Marks} */ marks) =>
    [...marks].map((digit, target) => (a[target] === b[target] ? own[target] : digit)).join("");
  return { ...shown, marks: only(a), second: only(b) };
}

/**
 * Where a puzzle without solution contradicts itself.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Overlay[]}
 */
function clashes(game, puzzle) {
  const clash = clashOf(game);
  if (clash) return overlayFrom(puzzle, game.document, clash.overlay, clash.because);
  const { result } = game;
  const at = result?.reason?.at;
  if (result?.verdict !== "none" || !at) return [];
  if (at.row && at.column) return [{ role: "conflict", place: { r: 2 * at.row - 1, c: 2 * at.column - 1 } }];
  return [at.row ? { role: "conflict", row: at.row - 1 } : { role: "conflict", column: (at.column ?? 1) - 1 }];
}

/** @param {Game} game */
function verdictFact({ result }) {
  return result?.verdict === "multiple" ? "" : undefined;
}

/** @type {Record<string, (edit: Edit, sketch: Sketch) => Sketch>} */
const TURNS = { mirror, rotate, clear, invert: (edit, sketch) => edit.invert?.(sketch) ?? sketch };

function build() {
  const act = (/** @type {string} */ name, /** @type {string} */ drawn, label = true) =>
    h(
      "button",
      { type: "button", class: "quiet", "data-turn": name, "data-icon": drawn, "data-label": `draw.${name}` },
      label ? h("span", { "data-t": `draw.${name}` }) : null,
    );
  const pencils = h("div", { id: "pencils", class: "segments", role: "group", "data-label": "tools.mark" });
  const turns = h(
    "span",
    { id: "turns", class: "group" },
    act("mirror", "mirror", false),
    act("rotate", "rotate", false),
  );
  const mend = h("div", { id: "mends" });
  const photo = h("input", { id: "image-file", class: "unseen", type: "file", accept: "image/*" });
  photo.addEventListener(
    "change",
    (/** @type {any} */ { target }) => (fromPicture(target.files[0]), (target.value = "")),
  );
  turns.append(
    h(
      "label",
      { id: "image-from", class: "quiet", for: "image-file", "data-icon": "picture" },
      h("span", { "data-t": "image.from" }),
      photo,
    ),
  );
  const whole = h("div", { id: "draw-board" }, sizes(), h("div", { id: "draw-facts" }), title(), wholeButtons());
  onChoice(pencils, "pencil", (index) => ((pencil = +index), update({ cursor: null, keyboard: false })));
  for (const group of [turns, whole])
    onChoice(group, "turn", (name) => edit && drawing && !thinning && stroke(TURNS[name](edit, drawing.now)));
  onChoice(mend, "way", (index) => mends && drawing && stroke(mends.ways[+index].reduce(withSpot, drawing.now)));
  return { tools: [pencils, turns], say: [h("div", { id: "image-box" }), mend], evidence: [whole] };
}

/** Offers to make the drawing of a picture. @param {File | undefined} file */
export async function fromPicture(file) {
  if (!file) return;
  const box = byId("image-box");
  const close = () => (box.replaceChildren(), byId("board").focus());
  const { pictureForm } = await import("./picture.js");
  try {
    const use = (/** @type {Bitmap} */ { width, height, digits }) => {
      close();
      if (drawing && edit?.photo) stroke(withLayer(resize(edit, drawing.now, { width, height }), edit.photo, digits));
    };
    box.replaceChildren(await pictureForm(file, { use, cancel: close }));
    update({ message: null });
    box.querySelector("input")?.focus();
  } catch {
    update({ message: { kind: "", message: t("image.bad") } });
  }
}

function sizes() {
  const stepper = (/** @type {"width" | "height"} */ side) =>
    h(
      "span",
      { class: "stepper" },
      h(
        "button",
        { type: "button", class: "button line", "data-side": side, "data-by": "-1", "data-label": `draw.${side}.less` },
        "−",
      ),
      h("output", { id: `draw-${side}` }),
      h(
        "button",
        { type: "button", class: "button line", "data-side": side, "data-by": "1", "data-label": `draw.${side}.more` },
        "+",
      ),
    );
  const group = h(
    "div",
    { role: "group", "data-label": "draw.size" },
    h("p", { class: "small", "data-t": "draw.size" }),
    h("div", { class: "row" }, stepper("width"), h("span", { "aria-hidden": "true" }, "×"), stepper("height")),
  );
  onChoice(group, "side", (side, button) => grow(/** @type {"width" | "height"} */ (side), Number(button.dataset.by)));
  return group;
}

/** @param {"width" | "height"} side @param {number} by */
function grow(side, by) {
  if (!edit || !drawing || thinning) return;
  const { now } = drawing;
  const length = now[side] + by * edit.side.step;
  if (length >= edit.side.least && length <= LARGEST)
    stroke(resize(edit, now, { width: now.width, height: now.height, [side]: length }));
}

function title() {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { id: "draw-title", type: "text", maxlength: 120, autocomplete: "off" })
  );
  field.addEventListener("change", () => tell("title", field.value.trim() || undefined));
  return h("div", {}, h("label", { for: "draw-title", class: "small", "data-t": "draw.title" }), field);
}

/** Says something else about the puzzle. @param {string} name @param {any} value undefined: not at all */
function tell(name, value) {
  if (!drawing) return;
  const { [name]: before, ...others } = drawing.now.beside;
  if (before !== value) stroke({ ...drawing.now, beside: value === undefined ? others : { ...others, [name]: value } });
}

function wholeButtons() {
  const button = (
    /** @type {string} */ id,
    /** @type {string} */ style,
    /** @type {string} */ key,
    /** @type {() => void} */ act,
    /** @type {string} */ drawn,
  ) =>
    h(
      "button",
      { id, type: "button", class: `button ${style}`, onclick: act, "data-icon": drawn },
      h("span", { "data-t": key }),
    );
  const turn = (/** @type {string} */ name, /** @type {string} */ drawn) =>
    h(
      "button",
      { type: "button", class: "button line", "data-turn": name, "data-icon": drawn },
      h("span", { "data-t": `draw.${name}` }),
    );
  return h(
    "div",
    { class: "draw-buttons" },
    button("draw-play", "solid", "draw.play", () => goTo("play", { show: "mine" }), "play"),
    button("draw-share", "line", "draw.share", () => byId("share-button").click(), "share"),
    button("draw-thin", "line", "draw.thin", thinOut, "thin"),
    turn("invert", "invert"),
    turn("clear", "clear"),
    button(
      "draw-new",
      "line",
      "draw.new",
      () =>
        state.puzzle &&
        drawing &&
        newBoard(state.puzzle.kind, { width: drawing.now.width, height: drawing.now.height }),
      "new",
    ),
  );
}

/** @param {Game} game @param {PuzzleKind} puzzle */
function render(game, puzzle) {
  const { language } = state;
  // The solution of a puzzle from elsewhere may come after the board was drawn.
  if (edit && drawing && !game.drawing && (of !== game.id || !drawing.past.length)) take(game, puzzle);
  // Another tab may have drawn on.
  if (drawing && game.drawing && of === game.id) drawing = game.drawing;
  if (!edit || !drawing) return;
  const { now } = drawing;
  const own = edit;
  refill(byId("pencils"), `${language} ${puzzle.kind} ${pencil}`, () =>
    segments(
      "pencil",
      own.tools.map(({ key, icon: name }, index) => [String(index), icon(name), h("span", {}, t(`tool.${key}`))]),
      String(pencil),
    ),
  );
  for (const button of byId("pencils").children) button.title = button.textContent;
  say(byId("draw-width"), String(now.width));
  say(byId("draw-height"), String(now.height));
  const field = byId("draw-title");
  if (document.activeElement !== field) field.value = now.beside.title ?? "";
  show(byId("image-from"), Boolean(own.photo));
  show(byId("draw-thin"), Boolean(own.givens));
  byId("draw-thin").setAttribute("aria-disabled", String(Boolean(thinning) || game.result?.verdict !== "unique"));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-turn=invert]")))
    show(button, Boolean(own.invert));
  facts(game, puzzle, own, now);
  refill(byId("said"), "draw", () => []);
  const [key, params] = finding(game, own, now);
  const clash = clashOf(game);
  if (clash)
    refill(byId("sentence"), `${language} ${JSON.stringify(clash.sentence)}`, () =>
      said(clash.sentence, clash.because, "conflict"),
    );
  else
    refill(byId("sentence"), `${language} ${key} ${JSON.stringify(params)}`, () => sentence(key, params, "conflict"));
  proposals(game);
}

/**
 * Choices that belong to some kinds only.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Edit} own
 * @param {Sketch} now
 */
function facts(game, puzzle, own, now) {
  refill(
    byId("draw-facts"),
    `${state.language} ${puzzle.kind} ${identity(game.document)} ${game.result?.verdict}`,
    () =>
      (own.told ?? []).map(({ key, member, checked, value }) => {
        const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: `draw-${member}` }));
        box.checked = checked(now.beside[member]);
        box.addEventListener("change", () =>
          tell(member, value(box.checked, now, solutionsOf(game, puzzle)[0] ?? null)),
        );
        return h("label", { class: "check", for: `draw-${member}` }, box, h("span", {}, t(key)));
      }),
  );
}

/**
 * What the drawing is, as the key and the parameters of a sentence.
 * @param {Game} game
 * @param {Edit} own
 * @param {Sketch} now
 * @returns {[string, Record<string, any>]}
 */
function finding(game, own, now) {
  const { result } = game;
  if (thinning) return ["draw.thinning", thinning];
  if (Object.values(now.layers).every((digits) => /^0*$/.test(digits))) return [`draw.begin.${game.kind}`, {}];
  if (!result) return ["draw.checking", {}];
  const n = result.verdict === "multiple" && state.puzzle ? count(pair(game, state.puzzle, own.marks(now))) : 0;
  switch (result.verdict) {
    case "unique":
      return ["say.unique", {}];
    case "multiple":
      return [state.puzzle?.targets === "edges" ? "draw.swap.edges" : "draw.swap.cells", { n }];
    case "none": {
      const { key = "", params = {}, at = {} } = result.reason ?? {};
      return has(key) ? [key, { ...params, ...at }] : ["say.none", {}];
    }
    default:
      return ["say.unknown", { s: seconds(result.seconds) }];
  }
}

/** @param {[Marks, Marks]} boards */
const count = ([a, b]) => [...a].filter((digit, target) => digit !== b[target]).length;

/** @param {Game} game */
function proposals(game) {
  const shown =
    mends?.id === game.id && mends.document === game.document && game.result?.verdict === "multiple" ? mends : null;
  refill(byId("mends"), `${state.language} ${shown ? JSON.stringify(shown.ways) + shown.done : ""}`, () => {
    if (!shown?.ways.length) return shown?.done ? [h("p", { class: "small" }, t("draw.mend.no"))] : [];
    return [
      h(
        "div",
        { class: "beside small" },
        h("h2", {}, t("draw.mend")),
        h("span", {}, t(shown.fewest ? "draw.mend.fewest" : "draw.mend.tried")),
      ),
      h(
        "ul",
        {},
        ...shown.ways.map((way, index) =>
          h(
            "li",
            { class: "beside" },
            told(way),
            h("button", { type: "button", class: "button line", "data-way": index }, t("draw.try")),
          ),
        ),
      ),
    ];
  });
}

/** Changes that belong together, in words. @param {Spot[]} way */
const told = (way) => h("div", {}, ...way.map(({ key, params }) => h("div", {}, t(key, params))));

// ---- thinning out

/** Takes givens away in random order, as long as one solution remains; Stop keeps what is gone. */
async function thinOut() {
  const { game, puzzle } = state;
  if (!edit?.givens || !game || !puzzle || !drawing || thinning || game.result?.verdict !== "unique") return;
  clearTimeout(timer);
  proposing?.abort();
  const controller = new AbortController();
  const spots = shuffled(edit.givens(drawing.now));
  let { now } = drawing;
  thinning = { tried: 0, of: spots.length, gone: 0 };
  update({
    work: { id: game.id, name: "thin", controller, since: performance.now(), reveal: true, progress: null },
    stopped: false,
  });
  for (const spot of spots) {
    const less = withSpot(now, spot);
    const document = documentOf(puzzle.kind, edit, less);
    const result = await engine
      .call("solve", { document, limit: 2, timeout: 5 }, { signal: controller.signal })
      .catch(() => null);
    if (controller.signal.aborted || state.game?.id !== game.id || !edit) break;
    if (result?.verdict === "unique") now = less;
    thinning = {
      tried: thinning.tried + 1,
      of: spots.length,
      gone: thinning.gone + Number(result?.verdict === "unique"),
    };
    update({});
  }
  const { gone } = thinning ?? { gone: 0 };
  thinning = null;
  if (state.work?.controller === controller) update({ work: null, stopped: controller.signal.aborted });
  if (state.game?.id !== game.id || state.mode !== "draw") return;
  announce(t("draw.thinned", { n: gone }));
  if (gone) stroke(now);
  else update({});
  paintSoon();
}

/** @template T @param {T[]} items */
function shuffled(items) {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last--) {
    const at = Math.floor(Math.random() * (last + 1));
    [all[last], all[at]] = [all[at], all[last]];
  }
  return all;
}
