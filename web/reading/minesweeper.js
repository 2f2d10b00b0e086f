/** Minesweeper: digits, opened cells without one, closed cells, flags and mines. Plain functions. */

import { around } from "../core/grid.js";
import { cellAt, distance, lookOf, stepAround, twoGroups, weighed } from "./cells.js";
import { likeliestValues, rowsOf, sound } from "./document.js";
import { byHue } from "./hues.js";
import { likelihood, ranked } from "./network.js";
import { NOISE, glyphOf, leastInk } from "./patch.js";
import { median, nth } from "./picture.js";
import { groupsOf, othersOf } from "./shapes.js";

/** @import {Cells, Choice, Item, Reading} from "./cells.js" */

const DIGITS = "012345678";
const ALIKE = 9; // the distance in features of two cells of the same sort
const SOFT = 12; // smaller distances count as equal
const PRINTED = 0.12; // if at least this share of the digits are zeros, the page prints zeros
const PARTED = 30; // the distance in features of opened and closed cells, if digits are faint
const STRONG = 0.9; // the share of the cells of a sort whose ink is compared: at least a tenth of the opened ones have digits
const UNCLEAR = 0.8; // how plausible a position is whose digits are faint
const FAINT = 6; // ink of opened cells without digits at most, if digits are faint
const TRIED = 30; // sets of figures that are read as other digits
const UNFLOODED = 3; // the number of closed cells around a zero from which the board is not a game
const OPEN = 0.9; // a cell that is opened with at least this probability cannot have a flag
const NEAR = 5; // cells with a digit with which another cell is compared
const CLEAR = 0.97; // the probability that a cell without a digit is opened or closed, if the two clearly differ

/** @param {Cells} found @returns {Reading} */
export function minesweeper(found) {
  const looks = found.patches.map(lookOf);
  const seen = withFaint(found, looks);
  const cells = { ...seen, glyphs: byHue(seen) };
  const { width, height, glyphs } = cells;
  const digits = glyphs.map(digitOf);
  const zeros = digits.filter((digit) => digit === "0").length;
  const printed = zeros > PRINTED * digits.filter(Boolean).length;
  const more = digits.flatMap((digit, i) => (printed && !digit && isZero(cells, looks, digits, i) ? [i] : []));
  digits.forEach((digit, i) => {
    if (!printed && digit === "0") digits[i] = null;
  });
  for (const i of more) digits[i] = "0";
  withoutRings(cells, looks, digits);
  const renamed = ofOneFont(cells, looks, digits);
  for (const i of more) if (!renamed.has(i)) renamed.set(i, "0");
  renamed.forEach((digit, i) => (digits[i] = digit));
  const opened = openness(cells, looks, digits);
  glyphs.forEach((glyph, i) => {
    if (glyph && isFlag(glyph, 0.3) && glyph.height >= 9 && opened[i] > OPEN)
      digits[i] = ranked(glyph.scores, "12345678")[0].name;
  });
  const items = glyphs.map((_, i) => ({
    at: cellAt(i, width),
    choices: weighed(digits[i] ? digitChoices(cells, i, renamed.get(i)) : blankChoices(cells, i, opened[i])),
  }));
  if (!digits.includes("0")) doubtUnflooded(items, width, height);
  const flags = glyphs.map((glyph, i) => !digits[i] && glyph && (isFlag(glyph) || (isMine(glyph) && opened[i] < 0.5)));
  const clear = (/** @type {number} */ i) =>
    [..."?X"].reduce((sum, name) => sum + likelihood(/** @type {any} */ (seen.glyphs[i]).scores, name), 0) < 0.5;
  const known = digits.filter((digit, i) => digit && clear(i)).length;
  const strange = glyphs.filter((glyph, i) => glyph && !clear(i)).length;
  const closed = items.filter(({ choices }) => choices[0].value === ".").length;
  const values = likeliestValues(items);
  const lawful = sound({ kind: "minesweeper", width, height }, values) ? 1 : 0.65;
  const flat = stepAround(cells, digits) < 12 && !(lawful === 1 && isFlooded(values, width, height));
  return {
    kind: "minesweeper",
    ...{ width, height, items },
    progress: flags.some(Boolean)
      ? {
          board: rowsOf(
            items.map(({ choices: [{ value }] }, i) => (flags[i] ? "*" : value)),
            width,
          ),
        }
      : {},
    plausible:
      known < 2 || !closed
        ? 0
        : (known / (known + strange)) * (seen === found ? 0.9 : UNCLEAR) * variety(digits) * (flat ? 0.4 : 1) * lawful,
  };
}

