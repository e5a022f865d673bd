/** The way from the page to the board, and which part of it is broken. */

import { say } from "./say.js";

/**
 * @typedef {object} Way
 * @property {boolean} open whether the page is connected
 * @property {boolean} alive whether the bus answers
 * @property {boolean} present whether the board is on the bus
 * @property {boolean} failing whether a part of the program fails
 * @property {boolean} paused whether the board cannot be read
 */

/**
 * What is wrong, nearest to the page.
 * @param {Way} way
 * @returns {string} empty when nothing is
 */
export function connectionWords({ open, alive, present, failing, paused }) {
  if (!open) return say("page.connection.closed");
  if (!alive) return say("page.connection.bus");
  if (!present) return say("page.connection.gone");
  if (paused) return say("page.connection.board");
  return failing ? say("page.connection.part") : "";
}

/**
 * Whether what the board shows may be old: where only a part of the program fails, play goes on.
 * @param {Way} way
 */
export function isApart({ open, alive, present, paused }) {
  return !open || !alive || !present || paused;
}

export class Connection {
  /** @type {Way} */
  #way = { open: false, alive: true, present: true, failing: false, paused: false };
  #show;

  /** @param {(words: string, apart: boolean) => void} show */
  constructor(show) {
    this.#show = show;
  }

  get open() {
    return this.#way.open;
  }

  /** @param {Partial<Way>} news */
  hear(news) {
    // Of what was lost before a new connection nothing is known.
    const known = news.open ? { ...this.#way, alive: true, present: true } : this.#way;
    this.#way = { ...known, ...news };
    this.#show(connectionWords(this.#way), isApart(this.#way));
  }
}
