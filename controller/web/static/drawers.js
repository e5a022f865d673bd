/** The drawers below the board: what is opened takes the place of the moves. */

import { byId } from "./dom.js";

/** Show what is opened: it may stand below the edge of the screen, or behind the buttons of a phone. */
export function bindDrawers() {
  for (const drawer of document.querySelectorAll(".drawers details")) {
    drawer.addEventListener("toggle", () => {
      if (drawer.hasAttribute("open")) drawer.scrollIntoView({ block: "nearest" });
    });
  }
}

/** What is asked for here, and answered on the board. */
const ON_BOARD = ["hint", "lesson", "move_now", "options", "review", "why"];

/**
 * Have what is asked for be seen: on a phone the board is far above an open drawer, and on its side the words are.
 * @template {{command: string}} Request
 * @template Answer
 * @param {(request: Request) => Answer} ask
 * @returns {(request: Request) => Answer}
 */
export function seenOnBoard(ask) {
  return (request) => {
    if (ON_BOARD.includes(request.command)) {
      byId("stage").scrollIntoView({ block: "nearest" });
      showWords();
    }
    return ask(request);
  };
}

/**
 * Have what is asked for be answered in sight: on a low screen the words are far above an open drawer.
 * @template Request
 * @template Answer
 * @param {(request: Request) => Answer} ask
 * @returns {(request: Request) => Answer}
 */
export function seenInWords(ask) {
  return (request) => {
    showWords();
    return ask(request);
  };
}

function showWords() {
  document.querySelector(".state")?.scrollIntoView({ block: "nearest" });
}

/** Close them all, so that the moves are seen; what had the focus in one leaves it to its title. */
export function closeDrawers() {
  for (const drawer of document.querySelectorAll(".drawers details")) {
    if (!(drawer instanceof HTMLDetailsElement) || !drawer.open) continue;
    const title = drawer.querySelector("summary");
    if (drawer.contains(document.activeElement)) title?.focus({ preventScroll: true });
    drawer.open = false;
  }
}
