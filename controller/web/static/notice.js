/** Short notices that go away by themselves. */

import { byId, setText } from "./dom.js";

const SHOWN_MS = 5000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Show a notice for a few seconds.
 * @param {string} text
 */
export function notice(text) {
  const area = byId("notice");
  setText(area, text);
  // Over a dialog, too, even one that was opened after the notice before this.
  area.hidePopover();
  area.showPopover();
  area.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => {
    area.classList.remove("shown");
    setText(area, "");
  }, SHOWN_MS);
}
