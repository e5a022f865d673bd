/** The games that are kept: searched, looked at, downloaded. */

import { answerOf } from "./asking.js";
import { levelWords } from "./company.js";
import { byId, html, setText } from "./dom.js";
import { moment, say } from "./say.js";

/**
 * @typedef {object} Summary a line of the list, as the server gives it
 * @property {string} id
 * @property {string} started
 * @property {string} ruleset
 * @property {{attackers: string | null, defenders: string | null}} names
 * @property {string | null} result
 * @property {number} plies
 */

const WAIT_MS = 200;
/** How many games come at a time; a long list is asked for page by page. */
const PAGE = 100;
/** How often the list has been asked for. */
let asked = 0;
/** The last game of the list, which older ones are asked for by. */
let oldest = "";

/**
 * Make the dialog work.
 * @param {(line: import("./look.js").Line) => void} look called with a game that is to be looked at
 */
export function bindGames(look) {
  const search = byId("games-search", HTMLInputElement);
  let timer = 0;
  const list = () => show(search.value, look);
  byId("open-games").addEventListener("click", list);
  byId("games-older").addEventListener("click", () => show(search.value, look, oldest));
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(list, WAIT_MS);
  });
}

/**
 * Show the newest games that a search finds, or those before a game below them.
 * @param {string} search
 * @param {(line: import("./look.js").Line) => void} look
 * @param {string} [before] the id of a game
 */
async function show(search, look, before) {
  asked += 1;
  const mine = asked;
  const query = new URLSearchParams({ limit: String(PAGE), search, ...(before && { before }) });
  /** @type {[{games: Summary[], matching: number} | null, {name: string, title: string}[] | null, string[] | null]} */
  const [answer, rulesets, levels] = await Promise.all([
    answerOf(`/api/games?${query}`), answerOf("/rulesets.json"), answerOf("/levels.json"),
  ]);
  if (mine !== asked) return; // somebody has gone on typing, and a later answer may have come first
  const [list, older] = [byId("games-list"), byId("games-older", HTMLButtonElement)];
  if (answer === null) {
    setText(byId("games-found"), say("page.games.unreadable"));
    if (!before) list.replaceChildren();
    older.hidden = !before;
    return;
  }
  const { games, matching } = answer;
  const titles = Object.fromEntries((rulesets ?? []).map(({ name, title }) => [name, title]));
  const items = games.map((game) => item(game, gameWords(game, titles, levels ?? []), look));
  if (before) list.append(...items);
  else list.replaceChildren(...items);
  oldest = games.at(-1)?.id ?? "";
  const shown = list.childElementCount;
  setText(byId("games-found"), say("page.games.found", { shown, count: matching }));
  // Whoever goes on by the keyboard goes on with the first of those that came.
  if (before) items[0]?.querySelector("button")?.focus();
  older.hidden = games.length < PAGE || shown >= matching;
}

/** @param {Summary} game @param {string} words @param {(line: import("./look.js").Line) => void} look */
function item(game, words, look) {
  const button = html("button", { type: "button" }, say("page.games.look"));
  button.addEventListener("click", async () => {
    /** @type {{plies: string[]} | null} */
    const answer = await answerOf(`/api/games/${encodeURIComponent(game.id)}`);
    if (answer === null) {
      setText(byId("games-found"), say("page.games.unreadable"));
      return;
    }
    const { plies: moves } = answer;
    byId("games", HTMLDialogElement).close();
    look({ ruleset: game.ruleset, game: game.id, moves, at: 0, tried: moves.length });
  });
  const file = `hnefi-${game.id}.json`;
  const link = html("a", { href: `/api/games/${encodeURIComponent(game.id)}`, download: file }, say("page.games.download"));
  return html("li", {}, html("span", {}, words), button, link);
}

/**
 * A game in one line.
 * @param {Summary} game
 * @param {Record<string, string>} titles of rulesets, by name; somebody's own, of long ago, has only its name
 * @param {string[]} levels under whose names games keep an opponent
 */
export function gameWords({ started, names, ruleset, result, plies }, titles, levels) {
  const date = started ? moment(started) : "";
  const players = [names.attackers, names.defenders].map((name) => (name && levels.includes(name) ? levelWords(name) : name));
  const who = players.filter(Boolean).join(" – ");
  const outcome = result ? say(`page.games.result.${result}`) : say("page.games.unfinished");
  return [date, who, titles[ruleset] ?? ruleset, outcome, say("page.games.plies", { count: plies })].filter(Boolean).join(" · ");
}
