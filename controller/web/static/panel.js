/** The texts beside the board: whose turn it is, what the board sees, what to put right, the moves. */

import { byId, html, setText, within } from "./dom.js";
import { clauseLink } from "./rules.js";
import { say } from "./say.js";
import { detailWords, stepWords, turnPicture, turnWords } from "./words.js";

const STEPS_SHOWN = 5;

/** @typedef {{text: string, attributes: Record<string, string>}} RepairLine */

/**
 * Show whose turn it is, or what else is going on.
 * @param {import("./words.js").Turn} turn
 * @param {string} title of the rules
 */
export function showTurn(turn, title) {
  // What is said of a pause leaves no room for it on one line, and nothing below may jump.
  setText(byId("title"), turn.paused ? "" : title);
  setText(byId("turn"), turnWords(turn));
  showDetail(turn);
  within(byId("turn-piece", SVGElement), "use").setAttribute("href", `#${turnPicture(turn)}`);
}

/**
 * Show the rest of a view in the panel.
 * @param {import("./words.js").View} view
 */
export function showView(view) {
  document.body.dataset.phase = view.phase;
  showRepair(view.repair);
  byId("undo", HTMLButtonElement).disabled = !view.can_undo;
}

/** @param {import("./words.js").Turn} view */
function showDetail(view) {
  const area = byId("turn-detail");
  const clause = view.phase === "over" ? view.outcome?.clause : null;
  const parts = [detailWords(view), ...(clause ? [" ", clauseLink(clause)] : [])];
  const words = parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  if (area.textContent !== words) area.replaceChildren(...parts);
}

/** @param {import("./words.js").Step[]} repair */
function showRepair(repair) {
  const list = byId("repair");
  list.hidden = repair.length === 0;
  byId("to-do").hidden = repair.length === 0 && byId("stands").hidden;
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

/** @param {Element} list */
function texts(list) {
  return [...list.children].map((item) => item.textContent);
}
