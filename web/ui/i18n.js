/**
 * User-facing strings in the current language. `locales/<language>.json` maps keys to messages with `{parameters}`. A
 * message that depends on a number is an object with one form per plural category (CLDR), chosen by the parameter `n`.
 * Each language has two files: `<language>.json` for the first board, and `lazy.<language>.json` for Draw, Analyse, the
 * panels and the engine.
 */

import { readJson } from "./json.js";

export const LANGUAGES = ["en", "ja"];

/** @type {Record<string, string | Record<string, string>>} */
let table = {};
let language = "en";

/** Returns the current language. */
export const currentLanguage = () => language;

/** Returns the first of the browser's languages that is supported, or "en". @param {readonly string[]} wanted */
export function preferred(wanted) {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** @param {string} name @returns {Promise<typeof table>} */
const file = (name) => readJson(new URL(`../locales/${name}.json`, import.meta.url));

/** Resolves when the lazy strings are loaded; null until they are requested. @type {Promise<void> | null} */
let rest = null;

/** Loads a language and makes it the current one. @param {string} wanted */
export async function load(wanted) {
  const first = await file(wanted);
  const others = rest && (await file(`lazy.${wanted}`)); // they may have been requested in the meantime
  use(wanted, { ...first, ...others });
}

/** Loads the lazy strings. Further calls return the same promise. */
export function loadLazyStrings() {
  const asked = language;
  rest ??= file(`lazy.${asked}`).then(
    (others) => void (asked === language && Object.assign(table, others)), // else `load` loads them
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
 * Returns the message for a key with its `{parameters}` filled in, or the key itself if there is none.
 * @param {string} key
 * @param {Record<string, any>} [params]
 */
export function t(key, params = {}) {
  return template(key, params.n).replace(/\{(\w+)\}/g, (hole, name) =>
    name in params ? valueText(params[name]) : hole,
  );
}

/**
 * Returns a parameter as text. Lists of numbers such as "3–5, 8" get the punctuation of the language.
 * @param {any} value
 */
export function valueText(value) {
  const { "list.comma": comma, "list.range": range } = table; // in the lazy file
  if (typeof value !== "string" || !range || !/^\d+(?:(?:–|, )\d+)+$/.test(value)) return String(value);
  return value.replaceAll(", ", String(comma)).replaceAll("–", String(range));
}

/** Cached plural rules, since creating them takes a millisecond. @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/**
 * Returns the template of a message in the plural form for `n`.
 * @param {string} key
 * @param {any} [n]
 * @returns {string}
 */
export function template(key, n) {
  const entry = table[key] ?? key;
  if (typeof entry === "string") return entry;
  if (!plurals.has(language)) plurals.set(language, new Intl.PluralRules(language));
  return entry[plurals.get(language)?.select(Number(n)) ?? ""] ?? entry.other;
}

/**
 * Translates every element that names a string: data-t for its text, data-label for aria-label and tooltip, data-hint
 * for the placeholder.
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
