import assert from "node:assert/strict";
import test from "node:test";

import { Table, whereabouts } from "#page/table.js";

/** @typedef {import("#page/table.js").Piece} Piece */

const PATIENCE_MS = 2000;

/** @type {Piece} */
const ATTACKER = { id: 0, kind: "attacker", x: 3, y: 0, raised: false, held: false, in_tray: false };
/** @type {Piece} */
const KING = { id: 36, kind: "king", x: 5, y: 5, raised: false, held: false, in_tray: false };
/** @type {Piece} */
const CAPTIVE = { ...ATTACKER, id: 7, in_tray: true };
const IN_HAND = { raised: true, held: true };
const SLID = { raised: false, held: true };

/** A table in virtual time, and how often it has said that something changed. */
function unknownTable() {
  const heard = { changes: 0 };
  /** @type {{run: () => void, at: number}[]} */
  let waiting = [];
  let now = 0;
  const table = new Table(() => {
    heard.changes += 1;
  }, (run, ms) => waiting.push({ run, at: now + ms }));
  /** @param {number} ms */
  const pass = (ms) => {
    now += ms;
    for (const { run } of waiting.filter(({ at }) => at <= now)) run();
    waiting = waiting.filter(({ at }) => at > now);
  };
  return { table, heard, pass };
}

/** Such a table of the virtual board. @param {...Piece} pieces */
function tableWith(...pieces) {
  const found = unknownTable();
  found.table.set(pieces);
  found.heard.changes = 0;
  return found;
}

test("pieces that no hand of this page holds are shown where the virtual board says", () => {
  const { table } = tableWith(ATTACKER, KING, CAPTIVE);
  assert.deepEqual(table.shown(), [ATTACKER, KING, CAPTIVE]);
});

test("a lifted piece is shown where the hand is, before the virtual board says so", () => {
  const { table, heard } = tableWith(ATTACKER, KING);
  table.hold(0, { x: 3, y: 0, slide: false });
  table.move(0, { x: 3.5, y: 7.25 });
  assert.deepEqual(table.shown(), [{ ...ATTACKER, ...IN_HAND, x: 3.5, y: 7.25 }, KING]);
  assert.equal(heard.changes, 2);
});

test("a piece taken out of a tray is no longer in it", () => {
  const { table } = tableWith(CAPTIVE);
  table.hold(7, { x: 1, y: 2, slide: false });
  assert.deepEqual(table.shown(), [{ ...CAPTIVE, ...IN_HAND, x: 1, y: 2, in_tray: false }]);
});

test("a slid piece follows the hand along the board", () => {
  const { table } = tableWith(ATTACKER);
  table.hold(0, { x: 3, y: 0, slide: true });
  table.move(0, { x: 3, y: 0.75 });
  assert.deepEqual(table.shown(), [{ ...ATTACKER, ...SLID, y: 0.75 }]);
});

test("a slid piece that the virtual board leaves behind is blocked, and shown where it is", () => {
  const { table } = tableWith(ATTACKER);
  table.hold(0, { x: 3, y: 0, slide: true });
  table.move(0, { x: 3, y: 0.76 });
  assert.deepEqual(table.shown(), [{ ...ATTACKER, ...SLID }]);
});

test("moving a piece that is in no hand changes nothing", () => {
  const { table } = tableWith(ATTACKER);
  table.move(0, { x: 9, y: 9 });
  assert.deepEqual(table.shown(), [ATTACKER]);
});

test("a piece that was let go stays where the hand left it until the virtual board has seen it", () => {
  const { table } = tableWith(ATTACKER);
  table.hold(0, { x: 3, y: 0, slide: false });
  table.move(0, { x: 3, y: 2 });
  table.letGo(0);
  table.set([{ ...ATTACKER, ...IN_HAND, y: 1.5 }]);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, y: 2 }]);
  table.set([{ ...ATTACKER, y: 2.1 }]);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, y: 2.1 }]);
});

