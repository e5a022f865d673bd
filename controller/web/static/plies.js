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
