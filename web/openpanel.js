/** Open: a text, a link, a file, an example. What cannot be opened is told beside the field in which it can be mended. */

import { byId, h, onChoice, refill, say } from "./dom.js";
import { has, t } from "./i18n.js";
import { onReading, onRefusal, openExample, openFile, openText } from "./opening.js";
import { addPanel } from "./registry.js";
import { state, update } from "./state.js";
import { kindName } from "./words.js";

/** @import {State} from "./types.js" */

let reading = false; // a text is with the engine
let which = ""; // a text that could be more than one kind of puzzle; the panel asks

addPanel({
  name: "open",
  order: 2,
  icon: "open",

  wire() {
    const field = byId("paste");
    byId("open-form").addEventListener("submit", (/** @type {Event} */ event) => (event.preventDefault(), openText(field.value)));
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && openText(field.value));
    byId("file").addEventListener("change", (/** @type {any} */ { target }) => {
      if (target.files[0]) openFile(target.files[0]);
      target.value = "";
    });
    onChoice(byId("which"), "kind", (kind) => openText(`${kind}\n${which}`));
    onChoice(byId("examples"), "index", (index, button) => openExample(/** @type {string} */ (button.dataset.kind), +index));
    onReading(told);
    onRefusal(refused);
  },

  enter() {
    which = "";
    // On a phone the keyboard would cover the examples.
    if (!matchMedia("(pointer: coarse)").matches) byId("paste").focus();
  },

  leave() {
    which = "";
    byId("paste").value = "";
  },

  render() {
    const { catalog, kinds, language, engine } = state;
    refill(byId("examples"), `${language} ${catalog.length}`, () => [
      h("h3", { class: "small" }, t("open.examples")),
      ...catalog.filter(({ examples }) => examples.length).map(({ kind, examples }) =>
        h("section", {}, h("h4", {}, kindName(kind)), h("ul", {}, ...examples.map((example, index) => h("li", {}, exampleButton(kind, example, index, language))))),
      ),
    ]);
    refill(byId("which"), `${language} ${Boolean(which)}`, () => (which ? kinds.map(({ kind }) => h("button", { type: "button", class: "button line", "data-kind": kind }, kindName(kind))) : []));
    say(byId("reading"), reading ? t(engine === "starting" ? "open.waiting" : "open.reading") : "");
  },
});

/** The panel says that something is read when that takes a while. @param {boolean} begins */
function told(begins) {
  reading = begins;
  which = "";
  if (begins) setTimeout(() => reading && update({ panel: "open" }), 200);
  else update({});
}

/** @param {any} problem @param {string} [text] */
function refused(problem, text = "") {
  reading = false;
  which = problem.kind === "no-kind" ? text : "";
  update({ panel: "open", message: problem });
  const field = byId("paste");
  if (text.length < 100_000 && !field.value) field.value = text;
  byId("message").scrollIntoView?.({ block: "nearest" });
}

/** @param {string} kind @param {State["catalog"][number]["examples"][number]} example @param {number} index @param {string} language */
function exampleButton(kind, { name, level }, index, language) {
  return h(
    "button",
    { type: "button", class: "example", "data-kind": kind, "data-index": index, "data-level": level },
    h("span", {}, name[language] ?? name.en),
    h("span", { class: "small" }, has(`level.${level}`) ? t(`level.${level}`) : level),
  );
}
