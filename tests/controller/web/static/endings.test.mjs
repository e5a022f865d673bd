/** Who can do what about the end of a game. */

import assert from "node:assert/strict";
import test from "node:test";

import { choicesOf, decisionOf } from "#page/endings.js";
import { view } from "./views.mjs";

const NOTHING = { draw: null, noDraw: null, resign: false };

test("while nobody offers a draw, each side can offer one and resign", () => {
  const free = { draw: "offer", noDraw: null, resign: true };
  assert.deepEqual(choicesOf(view(), "attackers"), free);
  assert.deepEqual(choicesOf(view(), "defenders"), free);
});

test("who offers may withdraw, and the other side accepts or declines", () => {
  const offered = view({ draw_offer: "defenders" });
  assert.deepEqual(choicesOf(offered, "defenders"), { draw: null, noDraw: "withdraw", resign: true });
  assert.deepEqual(choicesOf(offered, "attackers"), { draw: "accept", noDraw: "decline", resign: true });
});

test("nobody presses the opponent's buttons, and nothing ends a game that is not played", () => {
  const opponent = { side: /** @type {const} */ ("defenders"), name: "two-moves", thinking: false, adaptive: false, offers_draw: false };
  assert.deepEqual(choicesOf(view({ opponent }), "defenders"), NOTHING);
  assert.equal(choicesOf(view({ opponent }), "attackers").resign, true);
  const lesson = { name: "first_move", number: 1, total: 28, stars: 0 };
  for (const given of [{ lesson }, { phase: /** @type {const} */ ("over") }, { phase: /** @type {const} */ ("set_up") }, { paused: "No board." }]) {
    assert.deepEqual(choicesOf(view(given), "attackers"), NOTHING);
  }
});

test("a decision has its reason in one line, or none", () => {
  assert.deepEqual(decisionOf("draw", "  too few\n pieces "), { command: "decide", result: "draw", why: "too few pieces" });
  assert.deepEqual(decisionOf("attackers", "  "), { command: "decide", result: "attackers" });
});
