import assert from "node:assert/strict";
import test from "node:test";

import { Table } from "#page/table.js";
import { Tidy, workFor } from "#page/tidy.js";
import { view } from "./views.mjs";

/** @typedef {import("#page/socket.js").Hand} Hand */
/** @typedef {import("#page/words.js").Step} Step */

/** @type {Step} */
const PUT = { action: "put", square: "e2", piece: "defender", from: null };
const ON_E2 = { id: 7, kind: /** @type {const} */ ("defender"), x: 4, y: 1, raised: false, held: false, in_tray: false };

/** A table with one piece, what it was sent, and what waits. */
function room(wanted = true) {
  /** @type {Hand[]} */
  const sent = [];
  /** @type {{run: () => void, ms: number}[]} */
  const waiting = [];
  const table = new Table(() => {});
  table.set([ON_E2]);
  const tidy = new Tidy(table, {
    isWanted: () => wanted,
    send: (hand) => sent.push(hand) > 0,
    name: (name) => name,
    later: (run, ms) => waiting.push({ run, ms }),
  });
  return { sent, waiting, table, tidy };
}

test("a captured piece is taken off after a moment, by a hand like any other", () => {
  const { sent, waiting, tidy } = room();
  tidy.heed(view({ owed: ["e2"] }));
  assert.deepEqual(waiting.map(({ ms }) => ms), [400]);
  waiting[0]?.run();
  assert.deepEqual(sent, [
    { action: "grab", hand: "off-e2", piece: 7, slide: false }, { action: "drop", hand: "off-e2", x: -3, y: 5 },
  ]);
});

test("what was refused goes back once it has been seen, and the rest of the board with it", () => {
  const { sent, waiting, tidy } = room();
  tidy.heed(view({ repair: [PUT], pieces: { e2: "defender" } }));
  assert.deepEqual(waiting.map(({ ms }) => ms), [900]);
  waiting[0]?.run();
  assert.deepEqual(sent, [{ action: "arrange", pieces: { e2: "defender" } }]);
});

test("what was refused goes back before somebody takes the next piece, and only once", () => {
  const { sent, waiting, tidy } = room();
  tidy.hurry();
  assert.deepEqual(sent, []);
  tidy.heed(view({ repair: [PUT], pieces: { e2: "defender" } }));
  tidy.hurry();
  waiting[0]?.run();
  assert.deepEqual(sent, [{ action: "arrange", pieces: { e2: "defender" } }]);
});

test("a captured piece leaves before somebody takes the next one, which may go to its square", () => {
  const { sent, waiting, tidy } = room();
  tidy.heed(view({ owed: ["e2"] }));
  tidy.hurry(8);
  waiting[0]?.run();
  assert.deepEqual(sent, [
    { action: "grab", hand: "off-e2", piece: 7, slide: false }, { action: "drop", hand: "off-e2", x: -3, y: 5 },
  ]);
});

test("whoever takes a captured piece takes it off himself", () => {
  const { sent, tidy } = room();
  tidy.heed(view({ owed: ["e2"] }));
  tidy.hurry(7);
  assert.deepEqual(sent, []);
});

test("what is sent says how often the table had been touched, its own touches included", () => {
  const { sent, waiting, table, tidy } = room();
  table.set([ON_E2, { ...ON_E2, id: 8, x: 6 }], 5);
  tidy.heed(view({ owed: ["e2", "g2"] }));
  waiting[0]?.run();
  tidy.heed(view({ repair: [PUT], pieces: {} }));
  waiting[1]?.run();
  assert.deepEqual(sent.filter(({ action }) => action !== "drop"), [
    { action: "grab", hand: "off-e2", piece: 7, slide: false, touched: 5 },
    { action: "grab", hand: "off-g2", piece: 8, slide: false, touched: 6 },
    { action: "arrange", pieces: {}, touched: 5 },
  ]);
});

