/** The plies of the game: sent whole to a page that joins, and then only what changes. */

/**
 * @typedef {{game: string, moves: string[]}} Plies
 * @typedef {{game: string, from: number, moves: string[]}} PlyMessage from that ply on, 0 the first
 */

/** @type {Plies} */
export const NO_PLIES = { game: "", moves: [] };

/**
 * The plies after a message.
 * @param {Plies} known
 * @param {PlyMessage} message
 * @returns {Plies}
 */
export function withPlies(known, { game, from, moves }) {
  const same = game === known.game ? known.moves.slice(0, from) : [];
  return { game, moves: [...same, ...moves] };
}

/**
 * Whether moves lead from one position to another: a game that began from a position that was set up has another start
 * than its rules say.
 * @param {import("./diagram.js").Placed} start
 * @param {string[]} moves with what they captured
 * @param {import("./diagram.js").Placed} end
 */
export function leadsTo(start, moves, end) {
  const pieces = new Map(Object.entries(start));
  for (const move of moves) {
    const [way = "", ...captured] = move.split("x");
    const [origin = "", target = ""] = way.split("-");
    const kind = pieces.get(origin);
    if (kind === undefined) return false;
    pieces.delete(origin);
    pieces.set(target, kind);
    for (const square of captured) pieces.delete(square);
  }
  return pieces.size === Object.keys(end).length && [...pieces].every(([square, kind]) => end[square] === kind);
}
