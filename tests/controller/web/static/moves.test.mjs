import assert from "node:assert/strict";
import test from "node:test";

import { sameStart } from "#page/moves.js";

test("two lists of moves are the same up to where they part or where one ends", () => {
  assert.equal(sameStart([], []), 0);
  assert.equal(sameStart([], ["d1-d3"]), 0);
  assert.equal(sameStart(["d1-d3", "e5-e2"], ["d1-d3"]), 1);
  assert.equal(sameStart(["d1-d3"], ["d1-d3", "e5-e2"]), 1);
  assert.equal(sameStart(["d1-d3", "e5-e2"], ["d1-d3", "e5-e2"]), 2);
  assert.equal(sameStart(["d1-d3", "e5-e2", "g1-g3"], ["d1-d3", "e5-e4", "g1-g3"]), 1);
});
