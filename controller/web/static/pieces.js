// @ts-check
/** The pieces on and above the board. */

import { svg } from "./dom.js";
import { toDrawing } from "./geometry.js";
import { whereabouts } from "./table.js";

/** @typedef {import("./table.js").Piece} Piece */

/**
 * Make the layer of the pieces.
 * @param {SVGElement} root
 * @returns {(pieces: Piece[]) => void} shows the pieces where they are
 */
export function drawPieces(root) {
  /** @type {Map<Piece["id"], SVGElement>} */
  const drawn = new Map();
  return (pieces) => {
    const onBoard = pieces.filter((piece) => !piece.in_tray);
    const ids = new Set(onBoard.map((piece) => piece.id));
    for (const [id, element] of drawn) {
      if (ids.has(id)) continue;
      element.remove();
      drawn.delete(id);
    }
    for (const piece of onBoard) {
      const element = drawn.get(piece.id) ?? addPiece(root, piece);
      drawn.set(piece.id, element);
      put(element, piece);
    }
  };
}

/**
 * @param {SVGElement} root
 * @param {Piece} piece
 */
function addPiece(root, piece) {
  const body = svg("g", { class: "body" }, svg("use", { href: `#piece-${piece.kind}` }));
  const shadow = svg("use", { class: "shadow", href: "#piece-shadow" });
  const names = { class: "piece", "data-piece": piece.id, "data-kind": piece.kind };
  const element = svg("g", names, shadow, body);
  root.append(element);
  return element;
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
  const { x, y } = toDrawing(piece.x, piece.y);
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
