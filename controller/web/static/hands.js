/**
 * Hands by mouse, pen and finger: they report to the controller what they do to the pieces.
 *
 * A piece is dragged, or clicked and then its square: after a click the hand keeps the piece in the
 * air until the next one.
 */

import { isDialogOpen } from "./dialogs.js";
import { fromScreen, squareAt } from "./geometry.js";

/**
 * @typedef {import("./socket.js").Hand} Hand
 * @typedef {import("./table.js").Piece} Piece
 * @typedef {import("./table.js").Point} Point
 *
 * @typedef {object} Grip what one hand holds
 * @property {Piece["id"]} id
 * @property {Piece} piece as it was when it was grabbed
 * @property {string} hand
 * @property {boolean} slide
 * @property {Point} offset from the pointer to the middle of the piece
 * @property {Point} sent the place of the hand that the controller got last
 * @property {Point[]} path where the hand has been since
 * @property {number} frame the animation frame that will send it, 0 for none
 * @property {Point} begun where on the screen the pointer went down
 * @property {boolean} moved whether the pointer has left that place
 * @property {boolean} felt whether the table has said that it is in this hand
 *
 * @typedef {object} Means
 * @property {(hand: Hand) => boolean} send whether there was a connection to send it over
 * @property {() => boolean} isSliding whether a hand that grabs now will slide the piece
 * @property {(piece: Piece, other: Piece, square: string) => void} onTaken a piece was put where another stands
 * @property {() => boolean} isChoosing whether people answer a question by lifting any piece
 * @property {() => void} onMissing somebody wants to move a piece that only a real hand can move
 */

/** The longest step of a slid piece in squares, short enough that no sensor is jumped over. */
const STEP = 0.4;
/** Further out than this is just as far off the board. */
const REACH = 3;
/** A pointer that stays within this many pixels clicks; further, it drags. */
const CLICK = 6;
/** Whoever leaves a piece in the air for so long has gone; nobody else could take it, and the game would wait. */
const LEFT_MS = 60_000;

export class Hands {
  /** @type {Map<number, Grip>} */
  #grips = new Map();
  /** @type {Grip | null} what a click has lifted, and the next one puts down */
  #carried = null;
  #page = crypto.getRandomValues(new Uint32Array(1)).toString();
  #count = 0;
  #table;
  #stage;
  #means;

