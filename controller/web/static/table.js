/**
 * Where the physical pieces are: what the table said last, and over it what this page's own hands
 * do, which the table will only say a moment later. It draws nothing and sends nothing.
 */

import { centre, squareAt } from "./geometry.js";

/**
 * @typedef {object} Piece one entry of the table
 * @property {number | string} id
 * @property {"attacker" | "defender" | "king"} kind
 * @property {number} x
 * @property {number} y
 * @property {boolean} raised
 * @property {boolean} held
 * @property {string | null} [hand] the one that holds it
 * @property {boolean} in_tray
 *
 * @typedef {{x: number, y: number}} Point in board coordinates
 *
 * @typedef {object} Hold a piece in a hand of this page
 * @property {number} x where the hand is
 * @property {number} y
 * @property {boolean} slide
 * @property {boolean} let_go the hand has opened, but the table has not said so yet
 * @property {number} since how often the pieces had been touched, by what the page knew then
 */

/** A slid piece that the table sees further behind than this, in squares, is blocked. */
const BLOCKED = 0.75;
/** A piece that was let go is given back to the table after this, whatever the table says. */
const PATIENCE_MS = 2000;
/** A virtual board shows its table with its first view; if there is none after this, the board is real. */
const TABLE_WAIT_MS = 600;

export class Table {
  /** @type {Piece[]} */
  #pieces = [];
  /** @type {Map<Piece["id"], Hold>} */
  #holds = new Map();
  #onChange;
  #later;
  #waits = false;
  /** @type {"virtual" | "real" | ""} what board it is, empty until that is known */
  board = "";
  /** @type {number | undefined} how often the pieces had been touched when the table said so */
  touched;

  /**
   * @param {() => void} onChange
   * @param {(run: () => void, ms: number) => void} [later] runs something after a while
   */
  constructor(onChange, later = (run, ms) => setTimeout(run, ms)) {
    this.#onChange = onChange;
    this.#later = later;
  }

  /** Whether the table came from a virtual board, whose pieces hands on this page can move. */
  get virtual() {
    return this.board === "virtual";
  }

  /**
   * Take what the virtual board says.
   * @param {Piece[]} pieces
   * @param {number} [touched]
   */
  set(pieces, touched) {
    this.board = "virtual";
    this.touched = touched;
    this.#pieces = pieces;
    for (const piece of pieces) {
      const hold = this.#holds.get(piece.id);
      // What was said before the table felt the hand says nothing of where the hand put the piece.
      const knows = touched === undefined || touched > (hold?.since ?? 0);
      if (hold?.let_go && !piece.held && knows) this.#holds.delete(piece.id);
    }
    this.#onChange();
  }

  /**
   * Take the pieces of a view, which stand on a real board: its sensors know only that some piece does.
   * @param {Record<string, Piece["kind"]>} pieces by square
   */
  setFromView(pieces) {
    if (this.virtual) return;
    const still = { raised: false, held: false, in_tray: false };
    this.#pieces = Object.entries(pieces).map(
      ([square, kind]) => ({ id: square, kind, ...centre(square), ...still }),
    );
    if (!this.#waits) this.#later(() => this.#becomeReal(), TABLE_WAIT_MS);
    this.#waits = true;
    if (this.board === "real") this.#onChange();
  }

  #becomeReal() {
    if (this.virtual) return;
    this.board = "real";
    this.#onChange();
  }

  /**
   * The pieces as they are to be shown.
   * @returns {Piece[]}
   */
  shown() {
    if (this.board === "") return [];
    return this.#pieces.map((piece) => {
      const hold = this.#holds.get(piece.id);
      return hold === undefined ? piece : held(piece, hold);
    });
  }

  /** Whether a hand holds a piece, as far as the table says. */
  get isHeld() {
    return this.#pieces.some((piece) => piece.held);
  }

  /**
   * How many pieces of a kind are on the board or above it, as far as the table says.
   * @param {Piece["kind"]} kind
   */
  onBoard(kind) {
    return this.#pieces.filter((piece) => piece.kind === kind && !piece.in_tray).length;
  }

  /**
   * What the table says of a piece, whatever the hands of this page do.
   * @param {Piece["id"]} id
   */
  said(id) {
    return this.#pieces.find((piece) => piece.id === id);
  }

  /**
   * The piece that stands on a square.
   * @param {string} square
   * @returns {Piece | undefined}
   */
  standing(square) {
    return this.shown().find((piece) => whereabouts(piece) === square && !piece.held);
  }

  /**
   * The free piece on the board that is nearest to a point.
   * @param {number} x
   * @param {number} y
   * @returns {Piece | undefined}
   */
  nearest(x, y) {
    const far = (/** @type {Piece} */ piece) => Math.hypot(piece.x - x, piece.y - y);
    const near = this.shown().filter((piece) => !piece.held && !piece.in_tray && far(piece) < 0.6);
    return near.sort((one, other) => far(one) - far(other))[0];
  }

  /**
   * @param {Piece["id"]} id
   * @param {Point & {slide: boolean}} hand
   */
  hold(id, hand) {
    this.#holds.set(id, { ...hand, let_go: false, since: this.touched ?? -1 });
    this.#onChange();
  }

  /**
   * @param {Piece["id"]} id
   * @param {Point} to
   */
  move(id, { x, y }) {
    const hold = this.#holds.get(id);
    if (hold === undefined) return;
    hold.x = x;
    hold.y = y;
    this.#onChange();
  }

  /** @param {Piece["id"]} id */
  letGo(id) {
    const hold = this.#holds.get(id);
    if (hold === undefined) return;
    hold.let_go = true;
    this.#later(() => {
      if (this.#holds.get(id) === hold && this.#holds.delete(id)) this.#onChange();
    }, PATIENCE_MS);
    this.#onChange();
  }
}

/**
 * @param {Piece} piece
 * @param {Hold} hold
 * @returns {Piece}
 */
function held(piece, hold) {
  const away = Math.hypot(piece.x - hold.x, piece.y - hold.y);
  const blocked = hold.slide && away > BLOCKED;
  const { x, y } = blocked ? piece : hold;
  return { ...piece, x, y, held: !hold.let_go, raised: !hold.slide && !hold.let_go, in_tray: false };
}

/**
 * Where a piece is, in one word.
 * @param {Piece} piece
 * @returns {string} a square, "tray" or "hand"
 */
export function whereabouts(piece) {
  if (piece.in_tray) return "tray";
  return (piece.raised ? null : squareAt(piece.x, piece.y)) ?? "hand";
}
