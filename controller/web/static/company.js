/** Opponent and coach: who plays a side in people's place, and what can be asked of both. */

import { byId, html, setText } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./words.js").View} View */
/** @typedef {import("./words.js").Side} Side */
/** @typedef {import("./socket.js").CompanionRequest} CompanionRequest */

const NOBODY = "nobody";
/** @type {Side[]} */
const SIDES = ["attackers", "defenders"];
/**
 * Make the controls work.
 * @param {string[]} levels by name, the easiest first
 * @param {(request: CompanionRequest) => void} ask
 */
export function bindCompany(levels, ask) {
  const opponent = byId("opponent", HTMLSelectElement);
  const side = byId("opponent-side", HTMLSelectElement);
  offerLevels(opponent, side, levels);
  for (const choice of [opponent, side]) {
    choice.addEventListener("change", () => ask(choiceOf(opponent.value, /** @type {Side} */ (side.value))));
  }
  byId("move-now").addEventListener("click", () => ask({ command: "move_now" }));
  byId("hint").addEventListener("click", () => ask({ command: "hint" }));
  byId("why").addEventListener("click", () => ask({ command: "why" }));
  byId("review").addEventListener("click", () => ask({ command: "review" }));
  for (const [name, wanted] of coaches()) {
    wanted.addEventListener("change", () => ask({ command: "coach", side: name, on: wanted.checked }));
  }
}

/**
 * Offer opponents and the sides that they can play.
 * @param {HTMLSelectElement} opponent
 * @param {HTMLSelectElement} side
 * @param {string[]} levels
 */
export function offerLevels(opponent, side, levels) {
  opponent.append(...[NOBODY, ...levels].map((name) => html("option", { value: name }, levelWords(name))));
  side.append(...SIDES.map((name) => html("option", { value: name }, say(`page.plays.${name}`))));
  side.value = "defenders";
}

/**
 * Show who plays, and what can be asked now.
 * @param {View} view
 */
export function showCompany(view) {
  const { opponent, coached } = view;
  // Whoever is choosing must not have the choice changed under his hand.
  if (!byId("company").contains(document.activeElement)) {
    byId("opponent", HTMLSelectElement).value = chosenLevel(view);
    if (opponent) byId("opponent-side", HTMLSelectElement).value = opponent.side;
  }
  const now = opponentWords(view);
  setText(byId("opponent-now"), now);
  byId("opponent-now").hidden = now === "";
  byId("move-now", HTMLButtonElement).disabled = opponent === null || view.phase !== "play" || view.lesson !== null;
  for (const [name, wanted] of coaches()) wanted.checked = coached.includes(name);
}

/** @returns {[Side, HTMLInputElement][]} the switches of the coach, by side */
function coaches() {
  return [
    ["attackers", byId("coach-attackers", HTMLInputElement)],
    ["defenders", byId("coach-defenders", HTMLInputElement)],
  ];
}

/**
 * What is asked when somebody has chosen.
 * @param {string} level
 * @param {Side} side
 * @returns {CompanionRequest}
 */
export function choiceOf(level, side) {
  return level === NOBODY ? { command: "opponent" } : { command: "opponent", level, side };
}

/**
 * The level that stands chosen.
 * @param {View} view
 */
export function chosenLevel({ opponent }) {
  if (opponent === null) return NOBODY;
  return opponent.adaptive ? "adaptive" : opponent.name;
}

/**
 * Who plays now, and at which level if that changes; in a lesson nobody, whoever plays the next game.
 * @param {Pick<View, "opponent" | "lesson">} view
 * @returns {string}
 */
export function opponentWords({ opponent, lesson }) {
  if (lesson !== null) return "";
  if (opponent === null) return say("page.opponent.nobody");
  const level = levelWords(opponent.name);
  return say(`page.opponent.${opponent.side}`, { level });
}

/**
 * A level in words; a program is called by its command.
 * @param {string} name
 */
export function levelWords(name) {
  return name.includes(":") ? name : say(`level.${name.replaceAll("-", "_")}`);
}
