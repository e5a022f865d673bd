/** The buttons: taking back, the clock, setting up. */

import { byId } from "./dom.js";

/**
 * @typedef {object} Asker
 * @property {() => import("./words.js").View | null} view the newest one
 * @property {(name: "press_clock" | "save_trace") => void} command
 * @property {() => void} undo
 * @property {(pieces: import("./words.js").View["pieces"]) => void} arrange
 */

/**
 * Make the buttons work.
 * @param {Asker} asker
 */
export function bindActions({ view, command, undo, arrange }) {
  byId("undo").addEventListener("click", undo);
  byId("clock").addEventListener("click", () => command("press_clock"));
  document.addEventListener("keydown", (event) => {
    if (isPlainKey(event) && event.key.toLowerCase() === "c") command("press_clock");
  });
  byId("save-trace").addEventListener("click", () => command("save_trace"));
  byId("set-up").addEventListener("click", () => {
    const now = view();
    if (now !== null) arrange(now.pieces);
  });
}

/**
 * Whether a key is pressed that is no text, no shortcut of the browser, and not held down.
 * @param {KeyboardEvent} event
 */
export function isPlainKey(event) {
  const target = event.target;
  const types = target instanceof HTMLInputElement && target.type !== "checkbox";
  const chooses = target instanceof HTMLSelectElement;
  return !types && !chooses && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
}
