/**
 * The lights of the 121 squares, by meaning: colour, shape and rhythm. The controller says which
 * squares are lit, and why; the styles do the rest, so that nothing is drawn while a light pulses.
 */

import { setAttributes, svg } from "./dom.js";
import { SQUARES, UNIT, centre, toDrawing } from "./geometry.js";
import { say } from "./say.js";

/**
 * @typedef {object} Light
 * @property {string} meaning
 * @property {string} rhythm
 * @property {string} colour six hexadecimal digits
 * @property {number} level 0 to 1
 * @property {string[]} squares
 * @property {string} from the square from which what moves sets out
 *
 * @typedef {object} Lit what one square shows
 * @property {Light} light
 * @property {number} distance in squares from where a wave or a run sets out
 * @property {string} word
 */

/** @type {Record<string, string>} */
const SIGNS = {
  turn_attackers: "#sign-attackers",
  turn_defenders: "#sign-defenders",
  last_origin: "#sign-dashes",
  last_target: "#sign-ticks",
  tentative: "#sign-ticks",
  lifted: "#sign-dashes",
  target: "#sign-dot",
  capturing: "#sign-ring",
  winning: "#sign-crown",
  repeating: "#sign-repeat",
  owed: "#sign-slashes",
  wrong: "#sign-slashes",
  put_attacker: "#piece-attacker",
  put_defender: "#piece-defender",
  put_king: "#piece-king",
  asked: "#sign-wedge",
  threatened: "#sign-slashes",
  target_good: "#sign-ring",
  target_fair: "#sign-dot",
  target_bad: "#sign-repeat",
  hint_piece: "#sign-wedge",
  hint: "#sign-wedge",
  shown: "#sign-wedge",
};
/** A square of a running light lights up this long after the one before it. */
const RUN_S = 0.1;
/** A wave reaches the next square after this. */
const WAVE_S = 0.15;

/**
 * Draw the dark squares.
 * @param {SVGElement} root
 * @returns {(lights: Light[], captures: Record<string, string[]>) => void} shows lights, changing
 *   only the squares that change
 */
export function drawLights(root) {
  const squares = new Map(SQUARES.map((name) => [name, addSquare(root, name)]));
  /** @type {Map<string, string>} */
  const shown = new Map();
  return (lights, captures) => {
    const lit = litSquares(lights, captures);
    for (const [name, square] of squares) {
      const now = lit.get(name);
      const key = now === undefined ? "" : JSON.stringify([now.light.meaning, now.distance, now.word]);
      if ((shown.get(name) ?? "") === key) continue;
      shown.set(name, key);
      show(square, now);
    }
  };
}

/**
 * What each lit square shows.
 * @param {Light[]} lights
 * @param {Record<string, string[]>} captures
 * @returns {Map<string, Lit>}
 */
export function litSquares(lights, captures) {
  /** @type {Map<string, Lit>} */
  const lit = new Map();
  for (const light of lights) {
    for (const name of light.squares) {
      lit.set(name, { light, distance: distance(name, light), word: wordOf(name, light.meaning, captures) });
    }
  }
  return lit;
}

/** @param {string} name @param {string} meaning @param {Record<string, string[]>} captures */
function wordOf(name, meaning, captures) {
  if (meaning === "winning") return say("page.wins");
  return captures[name] === undefined ? "" : `×${captures[name].join(" ")}`;
}

/** @param {string} name @param {Light} light */
function distance(name, { rhythm, from }) {
  if (rhythm !== "wave" && rhythm !== "run") return 0;
  const here = centre(name);
  const there = centre(from);
  return Math.max(Math.abs(here.x - there.x), Math.abs(here.y - there.y));
}

/** @param {SVGElement} root @param {string} name */
function addSquare(root, name) {
  const { x, y } = toDrawing(centre(name));
  const area = { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, fill: "none" };
  const square = svg("g", { "data-square": name, transform: `translate(${x} ${y})` }, svg("rect", area));
  root.append(square);
  return square;
}

/** @param {SVGElement} square @param {Lit | undefined} lit */
function show(square, lit) {
  const [area] = square.children;
  square.replaceChildren(/** @type {Element} */ (area));
  if (lit === undefined) {
    delete square.dataset.meaning;
    return;
  }
  const { light, word } = lit;
  square.dataset.meaning = light.meaning;
  // An eighth of the light looks about a third as bright.
  const strength = Math.sqrt(light.level).toFixed(2);
  const glow = svg("use", { href: light.rhythm === "wave" ? "#wash" : "#glow" });
  const shine = svg("g", { class: "shine", "data-rhythm": light.rhythm }, glow);
  setAttributes(shine, { color: `#${light.colour}` });
  shine.style.setProperty("--strength", strength);
  shine.style.setProperty("--delay", `${delay(lit)}s`);
  square.append(shine);
  // When the rings have gone, the square that decided still shines.
  const decided = light.rhythm === "wave" && lit.distance === 0 && light.meaning !== "draw";
  if (decided) square.append(svg("use", { href: "#glow", color: `#${light.colour}` }));
  const sign = SIGNS[light.meaning];
  if (sign !== undefined) square.append(svg("use", { class: "sign", href: sign, color: `#${light.colour}` }));
  if (word) square.append(svg("text", { class: "word", y: 44 }, document.createTextNode(word)));
}

/** @param {Lit} lit */
function delay({ light, distance: far }) {
  if (light.rhythm === "run") return far * RUN_S;
  return light.rhythm === "wave" ? far * WAVE_S : 0;
}

/**
 * The picture of a light, for lists that explain it.
 * @param {Pick<Light, "meaning" | "colour">} light
 */
export function swatch({ meaning, colour }) {
  const sign = SIGNS[meaning];
  const picture = svg("svg", { class: "swatch", viewBox: "-50 -50 100 100", "aria-hidden": "true", color: `#${colour}` });
  picture.append(svg("rect", { x: -50, y: -50, width: 100, height: 100, rx: 10, class: "swatch-ground" }));
  picture.append(svg("use", { href: "#glow" }));
  if (sign !== undefined) picture.append(svg("use", { href: sign }));
  return picture;
}
