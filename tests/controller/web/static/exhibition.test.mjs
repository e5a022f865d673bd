/** What the page makes of an unattended board. */

import assert from "node:assert/strict";
import test from "node:test";

import { asksForTouch, asksToChoose, countedWords, lightOf } from "#page/exhibition.js";
import { useCatalogue } from "#page/say.js";

useCatalogue({ locale: "en", texts: { "page.exhibition.counted": "{count} of {all} pieces are on the board." } });

/** @param {string} meaning @param {string[]} squares */
const light = (meaning, squares) => ({ meaning, squares, rhythm: "double", colour: "ffffff", level: 1, from: "f6" });

test("pieces are counted while they are set up, and at no other time", () => {
  assert.equal(countedWords({ counted: 34, all: 37 }), "34 of 37 pieces are on the board.");
  assert.equal(countedWords({ counted: null, all: 37 }), "");
});

test("an option has the light of its group, even where another light covers a part of it", () => {
  const option = { language: "da", say: [], squares: ["d1", "e1", "f1"] };
  const lights = [light("countdown", ["d1"]), light("option_first", ["e1", "f1"])];
  assert.equal(lightOf(option, lights.slice(1))?.meaning, "option_first");
  assert.equal(lightOf({ ...option, squares: ["k4"] }, lights), undefined);
});

test("what a board asks before it begins again is hidden by nothing", () => {
  for (const state of ["still_there", "proposing"]) assert.ok(asksForTouch({ exhibition: { state } }), state);
  for (const state of ["tidying", "against_machine"]) assert.ok(!asksForTouch({ exhibition: { state } }), state);
  assert.ok(!asksForTouch({ exhibition: null }));
});

test("a board with groups of pieces that shine asks to choose one of them", () => {
  const option = { language: "da", say: [], squares: ["d1"] };
  assert.ok(asksToChoose({ exhibition: { options: [option] } }));
  assert.ok(!asksToChoose({ exhibition: { options: [] } }));
  assert.ok(!asksToChoose({ exhibition: null }));
  assert.ok(!asksToChoose(null));
});
