/** The focus stays on the page: whoever goes by keys would begin at the top again. */

import { isDialogOpen } from "./dialogs.js";
import { byId } from "./dom.js";

/**
 * Change the page; the board gets the focus where the change takes away what has it.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const before = document.activeElement;
  change();
  if (before === null || before === document.body || before === byId("stage") || isDialogOpen()) return;
  // A browser finds out only when it draws, and says so to nobody.
  const isLost = before.matches(":disabled") || before.checkVisibility?.() === false;
  const isElsewhere = document.activeElement !== before && document.activeElement !== document.body;
  if (isLost && !isElsewhere) byId("stage").focus({ preventScroll: true });
}
