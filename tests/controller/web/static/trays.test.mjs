import assert from "node:assert/strict";
import test from "node:test";

import { areCaptives, headingOf, sideOf, stepWithin } from "#page/trays.js";

test("attackers go into the attackers' tray, defenders and their king into the other", () => {
  assert.equal(sideOf({ kind: "attacker" }), "attackers");
  assert.equal(sideOf({ kind: "defender" }), "defenders");
  assert.equal(sideOf({ kind: "king" }), "defenders");
});

/** @param {number} inTray @param {number} onBoard @returns {import("#page/table.js").Piece[]} */
const pieces = (inTray, onBoard) => Array.from({ length: inTray + onBoard }, (_, id) => (
  { id, kind: "attacker", x: 0, y: 0, raised: false, held: false, in_tray: id < inTray }
));

test("pieces in the trays are captives while the moves have captured as many", () => {
  assert.ok(areCaptives(pieces(0, 37), []));
  assert.ok(areCaptives(pieces(3, 34), ["d1-d3", "e5-e2", "g3-e3xe2", "f4-c4xb4xd4"]));
  // A captive that still lies on the board has not come to the tray yet.
  assert.ok(areCaptives(pieces(1, 36), ["g3-e3xe2xe4"]));
});

test("pieces in the trays are no captives where a position was set up without them", () => {
  assert.ok(!areCaptives(pieces(35, 2), []));
  assert.ok(!areCaptives(pieces(36, 1), ["a1-a5xb5"]));
  // A piece in the tray whose move was taken back, or that somebody has taken off.
  assert.ok(!areCaptives(pieces(1, 36), ["d1-d3"]));
});

test("a tray is headed by what its pieces are", () => {
  assert.equal(headingOf("attackers", true), "page.tray.attackers.short");
  assert.equal(headingOf("defenders", true), "page.tray.defenders.short");
  assert.equal(headingOf("attackers", false), "page.tray.beside");
});

test("arrow keys go from piece to piece of a tray, and stay in it", () => {
  assert.equal(stepWithin("ArrowRight", 0, 3), 1);
  assert.equal(stepWithin("ArrowDown", 2, 3), 2);
  assert.equal(stepWithin("ArrowLeft", 2, 3), 1);
  assert.equal(stepWithin("ArrowUp", 0, 3), 0);
  assert.equal(stepWithin("Home", 2, 3), 0);
  assert.equal(stepWithin("End", 0, 3), 2);
  assert.equal(stepWithin("Enter", 0, 3), null);
});
