/**
 * What is said in the place of the sentence: the reason of a refusal, or why the page itself could
 * not do what a hand wanted. It stays until the next thing is done, at an unattended board until the
 * piece is home.
 */

import { byId, html, setText } from "./dom.js";
import { asksForTouch } from "./exhibition.js";
import { clauseLink } from "./rules.js";
import { sayAll } from "./say.js";

/**
 * @typedef {{text: string, clause: string | null, rules?: import("./rules.js").Named}} Reason by the rules of the
 *   game on the board, unless others are named
 * @typedef {import("./words.js").View} View
 */

export class Telling {
  /** @type {Reason | null} */
  #kept = null;
  #plies = 0;
  #lifted = false;
  #refused = false;

  /**
   * Say what a view says: the refusal that stands, else what was said last, else its sentences.
   * @param {View} view
   * @param {string} sentence
   * @param {number} plies how many the list of moves has: the later of the two is still to come if they differ
   * @param {boolean} elsewhere whether another position is looked at: of that the view says nothing
   */
  show(view, sentence, plies, elsewhere) {
    const begun = view.lifted !== null && !this.#lifted;
    const agreed = view.plies === plies;
    if (!elsewhere) this.#keep(view, (agreed && plies !== this.#plies) || begun);
    if (agreed) this.#plies = plies;
    this.#lifted = view.lifted !== null;
    setText(byId("sentence"), sentence);
    this.#draw();
  }

  /** @param {View} view @param {boolean} isNext whether the next thing is done */
  #keep(view, isNext) {
    if (view.refusal !== null) {
      this.#kept = { text: sayAll(view.refusal.say), clause: view.refusal.clause };
    } else if (this.#refused && view.exhibition !== null) {
      // A visitor who has put the piece back would not know any more what there is to do.
      this.#kept = null;
    } else if (isNext || view.phase !== "play" || view.paused || asksForTouch(view)) {
      this.#kept = null;
    }
    this.#refused = view.refusal !== null;
  }

  /**
   * Say why something was not done.
   * @param {Reason} reason
   * @param {number} plies how many had been played: the view that counts the last may be still to come
   * @param {boolean} lifted whether it is of a piece that was lifted just now: so may the view of that
   */
  explain(reason, plies, lifted = false) {
    this.#kept = reason;
    this.#plies = plies;
    this.#lifted ||= lifted;
    this.#draw();
  }

  /** Say no longer why something was not done. */
  forget() {
    this.#kept = null;
    this.#draw();
  }

  #draw() {
    const reason = this.#kept;
    const area = byId("refusal");
    byId("sentence").classList.toggle("replaced", reason !== null);
    const key = JSON.stringify(reason);
    if (area.dataset.shown === key) return;
    area.dataset.shown = key;
    const parts = reason === null ? [] : [html("p", {}, reason.text)];
    if (reason?.clause) parts.push(clauseLink(reason.clause, reason.rules));
    area.replaceChildren(...parts);
  }
}
