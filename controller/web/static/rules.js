/**
 * The rules: the aims of the game on the board, always in sight, and every clause with its pictures; of a
 * game that is looked at, its own.
 */

import { answerOf, noticeAway } from "./asking.js";
import { openDialog } from "./dialogs.js";
import { drawDiagram } from "./diagram.js";
import { byId, html, setText, svg } from "./dom.js";
import { swatch } from "./lights.js";
import { say, sayAll } from "./say.js";

/**
 * @typedef {import("./say.js").Sentence} Sentence
 * @typedef {import("./words.js").Side} Side
 * @typedef {import("./words.js").Kind} Kind
 * @typedef {import("./diagram.js").Placed} Placed
 *
 * @typedef {{name: string, game?: string | undefined}} Named rules by their name; those of a kept game are kept with it
 *
 * @typedef {object} Example
 * @property {Placed} before
 * @property {Placed | null} after
 * @property {string} from
 * @property {string | null} to
 * @property {string[]} open
 * @property {string[]} taken
 * @property {string[]} by
 * @property {Sentence[]} say
 *
 * @typedef {object} Ruleset what the server says of a ruleset
 * @property {string} name
 * @property {string} title
 * @property {string} source
 * @property {Placed} start
 * @property {Record<Side, Sentence[]>} aims
 * @property {{clause: string, say: Sentence[], examples: Example[]}[]} clauses
 * @property {{about: string, text: string}[]} readings
 * @property {{meaning: string, colour: string}[]} lights
 */

/** @type {Side[]} */
const SIDES = ["attackers", "defenders"];

export class RulesPanel {
  /** The name of those of the game on the board. */
  #asked = "";
  /** Where the pieces stand at the start of a game by those. @type {Placed | null} */
  start = null;
  /** How often a sheet was to be drawn: what is wanted last is shown, whatever comes last. */
  #wanted = 0;
  /** @type {Map<string, Promise<Ruleset | null>>} by their address */
  #known = new Map();
  /** @type {() => Named | null} the rules of what is looked at, null while it is the board */
  #looked;

  /** @param {() => Named | null} looked */
  constructor(looked) {
    this.#looked = looked;
    byId("open-rules").addEventListener("click", () => this.#read(this.#looked()));
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("[data-clause-link]");
      if (link !== null) this.#open(link);
    });
  }

  /**
   * Show the rules of a ruleset; the server is asked once.
   * @param {string} name
   */
  async show(name) {
    if (name === this.#asked) return;
    this.#asked = name;
    this.start = null;
    const found = await this.#named({ name });
    if (found === null || name !== this.#asked) return;
    this.start = found.start;
    byId("aims").replaceChildren(...aimsOf(found, "h2"));
    // Somebody may read others meanwhile.
    if (!byId("rules", HTMLDialogElement).open) drawSheet(found);
  }

  /** Say the aims again, in the language that is spoken now. */
  again() {
    const name = this.#asked;
    this.#asked = "";
    return this.show(name);
  }

  /**
   * Open some rules, or those of the game on the board.
   * @param {Named | null} named
   * @returns {Promise<boolean>} whether there was something to open
   */
  async #read(named) {
    this.#wanted += 1;
    const mine = this.#wanted;
    const found = await this.#named(named ?? { name: this.#asked });
    if (mine !== this.#wanted) return false;
    if (found === null) {
      noticeAway();
      return false;
    }
    drawSheet(found);
    openDialog(byId("rules", HTMLDialogElement));
    return true;
  }

  /**
   * What both sides want by some rules.
   * @param {string} name
   */
  async aims(name) {
    const found = await this.#named({ name });
    return found === null ? [] : aimsOf(found);
  }

  /**
   * Open the rules of a name, which need not be those of the game on the board.
   * @param {string} name
   */
  async read(name) {
    await this.#read({ name });
  }

  /** @param {Named} named */
  #named({ name, game }) {
    const kept = game === undefined ? "" : `?game=${encodeURIComponent(game)}`;
    const address = `/rules/${encodeURIComponent(name)}.json${kept}`;
    const known = this.#known.get(address) ?? this.#load(address);
    this.#known.set(address, known);
    return known;
  }

  /** @param {string} address @returns {Promise<Ruleset | null>} */
  async #load(address) {
    const found = await answerOf(address);
    // Whoever wants them again asks again.
    if (found === null) this.#known.delete(address);
    return found;
  }

  /**
   * Why a piece cannot stand where another does, and how that other one is captured instead.
   * @param {Kind} piece
   * @param {Kind} other
   * @param {string} square
   * @returns {Promise<import("./telling.js").Reason>}
   */
  async whyTaken(piece, other, square) {
    const own = (other === "attacker") === (piece === "attacker");
    if (own) return { text: say("page.taken.own", { square }), clause: null };
    const rules = await this.#named({ name: this.#asked });
    const how = sayAll(rules?.aims.attackers.slice(0, 1) ?? []);
    const wanted = other === "king" ? "rule.king." : "rule.custodial";
    const found = rules?.clauses.find((each) => each.say[0]?.key.startsWith(wanted));
    const text = other === "king" ? say("page.taken.king", { square, how }) : say("page.taken", { square });
    return { text, clause: found?.clause ?? null };
  }

  /** @param {Element} link */
  async #open(link) {
    const clause = link.getAttribute("data-clause-link");
    const name = link.getAttribute("data-clause-ruleset");
    const game = link.getAttribute("data-clause-game") ?? undefined;
    if (!(await this.#read(name === null ? null : { name, game }))) return;
    const all = [...byId("rules-clauses").children];
    const meant = all.filter((each) => each.getAttribute("data-clause") === clause);
    for (const each of all) each.toggleAttribute("data-meant", meant.includes(each));
    const [first] = meant;
    first?.scrollIntoView({ block: "start" });
    if (first instanceof HTMLElement) first.focus();
  }
}

