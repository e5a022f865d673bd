/** What a new game is played by. */

import assert from "node:assert/strict";
import test from "node:test";

import { clockWords, newGame, termsOf } from "#page/terms.js";
import { view } from "./views.mjs";

const LEVELS = ["one-move", "three-moves"];
/** @param {string} control @returns {import("#page/words.js").View["clock"]} */
const clock = (control) => ({ control, attackers: null, defenders: null, running: null, game_s: null });

test("the next game is played as the one before, unless somebody chooses", () => {
  const names = { attackers: "Anna", defenders: "three-moves" };
  const opponent = { side: /** @type {const} */ ("defenders"), name: "three-moves", thinking: false, adaptive: false, offers_draw: false };
  const before = view({ ruleset: "fetlar", next_ruleset: "fetlar", clock: clock("gong:10"), names, opponent });
  assert.deepEqual(termsOf(before, LEVELS), {
    ruleset: "fetlar", clock: "gong:10", level: "three-moves", side: "defenders", names: { attackers: "Anna", defenders: "" },
  });
});

test("a lesson changes the rules of no game after it", () => {
  const before = view({ ruleset: "copenhagen", next_ruleset: "fetlar" });
  assert.equal(termsOf(before, LEVELS).ruleset, "fetlar");
});

test("a limit of the ruleset is no clock of the players", () => {
  assert.equal(termsOf(view({ clock: clock("") }), LEVELS).clock, "none");
  assert.equal(termsOf(view({ clock: null }), LEVELS).clock, "none");
});

test("names are sent as one line of plain text", () => {
  const terms = { ruleset: "fetlar", clock: "none", level: "nobody", side: /** @type {const} */ ("defenders") };
  const names = { attackers: "  Anna \t Å ", defenders: " " };
  assert.deepEqual(newGame({ ...terms, names }), {
    command: "new_game", ruleset: "fetlar", clock: "none", names: { attackers: "Anna Å", defenders: "" },
  });
});

test("clocks that are not offered are called as they are named", () => {
  assert.equal(clockWords("fixed:45m"), "fixed:45m");
  assert.notEqual(clockWords("fixed:20m"), "fixed:20m");
});
