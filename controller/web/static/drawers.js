/** The drawers below the board: what is opened takes the place of the moves. */

/** Show what is opened: it may stand below the edge of the screen, or behind the buttons of a phone. */
export function bindDrawers() {
  for (const drawer of document.querySelectorAll(".drawers details")) {
    drawer.addEventListener("toggle", () => {
      if (drawer.hasAttribute("open")) drawer.scrollIntoView({ block: "nearest" });
    });
  }
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
