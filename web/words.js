/** Names and sentences as the page says them, made of the locales. */

import { h } from "./dom.js";
import { has, t } from "./i18n.js";

/** @import {Game, Problem} from "./types.js" */

/** A sentence in which letters stand as tags, as on the board. @param {string} key @param {Record<string, any>} [params] @param {string} [role] */
export const sentence = (key, params = {}, role = "because") => tagged(t(key, params), role);

/** Text with its letters, `{a}` or `(a, b)`, as tags. @param {string} text @param {string} [role] @returns {(Node | string)[]} */
export function tagged(text, role = "because") {
  return text
    .replace(/\(([a-z]{1,2}(?:, ?[a-z]{1,2})*)\)/g, (_, letters) => letters.split(/, ?/).map((/** @type {string} */ letter) => `{${letter}}`).join(" "))
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

/** @param {Game} game */
export const titleOf = ({ document }) => document.title || t("untitled");

/** Seconds as a fact says them. @param {number} value */
export const seconds = (value) => (value < 0.001 ? "< 0.001" : value < 0.0995 ? value.toFixed(3) : value < 9.95 ? value.toFixed(1) : value.toFixed(0));

/** Said by a screen reader. @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== text) live.textContent = text;
}
