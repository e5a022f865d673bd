/** The dialog of settings: its choices and switches, and what they change on the page at once. */

import { byId, html } from "./dom.js";
import { say } from "./say.js";
import { CHOICES } from "./settings.js";

/**
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./settings.js").Chosen} Chosen
 */

/**
 * Make the dialog work, and the page look as it was chosen.
 * @param {Settings} settings
 * @param {() => void} changed
 */
export function bindOptions(settings, changed) {
  const choose = (/** @type {Partial<Chosen>} */ chosen) => {
    settings.choose(chosen);
    show(settings.now);
    changed();
    // The board is drawn the other way round from the start.
    if (chosen.turned !== undefined) location.reload();
  };
  for (const [name, select] of selects()) {
    select.append(...CHOICES[name].map((value) => html("option", { value }, say(`page.choice.${name}.${value}`))));
    select.value = settings.now[name];
    select.addEventListener("change", () => choose({ [name]: select.value }));
  }
  for (const [name, box] of switches()) {
    box.checked = settings.now[name];
    box.addEventListener("change", () => choose({ [name]: box.checked }));
  }
  byId("full-screen").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  });
  show(settings.now);
}

/** @param {Chosen} chosen */
function show({ layout, theme, pieces, by_hand }) {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  dataset.layout = layout;
  dataset.pieces = pieces;
  dataset.hands = by_hand ? "people" : "page";
}

/** @returns {[keyof typeof CHOICES, HTMLSelectElement][]} */
function selects() {
  return [
    ["layout", byId("set-layout", HTMLSelectElement)],
    ["theme", byId("set-theme", HTMLSelectElement)],
    ["pieces", byId("set-pieces", HTMLSelectElement)],
  ];
}

/** @returns {["sound" | "turned" | "warnings" | "by_hand" | "slide", HTMLInputElement][]} */
function switches() {
  return [
    ["sound", byId("set-sound", HTMLInputElement)],
    ["turned", byId("set-turned", HTMLInputElement)],
    ["warnings", byId("set-warnings", HTMLInputElement)],
    ["by_hand", byId("set-by_hand", HTMLInputElement)],
    ["slide", byId("set-slide", HTMLInputElement)],
  ];
}
