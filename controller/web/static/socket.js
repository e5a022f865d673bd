/** The WebSocket to the controller, which comes back by itself. */

import { LOOK_MS, Silence } from "./silence.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/**
 * What goes over the socket, as docs/bus.md describes it, as far as the page reads it.
 *
 * @typedef {import("./say.js").Sentence} Sentence
 * @typedef {import("./table.js").Piece} Piece
 * @typedef {import("./words.js").View} View
 *
 * @typedef {{type: "view", view: View}
 *   | {type: "frame", pixels: string, current_ma?: number, supply_ma?: number}
 *   | {type: "table", pieces: Piece[], touched?: number}
 *   | {type: "plies"} & import("./plies.js").PlyMessage
 *   | {type: "bus", alive: boolean}
 *   | {type: "board", present: boolean}
 *   | {type: "health", say: Sentence[]}
 *   | {type: "sign"}
 *   | {type: "error", message: string, say: Sentence[], id: string | null}
 *   | {type: "event", event: {event: string, id?: string | null, file?: string}}} Message what comes
 *
 * @typedef {{action: "grab", hand: string, piece: Piece["id"], slide: boolean, touched?: number}
 *   | {action: "move" | "drop", hand: string, x: number, y: number}
 *   | {action: "arrange", pieces: View["pieces"], touched?: number}} Hand what a hand does
 *
 * @typedef {{command: "new_game", ruleset?: string, clock?: string,
 *   names?: Partial<Record<import("./words.js").Side, string>>}} NewGame
 *
 * @typedef {NewGame | {command: "press_clock" | "save_trace"}
 *   | {command: "undo", leaves?: number}
 *   | {command: "place", square: string}
 *   | {command: "set_up", position: string, side: import("./words.js").Side, ruleset?: string}
 *   | {command: "resign" | "draw" | "no_draw", side: import("./words.js").Side}
 *   | {command: "decide", result: import("./words.js").Side | "draw", why?: string}} Command what is asked of the controller
 *
 * @typedef {{command: "move_now" | "hint" | "why" | "review"}
 *   | import("./lessons.js").LessonRequest
 *   | {command: "opponent", level?: string, side?: import("./words.js").Side}
 *   | {command: "coach", side: import("./words.js").Side, on: boolean}} CompanionRequest what is asked
 *   of opponent and coach
 *
 * @typedef {({type: "hand"} & Hand)
 *   | ({type: "command", id: string} & (Command | CompanionRequest))} Request what goes
 *
 * @typedef {object} Listener
 * @property {(message: Message) => void} onMessage
 * @property {(open: boolean) => void} onOpen called at every change
 */

export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #listener;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    this.#connect();
  }

  /**
   * Send one message.
   * @param {Request} message
   * @returns {boolean} whether there was a connection to send it over
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    const silence = new Silence(() => performance.now());
    let watch = 0;
    this.#socket = socket;
    const lose = () => {
      if (this.#socket !== socket) return;
      clearInterval(watch);
      this.#socket = null;
      this.#listener.onOpen(false);
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT_MS);
    };
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      watch = window.setInterval(() => {
        if (!silence.isLong()) return;
        lose();
        // Who does not answer does not say goodbye either: nobody waits for it.
        socket.close();
      }, LOOK_MS);
      this.#listener.onOpen(true);
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket === socket) silence.hear(this.#read(data));
    });
    // A failed attempt ends in "close" as well, and so does a connection that the server ends.
    socket.addEventListener("close", lose);
  }

  /** @param {string} data @returns {boolean} whether it is only a sign that the server is there */
  #read(data) {
    /** @type {Message} */
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      console.warn("socket: expected JSON, got", data);
      return false;
    }
    if (message.type === "sign") return true;
    try {
      this.#listener.onMessage(message);
    } catch (error) {
      // Anybody on the bus can send what no page can show; the next message counts again.
      console.warn("socket: cannot show", data, error);
    }
    return false;
  }
}
