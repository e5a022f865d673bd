/** The buttons: taking back, the clock, beginning again, setting up. */

import { byId } from "./dom.js";

/**
 * @typedef {object} Asker
 * @property {() => import("./words.js").View | null} view the newest one
 * @property {(name: "undo" | "new_game" | "press_clock" | "save_trace") => void} command
 * @property {(pieces: import("./words.js").View["pieces"]) => void} arrange
 */

/**
 * Make the buttons work.
 * @param {Asker} asker
 */
export function bindActions({ view, command, arrange }) {
  byId("undo").addEventListener("click", () => command("undo"));
  byId("clock").addEventListener("click", () => command("press_clock"));
  document.addEventListener("keydown", (event) => {
    if (isPlainKey(event) && event.key.toLowerCase() === "c") command("press_clock");
  });
  byId("save-trace").addEventListener("click", () => command("save_trace"));
  byId("set-up").addEventListener("click", () => {
    const now = view();
    if (now !== null) arrange(now.pieces);
  });
  byId("new-game").addEventListener("click", () => {
    const now = view();
    if (now === null || now.phase === "over" || now.plies === 0) command("new_game");
    else ask(true);
  });
  byId("confirm-new-game").addEventListener("click", () => {
    command("new_game");
    ask(false);
  });
  byId("keep-game").addEventListener("click", () => ask(false));
  byId("actions-confirm").addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(false);
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

/**
 * Ask in place whether the game may be cleared, or stop asking.
 * @param {boolean} asking
 */
function ask(asking) {
  byId("actions-usual").hidden = asking;
  byId("actions-confirm").hidden = !asking;
  // The focus lands on the harmless answer, so that Enter twice clears nothing.
  byId(asking ? "keep-game" : "new-game").focus();
}
