/** The language of the page: chosen by whoever looks at it, else by their browser, and remembered. */

import { noticeAway } from "./asking.js";
import { byId, html } from "./dom.js";
import { say, useCatalogue } from "./say.js";

/**
 * @typedef {{language: string, name: string, reviewed: boolean}} Language
 * @typedef {import("./say.js").Catalogue & {language: string, languages: Language[]}} Words
 */

const REMEMBERED = "hnefi.language";
/** What an element shows by its attributes: its text, its name for those who listen, its hint. */
const PLACES = /** @type {const} */ ([
  ["data-say", null],
  ["data-say-label", "aria-label"],
  ["data-say-title", "title"],
]);

/** Speak the language that was chosen here before, else the one that the browser asks for. */
export async function speak() {
  const words = await fetchWords(recalled());
  useCatalogue(words);
  document.documentElement.lang = words.locale;
  putIntoWords(document.documentElement);
  offer(words);
}

/**
 * Speak another language for a while, without remembering it; with an empty one, the usual again.
 * @param {string} language
 * @returns {Promise<boolean>} whether there are words for that now; the page says what it said if not
 */
export async function speakFor(language) {
  const words = await fetchWords(language === "" ? recalled() : language).catch(() => null);
  if (words === null) return false;
  useCatalogue(words);
  document.documentElement.lang = words.locale;
  putIntoWords(document.documentElement);
  return true;
}

/**
 * Put every element that names its text into words, as `<button data-say="page.undo">` does.
 * @param {Element} root
 */
export function putIntoWords(root) {
  for (const [name, attribute] of PLACES) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const words = say(element.getAttribute(name) ?? "");
      if (attribute === null) element.textContent = words;
      else element.setAttribute(attribute, words);
    }
  }
}

/** @param {Words} words */
function offer({ language, languages }) {
  const choice = byId("language", HTMLSelectElement);
  choice.append(...languages.map((each) => html("option", { value: each.language, lang: each.language }, nameOf(each))));
  choice.value = language;
  choice.addEventListener("change", async () => {
    // Loaded again while nobody answers, the page would be gone.
    if (await fetchWords(choice.value).catch(() => null) === null) {
      choice.value = language;
      return noticeAway();
    }
    remember(choice.value);
    // The controller sends again all that there is to say.
    location.reload();
  });
}

/**
 * The name of a language, in that language; a star where no native speaker has read it yet.
 * @param {Language} language
 */
export function nameOf({ name, reviewed }) {
  return reviewed ? name : `${name} *`;
}

/**
 * @param {string | null} language
 * @returns {Promise<Words>}
 */
async function fetchWords(language) {
  const chosen = language === null ? null : await fetch(`/words/${encodeURIComponent(language)}.json`);
  // A language that was remembered may be gone.
  const answer = chosen?.ok ? chosen : await fetch("/words.json");
  return answer.json();
}

/** @returns {string | null} */
function recalled() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null; // the browser remembers nothing, as some do in private windows
  }
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // The browser's own wish counts next time.
  }
}
