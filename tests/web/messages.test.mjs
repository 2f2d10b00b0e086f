/** Tests for messages rendered by the page: parameters are filled in, and letters of reasons become tags. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../../web/ui/i18n.js";
import { messageText, renderMessage } from "../../web/ui/text.js";

/** The members of a DOM element that tags need. */
class Element {
  constructor(name) {
    [this.name, this.children, this.attributes] = [name, [], {}];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }
}
globalThis.document = { createElement: (name) => new Element(name) };

use("en", {
  both: "{a} shares {n} with {b}.",
  all: { one: "This clue {because}.", other: "These {n} clues {because}." },
  none: "Nothing is named.",
  places: "Look at {places}.",
  n: "{n} and {m}",
});

const because = (letters) => [...letters].map((letter) => ({ letter }));
/** Returns the text of nodes, with tags in brackets. */
const shown = (nodes) => nodes.map((node) => (typeof node === "string" ? node : `[${node.textContent}]`)).join("");

test("letters become tags at their placeholders", () => {
  assert.equal(shown(renderMessage({ key: "both", params: { n: 2 } }, because("ab"))), "[a] shares 2 with [b].");
  assert.equal(messageText({ key: "both", params: { n: 2 } }, because("ab")), "a shares 2 with b.");
  assert.equal(messageText({ key: "all", params: { n: 1 } }, because("a")), "This clue a.");
  assert.equal(messageText({ key: "all", params: { n: 1 } }), "This clue.");
});

test("{because} is replaced by all letters, or by the first and the last of many", () => {
  const clues = (letters) => shown(renderMessage({ key: "all", params: { n: letters.length } }, because(letters)));
  assert.equal(clues("a"), "This clue [a].");
  assert.equal(clues("abc"), "These 3 clues [a] [b] [c].");
  assert.equal(clues("abcdef"), "These 6 clues [a]–[f].");
});

test("letters are appended to a message without placeholders for them", () => {
  assert.equal(shown(renderMessage({ key: "none" }, because("ab"))), "Nothing is named. [a] [b]");
  assert.equal(shown(renderMessage({ key: "none" })), "Nothing is named.");
});

test("a parameter is filled in once, before letters, and may be nodes", () => {
  assert.equal(shown(renderMessage({ key: "n", params: { n: "{m}", m: "{n}" } }, because(""))), "{m} and {n}");
  assert.equal(shown(renderMessage({ key: "n", params: { n: 1 }, at: { m: 2 } })), "1 and 2");
  const places = ["row 1 ", ...renderMessage({ key: "{a}" }), "!"];
  assert.equal(shown(renderMessage({ key: "places", params: { places } })), "Look at row 1 [a]!.");
});

test("the role of a tag is its class", () => {
  const [tag] = renderMessage({ key: "{a}" }, [], "conflict").filter((node) => typeof node !== "string");
  assert.equal(tag.attributes.class, "tag conflict");
});
