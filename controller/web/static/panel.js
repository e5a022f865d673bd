// @ts-check
/** The texts beside the board: whose turn it is, what the board sees, what to put right, the moves. */

import { byId, html, setText } from "./dom.js";
import { say, sayAll } from "./say.js";
import { detailWords, noRepairWords, stepWords, turnPicture, turnWords } from "./words.js";

const STEPS_SHOWN = 5;

/**
 * Show a view in the panel.
 * @param {import("./words.js").View} view
 */
export function showView(view) {
  setText(byId("title"), view.title);
  setText(byId("turn"), turnWords(view));
  setText(byId("turn-detail"), detailWords(view));
  setText(byId("sentence"), sayAll(view.say));
  const picture = byId("turn-piece").firstElementChild;
  picture.setAttribute("href", `#${turnPicture(view)}`);
  document.body.dataset.phase = view.phase;
  showRefusal(view.refusal);
  showRepair(view.repair);
  setText(byId("all-well"), noRepairWords(view));
  showMoves(view.moves);
  byId("undo").disabled = !view.can_undo;
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
  const words = repair.slice(0, STEPS_SHOWN).map(stepWords);
  const more = repair.length - words.length;
  if (more === 1) words.push(stepWords(repair[STEPS_SHOWN]));
  else if (more > 1) words.push(say("page.steps.more", { count: more }));
  if ([...list.children].map((item) => item.textContent).join("\n") === words.join("\n")) return;
  list.replaceChildren(...words.map((text) => html("li", {}, text)));
  [...list.children].forEach((item, n) => item.classList.toggle("long", repair[n].action === "shift"));
  if (more > 1) list.lastElementChild.className = "more";
}

/** @param {string[]} moves */
function showMoves(moves) {
  const list = byId("moves");
  const items = list.children;
  let same = 0;
  while (same < moves.length && items[same]?.textContent === moves[same]) same += 1;
  if (same === moves.length && same === items.length) return;
  while (items.length > same) list.lastElementChild.remove();
  for (const move of moves.slice(same)) list.append(html("li", {}, move));
  for (const item of list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  list.lastElementChild?.setAttribute("aria-current", "true");
  list.scrollTop = list.scrollHeight;
}
