/** A small board as books print it: flat pieces, and what matters marked. */

import { svg } from "./dom.js";
import { SIZE, SQUARES, UNIT, centre } from "./geometry.js";

/**
 * @typedef {Record<string, import("./words.js").Kind>} Placed pieces by square
 *
 * @typedef {object} Marks
 * @property {string[]} [open] squares that a piece can go to
 * @property {string[]} [taken] squares of captured pieces
 * @property {string[]} [by] squares that decide
 * @property {string | null} [from]
 * @property {string | null} [to]
 * @property {boolean} [refused] the move from, to is refused
 */

const WIDE = SIZE * UNIT;
const SPECIAL = ["a1", "k1", "a11", "k11", "f6"];

/**
 * Draw a position.
 * @param {Placed} pieces
 * @param {Marks} [marks]
 */
export function drawDiagram(pieces, marks = {}) {
  const root = svg("svg", { class: "diagram", viewBox: `-4 -4 ${WIDE + 8} ${WIDE + 8}`, "aria-hidden": "true" });
  root.append(svg("rect", { x: 0, y: 0, width: WIDE, height: WIDE, class: "diagram-ground" }));
  for (const name of SPECIAL) root.append(square(name, "diagram-special"));
  root.append(svg("path", { d: grid(), class: "diagram-grid" }));
  for (const name of marks.by ?? []) root.append(square(name, "diagram-by"));
  for (const name of marks.open ?? []) root.append(dot(name));
  for (const name of SQUARES.filter((each) => pieces[each] !== undefined)) {
    root.append(svg("use", { href: `#plain-${pieces[name]}`, transform: at(name) }));
  }
  for (const name of marks.taken ?? []) {
    root.append(svg("path", { d: "M-34-34 34 34M34-34-34 34", class: "diagram-taken", transform: at(name) }));
  }
  if (marks.from && marks.to) root.append(...arrow(marks.from, marks.to, marks.refused ?? false));
  return root;
}

function grid() {
  let cuts = "";
  for (let n = 0; n <= SIZE; n += 1) cuts += `M0 ${n * UNIT}H${WIDE}M${n * UNIT} 0V${WIDE}`;
  return cuts;
}

/** Diagrams stand as books print them, however the board is turned. @param {string} name */
function middle(name) {
  const { x, y } = centre(name);
  return { x: (x + 0.5) * UNIT, y: (SIZE - 0.5 - y) * UNIT };
}

/** @param {string} name */
function at(name) {
  const { x, y } = middle(name);
  return `translate(${x} ${y})`;
}

/** @param {string} name @param {"diagram-special" | "diagram-by"} kind */
function square(name, kind) {
  const { x, y } = middle(name);
  const place = { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT };
  const drawn = svg("rect", place);
  drawn.classList.add(kind === "diagram-special" ? "diagram-special" : "diagram-by");
  return drawn;
}

/** @param {string} name */
function dot(name) {
  return svg("circle", { r: 15, class: "diagram-open", transform: at(name) });
}

/** @param {string} from @param {string} to @param {boolean} refused */
function arrow(from, to, refused) {
  const begin = middle(from);
  const end = middle(to);
  const turn = (Math.atan2(end.y - begin.y, end.x - begin.x) * 180) / Math.PI;
  const head = svg("path", {
    d: "M-34-22 0 0-34 22", class: "diagram-arrow", transform: `translate(${end.x} ${end.y}) rotate(${turn})`,
  });
  const line = svg("path", { d: `M${begin.x} ${begin.y}L${end.x} ${end.y}`, class: "diagram-arrow" });
  if (!refused) return [line, head];
  const cross = svg("path", { d: "M-40-40 40 40M40-40-40 40", class: "diagram-refused", transform: at(to) });
  return [line, head, cross];
}
