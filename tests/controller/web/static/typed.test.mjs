import assert from "node:assert/strict";
import test from "node:test";

import { parseTyped } from "#page/typed.js";

test("a move is understood as people write it", () => {
  const written = ["d1-d3", "d1d3", "d1 d3", " D1 - D3 ", "d1>d3", "d1–d3", "d1 to d3", "d1-d3xe3"];
  for (const text of written) assert.deepEqual(parseTyped(text), { origin: "d1", target: "d3" }, text);
});

test("two digits belong to one square", () => {
  assert.deepEqual(parseTyped("a11a10"), { origin: "a11", target: "a10" });
  assert.deepEqual(parseTyped("a1-a11"), { origin: "a1", target: "a11" });
});

test("what is no move is none", () => {
  for (const text of ["", "d1", "d1-", "l1-l2", "d0-d3", "d12-d3", "hello", "d1-d3 please"]) {
    assert.equal(parseTyped(text), null, text);
  }
});
