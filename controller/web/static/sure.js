/** Questions in place, before something is done that nobody can take back. */

import { html } from "./dom.js";
import { say } from "./say.js";

/**
 * @typedef {import("./words.js").View} View
 * @typedef {{question: string, yes: string}} Asked
 */

/**
 * Ask whether something is to be done.
 * @param {HTMLElement} area where the question stands
 * @param {HTMLElement} opener gets the focus when it has been answered
 * @param {Asked} asked
 * @param {() => void} act
 */
export function makeSure(area, opener, { question, yes }, act) {
  const id = `${area.id}-question`;
  const confirm = html("button", { type: "button" }, yes);
  // Whoever listens hears only what has the focus, and what describes it.
  const refuse = html("button", { type: "button", "aria-describedby": id }, say("page.sure.no"));
  const answer = (/** @type {boolean} */ isSure) => {
    opener.focus();
    dismiss(area);
    if (isSure) act();
  };
  confirm.addEventListener("click", () => answer(true));
  refuse.addEventListener("click", () => answer(false));
  area.onkeydown = ({ key }) => {
    if (key === "Escape") answer(false);
  };
  area.replaceChildren(html("p", { id }, question), confirm, refuse);
  area.hidden = false;
  // The focus lands on the harmless answer, so that Enter twice gives nothing up.
  refuse.focus();
}

/** Ask no longer. @param {HTMLElement} area */
export function dismiss(area) {
  area.hidden = true;
  area.replaceChildren();
}

/**
 * Whether another game would end one that is played; a lesson ends when people want it to.
 * @param {Pick<View, "phase" | "plies" | "lesson"> | null} view
 */
export function wouldEnd(view) {
  return view !== null && view.phase !== "over" && view.plies > 0 && view.lesson === null;
}
