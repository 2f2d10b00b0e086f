/** Renders names and messages in the language of the page. */

import { h } from "./dom.js";
import { currentLanguage, has, t, template, valueText } from "./i18n.js";

/** @import {Problem, PuzzleDocument, PuzzleKind, State} from "../core/types.js" */

/** Returns the string key of a puzzle's rules. @param {PuzzleKind} puzzle @param {PuzzleDocument} document */
export const ruleKey = (puzzle, document) => puzzle.rule?.(document) ?? `rule.${puzzle.rules ?? puzzle.kind}`;

/**
 * @typedef {{key: string, params?: Record<string, any>, at?: Record<string, number>}} Message  a message from the
 *   engine
 */

/**
 * Renders a message of the page, with letters as tags like those on the board.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @param {string} [role]
 */
export const sentence = (key, params = {}, role = "because") => renderMessage({ key, params }, [], role);

/**
 * Renders a message with its parameters (text, nodes or messages). The placeholders `{a}`, `{b}` … without a parameter
 * are the letters of the first reason, the second …, and `{because}` all letters. If a message has neither, all letters
 * are appended.
 * @param {Message} message
 * @param {readonly {letter?: string}[]} [because] the reasons to refer to
 * @param {string} [role]
 * @returns {(Node | string)[]}
 */
export function renderMessage({ key, params = {}, at }, because = [], role = "because") {
  /** @type {Record<string, any>} */
  const values = { ...params, ...at };
  const letters = because.flatMap(({ letter }) => letter || []);
  let named = !letters.length;
  const text = template(key, values.n);
  const nodes = (named ? text.replace(/ ?\{because\}/g, "") : text).split(/(\{\w+\})/).flatMap((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    const value = values[name];
    if (value?.key) return messageText(value);
    if (name in values) return Array.isArray(value) ? value : valueText(value);
    named = true;
    return name === "because" ? tags(letters, role) : tag(letters[positionOf(name)] ?? name, role);
  });
  return named ? nodes : [...nodes, " ", ...tags(letters, role)];
}

/** Renders a message as plain text. @param {Message} message @param {readonly {letter?: string}[]} [because] */
export const messageText = (message, because) => plainText(renderMessage(message, because));

/** @param {readonly (Node | string)[]} nodes */
export const plainText = (nodes) => nodes.map((node) => (typeof node === "string" ? node : node.textContent)).join("");

/** Returns what separates two sentences: nothing in Japanese. */
export const gap = () => (currentLanguage() === "ja" ? "" : " ");

/** Returns the position of a letter: 0 for a, 26 for aa. @param {string} letter */
const positionOf = (letter) => [...letter].reduce((before, one) => 26 * (before + 1) + one.charCodeAt(0) - 97, -1);

/**
 * Returns letters as tags; if there are many in a row, only the first and the last.
 * @param {string[]} letters
 * @param {string} role
 * @returns {(Node | string)[]}
 */
function tags(letters, role) {
  const inOrder = letters.every((letter, place) => !place || positionOf(letter) === positionOf(letters[place - 1]) + 1);
  if (letters.length > 3 && inOrder) return [tag(letters[0], role), "–", tag(letters[letters.length - 1], role)];
  return letters.flatMap((letter, place) => [...(place ? [" "] : []), tag(letter, role)]);
}

/** @param {string} letter @param {string} role */
export const tag = (letter, role) => h("span", { class: `tag ${role}` }, letter);

/** @param {Problem} problem */
export function problemText({ kind, message, at, params }) {
  const key = `error.${kind}`;
  const work = kind === "lost" ? { work: t(has(`lost.${params?.call}`) ? `lost.${params?.call}` : "lost.other") } : {};
  return has(key) ? t(key, { ...params, ...at, ...work }) : (message ?? t("error.unreadable"));
}

/** Returns the name of a kind, or the kind itself if the strings have no name for it. @param {string} kind */
export const kindName = (kind) => (has(`kind.${kind}`) ? t(`kind.${kind}`) : kind);

/**
 * The names of the examples in every language, by puzzle id.
 * @type {Map<string, Record<string, string>>}
 */
const named = new Map();

/**
 * Registers the names of examples, so that they are shown however the puzzle was opened.
 * @param {State["catalog"]} entries
 */
export function nameExamples(entries) {
  for (const { examples } of entries) for (const { id, name } of examples) named.set(id, name);
}

/**
 * Returns the title of a puzzle: that of its document, or for an example its name in the current language.
 * @param {{id: string, document: {title?: string}}} game
 * @param {boolean} [hidden] true if the title would reveal the solution
 * @param {string} [untitled] the text for a puzzle without a title
 */
export function titleOf({ id, document: { title } }, hidden = false, untitled = t("untitled")) {
  if (hidden) return t("title.hidden");
  const names = named.get(id);
  if (names && (!title || Object.values(names).includes(title))) return names[currentLanguage()] ?? names.en;
  return title || untitled;
}

/**
 * Formats a date in the current language, such as 22 Nov or 11月22日.
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} parts
 */
export const dateText = (date, parts) =>
  new Intl.DateTimeFormat(currentLanguage() === "en" ? "en-GB" : currentLanguage(), parts).format(date);

/** Formats a number of seconds. @param {number} value */
export const seconds = (value) => value.toFixed(value < 9.95 ? 1 : 0);

/** Returns a time in seconds as text, without fractions that nobody notices. @param {number} value */
export const timeText = (value) => (value < 0.095 ? t("fact.instant") : t("fact.seconds", { s: seconds(value) }));

/** Has a screen reader read a text. @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== text) live.textContent = text;
}
