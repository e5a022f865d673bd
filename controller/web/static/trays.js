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
  const show = oneForEach(within(tray, ".rack"), picture);
  return (pieces, moves) => {
    const inside = pieces.filter((piece) => piece.in_tray && sideOf(piece) === side);
    show(inside);
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

/** @param {Piece} piece */
function picture(piece) {
  const names = { "data-piece": piece.id, "data-kind": piece.kind, "data-at": "tray" };
  const reached = { tabindex: 0, role: "button", "aria-label": say(`page.in_tray.${piece.kind}`) };
  const wooden = svg("use", { class: "wooden", href: `#piece-${piece.kind}` });
  const plain = svg("use", { class: "plain", href: `#plain-${piece.kind}` });
  return svg("svg", { class: "mini", viewBox: VIEW, ...names, ...reached }, wooden, plain);
}
