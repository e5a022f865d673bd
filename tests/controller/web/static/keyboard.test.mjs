import assert from "node:assert/strict";
import test from "node:test";

import { neighbour } from "#page/keyboard.js";

test("the cursor steps from square to square", () => {
  assert.deepEqual(neighbour({ x: 5, y: 5 }, [0, 1]), { x: 5, y: 6 });
  assert.deepEqual(neighbour({ x: 5, y: 5 }, [-1, 0]), { x: 4, y: 5 });
});

test("the cursor stays on the board", () => {
  assert.deepEqual(neighbour({ x: 0, y: 10 }, [-1, 0]), { x: 0, y: 10 });
  assert.deepEqual(neighbour({ x: 0, y: 10 }, [0, 1]), { x: 0, y: 10 });
  assert.deepEqual(neighbour({ x: 10, y: 0 }, [1, 0]), { x: 10, y: 0 });
  assert.deepEqual(neighbour({ x: 10, y: 0 }, [0, -1]), { x: 10, y: 0 });
});
