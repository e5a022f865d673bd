/** Moves that are typed: "d1-d3", "d1d3" or "d1 d3", as people write them, or "1. d1-d3", as files of games do. */

import { byId } from "./dom.js";
import { SQUARES, centre } from "./geometry.js";
import { say } from "./say.js";

/**
 * @typedef {{origin: string, target: string}} TypedMove
 *
 * @typedef {object} Means
 * @property {import("./table.js").Table} table
 * @property {import("./look.js").Look} look
 * @property {(piece: import("./table.js").Piece, to: import("./table.js").Point) => boolean} carry whether it was sent
 * @property {(text: string) => void} explain
 */

const SQUARE = "[a-k](?:1[01]|[1-9])";
const NUMBER = "(?:\\d{1,4}(?:\\.{1,3}|\\))\\s*)?";
const MOVE = `${NUMBER}(${SQUARE})[-–—>to\\s]*(${SQUARE})(?:[x×/][a-k]\\d+)*`;
const ONE = new RegExp(`^\\s*${MOVE}\\s*$`, "i");
const SEVERAL = new RegExp(`^\\s*${MOVE}(?:\\s+${MOVE})+\\s*$`, "i");

/**
 * The move of a text.
 * @param {string} text
 * @returns {TypedMove | null} null where it is none
 */
export function parseTyped(text) {
  const found = ONE.exec(text);
  const [origin, target] = [found?.[1]?.toLowerCase(), found?.[2]?.toLowerCase()];
  if (origin === undefined || target === undefined) return null;
  return SQUARES.includes(origin) && SQUARES.includes(target) ? { origin, target } : null;
}

/**
 * Whether a text is more than one move.
 * @param {string} text
 */
export function areMoves(text) {
  return SEVERAL.test(text);
}

/**
 * Make the field work.
 * @param {Means} means
 */
export function bindTyped({ table, look, carry, explain }) {
  const field = byId("typed", HTMLInputElement);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") byId("stage").focus({ preventScroll: true });
    if (event.key !== "Enter" || field.value.trim() === "") return;
    event.preventDefault();
    const move = parseTyped(field.value);
    if (move === null) {
      explain(areMoves(field.value) ? say("page.typed.several") : say("page.typed.none", { text: field.value.trim() }));
      return;
    }
    const piece = table.standing(move.origin);
    if (look.line !== null) {
      look.try(move.origin, move.target);
      field.value = "";
    } else if (!table.virtual) explain(say("page.real_board"));
    else if (piece === undefined) explain(say("refusal.no_piece", { origin: move.origin }));
    else if (carry(piece, centre(move.target))) field.value = "";
  });
}
