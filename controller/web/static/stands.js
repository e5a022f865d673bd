/** Saying where a piece stands that its sensor missed: a button, then the square. */

import { byId, setText } from "./dom.js";
import { SQUARES, fromScreen, squareAt } from "./geometry.js";
import { notice } from "./notice.js";
import { say } from "./say.js";

/**
 * @typedef {object} Means
 * @property {() => string | null} cursor the square of the keyboard's cursor
 * @property {(square: string) => void} place
 * @property {() => boolean} isWanted whether a sensor can have missed a piece here
 */

const HELD_LONG_MS = 3000;

export class Stands {
  #choosing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string | null} what the timer waits for: a lifted piece, by its square, or any ("") */
  #waitsFor = null;
  /** @type {string[]} the squares that can be chosen */
  #open = [];
  #stage;
  #means;

  /**
   * @param {HTMLElement} stage the element that is exactly as large as the drawn board
   * @param {Means} means
   */
  constructor(stage, means) {
    this.#stage = stage;
    this.#means = means;
    byId("stands").addEventListener("click", () => this.#ask(!this.#choosing));
    // Before the hands, which would take hold of a piece there.
    stage.addEventListener("pointerdown", (event) => {
      if (!this.#choosing || event.button !== 0) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      const at = fromScreen(stage.getBoundingClientRect(), event);
      this.#choose(squareAt(at.x, at.y));
    }, true);
    stage.addEventListener("keydown", (event) => {
      if (!this.#choosing || !["Enter", " ", "Escape"].includes(event.key)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      if (event.key === "Escape") this.#ask(false);
      else this.#choose(means.cursor());
    }, true);
  }

  /**
   * Offer it while a piece is lifted, or one may have moved unfelt.
   * @param {import("./words.js").View} view
   */
  show(view) {
    this.#open = openSquares(view);
    const offered = this.#open.length > 0;
    // Most lifted pieces stand a moment later; only who holds one for long is offered this, whatever
    // else changes meanwhile.
    const held = offered ? view.lifted ?? "" : null;
    if (held === this.#waitsFor) return;
    this.#waitsFor = held;
    clearTimeout(this.#timer);
    this.#offer(false);
    this.#ask(false);
    if (offered) this.#timer = setTimeout(() => this.#offer(true), HELD_LONG_MS);
  }

  /** @param {boolean} is */
  #offer(is) {
    const wanted = is && this.#means.isWanted();
    byId("stands").hidden = !wanted;
    byId("to-do").hidden = !wanted && byId("repair").hidden;
  }

  /** @param {string | null} square */
  #choose(square) {
    if (square === null || !this.#open.includes(square)) {
      notice(say("page.missed.only_empty"));
      return;
    }
    this.#means.place(square);
    this.#ask(false);
  }

  /** @param {boolean} choosing */
  #ask(choosing) {
    this.#choosing = choosing;
    setText(byId("stands"), choosing ? say("page.missed.choose") : say("page.missed"));
    byId("stands").setAttribute("aria-pressed", String(choosing));
    document.body.classList.toggle("choosing", choosing);
    if (choosing) this.#stage.focus();
  }
}

/**
 * The squares where a piece may be said to stand, once one is lifted, sensors fail, or the board
 * does not stand right: all empty ones, also where the lifted piece cannot go, as another may have
 * come there unfelt before it; and the one where a piece is asked for if that is all.
 * @param {Pick<import("./words.js").View, "phase" | "pieces" | "lifted" | "faulty" | "repair" | "paused">} view
 * @returns {string[]} none where no piece can have moved unfelt
 */
export function openSquares({ phase, pieces, lifted, faulty, repair, paused }) {
  if (paused) return [];
  const doubtful = lifted !== null || (phase === "play" && faulty.length + repair.length > 0);
  const missing = repair.length === 1 && repair[0]?.action === "put" ? repair[0].square : null;
  const open = [lifted, missing];
  return doubtful ? SQUARES.filter((square) => !(square in pieces) || open.includes(square)) : [];
}
