import assert from "node:assert/strict";
import test from "node:test";

import { gameWords } from "#page/games.js";
import { useCatalogue } from "#page/say.js";
import { soundFor } from "#page/sound.js";
import { moverOf, moveWords } from "#page/spoken.js";

test("a move is spoken with its side, and with what it captures", (t) => {
  t.after(() => useCatalogue({ locale: "en", texts: {} }));
  useCatalogue({
    locale: "en",
    texts: {
      "page.said.attackers": "Attackers: {origin} to {target}",
      "page.said.captures.defenders": "Defenders: {origin} to {target}, captures {squares}",
    },
  });
  assert.equal(moveWords("d1-d3", "attackers"), "Attackers: d1 to d3");
  assert.equal(moveWords("g3-e3xe2xe4", "defenders"), "Defenders: g3 to e3, captures e2 and e4");
});

test("who made a ply follows from whose turn it is, since a position may be set up for either side", () => {
  const after = (/** @type {number} */ plies, /** @type {"attackers" | "defenders"} */ to_move) => ({ plies, to_move });
  assert.equal(moverOf(1, after(0, "attackers")), "attackers");
  assert.equal(moverOf(1, after(1, "defenders")), "attackers");
  assert.equal(moverOf(2, after(1, "defenders")), "defenders");
  assert.equal(moverOf(1, after(0, "defenders")), "defenders");
  assert.equal(moverOf(1, after(1, "attackers")), "defenders");
  assert.equal(moverOf(3, after(2, "defenders")), "defenders");
});

test("a new move sounds; a capture and the end otherwise; a takeback and a whole game not at all", () => {
  assert.equal(soundFor([], ["d1-d3"], false), "move");
  assert.equal(soundFor(["d1-d3"], ["d1-d3", "g3-e3xe2"], false), "capture");
  assert.equal(soundFor(["d1-d3"], ["d1-d3", "b11-a11"], true), "over");
  assert.equal(soundFor(["d1-d3"], [], false), null);
  assert.equal(soundFor([], ["d1-d3", "e5-e2"], false), null);
});

test("the rules of a kept game have their title where it is known", () => {
  const game = { id: "a", started: "", ruleset: "fetlar", names: { attackers: null, defenders: null }, result: "draw", plies: 3 };
  const titles = { fetlar: "Fetlar Hnefatafl 11x11" };
  assert.equal(gameWords(game, titles, []), "Fetlar Hnefatafl 11x11 · page.games.result.draw · page.games.plies");
});

test("of a kept game only what is known is said", () => {
  const game = { id: "a", started: "", ruleset: "fetlar", names: { attackers: "Ann", defenders: null }, result: null, plies: 3 };
  assert.equal(gameWords(game, {}, []), "Ann · fetlar · page.games.unfinished · page.games.plies");
});

test("a level is listed in the words by which it is chosen", () => {
  const kept = (/** @type {string} */ name) => ({
    id: "a", started: "", ruleset: "fetlar", names: { attackers: "Ann", defenders: name }, result: null, plies: 3,
  });
  const rest = "fetlar · page.games.unfinished · page.games.plies";
  assert.equal(gameWords(kept("one-move"), {}, ["chance", "one-move"]), `Ann – level.one_move · ${rest}`);
  assert.equal(gameWords(kept("Bo"), {}, ["chance", "one-move"]), `Ann – Bo · ${rest}`);
});
