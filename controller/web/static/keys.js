/** The keys of the page, and the dialog that lists them. */

import { isPlainKey } from "./actions.js";
import { isDialogOpen, openDialog } from "./dialogs.js";
import { byId, html } from "./dom.js";
import { closeDrawers } from "./drawers.js";
import { say } from "./say.js";

/** What is pressed, and the end of the key of its text. */
const KEYS = /** @type {const} */ ([
  ["← ↑ → ↓", "arrows"], ["Enter", "enter"], ["Esc", "escape"], ["Del", "delete"], ["L", "lit"], ["M", "typed"],
  ["U", "undo"], ["C", "clock"], ["[ ]", "look"], ["R", "rules"], ["F", "full_screen"], ["?", "keys"],
]);

/** Make the keys work that belong to the whole page. */
export function bindKeys() {
  byId("keys-list").append(...KEYS.flatMap(([pressed, name]) =>
    [html("dt", {}, html("kbd", {}, pressed)), html("dd", {}, say(`page.key.${name}`))]));
  document.addEventListener("keydown", (event) => {
    if (!isPlainKey(event) || isDialogOpen()) return;
    const act = actions()[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

/** @returns {Record<string, () => void>} what each key does */
function actions() {
  return {
    m: () => {
      closeDrawers();
      byId("typed").focus();
    },
    u: () => byId("undo").click(),
    "[": () => byId("look-back").click(),
    "]": () => byId("look-on").click(),
    r: () => byId("open-rules").click(),
    f: () => byId("full-screen").click(),
    "?": () => openDialog(byId("keys", HTMLDialogElement)),
  };
}
