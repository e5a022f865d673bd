import assert from "node:assert/strict";
import test from "node:test";

import { shine } from "#page/lights.js";

/** @param {number} channel */
const hex = (channel) => channel.toString(16).padStart(2, "0");

test("a pixel at full strength is shown in its own colour", () => {
  assert.deepEqual(shine("ff8800"), { visibility: "visible", color: "rgb(255 136 0)", opacity: "1.000" });
});

test("a weaker pixel keeps its hue and loses strength, as the eye sees it", () => {
  assert.deepEqual(shine("202010"), { visibility: "visible", color: "rgb(255 255 128)", opacity: "0.354" });
  assert.deepEqual(shine("808040"), { visibility: "visible", color: "rgb(255 255 128)", opacity: "0.708" });
});

test("a dark pixel is hidden, and so is one that no digits describe", () => {
  assert.deepEqual(shine("000000"), { visibility: "hidden" });
  assert.deepEqual(shine("no hue"), { visibility: "hidden" });
});

test("from the weakest to the strongest grey a pixel only grows stronger, and stays white", () => {
  let before = 0;
  for (let level = 1; level <= 255; level += 1) {
    const { color, opacity } = shine(hex(level).repeat(3));
    assert.equal(color, "rgb(255 255 255)");
    assert.ok(Number(opacity) > before && Number(opacity) <= 1);
    before = Number(opacity);
  }
});
