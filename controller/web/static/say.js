/**
 * Sentences in the words of a language: the same catalogue that the controller has, as JSON.
 *
 * A text names its arguments, `{square}`; one that depends on a number has a form for each kind of
 * `count` in the language.
 */

/**
 * @typedef {{key: string, args: Record<string, Argument>}} Sentence
 * @typedef {number | string | string[] | Sentence | Sentence[]} Argument
 * @typedef {{locale: string, texts: Record<string, string | Record<string, string>>}} Catalogue
 * @typedef {{text: string, argument: string | null}} Part what a text says, and which argument it is
 */

/** @type {Catalogue} */
let catalogue = { locale: "en", texts: {} };
let plurals = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");

/**
 * Say everything in the words of a catalogue from now on.
 * @param {Catalogue} chosen
 */
export function useCatalogue(chosen) {
  catalogue = chosen;
  plurals = new Intl.PluralRules(chosen.locale);
  lists = new Intl.ListFormat(chosen.locale);
}

/**
 * A text of the catalogue.
 * @param {string} key
 * @param {Record<string, Argument>} [args]
 * @returns {string} the key itself where there is no text, so that the gap is seen
 */
export function say(key, args = {}) {
  return sayParts(key, args).map(({ text }) => text).join("");
}

/**
 * A text of the catalogue in parts, of which some are its arguments.
 * @param {string} key
 * @param {Record<string, Argument>} [args]
 * @returns {Part[]}
 */
export function sayParts(key, args = {}) {
  const entry = catalogue.texts[key];
  const text = typeof entry === "object" ? entry[plurals.select(Number(args["count"]))] ?? entry["other"] : entry;
  if (text === undefined) return [{ text: key, argument: null }];
  // Names of arguments stand at every second place.
  return text.split(/\{(\w+)\}/).map((part, place) =>
    place % 2 === 0 ? { text: part, argument: null } : { text: word(args[part] ?? ""), argument: part });
}

/**
 * A number as the language writes it, with two decimals.
 * @param {number} value
 */
export function decimal(value) {
  return value.toLocaleString(catalogue.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/**
 * A time as the language writes it.
 * @param {string} iso
 */
export function moment(iso) {
  return new Date(iso).toLocaleString(catalogue.locale, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Sentences as the controller sends them, one after the other.
 * @param {Sentence[]} sentences
 */
export function sayAll(sentences) {
  return sentences.map(({ key, args }) => say(key, args)).join(" ");
}

/**
 * @param {Argument} argument
 * @returns {string}
 */
function word(argument) {
  if (Array.isArray(argument)) {
    const isList = argument.every((each) => typeof each === "string");
    return isList ? lists.format(/** @type {string[]} */ (argument)) : sayAll(/** @type {Sentence[]} */ (argument));
  }
  return typeof argument === "object" ? say(argument.key, argument.args) : String(argument);
}