/**
 * Returns the cells with the faint digits of a picture without clear ones. They stand in opened cells only, so that the
 * closed ones, which have more noise, do not hide them.
 * @param {Cells} cells @param {number[][]} looks
 */
function withFaint(cells, looks) {
  const { patches, glyphs, least } = cells;
  if (least > NOISE) return cells;
  const { means, group } = twoGroups(looks);
  const peaks = [0, 1].map((k) => patches.flatMap(({ peak }, i) => (group[i] === k ? [peak] : [])));
  const strong = peaks.map((some) => nth(some, Math.floor(STRONG * some.length)));
  const opened = strong[0] > strong[1] ? 0 : 1;
  if (distance(means[0], means[1]) < PARTED || strong[opened] < 1.2 * strong[1 - opened]) return cells;
  const faint = leastInk(peaks[opened], FAINT);
  const found = glyphs.map((glyph, i) => glyph ?? (group[i] === opened ? glyphOf(patches[i], faint) : null));
  return { ...cells, glyphs: found };
}

/**
 * Returns other digits for all figures of a shape, by place, if the position is otherwise impossible because many of
 * them have fewer closed neighbours than mines.
 * @param {Cells} cells @param {number[][]} looks @param {(string | null)[]} digits
 * @returns {Map<number, string>}
 */
function ofOneFont(cells, looks, digits) {
  const { glyphs, width, height } = cells;
  const places = digits.flatMap((digit, i) => (digit ? [i] : []));
  const opened = openness(cells, looks, digits);
  const flaws = (/** @type {Map<number, string>} */ named) => {
    const all = digits.map((digit, i) => named.get(i) ?? digit);
    const closed = (/** @type {number} */ i) =>
      around({ width, height }, i).filter((j) => !all[j] && opened[j] < 0.5).length;
    const wrong = places.filter((i) => (all[i] === "0" ? closed(i) > 0 : Number(all[i]) > closed(i))).length;
    return wrong + (all.includes("1") ? 0 : places.length / 8);
  };
  /** @type {Map<number, string>} */
  let best = new Map();
  const first = flaws(best);
  if (first < 2) return best;
  let least = first;
  const groups = groupsOf(places.map((i) => /** @type {import("./patch.js").Glyph} */ (glyphs[i])));
  for (const others of othersOf(groups).slice(0, TRIED)) {
    const named = new Map(others.flatMap(({ group, digit }) => group.members.map((k) => [places[k], String(digit)])));
    const now = flaws(named);
    if (now < 0.6 * least) [best, least] = [named, now];
  }
  return least < 0.4 * first ? best : new Map();
}

/** @param {import("./patch.js").Glyph} glyph @param {number} [least] */
const isFlag = ({ scores }, least = 0.5) => likelihood(scores, "F") > least;

/** @param {import("./patch.js").Glyph} glyph */
const isMine = ({ scores }) => likelihood(scores, "M") > 0.5;

/** Returns the digit in a cell, if any. @param {import("./patch.js").Glyph | null} glyph */
function digitOf(glyph) {
  if (!glyph || glyph.height < 7) return null;
  const [best] = ranked(glyph.scores, `${DIGITS}FM?`);
  if (glyph.height < 9 && best.likelihood < 0.6) return null;
  if (best.name === "?" && glyph.fill < 0.8 && glyph.height >= 9)
    return named(ranked(glyph.scores, `${DIGITS}FM`)[0].name);
  return best.likelihood > 0.3 ? named(best.name) : null;
}

/** @param {string} name */
const named = (name) => (DIGITS.includes(name) ? name : null);

/**
 * Returns whether a glyph that resembles no digit is a zero, by its background, which is that of other digits.
 * @param {Cells} cells @param {number[][]} looks @param {(string | null)[]} digits @param {number} i
 */
function isZero({ glyphs, width }, looks, digits, i) {
  const glyph = glyphs[i];
  if (!glyph || glyph.height < 9 || ranked(glyph.scores, `${DIGITS}FMX`)[0].name !== "0") return false;
  const others = digits.flatMap((digit, k) => (digit ? [{ ...cellAt(k, width), k }] : []));
  const near = nearest(others, Math.floor(i / width), i % width);
  return near.length > 0 && median(near.map(({ k }) => distance(looks[k], looks[i]))) < 15;
}

/**
 * Removes zeros that are smaller than the other digits and have the background of blank cells: rings that mark cells as
 * safe.
 * @param {Cells} cells
 * @param {number[][]} looks
 * @param {(string | null)[]} digits is changed
 */
