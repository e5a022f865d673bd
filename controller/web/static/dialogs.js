/** The dialogs: each opens by its button, the rules where they are known, and closes by its own, by Escape, or by a click beside it. */

import { byId } from "./dom.js";

/** Make every dialog open and close. */
export function bindDialogs() {
  const openers = /** @type {[HTMLElement, HTMLDialogElement][]} */ ([
    [byId("open-games"), byId("games", HTMLDialogElement)],
    [byId("open-settings"), byId("settings", HTMLDialogElement)],
    [byId("open-keys"), byId("keys", HTMLDialogElement)],
  ]);
  for (const [button, dialog] of openers) button.addEventListener("click", () => openDialog(dialog));
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target === dialog || target.closest("[data-close]")) dialog.close();
    });
  }
  byId("print-rules").addEventListener("click", () => print());
}

/**
 * Open a dialog over the page, once.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  if (!dialog.open) dialog.showModal();
}

/** Whether a dialog has the page to itself. */
export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}
