/** What a class is shown. */

import assert from "node:assert/strict";
import test from "node:test";

import { setUpOf } from "#page/classroom.js";

const RECORD = "/11/11/11/3t7/11/5K5/11/11/11/11/11/";
const SEEN = { record: RECORD, side: /** @type {const} */ ("attackers"), ruleset: "fetlar" };

test("a position that was looked at is set up by its own rules, and the side can be chosen", () => {
  assert.deepEqual(setUpOf(` ${RECORD} `, "defenders", SEEN), {
    command: "set_up", position: RECORD, side: "defenders", ruleset: "fetlar",
  });
});

test("a record that somebody writes goes by the rules of the board", () => {
  const written = RECORD.replace("t", "T");
  assert.deepEqual(setUpOf(written, "attackers", SEEN), { command: "set_up", position: written, side: "attackers" });
  assert.deepEqual(setUpOf(RECORD, "attackers", null), { command: "set_up", position: RECORD, side: "attackers" });
});

test("nothing is nothing to set up", () => {
  assert.equal(setUpOf("  ", "attackers", SEEN), null);
});
