/** The light of the 121 squares, exactly as the frame says. */

import { setAttributes, svg } from "./dom.js";
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
      glow.dataset.pixel = pixel;
      setAttributes(glow, shine(pixel));
    });
  };
}

/**
 * @param {SVGElement} root
 * @param {string} name
 */
function addSquare(root, name) {
  const { x, y } = toDrawing(centre(name));
  const glow = svg("use", { href: "#glow", "data-pixel": DARK, visibility: "hidden" });
  const area = { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, fill: "none" };
  const at = { "data-square": name, transform: `translate(${x} ${y})` };
  root.append(svg("g", at, svg("rect", area), glow));
  return glow;
}

/**
 * A pixel that is sent half as bright is not a darker paint but less light: its hue stays, and
 * its strength becomes opacity. The eye sees an eighth of the light as about a third.
 * @param {string} pixel six hexadecimal digits: red, green, blue
 * @returns {Record<string, string>} the SVG attributes that show it
 */
export function shine(pixel) {
  const channels = [0, 2, 4].map((at) => Number.parseInt(pixel.slice(at, at + 2), 16));
  const most = Math.max(...channels);
  // Not a number where the digits are none: dark as well.
  if (!(most > 0)) return { visibility: "hidden" };
  const hue = channels.map((channel) => Math.round((channel * 255) / most));
  return {
    visibility: "visible",
    color: `rgb(${hue.join(" ")})`,
    opacity: Math.sqrt(most / 255).toFixed(3),
  };
}
