/** Lessons: which there are, and the one that runs. The lights and the sentences teach. */

import { byId, html, setText } from "./dom.js";
import { say } from "./say.js";
import { dismiss, makeSure, wouldEnd } from "./sure.js";

/** @typedef {import("./words.js").View} View */
/** @typedef {{stage: string, lessons: string[]}} Stage */
/** @typedef {{command: "lesson", lesson?: string} | {command: "hint" | "options"} | {command: "explain", on: boolean}} LessonRequest */

/**
 * Make the controls work.
 * @param {Stage[]} stages the easiest first
 * @param {(request: LessonRequest) => void} ask
 * @param {() => View | null} view the newest one
 */
export function bindLessons(stages, ask, view) {
  const choice = byId("lesson", HTMLSelectElement);
  for (const { stage, lessons } of stages) {
    const group = html("optgroup", { label: say(`lesson.stage.${stage}`) });
    group.append(...lessons.map((name) => html("option", { value: name }, say(`lesson.${name}.title`))));
    choice.append(group);
  }
  // Below the lessons: what stands first is begun by those who have never played.
  choice.append(html("option", { value: `puzzle_${dayOfYear(new Date())}` }, say("page.puzzle")));
  const button = byId("lesson-begin"), area = byId("lesson-sure");
  const begin = () => ask({ command: "lesson", lesson: choice.value });
  button.addEventListener("click", () => {
    const question = `${say("page.terms.ends")} ${say("page.sure.lesson")}`;
    if (wouldEnd(view())) makeSure(area, button, { question, yes: say("page.sure.lesson.yes") }, begin);
    else begin();
  });
  byId("options").addEventListener("click", () => ask({ command: "options" }));
  byId("lesson-hint").addEventListener("click", () => ask({ command: "hint" }));
  const explain = byId("explain", HTMLInputElement);
  explain.addEventListener("change", () => ask({ command: "explain", on: explain.checked }));
  byId("lesson-end").addEventListener("click", () => ask({ command: "lesson" }));
}

/**
 * Show which lesson runs; what there is to do in it, the board says.
 * @param {View} view
 */
export function showLesson(view) {
  const { lesson, explains } = view;
  if (!wouldEnd(view)) dismiss(byId("lesson-sure"));
  byId("explain", HTMLInputElement).checked = explains;
  byId("lesson-end", HTMLButtonElement).disabled = lesson === null;
  byId("lesson-hint").hidden = lesson === null;
  setText(byId("lesson-now"), lessonWords(lesson));
  const choice = byId("lesson", HTMLSelectElement);
  if (lesson === null || lesson.number === 0 || choice.dataset.shown === lesson.name) return;
  // Once for each lesson: whoever has chosen another and goes on to the button must find it still chosen.
  if (document.activeElement !== choice) choice.value = lesson.name;
  choice.dataset.shown = lesson.name;
}

/**
 * The number of a day in its year, from 1.
 * @param {Date} date
 */
export function dayOfYear(date) {
  const start = Date.UTC(date.getFullYear(), 0, 1);
  return 1 + Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - start) / 86_400_000);
}

/**
 * Which lesson runs, with the stars that it has brought.
 * @param {View["lesson"]} lesson
 */
export function lessonWords(lesson) {
  if (lesson === null) return say("page.lesson.none");
  const stars = "★".repeat(lesson.stars);
  if (lesson.number === 0) return stars;
  return `${say("page.lesson.now", { number: lesson.number, total: lesson.total })} ${stars}`.trim();
}
