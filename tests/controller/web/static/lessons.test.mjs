/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { dayOfYear, lessonWords } from "#page/lessons.js";

const LESSON = { name: "take_one", number: 5, total: 28, stars: 0 };

test("a lesson is named by its number, and shows the stars that it has brought", () => {
  const running = lessonWords(LESSON);
  assert.equal(lessonWords({ ...LESSON, stars: 3 }), `${running} ★★★`);
  assert.notEqual(lessonWords(null), running);
});

test("a lesson of one's own has no number", () => {
  assert.equal(lessonWords({ ...LESSON, number: 0, stars: 2 }), "★★");
});

test("the puzzle of the day goes by the day of the year", () => {
  const days = [new Date(2027, 0, 1), new Date(2027, 11, 31, 23), new Date(2028, 1, 29), new Date(2028, 11, 31)];
  assert.deepEqual(days.map(dayOfYear), [1, 365, 60, 366]);
});
