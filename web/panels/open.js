/**
 * Open: opens a text, a link, a file or an example. If a text cannot be opened, the reason is shown next to the field.
 */

import { fileButton } from "../ui/controls.js";
import { byId, h, onChoice, refill, setText } from "../ui/dom.js";
import { has, t } from "../ui/i18n.js";
import { openExample } from "../shell/examples.js";
import { openFile } from "../shell/files.js";
import { openText } from "../shell/open.js";
import { part, state, update } from "../shell/state.js";
import { kindName } from "../ui/text.js";

/** @import {Panel, State} from "../core/types.js" */

const NEEDS_KIND = /^(no-kind|which-kind|foreign-.*)$/; // errors that choosing a kind resolves
const MAX_SHOWN = 100_000; // the length of a text that is not shown in the field

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string} which  a text that could be several kinds of puzzle, for which the panel offers buttons
 */

/** @type {Own} */
const local = part("panels/open", { which: "" });

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h(
        "form",
        { id: "open-form" },
        h("label", { for: "paste", class: "small", "data-t": "open.label" }),
        h("textarea", {
          id: "paste",
          rows: 7,
          spellcheck: "false",
          autocapitalize: "off",
          autocomplete: "off",
          "data-hint": "open.hint",
        }),
        h(
          "div",
          { class: "row" },
          h("button", { id: "paste-open", class: "button solid", type: "submit", "data-t": "open.do" }),
          fileButton("file", "open.file", openFile),
        ),
        h("p", { id: "reading", class: "small", role: "status" }),
        h("div", { id: "which", class: "row", role: "group", "data-label": "kinds" }),
      ),
      h("div", { id: "examples" }),
    ),

  wire() {
    const field = byId("paste");
    byId("open-form").addEventListener(
      "submit",
      (/** @type {Event} */ event) => (event.preventDefault(), openText(field.value)),
    );
    field.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) =>
        event.key === "Enter" && (event.ctrlKey || event.metaKey) && openText(field.value),
    );
    field.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length < MAX_SHOWN) return;
      event.preventDefault(); // laying out megabytes in the field would block the page
      openText(text);
    });
    onChoice(byId("which"), "kind", (kind) => openText(`${kind}\n${local.which}`));
    onChoice(byId("examples"), "index", (index, button) =>
      openExample(/** @type {string} */ (button.dataset.kind), +index),
    );
  },

  enter() {
    local.which = "";
    // On a phone, the keyboard would cover the examples.
    if (!matchMedia("(pointer: coarse)").matches) byId("paste").focus();
  },

  leave() {
    local.which = "";
    byId("paste").value = "";
  },

  render() {
    const { catalog, language, engine, reading } = state;
    refill(byId("examples"), catalog.length, () => [
      h("h3", { class: "small" }, t("open.examples")),
      ...catalog
        .filter(({ examples }) => examples.length)
        .map(({ kind, examples }) =>
          h(
            "section",
            {},
            h("h4", {}, kindName(kind)),
            h(
              "ul",
              {},
              ...examples.map((example, index) => h("li", {}, exampleButton(kind, example, index, language))),
            ),
          ),
        ),
    ]);
    refill(byId("which"), `${Boolean(local.which)}`, () =>
      local.which
        ? catalog.map(({ kind }) => h("button", { class: "button line", "data-kind": kind }, kindName(kind)))
        : [],
    );
    setText(byId("reading"), reading ? t(engine === "starting" ? "open.waiting" : "open.reading") : "");
  },
};

/** @param {any} problem @param {string} [text] */
export function refused(problem, text = "") {
  local.which = NEEDS_KIND.test(problem.kind) ? text : "";
  update({ panel: "open", message: problem });
  const field = byId("paste");
  if (text.length < MAX_SHOWN && !field.value) field.value = text;
  byId("message").scrollIntoView?.({ block: "nearest" });
}

/**
 * @param {string} kind
 * @param {State["catalog"][number]["examples"][number]} example
 * @param {number} index
 * @param {string} language
 */
function exampleButton(kind, { name, level }, index, language) {
  return h(
    "button",
    { class: "example", "data-kind": kind, "data-index": index, "data-level": level },
    h("span", {}, name[language] ?? name.en),
    h("span", { class: "small" }, has(`example.level.${level}`) ? t(`example.level.${level}`) : level),
  );
}