function withoutRings({ glyphs, width }, looks, digits) {
  const others = digits.flatMap((digit, i) => (digit && digit !== "0" ? [{ ...cellAt(i, width), i }] : []));
  const blanks = digits.flatMap((digit, i) => (digit ? [] : [{ ...cellAt(i, width), i }]));
  const high = median(others.map(({ i }) => glyphs[i]?.height ?? 0));
  const small = digits.flatMap((digit, i) => (digit === "0" && (glyphs[i]?.height ?? 0) <= 0.95 * high ? [i] : []));
  const rings = small.filter((i) => {
    const far = (/** @type {typeof others} */ some) =>
      median(nearest(some, Math.floor(i / width), i % width).map((other) => distance(looks[other.i], looks[i])));
    return far(others) > Math.max(15, far(blanks));
  });
  // Between opened cells, a ring looks like a zero, but zeros and rings of one page differ in size.
  for (const i of rings.length > small.length / 2 ? small : rings) digits[i] = null;
}

/**
 * Marks as doubtful the zeros next to closed cells: a game opens all around a cell without mines, so one of the two was
 * read wrongly. In a puzzle, unlike in a game, closed cells are next to nearly all zeros; if all of these differ clearly
 * from the closed cells, they stay.
 * @param {Item[]} items are changed @param {number} width @param {number} height
 */
function doubtUnflooded(items, width, height) {
  const values = likeliestValues(items);
  const against = values.map((value, i) => {
    const other = value === "0" ? "." : value === "." ? "0" : "";
    return around({ width, height }, i).filter((near) => values[near] === other);
  });
  const zeros = against.filter((_, i) => values[i] === "0");
  const unflooded = zeros.filter(({ length }) => length >= UNFLOODED).length;
  const isClear = items.every(({ choices }) => !"0.".includes(choices[0].value) || choices[0].likelihood > CLEAR);
  if (unflooded > 1 && unflooded >= 0.75 * zeros.length && isClear) return;
  values.forEach((value, i) => {
    if (value !== "0" && value !== ".") return;
    const most = Math.max(...against[i].map((near) => against[near].length));
    if (!against[i].length) return;
    const kept = against[i].length > most ? 0.35 : 0.7; // it conflicts with more cells than each of them
    items[i].choices = weighed([
      { value, likelihood: kept },
      { value: value === "0" ? "." : "0", likelihood: 1 - kept },
    ]);
  });
}

/**
 * Returns whether a game has opened all cells around each zero, and there are several. Clues of other puzzles do not
 * stand so close together.
 * @param {string[]} values @param {number} width @param {number} height
 */
function isFlooded(values, width, height) {
  const zeros = values.flatMap((value, i) => (value === "0" ? [i] : []));
  return zeros.length > 3 && zeros.every((i) => around({ width, height }, i).every((near) => values[near] !== "."));
}

/**
 * Returns less than 1 if the digits are only 0 and 1, as in a binoxxo, or if all are 0 or large.
 * @param {(string | null)[]} digits
 */
const variety = (digits) =>
  (digits.includes("0") && !digits.some((digit) => digit && digit > "1")) ||
  !digits.some((digit) => digit && "123".includes(digit))
    ? 0.4
    : 1;

/**
 * Returns the likelihood that each cell without a digit is opened. It is compared with the nearest cells that have a
 * digit, of its own colour on a board of two; the widest gap between distances separates the two sorts.
 * @param {Cells} cells @param {number[][]} looks @param {(string | null)[]} digits
 * @returns {Float32Array}
 */
function openness({ width }, looks, digits) {
  const places = digits.map((_, i) => cellAt(i, width));
  const known = places.map((place, i) => ({ ...place, i })).filter(({ i }) => digits[i]);
  const out = new Float32Array(digits.length);
  if (digits.some((digit) => digit === "0")) return out; // if zeros are printed, blank cells are closed
  const far = places.map(({ row, column }, i) => {
    if (digits[i]) return NaN;
    const near = nearest(known, row, column);
    return near.length
      ? nth(
          near.map((other) => distance(looks[other.i], looks[i])),
          Math.min(1, near.length - 1),
        )
      : 99;
  });
  pool(far, looks, digits, width);
  const sorted = far.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const roots = sorted.map((value) => Math.log(value + SOFT));
  const whole = roots.reduce((sum, value) => sum + value, 0);
  let [low, high, most, sum] = [9, 15, 0, 0];
  for (let i = 1; i < sorted.length; i++) {
    sum += roots[i - 1];
    const apart = i * (sorted.length - i) * (sum / i - (whole - sum) / (sorted.length - i)) ** 2; // as Otsu does
    const share = ((sorted[i] - sorted[i - 1]) / (sorted[i] + SOFT)) ** 0.5;
    if (sorted[i] > 6 && sorted[i - 1] < 60 && apart * share > most)
      [most, low, high] = [apart * share, sorted[i - 1], sorted[i]];
  }
  const widest = most ? (high - low) / (high + 6) : 0;
  const sharpness = (widest > 0.6 ? 16 : 7) / Math.max(1, (high - low) / 2);
  far.forEach((value, i) => {
    if (!Number.isNaN(value)) out[i] = 1 / (1 + Math.exp(sharpness * (value - (low + high) / 2)));
  });
  if (widest < 0.25) out.forEach((value, i) => (out[i] = 0.5 + (value - 0.5) * 0.7));
  return out;
}

