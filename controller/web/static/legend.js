/** What the lights that shine just now mean, in a line of pictures and words. */

import { byId, html } from "./dom.js";
import { swatch } from "./lights.js";
import { say } from "./say.js";

/** @typedef {Pick<import("./lights.js").Light, "meaning" | "colour">} Light */

/** What is explained first: what a move would do, and that time runs out. There may be room for two. */
const FIRST = ["winning", "capturing", "target", "repeating", "time_attackers", "time_defenders"];
const MOST = 5;
/** What can be chosen by a light is listed with what it stands for; here all would read alike. */
const LISTED = /^option_/;

/**
 * The lights that are explained: those that matter most.
 * @param {Light[]} lights
 * @returns {Light[]}
 */
export function explained(lights) {
  const rank = (/** @type {Light} */ { meaning }) => (FIRST.includes(meaning) ? FIRST.indexOf(meaning) : FIRST.length);
  return lights.filter(({ meaning }) => !LISTED.test(meaning)).sort((one, other) => rank(one) - rank(other)).slice(0, MOST);
}

/**
 * Show what shines.
 * @param {Light[]} lights
 */
export function showLegend(lights) {
  const list = byId("lit");
  const shown = explained(lights);
  const key = shown.map(({ meaning, colour }) => `${meaning} ${colour}`).join("\n");
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...shown.map((light) => html("li", {}, swatch(light), say(`page.light.${light.meaning}`))));
}
