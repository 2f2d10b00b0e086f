/** Share: a link that contains the whole puzzle, or a file. */

import { iconButton } from "../ui/controls.js";
import { copyField, fileName, saveFile } from "../ui/files.js";
import { byId, h, refill, setText, show } from "../ui/dom.js";
import { hasMarks, withProgress, written } from "../core/game.js";
import { t } from "../ui/i18n.js";
import { solutionsOf } from "../core/results.js";
import { toFragment } from "../core/share-link.js";
import { part, state, update } from "../shell/state.js";
import { announce } from "../ui/text.js";

/** @import {Game, Panel, PuzzleDocument, PuzzleKind} from "../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {"puzzle" | "progress" | "solution"} what
 * @property {string} link
 * @property {Game | null} linked  the game that `link` contains, or will contain in a moment
 * @property {boolean} copied
 */

/** @type {Own} */
const local = part("panels/share", { what: "puzzle", link: "", linked: null, copied: false });

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h("fieldset", { id: "share-what" }, h("legend", { class: "unseen", "data-t": "share.legend" })),
      h(
        "div",
        { id: "share-row" },
        h("input", { id: "share-link", readonly: true, "data-label": "share.address" }),
        h("button", { id: "copy" }),
      ),
      h("p", { id: "share-note", class: "small" }),
      h(
        "div",
        { class: "row" },
        iconButton("file", "share.file", { id: "save-file", onclick: save }),
        iconButton("send", "share.send", { id: "send", onclick: send, hidden: true }),
      ),
    ),

  wire() {
    byId("share-what").addEventListener(
      "change",
      (/** @type {any} */ { target }) => ((local.what = target.value), refresh()),
    );
    byId("share-link").addEventListener("focus", (/** @type {any} */ { target }) => target.select());
    byId("copy").addEventListener("click", copy);
  },

  enter() {
    const { game, puzzle } = state;
    local.what = game && puzzle && hasMarks(puzzle, game) ? "progress" : "puzzle";
    local.copied = false;
    refresh();
    byId("share-what").querySelector("input:checked")?.focus();
  },

  render() {
    if (state.game !== local.linked) refresh();
    const fields = byId("share-what");
    const legend = fields.querySelector("legend");
    const possible = ["puzzle", "progress", ...(state.game?.result?.solutions.length ? ["solution"] : [])];
    refill(fields, possible, () => [
      legend,
      ...possible.map((name) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name: "share", value: name }),
          h(
            "span",
            {},
            t(`share.${name}`),
            name === "solution" ? h("span", { class: "small" }, t("share.spoiler")) : null,
          ),
        ),
      ),
    ]);
    for (const input of fields.querySelectorAll("input")) input.checked = input.value === local.what;
    byId("share-link").value = local.link;
    setText(byId("share-note"), t("share.link", { n: local.link.length }));
    setText(byId("copy"), t(local.copied ? "copied" : "copy"));
    show(byId("send"), "share" in navigator);
  },
};

/**
 * Returns the document to share: the puzzle, with the chosen part of the board.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {PuzzleDocument}
 */
export function sharedDocument(game, puzzle) {
  const [solution] = solutionsOf(game, puzzle);
  if (local.what === "puzzle") return game.document;
  return withProgress(
    puzzle,
    game.document,
    local.what === "solution" && solution ? written(puzzle, solution) : game.marks,
  );
}

/** Returns the link that the panel shows. */
export const sharedLink = () => local.link;

/** Makes the link of the puzzle on the board. */
async function refresh() {
  const { game, puzzle, panel } = state;
  if (panel !== "share" || !game || !puzzle) return;
  if (game.id !== local.linked?.id) local.link = "";
  local.linked = game;
  const { what } = local;
  const document = sharedDocument(game, puzzle);
  const link = `${location.href.split("#")[0]}${await toFragment(document)}`;
  if (local.linked !== game || local.what !== what || link === local.link) return;
  Object.assign(local, { link, copied: false });
  update({});
}

async function copy() {
  if (!(await copyField(byId("share-link")))) return;
  local.copied = true;
  update({});
  announce(t("copied"));
}

const send = () => navigator.share({ title: document.title, url: local.link }).catch(() => {});

function save() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const text = `${JSON.stringify(sharedDocument(game, puzzle))}\n`;
  saveFile(`${fileName(game.document.title || game.kind)}.json`, new Blob([text], { type: "application/json" }));
}
