/** A page makes the list of moves from messages that say from which ply on it changes. */

import assert from "node:assert/strict";
import test from "node:test";

import { NO_PLIES, withPlies } from "#page/plies.js";

const known = { game: "one", moves: ["a", "b", "c"] };

test("a page that joins has the whole game", () => {
  assert.deepEqual(withPlies(NO_PLIES, { game: "one", from: 0, moves: ["a", "b", "c"] }), known);
});

test("a ply is added to those that are there", () => {
  const message = { game: "one", from: 3, moves: ["d"] };
  assert.deepEqual(withPlies(known, message), { game: "one", moves: ["a", "b", "c", "d"] });
});

test("plies are taken back, and others take their place", () => {
  assert.deepEqual(withPlies(known, { game: "one", from: 1, moves: [] }).moves, ["a"]);
  assert.deepEqual(withPlies(known, { game: "one", from: 1, moves: ["x"] }).moves, ["a", "x"]);
});

test("another game begins without the plies of the last", () => {
  assert.deepEqual(withPlies(known, { game: "two", from: 0, moves: [] }), { game: "two", moves: [] });
});
