/**
 * Where squares and points lie: names, board coordinates, drawing units, screen pixels.
 *
 * Board coordinates are those of the table: files and ranks as real numbers, a1 = (0, 0).
 * Drawing units are those of the board's SVGs: a square is 100 wide, and y points down.
 */

/** Whether the board is drawn the other way round, with rank 11 at the near side. */
let turned = false;

/**
 * Draw the board one way round or the other from now on.
 * @param {boolean} is
 */
export function turnBoard(is) {
  turned = is;
}

/** Whether the board is drawn the other way round. */
export function isTurned() {
  return turned;
}

export const SIZE = 11;
export const UNIT = 100;
/** How far the wooden frame reaches beyond the squares, in drawing units. */
export const FRAME = 56;

export const FILES = "abcdefghijk";

/** The names of the 121 squares in the order of the pixels: a1, b1 ... k11. */
export const SQUARES = Array.from(
  { length: SIZE * SIZE },
  (_, n) => named(n % SIZE, Math.floor(n / SIZE)),
);

/**
 * The name of a square.
 * @param {number} file counted from 0
 * @param {number} rank counted from 0
 */
function named(file, rank) {
  return `${FILES.charAt(file)}${rank + 1}`;
}

/**
 * The centre of a square.
 * @param {string} name
 * @returns {{x: number, y: number}} in board coordinates
 */
export function centre(name) {
  return { x: FILES.indexOf(name.charAt(0)), y: Number(name.slice(1)) - 1 };
}

/**
 * The square nearest to a point.
 * @param {number} x
 * @param {number} y
 * @returns {string | null} null off the board
 */
export function squareAt(x, y) {
  const file = Math.round(x);
  const rank = Math.round(y);
  const on = file >= 0 && file < SIZE && rank >= 0 && rank < SIZE;
  return on ? named(file, rank) : null;
}

/**
 * From board coordinates to drawing units.
 * @param {{x: number, y: number}} at
 */
export function toDrawing({ x, y }) {
  const [file, rank] = turned ? [SIZE - 1 - x, SIZE - 1 - y] : [x, y];
  return { x: (file + 0.5) * UNIT, y: (SIZE - 0.5 - rank) * UNIT };
}

/**
 * From the screen to board coordinates.
 * @param {{left: number, top: number, width: number}} board the rectangle of the drawn board, frame and all
 * @param {{clientX: number, clientY: number}} at
 */
export function fromScreen(board, at) {
  const scale = (SIZE * UNIT + 2 * FRAME) / board.width;
  const x = ((at.clientX - board.left) * scale - FRAME) / UNIT - 0.5;
  const y = SIZE - 0.5 - ((at.clientY - board.top) * scale - FRAME) / UNIT;
  return turned ? { x: SIZE - 1 - x, y: SIZE - 1 - y } : { x, y };
}
