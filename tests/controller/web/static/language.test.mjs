import assert from "node:assert/strict";
import test from "node:test";

import { nameOf } from "#page/language.js";
import { decimal, useCatalogue } from "#page/say.js";

test("a language that no native speaker has read has a star", () => {
  assert.equal(nameOf({ language: "en", name: "English", reviewed: true }), "English");
  assert.equal(nameOf({ language: "da", name: "Dansk", reviewed: false }), "Dansk *");
});

test("a number is written as the language writes it", (t) => {
  t.after(() => useCatalogue({ locale: "en", texts: {} }));
  useCatalogue({ locale: "de", texts: {} });
  assert.equal(decimal(0.5), "0,50");
  useCatalogue({ locale: "en-GB", texts: {} });
  assert.equal(decimal(0.5), "0.50");
});
