import assert from "node:assert/strict";
import { test } from "node:test";
import { spawnSync } from "node:child_process";
import { deflateRawSync } from "node:zlib";
import { fromPacked, linkIn, toFragment } from "../../web/core/share-link.js";
import { kinds } from "./kinds.mjs";

const packed = (fragment) => fragment.slice("#p=".length);

for (const { kind, sample } of kinds) {
  test(`${kind}: a link contains the document`, async () => {
    const document = { ...sample.document, title: "手筋 & “tesuji”", board: sample.board };
    const fragment = await toFragment(document);
    assert.match(fragment, /^#p=[\w-]+$/);
    assert.deepEqual(await fromPacked(packed(fragment)), document);
  });
}

test("a link made by another program is read", async () => {
  const text = JSON.stringify({ kind: "nonogram", rows: [[1]], cols: [[1]] });
  assert.deepEqual(await fromPacked(deflateRawSync(text).toString("base64url")), JSON.parse(text));
});

for (const [name, text] of Object.entries({
  empty: "",
  "not base64": "%%%",
  "not deflate": "AAAA",
  "cut off": deflateRawSync(JSON.stringify({ kind: "nonogram", rows: [[1, 1], [1]], cols: [] }))
    .toString("base64url")
    .slice(0, 20),
  "not JSON": deflateRawSync("nonogram").toString("base64url"),
  "too long": deflateRawSync(`{"kind":"nonogram"}${" ".repeat(800_000)}`, { level: 0 }).toString("base64url"),
  bomb: deflateRawSync(Buffer.alloc(50_000_000)).toString("base64url"),
})) {
  test(`a link that is ${name} is reported`, () => assert.rejects(fromPacked(text), { kind: "broken-link" }));
}

test("a link that unpacks to 200 MB is rejected, using less than 100 MB", () => {
  const packed = deflateRawSync(Buffer.alloc(200_000_000)).toString("base64url");
  const program = `
    import { fromPacked } from "./web/core/share-link.js";
    import { readFileSync } from "node:fs";
    const packed = readFileSync(0, "utf8"), before = process.resourceUsage().maxRSS;
    const problem = await fromPacked(packed).catch((problem) => problem);
    console.log(JSON.stringify([problem.kind, (process.resourceUsage().maxRSS - before) / 1024]));`;
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", program], { input: packed });
  const [kind, megabytes] = JSON.parse(child.stdout);
  assert.equal(kind, "broken-link");
  assert.ok(megabytes < 100, `${megabytes} MB`);
});

for (const [text, expected] of [
  [`${"#p=".repeat(100_000)} x`, null],
  ["see #p=abc", null],
  ["#p=abc_-1", { packed: "abc_-1" }],
  [" https://example.org/x/?a=1#p=abc \n", { packed: "abc" }],
  ["#u=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F1%2F1%2F4", { text: "https://puzz.link/p?slither/1/1/4" }],
  ["https://example.org/#u=3x3%3A.01...2..", { text: "3x3:.01...2.." }],
  ["#u=100%", { text: "100%" }],
  ["3x3:.01...2..", null],
  ["#q=1", null],
  ["", null],
]) {
  test(`the link in ${JSON.stringify(text.slice(0, 80))}`, () => assert.deepEqual(linkIn(text), expected));
}
