import assert from "node:assert/strict";
import test from "node:test";

import { LOOK_MS, Silence } from "#page/silence.js";

/** A silence by a clock of its own, and whether it is long after some looks. */
function room() {
  let now = 0;
  const silence = new Silence(() => now);
  const look = (/** @type {number} */ times) => {
    let found = false;
    for (let n = 0; n < times; n += 1) {
      now += LOOK_MS;
      found = silence.isLong();
    }
    return found;
  };
  const sleep = (/** @type {number} */ ms) => {
    now += ms;
  };
  return { silence, look, sleep };
}

test("a server that gave signs is away when nothing has come for ten seconds", () => {
  const { silence, look } = room();
  silence.hear(true);
  assert.equal(look(10), false);
  assert.equal(look(1), true);
});

test("whatever comes is as good as a sign", () => {
  const { silence, look } = room();
  silence.hear(true);
  look(8);
  silence.hear(false);
  assert.equal(look(10), false);
});

test("a server that never gives signs may be silent", () => {
  const { silence, look } = room();
  silence.hear(false);
  assert.equal(look(100), false);
});

test("a page that slept waits as long again before it blames the server", () => {
  const { silence, look, sleep } = room();
  silence.hear(true);
  sleep(3_600_000);
  assert.equal(look(10), false);
  assert.equal(look(2), true);
});
