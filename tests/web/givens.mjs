/**
 * Reads documents, one per line, and prints for each what the page makes of it as JSON: the given marks, or the problem
 * for which it refuses the document. tests/test_laws.py compares this with the engine.
 */
import { createInterface } from "node:readline";
import { documentProblem, variantOf } from "../../web/core/validation.js";
import { kind } from "./kinds.mjs";

/**
 * Returns the given marks, with "?" for a target that cannot be marked and has no mark, such as the cell of a number.
 */
const givensOf = (puzzle, document) =>
  [...puzzle.givens(document)].map((mark, at) => (mark === "0" && puzzle.fixed(document, at) ? "?" : mark)).join("");

for await (const line of createInterface({ input: process.stdin })) {
  const document = JSON.parse(line);
  const problem = documentProblem(kind(document.kind), document);
  console.log(JSON.stringify(problem ?? givensOf(variantOf(kind(document.kind), document), document)));
}
