import assert from "node:assert/strict";
import test from "node:test";

import { parseLink, signsOf, withTried, writeLink } from "#page/look.js";

const LINE = { ruleset: "copenhagen", moves: ["d1-d3", "e5-e2", "g3-e3xe2"], at: 3, tried: 3 };

test("a move that is tried follows those that are shown, and takes the place of what came after", () => {
  assert.deepEqual(withTried({ ...LINE, at: 1 }, "f4-c4"), { ...LINE, moves: ["d1-d3", "f4-c4"], at: 2, tried: 1 });
  assert.deepEqual(withTried(LINE, "f4-c4").moves, [...LINE.moves, "f4-c4"]);
});

test("a link leads to the position that is shown, without what follows it", () => {
  assert.equal(writeLink({ ...LINE, at: 2 }), "line=copenhagen:d1-d3,e5-e2");
  assert.deepEqual(parseLink(`#${writeLink(LINE)}`), { ...LINE, moves: ["d1-d3", "e5-e2", "g3-e3"] });
  assert.deepEqual(parseLink("#line=fetlar:"), { ruleset: "fetlar", moves: [], at: 0, tried: 0 });
});

test("the link of a kept game names it, and a ruleset may be called anything", () => {
  const kept = { ...LINE, ruleset: "our own: 2 & more", moves: ["d1-d3"], at: 1, tried: 1, game: "ab-12" };
  assert.equal(writeLink(kept), "line=our%20own%3A%202%20%26%20more:d1-d3&game=ab-12");
  assert.deepEqual(parseLink(`#${writeLink(kept)}`), kept);
  assert.equal(parseLink("#line=100%:")?.ruleset, "100%");
});

test("what is no link leads nowhere", () => {
  for (const hash of ["", "#rules", "#line=copenhagen", "#line=co penhagen:d1-d3", "#line=copenhagen:hello"]) {
    assert.equal(parseLink(hash), null, hash);
  }
});

test("the signs of a position that is looked at: the last move, and where a lifted piece may go", () => {
  const meanings = (/** @type {[number, boolean][]} */ ...each) => each.map(([played, isPicked]) => signsOf(played, isPicked).map(({ meaning }) => meaning));
  assert.deepEqual(meanings([0, false], [2, false], [0, true], [2, true]), [[], ["last_target"], ["target"], ["target", "last_target"]]);
});
