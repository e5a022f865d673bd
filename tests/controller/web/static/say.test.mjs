import assert from "node:assert/strict";
import test from "node:test";

import { say, sayAll, sayParts, useCatalogue } from "#page/say.js";

const ENGLISH = {
  locale: "en-GB",
  texts: {
    steps: { one: "{count} step to go", other: "{count} steps to go" },
    captured: "Taken: {squares}.",
    over: "{result} {reasons}",
    won: "{side} win.",
    escaped: "The king has reached {square}.",
  },
};

test("a text that is missing shows its key", () => {
  useCatalogue(ENGLISH);
  assert.equal(say("unheard.of", { square: "a1" }), "unheard.of");
});

test("the count chooses the plural, as the language forms it", () => {
  useCatalogue(ENGLISH);
  assert.deepEqual([0, 1, 2].map((count) => say("steps", { count })), [
    "0 steps to go", "1 step to go", "2 steps to go",
  ]);
  const polish = { one: "krok", few: "kroki", many: "kroków", other: "kroku" };
  useCatalogue({ locale: "pl", texts: { steps: polish } });
  assert.deepEqual([1, 2, 5, 22].map((count) => say("steps", { count })), [
    "krok", "kroki", "kroków", "kroki",
  ]);
});

test("the parts of a text say which of them are arguments", () => {
  useCatalogue(ENGLISH);
  const said = [["", null], ["Anna", "side"], [" win.", null]].map(([text, argument]) => ({ text, argument }));
  assert.deepEqual(sayParts("won", { side: "Anna" }), said);
  assert.deepEqual(sayParts("unheard.of", { side: "Anna" }), [{ text: "unheard.of", argument: null }]);
});

test("a list is joined as the language joins it", () => {
  useCatalogue(ENGLISH);
  assert.equal(say("captured", { squares: ["a1"] }), "Taken: a1.");
  assert.equal(say("captured", { squares: ["a1", "b1", "c1"] }), "Taken: a1, b1 and c1.");
  useCatalogue({ ...ENGLISH, locale: "de" });
  assert.equal(say("captured", { squares: ["a1", "b1", "c1"] }), "Taken: a1, b1 und c1.");
});

test("an argument may be a sentence, or several", () => {
  useCatalogue(ENGLISH);
  const won = { key: "won", args: { side: "Defenders" } };
  const reasons = [{ key: "escaped", args: { square: "a11" } }, won];
  assert.equal(
    say("over", { result: won, reasons }), "Defenders win. The king has reached a11. Defenders win.",
  );
});

test("sentences follow one another", () => {
  useCatalogue(ENGLISH);
  assert.equal(
    sayAll([{ key: "steps", args: { count: 1 } }, { key: "captured", args: { squares: ["e2"] } }]),
    "1 step to go Taken: e2.",
  );
});
