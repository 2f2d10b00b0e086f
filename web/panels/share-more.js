/** Further parts of Share: a QR code, pictures, a sheet to print, other formats and their limits. */

import { iconButton } from "../ui/controls.js";
import { copyField, fileName, saveFile } from "../ui/files.js";
import { byId, h, onChoice, refill, setText, show } from "../ui/dom.js";
import { hasMarks, withProgress } from "../core/game.js";
import { has, t } from "../ui/i18n.js";
import { decorate } from "../shell/lazy-loading.js";
import { solutionsOf } from "../core/results.js";
import { sharedDocument, sharedLink } from "./share.js";
import { engine, knows } from "../shell/solver.js";
import { part, state, update, watch } from "../shell/state.js";
import { announce, kindName, problemText } from "../ui/text.js";

/** @import {Certified} from "./certificate.js" */
/** @import {Export} from "./export.js" */
/** @import {Problem} from "../core/types.js" */

/**
 * The formats of other programs and their names.
 * @type {{to: string, name: string}[]}
 */
const NOTATIONS = [
  { to: "pzpr", name: "puzz.link" },
  { to: "penpa", name: "Penpa+" },
  { to: "tatham", name: "Tatham" },
  { to: "non", name: ".non" },
  { to: "text", name: "" },
  { to: "json", name: "JSON" },
];

/** An embedded board; this is not a puzzle format and does not need the solver. */
const FRAME = { to: "embed", name: "<iframe>" };

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string} shownLink
 * @property {{to: string, text?: string, lost?: string[], problem?: Problem, copied?: boolean} | null} other
 * @property {{game: string, words: () => string} | null} certified  the outcome of the last certificate
 */

/** @type {Own} */
const local = part("panels/share-more", { shownLink: "", other: null, certified: null });

/** Adds more options to the panel, once. */
export function buildShareMore() {
  const panel = byId("panel-share");
  const button = (/** @type {string} */ what, /** @type {string} */ drawn) =>
    iconButton(drawn, `export.${what}`, { "data-export": what });
  const code = h("div", { id: "share-code" });
  byId("share-note").before(code);
  code.append(h("div", { id: "qr" }), byId("share-note"));
  const buttons = byId("save-file").parentElement;
  buttons.classList.add("share-buttons");
  const more = h(
    "div",
    {},
    button("png", "picture"),
    button("copy", "picture"),
    button("svg", "draw"),
    button("print", "print"),
  );
  decorate(more);
  buttons.prepend(...more.childNodes);
  panel.append(
    h(
      "div",
      { id: "also" },
      h("p", { class: "small", "data-t": "export.also" }),
      h("div", { id: "also-choice", class: "row", role: "group", "data-label": "export.also" }),
      h("div", { id: "also-text", hidden: true }),
    ),
  );
  const certifying = (/** @type {Certified} */ what, /** @type {string} */ words) =>
    iconButton("unique", words, { id: `certify-${what}`, "data-certify": what });
  panel.append(
    h(
      "div",
      { id: "certificate" },
      certifying("verdict", "certificate"),
      certifying("conflict", "certificate.conflict"),
      certifying("marks", "certificate.marks"),
      h("p", { id: "certificate-note", class: "small", role: "status" }),
    ),
  );
  decorate(byId("also"));
  decorate(byId("certificate"));
  onChoice(buttons, "export", (what) =>
    act(what).catch((error) => (console.warn(error), update({ message: { kind: "", message: t("export.failed") } }))),
  );
  onChoice(byId("also-choice"), "to", convert);
  onChoice(byId("also-text"), "copy", () => copyOther());
  onChoice(byId("certificate"), "certify", (what) => certify(/** @type {Certified} */ (what)));
  watch(() => state.panel === "share" && render());
  render();
}

function render() {
  const { game, puzzle, catalog } = state;
  if (!game || !puzzle) return;
  const link = sharedLink();
  if (link !== local.shownLink) {
    local.shownLink = link;
    local.other = null;
    if (link) showCode(link);
    else byId("qr").replaceChildren();
  }
  const writable = catalog.find(({ kind }) => kind === puzzle.kind)?.notations ?? [];
  const some = [...NOTATIONS.filter(({ to }) => writable.includes(to)), FRAME];
  refill(byId("also-choice"), `${puzzle.kind} ${writable} ${local.other?.to}`, () =>
    some.map(({ to }) =>
      h("button", { class: "link", "data-to": to, "aria-pressed": String(local.other?.to === to) }, nameOf(to)),
    ),
  );
  const copies = "ClipboardItem" in globalThis;
  show(/** @type {HTMLElement} */ (document.querySelector("[data-export=copy]")), copies);
  show(byId("also-text"), Boolean(local.other));
  refill(byId("also-text"), `${JSON.stringify(local.other)}`, otherText);
  const impossible = game.result?.verdict === "none";
  show(byId("certify-conflict"), impossible && knows("conflict"));
  // Do not reveal whether the marks are consistent; this is computed on request.
  show(byId("certify-marks"), !impossible && hasMarks(puzzle, game) && knows("conflict"));
  setText(
    byId("certificate-note"),
    local.certified?.game === game.id ? local.certified.words() : t("certificate.what"),
  );
}