test("what was said before the hand was felt does not bring a piece back that was let go", () => {
  const { table } = tableWith();
  table.set([ATTACKER], 4);
  table.hold(0, { x: 3, y: 0, slide: false });
  table.move(0, { x: 3, y: 2 });
  table.letGo(0);
  table.set([ATTACKER], 4);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, y: 2 }]);
  table.set([{ ...ATTACKER, y: 3 }], 5);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, y: 3 }]);
});

test("a piece that is still in the hand stays there when the virtual board has not seen the grip", () => {
  const { table } = tableWith(ATTACKER);
  table.hold(0, { x: 3, y: 1, slide: false });
  table.set([ATTACKER]);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, ...IN_HAND, y: 1 }]);
});

test("a piece that was let go is given back to the virtual board after a while", () => {
  const { table, heard, pass } = tableWith(ATTACKER);
  table.hold(0, { x: 3, y: 2, slide: false });
  table.letGo(0);
  heard.changes = 0;
  pass(PATIENCE_MS - 1);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, y: 2 }]);
  pass(1);
  assert.deepEqual(table.shown(), [ATTACKER]);
  assert.equal(heard.changes, 1);
});

test("a piece that is taken again stays in the hand", () => {
  const { table, pass } = tableWith(ATTACKER);
  table.hold(0, { x: 3, y: 2, slide: false });
  table.letGo(0);
  table.hold(0, { x: 3, y: 3, slide: false });
  pass(PATIENCE_MS);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, ...IN_HAND, y: 3 }]);
});

test("a hand takes the free piece that is nearest, within 0.6 squares", () => {
  const { table } = tableWith(ATTACKER, { ...KING, x: 4, y: 0 });
  assert.equal(table.nearest(3.45, 0)?.id, 0);
  assert.equal(table.nearest(3.55, 0)?.id, 36);
  assert.equal(table.nearest(3, 0.59)?.id, 0);
  assert.equal(table.nearest(3, 0.6), undefined);
});

test("a piece in a hand or in a tray cannot be taken off the board", () => {
  const { table } = tableWith({ ...ATTACKER, ...IN_HAND }, { ...KING, in_tray: true });
  assert.equal(table.nearest(3, 0), undefined);
  assert.equal(table.nearest(5, 5), undefined);
});

test("a board that shows no table with its first view is real after a while, and has the pieces of the newest", () => {
  const { table, heard, pass } = unknownTable();
  table.setFromView({ d1: "attacker" });
  pass(599);
  table.setFromView({ d1: "attacker", f6: "king" });
  assert.deepEqual([table.board, table.shown(), heard.changes], ["", [], 0]);
  pass(1);
  assert.deepEqual([table.board, heard.changes], ["real", 1]);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, id: "d1" }, { ...KING, id: "f6" }]);
});

test("on a real board the pieces stand on the squares of each view", () => {
  const { table, pass } = unknownTable();
  table.setFromView({ d1: "attacker", f6: "king" });
  pass(600);
  table.setFromView({ d1: "attacker" });
  assert.deepEqual(table.shown(), [{ ...ATTACKER, id: "d1" }]);
});

test("a table that comes in time makes the board virtual, for good", () => {
  const { table, pass } = unknownTable();
  table.setFromView({ f6: "king" });
  table.set([ATTACKER]);
  pass(600);
  assert.deepEqual([table.board, table.virtual, table.shown()], ["virtual", true, [ATTACKER]]);
});

test("a virtual board knows better than the view where its pieces are", () => {
  const { table, heard } = tableWith({ ...ATTACKER, y: 2.3 });
  table.setFromView({ d1: "attacker" });
  assert.equal(table.virtual, true);
  assert.deepEqual(table.shown(), [{ ...ATTACKER, y: 2.3 }]);
  assert.equal(heard.changes, 0);
});

test("a piece is on a square, in a hand or in a tray", () => {
  assert.equal(whereabouts(KING), "f6");
  assert.equal(whereabouts({ ...KING, ...SLID, x: 5.4 }), "f6");
  assert.equal(whereabouts({ ...KING, ...IN_HAND }), "hand");
  assert.equal(whereabouts({ ...KING, x: -2 }), "hand");
  assert.equal(whereabouts(CAPTIVE), "tray");
});
