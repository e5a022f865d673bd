import assert from "node:assert/strict";
import test from "node:test";

import { steps, wire } from "#page/hands.js";
import { chances } from "./chances.mjs";

/** @typedef {import("#page/table.js").Point} Point */

/** @param {Point} one @param {Point} other */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * How far a point lies from the straight line between two others.
 * @param {Point} at
 * @param {Point} from
 * @param {Point} to
 */
const astray = (at, from, to) => distance(from, at) + distance(at, to) - distance(from, to);

test("a hand that went nowhere takes no step", () => {
  assert.deepEqual(steps({ x: 3, y: 0 }, []), []);
});

test("a hand that stays where it is says so in one step", () => {
  assert.deepEqual(steps({ x: 3, y: 0 }, [{ x: 3, y: 0 }]), [{ x: 3, y: 0 }]);
});

test("a short way is one step", () => {
  assert.deepEqual(steps({ x: 3, y: 0 }, [{ x: 3, y: 0.25 }]), [{ x: 3, y: 0.25 }]);
});

test("a jump over a square is walked in equal steps that no sensor misses", () => {
  assert.deepEqual(
    steps({ x: 3, y: 0 }, [{ x: 3, y: 1 }]).map(({ x, y }) => ({ x, y: Number(y.toFixed(6)) })),
    [{ x: 3, y: 0.333333 }, { x: 3, y: 0.666667 }, { x: 3, y: 1 }],
  );
});

test("crumbs are left for the next point, but the last point is always reached", () => {
  const crumbs = [{ x: 0.02, y: 0 }, { x: 0.04, y: 0 }, { x: 0.06, y: 0 }, { x: 0.08, y: 0 }];
  assert.deepEqual(steps({ x: 0, y: 0 }, crumbs), [{ x: 0.06, y: 0 }, { x: 0.08, y: 0 }]);
});

test("whatever way a hand takes, no step is longer than 0.4 squares, and each lies on the way", () => {
  const chance = chances(11);
  const point = () => ({ x: 16 * chance() - 3, y: 16 * chance() - 3 });
  for (let round = 0; round < 500; round += 1) {
    const path = Array.from({ length: 1 + Math.floor(6 * chance()) }, point);
    let last = point();
    let leg = last;
    const left = [...path];
    for (const at of steps(last, path)) {
      assert.ok(distance(last, at) <= 0.4 + 1e-9);
      const goal = left[0] ?? assert.fail("a step beyond the end of the way");
      assert.ok(astray(at, leg, goal) < 1e-9);
      if (distance(at, goal) < 1e-9) leg = left.shift() ?? goal;
      last = at;
    }
    assert.deepEqual(left, []);
  }
});

test("a point goes to the controller in thousandths of a square", () => {
  assert.deepEqual(wire({ x: 3.14159, y: 2.0004 }), { x: 3.142, y: 2 });
});

test("a point far off the board is just off the board for the controller", () => {
  assert.deepEqual(wire({ x: -250, y: 99 }), { x: -3, y: 13 });
  assert.deepEqual(wire({ x: 13.0004, y: -3.0004 }), { x: 13, y: -3 });
});

test("a point that was made ready for the controller stays as it is", () => {
  const chance = chances(7);
  for (let round = 0; round < 500; round += 1) {
    const at = wire({ x: 30 * chance() - 10, y: 30 * chance() - 10 });
    assert.deepEqual(wire(at), at);
  }
});
