/** Shelf: the puzzles and games stored on this device, to continue, and export and import of all of them. */

import { fileButton, iconButton } from "../ui/controls.js";
import { saveFile } from "../ui/files.js";
import { byId, h, icon, onChoice, refill, show } from "../ui/dom.js";
import { hasMarks, hidesTitle } from "../core/game.js";
import { part, state, update } from "../shell/state.js";
import { t } from "../ui/i18n.js";
import { gameFrom } from "../shell/kept-games.js";
import { judge } from "../shell/judging.js";
import { openDocument } from "../shell/open.js";
import { refuse } from "../shell/refusals.js";
import { engine } from "../shell/solver.js";
import { all, find, keep, remove, setAside } from "../shell/storage.js";
import { thumbnail } from "../canvas/thumbnail.js";
import { announce, kindName, problemText, titleOf } from "../ui/text.js";

/** @import {Game, Marks, Panel, Problem, PuzzleKind} from "../core/types.js" */

/**
 * @typedef {{game: Game, puzzle: PuzzleKind, marks: Marks}} ShelfItem
 * @typedef {{id: string, record: any, problem: Problem}} Damaged  a stored record that cannot be opened
 */

const SIDE = 56; // side of a thumbnail, in px
const FILE = "tesuji.shelf";

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {ShelfItem[] | null} items
 * @property {Damaged[]} damaged
 * @property {(() => Promise<string>)[]} deleted  functions that restore deleted entries, latest first
 * @property {string} renaming
 * @property {string} note
 */

/** @type {Own} */
const local = part("panels/shelf", { items: null, damaged: [], deleted: [], renaming: "", note: "" });

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h("div", { id: "shelf-items" }),
      h("p", { id: "shelf-note", class: "small", role: "status" }),
      h(
        "div",
        { class: "row" },
        iconButton("undo", "shelf.undo", { id: "shelf-undo", onclick: restore }),
        iconButton("file", "shelf.export", { id: "shelf-export", onclick: exportAll }),
        fileButton("shelf-file", "shelf.import", importAll, { accept: "application/json,.json" }),
      ),
    ),

  wire() {
    const list = byId("shelf-items");
    onChoice(list, "open", (id) =>
      withItem(id, ({ game }) => openDocument(game.document, { kept: game }).catch(refuse)),
    );
    onChoice(list, "delete", (id) => withItem(id, ({ game }) => drop(game)));
    onChoice(list, "save", (index) => saveDamaged(local.damaged[+index]));
    onChoice(list, "discard", (index) => discard(local.damaged[+index]));
    onChoice(list, "rename", (id) => ((local.renaming = id), update({}), list.querySelector("input")?.select()));
    onChoice(list, "start", () => byId("start-example").click());
    list.addEventListener(
      "submit",
      (/** @type {Event} */ event) => (event.preventDefault(), rename(list.querySelector("input").value)),
    );
    list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !local.renaming) return;
      event.stopPropagation();
      renamed();
    });
  },

  async enter() {
    [local.items, local.deleted, local.renaming, local.note] = [null, [], "", ""];
    await read();
    byId("shelf-items").querySelector("button")?.focus();
  },

  render() {
    if (!local.items) return;
    const own = local.items.filter(({ game }) => game.drawing);
    const played = local.items.filter(({ game }) => !game.drawing);
    const key = local.items.map(({ game, puzzle }) => `${game.id} ${game.changed} ${nameOf(game, puzzle)}`);
    const solved = local.items.map(isDone);
    const aside = local.damaged.map(({ id }) => id);
    refill(byId("shelf-items"), `${local.renaming} ${JSON.stringify(state.palette)} ${key} ${solved} ${aside}`, () =>
      local.items?.length || local.damaged.length
        ? [...group("shelf.own", own.map(row)), ...group("shelf.played", played.map(row)), ...damagedGroup()]
        : empty(),
    );
    byId("shelf-note").textContent = local.note;
    show(byId("shelf-undo"), local.deleted.length > 0);
    byId("shelf-export").setAttribute("aria-disabled", String(!local.items.length && !local.damaged.length));
    for (const item of local.items) picture(item);
  },
};

/**
 * Has the engine check the boards of finished games whose rules the page does not check, if several solutions exist, so
 * that none is stored.
 * @param {ShelfItem[]} items
 */
function judgeFinished(items) {
  for (const { game, puzzle } of items)
    if (puzzle.asks && game.finished && !puzzle.solved(game.document, game.marks))
      judge(engine, game, puzzle).then(
        (isNew) => isNew && update({}),
        () => {}, // the list does not claim that it is solved
      );
}

