/** What the lights that shine just now mean, in a line of pictures and words. */

import { byId, html } from "./dom.js";
import { swatch } from "./lights.js";
import { say } from "./say.js";

/** @typedef {Pick<import("./lights.js").Light, "meaning" | "colour">} Light */
/** @typedef {Pick<import("./lights.js").Light, "meaning" | "squares">} Lit */

/** What is explained first: what a move would do, and that time runs out. There may be room for two. */
const FIRST = ["winning", "capturing", "target", "repeating", "time_attackers", "time_defenders"];
const MOST = 5;
/** What can be chosen by a light is listed with what it stands for; here all would read alike. */
const LISTED = /^option_/;
/** The corners show whose turn it is; the heading says it. */
const SAID_ELSEWHERE = /^turn_/;

/**
 * The lights that are explained: those that matter most.
 * @param {Light[]} lights
 * @returns {Light[]}
 */
export function explained(lights) {
  return ranked(lights.filter(({ meaning }) => !LISTED.test(meaning))).slice(0, MOST);
}

/**
 * What shines where, for those who listen.
 * @param {Lit[]} lights
 * @returns {string}
 */
export function litWords(lights) {
  const heard = ranked(lights.filter(({ meaning }) => !SAID_ELSEWHERE.test(meaning)));
  if (heard.length === 0) return say("page.lit.nothing");
  return heard.map(whereWords).join("; ");
}

/** @param {Lit} light */
function whereWords({ meaning, squares }) {
  const words = say(`page.light.${meaning}`);
  return say("page.lit.where", { meaning: words, squares: squares });
}

/**
 * Lights, those that matter most first.
 * @template {{meaning: string}} Each
 * @param {Each[]} lights
 */
function ranked(lights) {
  const rank = (/** @type {Each} */ { meaning }) => (FIRST.includes(meaning) ? FIRST.indexOf(meaning) : FIRST.length);
  return [...lights].sort((one, other) => rank(one) - rank(other));
}

/**
 * Show what shines.
 * @param {Light[]} lights
 */
export function showLegend(lights) {
  const list = byId("lit");
  const shown = explained(lights).map((light) => ({ light, words: say(`page.light.${light.meaning}`) }));
  // A visitor may choose another language while the same shines.
  const key = shown.map(({ light, words }) => `${light.meaning} ${light.colour} ${words}`).join("\n");
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...shown.map(({ light, words }) => html("li", {}, swatch(light), words)));
}
