import assert from "node:assert/strict";
import test from "node:test";

import { answerOf } from "#page/asking.js";

/** @param {import("node:test").TestContext} t @param {() => Promise<Response>} answer what the server does */
function serve(t, answer) {
  t.mock.method(globalThis, "fetch", answer);
}

test("an answer is what its JSON says", async (t) => {
  serve(t, () => Promise.resolve(new Response('{"games": []}')));
  assert.deepEqual(await answerOf("/api/games"), { games: [] });
});

test("who refuses, is away, or goes away in the middle of a word gives no answer", async (t) => {
  serve(t, () => Promise.resolve(new Response("[]", { status: 503 })));
  assert.equal(await answerOf("/api/games"), null);
  serve(t, () => Promise.reject(new TypeError("Failed to fetch")));
  assert.equal(await answerOf("/api/games"), null);
  serve(t, () => Promise.resolve(new Response('{"ga')));
  assert.equal(await answerOf("/api/games"), null);
});
