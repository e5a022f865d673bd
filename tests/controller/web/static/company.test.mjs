/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { choiceOf, chosenLevel, levelWords, opponentWords } from "#page/company.js";
import { view } from "./views.mjs";

/** @typedef {import("#page/words.js").View} View */

/**
 * A view with somebody who plays, or with nobody.
 * @param {Partial<NonNullable<View["opponent"]>> | null} opponent
 * @returns {View}
 */
const seated = (opponent) => view({
  opponent: opponent && {
    side: "defenders", name: "two-moves", thinking: false, adaptive: false, offers_draw: false, ...opponent,
  },
});

test("who chooses a level asks for it and the side it plays", () => {
  assert.deepEqual(choiceOf("two-moves", "defenders"), { command: "opponent", level: "two-moves", side: "defenders" });
});

test("who chooses nobody sends the opponent away", () => {
  assert.deepEqual(choiceOf("nobody", "defenders"), { command: "opponent" });
});

test("what stands chosen is who plays, and adaptive stays adaptive at every level", () => {
  assert.equal(chosenLevel(seated(null)), "nobody");
  assert.equal(chosenLevel(seated({})), "two-moves");
  assert.equal(chosenLevel(seated({ adaptive: true, name: "four-moves" })), "adaptive");
});

test("who plays is said with the side, and nobody too", () => {
  assert.equal(opponentWords(seated(null)), "page.opponent.nobody");
  assert.equal(opponentWords(seated({ side: "attackers" })), "page.opponent.attackers");
});

test("a lesson is no game, so nobody is said to play in it", () => {
  const lesson = { name: "take_back", number: 7, total: 28, stars: 0 };
  assert.equal(opponentWords({ ...seated({}), lesson }), "");
  assert.equal(opponentWords({ ...seated(null), lesson }), "");
});

test("a level has words, and a program is called by its command", () => {
  assert.equal(levelWords("two-moves"), "level.two_moves");
  assert.equal(levelWords("htp: program --level 3"), "htp: program --level 3");
});
