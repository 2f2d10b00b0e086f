/** Names and messages rendered for the page, from the locales. */

import { h } from "./dom.js";
import { currentLanguage, has, t, template, valueText } from "./i18n.js";

/** @import {Game, Problem, PuzzleDocument, PuzzleKind, State} from "../core/types.js" */

/** The key of the sentence with the rules of a puzzle. @param {PuzzleKind} puzzle @param {PuzzleDocument} document */
export const ruleKey = (puzzle, document) => puzzle.rule?.(document) ?? `rule.${puzzle.rules ?? puzzle.kind}`;

/**
 * @typedef {{key: string, params?: Record<string, any>, at?: Record<string, number>}} Message  as the engine sends it
 */

/**
 * A message of the page with letters as tags, as on the board.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @param {string} [role]
 */
export const sentence = (key, params = {}, role = "because") => renderMessage({ key, params }, [], role);

/**
 * A message with its parameters (text, nodes, or messages) filled in and letters as tags. A hole without a parameter is
 * the letter of a reason, and `{because}` all of them; a message that names none ends with all letters.
 * @param {Message} message
 * @param {readonly {letter?: string}[]} [because] the reasons that come with it
 * @param {string} [role]
 * @returns {(Node | string)[]}
 */
export function renderMessage({ key, params = {}, at }, because = [], role = "because") {
  /** @type {Record<string, any>} */
  const values = { ...params, ...at };
  const letters = because.flatMap(({ letter }) => letter || []);
  let named = !letters.length;
  const nodes = template(key, values.n)
    .split(/(\{\w+\})/)
    .flatMap((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part;
      const value = values[name];
      if (value?.key) return messageText(value);
      if (name in values) return Array.isArray(value) ? value : valueText(value);
      named = true;
      return name === "because" ? tags(letters, role) : tag(name, role);
    });
  return named ? nodes : [...nodes, " ", ...tags(letters, role)];
}

/** A message as plain text. @param {Message} message @param {readonly {letter?: string}[]} [because] */
export const messageText = (message, because) => plainText(renderMessage(message, because));

/** @param {readonly (Node | string)[]} nodes */
export const plainText = (nodes) => nodes.map((node) => (typeof node === "string" ? node : node.textContent)).join("");

/**
 * Letters as tags; of many, the first and the last.
 * @param {string[]} letters
 * @param {string} role
 * @returns {(Node | string)[]}
 */
function tags(letters, role) {
  if (letters.length > 3) return [tag(letters[0], role), "–", tag(letters[letters.length - 1], role)];
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

/** The name of a kind, also of one that the locales do not know. @param {string} kind */
export const kindName = (kind) => (has(`kind.${kind}`) ? t(`kind.${kind}`) : kind);

/**
 * The names of the examples in every language, by the identity of their puzzle.
 * @type {Map<string, Record<string, string>>}
 */
const named = new Map();

/** From now on an example has its name, however it comes onto the board. @param {State["catalog"]} entries */
export function nameExamples(entries) {
  for (const { examples } of entries) for (const { id, name } of examples) named.set(id, name);
}

/**
 * Return the title of a puzzle: as its document has it, or of an example in the language of the page.
 * @param {{id: string, document: {title?: string}}} game
 * @param {boolean} [hidden] it would give the solution away
 */
export function titleOf({ id, document: { title } }, hidden = false) {
  if (hidden) return t("title.hidden");
  const names = named.get(id);
  if (names && (!title || Object.values(names).includes(title))) return names[currentLanguage()] ?? names.en;
  return title || t("untitled");
}

/** A date in the language of the page: 22 Nov, 11月22日. @param {Date} date @param {Intl.DateTimeFormatOptions} parts */
export const dateText = (date, parts) =>
  new Intl.DateTimeFormat(currentLanguage() === "en" ? "en-GB" : currentLanguage(), parts).format(date);

/** Seconds as a fact shows them. @param {number} value */
export const seconds = (value) =>
  value < 0.001 ? "< 0.001" : value < 0.0995 ? value.toFixed(3) : value < 9.95 ? value.toFixed(1) : value.toFixed(0);

/** Said by a screen reader. @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== text) live.textContent = text;
}
