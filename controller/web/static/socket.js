// @ts-check
/** The WebSocket to the controller, which comes back by itself. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} onMessage
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
   * @param {object} message
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
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.#listener.onOpen(true);
    });
    socket.addEventListener("message", ({ data }) => this.#read(data));
    // A failed attempt ends in "close" as well, so this is the only way back.
    socket.addEventListener("close", () => {
      this.#listener.onOpen(false);
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT_MS);
    });
  }

  /** @param {string} data */
  #read(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      console.warn("socket: expected JSON, got", data);
      return;
    }
    this.#listener.onMessage(message);
  }
}
