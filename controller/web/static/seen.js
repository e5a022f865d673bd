/** What stands beside the board, of the position that is seen: the board's, or another that is looked at. */

import { byId } from "./dom.js";
import { keepFocus } from "./focus.js";
import { showLegend } from "./legend.js";
import { beginWith, showMoves } from "./moves.js";
import { showTurn } from "./panel.js";
import { moverOf } from "./spoken.js";

/** @typedef {Pick<import("./look.js").Look, "line" | "turn" | "signs">} Looked */

/**
 * What is seen: the board, until the position has come that is looked at.
 * @param {import("./words.js").View} view
 * @param {string[]} moves of the game on the board
 * @param {Looked} look
 */
export function seenOf(view, moves, { line, turn, signs }) {
  const { title, lights } = view;
  if (line === null || turn === null) return { turn: view, title, lights, moves, at: moves.length };
  return { turn, title: line.ruleset === view.ruleset ? title : "", lights: signs ?? lights, moves: line.moves, at: line.at };
}

/**
 * @param {ReturnType<typeof seenOf>} seen
 * @param {boolean} isOpen whether the page is connected; the heading says if it is not
 */
export function showSeen({ turn, title, lights, moves, at }, isOpen) {
  if (isOpen) showTurn(turn, title);
  showLegend(lights);
  showMoves(moves, at);
  keepFocus(() => showWays(at, moves.length));
  beginWith(moverOf(1, turn));
}

/**
 * Let people go where there are moves: back from the first position leads nowhere, nor on from the last.
 * @param {number} at
 * @param {number} last
 */
function showWays(at, last) {
  byId("look-first", HTMLButtonElement).disabled = at === 0;
  byId("look-back", HTMLButtonElement).disabled = at === 0;
  byId("look-on", HTMLButtonElement).disabled = at >= last;
}
