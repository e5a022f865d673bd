/** The two trays beside the board, with the pieces that are off it. */

import { oneForEach, setText, svg, within } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./table.js").Piece} Piece */

/** The middle of the art; a crown may rise above it. */
const VIEW = "-38 -42 76 80";

/**
 * Make a tray.
 * @param {HTMLElement} tray
 * @returns {(pieces: Piece[], moves: string[]) => void} shows those of all pieces that lie in this tray
 */
export function drawTray(tray) {
  const side = /** @type {import("./words.js").Side} */ (tray.dataset.side);
  const heading = within(tray, "h3"), count = within(tray, ".count");
  const rack = within(tray, ".rack");
  const show = oneForEach(rack, picture);
  rack.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && goWithin(rack, event)) event.preventDefault();
  });
  rack.addEventListener("focusin", (event) => reachOne(rack, /** @type {Element} */ (event.target)));
  return (pieces, moves) => {
    const inside = pieces.filter((piece) => piece.in_tray && sideOf(piece) === side);
    show(inside);
    reachOne(rack, rack.querySelector("[tabindex='0']"));
    setText(heading, headingOf(side, areCaptives(pieces, moves)));
    setText(count, String(inside.length));
  };
}

/**
 * Whether all that lies beside the board was captured. A position that was set up leaves pieces over.
 * @param {Pick<Piece, "in_tray">[]} pieces
 * @param {string[]} moves of the game, each with what it captured
 */
export function areCaptives(pieces, moves) {
  const captured = moves.reduce((sum, move) => sum + move.split("x").length - 1, 0);
  return pieces.filter((piece) => piece.in_tray).length <= captured;
}

/**
 * What stands above a tray.
 * @param {import("./words.js").Side} side
 * @param {boolean} captives whether its pieces were captured
 */
export function headingOf(side, captives) {
  return captives ? say(`page.tray.${side}.short`) : say("page.tray.beside");
}

/**
 * The side that a piece fights on.
 * @param {Pick<Piece, "kind">} piece
 * @returns {import("./words.js").Side}
 */
export function sideOf({ kind }) {
  return kind === "attacker" ? "attackers" : "defenders";
}

/**
 * Let Tab come to one piece of a tray, as to one thing: thirty-five would stand before all that follows.
 * @param {Element} rack
 * @param {Element | null} chosen the first piece in its place if it is none of them
 */
function reachOne(rack, chosen) {
  const pieces = [...rack.children];
  const one = pieces.find((piece) => piece === chosen) ?? pieces[0];
  for (const piece of pieces) {
    const tabindex = piece === one ? "0" : "-1";
    if (piece.getAttribute("tabindex") !== tabindex) piece.setAttribute("tabindex", tabindex);
  }
}

/**
 * Go from a piece of a tray to another by a key.
 * @param {Element} rack
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key means that
 */
function goWithin(rack, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const pieces = /** @type {SVGElement[]} */ ([...rack.children]);
  const at = pieces.findIndex((piece) => piece === event.target);
  const to = stepWithin(event.key, at, pieces.length);
  if (at < 0 || to === null) return false;
  pieces[to]?.focus();
  return true;
}

/**
 * Where a key leads from one of some things in a row; at its ends it leads nowhere.
 * @param {string} key
 * @param {number} at from 0
 * @param {number} count
 * @returns {number | null} null for a key that leads nowhere ever
 */
export function stepWithin(key, at, count) {
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(at + 1, count - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** @param {Piece} piece */
function picture(piece) {
  const names = { "data-piece": piece.id, "data-kind": piece.kind, "data-at": "tray" };
  const reached = { tabindex: -1, role: "button", "aria-label": say(`page.in_tray.${piece.kind}`) };
  const wooden = svg("use", { class: "wooden", href: `#piece-${piece.kind}` });
  const plain = svg("use", { class: "plain", href: `#plain-${piece.kind}` });
  return svg("svg", { class: "mini", viewBox: VIEW, ...names, ...reached }, wooden, plain);
}
