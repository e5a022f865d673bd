/** The rules of the game on the board: the aims, always in sight, and every clause with its pictures. */

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
 * @property {Record<Side, Sentence[]>} aims
 * @property {{clause: string, say: Sentence[], examples: Example[]}[]} clauses
 * @property {{about: string, text: string}[]} readings
 * @property {{meaning: string, colour: string}[]} lights
 */

/** @type {Side[]} */
const SIDES = ["attackers", "defenders"];

export class RulesPanel {
  /** @type {Ruleset | null} of the game on the board */
  #rules = null;
  #asked = "";
  /** @type {Map<string, Promise<Ruleset | null>>} by name */
  #known = new Map();

  constructor() {
    byId("open-rules").addEventListener("click", () => drawSheet(this.#rules));
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("[data-clause-link]");
      if (link !== null) this.#open(link.getAttribute("data-clause-link") ?? "");
    });
  }

  /**
   * Show the rules of a ruleset; the server is asked once.
   * @param {string} name
   */
  async show(name) {
    if (name === this.#asked) return;
    this.#asked = name;
    const found = await this.#named(name);
    if (found === null || name !== this.#asked) return;
    this.#rules = found;
    byId("aims").replaceChildren(...aimsOf(found));
    drawSheet(found);
  }

  /**
   * What both sides want by some rules.
   * @param {string} name
   */
  async aims(name) {
    const found = await this.#named(name);
    return found === null ? [] : aimsOf(found);
  }

  /**
   * Open the rules of a name, which need not be those of the game on the board.
   * @param {string} name
   */
  async read(name) {
    drawSheet(await this.#named(name));
    openDialog(byId("rules", HTMLDialogElement));
  }

  /** @param {string} name */
  #named(name) {
    const known = this.#known.get(name) ?? load(name);
    this.#known.set(name, known);
    return known;
  }

  /**
   * Why a piece cannot stand where another does, and how that other one is captured instead.
   * @param {Kind} piece
   * @param {Kind} other
   * @param {string} square
   * @returns {import("./telling.js").Reason}
   */
  whyTaken(piece, other, square) {
    const own = (other === "attacker") === (piece === "attacker");
    if (own) return { text: say("page.taken.own", { square }), clause: null };
    const how = sayAll(this.#rules?.aims.attackers.slice(0, 1) ?? []);
    const wanted = other === "king" ? "rule.king." : "rule.custodial";
    const found = this.#rules?.clauses.find((each) => each.say[0]?.key.startsWith(wanted));
    const text = other === "king" ? say("page.taken.king", { square, how }) : say("page.taken", { square });
    return { text, clause: found?.clause ?? null };
  }

  /** @param {string} clause */
  #open(clause) {
    drawSheet(this.#rules);
    openDialog(byId("rules", HTMLDialogElement));
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
 */
export function clauseLink(clause) {
  const attributes = { type: "button", class: "clause", "data-clause-link": clause };
  return html("button", attributes, say("page.rule", { clause }));
}

/** @param {string} name @returns {Promise<Ruleset | null>} */
async function load(name) {
  const answer = await fetch(`/rules/${encodeURIComponent(name)}.json`);
  return answer.ok ? answer.json() : null;
}

/** @param {Ruleset} rules */
function aimsOf(rules) {
  return SIDES.map((side) => aim(side, rules.aims[side]));
}

/** Draw the sheet of some rules, unless it is there already. @param {Ruleset | null} rules */
function drawSheet(rules) {
  const sheet = byId("rules");
  if (rules === null || sheet.dataset.ruleset === rules.name) return;
  sheet.dataset.ruleset = rules.name;
  setText(byId("rules-title"), rules.title);
  setText(byId("rules-source"), rules.source);
  byId("rules-aims").replaceChildren(...aimsOf(rules));
  byId("rules-clauses").replaceChildren(...rules.clauses.map(clauseItem));
  byId("rules-lights").replaceChildren(...rules.lights.map((light) =>
    html("li", {}, swatch(light), say(`page.light.${light.meaning}`))));
  const readings = rules.readings.map(({ text }) => html("p", {}, text));
  const heading = html("h3", {}, say("page.rules.readings"));
  byId("rules-readings").replaceChildren(...(readings.length === 0 ? [] : [heading, ...readings]));
}

/** @param {Side} side @param {Sentence[]} lines */
function aim(side, lines) {
  const piece = side === "attackers" ? "attacker" : "king";
  const picture = svg("svg", { class: "aim-piece", viewBox: "-40 -66 80 106", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#piece-${piece}` }));
  const text = lines.map((line) => html("p", {}, sayAll([line])));
  return html("div", { class: "aim", "data-side": side }, picture, html("h3", {}, side === "attackers" ? say("page.attackers") : say("page.defenders")), ...text);
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
