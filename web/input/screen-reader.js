/**
 * The board for screen readers: a grid of all cells, of which the one under the cursor is read. On a large board, only
 * that cell is in the document.
 */

/**
 * @typedef {{text: string, mark: string}} CellText  mark: the mark of the cell
 *
 * @typedef {object} Grid
 * @property {any[]} of  the objects that the cells depend on; if one of them is replaced, all texts are computed again
 * @property {number} rows
 * @property {number} columns
 * @property {number} row  row of the cell under the cursor, from 1
 * @property {number} column
 * @property {string} before  text to read before the text of that cell
 * @property {(row: number, column: number) => CellText} at
 * @property {(row: number, column: number) => string} keyAt  returns a key that changes if and only if the text of the
 *   cell changes
 */

const MAX_CELLS = 1700; // maximum number of cells that are all in the document
const BATCH = 20; // number of cells that are built or rewritten at a time
const KEYS = 20 * BATCH; // number of cells that are compared at a time

const [wait, stopWaiting] =
  "requestIdleCallback" in globalThis
    ? [(/** @type {() => void} */ work) => requestIdleCallback(work, { timeout: 500 }), cancelIdleCallback]
    : [(/** @type {() => void} */ work) => window.setTimeout(work, 60), clearTimeout];

/**
 * @typedef {{of: any[], columns: number, cells: HTMLElement[], keys: string[]}} Whole  all cells, with the current key of
 *   each
 */

/**
 * Returns a function that updates the grid of a board: the cell under the cursor at once, the others when the browser
 * is idle.
 * @param {HTMLElement} board the element with the focus, of role grid
 * @param {HTMLElement} rows the element that contains the rows
 * @returns {(grid: Grid) => void}
 */
export function gridReader(board, rows) {
  /** @type {Whole | null} */
  let whole = null;
  let [waiting, frame] = [0, 0];
  /** @type {HTMLElement | null} */
  let current = null;
  return (grid) => {
    stopWaiting(waiting); // the pending update may belong to another board
    cancelAnimationFrame(frame);
    set(board, { "aria-rowcount": grid.rows, "aria-colcount": grid.columns });
    if (whole && (whole.columns !== grid.columns || whole.cells.length !== grid.rows * grid.columns)) whole = null;
    if (whole && !grid.of.every((part, at) => part === whole?.of[at])) whole = { ...whole, of: grid.of, keys: [] };
    if (current) current.removeAttribute("aria-selected");
    const { text, mark } = grid.at(grid.row, grid.column);
    const said = { mark, text: [grid.before, text].filter(Boolean).join(", ") };
    const index = (grid.row - 1) * grid.columns + grid.column - 1;
    const here = whole ? put(whole.cells, index, grid, said) : alone(rows, grid, said);
    current = here;
    here.setAttribute("aria-selected", "true");
    board.setAttribute("aria-activedescendant", here.id);
    if (grid.rows * grid.columns > MAX_CELLS) return;
    // its text is longer than that of the others, so it is rewritten when the cursor leaves
    if (whole) whole.keys[index] = "";
    whenIdle(whole ? renew(whole, index, grid) : build(rows, grid, here), (built) => (whole = built));
  };

  /**
   * Runs the steps of a long task one by one, while the browser is idle, with a frame after each that changed the page.
   * @param {Generator<boolean, Whole>} steps
   * @param {(built: Whole) => void} finish
   */
  function whenIdle(steps, finish) {
    waiting = wait(() => {
      const { done, value } = steps.next();
      if (done) finish(value);
      else if (value) frame = requestAnimationFrame(() => whenIdle(steps, finish));
      else whenIdle(steps, finish);
    });
  }
}

/** @param {number} index @param {Grid} grid */
const placeOf = (index, { columns }) => ({ row: Math.floor(index / columns) + 1, column: (index % columns) + 1 });

/** @param {{row: number, column: number}} place @param {CellText} cell */
function element({ row, column }, { text, mark }) {
  const cell = document.createElement("span");
  set(cell, { id: `cell-${row}-${column}-${mark}`, role: "gridcell", "aria-colindex": column });
  cell.textContent = text;
  return cell;
}

/** Returns a row of the grid. @param {number} index from 1 @param {HTMLElement[]} cells */
function row(index, cells) {
  const line = document.createElement("div");
  set(line, { role: "row", "aria-rowindex": index });
  line.append(...cells);
  return line;
}

/** Shows one cell as the whole grid. @param {HTMLElement} rows @param {Grid} grid @param {CellText} said */
function alone(rows, grid, said) {
  const cell = element(grid, said);
  const shown = /** @type {HTMLElement | null} */ (rows.querySelector("[role=gridcell]"));
  if (rows.childElementCount === 1 && shown?.id === cell.id && shown.textContent === said.text) return shown;
  rows.replaceChildren(row(grid.row, [cell]));
  return cell;
}

/**
 * Updates a cell of the grid. If its mark has changed, the element is replaced, so that the screen reader reads the
 * mark again.
 * @param {HTMLElement[]} cells
 * @param {number} index
 * @param {Grid} grid
 * @param {CellText} said
 */
function put(cells, index, grid, said) {
  const before = cells[index];
  if (before.textContent === said.text && before.id.endsWith(`-${said.mark}`)) return before;
  const cell = element(placeOf(index, grid), said);
  before.replaceWith(cell);
  return (cells[index] = cell);
}

/**
 * Rewrites all changed cells except the one under the cursor, some at a time. Yields whether cells have been rewritten.
 * @param {Whole} whole
 * @param {number} at
 * @param {Grid} grid
 * @returns {Generator<boolean, Whole>}
 */
function* renew(whole, at, grid) {
  const { cells, keys } = whole;
  let rewritten = 0;
  for (const index of cells.keys()) {
    if (index % KEYS === KEYS - 1) yield rewritten % BATCH > 0;
    const { row, column } = placeOf(index, grid);
    const key = grid.keyAt(row, column);
    if (index === at || key === keys[index]) continue;
    keys[index] = key;
    put(cells, index, grid, grid.at(row, column));
    if (++rewritten % BATCH === 0) yield true;
  }
  return whole;
}

/**
 * Builds the whole grid around the current cell, some rows at a time, because the browser lays them out after each step.
 * @param {HTMLElement} rows
 * @param {Grid} grid
 * @param {HTMLElement} current
 * @returns {Generator<boolean, Whole>}
 */
function* build(rows, grid, current) {
  /** @type {Whole} */
  const whole = { of: grid.of, columns: grid.columns, cells: [], keys: [] };
  const [only] = rows.children;
  for (let index = 1; index <= grid.rows; index++) {
    const first = whole.cells.length;
    for (let column = 1; column <= grid.columns; column++) {
      const here = index === grid.row && column === grid.column;
      whole.cells.push(here ? current : element({ row: index, column }, grid.at(index, column)));
      whole.keys.push(here ? "" : grid.keyAt(index, column));
    }
    rows.append(row(index, whole.cells.slice(first)));
    if (index === grid.row) only.remove(); // its cell is in the new row
    const before = Math.floor(first / BATCH);
    if (Math.floor(whole.cells.length / BATCH) > before && index < grid.rows) yield true;
  }
  return whole;
}

/** @param {HTMLElement} element @param {Record<string, string | number>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
