import assert from "node:assert/strict";
import test from "node:test";

import { areMoves, parseTyped } from "#page/typed.js";

test("a move is understood as people write it", () => {
  const written = ["d1-d3", "d1d3", "d1 d3", " D1 - D3 ", "d1>d3", "d1–d3", "d1 to d3", "d1-d3xe3"];
  for (const text of written) assert.deepEqual(parseTyped(text), { origin: "d1", target: "d3" }, text);
});

test("a number before a move is left out, as in files of games", () => {
  for (const text of ["1. e5-e2", "1... e5-e2", "12) e5e2", " 3.e5 e2 ", "1001... E5-E2xe3"]) {
    assert.deepEqual(parseTyped(text), { origin: "e5", target: "e2" }, text);
  }
});

test("several moves are not one", () => {
  const several = ["1. d1-d3 e5-e2", "d1-d3 e5-e2", "1. d1-d3 1... e5-e2", "d1 d3 e5 e2", "2. g1-g3xg4 f4-c4 3. g3-e3"];
  for (const text of several) assert.deepEqual([parseTyped(text), areMoves(text)], [null, true], text);
  for (const text of ["", "d1-d3", "1. d1-d3", "d1 d3", "a11a10", "d1-d3 please", "d1-d3-d5", "1."]) {
    assert.equal(areMoves(text), false, text);
  }
});

test("two digits belong to one square", () => {
  assert.deepEqual(parseTyped("a11a10"), { origin: "a11", target: "a10" });
  assert.deepEqual(parseTyped("a1-a11"), { origin: "a1", target: "a11" });
});

test("what is no move is none", () => {
  for (const text of ["", "d1", "d1-", "l1-l2", "d0-d3", "d12-d3", "hello", "d1-d3 please", "1.", "1 d1-d3", "d1-d3 1."]) {
    assert.equal(parseTyped(text), null, text);
  }
});
