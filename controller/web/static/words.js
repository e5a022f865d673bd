/** What the panel says of a view: which text, with which arguments. */

import { decimal, say } from "./say.js";

/**
 * @typedef {import("./say.js").Sentence} Sentence
 * @typedef {"attacker" | "defender" | "king"} Kind
 * @typedef {"attackers" | "defenders"} Side
 * @typedef {{action: "put" | "take" | "shift", square: string, piece: Kind | null, from: string | null}} Step
 *
 * @typedef {object} Outlook what the next moves would do
 * @property {string[]} winning
 * @property {string[]} repeating
 * @property {Record<string, string[]>} captures by target
 * @property {number} seen
 * @property {boolean} king_in_danger
 * @property {string[]} ways_open
 *
 * @typedef {object} View what docs/bus.md calls the view, as far as the page reads it
 * @property {string} title
 * @property {"set_up" | "play" | "over"} phase
 * @property {Side} to_move
 * @property {Sentence[]} say what the board believes and waits for, to be put into words here
 * @property {Record<string, Kind>} pieces
 * @property {string | null} lifted
 * @property {string[]} targets
 * @property {string[]} owed
 * @property {Step[]} repair
 * @property {string[]} faulty the squares whose sensors are ignored
 * @property {{say: Sentence[], clause: string | null} | null} refusal
 * @property {string} game an id
 * @property {number} plies how many the game has
 * @property {{winner: Side | null, clause: string | null} | null} outcome
 * @property {Side | null} draw_offer the side that offers a draw
 * @property {import("./clocks.js").ClockFace | null} clock
 * @property {Record<Side, string>} names of the players, empty where nobody knows them
 * @property {boolean} can_undo
 * @property {number | null} undo_leaves how many plies are left after an undo
 * @property {string} paused
 * @property {{side: Side, name: string, thinking: boolean, adaptive: boolean, offers_draw: boolean} | null} opponent
 * @property {Side[]} coached the sides that want a coach
 * @property {{name: string, number: number, total: number, stars: number} | null} lesson the one that runs
 * @property {boolean} explains whether captures, refusals and ends are explained
 * @property {import("./exhibition.js").Exhibition | null} exhibition what an unattended board shows
 * @property {string} ruleset by name
 * @property {string} next_ruleset of a new game, by name
 * @property {Outlook} outlook
 * @property {import("./lights.js").Light[]} lights
 *
 * @typedef {Pick<View, "phase" | "to_move" | "plies" | "outcome" | "repair" | "paused">} Turn how far a game has come
 *
 * @typedef {object} Ahead what the held piece could do, and what shines
 * @property {string[]} targets
 * @property {Pick<Outlook, "winning" | "repeating" | "captures">} outlook
 * @property {Pick<import("./lights.js").Light, "meaning" | "squares">[]} lights
 */

/**
 * A step of a repair.
 * @param {Step} step
 * @returns {string}
 */
export function stepWords({ action, square, piece, from }) {
  if (action === "take" || piece === null) return say("page.step.take", { square });
  if (action === "put" || from === null) return say(`page.step.put.${piece}`, { square });
  return say(`page.step.shift.${piece}`, { origin: from, square });
}

/**
 * Whose turn it is, or what else is going on.
 * @param {Turn} view
 * @returns {string}
 */
export function turnWords({ phase, to_move, outcome, paused }) {
  if (paused) return say("page.turn.paused");
  if (phase === "set_up") return say("page.turn.set_up");
  if (phase === "play") return say(`page.turn.${to_move}`);
  if (!outcome) return say("page.turn.over");
  return outcome.winner === null ? say("page.turn.drawn") : say(`page.turn.won.${outcome.winner}`);
}

/**
 * The small line under the turn.
 * @param {Turn} view
 * @returns {string}
 */
export function detailWords({ phase, plies, repair, paused }) {
  if (paused) return say("page.detail.paused");
  if (phase === "set_up") {
    // As the sentence beside it counts: a piece on a wrong square leaves another one empty.
    const wrong = new Set(repair.flatMap(({ square, from }) => (from === null ? [square] : [square, from])));
    return wrong.size === 0 ? say("page.detail.all_in_place") : say("page.detail.squares", { count: wrong.size });
  }
  if (phase === "play") return say("page.detail.move", { number: plies + 1 });
  return say("page.detail.over", { count: plies });
}

/** Lights that say something of their square; whose turn it is, and what a held piece can do, is said elsewhere. */
const SPOKEN = /^(asked|because|hint.*|option_.*|owed|put_.*|shown|star|target_.*|threatened|visit|wrong)$/;

/**
 * What the keyboard's cursor stands on, for those who listen, and what shines there.
 * @param {string | null} square
 * @param {Kind | undefined} piece
 * @param {boolean} holding
 * @param {Ahead | null} [ahead]
 * @returns {string}
 */
export function cursorWords(square, piece, holding, ahead = null) {
  const at = square ?? "";
  const lit = (ahead?.lights ?? []).filter(({ meaning, squares }) => SPOKEN.test(meaning) && squares.includes(at));
  const shining = lit.map(({ meaning }) => say(`page.light.${meaning}`));
  if (piece === undefined) return [say("page.cursor.empty", { square: at }), ...shining].join(", ");
  if (!holding) return [say(`page.cursor.${piece}`, { square: at }), ...shining].join(", ");
  return [say(`page.cursor.holding.${piece}`, { square: at }), ...targetWords(at, ahead), ...shining].join(", ");
}

/** @param {string} square @param {Ahead | null} ahead */
function targetWords(square, ahead) {
  if (ahead === null || !ahead.targets.includes(square)) return [];
  const { winning, repeating, captures } = ahead.outlook;
  const taken = captures[square];
  return [
    say("page.open"),
    ...(taken === undefined ? [] : [say("page.captures", { squares: taken })]),
    ...(winning.includes(square) ? [say("page.wins")] : []),
    ...(repeating.includes(square) ? [say("page.repeats")] : []),
  ];
}

/**
 * Warnings for those who want them.
 * @param {View} view
 * @returns {string[]}
 */
export function warningWords({ phase, outlook }) {
  if (phase !== "play") return [];
  const { king_in_danger, ways_open } = outlook;
  return [
    ...(king_in_danger ? [say("page.warning.king")] : []),
    ...(ways_open.length > 0 ? [say("page.warning.ways", { count: ways_open.length, squares: ways_open })] : []),
  ];
}

/**
 * The name of the picture beside the turn.
 * @param {Turn} view
 * @returns {string} an id of index.html's art
 */
export function turnPicture({ phase, to_move, outcome }) {
  const side = phase === "play" ? to_move : outcome?.winner;
  if (side === "attackers") return "piece-attacker";
  return side === "defenders" && phase === "play" ? "piece-defender" : "piece-king";
}

/**
 * @typedef {{current_ma?: number, supply_ma?: number}} Draw what the board draws, where it is known
 */

/**
 * What the board draws of what its supply gives.
 * @param {Draw} draw
 * @returns {string} empty where it is not known
 */
export function currentWords({ current_ma: current, supply_ma: supply }) {
  if (current === undefined || supply === undefined) return "";
  return say("page.draw", { amperes: decimal(current / 1000), most: decimal(supply / 1000) });
}
