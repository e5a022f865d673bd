/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { useCatalogue } from "#page/say.js";
import {
  cursorWords, detailWords, currentWords, stepWords, turnPicture, turnWords, warningWords,
} from "#page/words.js";
import { view } from "./views.mjs";

/** @type {import("#page/words.js").Step} */
const PUT = { action: "put", square: "e2", piece: "defender", from: null };
const WON = view({ phase: "over", plies: 1, outcome: { winner: "defenders", clause: "6b" } });
const DRAWN = view({ phase: "over", plies: 1, outcome: { winner: null, clause: null } });

test("each step of a repair says what to do with which piece", () => {
  assert.equal(stepWords(PUT), "page.step.put.defender");
  assert.equal(stepWords({ ...PUT, action: "take", piece: null }), "page.step.take");
  assert.equal(stepWords({ ...PUT, action: "shift", piece: "king", from: "f8" }), "page.step.shift.king");
});

test("the turn is whose move it is, or how the game ended", () => {
  assert.equal(turnWords(view()), "page.turn.attackers");
  assert.equal(turnWords(view({ to_move: "defenders" })), "page.turn.defenders");
  assert.equal(turnWords(view({ phase: "set_up" })), "page.turn.set_up");
  assert.equal(turnWords(WON), "page.turn.won.defenders");
  assert.equal(turnWords(DRAWN), "page.turn.drawn");
  assert.equal(turnWords(view({ phase: "over" })), "page.turn.over");
  assert.equal(turnWords({ ...WON, paused: "The cable is loose." }), "page.turn.paused");
});

test("under the turn stands how far the game has come", () => {
  assert.equal(detailWords(view()), "page.detail.move");
  assert.equal(detailWords(view({ phase: "set_up" })), "page.detail.all_in_place");
  assert.equal(detailWords(view({ phase: "set_up", repair: [PUT] })), "page.detail.squares");
  assert.equal(detailWords(WON), "page.detail.over");
  assert.equal(detailWords(DRAWN), "page.detail.over");
  assert.equal(detailWords({ ...WON, paused: "The cable is loose." }), "page.detail.paused");
});

test("beside the turn stands who is to move, and in the end who has won", () => {
  const attackersWon = { ...WON, outcome: { winner: /** @type {const} */ ("attackers"), clause: null } };
  assert.equal(turnPicture(view()), "piece-attacker");
  assert.equal(turnPicture(view({ to_move: "defenders" })), "piece-defender");
  assert.equal(turnPicture(attackersWon), "piece-attacker");
  assert.equal(turnPicture(WON), "piece-king");
  assert.equal(turnPicture(DRAWN), "piece-king");
  assert.equal(turnPicture(view({ phase: "set_up" })), "piece-king");
});

test("the cursor says what it stands on, or what it holds", () => {
  assert.equal(cursorWords("f6", undefined, false), "page.cursor.empty");
  assert.equal(cursorWords("f6", "king", false), "page.cursor.king");
  assert.equal(cursorWords("f6", "king", true), "page.cursor.holding.king");
});

test("over a square, whoever holds a piece hears what a move there would do", () => {
  const { outlook } = view();
  const ahead = { targets: ["e3", "a1", "e5"], outlook: { ...outlook, captures: { e3: ["e2"] }, winning: ["a1"], repeating: ["e5"] }, lights: [] };
  const heard = (/** @type {string} */ square) => cursorWords(square, "king", true, ahead).split(", ").slice(1);
  assert.deepEqual(heard("e3"), ["page.open", "page.captures"]);
  assert.deepEqual(heard("a1"), ["page.open", "page.wins"]);
  assert.deepEqual(heard("e5"), ["page.open", "page.repeats"]);
  assert.deepEqual(heard("b7"), []);
});

test("the cursor says what shines on its square, where that is of the square, and whose turn it is nowhere", () => {
  const lights = [
    { meaning: "visit", squares: ["d8"] }, { meaning: "put_king", squares: ["d8", "f6"] },
    { meaning: "turn_attackers", squares: ["d8"] }, { meaning: "last_target", squares: ["d8"] },
  ];
  const ahead = { targets: ["d8"], outlook: view().outlook, lights };
  const heard = (/** @type {import("#page/words.js").Kind | undefined} */ piece, holding = false) =>
    cursorWords("d8", piece, holding, ahead);
  assert.equal(heard(undefined), "page.cursor.empty, page.light.visit, page.light.put_king");
  assert.equal(heard("king"), "page.cursor.king, page.light.visit, page.light.put_king");
  assert.equal(heard("king", true), "page.cursor.holding.king, page.open, page.light.visit, page.light.put_king");
});

test("warnings name the king's danger and his ways, and nothing once the game is over", () => {
  const { outlook } = view();
  const grave = { ...outlook, king_in_danger: true, ways_open: ["a1", "k1"] };
  assert.deepEqual(warningWords(view()), []);
  assert.deepEqual(warningWords(view({ outlook: grave })), ["page.warning.king", "page.warning.ways"]);
  assert.deepEqual(warningWords(view({ outlook: grave, phase: "over" })), []);
});

test("squares and numbers get into the texts", (t) => {
  t.after(() => useCatalogue({ locale: "en", texts: {} }));
  useCatalogue({
    locale: "en",
    texts: {
      "page.step.put.defender": "{square}",
      "page.step.shift.king": "{origin} {square}",
      "page.detail.move": "{number}",
      "page.detail.squares": "{count}",
      "page.detail.over": "{count}",
      "page.cursor.king": "{square}",
    },
  });
  assert.equal(stepWords(PUT), "e2");
  assert.equal(stepWords({ ...PUT, action: "shift", piece: "king", from: "f8" }), "f8 e2");
  assert.equal(detailWords(view({ plies: 2 })), "3");
  assert.equal(detailWords(view({ phase: "set_up", repair: [PUT, { ...PUT, square: "e3" }] })), "2");
  // A piece that goes from one square to another leaves two that are wrong, and both are lit.
  assert.equal(detailWords(view({ phase: "set_up", repair: [PUT, { ...PUT, action: "shift", square: "d1", from: "f8" }] })), "3");
  assert.equal(detailWords(DRAWN), "1");
  assert.equal(cursorWords("f6", "king", false), "f6");
});

test("what the board draws is said in amperes, and not at all where it is not known", (t) => {
  t.after(() => useCatalogue({ locale: "en", texts: {} }));
  useCatalogue({ locale: "en", texts: { "page.draw": "{amperes} A of {most} A" } });
  assert.equal(currentWords({ current_ma: 412, supply_ma: 850 }), "0.41 A of 0.85 A");
  assert.equal(currentWords({}), "");
});
