import assert from "node:assert/strict";
import test from "node:test";

import { browserWords, spaced } from "#page/devices.js";
import { isAway } from "#page/away.js";
import { useCatalogue } from "#page/say.js";

const AGENTS = {
  "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0": "Firefox, Linux",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36": "Chrome, Android",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1": "Safari, iPhone",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0": "Edge, Windows",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15": "Safari, Mac",
  "curl/8.5.0": "A program",
  "": "A program",
};

test("a device is called by its browser and its machine", (t) => {
  t.after(() => useCatalogue({ locale: "en", texts: {} }));
  useCatalogue({ locale: "en", texts: { "page.devices.program": "A program" } });
  for (const [agent, words] of Object.entries(AGENTS)) assert.equal(browserWords(agent), words);
});

test("six digits are read in two groups", () => {
  assert.equal(spaced("012345"), "012 345");
});

test("a page that was just opened looks for a moment before it says that nobody answers", () => {
  assert.deepEqual([isAway(0, false), isAway(1499, false), isAway(1500, false)], [false, false, true]);
  assert.equal(isAway(0, true), true);
});
