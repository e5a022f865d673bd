/** Hands by mouse, pen and finger: they report to the controller what they do to the pieces. */

import { fromScreen } from "./geometry.js";

/**
 * @typedef {import("./socket.js").Hand} Hand
 * @typedef {import("./table.js").Piece} Piece
 * @typedef {import("./table.js").Point} Point
 *
 * @typedef {object} Grip what one pointer holds
 * @property {Piece["id"]} id
 * @property {Piece} piece as it was when it was grabbed
 * @property {string} hand
 * @property {boolean} slide
 * @property {Point} offset from the pointer to the middle of the piece
 * @property {Point} sent the place of the hand that the controller got last
 * @property {Point[]} path where the hand has been since
 * @property {number} frame the animation frame that will send it, 0 for none
 */

/** The longest step of a slid piece in squares, short enough that no sensor is jumped over. */
const STEP = 0.4;
/** Further out than this is just as far off the board. */
const REACH = 3;

export class Hands {
  /** @type {Map<number, Grip>} */
  #grips = new Map();
  #page = crypto.getRandomValues(new Uint32Array(1)).toString();
  #table;
  #stage;
  #send;
  #isSliding;

  /**
   * @param {HTMLElement} stage the element that is exactly as large as the drawn board
   * @param {import("./table.js").Table} table
   * @param {(hand: Hand) => boolean} send whether there was a connection to send it over
   * @param {() => boolean} isSliding whether a hand that grabs now will slide the piece
   */
  constructor(stage, table, send, isSliding) {
    this.#stage = stage;
    this.#table = table;
    this.#send = send;
    this.#isSliding = isSliding;
    this.#listen(stage, (event) => {
      const at = this.#point(event);
      return table.nearest(at.x, at.y);
    });
    // A page that goes away would leave its pieces in the air.
    window.addEventListener("pagehide", () => this.#openAll());
  }

  /** A name for a hand of this page. @param {string | number} pointer */
  name(pointer) {
    return `${this.#page}-${pointer}`;
  }

  /**
   * Let pieces be taken out of a tray.
   * @param {HTMLElement} tray
   */
  addTray(tray) {
    this.#listen(tray, (event) => {
      const target = /** @type {Element} */ (event.target);
      const id = target.closest("[data-piece]")?.getAttribute("data-piece");
      return this.#table.shown().find((piece) => piece.in_tray && String(piece.id) === id);
    });
  }

  /**
   * @param {HTMLElement} area it catches the pointer, since a piece may be redrawn under it
   * @param {(event: PointerEvent) => Piece | undefined} find
   */
  #listen(area, find) {
    area.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.#table.virtual) return;
      const piece = find(event);
      if (piece === undefined || piece.held || !this.#grab(event, piece)) return;
      area.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    area.addEventListener("pointermove", (event) => this.#move(event));
    area.addEventListener("pointerup", (event) => this.#drop(event));
    area.addEventListener("pointercancel", (event) => this.#drop(event));
  }

  /**
   * @param {PointerEvent} event
   * @param {Piece} piece
   */
  #grab(event, piece) {
    const slide = this.#isSliding() && !piece.in_tray;
    const hand = this.name(event.pointerId);
    if (!this.#send({ action: "grab", hand, piece: piece.id, slide })) return false;
    const at = this.#point(event);
    // A piece that is grabbed at its edge stays in the hand at its edge.
    const offset = piece.in_tray ? { x: 0, y: 0 } : { x: piece.x - at.x, y: piece.y - at.y };
    const start = piece.in_tray ? at : { x: piece.x, y: piece.y };
    this.#grips.set(event.pointerId, {
      id: piece.id, piece, hand, slide, offset, sent: start, path: [], frame: 0,
    });
    this.#table.hold(piece.id, { ...start, slide });
    return true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const grip = this.#grips.get(event.pointerId);
    if (grip === undefined) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length > 0 ? events : [event]) grip.path.push(this.#place(each, grip));
    this.#table.move(grip.id, grip.path.at(-1) ?? grip.sent);
    if (grip.frame === 0) grip.frame = requestAnimationFrame(() => this.#report(grip));
  }

  /**
   * Tell the controller where a hand has gone since the last time.
   * @param {Grip} grip
   */
  #report(grip) {
    grip.frame = 0;
    const way = grip.slide ? steps(grip.sent, grip.path) : grip.path.slice(-1);
    for (const at of way) this.#send({ action: "move", hand: grip.hand, ...wire(at) });
    grip.sent = way.at(-1) ?? grip.sent;
    grip.path = [];
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const grip = this.#grips.get(event.pointerId);
    if (grip === undefined) return;
    this.#grips.delete(event.pointerId);
    cancelAnimationFrame(grip.frame);
    // The place of a cancelled pointer cannot be trusted.
    if (event.type === "pointerup") grip.path.push(this.#place(event, grip));
    this.#report(grip);
    this.#table.move(grip.id, grip.sent);
    this.#send({ action: "drop", hand: grip.hand, ...wire(grip.sent) });
    this.#table.letGo(grip.id);
  }

  #openAll() {
    for (const { hand, piece } of this.#grips.values()) {
      this.#send({ action: "drop", hand, ...wire(piece.in_tray ? { x: -REACH, y: 0 } : piece) });
    }
  }

  /** @param {PointerEvent} event @returns {Point} */
  #point(event) {
    return fromScreen(this.#stage.getBoundingClientRect(), event);
  }

  /** @param {PointerEvent} event @param {Grip} grip @returns {Point} */
  #place(event, grip) {
    const at = this.#point(event);
    return { x: at.x + grip.offset.x, y: at.y + grip.offset.y };
  }
}

/**
 * The way through some points in steps that are short enough for the sensors.
 * @param {Point} from
 * @param {Point[]} path
 * @returns {Point[]}
 */
export function steps(from, path) {
  const way = [];
  let last = from;
  for (const to of path) {
    const far = Math.hypot(to.x - last.x, to.y - last.y);
    // A mouse reports more often than a sensor reads; small steps wait for the next point.
    if (far < 0.05 && to !== path.at(-1)) continue;
    const count = Math.max(1, Math.ceil(far / STEP));
    for (let n = 1; n <= count; n += 1) {
      const part = n / count;
      way.push({ x: last.x + (to.x - last.x) * part, y: last.y + (to.y - last.y) * part });
    }
    last = to;
  }
  return way;
}

/**
 * A point as it goes to the controller.
 * @param {Point} at
 * @returns {Point}
 */
export function wire(at) {
  const tidy = (/** @type {number} */ value) =>
    Math.round(Math.min(Math.max(value, -REACH), 10 + REACH) * 1000) / 1000;
  return { x: tidy(at.x), y: tidy(at.y) };
}
