/**
 * What somebody means by Undo. Two people may press it for the same move, a moment after each other: the
 * second one still means what he saw, though his page shows by then what the first has done.
 */

/** Nobody presses a button for what has been on the screen for less. */
const NOTICED_MS = 500;
/** So long after a press what is taken back was taken back by it, an opponent's move among it. */
const OWN_MS = 1500;

export class TakingBack {
  /** @type {number | null} how many plies an undo leaves, by the newest view */
  #leaves = null;
  /** @type {number | null} the same before somebody else's undo */
  #before = null;
  #undoneAt = -Infinity;
  #pressedAt = -Infinity;
  #game = "";
  #now;

  /** @param {() => number} [now] in ms */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param {Pick<import("./words.js").View, "game" | "undo_leaves">} view */
  heed({ game, undo_leaves }) {
    const now = this.#now();
    const isUndone = game === this.#game && this.#leaves !== null && (undo_leaves ?? -1) < this.#leaves;
    if (isUndone && now - this.#pressedAt > OWN_MS) {
      // Of several that come at once, as with an opponent's move, the first was seen.
      if (now - this.#undoneAt > NOTICED_MS) this.#before = this.#leaves;
      this.#undoneAt = now;
    }
    this.#leaves = undo_leaves;
    this.#game = game;
  }

  /**
   * The command for a press of the button.
   * @returns {{command: "undo", leaves?: number}}
   */
  press() {
    const now = this.#now();
    const meant = now - this.#undoneAt <= NOTICED_MS ? this.#before : this.#leaves;
    this.#pressedAt = now;
    return meant === null ? { command: "undo" } : { command: "undo", leaves: meant };
  }
}
