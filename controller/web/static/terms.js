/** The dialog of a new game: its rules, who plays, and by which clocks. */

import { answerOf, noticeAway } from "./asking.js";
import { chosenLevel, levelWords, offerLevels } from "./company.js";
import { openDialog } from "./dialogs.js";
import { byId, html } from "./dom.js";
import { say } from "./say.js";

/**
 * @typedef {import("./words.js").View} View
 * @typedef {import("./words.js").Side} Side
 * @typedef {import("./socket.js").NewGame} NewGame
 *
 * @typedef {object} Chosen what the dialog says
 * @property {string} ruleset
 * @property {string} clock
 * @property {string} level of the opponent, or "nobody"
 * @property {Side} side that the opponent plays
 * @property {Record<Side, string>} names
 *
 * @typedef {object} Means
 * @property {() => View | null} view the newest one; null without a connection
 * @property {(name: string) => Promise<HTMLElement[]>} aims what both sides want by the rules of a name
 * @property {(name: string) => void} read opens the rules of a name
 * @property {(game: NewGame) => void} begin
 * @property {(level: string, side: Side) => void} seat lets an opponent play
 */

/** @type {Side[]} */
const SIDES = ["attackers", "defenders"];
const NO_CLOCK = "none";
/** The clocks that are offered; any other can be named on the command line. */
const CLOCKS = [NO_CLOCK, "gong:10", "fixed:20m", "fischer:5+5", "fischer:15+10", "byoyomi:30m+5x60"];

/**
 * Make the dialog work.
 * @param {string[]} levels by name, the easiest first
 * @param {Means} means
 */
export function bindTerms(levels, means) {
  const dialog = byId("terms", HTMLDialogElement);
  const { ruleset, level, side, clock } = selects();
  offerLevels(level, side, levels);
  level.addEventListener("change", () => showNames(chosen()));
  side.addEventListener("change", () => showNames(chosen()));
  ruleset.addEventListener("change", () => showAims(means));
  byId("terms-read").addEventListener("click", () => means.read(ruleset.value));
  byId("new-game").addEventListener("click", async () => {
    const view = means.view();
    if (dialog.open) return;
    if (view === null || !(await offerRulesets())) return noticeAway();
    offer(clock, [...new Set([...CLOCKS, controlOf(view)])].map((name) => [name, clockWords(name)]));
    fill(termsOf(view, levels));
    byId("terms-ends").hidden = view.phase !== "play" || view.plies === 0;
    openDialog(dialog);
    showAims(means);
  });
  byId("terms-form").addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    const now = chosen(), view = means.view();
    means.begin(newGame(now));
    if (view !== null && (now.level !== chosenLevel(view) || now.side !== view.opponent?.side)) means.seat(now.level, now.side);
  });
}

function selects() {
  return {
    ruleset: byId("terms-ruleset", HTMLSelectElement), level: byId("terms-level", HTMLSelectElement),
    side: byId("terms-side", HTMLSelectElement), clock: byId("terms-clock", HTMLSelectElement),
  };
}

/** @param {Side} side */
function nameOf(side) {
  const names = { attackers: byId("terms-attackers", HTMLInputElement), defenders: byId("terms-defenders", HTMLInputElement) };
  return names[side];
}

/** @returns {Chosen} */
function chosen() {
  const { ruleset, level, side, clock } = selects();
  const plays = /** @type {Side} */ (side.value);
  const named = (/** @type {Side} */ each) => (isTaken(level.value, plays, each) ? level.value : nameOf(each).value);
  const names = { attackers: named("attackers"), defenders: named("defenders") };
  return { ruleset: ruleset.value, clock: clock.value, level: level.value, side: plays, names };
}

/** @param {Chosen} terms */
function fill(terms) {
  const { ruleset, level, side, clock } = selects();
  ruleset.value = terms.ruleset;
  level.value = terms.level;
  side.value = terms.side;
  clock.value = terms.clock;
  for (const each of SIDES) nameOf(each).value = terms.names[each];
  showNames(terms);
}

/** Where the opponent plays, nobody writes a name. @param {Chosen} terms */
function showNames({ level, side }) {
  byId("terms-side-label").hidden = level === "nobody";
  for (const each of SIDES) {
    const taken = isTaken(level, side, each);
    nameOf(each).disabled = taken;
    nameOf(each).placeholder = taken ? levelWords(level) : say("page.terms.name");
    if (taken) nameOf(each).value = "";
  }
}

/** @param {string} level @param {Side} plays @param {Side} side */
function isTaken(level, plays, side) {
  return level !== "nobody" && plays === side;
}

/** @param {Means} means */
async function showAims({ aims }) {
  const { ruleset } = selects(), name = ruleset.value;
  const found = await aims(name);
  if (ruleset.value === name) byId("terms-aims").replaceChildren(...found);
}

/** @returns {Promise<boolean>} whether there are any to choose from */
async function offerRulesets() {
  const { ruleset } = selects();
  if (ruleset.options.length > 0) return true;
  /** @type {{name: string, title: string}[] | null} */
  const found = await answerOf("/rulesets.json");
  if (found !== null) offer(ruleset, found.map(({ name, title }) => [name, title]));
  return found !== null;
}

/** @param {HTMLSelectElement} select @param {[string, string][]} choices */
function offer(select, choices) {
  select.replaceChildren(...choices.map(([value, words]) => html("option", { value }, words)));
}

/**
 * What games are played by: so is the next one, unless somebody chooses. A lesson is no game.
 * @param {View} view
 * @param {string[]} levels
 * @returns {Chosen}
 */
export function termsOf(view, levels) {
  const person = (/** @type {string} */ name) => (levels.includes(name) ? "" : name);
  const names = { attackers: person(view.names.attackers), defenders: person(view.names.defenders) };
  return { ruleset: view.next_ruleset, clock: controlOf(view), level: chosenLevel(view), side: view.opponent?.side ?? "defenders", names };
}

/** @param {View} view */
function controlOf({ clock }) {
  return clock?.control || NO_CLOCK;
}

/**
 * The command for a new game.
 * @param {Chosen} terms
 * @returns {NewGame}
 */
export function newGame({ ruleset, clock, names }) {
  const plain = (/** @type {string} */ name) => name.trim().replace(/\s+/g, " ");
  return { command: "new_game", ruleset, clock, names: { attackers: plain(names.attackers), defenders: plain(names.defenders) } };
}

/**
 * What clocks go by, in words; of those that are not offered, as they are named.
 * @param {string} control
 */
export function clockWords(control) {
  switch (control) {
    case NO_CLOCK: return say("page.control.none");
    case "gong:10": return say("page.control.gong", { seconds: 10 });
    case "fixed:20m": return say("page.control.fixed", { minutes: 20 });
    case "fischer:5+5": return say("page.control.fischer", { minutes: 5, seconds: 5 });
    case "fischer:15+10": return say("page.control.fischer", { minutes: 15, seconds: 10 });
    case "byoyomi:30m+5x60": return say("page.control.byoyomi", { minutes: 30, periods: 5, seconds: 60 });
  }
  return control;
}
