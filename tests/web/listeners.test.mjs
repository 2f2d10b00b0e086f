/** Tests for the modules between the browser and a board, on elements that record calls. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** An element with the members that these modules use. */
class Element {
  constructor(tag = "div") {
    Object.assign(this, {
      tag,
      attributes: {},
      style: {},
      heard: {},
      children: [],
      parent: null,
      textContent: "",
      calls: [],
    });
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  get id() {
    return this.attributes.id ?? "";
  }
  set id(value) {
    this.attributes.id = value;
  }
  addEventListener(type, heard, options) {
    this.heard[type] = heard;
    if (options) this.calls.push([type, options]);
  }
  /** Dispatches an event. Returns whether its default was prevented. */
  send(type, event = {}) {
    let prevented = false;
    this.heard[type]({ preventDefault: () => (prevented = true), ...event });
    return prevented;
  }
  append(...children) {
    for (const child of children) child.parent = this;
    this.children.push(...children);
  }
  appendChild(child) {
    this.append(child);
    return child;
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  replaceWith(other) {
    const { parent } = this;
    parent.children[parent.children.indexOf(this)] = other;
    other.parent = parent;
  }
  remove() {
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
  }
  get childElementCount() {
    return this.children.length;
  }
  get all() {
    return this.children.flatMap((child) => [child, ...child.all]);
  }
  querySelector() {
    return this.all.find(({ attributes }) => attributes.role === "gridcell") ?? null;
  }
  getBoundingClientRect() {
    return { left: 10, top: 20 };
  }
  setPointerCapture(id) {
    this.calls.push(["capture", id]);
  }
  getContext() {
    const calls = this.calls;
    return new Proxy({}, {
      get: (_, name) => (...args) => calls.push([name, ...args.map((one) => (one instanceof Element ? one.tag : one))]),
      set: (_, name, value) => calls.push([name, value]),
    }); // prettier-ignore
  }
}

mock.timers.enable({ apis: ["setTimeout"] });
let now = 0;
const wait = (ms) => {
  for (; ms > 0; ms--) {
    now++;
    mock.timers.tick(1);
  }
};
mock.method(performance, "now", () => now);
const body = new Element("body");
let frames = [];
Object.assign(globalThis, {
  window: globalThis,
  innerWidth: 400,
  devicePixelRatio: 2,
  document: {
    body,
    createElement: (tag) => new Element(tag),
    getElementById: (id) => body.all.find((one) => one.id === id) ?? null,
  },
  getComputedStyle: () => ({ backgroundColor: "paper", color: "ink" }),
  requestAnimationFrame: (work) => frames.push(work),
  cancelAnimationFrame: (frame) => delete frames[frame - 1],
});

const { listen } = await import("../../web/input/listeners.js");
const { magnify, putAway } = await import("../../web/input/loupe.js");
const { repeatWhileHeld } = await import("../../web/input/hold-button.js");
const { gridReader } = await import("../../web/input/screen-reader.js");
const { clockText, clocked, elapsed, run } = await import("../../web/core/clock.js");
const { hit, nodeAt } = await import("../../web/canvas/hit.js");
const { layout } = await import("../../web/canvas/layout.js");
const { kind } = await import("./kinds.mjs");

test("a held button repeats after 400 ms, then every 70 ms; a late timer is ignored", () => {
  const button = new Element("button");
  let acts = 0;
  repeatWhileHeld(button, () => acts++);
  const held = (ms, type) => {
    button.send("pointerdown");
    wait(ms);
    button.send(type);
    wait(500);
    button.send("click");
    return acts;
  };
  assert.deepEqual([held(399, "pointerup"), held(400, "pointerup"), held(539, "pointerleave")], [1, 2, 4]);
  button.send("click");
  assert.equal(acts, 5);
  button.send("pointerdown");
  now += 50; // the page was busy
  wait(410);
  assert.equal(acts, 5);
  button.send("pointercancel");
  assert.ok(button.send("contextmenu"));
});

test("the clock counts only while it runs", () => {
  now = 1000;
  assert.equal(elapsed({ time: 5 }), 5);
  run(true);
  now = 1700;
  run(true);
  assert.equal(elapsed({ time: 5 }), 705);
  assert.deepEqual(clocked({ time: 5, id: "a" }), { time: 705, id: "a" });
  now = 1800;
  assert.equal(elapsed({ time: 705 }), 805);
  run(false);
  assert.equal(elapsed({ time: 1 }), 1);
  assert.deepEqual([0, 999, 61_000, 599_999, 3_600_000, 3_723_000, 36_000_000].map(clockText), [
    "0:00",
    "0:00",
    "1:01",
    "9:59",
    "1:00:00",
    "1:02:03",
    "10:00:00",
  ]);
});

test("the loupe shows three cells twice as large, above the finger or below it", () => {
  const board = new Element("board");
  const shown = (at, cell, count) => {
    magnify(board, { x: 1, y: 1 }, cell); // replaced by the next one
    magnify(board, at, cell, count);
    const [work, ...more] = frames.filter(Boolean);
    frames = [];
    assert.equal(more.length, 0);
    work();
    const [loupe] = body.children;
    const { width, height, style, calls } = loupe;
    loupe.calls = [];
    return [width, height, Object.values(style).join(" "), calls.map((call) => call.join(" ")).join("; ")];
  };
  assert.deepEqual(shown({ x: 100, y: 200 }, 20), [
    ...[240, 240, "120px 120px 50px 56px"],
    "fillStyle paper; fillRect 0 0 240 240; drawImage board 140 340 120 120 0 0 240 240; setTransform 2 0 0 2 0 0",
  ]);
  assert.deepEqual(shown({ x: 390, y: 30 }, 40, "12"), [
    ...[320, 320, "160px 160px 236px 94px"],
    "fillStyle paper; fillRect 0 0 320 320; drawImage board 660 -60 240 240 0 0 320 320; setTransform 2 0 0 2 0 0; " +
      "fillStyle ink; fillRect 128 4 28 22; fillStyle paper; font 700 14px sans-serif; textAlign center; " +
      "textBaseline middle; fillText 12 142 16",
  ]);
  const edges = [[9, 148], [70, 148], [69, 147]].map(([x, y]) => shown({ x, y }, 20)[2]); // prettier-ignore
  assert.deepEqual(edges, ["120px 120px 4px 4px", "120px 120px 20px 4px", "120px 120px 19px 211px"]);
  assert.equal(body.children[0].attributes["aria-hidden"], "true");
  magnify(board, { x: 1, y: 1 }, 20);
  putAway();
  assert.deepEqual([body.children.length, frames.filter(Boolean).length], [0, 0]);
  putAway();
});

/** Returns a board with a listener and the list of its calls. */
function board(more = {}) {
  const [element, canvas, told] = [new Element(), new Element("canvas"), []];
  const puzzle = kind("nonogram");
  const document = { kind: "nonogram", rows: [[], [], []], cols: [[], [], []] };
  const place = layout(puzzle, document, { width: 900, height: 900 }, 20);
  const view = {
    ...{
      id: "a",
      puzzle,
      document,
      marks: "000000000",
      layout: place,
      tool: 0,
      editable: true,
      cursor: null,
      pen: null,
    },
    hit: (x, y, shape) => hit(puzzle, place, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(place, x, y, reach, shape),
    ...more,
  };
  const names = ["commit", "preview", "moveCursor", "magnify", "panBy", "zoomTo", "zoomStep", "tap", "jot", "hover"];
  const surface = Object.fromEntries(names.map((name) => [name, (...args) => told.push([name, args])]));
  listen(element, canvas, { ...surface, read: () => view });
  const at = (row, column, event = {}) => ({
    clientX: 10 + place.origin.x + (column + 0.5) * 20,
    clientY: 20 + place.origin.y + (row + 0.5) * 20,
    ...{ pointerId: 1, pointerType: "mouse", button: 0, timeStamp: now, ...event },
  });
  const said = (name) => told.filter(([each]) => each === name).map(([, args]) => args);
  return { element, told, said, at };
}

test("pointer events become strokes, with every place between two frames", () => {
  const { element, said, at } = board();
  assert.equal(element.send("pointerdown", at(0, 0)), false);
  assert.deepEqual(element.calls.at(-1), ["capture", 1]);
  const parts = [{ ...at(0, 1), pointerId: 9 }, at(0, 2)];
  element.send("pointermove", { ...at(0, 2), getCoalescedEvents: () => parts });
  element.send("pointerup", at(0, 2));
  assert.deepEqual(said("commit").map(([marks]) => marks), ["111000000"]); // prettier-ignore
  const hovers = said("hover").length;
  element.send("pointermove", { ...at(1, 1), getCoalescedEvents: () => parts }); // no button is down
  assert.deepEqual([said("hover").length - hovers, said("hover").at(-1)], [1, [{ r: 3, c: 3 }]]);
  element.send("pointerleave");
  assert.deepEqual(said("hover").at(-1), [null]);
});

test("a long press of a pen switches to the other tool, unless it is lifted, moved or cancelled", () => {
  const pen = { pointerType: "pen" }; // needs no loupe
  const { element, said, at } = board();
  const marks = () => said("commit").map(([all]) => all);
  element.send("pointerdown", at(1, 1, pen));
  wait(449);
  assert.equal(said("preview").length, 1);
  wait(1);
  element.send("pointerup", at(1, 1, pen));
  element.send("pointerdown", at(1, 1, pen));
  wait(100);
  element.send("pointerup", at(1, 1, pen));
  wait(1000);
  assert.deepEqual(marks(), ["000020000", "000010000"]);
  element.send("pointerdown", at(1, 1, pen));
  element.send("pointercancel", at(1, 1, pen));
  element.send("pointerdown", at(2, 2, pen));
  assert.equal(element.send("keydown", { key: "Escape" }), false);
  element.send("pointerup", at(2, 2, pen));
  wait(1000);
  assert.equal(marks().length, 2);
});

test("only disturbing default actions of the browser are prevented", () => {
  const { element, said, at } = board();
  assert.equal(element.send("pointerdown", at(0, 0, { button: 1 })), true);
  element.send("pointerup", at(0, 0, { button: 1 }));
  assert.ok(element.send("contextmenu") && element.send("touchmove"));
  assert.deepEqual(element.calls.filter(([type]) => type !== "capture"), [["touchmove", { passive: false }], ["wheel", { passive: false }]]); // prettier-ignore
  const wheel = { deltaX: 1, deltaY: -2, clientX: 30, clientY: 60 };
  assert.equal(element.send("wheel", wheel), false);
  for (const key of ["ctrlKey", "metaKey"]) assert.equal(element.send("wheel", { ...wheel, [key]: true }), true);
  assert.deepEqual(said("zoomStep"), [[1, 20, 40], [1, 20, 40]]); // prettier-ignore
  const large = board({
    layout: { ...layout(kind("nonogram"), { rows: [[]], cols: [[]] }, { width: 9, height: 9 }, 50) },
  });
  assert.equal(large.element.send("wheel", wheel), true);
  assert.equal(large.element.send("wheel", { ...wheel, shiftKey: true }), true);
  assert.deepEqual(large.said("panBy"), [[1, -2], [-2, 0]]); // prettier-ignore
  const keys = [{ key: "ArrowRight" }, { key: "q" }, ...["ctrlKey", "metaKey", "altKey"].map((name) => ({ key: "ArrowRight", [name]: true }))]; // prettier-ignore
  assert.deepEqual(keys.map((key) => element.send("keydown", key)), [true, false, false, false, false]); // prettier-ignore
  assert.deepEqual(said("moveCursor").at(-1), [{ r: 1, c: 3 }, true]);
  element.send("keydown", { key: "ArrowRight", shiftKey: true });
  assert.equal(said("commit").length, 1);
});

/** Lets the browser be idle, frame by frame, until nothing is left to do. Returns the number of these times. */
function rest() {
  for (let times = 1; ; times++) {
    wait(60);
    const [work] = frames.filter(Boolean);
    frames = [];
    if (!work) return times;
    work();
  }
}

/** Returns the grid of a board for a screen reader. */
function read(rows, columns) {
  const [element, lines] = [new Element(), new Element()];
  const show = gridReader(element, lines);
  const text = () =>
    lines.children.map(({ attributes, children }) =>
      [attributes["aria-rowindex"], ...children.map((cell) => (cell.attributes["aria-selected"] ? `<${cell.textContent}>` : cell.textContent))].join(" "),
    ); // prettier-ignore
  const grid = (row, column, marks, more = {}) => ({
    ...{ of: ["a"], rows, columns, row, column, before: "" },
    at: (r, c) => ({ text: `${r}${c}${marks[(r - 1) * columns + c - 1]}`, mark: marks[(r - 1) * columns + c - 1] }),
    keyAt: (r, c) => marks[(r - 1) * columns + c - 1],
    ...more,
  });
  return { element, lines, text, show: (...args) => show(grid(...args)) };
}

test("the cell under the cursor is read at once, the others when the browser is idle", () => {
  const { element, text, show, lines } = read(2, 2);
  show(1, 2, "abcd", { before: "solved" });
  assert.deepEqual(text(), ["1 <solved, 12b>"]);
  assert.deepEqual(element.attributes, {
    "aria-rowcount": "2",
    "aria-colcount": "2",
    "aria-activedescendant": "cell-1-2-b",
  });
  const [first] = lines.all.slice(1);
  show(1, 2, "abcd", { before: "solved" });
  assert.equal(lines.all[1], first, "an element that says the same stays");
  rest();
  assert.deepEqual(text(), ["1 11a <solved, 12b>", "2 21c 22d"]);
  assert.deepEqual(lines.all.map(({ attributes }) => attributes["aria-colindex"]), [undefined, "1", "2", undefined, "1", "2"]); // prettier-ignore
  show(2, 1, "abxy");
  assert.deepEqual(text(), ["1 11a solved, 12b", "2 <21x> 22d"]);
  rest();
  assert.deepEqual(text(), ["1 11a 12b", "2 <21x> 22y"]);
  assert.equal(element.attributes["aria-activedescendant"], "cell-2-1-x");
  const before = lines.all[1];
  show(2, 2, "abxy");
  rest();
  assert.equal(lines.all[1], before, "a cell that is as before is not written again");
  show(1, 1, "abxz", { of: ["b"] });
  assert.deepEqual(text(), ["1 <11a> 12b", "2 21x 22y"]);
  rest();
  assert.deepEqual(text(), ["1 <11a> 12b", "2 21x 22z"], "another board of this size");
  lines.all[1].textContent = "old";
  show(2, 1, "abxz", { of: ["c"] });
  rest();
  assert.deepEqual(text(), ["1 11a 12b", "2 <21x> 22z"], "all cells are compared again");
});

test("cells are built and rewritten some at a time", () => {
  const { text, show } = read(6, 10);
  show(1, 1, "a".repeat(60));
  assert.equal(rest(), 3, "built");
  show(1, 1, "b".repeat(60));
  assert.equal(rest(), 3, "rewritten");
  assert.ok(text().every((row) => !row.includes("a")));
  show(1, 1, "b".repeat(60));
  assert.equal(rest(), 1, "as before");
  const wide = read(21, 41);
  wide.show(1, 1, "a".repeat(861));
  rest();
  wide.show(1, 1, "a".repeat(861));
  assert.equal(rest(), 1, "comparing needs no frames");
});

test("on a large board, only the cell under the cursor is in the document", () => {
  for (const [columns, lines] of [
    [85, 20],
    [86, 1],
  ]) {
    // prettier-ignore
    const { text, show } = read(20, columns);
    show(3, 1, "a".repeat(20 * columns));
    rest();
    assert.equal(text().length, lines);
  }
});