/**
 * Gives all connected blank cells the median distance of those next to a digit: a game opens all around a cell
 * without mines, so they are of one sort. Diagonal neighbours are compared, because they have the same colour on a
 * chequered board.
 * @param {number[]} far is changed @param {number[][]} looks @param {(string | null)[]} digits @param {number} width
 */
function pool(far, looks, digits, width) {
  const height = digits.length / width;
  const near = (/** @type {number} */ i) =>
    around({ width, height }, i).filter(
      (j) =>
        !digits[j] &&
        distance(looks[i], looks[j]) < (j % width === i % width || Math.abs(i - j) === 1 ? ALIKE / 2 : ALIKE),
    );
  const seen = new Uint8Array(digits.length);
  for (let first = 0; first < digits.length; first++) {
    if (digits[first] || seen[first]) continue;
    seen[first] = 1;
    const cells = [first];
    for (const cell of cells)
      for (const next of near(cell)) {
        if (seen[next]) continue;
        seen[next] = 1;
        cells.push(next);
      }
    const bordering = cells.filter((cell) => around({ width, height }, cell).some((other) => digits[other]));
    const usual = median((bordering.length ? bordering : cells).map((cell) => far[cell]));
    for (const cell of cells) far[cell] = usual;
  }
}

/**
 * Returns up to five nearest cells with the same colour on a chequered board.
 * @template {{row: number, column: number}} T
 * @param {T[]} cells @param {number} row @param {number} column
 * @returns {T[]}
 */
function nearest(cells, row, column) {
  /** @type {{cell: T, far: number}[]} */
  const out = [];
  for (const cell of cells) {
    const down = cell.row - row;
    const across = cell.column - column;
    const far = down * down + across * across;
    if ((down + across) % 2 || (out.length === NEAR && far >= out[NEAR - 1].far)) continue;
    let at = out.length;
    while (at && out[at - 1].far > far) at--;
    out.splice(at, 0, { cell, far });
    out.length = Math.min(NEAR, out.length);
  }
  return out.map(({ cell }) => cell);
}

/**
 * @param {Cells} cells @param {number} i
 * @param {string} [named] the digit of all figures of its shape
 * @returns {Choice[]}
 */
function digitChoices({ glyphs }, i, named) {
  const glyph = glyphs[i];
  if (!glyph) return [];
  const [odd, cross, flag, mine] = [..."?XFM"].map((name) => likelihood(glyph.scores, name));
  const strange = Math.min(1, odd + 0.3 * cross + flag + mine);
  const digits = ranked(glyph.scores, DIGITS).map(({ name, likelihood: l }) => ({
    value: name,
    likelihood: (name === named ? 40 : l) * (1 - strange) + 1e-6,
  }));
  return [...digits, { value: ".", likelihood: 0.3 * strange + 1e-6 }];
}

/** @param {Cells} cells @param {number} i @param {number} opened @returns {Choice[]} */
function blankChoices({ glyphs, patches, least }, i, opened) {
  const glyph = glyphs[i];
  const mine = glyph ? likelihood(glyph.scores, "M") : 0;
  const flag = glyph ? likelihood(glyph.scores, "F") : 0;
  const marked = glyph && opened < 0.5 ? mine : 0; // a mine on a closed cell is a mark
  const unsure = glyph ? 0.5 * likelihood(glyph.scores, "?") : patches[i].peak >= least ? 0.2 : 0;
  return [
    { value: "0", likelihood: opened * (1 - unsure) * (1 - mine) * (1 - flag) },
    { value: ".", likelihood: (1 - opened) * (1 - unsure) * (1 - mine) + flag + marked },
    { value: "*", likelihood: mine - marked },
  ];
}
