// @ts-check
/** What the panel says in words of its own; the sentences of the view are shown as they come. */

/**
 * @typedef {"attacker" | "defender" | "king"} Kind
 * @typedef {"attackers" | "defenders"} Side
 * @typedef {{action: "put" | "take" | "shift", square: string, piece: Kind | null, from: string | null}} Step
 *
 * @typedef {object} View what docs/bus.md calls the view, as far as the page reads it
 * @property {string} title
 * @property {"set_up" | "play" | "over"} phase
 * @property {Side} to_move
 * @property {string} sentence
 * @property {Record<string, Kind>} pieces
 * @property {string | null} lifted
 * @property {string[]} targets
 * @property {string[]} owed
 * @property {Step[]} repair
 * @property {{sentence: string, clause: string | null} | null} refusal
 * @property {string[]} moves
 * @property {{winner: Side | null, clause: string | null} | null} outcome
 * @property {boolean} can_undo
 * @property {string} paused
 */

const NAMED = { attacker: "an attacker", defender: "a defender", king: "the king" };
const SIDES = { attackers: "Attackers", defenders: "Defenders" };

/**
 * A step of a repair.
 * @param {Step} step
 * @returns {string}
 */
export function stepWords({ action, square, piece, from }) {
  const what = piece === null ? "a piece" : NAMED[piece];
  if (action === "take") return `Take the piece off ${square}`;
  if (action === "put") return `Put ${what} on ${square}`;
  const belongs = piece === "king" ? "the king belongs there" : `${what} belongs there`;
  return `Move the piece from ${from} to ${square}: ${belongs}`;
}

/**
 * What stands in the place of the repair when there is none.
 * @param {View} view
 * @returns {string}
 */
export function noRepairWords({ owed }) {
  if (owed.length === 0) return "Nothing to put right.";
  return `Captured, to be taken off: ${owed.join(", ")}`;
}

/**
 * Whose turn it is, or what else is going on.
 * @param {View} view
 * @returns {string}
 */
export function turnWords({ phase, to_move, outcome, paused }) {
  if (paused) return "Paused";
  if (phase === "set_up") return "Setting up the pieces";
  if (phase === "play") return `${SIDES[to_move]} to move`;
  if (!outcome) return "The game is over";
  return outcome.winner === null ? "The game is drawn" : `${SIDES[outcome.winner]} have won`;
}

/**
 * The small line under the turn.
 * @param {View} view
 * @returns {string}
 */
export function detailWords({ phase, moves, repair, outcome, paused }) {
  if (paused) return "The game goes on where it was";
  const played = `${moves.length} ${moves.length === 1 ? "move" : "moves"}`;
  if (phase === "set_up") {
    if (repair.length === 0) return "Every piece is in its place";
    return `${repair.length} ${repair.length === 1 ? "step" : "steps"} to go`;
  }
  if (phase === "play") return `Move ${moves.length + 1}`;
  const rule = outcome?.clause ? `, rule ${outcome.clause}` : "";
  return `Game over after ${played}${rule}`;
}

/**
 * The name of the picture beside the turn.
 * @param {View} view
 * @returns {string} an id of index.html's art
 */
export function turnPicture({ phase, to_move, outcome }) {
  const side = phase === "play" ? to_move : outcome?.winner;
  if (side === "attackers") return "piece-attacker";
  return side === "defenders" && phase === "play" ? "piece-defender" : "piece-king";
}

/**
 * What is wrong with the connection.
 * @param {boolean} open
 * @param {boolean} alive
 * @param {string} paused
 * @returns {string} empty when nothing is
 */
export function connectionWords(open, alive, paused) {
  if (!open) return "Looking for the board";
  if (!alive) return "The bus is silent";
  return paused ? "The board is not seen" : "";
}
