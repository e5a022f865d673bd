/** All ways to another position: the list of moves, the kept games, a link, and the buttons below the moves. */

import { byId } from "./dom.js";
import { bindGames } from "./games.js";
import { parseLink, writeLink } from "./look.js";
import { bindMoves } from "./moves.js";
import { say } from "./say.js";

/** @typedef {import("./look.js").Line} Line */

/**
 * Make them work.
 * @param {import("./look.js").Look} look
 * @param {() => Line | null} live the game on the board
 * @param {(text: string) => void} tell
 */
export function bindLooking(look, live, tell) {
  look.live = live;
  bindMoves((ply) => {
    const line = look.line ?? live();
    if (line !== null) look.show({ ...line, at: ply });
  });
  bindGames((line) => look.show(line));
  bindLink(() => look.line ?? live(), tell);
  const linked = parseLink(location.hash);
  // The game on the board is still to come, and would take the place of a sentence beside it.
  if (linked !== null) look.show(linked, tell);
  else if (location.hash.startsWith("#line=")) tell(say("page.look.unknown"));
}

/** The position that the page's address names is no longer looked at. */
export function forgetLink() {
  if (parseLink(location.hash) !== null) history.replaceState(null, "", location.pathname + location.search);
}

/**
 * Let the page's address be copied with the position that is looked at.
 * @param {() => Line | null} line
 * @param {(text: string) => void} tell
 */
function bindLink(line, tell) {
  byId("copy-link").addEventListener("click", async () => {
    const now = line();
    if (now === null) return;
    const { origin, pathname } = location;
    const link = `${origin}${pathname}#${writeLink(now)}`;
    try {
      await navigator.clipboard.writeText(link);
      tell(say("page.look.copied"));
    } catch {
      // Without leave to use the clipboard, the address bar has it.
      history.replaceState(null, "", `#${writeLink(now)}`);
      tell(say("page.look.address"));
    }
  });
}
