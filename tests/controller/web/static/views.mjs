/** Views of the board, for tests of what the page makes of them. */

/**
 * The page's view of a new game, with some differences.
 * @param {Partial<import("#page/words.js").View>} [differences]
 * @returns {import("#page/words.js").View}
 */
export const view = (differences = {}) => ({
  title: "Copenhagen Hnefatafl 11x11", phase: "play", to_move: "attackers", say: [], pieces: {},
  lifted: null, targets: [], owed: [], repair: [], faulty: [], refusal: null, game: "", plies: 0, outcome: null,
  draw_offer: null, clock: null, names: { attackers: "", defenders: "" }, can_undo: false, undo_leaves: null, paused: "", opponent: null, coached: [], lesson: null, explains: false, exhibition: null, ruleset: "copenhagen", next_ruleset: "copenhagen", lights: [],
  outlook: { winning: [], repeating: [], captures: {}, seen: 1, king_in_danger: false, ways_open: [] },
  ...differences,
});
