/** What the clocks show, and who plays. The controller counts; the page only shows. */

import { opponentWords } from "./company.js";
import { byId, html, setText } from "./dom.js";
import { say, sayParts } from "./say.js";

/**
 * @typedef {import("./words.js").View} View
 * @typedef {import("./words.js").Side} Side
 * @typedef {import("./say.js").Part} Part
 * @typedef {{seconds: number, periods: number | null, low: boolean}} SideTime what a side has left
 *
 * @typedef {object} ClockFace
 * @property {string} control
 * @property {SideTime | null} attackers
 * @property {SideTime | null} defenders
 * @property {Side | null} running
 * @property {number | null} game_s when the ruleset ends the game, in seconds
 */

/**
 * Show the clocks of a view, if there are any, and the names of the players; in a lesson neither counts.
 * @param {View} view
 * @param {string[]} levels that an opponent can have
 */
export function showClocks({ clock, names, opponent, lesson }, levels) {
  byId("clocks").hidden = clock === null || lesson !== null;
  showSide(byId("clock-attackers"), clock, "attackers");
  showSide(byId("clock-defenders"), clock, "defenders");
  const game = clock?.game_s ?? null;
  setText(byId("clock-game"), game === null ? "" : say("page.clock.game", { time: timeWords(game) }));
  showPlayers(playersParts({ names, opponent, lesson }, levels));
}

/** @param {Part[]} parts */
function showPlayers(parts) {
  const area = byId("players");
  const words = parts.map(({ text }) => text).join("");
  area.hidden = words === "";
  if (area.textContent === words) return;
  area.title = words;
  area.replaceChildren(...parts.map(({ text, argument }) => (argument === null ? text : html("bdi", { class: "player" }, text))));
}

/**
 * @param {HTMLElement} place
 * @param {ClockFace | null} clock
 * @param {Side} side
 */
function showSide(place, clock, side) {
  const left = clock?.[side] ?? null;
  setText(place, left === null ? "" : sideWords(side, left));
  place.toggleAttribute("data-running", clock?.running === side);
  place.toggleAttribute("data-low", left?.low ?? false);
}

/**
 * What a side has left, such as "Attackers 14:55", or "Attackers 0:42, 3 periods".
 * @param {Side} side
 * @param {SideTime} left
 * @returns {string}
 */
export function sideWords(side, { seconds, periods }) {
  const time = timeWords(seconds);
  if (periods === null) return say(`page.clock.${side}`, { time });
  return say(`page.clock.periods.${side}`, { time, count: periods });
}

/**
 * Who plays; a side without a name is not mentioned. The game keeps an opponent under the name of its level, which
 * people read nowhere else. In a lesson nobody does: who sits there plays on in the next game.
 * @param {Pick<View, "names" | "opponent" | "lesson">} view
 * @param {string[]} levels
 * @returns {Part[]} of which the names are arguments
 */
export function playersParts({ names, opponent, lesson }, levels) {
  if (lesson !== null) return [];
  const isLevel = (/** @type {string} */ name) => levels.includes(name) || name === opponent?.name;
  const people = peopleParts({
    attackers: isLevel(names.attackers) ? "" : names.attackers,
    defenders: isLevel(names.defenders) ? "" : names.defenders,
  });
  if (opponent === null || !isLevel(names[opponent.side])) return people;
  return [...people, { text: `${people.length > 0 ? " " : ""}${opponentWords({ opponent, lesson })}`, argument: null }];
}

/**
 * @param {Record<Side, string>} names
 * @returns {Part[]}
 */
function peopleParts({ attackers, defenders }) {
  if (attackers && defenders) return sayParts("page.players", { attackers, defenders });
  if (attackers) return sayParts("page.player.attackers", { name: attackers });
  return defenders ? sayParts("page.player.defenders", { name: defenders }) : [];
}

/**
 * Seconds as a clock shows them: 14:55, 1:02:00.
 * @param {number} seconds
 * @returns {string}
 */
export function timeWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  const [h, m, s] = [Math.floor(minutes / 60), minutes % 60, seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
