// @ts-check
/**
 * The page: it shows what the controller says and tells it what hands do. It knows no rules.
 *
 * Messages come in over the socket; table, frame and view each have one place that draws them.
 */

import { bindActions } from "./actions.js";
import { drawBoard } from "./board.js";
import { byId, setText } from "./dom.js";
import { Hands } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { drawLights } from "./lights.js";
import { notice } from "./notice.js";
import { showView } from "./panel.js";
import { drawPieces } from "./pieces.js";
import { loadCatalogue, say, sayAll } from "./say.js";
import { Socket } from "./socket.js";
import { Stands } from "./stands.js";
import { Table } from "./table.js";
import { drawTray } from "./trays.js";
import { connectionWords } from "./words.js";

/** A virtual board tells of its table at once; without one after this, the board is a real one. */
const TABLE_WAIT_MS = 600;

await loadCatalogue("en");

const stage = byId("stage");
const trays = [byId("tray-attackers"), byId("tray-defenders")];
drawBoard(byId("wood"));
const showFrame = drawLights(byId("lights"));
const showPieces = drawPieces(byId("pieces"));
const showTrays = trays.map(drawTray);

/** @type {import("./words.js").View | null} */
let view = null;
let open = false;
let alive = true;
let drawing = 0;
let asked = 0;

const table = new Table(() => {
  if (drawing === 0) drawing = requestAnimationFrame(draw);
});

function draw() {
  drawing = 0;
  const pieces = table.shown();
  showPieces(pieces);
  for (const show of showTrays) show(pieces);
  document.body.classList.toggle("holding", pieces.some((piece) => piece.held));
}

/** @type {Record<string, (message: any) => void>} */
const readers = {
  view(message) {
    view = message.view;
    showView(message.view);
    stands.show(message.view);
    showReal();
    showConnection();
  },
  frame: (message) => showFrame(message.pixels),
  table(message) {
    document.body.dataset.board = "virtual";
    table.set(message.pieces);
  },
  event({ event }) {
    if (event.event === "error") complain(event);
  },
  bus(message) {
    alive = message.alive;
    showConnection();
  },
  error: complain,
};

/** A real board's pieces stand where the game says; its sensors know only that some piece does. */
function showReal() {
  if (document.body.dataset.board === "real" && view) table.setFromView(view.pieces);
}

/**
 * Tell of an error, unless it answers what another page asked.
 * @param {{message: string, say?: import("./say.js").Sentence[], id: string | null}} error
 */
function complain({ message, say: sentences, id }) {
  if (!id || String(id).startsWith(hands.name(""))) notice(sentences?.length ? sayAll(sentences) : message);
}

function showConnection() {
  const words = connectionWords(open, alive, view?.paused ?? "");
  setText(byId("connection"), words);
  document.body.classList.toggle("apart", words !== "");
}

const socket = new Socket({
  onMessage: (message) => readers[message.type]?.(message),
  onOpen(now) {
    open = now;
    if (open) alive = true;
    showConnection();
  },
});

/** @param {object} message */
function send(message) {
  const sent = socket.send(message);
  if (!sent) notice(say("page.no_connection"));
  return sent;
}

const sendHand = (/** @type {object} */ hand) => send({ type: "hand", ...hand });
const isSliding = () => byId("slide").checked;
const hands = new Hands(stage, table, sendHand, isSliding);
trays.forEach((tray) => hands.addTray(tray));
const keyboard = new Keyboard(stage, {
  layer: byId("lights"), spoken: byId("spoken"), table, hand: hands.name("keys"), isSliding, send: sendHand,
});

/**
 * @param {string} name
 * @param {object} [about]
 */
function command(name, about = {}) {
  asked += 1;
  send({ type: "command", command: name, ...about, id: hands.name(asked) });
}

const stands = new Stands(stage, {
  cursor: () => keyboard.square,
  place: (square) => command("place", { square }),
});
bindActions({
  view: () => view,
  command,
  arrange: (pieces) => sendHand({ action: "arrange", pieces }),
});

setTimeout(() => {
  if (table.virtual) return;
  document.body.dataset.board = "real";
  showReal();
}, TABLE_WAIT_MS);