/** @param {string} id @param {(item: ShelfItem) => void} act */
function withItem(id, act) {
  const item = local.items?.find(({ game }) => game.id === id);
  if (item) act(item);
}

/** Reads the shelf again. Games without marks are not listed. */
async function read() {
  const records = await all().catch(() => []);
  const found = await Promise.all(records.map(itemOf));
  local.items = found.filter((item) => item !== null && "game" in item);
  local.damaged = found.filter((item) => item !== null && "record" in item);
  update({});
  judgeFinished(local.items);
}

/** @param {any} kept @returns {Promise<ShelfItem | Damaged | null>} */
async function itemOf(kept) {
  try {
    const { game, puzzle } = await gameFrom(kept.aside ?? kept);
    if (kept.aside) return { id: kept.id, record: kept.aside, problem: { kind: "set-aside" } };
    if (!game.drawing && !hasMarks(puzzle, game) && !game.past.length) return null;
    const edit = game.drawing && (await puzzle.edit?.());
    return { game, puzzle, marks: game.drawing && edit ? edit.marks(game.drawing.now) : game.marks };
  } catch (error) {
    const problem = /** @type {Problem} */ (error);
    const offline = problem.kind === "not-loaded" || (problem.kind === "kind" && isOurs(kept));
    return offline ? null : { id: kept.id, record: kept.aside ?? kept, problem };
  }
}

/** Returns whether the kind of a record is known, so that only its module could not be loaded. @param {any} kept */
const isOurs = ({ document }) => state.catalog.some(({ kind }) => kind === document?.kind);

const empty = () => [
  h("p", { class: "sentence" }, t("shelf.empty")),
  h("button", { class: "button solid", "data-start": "example" }, t("start.example")),
];

/** @param {string} heading @param {HTMLElement[]} rows */
const group = (heading, rows) => (rows.length ? [h("h3", { class: "small" }, t(heading)), h("ul", {}, ...rows)] : []);

const damagedGroup = () =>
  local.damaged.length
    ? [...group("shelf.damaged", local.damaged.map(damagedRow)), h("p", { class: "small" }, t("shelf.damaged.others"))]
    : [];

/** Returns the title of a damaged record, if it has one. @param {Damaged} item */
function damagedName({ record }) {
  const title = record?.document?.title;
  return typeof title === "string" && title ? title.slice(0, 120) : t("untitled");
}

/** @param {Damaged} item @param {number} index */
function damagedRow(item, index) {
  const title = damagedName(item);
  return h(
    "li",
    { class: "damaged" },
    icon("none"),
    h("div", { class: "shelf-open" }, h("b", {}, title), h("span", { class: "small" }, problemText(item.problem))),
    rowButton("save", index, "file", t("shelf.damaged.save", { title })),
    rowButton("discard", index, "clear", t("shelf.delete", { title })),
  );
}

/**
 * Returns a button at the end of a row.
 * @param {string} name of its data attribute
 * @param {string | number} value
 * @param {string} drawn name of its icon
 * @param {string} label
 */
const rowButton = (name, value, drawn, label) =>
  h("button", { class: "quiet", [`data-${name}`]: value, "aria-label": label, title: label }, icon(drawn));

/** @param {Game} game @param {PuzzleKind} puzzle */
const nameOf = (game, puzzle) => titleOf(game, hidesTitle(puzzle, game));

/** @param {Pick<ShelfItem, "game" | "puzzle">} item */
const isDone = ({ game, puzzle }) => !game.drawing && puzzle.solved(game.document, game.marks);

/** @param {ShelfItem} item */
function row({ game, puzzle }) {
  const { width, height } = puzzle.size(game.document);
  const name = nameOf(game, puzzle);
  const facts = `${kindName(puzzle.kind)} · ${width} × ${height}`;
  const words =
    game.id === local.renaming
      ? renameForm(name)
      : h(
          "button",
          { class: "shelf-open", "data-open": game.id },
          h("b", {}, name),
          h("span", { class: "small" }, facts),
          h("span", { class: "small" }, isDone({ game, puzzle }) ? t("shelf.solved") : when(game.changed)),
        );
  return h(
    "li",
    { "aria-current": game.id === state.game?.id && "true" },
    h("canvas", { id: `thumb-${game.id}`, width: SIDE, height: SIDE, "aria-hidden": "true" }),
    words,
    rowButton("rename", game.id, "draw", t("shelf.rename", { title: name })),
    rowButton("delete", game.id, "clear", t("shelf.delete", { title: name })),
  );
}

