/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { playersParts, sideWords, timeWords } from "#page/clocks.js";
import { view } from "./views.mjs";

test("seconds are shown as clocks show them", () => {
  const shown = [0, 9, 59, 60, 895, 3599, 3600, 7205].map(timeWords);
  assert.deepEqual(shown, ["0:00", "0:09", "0:59", "1:00", "14:55", "59:59", "1:00:00", "2:00:05"]);
});

test("periods are counted where there are any", () => {
  assert.equal(sideWords("attackers", { seconds: 5, periods: null, low: true }), "page.clock.attackers");
  assert.equal(sideWords("defenders", { seconds: 5, periods: 2, low: false }), "page.clock.periods.defenders");
});

/** @param {string} attackers @param {string} defenders */
const named = (attackers, defenders) => view({ names: { attackers, defenders } });
/** @param {Parameters<typeof playersParts>} view */
const playersWords = (...view) => playersParts(...view).map(({ text }) => text).join("");
/** @type {import("#page/words.js").View["opponent"]} */
const SEATED = { side: "defenders", name: "three-moves", thinking: false, adaptive: false, offers_draw: false };

test("players are named where they have names", () => {
  assert.equal(playersWords(named("", ""), []), "");
  assert.equal(playersWords(named("Anna", ""), []), "page.player.attackers");
  assert.equal(playersWords(named("", "Bo"), []), "page.player.defenders");
  assert.equal(playersWords(named("Anna", "Bo"), []), "page.players");
});

test("an opponent is called by what it sees, as where it is chosen, and never by its name", () => {
  const levels = ["one-move", "three-moves"];
  const played = { ...named("Anna", "one-move"), opponent: SEATED };
  assert.equal(playersWords(played, levels), "page.player.attackers page.opponent.defenders");
  assert.equal(playersWords({ ...played, names: { attackers: "", defenders: "one-move" } }, levels), "page.opponent.defenders");
  // Who has chosen it in the middle of a game has given no name.
  assert.equal(playersWords({ ...played, names: { attackers: "Anna", defenders: "" } }, levels), "page.player.attackers");
});

test("an opponent that has left plays no longer", () => {
  assert.equal(playersWords(named("Anna", "one-move"), ["one-move"]), "page.player.attackers");
  const other = { ...named("one-move", "Bo"), opponent: SEATED };
  assert.equal(playersWords(other, ["one-move"]), "page.player.defenders");
});

test("a lesson is no game, so nobody is said to play in it", () => {
  const lesson = { name: "take_back", number: 7, total: 28, stars: 0 };
  const before = { ...named("Anna", "three-moves"), opponent: SEATED };
  assert.deepEqual(playersParts({ ...before, lesson }, ["three-moves"]), []);
});