  /**
   * @param {HTMLElement} stage the element that is exactly as large as the drawn board
   * @param {import("./table.js").Table} table
   * @param {Means} means
   */
  constructor(stage, table, means) {
    this.#stage = stage;
    this.#table = table;
    this.#means = means;
    this.#listen(stage, (event) => {
      const at = this.#point(event);
      return table.nearest(at.x, at.y);
    });
    // Whoever has clicked beside the board meanwhile still holds the piece. In a dialog the key closes that.
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !isDialogOpen()) this.putBack();
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

  /** Put what a click has lifted back where it was. */
  putBack() {
    const grip = this.#carried;
    if (grip !== null) this.#putDown(grip, home(grip));
  }

  /** Forget a piece that the table has taken out of the hand, as when a new game is set up. */
  check() {
    const grip = this.#carried;
    if (grip === null) return;
    const said = this.#table.said(grip.id);
    grip.felt ||= said?.hand === grip.hand;
    // However late the table says that a hand has the piece: until then it has not been taken out of it.
    if (said?.hand === grip.hand || !(grip.felt || said?.held)) return;
    this.#carried = null;
    this.#table.letGo(grip.id);
  }

  /**
   * Move a piece from square to square, as by a hand that knows where it goes.
   * @param {Piece} piece
   * @param {Point} to
   * @returns {boolean} whether there was a connection to say so over
   */
  carry(piece, to) {
    const slide = this.#means.isSliding() && !piece.in_tray;
    const grip = this.#take(this.#name(), piece, slide, piece.in_tray ? to : piece);
    if (grip === null) return false;
    this.#putDown(grip, to);
    return true;
  }

  #name() {
    this.#count += 1;
    return this.name(`c${this.#count}`);
  }

  /**
   * @param {HTMLElement} area it catches the pointer, since a piece may be redrawn under it
   * @param {(event: PointerEvent) => Piece | undefined} find
   */
  #listen(area, find) {
    area.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const piece = find(event);
      if (!this.#table.virtual) {
        if (piece !== undefined) this.#means.onMissing();
        return;
      }
      if (this.#carried !== null && this.#click(event, this.#carried, piece)) return;
      if (piece === undefined || piece.held || !this.#grab(event, piece)) return;
      area.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.#stage.focus({ preventScroll: true });
    });
    area.addEventListener("pointermove", (event) => this.#move(event));
    area.addEventListener("pointerup", (event) => this.#drop(event));
    area.addEventListener("pointercancel", (event) => this.#drop(event));
  }

  /**
   * Put down what a click has lifted. Whoever clicks another piece of the same side wants that one;
   * so does whoever is asked to choose by a piece.
   * @param {PointerEvent} event
   * @param {Grip} grip
   * @param {Piece | undefined} piece what stands there
   * @returns {boolean} whether that was all
   */
  #click(event, grip, piece) {
    event.preventDefault();
    const at = this.#point(event);
    const square = squareAt(at.x, at.y);
    const same = square !== null && square === squareAt(grip.piece.x, grip.piece.y);
    if (square === null || same) {
      this.#putDown(grip, home(grip));
      return true;
    }
    const isSameSide = (piece?.kind === "attacker") === (grip.piece.kind === "attacker");
    if (piece !== undefined && (isSameSide || this.#means.isChoosing())) {
      this.#putDown(grip, home(grip));
      return false;
    }
    this.#putDown(grip, { x: Math.round(at.x), y: Math.round(at.y) });
    return true;
  }

  /**
   * @param {PointerEvent} event
   * @param {Piece} piece
   */
  #grab(event, piece) {
    const at = this.#point(event);
    const slide = this.#means.isSliding() && !piece.in_tray;
    const start = piece.in_tray ? at : { x: piece.x, y: piece.y };
    const grip = this.#take(this.name(event.pointerId), piece, slide, start);
    if (grip === null) return false;
    // A piece that is grabbed at its edge stays in the hand at its edge.
    if (!piece.in_tray) grip.offset = { x: piece.x - at.x, y: piece.y - at.y };
    grip.begun = { x: event.clientX, y: event.clientY };
    this.#grips.set(event.pointerId, grip);
    return true;
  }

  /**
   * @param {string} hand
   * @param {Piece} piece
   * @param {boolean} slide
   * @param {Point} start
   * @returns {Grip | null}
   */
  #take(hand, piece, slide, { x, y }) {
    if (!this.#means.send({ action: "grab", hand, piece: piece.id, slide })) return null;
    this.#table.hold(piece.id, { x, y, slide });
    const start = { x, y };
    const offset = { x: 0, y: 0 };
    return { id: piece.id, piece, hand, slide, offset, sent: start, path: [], frame: 0, begun: start, moved: false, felt: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const grip = this.#grips.get(event.pointerId);
    if (grip === undefined) return;
    grip.moved ||= Math.hypot(event.clientX - grip.begun.x, event.clientY - grip.begun.y) > CLICK;
    if (!grip.moved) return;
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
    for (const at of way) this.#means.send({ action: "move", hand: grip.hand, ...wire(at) });
    grip.sent = way.at(-1) ?? grip.sent;
    grip.path = [];
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const grip = this.#grips.get(event.pointerId);
    if (grip === undefined) return;
    this.#grips.delete(event.pointerId);
    cancelAnimationFrame(grip.frame);
    if (event.type === "pointerup" && !grip.moved && !grip.piece.in_tray) {
      this.#carried = grip;
      setTimeout(() => this.#carried === grip && this.putBack(), LEFT_MS);
      return;
    }
    // A cancelled pointer has become something else, such as one of two that enlarge the page.
    this.#putDown(grip, event.type === "pointerup" ? this.#place(event, grip) : home(grip));
  }

  /** @param {Grip} grip @param {Point} to */
  #putDown(grip, to) {
    if (this.#carried === grip) this.#carried = null;
    const square = squareAt(to.x, to.y);
    const other = square === null ? undefined : this.#table.standing(square);
    grip.path.push(to);
    this.#report(grip);
    this.#table.move(grip.id, grip.sent);
    this.#means.send({ action: "drop", hand: grip.hand, ...wire(grip.sent) });
    this.#table.letGo(grip.id);
    if (square !== null && other !== undefined && other.id !== grip.id) {
      this.#means.onTaken(grip.piece, other, square);
    }
  }

  #openAll() {
    const carried = this.#carried === null ? [] : [this.#carried];
    for (const grip of [...this.#grips.values(), ...carried]) {
      this.#means.send({ action: "drop", hand: grip.hand, ...wire(home(grip)) });
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

/** Where a piece was before a hand took it. @param {Grip} grip @returns {Point} */
function home({ piece }) {
  return piece.in_tray ? { x: -REACH, y: 0 } : { x: piece.x, y: piece.y };
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