/**
 * A link to a clause, as every "rule 5" on the page is one.
 * @param {string} clause
 * @param {Named} [rules] whose clause it is, if not of the game on the board
 */
export function clauseLink(clause, rules) {
  /** @type {Record<string, string>} */
  const attributes = { type: "button", class: "clause", "data-clause-link": clause };
  if (rules !== undefined) attributes["data-clause-ruleset"] = rules.name;
  if (rules?.game !== undefined) attributes["data-clause-game"] = rules.game;
  // A clause without a number is named by its heading.
  const isNumbered = /^\d/.test(clause);
  const text = isNumbered ? say("page.rule", { clause }) : say("page.rule.heading", { clause });
  return html("button", attributes, text);
}

/** @param {Ruleset} rules @param {"h2" | "h3"} heading beside the board, or below the title of a dialog */
function aimsOf(rules, heading = "h3") {
  return SIDES.map((side) => aim(side, rules.aims[side], heading));
}

/** @type {Ruleset | null} whose sheet is drawn */
let drawn = null;

/** Draw the sheet of some rules, unless it is there already. @param {Ruleset} rules */
function drawSheet(rules) {
  if (rules === drawn) return;
  drawn = rules;
  setText(byId("rules-title"), rules.title);
  setText(byId("rules-source"), rules.source);
  byId("rules-aims").replaceChildren(...aimsOf(rules));
  byId("rules-clauses").replaceChildren(...rules.clauses.map(clauseItem));
  byId("rules-lights").replaceChildren(...lightItems(rules.lights));
  const readings = rules.readings.map(({ text }) => html("p", { lang: "en" }, text));
  const heading = html("h3", {}, say("page.rules.readings"));
  byId("rules-readings").replaceChildren(...(readings.length === 0 ? [] : [heading, ...readings]));
}

/**
 * The lights with their words; of those that read alike, as what can be chosen by a light does, the first.
 * @param {Ruleset["lights"]} lights
 */
function lightItems(lights) {
  const words = lights.map(({ meaning }) => say(`page.light.${meaning}`));
  return lights.flatMap((light, at) =>
    (words.indexOf(words[at] ?? "") === at ? [html("li", {}, swatch(light), words[at] ?? "")] : []));
}

/** @param {Side} side @param {Sentence[]} lines @param {"h2" | "h3"} heading */
function aim(side, lines, heading) {
  const piece = side === "attackers" ? "attacker" : "king";
  const picture = svg("svg", { class: "aim-piece", viewBox: "-40 -66 80 106", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#piece-${piece}` }));
  const text = lines.map((line) => html("p", {}, sayAll([line])));
  return html("div", { class: "aim", "data-side": side }, picture, html(heading, {}, side === "attackers" ? say("page.attackers") : say("page.defenders")), ...text);
}

/** @param {Ruleset["clauses"][number]} item */
function clauseItem({ clause, say: sentences, examples }) {
  const text = html("p", {}, html("span", { class: "number" }, clause), sayAll(sentences));
  return html("li", { "data-clause": clause, tabindex: "-1" }, text, ...examples.map(picture));
}

/** @param {Example} example */
function picture(example) {
  const { before, after, from, to, open, taken, by, say: sentences } = example;
  const first = drawDiagram(before, { open, from, to, refused: after === null && to !== null, taken });
  const pictures = after === null ? [first] : [first, drawDiagram(after, { by })];
  return html("figure", {}, ...pictures, html("figcaption", {}, sayAll(sentences)));
}
