/** Without a catalogue a text is its key, so these tests see which text is chosen. */

import assert from "node:assert/strict";
import test from "node:test";

import { Connection, connectionWords, isApart } from "#page/connection.js";

/** A page that has just opened its connection, and what it says. */
function opened() {
  /** @type {string[]} */
  const said = [];
  const connection = new Connection((words) => said.push(words));
  connection.hear({ open: true });
  return { said, connection };
}

test("of everything between page and board, the nearest that is broken is named", () => {
  const well = { open: true, alive: true, present: true, failing: false, paused: false };
  /** @type {[Partial<typeof well>, string][]} */
  const broken = [
    [{ failing: true }, "page.connection.part"],
    [{ paused: true }, "page.connection.board"],
    [{ present: false }, "page.connection.gone"],
    [{ alive: false }, "page.connection.bus"],
    [{ open: false }, "page.connection.closed"],
  ];
  assert.equal(connectionWords(well), "");
  let found = well;
  for (const [differences, words] of broken) {
    found = { ...found, ...differences };
    assert.equal(connectionWords(found), words);
  }
});

test("what the board shows counts as long as only a part of the program fails", () => {
  const well = { open: true, alive: true, present: true, failing: false, paused: false };
  assert.deepEqual([well, { ...well, failing: true }].map(isApart), [false, false]);
  /** @type {Partial<typeof well>[]} */
  const broken = [{ open: false }, { alive: false }, { present: false }, { paused: true }];
  assert.deepEqual(broken.map((each) => isApart({ ...well, failing: true, ...each })), [true, true, true, true]);
});

test("a page that has not heard anything yet is not connected", () => {
  assert.equal(new Connection(() => {}).open, false);
});

test("what is wrong is said after each thing that is heard, until nothing is", () => {
  const { said, connection } = opened();
  connection.hear({ failing: true });
  connection.hear({ paused: true });
  connection.hear({ paused: false });
  connection.hear({ failing: false });
  assert.deepEqual(said, ["", "page.connection.part", "page.connection.board", "page.connection.part", ""]);
});

test("a new connection knows nothing of what was lost before the old one broke", () => {
  const { said, connection } = opened();
  connection.hear({ alive: false, present: false });
  connection.hear({ open: false });
  connection.hear({ open: true });
  assert.deepEqual([connection.open, said.at(-1)], [true, ""]);
});

test("what fails in the program still fails when the page is connected again", () => {
  const { said, connection } = opened();
  connection.hear({ failing: true });
  connection.hear({ open: false });
  connection.hear({ open: true });
  assert.deepEqual(said.slice(-2), ["page.connection.closed", "page.connection.part"]);
});
