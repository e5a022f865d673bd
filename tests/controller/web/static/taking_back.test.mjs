/** What somebody means by Undo, who may be the second to press it. */

import assert from "node:assert/strict";
import test from "node:test";

import { TakingBack } from "#page/taking_back.js";

/** A page that has shown a game for long, in which an undo would leave so many plies. */
function page(/** @type {number | null} */ leaves) {
  let now = 0;
  const undo = new TakingBack(() => now);
  const shows = (/** @type {number | null} */ undo_leaves, game = "one") => undo.heed({ game, undo_leaves });
  const wait = (/** @type {number} */ ms) => { now += ms; };
  shows(leaves);
  wait(10_000);
  return { press: () => undo.press(), shows, wait };
}

test("undo says how many plies it leaves, as far as the page knows", () => {
  assert.deepEqual(page(3).press(), { command: "undo", leaves: 3 });
  assert.deepEqual(page(null).press(), { command: "undo" });
});

test("who presses just after somebody else's undo means the same move", () => {
  const { press, shows, wait } = page(3);
  shows(2);
  wait(300);
  assert.deepEqual(press(), { command: "undo", leaves: 3 });
  wait(300);
  assert.deepEqual(press(), { command: "undo", leaves: 2 });
});

test("also after the only ply, and where the opponent's move goes with one's own", () => {
  const first = page(0);
  first.shows(null);
  assert.deepEqual(first.press(), { command: "undo", leaves: 0 });
  const second = page(3);
  second.shows(2);
  second.wait(50);
  second.shows(1);
  second.wait(200);
  assert.deepEqual(second.press(), { command: "undo", leaves: 3 });
});

test("who presses again and again takes back one move after the other", () => {
  const { press, shows, wait } = page(3);
  for (const leaves of [3, 2, 1]) {
    assert.deepEqual(press(), { command: "undo", leaves });
    wait(100);
    shows(leaves - 1);
    wait(100);
  }
});

test("a move that was just made, and another game, are undone as they are seen", () => {
  const { press, shows } = page(3);
  shows(4);
  assert.deepEqual(press(), { command: "undo", leaves: 4 });
  const other = page(3);
  other.shows(0, "two");
  assert.deepEqual(other.press(), { command: "undo", leaves: 0 });
});
