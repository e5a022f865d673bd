/** The wooden board, drawn once: frame, squares, carved lines, ornaments and coordinates. */

import { svg } from "./dom.js";
import { FILES, FRAME, SIZE, SQUARES, UNIT, centre, toDrawing } from "./geometry.js";

const WIDE = SIZE * UNIT;
const CORNERS = ["a1", "k1", "a11", "k11"];
const THRONE = "f6";

/**
 * Draw the board into an empty SVG.
 * @param {SVGElement} root
 */
export function drawBoard(root) {
  root.append(drawFrame(), drawField(), drawCoordinates());
}

/** The frame, mitred so that its grain runs along each side, and an inlaid line of pale wood. */
function drawFrame() {
  const out = -FRAME;
  const end = WIDE + FRAME;
  const across = `M${out} ${out}H${end}L${WIDE} 0H0Z M${out} ${end}H${end}L${WIDE} ${WIDE}H0Z`;
  const along = `M${out} ${out}V${end}L0 ${WIDE}V0Z M${end} ${out}V${end}L${WIDE} ${WIDE}V0Z`;
  const mitres = `M${out + 4} ${out + 4}L0 0 M${end - 4} ${out + 4}L${WIDE} 0
    M${out + 4} ${end - 4}L0 ${WIDE} M${end - 4} ${end - 4}L${WIDE} ${WIDE}`;
  return svg(
    "g",
    {},
    svg("rect", { ...square(out, end - out), fill: "url(#rim)" }),
    svg("path", { d: across, filter: "url(#grain-across)" }),
    svg("path", { d: along, filter: "url(#grain-along)" }),
    svg("path", { d: mitres, class: "mitre" }),
    svg("rect", { ...square(-8, WIDE + 16), rx: 4, class: "inlay" }),
    svg("rect", { ...square(out + 1.5, end - out - 3), rx: 15, class: "frame-edge" }),
  );
}

/** The field: one plate of wood with squares of slightly different tone, carved lines between. */
function drawField() {
  const field = svg("g");
  const plate = square(0, WIDE);
  field.append(svg("rect", { ...plate, fill: "url(#field)" }));
  SQUARES.forEach((name, n) => field.append(drawTone(name, n)));
  field.append(svg("rect", { ...plate, filter: "url(#grain-across)", class: "grain" }));
  for (const name of [...CORNERS, THRONE]) field.append(drawOrnament(name));
  field.append(...drawLines());
  field.append(svg("rect", { ...plate, fill: "url(#daylight)" }));
  field.append(svg("rect", { ...plate, class: "field-edge" }));
  return field;
}

/**
 * No two pieces of wood are quite alike; a fixed scramble keeps the board the same every time.
 * @param {string} name
 * @param {number} n
 */
function drawTone(name, n) {
  const chance = ((n * 7919 + 31) % 97) / 97;
  const opacity = (Math.abs(chance - 0.5) * 0.17).toFixed(3);
  return svg("rect", { ...place(name), fill: chance < 0.5 ? "#1c0e05" : "#ffe9c4", opacity });
}

function drawLines() {
  let cuts = "";
  for (let n = 1; n < SIZE; n += 1) cuts += `M0 ${n * UNIT}H${WIDE}M${n * UNIT} 0V${WIDE}`;
  // The far edge of a groove catches the light that its bottom does not get.
  return [
    svg("path", { d: cuts, class: "groove-light", transform: "translate(2.2 2.2)" }),
    svg("path", { d: cuts, class: "groove" }),
  ];
}

/**
 * A carved knot on a darker ground.
 * @param {string} name
 */
function drawOrnament(name) {
  const kind = name === THRONE ? "throne" : "corner";
  const middle = toDrawing(centre(name));
  const strand = svg("g", { class: name === THRONE ? "knot faint" : "knot" });
  strand.append(...bands(`#${kind}-strand`, ""));
  for (const turn of [0, 90, 180, 270]) strand.append(...bands(`#${kind}-over`, `rotate(${turn})`));
  return svg(
    "g",
    {},
    svg("rect", { ...place(name), class: "ornament-ground" }),
    svg("g", { transform: `translate(${middle.x} ${middle.y}) scale(.92)` }, strand),
  );
}

/**
 * A strand as a band with dark edges; laid over another strand it hides it.
 * @param {string} href
 * @param {string} transform
 */
function bands(href, transform) {
  return [
    svg("use", { href, transform, class: "band-edge" }),
    svg("use", { href, transform, class: "band" }),
  ];
}

function drawCoordinates() {
  const group = svg("g", { class: "coordinates" });
  for (let n = 0; n < SIZE; n += 1) {
    const { x, y } = toDrawing({ x: n, y: n });
    for (const edge of [-FRAME / 2 - 4, WIDE + FRAME / 2 + 4]) {
      group.append(label(FILES.charAt(n), x, edge), label(String(n + 1), edge, y));
    }
  }
  return group;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function label(text, x, y) {
  return svg("text", { x, y, dy: ".34em" }, document.createTextNode(text));
}

/**
 * @param {number} from
 * @param {number} side
 */
function square(from, side) {
  return { x: from, y: from, width: side, height: side };
}

/**
 * @param {string} name
 */
function place(name) {
  const { x, y } = toDrawing(centre(name));
  return { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT };
}
