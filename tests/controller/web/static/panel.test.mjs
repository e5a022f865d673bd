import assert from "node:assert/strict";
import test from "node:test";

import { repairLines } from "#page/panel.js";
import { useCatalogue } from "#page/say.js";

/** @typedef {import("#page/words.js").Step} Step */

useCatalogue({
  locale: "en",
  texts: {
    "page.step.take": "Take {square}",
    "page.step.shift.king": "Shift {origin} to {square}",
    "page.steps.more": { one: "and 1 more", other: "and {count} more" },
  },
});

/** @type {Step[]} */
const TAKEN = ["a4", "a5", "a6", "a7", "a8", "b6", "d1"].map((square) => (
  { action: "take", square, piece: null, from: null }
));

/** @param {Step[]} steps */
const lines = (steps) => steps.map((step) => ({ text: `Take ${step.square}`, attributes: {} }));

test("nothing to put right takes no line", () => {
  assert.deepEqual(repairLines([]), []);
});

test("up to six steps are all listed", () => {
  for (let count = 1; count <= 6; count += 1) {
    assert.deepEqual(repairLines(TAKEN.slice(0, count)), lines(TAKEN.slice(0, count)));
  }
});

test("of more than six steps the first five are listed, and how many follow", () => {
  const more = { text: "and 2 more", attributes: { class: "more" } };
  assert.deepEqual(repairLines(TAKEN), [...lines(TAKEN.slice(0, 5)), more]);
});

test("a step with two squares has a line of its own", () => {
  /** @type {Step} */
  const shift = { action: "shift", square: "f6", piece: "king", from: "f8" };
  const line = { text: "Shift f8 to f6", attributes: { class: "long" } };
  assert.deepEqual(repairLines([shift]), [line]);
});
