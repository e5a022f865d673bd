import assert from "node:assert/strict";
import test from "node:test";

import { Settings, sound } from "#page/settings.js";

/** A browser's memory. */
function memory(text = "") {
  const kept = new Map(text === "" ? [] : [["hnefi.settings", text]]);
  return {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => void kept.set(name, value),
  };
}

test("at first the page is for players, quiet, and does for them what is no move", () => {
  const { layout, theme, sound: hears, by_hand } = new Settings("", memory()).now;
  assert.deepEqual([layout, theme, hears, by_hand], ["player", "auto", false, false]);
});

test("what was chosen is remembered", () => {
  const store = memory();
  new Settings("", store).choose({ theme: "dark", sound: true });
  const { theme, sound: hears } = new Settings("", store).now;
  assert.deepEqual([theme, hears], ["dark", true]);
});

test("the address decides the layout for this page alone, until another is chosen", () => {
  const store = memory();
  const settings = new Settings("?layout=audience", store);
  assert.equal(settings.now.layout, "audience");
  assert.equal(new Settings("", store).now.layout, "player");
  settings.choose({ layout: "table" });
  assert.equal(settings.now.layout, "table");
});

test("what cannot be chosen is not taken from memory or address", () => {
  assert.deepEqual(sound({ layout: "upside-down", theme: "dark", sound: "loud", unknown: true }), { theme: "dark" });
  assert.equal(new Settings("?layout=upside-down", memory("no JSON")).now.layout, "player");
});

test("a browser without memory has the usual settings, and keeps those of this visit", () => {
  const settings = new Settings("", null);
  settings.choose({ theme: "contrast" });
  assert.equal(settings.now.theme, "contrast");
});
