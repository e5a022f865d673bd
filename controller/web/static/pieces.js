/** The pieces on and above the board. */

import { oneForEach, svg } from "./dom.js";
import { toDrawing } from "./geometry.js";
import { whereabouts } from "./table.js";

/** @typedef {import("./table.js").Piece} Piece */

/**
 * Make the layer of the pieces.
 * @param {SVGElement} root
 * @returns {(pieces: Piece[]) => void} shows the pieces where they are
 */
export function drawPieces(root) {
  const show = oneForEach(root, picture, put);
  return (pieces) => show(pieces.filter((piece) => !piece.in_tray));
}

/** @param {Piece} piece */
function picture(piece) {
  const sets = [
    svg("use", { class: "wooden", href: `#piece-${piece.kind}` }),
    svg("use", { class: "plain", href: `#plain-${piece.kind}` }),
  ];
  const body = svg("g", { class: "body" }, ...sets);
  const shadow = svg("use", { class: "shadow", href: "#piece-shadow" });
  const names = { class: "piece", "data-piece": piece.id, "data-kind": piece.kind };
  return svg("g", names, shadow, body);
}

/**
 * @param {SVGElement} element
 * @param {Piece} piece
 */
function put(element, piece) {
  if (piece.held && !element.classList.contains("held")) bringUp(element);
  element.classList.toggle("held", piece.held);
  element.classList.toggle("raised", piece.raised);
  element.dataset.at = whereabouts(piece);
  const { x, y } = toDrawing(piece);
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

/**
 * Draw a piece above all others.
 * @param {SVGElement} element
 */
function bringUp(element) {
  element.parentNode?.append(element);
  // Its transitions end when it is moved in the tree; reading the layout lets the next ones begin.
  element.getBoundingClientRect();
}
