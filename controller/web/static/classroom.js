/** Any position for a class: one that somebody looks at, or one that is written as a record. */

import { byId, html, setText } from "./dom.js";
import { say } from "./say.js";
import { dismiss, makeSure, wouldEnd } from "./sure.js";

/**
 * @typedef {import("./words.js").Side} Side
 * @typedef {{record: string, side: Side, ruleset: string}} Position
 * @typedef {{command: "set_up", position: string, side: Side, ruleset?: string}} SetUp
 * @typedef {import("./words.js").View} View
 *
 * @typedef {object} Means
 * @property {(command: SetUp) => string | null} ask says by which id, null if it was not sent
 * @property {() => View | null} view the newest one
 * @property {() => void} onSetUp called when the position is on the board
 *
 * @typedef {object} Classroom
 * @property {(position: Position) => void} show puts a position into the field that somebody looks at
 * @property {(view: View) => void} heed takes in a new view
 * @property {(id: string | null, words: string) => boolean} refuse says why something was not done, if it was asked here
 */

/**
 * Make the field work.
 * @param {Means} means
 * @returns {Classroom}
 */
export function bindClassroom({ ask, view, onSetUp }) {
  const field = byId("position", HTMLInputElement), side = byId("position-side", HTMLSelectElement);
  const button = byId("position-set-up"), area = byId("position-sure"), refused = byId("position-refused");
  const dialog = byId("games", HTMLDialogElement);
  /** @type {Position | null} */
  let seen = null;
  /** @type {{id: string, game: string | undefined} | null} what was asked for, and the game that was played then */
  let waiting = null;
  side.append(...["attackers", "defenders"].map((name) => html("option", { value: name }, say(`page.${name}`))));
  const setUp = (/** @type {SetUp} */ wanted) => {
    const id = ask(wanted);
    waiting = id === null ? null : { id, game: view()?.game };
    setText(refused, id === null ? say("page.no_connection") : "");
  };
  button.addEventListener("click", () => {
    const wanted = setUpOf(field.value, /** @type {Side} */ (side.value), seen);
    if (wanted === null) return;
    const question = `${say("page.terms.ends")} ${say("page.sure.position")}`;
    if (wouldEnd(view())) makeSure(area, button, { question, yes: say("page.sure.position.yes") }, () => setUp(wanted));
    else setUp(wanted);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // Or the button that opened the dialog, which has the focus then, would take the key, too.
    event.preventDefault();
    button.click();
  });
  field.addEventListener("input", () => setText(refused, ""));
  dialog.addEventListener("close", () => {
    dismiss(area);
    setText(refused, "");
  });
  return {
    show(position) {
      seen = position;
      field.value = position.record;
      side.value = position.side;
    },
    heed({ game }) {
      if (waiting === null || waiting.game === game) return;
      waiting = null;
      dialog.close();
      onSetUp();
    },
    refuse(id, words) {
      const isMine = waiting !== null && waiting.id === id && dialog.open;
      if (waiting?.id === id) waiting = null;
      if (isMine) setText(refused, words);
      return isMine;
    },
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
