import assert from "node:assert/strict";
import test from "node:test";

import { sideOf } from "#page/trays.js";

test("attackers go into the attackers' tray, defenders and their king into the other", () => {
  assert.equal(sideOf({ kind: "attacker" }), "attackers");
  assert.equal(sideOf({ kind: "defender" }), "defenders");
  assert.equal(sideOf({ kind: "king" }), "defenders");
});
