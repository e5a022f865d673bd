/** What those hear who listen to the page: each move as it is made. */

import { byId, setText } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./words.js").Side} Side */

/**
 * Who made a ply, or will make it.
 * @param {number} ply counted from 1
 * @param {{plies: number, to_move: Side}} now how many plies there are, and whose turn it is after them
 * @returns {Side}
 */
export function moverOf(ply, { plies, to_move }) {
  const other = to_move === "attackers" ? "defenders" : "attackers";
  return (ply - 1 - plies) % 2 === 0 ? to_move : other;
}

/**
 * A move in words.
 * @param {string} move such as "g3-e3xe2"
 * @param {Side} side that made it
 * @returns {string}
 */
export function moveWords(move, side) {
  const [way, ...captured] = move.split("x");
  const [origin = "", target = ""] = (way ?? "").split("-");
  if (captured.length === 0) return say(`page.said.${side}`, { origin: origin, target: target });
  return say(`page.said.captures.${side}`, { origin: origin, target: target, squares: captured });
}

/**
 * Say the newest move; after one that was taken back nothing.
 * @param {string[]} before the moves
 * @param {string[]} now
 * @param {{plies: number, to_move: Side}} view
 */
export function speakMove(before, now, view) {
  const area = byId("announced"), last = now.at(-1);
  // The same move may come again, and a text that stays is not said again.
  if (now.length < before.length) setText(area, "");
  if (last === undefined || now.length !== before.length + 1) return;
  setText(area, moveWords(last, moverOf(now.length, view)));
}
