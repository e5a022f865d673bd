/** The moves of the game, numbered as the heading counts them, a column for each side; each shows its position when it is chosen. */

import { byId, html } from "./dom.js";

/**
 * Make the list work.
 * @param {(ply: number) => void} look called with the number of plies to look at
 */
export function bindMoves(look) {
  byId("moves").addEventListener("click", (event) => {
    const item = /** @type {Element} */ (event.target).closest("li");
    if (item?.parentElement) look([...item.parentElement.children].indexOf(item) + 1);
  });
  // What comes above it, such as aims or a long reason, makes it lower.
  new ResizeObserver(showCurrent).observe(byId("moves"));
  // A window that has another size for a moment may scroll the list back, and leave it as high.
  addEventListener("resize", showCurrent);
}

/**
 * Show moves, and mark the one that is looked at.
 * @param {string[]} moves
 * @param {number} at how many plies the position has that is shown
 */
export function showMoves(moves, at = moves.length) {
  const list = byId("moves");
  const listed = [...list.children].map((item) => item.textContent ?? "");
  const same = sameStart(listed, moves);
  for (const item of [...list.children].slice(same)) item.remove();
  for (const move of moves.slice(same)) list.append(html("li", {}, html("button", { type: "button", class: "ply" }, move)));
  const current = list.children[at - 1];
  if (current?.hasAttribute("aria-current") && same === moves.length && same === listed.length) return;
  for (const item of list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  showCurrent();
}

/** Bring the marked move to the middle of the list. */
function showCurrent() {
  const list = byId("moves");
  const current = list.querySelector("[aria-current]");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop + (current.offsetHeight - list.clientHeight) / 2;
}

/**
 * Begin the list in the column of the side that made the first move.
 * @param {import("./words.js").Side} side
 */
export function beginWith(side) {
  byId("moves").dataset.begins = side;
}

/**
 * How many items two lists have in common before they part.
 * @param {string[]} one
 * @param {string[]} other
 */
export function sameStart(one, other) {
  const parting = other.findIndex((item, n) => item !== one[n]);
  return parting === -1 ? other.length : parting;
}
