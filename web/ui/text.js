/** Names and sentences as the page says them, made of the locales. */

import { h } from "./dom.js";
import { identity } from "../core/game.js";
import { currentLanguage, has, t } from "./i18n.js";

/** @import {Game, Problem, State} from "../core/types.js" */

/**
 * A sentence in which letters stand as tags, as on the board.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @param {string} [role]
 */
export const sentence = (key, params = {}, role = "because") => tagged(t(key, params), role);

/** Letters in brackets, `(a)`, `(a, b)` or `(a–d)`. */
export const LETTERS = /\(([a-z]{1,2}(?:(?:, ?|–)[a-z]{1,2})*)\)/g;

/**
 * Text with its letters, `{a}` or in brackets, as tags.
 * @param {string} text
 * @param {string} [role]
 * @returns {(Node | string)[]}
 */
export function tagged(text, role = "because") {
  return text
    .replace(LETTERS, (_, letters) => letters.replace(/[a-z]+/g, "{$&}").replace(/, ?/g, " "))
    .split(/(\{[a-z]{1,2}\})/)
    .map((part) => (/^\{[a-z]{1,2}\}$/.test(part) ? tag(part.slice(1, -1), role) : part));
}

/** @param {string} letter @param {string} role */
export const tag = (letter, role) => h("span", { class: `tag ${role}` }, letter);

/** @param {Problem} problem */
export function problemText({ kind, message, at, params }) {
  const key = `error.${kind}`;
  return has(key) ? t(key, { ...params, ...at }) : (message ?? t("error.unreadable"));
}

/** The name of a kind, also of one that the locales do not know. @param {string} kind */
export const kindName = (kind) => (has(`kind.${kind}`) ? t(`kind.${kind}`) : kind);

/**
 * The names of a kind's examples, in every language, by the identity of their puzzle.
 * @type {Map<string, Map<string, Record<string, string>>>}
 */
const named = new Map();

/** From now on an example has its name, however it comes onto the board. @type {State["catalog"]} */
let catalog = [];

/** @param {State["catalog"]} entries */
export const nameExamples = (entries) => void (catalog = entries);

/** @param {string} id of a game @returns {Record<string, string> | undefined} */
function exampleNames(id) {
  const entry = catalog.find(({ kind }) => id.startsWith(`${kind}-`));
  if (entry && !named.has(entry.kind))
    named.set(entry.kind, new Map(entry.examples.map(({ document, name }) => [identity(document), name])));
  return entry && named.get(entry.kind)?.get(id);
}

/**
 * What a puzzle is called: as its document says, an example in the language of the page.
 * @param {{id: string, document: {title?: string}}} game
 */
export function titleOf({ id, document: { title } }) {
  const names = exampleNames(id);
  if (names && (!title || Object.values(names).includes(title))) return names[currentLanguage()] ?? names.en;
  return title || t("untitled");
}

/** Seconds as a fact says them. @param {number} value */
export const seconds = (value) =>
  value < 0.001 ? "< 0.001" : value < 0.0995 ? value.toFixed(3) : value < 9.95 ? value.toFixed(1) : value.toFixed(0);

/** Said by a screen reader. @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== text) live.textContent = text;
}
