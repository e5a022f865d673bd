import assert from "node:assert/strict";
import test from "node:test";

import { SQUARES } from "#page/geometry.js";
import { openSquares } from "#page/stands.js";
import { view } from "./views.mjs";

/** @type {import("#page/words.js").View["pieces"]} */
const PIECES = { a1: "attacker", f6: "king" };

test("a lifted piece may stand where it was lifted, and on any empty square", () => {
  const open = openSquares(view({ pieces: PIECES, lifted: "a1", targets: ["a2"] }));
  assert.deepEqual(open, SQUARES.filter((square) => square !== "f6"));
});

test("where a sensor fails, or the board is not right, a piece may have gone to any empty square", () => {
  const step = { action: /** @type {const} */ ("take"), square: "d3", piece: null, from: null };
  for (const doubtful of [view({ pieces: PIECES, faulty: ["e5"] }), view({ pieces: PIECES, repair: [step] })]) {
    const open = openSquares(doubtful);
    assert.equal(open.length, 119);
    assert.deepEqual(open.filter((square) => square in PIECES), []);
  }
});

test("the one piece that is asked for may stand there already", () => {
  /** @param {string} square */
  const put = (square) => ({ action: /** @type {const} */ ("put"), square, piece: /** @type {const} */ ("attacker"), from: null });
  const empty = openSquares(view({ pieces: PIECES, faulty: ["e5"] }));
  const asked = openSquares(view({ pieces: PIECES, repair: [put("a1")] }));
  assert.deepEqual(asked.filter((square) => !empty.includes(square)), ["a1"]);
  assert.deepEqual(openSquares(view({ pieces: PIECES, repair: [put("a1"), put("f6")] })), empty);
});

test("nothing can be chosen where nothing is lifted and all sensors are sound, nor while the game is paused", () => {
  assert.deepEqual(openSquares(view({ pieces: PIECES })), []);
  assert.deepEqual(openSquares(view({ lifted: "d1", targets: ["d2"], paused: "The cable is loose." })), []);
});

test("nothing can be chosen before a game has begun, and once it is over", () => {
  for (const phase of /** @type {const} */ (["set_up", "over"])) {
    assert.deepEqual(openSquares(view({ phase, faulty: ["e5"] })), []);
  }
});
