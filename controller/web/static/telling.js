/**
 * What is said in the place of the sentence: the reason of a refusal, or why the page itself could
 * not do what a hand wanted. It stays until the next thing is done.
 */

import { byId, html, setText } from "./dom.js";
import { asksForTouch } from "./exhibition.js";
import { clauseLink } from "./rules.js";
import { sayAll } from "./say.js";

/**
 * @typedef {{text: string, clause: string | null}} Reason
 * @typedef {import("./words.js").View} View
 */

export class Telling {
  /** @type {Reason | null} */
  #kept = null;
  #plies = 0;
  #lifted = false;

  /**
   * Say what a view says: the refusal that stands, else what was said last, else its sentences.
   * @param {View} view
   * @param {string} sentence
   */
  show(view, sentence) {
    const begun = view.lifted !== null && !this.#lifted;
    if (view.refusal !== null) {
      this.#kept = { text: sayAll(view.refusal.say), clause: view.refusal.clause };
    } else if (view.plies !== this.#plies || begun || view.phase !== "play" || asksForTouch(view)) {
      this.#kept = null;
    }
    this.#plies = view.plies;
    this.#lifted = view.lifted !== null;
    setText(byId("sentence"), sentence);
    this.#draw();
  }

  /**
   * Say why something was not done.
   * @param {Reason} reason
   * @param {number} plies how many had been played: the view that counts the last may be still to come
   */
  explain(reason, plies) {
    this.#kept = reason;
    this.#plies = plies;
    this.#draw();
  }

  #draw() {
    const reason = this.#kept;
    const area = byId("refusal");
    area.hidden = reason === null;
    byId("sentence").classList.toggle("replaced", reason !== null);
    const key = JSON.stringify(reason);
    if (area.dataset.shown === key) return;
    area.dataset.shown = key;
    const parts = reason === null ? [] : [html("p", {}, reason.text)];
    if (reason?.clause) parts.push(clauseLink(reason.clause));
    area.replaceChildren(...parts);
  }
}
