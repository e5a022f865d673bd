/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { saidOn } from "#page/said.js";

const REAL = { virtual: false, byHand: true };
const VIRTUAL = { virtual: true, byHand: false };
const SAID = ["turn.attackers", "tentative", "captured", "lifted.long_ago", "lifted.stands_there", "lesson.reply", "opponent.asks.attackers", "opponent.asks.defenders"]
  .map((key) => ({ key, args: { move: "e5-e2" } }));

test("a real board asks people for everything that it cannot do", () => {
  assert.equal(saidOn(SAID, REAL), SAID.map(({ key }) => key).join(" "));
});

test("a virtual board asks for nothing that it does by itself, and names the answer", () => {
  const expected = "turn.attackers page.answer page.answer.attackers page.answer.defenders";
  assert.equal(saidOn(SAID, VIRTUAL), expected);
});

test("where people do everything by hand, they take captured pieces off", () => {
  const expected = "turn.attackers tentative captured lifted.long_ago lifted.stands_there page.answer page.answer.attackers page.answer.defenders";
  assert.equal(saidOn(SAID, { ...VIRTUAL, byHand: true }), expected);
});

test("while the board makes a move by itself, the move alone is named, and not where its piece could go", () => {
  const said = ["opponent.asks.attackers", "lifted.open", "lifted.captures"].map((key) => ({ key, args: {} }));
  assert.equal(saidOn(said, VIRTUAL), "page.answer.attackers");
  assert.equal(saidOn(said, { ...VIRTUAL, byHand: true }), "page.answer.attackers lifted.open lifted.captures");
  assert.equal(saidOn(said.slice(1), VIRTUAL), "lifted.open lifted.captures");
});
