/** Ends that people give a game: resigning, a draw that both sides want, an arbiter's decision. */

import { byId, setText } from "./dom.js";
import { say } from "./say.js";
import { dismiss, makeSure } from "./sure.js";

/** @typedef {import("./words.js").View} View */
/** @typedef {import("./words.js").Side} Side */
/** @typedef {import("./socket.js").Command} Command */

/**
 * What a side can do about the end of the game now.
 * @typedef {object} Choices
 * @property {"offer" | "accept" | null} draw what its first button says
 * @property {"decline" | "withdraw" | null} noDraw what its second button says, if it is there
 * @property {boolean} resign
 */

/**
 * Make the buttons work.
 * @param {(command: Command) => void} ask
 */
export function bindEndings(ask) {
  for (const { side, draw, noDraw, resign } of sides()) {
    draw.addEventListener("click", () => ask({ command: "draw", side }));
    noDraw.addEventListener("click", () => ask({ command: "no_draw", side }));
    const asked = () => ({ question: say(`page.sure.${side}`), yes: say("page.sure.yes") });
    resign.addEventListener("click", () => makeSure(byId("sure"), resign, asked(), () => ask({ command: "resign", side })));
  }
  const decide = byId("decide");
  decide.addEventListener("click", () => {
    const result = /** @type {Side | "draw"} */ (byId("decision", HTMLSelectElement).value);
    const decision = decisionOf(result, byId("decision-why", HTMLInputElement).value);
    const question = say("page.sure.arbiter", { result: say(`result.${result}`) });
    makeSure(byId("sure"), decide, { question, yes: say("page.sure.arbiter.yes") }, () => ask(decision));
  });
}

/**
 * Show what can be done now.
 * @param {View} view
 */
export function showEndings(view) {
  byId("endings").hidden = view.lesson !== null;
  for (const { side, draw, noDraw, resign } of sides()) {
    const can = choicesOf(view, side);
    draw.disabled = can.draw === null;
    draw.toggleAttribute("data-offered", can.draw === "accept");
    setText(draw, say(`page.draw.${can.draw ?? "offer"}`));
    noDraw.hidden = can.noDraw === null;
    setText(noDraw, say(`page.draw.${can.noDraw ?? "decline"}`));
    resign.disabled = !can.resign;
  }
  byId("decide", HTMLButtonElement).disabled = !isPlayed(view);
  if (!isPlayed(view)) dismiss(byId("sure"));
}

/**
 * @param {View} view
 * @param {Side} side
 * @returns {Choices}
 */
export function choicesOf(view, side) {
  // The opponent's own buttons are its own affair.
  if (!isPlayed(view) || view.opponent?.side === side) return { draw: null, noDraw: null, resign: false };
  const { draw_offer: offer } = view;
  if (offer === null) return { draw: "offer", noDraw: null, resign: true };
  if (offer === side) return { draw: null, noDraw: "withdraw", resign: true };
  return { draw: "accept", noDraw: "decline", resign: true };
}

/**
 * What is asked when the arbiter has decided.
 * @param {Side | "draw"} result
 * @param {string} why as it was typed
 * @returns {Command}
 */
export function decisionOf(result, why) {
  const line = why.split(/\s+/).filter(Boolean).join(" ");
  return line === "" ? { command: "decide", result } : { command: "decide", result, why: line };
}

/**
 * Whether there is a game to end: a lesson is none.
 * @param {View} view
 */
function isPlayed({ phase, paused, lesson }) {
  return phase === "play" && paused === "" && lesson === null;
}

/** @returns {{side: Side, draw: HTMLButtonElement, noDraw: HTMLButtonElement, resign: HTMLButtonElement}[]} */
function sides() {
  return [
    {
      side: "attackers",
      draw: byId("draw-attackers", HTMLButtonElement),
      noDraw: byId("no-draw-attackers", HTMLButtonElement),
      resign: byId("resign-attackers", HTMLButtonElement),
    },
    {
      side: "defenders",
      draw: byId("draw-defenders", HTMLButtonElement),
      noDraw: byId("no-draw-defenders", HTMLButtonElement),
      resign: byId("resign-defenders", HTMLButtonElement),
    },
  ];
}
