/**
 * User-facing strings in the language chosen. `locales/<language>.json` maps keys to messages with `{parameters}`; a
 * message that depends on a number is an object by plural category, chosen by the parameter `n`. There are two files of
 * a language: what the first board needs, and in `locales/lazy.<language>.json` the strings of Draw, Analyse, the
 * panels and the engine.
 */

import { readJson } from "./json.js";

export const LANGUAGES = ["en", "ja"];

/** @type {Record<string, string | Record<string, string>>} */
let table = {};
let language = "en";

/** The language of the sentences that `t` returns. */
export const currentLanguage = () => language;

/** The first of the browser's languages that there is. @param {readonly string[]} wanted */
export function preferred(wanted) {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** @param {string} name @returns {Promise<typeof table>} */
const file = (name) => readJson(new URL(`../locales/${name}.json`, import.meta.url));

/** The other strings, once somebody wants them. @type {Promise<void> | null} */
let rest = null;

/** Fetches a language and makes it the one that `t` uses. @param {string} wanted */
export async function load(wanted) {
  const [first, others] = await Promise.all([file(wanted), rest && file(`lazy.${wanted}`)]);
  use(wanted, { ...first, ...others });
}

/** Fetches the strings that the first board does not need; once, however often it is asked. */
export function loadLazyStrings() {
  const asked = language;
  rest ??= file(`lazy.${asked}`).then(
    (others) => void (asked === language && Object.assign(table, others)), // else `load` has brought those of the other language
    (error) => ((rest = null), Promise.reject(error)),
  );
  return rest;
}

/** @param {string} wanted @param {typeof table} strings */
export function use(wanted, strings) {
  [language, table] = [wanted, strings];
}

/** @param {string} key */
export const has = (key) => key in table;

/**
 * The message of a key with its `{parameters}` filled in; the key itself where there is none, which a test does not let
 * happen.
 * @param {string} key
 * @param {Record<string, any>} [params]
 */
export function t(key, params = {}) {
  return template(key, params.n).replace(/\{(\w+)\}/g, (hole, name) => (name in params ? String(params[name]) : hole));
}

/**
 * The message of a key with its holes, in the form that goes with the number.
 * @param {string} key
 * @param {any} [n]
 * @returns {string}
 */
export function template(key, n) {
  const entry = table[key] ?? key;
  return typeof entry === "string" ? entry : (entry[new Intl.PluralRules(language).select(Number(n))] ?? entry.other);
}

/**
 * Fills every element that names a key: data-t its text, data-label its aria-label and tooltip, data-hint its
 * placeholder.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("[data-t], [data-label], [data-hint]")
  )) {
    const { t: text, label, hint } = element.dataset;
    if (text) element.textContent = t(text);
    if (label) element.setAttribute("aria-label", (element.title = t(label)));
    if (hint) /** @type {HTMLTextAreaElement} */ (element).placeholder = t(hint);
  }
}
