/**
 * What a virtual board does by itself, so that people need only move: it takes captured pieces off,
 * and puts the pieces where the game has them after Undo, New game and a refused move, and where a piece
 * was dropped beside the board. On a real
 * board people do that, and here too if they choose so.
 *
 * Every page offers to do it, so that it is done though one of them goes away. What a page sends says
 * how often the table had been touched when the page saw it, and a table that was touched since does
 * nothing: so the first page does it, and a late one never takes back a move that was made meanwhile.
 */

/**
 * @typedef {import("./words.js").View} View
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {object} Means
 * @property {() => boolean} isWanted
 * @property {(hand: import("./socket.js").Hand) => boolean} send
 * @property {(name: string) => string} name makes a name for a hand
 * @property {(run: () => void, ms: number) => unknown} [later]
 *
 * @typedef {"clear" | "arrange" | null} Work
 */

/** What was refused is seen for so long, before it goes back. */
const SEEN_MS = 900;
/** A captured piece stands for a moment, so that people see which it was. */
const CAPTURED_MS = 400;

/**
 * What there is to do, and when.
 * @param {View} view
 * @param {boolean} held whether a hand holds a piece
 * @param {boolean} asked whether people have just asked for it
 * @param {boolean} [beside] whether a piece of the game lies beside the board
 * @returns {{work: Work, ms: number}}
 */
export function workFor({ phase, repair, owed, paused, lifted }, held, asked, beside = false) {
  if (paused) return { work: null, ms: 0 };
  // Whoever has begun the next move goes on with it, and sees the captured piece leave.
  // What somebody else has left in the air must not keep people from what they have just asked for.
  if (repair.length > 0 && (asked || !held)) return { work: "arrange", ms: asked || phase === "set_up" ? 0 : SEEN_MS };
  // What a hand drops beside the board makes no move; nobody else would put it back.
  if (lifted !== null && beside && !held) return { work: "arrange", ms: SEEN_MS };
  return owed.length > 0 ? { work: "clear", ms: CAPTURED_MS } : { work: null, ms: 0 };
}

export class Tidy {
  #table;
  #means;
  /** @type {View | null} */
  #view = null;
  /** What waits to be done, and for which state of the board. */
  #waits = "";
  /** @type {{touched: number | undefined} | null} how often the pieces had been touched when people asked for something */
  #asked = null;

  /**
   * @param {Table} table
   * @param {Means} means
   */
  constructor(table, means) {
    this.#table = table;
    this.#means = means;
  }

  /** People have asked for a change of the game, and now expect to see it. */
  expect() {
    this.#asked = { touched: this.#table.touched };
  }

  /** Take in the newest view. @param {View} view */
  heed(view) {
    this.#view = view;
    this.look();
  }

  /**
   * Do at once what waits: whoever takes the next piece must not have it put back under the hand, nor
   * find a captured piece on the square that it goes to. One who takes that piece takes it off himself.
   * @param {number | string} [taken] the id of the piece
   */
  hurry(taken) {
    const state = this.#waits;
    if (state.startsWith('["arrange"')) this.#do("arrange", state);
    /** @type {(number | string | undefined)[]} */
    const owed = this.#view?.owed.map((square) => this.#table.standing(square)?.id) ?? [];
    if (state.startsWith('["clear"') && !owed.includes(taken)) this.#do("clear", state);
    this.#asked = null;
  }

  /** See whether something is to be done, as far as the table and the view say. */
  look() {
    const view = this.#view;
    if (view === null || !this.#table.virtual || !this.#means.isWanted()) return;
    const { touched, isHeld } = this.#table;
    // Where somebody has taken a piece since, the asking has had its answer, or needed none.
    const isAsked = this.#asked !== null && this.#asked.touched === touched;
    const { work, ms } = workFor(view, isHeld, isAsked, this.#lacks(view));
    const { game, plies, owed, repair, lifted } = view;
    const state = work === null ? "" : JSON.stringify([work, game, plies, owed, repair, lifted, touched]);
    if (state === this.#waits) return;
    this.#waits = state;
    if (work === null) return;
    const later = this.#means.later ?? setTimeout;
    later(() => this.#do(work, state), ms);
  }

  /** Whether the lifted piece is not on the board. @param {View} view */
  #lacks({ lifted, pieces }) {
    const kind = lifted === null ? undefined : pieces[lifted];
    if (kind === undefined) return false;
    const wanted = Object.values(pieces).filter((each) => each === kind).length;
    return this.#table.onBoard(kind) < wanted;
  }

  /** @param {Work} work @param {string} state */
  #do(work, state) {
    const view = this.#view;
    // Something else has happened meanwhile.
    if (view === null || state !== this.#waits) return;
    this.#waits = "";
    this.#asked = null;
    const { touched } = this.#table;
    if (work === "arrange") this.#means.send({ action: "arrange", pieces: view.pieces, ...sinceThen(touched, 0) });
    else view.owed.forEach((square, taken) => this.#takeOff(square, sinceThen(touched, taken)));
  }

  /** @param {string} square @param {{touched?: number}} seen */
  #takeOff(square, seen) {
    const piece = this.#table.standing(square);
    if (piece === undefined) return;
    const hand = this.#means.name(`off-${square}`);
    this.#means.send({ action: "grab", hand, piece: piece.id, slide: false, ...seen });
    this.#means.send({ action: "drop", hand, x: -3, y: 5 });
  }
}

/**
 * What a message says of the table that it is meant for.
 * @param {number | undefined} touched
 * @param {number} more how often this page itself has touched it since
 */
function sinceThen(touched, more) {
  return touched === undefined ? {} : { touched: touched + more };
}
