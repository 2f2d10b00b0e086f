/** Tests for recognising the type of a file by its first bytes. */

import assert from "node:assert/strict";
import test from "node:test";

import { decoded, fileKind } from "../../web/core/file-kind.js";

const bytes = (/** @type {(string | number)[]} */ ...parts) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : [part])));

test("pictures and other binary files are recognised by their first bytes, regardless of their name", () => {
  assert.deepEqual(fileKind(bytes(0x89, "PNG\r\n", 0x1a, 0), { name: "puzzle.txt" }), { kind: "PNG", picture: true });
  assert.deepEqual(fileKind(bytes(0xff, 0xd8, 0xff, 0xe0)), { kind: "JPEG", picture: true });
  assert.deepEqual(fileKind(bytes("RIFF", 0, 0, 0, 0, "WEBPVP8 ")), { kind: "WebP", picture: true });
  assert.deepEqual(fileKind(bytes("%PDF-1.7\n")), { kind: "PDF", picture: false });
  assert.deepEqual(fileKind(bytes("PK", 3, 4), { name: "a.xlsx" }), { kind: "ZIP", picture: false });
  assert.deepEqual(fileKind(bytes("abc", 0, "def"), { name: "tool.exe" }), { kind: "EXE", picture: false });
  assert.deepEqual(fileKind(bytes(), { name: "a.png" }), { kind: "", picture: true }, "to be reported as damaged");
  assert.deepEqual(fileKind(bytes("<svg/>"), { name: "a.svg" }), { kind: "SVG", picture: true });
});

test("text in any encoding is not recognised as binary", () => {
  for (const text of ["OX  \n    ", "P1\n2 2\n1 0\n0 1", "P4\n2 2\nab", "BM 3x3", "手筋", ""]) {
    assert.deepEqual(fileKind(bytes(text)), { kind: "", picture: false });
    assert.equal(decoded(bytes(text)), text);
  }
  assert.equal(decoded(bytes(0xff, 0xfe, 0x4f, 0, 0x58, 0)), "OX");
  assert.equal(fileKind(bytes(0xff, 0xfe, 0x4f, 0, 0x58, 0)).kind, "");
  assert.equal(decoded(bytes(0x81, 0x9b, 0x81, 0x7e)), "○×"); // Shift_JIS
  assert.equal(decoded(bytes("P4\n8 1\n", 0x81)).charCodeAt(7), 0x81);
});

test("UTF-16 is recognised by its byte order mark, in either order", () => {
  const marked = [
    [0xff, 0xfe, 0x4f, 0, 0x58, 0],
    [0xfe, 0xff, 0, 0x4f, 0, 0x58],
  ];
  for (const text of marked) {
    assert.deepEqual(fileKind(bytes(...text), { name: "board.txt" }), { kind: "", picture: false });
    assert.equal(decoded(bytes(...text)), "OX");
  }
  assert.equal(fileKind(bytes(0x4f, 0, 0x58, 0), { name: "board.txt" }).kind, "TXT", "without a mark it is unknown");
  assert.equal(fileKind(bytes(0xff, 0xfd, 0, 0x4f)).kind, "?");
  assert.equal(fileKind(bytes(0xfe, 0xfe, 0, 0x4f)).kind, "?");
  assert.equal(fileKind(bytes("x".repeat(4096), 0)).kind, "", "only the beginning is looked at");
  assert.equal(fileKind(bytes("x".repeat(4095), 0)).kind, "?");
});

test("every type of picture is recognised, but not text that starts in the same way", () => {
  const pictures = {
    GIF: bytes("GIF8"),
    "AVIF / HEIC": bytes(0, 0, 0, 32, "ftyp"),
    BMP: bytes("BM", 1, 2, 3, 4, 0, 0, 0, 0),
    TIFF: bytes("MM", 0, 42),
    ICO: bytes(0, 0, 1, 0),
  };
  for (const [kind, start] of Object.entries(pictures)) {
    assert.deepEqual(fileKind(start), { kind, picture: true });
    assert.equal(fileKind(bytes(1, ...start)).picture, false, kind);
  }
  assert.deepEqual(fileKind(bytes("II*", 0)), { kind: "TIFF", picture: true });
  assert.equal(fileKind(bytes("RIFF1234WAVE")).kind, "WAV");
  assert.deepEqual(fileKind(bytes("<?xml"), { type: "image/svg+xml" }), { kind: "SVG", picture: true });
  assert.equal(fileKind(bytes("<?xml"), { name: "a.svg.txt" }).kind, "");
});