test("once somebody has touched a piece, what was refused waits as long again", () => {
  const { sent, waiting, table, tidy } = room();
  table.set([ON_E2], 5);
  tidy.heed(view({ repair: [PUT], pieces: {} }));
  table.set([ON_E2], 6);
  tidy.look();
  waiting[0]?.run();
  assert.deepEqual(sent, []);
  assert.deepEqual(waiting.map(({ ms }) => ms), [900, 900]);
  waiting[1]?.run();
  assert.deepEqual(sent, [{ action: "arrange", pieces: {}, touched: 6 }]);
});

test("whoever asked for what needed nothing and then plays on sees the next refused piece as ever", () => {
  const { waiting, tidy } = room();
  tidy.expect();
  tidy.hurry();
  tidy.heed(view({ repair: [PUT] }));
  assert.deepEqual(waiting.map(({ ms }) => ms), [900]);
});

test("what people have asked for is done at once", () => {
  const { waiting, tidy } = room();
  tidy.expect();
  tidy.heed(view({ repair: [PUT] }));
  assert.deepEqual(waiting.map(({ ms }) => ms), [0]);
});

test("a captured piece leaves although the next move has begun", () => {
  const { sent, waiting, table, tidy } = room();
  tidy.heed(view({ owed: ["e2"] }));
  table.set([ON_E2, { ...ON_E2, id: 8, x: 0, held: true, raised: true }]);
  tidy.look();
  waiting[0]?.run();
  assert.deepEqual(sent.map(({ action }) => action), ["grab", "drop"]);
});

test("while a hand holds a piece nothing is set up", () => {
  const { sent, waiting, table, tidy } = room();
  tidy.heed(view({ repair: [PUT] }));
  table.set([{ ...ON_E2, held: true }]);
  tidy.look();
  for (const { run } of waiting) run();
  assert.deepEqual(sent, []);
});

test("what people have asked for takes a piece out of a hand that has left it in the air", () => {
  const { sent, waiting, table, tidy } = room();
  table.set([{ ...ON_E2, held: true, raised: true }], 5);
  tidy.expect();
  tidy.heed(view({ repair: [PUT], pieces: { e2: "defender" } }));
  waiting[0]?.run();
  assert.deepEqual(sent, [{ action: "arrange", pieces: { e2: "defender" }, touched: 5 }]);
});

test("what was asked for and needed nothing takes nothing from whoever lifts a piece later", () => {
  const { waiting, table, tidy } = room();
  table.set([ON_E2], 5);
  tidy.expect();
  tidy.heed(view());
  table.set([{ ...ON_E2, held: true, raised: true }], 6);
  tidy.heed(view({ repair: [PUT] }));
  assert.deepEqual(waiting, []);
});

test("a piece that was dropped beside the board goes back, unless a hand takes it up again", () => {
  const { sent, waiting, table, tidy } = room();
  const lifted = view({ lifted: "e2", pieces: { e2: "defender" } });
  tidy.heed(lifted);
  table.set([{ ...ON_E2, held: true, raised: true }], 1);
  tidy.look();
  assert.equal(waiting.length, 0);
  table.set([{ ...ON_E2, in_tray: true }], 2);
  tidy.look();
  assert.deepEqual(waiting.map(({ ms }) => ms), [900]);
  waiting[0]?.run();
  assert.deepEqual(sent, [{ action: "arrange", pieces: { e2: "defender" }, touched: 2 }]);
});

test("a piece that stands where it may have gone is left there until the move counts", () => {
  const { waiting, table, tidy } = room();
  table.set([{ ...ON_E2, y: 3 }], 1);
  tidy.heed(view({ lifted: "e2", pieces: { e2: "defender" } }));
  assert.deepEqual(waiting, []);
});

test("whoever does everything by hand is left alone", () => {
  const { waiting, tidy } = room(false);
  tidy.heed(view({ repair: [PUT] }));
  assert.deepEqual(waiting, []);
});

test("a set-up does not wait, a pause waits for its end, and a board that is right needs nothing", () => {
  assert.deepEqual(workFor(view({ phase: "set_up", repair: [PUT] }), false, false), { work: "arrange", ms: 0 });
  assert.equal(workFor(view({ repair: [PUT], paused: "The cable is loose." }), false, false).work, null);
  assert.equal(workFor(view(), false, false).work, null);
});