/** @param {string} name */
const renameForm = (name) =>
  h(
    "form",
    { class: "shelf-open" },
    h("input", { type: "text", value: name, maxlength: 120, "aria-label": t("draw.title"), class: "field" }),
    h("button", { type: "submit", class: "button line" }, t("shelf.ok")),
  );

/** @param {number} time */
const when = (time) =>
  new Intl.DateTimeFormat(navigator.languages.find((tag) => tag.startsWith(state.language)) ?? state.language, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(time);

/** @param {ShelfItem} item */
function picture({ game, puzzle, marks }) {
  const canvas = byId(`thumb-${game.id}`);
  const key = `${game.changed} ${JSON.stringify(state.palette)}`;
  if (!canvas || canvas.dataset.drawn === key) return;
  canvas.dataset.drawn = key;
  const tone =
    game.drawing && puzzle.blocks[0].shape === "cell"
      ? /** @type {const} */ ("solution")
      : /** @type {const} */ ("own");
  thumbnail(canvas, { puzzle, document: game.document, palette: state.palette, marks, tone }, SIDE);
}

/** @param {Game} game */
async function drop(game) {
  const at = local.items?.findIndex((item) => item.game.id === game.id) ?? 0;
  await remove(game.id).catch(() => {});
  local.deleted.push(async () => (await keep(game).catch(full), `[data-open="${game.id}"]`));
  local.note = t("shelf.deleted", { title: titleOf(game) });
  await read();
  const next = byId("shelf-items").querySelectorAll("[data-delete]")[at] ?? byId("shelf-undo");
  next.focus();
}

/** @param {Damaged} item */
async function discard(item) {
  await remove(item.id).catch(() => {});
  local.deleted.push(async () => (await setAside(item.record).catch(full), "[data-discard]"));
  local.note = t("shelf.deleted", { title: damagedName(item) });
  await read();
  byId("shelf-undo").focus();
}

async function restore() {
  const bringBack = local.deleted.pop();
  if (!bringBack) return;
  const focus = await bringBack();
  local.note = "";
  await read();
  /** @type {HTMLElement | null} */ (document.querySelector(focus))?.focus();
}

/** @param {string} title */
async function rename(title) {
  const item = local.items?.find(({ game }) => game.id === local.renaming);
  if (!item) return;
  const { game } = item;
  const named = (/** @type {any} */ members) => ({ ...members, title: title.trim() || undefined });
  const drawing = game.drawing && {
    ...game.drawing,
    now: { ...game.drawing.now, members: named(game.drawing.now.members) },
  };
  const next = { ...game, named: true, document: named(game.document), ...(drawing ? { drawing } : {}) };
  await keep(next).catch(full);
  if (state.game?.id === game.id) update({ game: (await find(game.id)) ?? next });
  await renamed();
}

async function renamed() {
  const id = local.renaming;
  local.renaming = "";
  await read();
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-rename="${id}"]`))?.focus();
}

/** @param {any} error */
function full(error) {
  update({ message: { kind: "", message: t(error?.name === "QuotaExceededError" ? "storage.full" : "storage.none") } });
}

async function exportAll() {
  const records = await all().catch(() => []);
  save(
    records.map((record) => record.aside ?? record),
    `tesuji-${new Date().toISOString().slice(0, 10)}.json`,
  );
}

/** @param {Damaged} item */
const saveDamaged = ({ record }) => save([record], "tesuji-damaged.json");

/** @param {any[]} games @param {string} name name of the file */
function save(games, name) {
  const text = JSON.stringify({ format: FILE, version: 1, games });
  saveFile(name, new Blob([text], { type: "application/json" }));
}

/**
 * Imports a file. If a game is already stored here, the latest version is kept; damaged games are skipped.
 * @param {File} file
 */
async function importAll(file) {
  const count = { taken: 0, "left-out": 0, known: 0 };
  try {
    const { format, games } = JSON.parse(await file.text());
    if (format !== FILE || !Array.isArray(games)) throw new Error("not a shelf");
    for (const game of games) count[await takeOver(game)]++;
    local.note = t("shelf.imported", { n: count.taken });
    if (count["left-out"]) local.note += ` ${t("shelf.left-out", { n: count["left-out"] })}`;
  } catch {
    local.note = t("shelf.bad");
  }
  announce(local.note);
  await read();
}

/** @param {any} record @returns {Promise<"taken" | "left-out" | "known">} */
async function takeOver(record) {
  const found = await gameFrom(record).catch(() => null);
  if (!found) return "left-out";
  const here = await find(found.game.id);
  if (here && here.changed >= found.game.changed) return "known";
  return keep(found.game).then(
    () => "taken",
    (error) => (full(error), "known"),
  );
}
