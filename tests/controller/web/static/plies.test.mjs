/** A page makes the list of moves from messages that say from which ply on it changes. */

import assert from "node:assert/strict";
import test from "node:test";

import { NO_PLIES, leadsTo, withPlies } from "#page/plies.js";

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

test("moves lead from a start to where they end, with what they capture", () => {
  /** @type {import("#page/diagram.js").Placed} */
  const start = { d1: "attacker", e5: "defender", f6: "king", g3: "attacker" };
  assert.ok(leadsTo(start, [], start));
  assert.ok(leadsTo(start, ["d1-d3", "e5-e3", "g3-g4"], { d3: "attacker", e3: "defender", f6: "king", g4: "attacker" }));
  assert.ok(leadsTo(start, ["d1-d5xe5"], { d5: "attacker", f6: "king", g3: "attacker" }));
});

test("moves of a game that began elsewhere do not lead to where it stands", () => {
  /** @type {import("#page/diagram.js").Placed} */
  const start = { d1: "attacker", f6: "king" };
  assert.ok(!leadsTo(start, ["a1-a2"], { a2: "attacker", f6: "king" }));
  assert.ok(!leadsTo(start, [], { d1: "attacker" }));
  assert.ok(!leadsTo(start, [], { d1: "attacker", f6: "king", a1: "attacker" }));
  assert.ok(!leadsTo(start, ["d1-d2"], { d2: "defender", f6: "king" }));
});
