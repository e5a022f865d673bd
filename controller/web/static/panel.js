/** The texts beside the board: whose turn it is, what the board sees, what to put right, the moves. */

import { byId, html, setText, within } from "./dom.js";
import { say, sayAll } from "./say.js";
import { detailWords, noRepairWords, stepWords, turnPicture, turnWords } from "./words.js";

const STEPS_SHOWN = 5;

/** @typedef {{text: string, attributes: Record<string, string>}} RepairLine */

/**
 * Show a view in the panel.
 * @param {import("./words.js").View} view
 */
export function showView(view) {
  setText(byId("title"), view.title);
  setText(byId("turn"), turnWords(view));
  setText(byId("turn-detail"), detailWords(view));
  setText(byId("sentence"), sayAll(view.say));
  within(byId("turn-piece", SVGElement), "use").setAttribute("href", `#${turnPicture(view)}`);
  document.body.dataset.phase = view.phase;
  showRefusal(view.refusal);
  showRepair(view.repair);
  setText(byId("all-well"), noRepairWords(view));
  byId("undo", HTMLButtonElement).disabled = !view.can_undo;
}

/** @param {import("./words.js").View["refusal"]} refusal */
function showRefusal(refusal) {
  const area = byId("refusal");
  area.hidden = refusal === null;
  const key = JSON.stringify(refusal);
  if (area.dataset.shown === key) return;
  area.dataset.shown = key;
  const parts = refusal === null ? [] : [html("p", {}, sayAll(refusal.say))];
  if (refusal?.clause) parts.push(html("p", { class: "clause" }, say("page.rule", { clause: refusal.clause })));
  area.replaceChildren(...parts);
}

/** @param {import("./words.js").Step[]} repair */
function showRepair(repair) {
  const list = byId("repair");
  list.hidden = repair.length === 0;
  const lines = repairLines(repair);
  if (texts(list).join("\n") === lines.map(({ text }) => text).join("\n")) return;
  list.replaceChildren(...lines.map(({ text, attributes }) => html("li", attributes, text)));
}

/**
 * The lines that a repair takes: the first steps, and how many more there are.
 * @param {import("./words.js").Step[]} repair
 * @returns {RepairLine[]}
 */
export function repairLines(repair) {
  // A line that only says that one step follows could say the step itself.
  const shown = repair.length === STEPS_SHOWN + 1 ? repair : repair.slice(0, STEPS_SHOWN);
  /** @type {RepairLine[]} */
  const lines = shown.map((step) => ({
    text: stepWords(step),
    attributes: step.action === "shift" ? { class: "long" } : {},
  }));
  const more = repair.length - shown.length;
  if (more === 0) return lines;
  return [...lines, { text: say("page.steps.more", { count: more }), attributes: { class: "more" } }];
}

/**
 * Show the moves of the game.
 * @param {string[]} moves
 */
export function showMoves(moves) {
  const list = byId("moves");
  const listed = texts(list);
  const same = sameStart(listed, moves);
  if (same === moves.length && same === listed.length) return;
  for (const item of [...list.children].slice(same)) item.remove();
  for (const move of moves.slice(same)) list.append(html("li", {}, move));
  for (const item of list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  list.lastElementChild?.setAttribute("aria-current", "true");
  list.scrollTop = list.scrollHeight;
}

/**
 * How many items two lists have in common before they part.
 * @param {string[]} one
 * @param {string[]} other
 */
export function sameStart(one, other) {
  const parting = other.findIndex((item, n) => item !== one[n]);
  return parting === -1 ? other.length : parting;
}

/** @param {Element} list */
function texts(list) {
  return [...list.children].map((item) => item.textContent);
}
