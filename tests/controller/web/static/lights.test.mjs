/** Without a catalogue a text is its key. */

import assert from "node:assert/strict";
import test from "node:test";

import { explained, litWords } from "#page/legend.js";
import { litSquares } from "#page/lights.js";
import { useCatalogue } from "#page/say.js";

/**
 * @param {string} meaning
 * @param {string[]} squares
 * @param {string} [rhythm]
 * @param {string} [from]
 */
const light = (meaning, squares, rhythm = "steady", from = "f6") => ({ meaning, squares, rhythm, from, colour: "ffffff", level: 1 });

test("a square has its meaning, and a word where a move to it does something", () => {
  const lights = [light("target", ["d2"]), light("capturing", ["e3"], "double"), light("winning", ["a1"], "triple")];
  const lit = litSquares(lights, { e3: ["e2", "f3"] });
  assert.deepEqual([...lit].map(([square, { light: { meaning }, word }]) => [square, meaning, word]), [
    ["d2", "target", ""], ["e3", "capturing", "×e2 f3"], ["a1", "winning", "page.wins"],
  ]);
});

test("a wave reaches squares by their distance from where it sets out; steady light has none", () => {
  const squares = ["a1", "b1", "b4"];
  const far = (/** @type {string} */ rhythm) => [...litSquares([light("any", squares, rhythm, "a1")], {}).values()]
    .map(({ distance }) => distance);
  assert.deepEqual(far("wave"), [0, 1, 3]);
  assert.deepEqual(far("run"), [0, 1, 3]);
  assert.deepEqual(far("steady"), [0, 0, 0]);
});

test("what wins is explained first, then captures, then what is open; five lights at most", () => {
  const names = ["last_target", "lifted", "target", "turn_attackers", "capturing", "winning"];
  const shown = explained(names.map((name) => light(name, ["a1"])));
  assert.deepEqual(shown.map(({ meaning }) => meaning), ["winning", "capturing", "target", "last_target", "lifted"]);
});

test("that time runs out is explained before the last move, which may leave no room for it", () => {
  const names = ["last_origin", "last_target", "time_defenders"];
  const shown = explained(names.map((name) => light(name, ["a1"])));
  assert.deepEqual(shown.map(({ meaning }) => meaning), ["time_defenders", "last_origin", "last_target"]);
});

test("what can be chosen by a light is listed elsewhere, each with what it stands for", () => {
  const names = ["option_first", "option_middle", "last_target"];
  assert.deepEqual(explained(names.map((name) => light(name, ["a1"]))).map(({ meaning }) => meaning), ["last_target"]);
});

test("whoever listens hears where each light shines, what matters most first, and whose turn it is nowhere", (t) => {
  t.after(() => useCatalogue({ locale: "en", texts: {} }));
  useCatalogue({ locale: "en", texts: { "page.lit.where": "{meaning}: {squares}", "page.light.target": "open", "page.light.capturing": "captures" } });
  const lights = [light("turn_attackers", ["a1"]), light("target", ["d2", "d3"]), light("capturing", ["e3"])];
  assert.equal(litWords(lights), "captures: e3; open: d2 and d3");
  assert.equal(litWords(lights.slice(0, 1)), "page.lit.nothing");
});
