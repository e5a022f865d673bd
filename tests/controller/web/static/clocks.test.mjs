/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { playersWords, sideWords, timeWords } from "#page/clocks.js";

test("seconds are shown as clocks show them", () => {
  const shown = [0, 9, 59, 60, 895, 3599, 3600, 7205].map(timeWords);
  assert.deepEqual(shown, ["0:00", "0:09", "0:59", "1:00", "14:55", "59:59", "1:00:00", "2:00:05"]);
});

test("periods are counted where there are any", () => {
  assert.equal(sideWords("attackers", { seconds: 5, periods: null, low: true }), "page.clock.attackers");
  assert.equal(sideWords("defenders", { seconds: 5, periods: 2, low: false }), "page.clock.periods.defenders");
});

test("players are named where they have names", () => {
  assert.equal(playersWords({ attackers: "", defenders: "" }), "");
  assert.equal(playersWords({ attackers: "Anna", defenders: "" }), "page.player.attackers");
  assert.equal(playersWords({ attackers: "", defenders: "Bo" }), "page.player.defenders");
  assert.equal(playersWords({ attackers: "Anna", defenders: "Bo" }), "page.players");
});
