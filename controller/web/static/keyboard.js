/** A hand by keyboard: a cursor on the board, which takes hold of pieces and lets them go. */

import { setText, svg } from "./dom.js";
import { SIZE, isTurned, squareAt, toDrawing } from "./geometry.js";
import { litWords } from "./legend.js";
import { cursorWords } from "./words.js";

/**
 * @typedef {import("./table.js").Piece} Piece
 * @typedef {import("./table.js").Point} Point
 */

const OFF_BOARD = { x: -3, y: 5 };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Keyboard {
  #at = { x: 5, y: 5 };
  /** @type {{piece: Piece, slide: boolean} | null} */
  #grip = null;
  /** What was said last of the square of the cursor. */
  #said = "";
  #cursor = svg("rect", { class: "cursor", x: -45, y: -45, width: 90, height: 90, rx: 10 });
  #means;
  #stage;

  /**
   * @param {HTMLElement} stage
   * @param {object} means
   * @param {SVGElement} means.layer where the cursor is drawn
   * @param {HTMLElement} means.spoken what the cursor stands on, for those who listen
   * @param {import("./table.js").Table} means.table
   * @param {() => import("./words.js").View | null} means.view
   * @param {(square: string | null) => import("./look.js").Stood | null} means.looked what another position that is looked at has there
   * @param {string} means.hand
   * @param {() => boolean} means.isSliding
   * @param {(piece: Piece, other: Piece, square: string) => void} means.onTaken a piece was put where another stands
   * @param {(hand: import("./socket.js").Hand) => boolean} means.send
   */
  constructor(stage, means) {
    this.#means = means;
    this.#stage = stage;
    means.layer.append(this.#cursor);
    stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      stage.classList.add("by-keys");
      if (this.#press(event.key)) event.preventDefault();
    });
    stage.addEventListener("keyup", () => stage.classList.add("by-keys"));
    stage.addEventListener("pointerdown", () => stage.classList.remove("by-keys"));
    stage.addEventListener("focus", () => this.update());
    stage.addEventListener("blur", () => this.putBack());
    for (const tray of document.querySelectorAll(".tray")) {
      tray.addEventListener("keydown", (event) => {
        if (event instanceof KeyboardEvent && this.#pressInTray(event)) event.preventDefault();
      });
    }
    this.update();
  }

  /** Say again what the cursor stands on, if that has changed. */
  update() {
    this.#show();
  }

  /** Put what the cursor holds back where it was. */
  putBack() {
    this.#drop(this.#home());
  }

  /** Take a piece out of its tray and go to the board with it. @param {KeyboardEvent} event */
  #pressInTray(event) {
    const id = /** @type {Element} */ (event.target).getAttribute("data-piece");
    if (id === null || !["Enter", " "].includes(event.key)) return false;
    const piece = this.#means.table.shown().find((each) => String(each.id) === id);
    if (piece === undefined || this.#grip !== null) return false;
    this.#stage.focus();
    this.#take(piece, false);
    this.#show();
    return true;
  }

  /** The square of the cursor. */
  get square() {
    return squareAt(this.#at.x, this.#at.y);
  }

  /**
   * @param {string} key
   * @returns {boolean} whether the key means anything here
   */
  #press(key) {
    const by = ARROWS[key];
    if (key.toLowerCase() === "l") {
      this.#sayLit();
      return true;
    }
    if (by !== undefined) this.#go(by);
    else if (key === "Enter" || key === " ") this.#grabOrDrop();
    else if (key === "Escape" && this.#grip !== null) this.putBack();
    else if (key === "Delete" && this.#grip !== null) this.#drop(OFF_BOARD);
    else return false;
    this.#show();
    return true;
  }

  /** @param {[number, number]} by */
  #go(by) {
    const from = this.#at;
    this.#at = neighbour(from, isTurned() ? [-by[0], -by[1]] : by);
    if (this.#grip === null) return;
    const { table, send, hand } = this.#means;
    table.move(this.#grip.piece.id, this.#at);
    // Half way first: a slid piece must not jump over a sensor.
    const half = { x: (from.x + this.#at.x) / 2, y: (from.y + this.#at.y) / 2 };
    if (this.#grip.slide) send({ action: "move", hand, ...half });
    send({ action: "move", hand, ...this.#at });
  }

  #grabOrDrop() {
    if (this.#grip === null) this.#grab();
    else this.#drop(this.#at);
  }

  #grab() {
    const { table } = this.#means;
    const piece = table.nearest(this.#at.x, this.#at.y);
    if (piece !== undefined && table.virtual) this.#take(piece, this.#means.isSliding());
  }

  /** @param {Piece} piece @param {boolean} slide */
  #take(piece, slide) {
    const { table, send, hand } = this.#means;
    if (!send({ action: "grab", hand, piece: piece.id, slide })) return;
    this.#grip = { piece, slide };
    table.hold(piece.id, { ...this.#at, slide });
  }

  /** Where the held piece came from. @returns {Point | undefined} */
  #home() {
    const piece = this.#grip?.piece;
    return piece?.in_tray ? OFF_BOARD : piece;
  }

  /** @param {Point | undefined} to */
  #drop(to) {
    if (this.#grip === null || to === undefined) return;
    const { table, send, hand } = this.#means;
    const square = squareAt(to.x, to.y);
    const other = square === null ? undefined : table.standing(square);
    if (square !== null && other !== undefined) this.#means.onTaken(this.#grip.piece, other, square);
    table.move(this.#grip.piece.id, to);
    send({ action: "drop", hand, x: to.x, y: to.y });
    table.letGo(this.#grip.piece.id);
    this.#grip = null;
    if (to !== OFF_BOARD) this.#at = { x: Math.round(to.x), y: Math.round(to.y) };
    this.#show();
  }

  #show() {
    const drawing = toDrawing(this.#at);
    this.#cursor.setAttribute("transform", `translate(${drawing.x} ${drawing.y})`);
    // Whoever listens is interrupted by it: nothing is said before they come to the board, nor of one
    // whose pieces are still to come.
    if (document.activeElement !== this.#stage || this.#means.table.shown().length === 0) return;
    const words = this.#words();
    // What is lit stays said until there is something else to say of the square.
    if (words === this.#said) return;
    this.#said = words;
    setText(this.#means.spoken, words);
  }

  /** What the cursor stands on. */
  #words() {
    const looked = this.#means.looked(this.square);
    if (looked !== null) return cursorWords(this.square, looked.piece, looked.holding, looked.ahead);
    const piece = this.#grip?.piece ?? this.#means.table.nearest(this.#at.x, this.#at.y);
    return cursorWords(this.square, piece?.kind, this.#grip !== null, this.#means.view());
  }

  /** Say which squares shine, and why: to go over all of them would take a hundred steps. */
  #sayLit() {
    const looked = this.#means.looked(this.square);
    const ahead = looked === null ? this.#means.view() : looked.ahead;
    setText(this.#means.spoken, litWords(ahead?.lights ?? []));
  }
}

/**
 * Where a step leads; at the edge of the board it leads nowhere.
 * @param {Point} from
 * @param {[number, number]} by files and ranks
 * @returns {Point}
 */
export function neighbour({ x, y }, [files, ranks]) {
  const inside = (/** @type {number} */ value) => Math.min(Math.max(value, 0), SIZE - 1);
  return { x: inside(x + files), y: inside(y + ranks) };
}