/** Saves the verdict or a contradiction with its verified proof as a file. @param {Certified} what */
async function certify(what) {
  const id = state.game?.id;
  if (!id) return;
  const say = (/** @type {() => string} */ words) => {
    local.certified = { game: id, words };
    if (state.game?.id === id) render();
  };
  say(() => t("export.writing"));
  const { checkedCertificate } = await import("./certificate.js");
  const { file, name, words } = await checkedCertificate(what);
  if (file) saveFile(name, file);
  say(words);
}

/** @param {string} link */
async function showCode(link) {
  const { codeOf } = await import("./qr.js");
  const code = await codeOf(link, t("export.qr"));
  if (link !== local.shownLink) return;
  byId("qr").replaceChildren(code ?? h("p", { class: "small" }, t("export.qr.long")));
  byId("share-code").dataset.dense = String(link.length > 600);
}

/** @param {string} to */
async function convert(to) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const document = sharedDocument(game, puzzle);
  local.other = { to };
  render();
  try {
    const answer = to === FRAME.to ? frame() : await engine.call("convert", { document, to });
    if (local.other?.to !== to) return;
    // A Tesuji document is returned as an object.
    const { text = JSON.stringify(answer.document), lost = [] } = answer;
    local.other = { to, text, lost };
    render();
    await copyOther();
    byId("also-text").scrollIntoView?.({ block: "nearest" });
    return;
  } catch (error) {
    if (local.other?.to === to) local.other = { to, problem: /** @type {Problem} */ (error) };
  }
  render();
}

/** Returns the code of an embedded board with the settings of the panel (docs/embed.md). */
function frame() {
  const address = new URL(`embed.html${new URL(sharedLink()).hash}`, document.baseURI).href;
  const title = kindName(state.game?.kind ?? "");
  return { text: `<iframe src="${address}" width="420" height="520" title="${title}"></iframe>`, lost: [] };
}

/** @returns {(Node | string)[]} */
function otherText() {
  if (!local.other) return [];
  const { to, text, lost = [], problem, copied } = local.other;
  if (problem) return [h("p", { class: "small", role: "alert" }, problemText(problem))];
  if (text === undefined) return [h("p", { class: "small", role: "status" }, t("export.writing"))];
  const words = new Intl.ListFormat(state.language, { type: "conjunction" }).format(
    lost.map((key) => (has(`lost.${key}`) ? t(`lost.${key}`) : key)),
  );
  const address = /^https:\/\/\S+$/.test(text);
  return [
    h("p", { class: "small", role: "status" }, t(copied ? "export.copied" : "export.written", { name: nameOf(to) })),
    h(
      "textarea",
      {
        readonly: true,
        rows: address ? 3 : Math.min(10, text.split("\n").length + 1),
        "aria-label": t("export.text"),
        class: "code",
        spellcheck: "false",
      },
      text,
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button line", "data-copy": "text" }, t("copy")),
      address
        ? h("a", { class: "link", href: text, target: "_blank", rel: "noopener noreferrer" }, t("export.visit"))
        : null,
    ),
    ...(lost.length ? [h("p", { class: "small" }, t("export.lost", { what: words }))] : []),
  ];
}

/** Returns the name of a format. @param {string} to */
const nameOf = (to) => [...NOTATIONS, FRAME].find((notation) => notation.to === to)?.name || t("export.text");

async function copyOther() {
  if (!local.other?.text || !(await copyField(byId("also-text").querySelector("textarea")))) return;
  local.other = { ...local.other, copied: true };
  render();
  announce(t("export.copied", { name: nameOf(local.other.to) }));
}

/**
 * Returns the pictures for the current settings: the board, and the solution if it is known.
 * @returns {{picture: Export, solution: Export | null} | null}
 */
function pictures() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return null;
  const { document } = game;
  const shared = sharedDocument(game, puzzle)[puzzle.boardKey];
  const [answer] = solutionsOf(game, puzzle);
  const same = (/** @type {string} */ marks) =>
    JSON.stringify(withProgress(puzzle, document, marks)[puzzle.boardKey]) === JSON.stringify(shared);
  const spoils = Boolean(shared && answer && !same(game.marks));
  const marks = spoils ? answer : shared ? game.marks : puzzle.givens(document);
  return {
    picture: { puzzle, document, marks, solution: spoils },
    solution: answer ? { puzzle, document, marks: answer, solution: true } : null,
  };
}

/** @param {string} what */
async function act(what) {
  const found = pictures();
  if (!found || !state.game) return;
  const { picture, solution } = found;
  const { print, toPng, toSvg } = await import("./export.js");
  const name = fileName(state.game.document.title || kindName(state.game.kind));
  if (what === "print")
    return print(
      {
        ...picture,
        marks: picture.solution ? picture.puzzle.givens(picture.document) : picture.marks,
        solution: false,
      },
      solution,
      sharedLink(),
    );
  if (what === "svg") return saveFile(`${name}.svg`, new Blob([toSvg(picture)], { type: "image/svg+xml" }));
  const png = toPng(picture, state.palette);
  if (what === "png") return saveFile(`${name}.png`, await png);
  // Pass the promise to the clipboard at once, because Safari requires it within the click.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  announce(t("copied"));
  const button = /** @type {HTMLElement} */ (document.querySelector("[data-export=copy] span"));
  button.textContent = t("copied");
  setTimeout(() => (button.textContent = t("export.copy")), 2000);
}
