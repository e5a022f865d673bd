// @ts-check
/** The two trays beside the board, with the pieces that are off it. */

import { setText, svg } from "./dom.js";

/** @typedef {import("./table.js").Piece} Piece */

/** The middle of the art; a crown may rise above it. */
const VIEW = "-38 -42 76 80";

/**
 * Make a tray.
 * @param {HTMLElement} tray
 * @returns {(pieces: Piece[]) => void} shows those of all pieces that lie in this tray
 */
export function drawTray(tray) {
  const rack = /** @type {HTMLElement} */ (tray.querySelector(".rack"));
  const count = /** @type {HTMLElement} */ (tray.querySelector(".count"));
  /** @type {Map<Piece["id"], SVGElement>} */
  const drawn = new Map();
  return (pieces) => {
    const inside = pieces.filter((piece) => piece.in_tray && sideOf(piece) === tray.dataset.side);
    const ids = new Set(inside.map((piece) => piece.id));
    for (const [id, element] of drawn) {
      if (ids.has(id)) continue;
      element.remove();
      drawn.delete(id);
    }
    for (const piece of inside) {
      if (drawn.has(piece.id)) continue;
      const element = picture(piece);
      drawn.set(piece.id, element);
      rack.append(element);
    }
    setText(count, String(inside.length));
  };
}

/**
 * The side that a piece fights on.
 * @param {Piece} piece
 */
export function sideOf(piece) {
  return piece.kind === "attacker" ? "attackers" : "defenders";
}

/** @param {Piece} piece */
function picture(piece) {
  const names = { "data-piece": piece.id, "data-kind": piece.kind, "data-at": "tray" };
  const use = svg("use", { href: `#piece-${piece.kind}` });
  return svg("svg", { class: "mini", viewBox: VIEW, ...names }, use);
}
