/** Tests that games and links of the first version can be opened. The data was made by that version's code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { identity, progressIn, puzzleOnly, redo, revive, undo } from "../../web/core/game.js";
import { fromPacked, linkIn } from "../../web/core/share-link.js";
import { gameProblem } from "../../web/core/game-validation.js";
import { kind } from "./kinds.mjs";

const { games } = JSON.parse(readFileSync(new URL("../data/first_version_games.json", import.meta.url), "utf8"));

for (const { game, link } of games) {
  const puzzle = kind(game.kind);

  test(`${game.kind}: a game of the first version can be continued`, () => {
    assert.equal(gameProblem(puzzle, undefined, game), null);
    assert.equal(identity(puzzleOnly(puzzle, game.document)), game.id, "it is found under its id");
    const revived = revive(puzzle, game.document, game);
    assert.deepEqual({ ...revived, ...game }, revived, "nothing of it is lost");
    assert.ok(revived.past.length > 1 && revived.future.length === 1);
    assert.deepEqual(undo(redo(revived)).marks, game.marks);
  });

  test(`${game.kind}: a link of the first version opens with its progress`, async () => {
    const document = await fromPacked(linkIn(link).packed);
    assert.deepEqual(puzzleOnly(puzzle, document), game.document);
    assert.equal(progressIn(puzzle, document), game.marks);
  });
}
