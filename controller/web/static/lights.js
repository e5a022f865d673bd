// @ts-check
/** The light of the 121 squares, exactly as the frame says. */

import { svg } from "./dom.js";
import { SQUARES, UNIT, centre, toDrawing } from "./geometry.js";

const DARK = "000000";

/**
 * Draw the dark squares.
 * @param {SVGElement} root
 * @returns {(pixels: string) => void} shows a frame, changing only the pixels that changed
 */
export function drawLights(root) {
  const glows = SQUARES.map((name) => addSquare(root, name));
  const shown = SQUARES.map(() => DARK);
  return (pixels) => {
    glows.forEach((glow, n) => {
      const pixel = pixels.slice(6 * n, 6 * n + 6).toLowerCase();
      if (pixel.length !== 6 || pixel === shown[n]) return;
      shown[n] = pixel;
      light(glow, pixel);
    });
  };
}

/**
 * @param {SVGElement} root
 * @param {string} name
 */
function addSquare(root, name) {
  const { x, y } = toDrawing(centre(name).x, centre(name).y);
  const glow = svg("use", { href: "#glow", "data-pixel": DARK, visibility: "hidden" });
  const area = { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, fill: "none" };
  const at = { "data-square": name, transform: `translate(${x} ${y})` };
  root.append(svg("g", at, svg("rect", area), glow));
  return glow;
}

/**
 * A pixel that is sent half as bright is not a darker paint but less light: its hue stays, and
 * its strength becomes opacity. The eye sees an eighth of the light as about a third.
 * @param {SVGElement} glow
 * @param {string} pixel
 */
function light(glow, pixel) {
  glow.dataset.pixel = pixel;
  const channels = [0, 2, 4].map((at) => Number.parseInt(pixel.slice(at, at + 2), 16));
  const most = Math.max(...channels);
  glow.setAttribute("visibility", most > 0 ? "visible" : "hidden");
  if (!(most > 0)) return;
  const hue = channels.map((channel) => Math.round((channel * 255) / most));
  glow.setAttribute("color", `rgb(${hue.join(" ")})`);
  glow.setAttribute("opacity", Math.sqrt(most / 255).toFixed(3));
}
