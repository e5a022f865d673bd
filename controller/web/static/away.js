/** When nobody answers, the page says so in its largest text, and keeps everything else it knows. */

import { byId, setText } from "./dom.js";
import { say } from "./say.js";

/** A page that was just opened is still looking. */
const PATIENCE_MS = 1500;
const openedAt = performance.now();

/** Say that nobody answers. What the controller says next takes the place of these words. */
export function showAway() {
  const hasSeen = document.body.dataset.phase !== undefined;
  if (!isAway(performance.now() - openedAt, hasSeen)) return;
  setText(byId("turn"), say("page.away"));
  setText(byId("turn-detail"), "");
  setText(byId("sentence"), say("page.away.wait"));
}

/**
 * Whether it is late enough to say that nobody answers.
 * @param {number} openForMs
 * @param {boolean} hasSeen whether the controller has said anything yet
 */
export function isAway(openForMs, hasSeen) {
  return hasSeen || openForMs >= PATIENCE_MS;
}
