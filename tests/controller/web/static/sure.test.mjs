/** What is asked before something ends that nobody can take back. */

import assert from "node:assert/strict";
import test from "node:test";

import { wouldEnd } from "#page/sure.js";
import { view } from "./views.mjs";

const PHASES = /** @type {const} */ (["play", "set_up", "over"]);

test("another game would end one with moves, also while its pieces are put up again", () => {
  const asked = PHASES.map((phase) => wouldEnd(view({ phase, plies: 3 })));
  assert.deepEqual(asked, [true, true, false]);
});

test("a game without moves, and a lesson, end without a question", () => {
  const lesson = { name: "first_move", number: 1, total: 28, stars: 0 };
  const asked = [null, view({ phase: "set_up", plies: 0 }), view({ plies: 3, lesson })].map(wouldEnd);
  assert.deepEqual(asked, [false, false, false]);
});
