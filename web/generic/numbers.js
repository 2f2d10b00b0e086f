/** Numbers of the whole puzzle, such as the size of a ship or a fleet: members that are a number or a list. */

/** @import {ClueForm} from "../core/types.js" */

/**
 * Returns the form of a number, or of a `list` of numbers, from `least` to `most`. Draw has a field for it, whose label
 * is the string `key`; `first` is its value on a new board. Without it, a document may lack the member.
 * @param {string} member
 * @param {{key: string, least?: number, most?: number, list?: boolean, first?: number | number[]}} range
 * @returns {ClueForm}
 */
export function numbers(member, { key, least = 0, most = 999, list = false, first }) {
  const fits = (/** @type {any} */ number) => Number.isInteger(number) && number >= least && number <= most;
  const isRight = (/** @type {any} */ value) =>
    list ? Array.isArray(value) && value.length > 0 && value.every(fits) : fits(value);
  return {
    members: [member],
    problem({ [member]: value }) {
      if (value === undefined) return first === undefined ? null : { kind: "missing", params: { field: member } };
      return isRight(value) ? null : { kind: "numbers", params: { field: member, least, most } };
    },
    text: () => "",
    field: {
      key,
      member,
      first,
      text: (value) => [value ?? []].flat().join(" "),
      value(text) {
        const all = (text.match(/\d+/g) ?? []).map(Number);
        const value = list ? all : all[0];
        return isRight(value) && /^[\d\s,]*$/.test(text) && (list || all.length === 1) ? value : undefined;
      },
    },
  };
}
