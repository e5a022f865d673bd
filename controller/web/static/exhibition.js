/** An unattended board: what can be chosen by a light, how many pieces stand, and a code for phones. */

import { answerOf } from "./asking.js";
import { byId, html, setText } from "./dom.js";
import { swatch } from "./lights.js";
import { say, sayAll } from "./say.js";

/**
 * @typedef {object} Option a group of pieces to choose by
 * @property {string} language empty where it is no language
 * @property {import("./say.js").Sentence[]} say
 * @property {string[]} squares
 *
 * @typedef {object} Exhibition what an unattended board shows
 * @property {string} state
 * @property {string} language that a visitor chose, empty before that
 * @property {Option[]} options
 * @property {number | null} counted how many pieces of a set-up stand
 * @property {number} all
 *
 * @typedef {Pick<import("./words.js").View, "lights"> & {exhibition: Exhibition | null}} Shown
 * @typedef {{id: string}} Link
 */

/**
 * Whether an unattended board waits for a touch, and begins again without one: nothing may hide that.
 * @param {{exhibition: {state: string} | null}} view
 */
export function asksForTouch({ exhibition }) {
  return exhibition !== null && ["still_there", "proposing"].includes(exhibition.state);
}

/**
 * Whether an unattended board asks something that is answered by lifting a piece of a lit group.
 * @param {{exhibition: Pick<Exhibition, "options"> | null} | null} view
 */
export function asksToChoose(view) {
  return (view?.exhibition?.options.length ?? 0) > 0;
}

/** The language that was spoken before the visitor came. */
let spoken = "";

/**
 * Show what an unattended board asks; nothing on any other.
 * @param {Shown} view
 */
export function showExhibition({ exhibition, lights }) {
  byId("exhibition").hidden = exhibition === null;
  if (exhibition === null) return;
  document.body.dataset.exhibition = exhibition.state;
  setText(byId("exhibition-counted"), countedWords(exhibition));
  showOptions(exhibition.options, lights);
}

/**
 * How many pieces of a set-up stand.
 * @param {Pick<Exhibition, "counted" | "all">} exhibition
 */
export function countedWords({ counted, all }) {
  return counted === null ? "" : say("page.exhibition.counted", { count: counted, all });
}

/**
 * The light of a group of pieces.
 * @param {Option} option
 * @param {import("./lights.js").Light[]} lights
 */
export function lightOf({ squares }, lights) {
  return lights.find((light) => squares.some((square) => light.squares.includes(square)));
}

/** @param {Option[]} options @param {import("./lights.js").Light[]} lights */
function showOptions(options, lights) {
  const list = byId("exhibition-options");
  list.hidden = options.length === 0;
  const lines = options.map((option) => ({ words: sayAll(option.say), light: lightOf(option, lights), option }));
  const key = lines.map(({ words, light }) => `${words} ${light?.meaning}`).join("\n");
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...lines.map(({ words, light, option }) => {
    const spokenIn = option.language === "" ? {} : { lang: option.language };
    return html("li", spokenIn, ...(light === undefined ? [] : [swatch(light)]), words);
  }));
}

/**
 * Speak the language that the visitor chose, on the page that stands beside the board.
 * @param {Exhibition | null} exhibition
 * @param {(language: string) => Promise<boolean>} speak says whether it does
 * @param {() => void} again draws everything again
 */
export async function followLanguage(exhibition, speak, again) {
  const wanted = exhibition === null ? "" : exhibition.language;
  if (wanted === spoken) return;
  const before = spoken;
  spoken = wanted;
  if (await speak(wanted)) again();
  else if (spoken === wanted) spoken = before;
}

/** Offer visitors' phones a code, where this machine lets other devices in. */
export async function offerPhones() {
  const access = await answerOf("/access.json");
  if (!access?.may_invite) return;
  const links = await linksOf("GET", "");
  const [link] = links.length > 0 ? links : await linksOf("POST", "/links");
  if (link === undefined) return;
  const figure = byId("exhibition-phone");
  figure.querySelector("img")?.remove();
  figure.prepend(html("img", { alt: "", width: "160", height: "160", src: `/devices/${link.id}.svg` }));
  figure.hidden = false;
}

/** @param {string} method @param {string} path @returns {Promise<Link[]>} */
async function linksOf(method, path) {
  const answer = await answerOf(`/devices${path}`, { method });
  return answer?.links ?? [];
}
