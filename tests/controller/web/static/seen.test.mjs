import assert from "node:assert/strict";
import test from "node:test";

import { seenOf } from "#page/seen.js";
import { view } from "./views.mjs";

/** @typedef {import("#page/seen.js").Looked} Looked */
/** @typedef {import("#page/words.js").Turn} Turn */

const MOVES = ["d1-d3", "e5-e2", "g3-e3xe2"];
const LIGHTS = [{ meaning: "last_target", colour: "f4e9d6", squares: ["e3"], rhythm: "steady", level: 1, from: "" }];
const BOARD = view({ plies: 3, to_move: "defenders", lights: LIGHTS });
/** @type {Looked} */
const NOTHING = { line: null, turn: null, signs: null };
const LINE = { ruleset: "copenhagen", moves: MOVES, at: 1, tried: 3 };
/** @type {Turn} */
const TURN = { phase: "play", to_move: "defenders", plies: 1, outcome: null, repair: [], paused: "" };
/** @type {Looked} */
const EARLIER = { line: LINE, turn: TURN, signs: [] };

test("while nothing else is looked at, the board and all its moves are seen", () => {
  assert.deepEqual(seenOf(BOARD, MOVES, NOTHING), {
    turn: BOARD, title: BOARD.title, lights: LIGHTS, moves: MOVES, at: 3,
  });
});

test("of a position that is looked at its own turn, signs and moves are seen, whatever the board shows", () => {
  const seen = { turn: TURN, title: BOARD.title, lights: [], moves: MOVES, at: 1 };
  assert.deepEqual(seenOf(BOARD, MOVES.slice(0, 2), EARLIER), seen);
});

test("the title of the board's rules does not stand over a game of others", () => {
  assert.equal(seenOf(BOARD, MOVES, { ...EARLIER, line: { ...LINE, ruleset: "brandubh" } }).title, "");
});

test("until the position has come, the board is seen", () => {
  assert.equal(seenOf(BOARD, MOVES, { ...NOTHING, line: LINE }).turn, BOARD);
});
