import assert from "node:assert/strict";
import test from "node:test";

import { FRAME, SIZE, SQUARES, UNIT, centre, fromScreen, squareAt, toDrawing } from "#page/geometry.js";

test("the squares are named in the order of the pixels: a1, b1 ... k11", () => {
  assert.equal(SQUARES.length, 121);
  assert.equal(new Set(SQUARES).size, 121);
  assert.deepEqual(SQUARES.slice(0, 12), [..."abcdefghijk"].map((file) => `${file}1`).concat("a2"));
  assert.deepEqual(SQUARES.slice(-2), ["j11", "k11"]);
});

test("a square's centre is its file and rank, counted from a1", () => {
  assert.deepEqual(centre("a1"), { x: 0, y: 0 });
  assert.deepEqual(centre("c11"), { x: 2, y: 10 });
  assert.deepEqual(centre("k4"), { x: 10, y: 3 });
});

test("a point belongs to a square as far as half a square from its centre", () => {
  for (const name of SQUARES) {
    const { x, y } = centre(name);
    for (const [right, up] of [[0, 0], [0.49, 0.49], [-0.49, 0.49], [0.49, -0.49], [-0.49, -0.49]]) {
      assert.equal(squareAt(x + Number(right), y + Number(up)), name);
    }
  }
});

test("beyond the outer squares there is no square", () => {
  for (const along of [-0.4, 0, 5, 10.4]) {
    for (const beyond of [-3, -0.6, 10.6, 13]) {
      assert.equal(squareAt(along, beyond), null);
      assert.equal(squareAt(beyond, along), null);
    }
  }
});

test("in the drawing the files run right and the ranks run up", () => {
  assert.deepEqual(toDrawing(centre("a1")), { x: 50, y: 1050 });
  assert.deepEqual(toDrawing(centre("b3")), { x: 150, y: 850 });
  assert.deepEqual(toDrawing(centre("k11")), { x: 1050, y: 50 });
});

test("a pointer is on the square drawn under it, wherever the board lies and however large it is", () => {
  for (const board of [
    { left: 0, top: 0, width: 390 },
    { left: 20, top: 20, width: 760 },
    { left: -13.5, top: 120.25, width: 1212 },
  ]) {
    const scale = board.width / (SIZE * UNIT + 2 * FRAME);
    for (const name of SQUARES) {
      const drawn = toDrawing(centre(name));
      const at = fromScreen(board, {
        clientX: board.left + (drawn.x + FRAME) * scale,
        clientY: board.top + (drawn.y + FRAME) * scale,
      });
      assert.ok(Math.hypot(at.x - centre(name).x, at.y - centre(name).y) < 1e-9, name);
    }
  }
});
