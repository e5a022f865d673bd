/**
 * The page: it shows what the controller says and reports what hands do. It knows no rules.
 *
 * Messages come in over the socket; table, frame and view each have one place that draws them.
 */

import { bindActions } from "./actions.js";
import { drawBoard } from "./board.js";
import { bindCompany, showCompany } from "./company.js";
import { byId, setText } from "./dom.js";
import { bindEndings, showEndings } from "./endings.js";
import { Hands } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { speak } from "./language.js";
import { bindLessons, showLesson } from "./lessons.js";
import { drawLights } from "./lights.js";
import { notice } from "./notice.js";
import { showMoves, showView } from "./panel.js";
import { drawPieces } from "./pieces.js";
import { NO_PLIES, withPlies } from "./plies.js";
import { say, sayAll } from "./say.js";
import { Socket } from "./socket.js";
import { Stands } from "./stands.js";
import { Table } from "./table.js";
import { drawTray } from "./trays.js";
import { connectionWords, currentWords } from "./words.js";

/** A virtual board shows its table at once; if there is none after this, the board is real. */
const TABLE_WAIT_MS = 600;

await speak();
/** @type {string[]} */
const levels = await (await fetch("/levels.json")).json();
/** @type {import("./lessons.js").Stage[]} */
const stages = await (await fetch("/lessons.json")).json();

const stage = byId("stage");
const trays = [byId("tray-attackers"), byId("tray-defenders")];
const lights = byId("lights", SVGElement);
drawBoard(byId("wood", SVGElement));
const showFrame = drawLights(lights);
const showPieces = drawPieces(byId("pieces", SVGElement));
const showTrays = trays.map(drawTray);

/** @type {import("./words.js").View | null} */
let view = null;
let open = false;
let alive = true;
let present = true;
let plies = NO_PLIES;
/** @type {import("./say.js").Sentence[]} */
let troubles = [];
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

/**
 * Take in what the controller says. The view says all that events change, but for one: an answer.
 * @param {import("./socket.js").Message} message
 */
function read(message) {
  switch (message.type) {
    case "view": return readView(message.view);
    case "frame": return readFrame(message);
    case "table": return readTable(message.pieces);
    case "plies": return readPlies(message);
    case "bus": return readBus(message.alive);
    case "event": return readEvent(message.event);
    case "board": return readPresence(message.present);
    case "health": return readTroubles(message.say);
    case "error": return complain(message);
  }
}

/** @param {import("./words.js").Draw & {pixels: string}} frame */
function readFrame(frame) {
  showFrame(frame.pixels);
  setText(byId("current"), currentWords(frame));
}

/** @param {import("./words.js").View} newest */
function readView(newest) {
  view = newest;
  showView(newest);
  showCompany(newest);
  showEndings(newest);
  showLesson(newest);
  stands.show(newest);
  showReal();
  showConnection();
}

/** @param {import("./table.js").Piece[]} pieces */
function readTable(pieces) {
  document.body.dataset.board = "virtual";
  table.set(pieces);
}

/** @param {import("./plies.js").PlyMessage} message */
function readPlies(message) {
  plies = withPlies(plies, message);
  showMoves(plies.moves);
}

/** @param {boolean} is */
function readPresence(is) {
  present = is;
  showConnection();
}

/** @param {import("./say.js").Sentence[]} newest what fails in the program; the page is told once */
function readTroubles(newest) {
  troubles = newest;
  if (troubles.length > 0) notice(sayAll(troubles));
  showConnection();
}

/** @param {boolean} answers */
function readBus(answers) {
  alive = answers;
  showConnection();
}

/** A real board's pieces stand where the game says; its sensors know only that some piece does. */
function showReal() {
  if (document.body.dataset.board === "real" && view) table.setFromView(view.pieces);
}

/**
 * Tell of an error, unless it answers what another page asked.
 * @param {{message: string, say: import("./say.js").Sentence[], id: string | null}} error
 */
function complain({ message, say: sentences, id }) {
  if (id && !id.startsWith(hands.name(""))) return;
  notice(sentences.length > 0 ? sayAll(sentences) : message);
}

/** @param {{event: string, id?: string | null, file?: string}} event */
function readEvent({ event, id, file }) {
  if (event !== "trace_saved" || !id?.startsWith(hands.name(""))) return;
  notice(say("event.trace_saved", { file: file ?? "" }));
}

function showConnection() {
  const paused = Boolean(view?.paused);
  const words = connectionWords({ open, alive, present, failing: troubles.length > 0, paused });
  setText(byId("connection"), words);
  document.body.classList.toggle("apart", words !== "");
}

const socket = new Socket({
  onMessage: read,
  onOpen(now) {
    open = now;
    if (open) alive = present = true;
    showConnection();
  },
});

/** @param {import("./socket.js").Request} message */
function send(message) {
  const sent = socket.send(message);
  if (!sent) notice(say("page.no_connection"));
  return sent;
}

const sendHand = (/** @type {import("./socket.js").Hand} */ hand) => send({ type: "hand", ...hand });
const isSliding = () => byId("slide", HTMLInputElement).checked;
const hands = new Hands(stage, table, sendHand, isSliding);
trays.forEach((tray) => hands.addTray(tray));
const keyboard = new Keyboard(stage, {
  layer: lights, spoken: byId("spoken"), table, hand: hands.name("keys"), isSliding, send: sendHand,
});

/** @param {import("./socket.js").Command | import("./socket.js").CompanionRequest} command */
function ask(command) {
  asked += 1;
  send({ type: "command", ...command, id: hands.name(asked) });
}

const stands = new Stands(stage, {
  cursor: () => keyboard.square,
  place: (square) => ask({ command: "place", square }),
});
bindActions({
  view: () => view,
  command: (name) => ask({ command: name }),
  arrange: (pieces) => sendHand({ action: "arrange", pieces }),
});

bindCompany(levels, ask);
bindEndings(ask);
bindLessons(stages, ask);

setTimeout(() => {
  if (table.virtual) return;
  document.body.dataset.board = "real";
  showReal();
}, TABLE_WAIT_MS);
