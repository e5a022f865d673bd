/** What those hear who listen to the page: each move as it is made. */

import { byId, setText } from "./dom.js";
import { say } from "./say.js";

/**
 * A move in words.
 * @param {string} move such as "g3-e3xe2"
 * @param {number} ply counted from 1
 * @returns {string}
 */
export function moveWords(move, ply) {
  const [way, ...captured] = move.split("x");
  const [origin = "", target = ""] = (way ?? "").split("-");
  const side = ply % 2 === 1 ? "attackers" : "defenders";
  if (captured.length === 0) return say(`page.said.${side}`, { origin: origin, target: target });
  return say(`page.said.captures.${side}`, { origin: origin, target: target, squares: captured });
}

/**
 * Say the newest move.
 * @param {string[]} before the moves
 * @param {string[]} now
 */
export function speakMove(before, now) {
  const last = now.at(-1);
  if (last === undefined || now.length !== before.length + 1) return;
  setText(byId("announced"), moveWords(last, now.length));
}
