/** Any position for a class: one that somebody looks at, or one that is written as a record. */

import { byId, html } from "./dom.js";
import { say } from "./say.js";

/**
 * @typedef {import("./words.js").Side} Side
 * @typedef {{record: string, side: Side, ruleset: string}} Position
 * @typedef {{command: "set_up", position: string, side: Side, ruleset?: string}} SetUp
 */

/**
 * Make the field work; return what puts a position into it that somebody looks at.
 * @param {(command: SetUp) => void} ask
 * @returns {(position: Position) => void}
 */
export function bindClassroom(ask) {
  const field = byId("position", HTMLInputElement);
  const side = byId("position-side", HTMLSelectElement);
  /** @type {Position | null} */
  let seen = null;
  side.append(...["attackers", "defenders"].map((name) => html("option", { value: name }, say(`page.${name}`))));
  const button = byId("position-set-up");
  button.addEventListener("click", () => {
    const wanted = setUpOf(field.value, /** @type {Side} */ (side.value), seen);
    if (wanted !== null) ask(wanted);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // Or the button that opened the dialog, which has the focus then, would take the key, too.
    event.preventDefault();
    button.click();
  });
  return (position) => {
    seen = position;
    field.value = position.record;
    side.value = position.side;
  };
}

/**
 * What sets up a record; by the rules of the position that was looked at, if it is that one.
 * @param {string} written
 * @param {Side} side
 * @param {Position | null} seen
 * @returns {SetUp | null} null where nothing is written
 */
export function setUpOf(written, side, seen) {
  const position = written.trim();
  if (position === "") return null;
  const ruleset = seen?.record === position ? { ruleset: seen.ruleset } : {};
  return { command: "set_up", position, side, ...ruleset };
}
