import assert from "node:assert/strict";
import test from "node:test";

import { openSquares } from "#page/stands.js";

test("a lifted piece may stand where it was lifted and where it can move to", () => {
  const view = { lifted: "d1", targets: ["d2", "c1"], paused: "" };
  assert.deepEqual(openSquares(view), ["d1", "d2", "c1"]);
});

test("nothing can be chosen while nothing is lifted, nor while the game is paused", () => {
  assert.deepEqual(openSquares({ lifted: null, targets: [], paused: "" }), []);
  assert.deepEqual(openSquares({ lifted: "d1", targets: ["d2"], paused: "The cable is loose." }), []);
});
