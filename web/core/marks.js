/**
 * Marks: a string with one character per variable, the index of its value as a digit. With two values, 1 is yes and 2
 * is no; otherwise the values are 1 to n. The engine uses the same format, up to 35. The layers of drawings have larger
 * digits, too.
 */

/** @import {Block, Marks} from "./types.js" */

/** The characters for an undecided variable, and for yes and no. */
export const UNDECIDED = "0";
export const YES = "1";
export const NO = "2";

/** The characters of the indexes, in order. */
export const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";

/** The largest index that fits in one character. */
export const MAX_VALUES = DIGITS.length - 1;

/** Returns the character of a value. @param {number} value */
export const digitOf = (value) => DIGITS[value];

/** Returns the value of a character. @param {string} digit */
export const valueOf = (digit) => DIGITS.indexOf(digit);

/** Returns a board without marks. @param {number} count the number of variables */
export const blankMarks = (count) => UNDECIDED.repeat(count);

/** Returns the marks with "no" for every undecided variable, as in a solution. @param {Marks} marks */
export const withNo = (marks) => marks.replaceAll(UNDECIDED, NO);

/** Returns the marks without "no". @param {Marks} marks */
export const withoutNo = (marks) => marks.replaceAll(NO, UNDECIDED);

/** Returns a value as shown to the player. @param {Pick<Block, "letters" | "text">} block @param {number} value */
export const labelOf = ({ letters, text }, value) =>
  text?.(value) ?? (typeof letters === "string" ? letters[value] : String(value));

/** Returns whether the values of a block are yes and no. @param {Pick<Block, "values" | "text">} block */
export const isBinary = ({ values, text }) => values === 2 && !text;
