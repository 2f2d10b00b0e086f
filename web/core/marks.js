/**
 * Marks: one character for each variable, the index of its value in base 36. A variable of two values has yes and no;
 * one of n values has 1 to n. The engine writes them in the same way.
 */

/** @import {Block, Marks} from "./types.js" */

/** The characters of a variable without a value, and of the values of one that has two. */
export const UNDECIDED = "0";
export const YES = "1";
export const NO = "2";

/** The largest index that one character can hold. */
export const MAX_VALUES = 35;

/** The character of a value. @param {number} value */
export const digitOf = (value) => value.toString(36);

/** The value of a character. @param {string} digit */
export const valueOf = (digit) => parseInt(digit, 36);

/** A board without any mark. @param {number} count of variables */
export const blankMarks = (count) => UNDECIDED.repeat(count);

/** Returns the marks with "no" for every undecided variable, as in a solution. @param {Marks} marks */
export const withNo = (marks) => marks.replaceAll(UNDECIDED, NO);

/** The marks without any "no". @param {Marks} marks */
export const withoutNo = (marks) => marks.replaceAll(NO, UNDECIDED);

/** Return whether variables of a block are either yes or no. @param {Pick<Block, "values">} block */
export const isBinary = ({ values }) => values === 2;
