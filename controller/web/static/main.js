/** The page: it shows what the controller says and reports what hands do. It knows no rules. */

import { bindActions } from "./actions.js";
import { loadArt } from "./art.js";
import { noticeAway } from "./asking.js";
import { showAway } from "./away.js";
import { drawBoard } from "./board.js";
import { bindClassroom } from "./classroom.js";
import { showClocks } from "./clocks.js";
import { bindCompany, choiceOf, showCompany } from "./company.js";
import { Connection } from "./connection.js";
import { bindDevices, checkAccess } from "./devices.js";
import { bindDialogs } from "./dialogs.js";
import { byId, setText } from "./dom.js";
import { bindDrawers, seenInWords, seenOnBoard } from "./drawers.js";
import { bindEndings, showEndings } from "./endings.js";
import { asksToChoose, followLanguage, offerPhones, showExhibition } from "./exhibition.js";
import { keepFocus } from "./focus.js";
import { turnBoard } from "./geometry.js";
import { Hands } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { bindKeys } from "./keys.js";
import { speak, speakFor } from "./language.js";
import { bindLessons, showLesson } from "./lessons.js";
import { drawLights } from "./lights.js";
import { Look } from "./look.js";
import { bindLooking, forgetLink } from "./looking.js";
import { notice } from "./notice.js";
import { bindOptions } from "./options.js";
import { showView } from "./panel.js";
import { drawPieces } from "./pieces.js";
import { NO_PLIES, leadsTo, withPlies } from "./plies.js";
import { RulesPanel } from "./rules.js";
import { saidOn } from "./said.js";
import { say, sayAll } from "./say.js";
import { seenOf, showSeen } from "./seen.js";
import { Settings, memory } from "./settings.js";
import { Socket } from "./socket.js";
import { play, soundFor } from "./sound.js";
import { speakMove } from "./spoken.js";
import { Stands } from "./stands.js";
import { Table } from "./table.js";
import { TakingBack } from "./taking_back.js";
import { Telling } from "./telling.js";
import { bindTerms } from "./terms.js";
import { Tidy } from "./tidy.js";
import { drawTray } from "./trays.js";
import { bindTyped } from "./typed.js";
import { currentWords, warningWords } from "./words.js";

const settings = new Settings(location.search, memory());
turnBoard(settings.now.turned);
/** @type {[unknown, unknown, string[], import("./lessons.js").Stage[]]} */
const [, , levels, stages] = await Promise.all([speak(), loadArt(), listed("/levels.json"), listed("/lessons.json")]);
document.body.dataset.started = "";

const stage = byId("stage");
const trays = [byId("tray-attackers"), byId("tray-defenders")];
const lights = byId("lights", SVGElement);
drawBoard(byId("wood", SVGElement));
const showLights = drawLights(lights);
const showPieces = drawPieces(byId("pieces", SVGElement));
const showTrays = trays.map(drawTray);
const rules = new RulesPanel(lookedRules);
const telling = new Telling();

/** @type {import("./words.js").View | null} */
let view = null;
let plies = NO_PLIES;
let drawing = 0;
let asked = 0;

const table = new Table(redraw);
const connection = new Connection((words, apart) => {
  setText(byId("connection"), words);
  document.body.classList.toggle("troubled", words !== "");
  document.body.classList.toggle("apart", apart);
});

function redraw() {
  document.body.dataset.board = table.board;
  if (drawing === 0) drawing = requestAnimationFrame(draw);
}

function draw() {
  drawing = 0;
  const pieces = table.shown();
  showPieces(pieces);
  for (const show of showTrays) show(pieces, plies.moves);
  document.body.classList.toggle("holding", pieces.some((piece) => piece.held));
  keyboard.update();
  hands.check();
  tidy.look();
}

/**
 * Take in what the controller says. The view says all that events change, but for one: an answer.
 * @param {import("./socket.js").Message} message
 */
function read(message) {
  switch (message.type) {
    case "view": return keepFocus(() => readView(message.view));
    case "frame": return setText(byId("current"), currentWords(message));
    case "table": return readTable(message);
    case "plies": return readPlies(message);
    case "bus": return connection.hear({ alive: message.alive });
    case "event": return readEvent(message.event);
    case "board": return connection.hear({ present: message.present });
    case "health": return readTroubles(message.say);
    case "error": return complain(message);
  }
}

/** @param {import("./words.js").View} newest */
function readView(newest) {
  const refused = newest.refusal !== null && view?.refusal === null;
  const before = view;
  view = newest;
  rules.show(newest.ruleset);
  showView(newest);
  showSentence();
  showLights(newest.lights, newest.outlook.captures);
  showPosition();
  showCompany(newest);
  showEndings(newest);
  showLesson(newest);
  readExhibition(newest, before);
  classroom.heed(newest);
  showClocks(newest, levels);
  stands.show(newest);
  tidy.heed(newest);
  takingBack.heed(newest);
  // Where the held piece may go is known by the view alone, which may come last.
  keyboard.update();
  table.setFromView(newest.pieces);
  connection.hear({ paused: newest.paused !== "" });
  if (refused && settings.now.sound) play("refused");
}

function showPosition() {
  if (view !== null) showSeen(seenOf(view, plies.moves, look), connection.open);
}

/** @param {import("./words.js").View} newest @param {import("./words.js").View | null} before */
function readExhibition(newest, before) {
  showExhibition(newest);
  // The piece that has answered belongs where it was.
  if (asksToChoose(before) && !asksToChoose(newest)) hands.putBack();
  if (newest.exhibition === null || settings.now.layout !== "audience") return;
  if (!before?.exhibition) offerPhones();
  followLanguage(newest.exhibition, speakFor, () => {
    rules.again();
    if (view !== null) readView(view);
    redraw();
  });
}

function showSentence() {
  if (view === null || !connection.open) return;
  const said = saidOn(view.say, { virtual: table.virtual, byHand: settings.now.by_hand });
  const warnings = settings.now.warnings ? warningWords(view) : [];
  telling.show(view, [said, ...warnings].join(" "), plies.moves.length, look.line !== null);
}

/** @param {{pieces: import("./table.js").Piece[], touched?: number}} newest */
function readTable({ pieces, touched }) {
  const isFirst = !table.virtual;
  table.set(pieces, touched);
  // What was said before the table came was said of a real board.
  if (isFirst && view !== null) readView(view);
}

/** @param {import("./plies.js").PlyMessage} message */
function readPlies(message) {
  const before = plies;
  plies = withPlies(plies, message);
  redraw();
  if (before.game === plies.game) heardMove(before.moves);
  showSentence();
  showPosition();
}

/** @param {string[]} before */
function heardMove(before) {
  if (view !== null) speakMove(before, plies.moves, view);
  const sound = soundFor(before, plies.moves, view?.phase === "over");
  if (sound !== null && settings.now.sound) play(sound);
}

/** @param {import("./say.js").Sentence[]} troubles what fails in the program; the page gets it once */
function readTroubles(troubles) {
  if (troubles.length > 0) notice(sayAll(troubles));
  connection.hear({ failing: troubles.length > 0 });
}

/**
 * Tell of an error, unless it answers what another page asked.
 * @param {{message: string, say: import("./say.js").Sentence[], id: string | null}} error
 */
function complain({ message, say: sentences, id }) {
  if (id && !id.startsWith(hands.name(""))) return;
  const words = sentences.length > 0 ? sayAll(sentences) : message;
  if (!classroom.refuse(id, words)) notice(words);
}

/** @param {{event: string, id?: string | null, file?: string}} event */
function readEvent({ event, id, file }) {
  if (event !== "trace_saved" || !id?.startsWith(hands.name(""))) return;
  notice(say("event.trace_saved", { file: file ?? "" }));
}

const socket = new Socket({
  onMessage: read,
  onOpen(open) {
    const wasOpen = connection.open;
    connection.hear({ open });
    if (open) {
      // A refusal that still stands comes again, after the moves.
      if (view !== null) view = { ...view, refusal: null };
      telling.forget();
      look.explain();
    } else {
      if (wasOpen) telling.forget();
      showAway();
      checkAccess();
    }
  },
});

/** @param {string} path of a list on the server */
async function listed(path) {
  const answer = await fetch(path);
  return answer.json();
}

/** @param {import("./socket.js").Request} message */
function send(message) {
  const sent = socket.send(message);
  if (!sent) noticeAway();
  return sent;
}

/** Whether the board itself does what is not a move: only in software, and unless people want to. */
function isTidy() {
  const watches = settings.now.layout === "audience" || document.body.dataset.role === "watch";
  return table.virtual && !settings.now.by_hand && !watches;
}

/**
 * Say why a piece cannot stand where another does.
 * @param {import("./table.js").Piece} piece
 * @param {import("./table.js").Piece} other
 * @param {string} square
 */
async function onTaken(piece, other, square) {
  const played = plies.moves.length;
  telling.explain(await rules.whyTaken(piece.kind, other.kind, square), played, true);
}

const explain = (/** @type {string} */ text) => telling.explain({ text, clause: null }, plies.moves.length);
const sendHand = (/** @type {import("./socket.js").Hand} */ hand) => send({ type: "hand", ...hand });
const sendPeoplesHand = (/** @type {import("./socket.js").Hand} */ hand) => {
  if (hand.action === "grab") tidy.hurry(hand.piece);
  return sendHand(hand);
};
const isSliding = () => settings.now.slide;
const look = new Look(stage, {
  onChange: (line) => {
    keepFocus(() => {
      byId("look-live", HTMLButtonElement).disabled = line === null;
    });
    if (line === null) {
      telling.forget();
      showSentence();
      forgetLink();
    }
    hands.putBack();
    keyboard.putBack();
    keyboard.update();
    showPosition();
    const { position } = look;
    if (position !== null) classroom.show(position);
  },
  explain: (reason) => telling.explain(reason, plies.moves.length),
  cursor: () => keyboard.square,
  onDraw: () => {
    keyboard.update();
    showPosition();
  },
});
const hands = new Hands(stage, table, {
  send: sendPeoplesHand, isSliding, onTaken, isChoosing: () => asksToChoose(view), onMissing: () => explain(say("page.real_board")),
});
trays.forEach((tray) => hands.addTray(tray));
const keyboard = new Keyboard(stage, {
  layer: lights, spoken: byId("spoken"), table, hand: hands.name("keys"), isSliding, onTaken, view: () => view, send: sendPeoplesHand,
  looked: (square) => look.stoodOn(square),
});
const tidy = new Tidy(table, { isWanted: isTidy, send: sendHand, name: (name) => hands.name(name) });

/**
 * @param {import("./socket.js").Command | import("./socket.js").CompanionRequest} command
 * @returns {string | null} the id of what was sent, null without a connection
 */
function ask(command) {
  asked += 1;
  const id = hands.name(asked);
  if (["undo", "new_game", "set_up"].includes(command.command)) tidy.expect();
  return send({ type: "command", ...command, id }) ? id : null;
}

const stands = new Stands(stage, {
  cursor: () => keyboard.square,
  place: (square) => ask({ command: "place", square }),
  isWanted: () => !isTidy(),
});
const takingBack = new TakingBack();
bindActions({
  view: () => view,
  command: (name) => ask({ command: name }),
  undo: () => ask(takingBack.press()),
  arrange: (pieces) => sendHand({ action: "arrange", pieces }),
});
bindCompany(levels, seenOnBoard(ask));
bindTerms(levels, {
  view: () => (connection.open ? view : null),
  aims: (name) => rules.aims(name),
  read: (name) => rules.read(name),
  begin: ask,
  seat: (level, side) => ask(choiceOf(level, side)),
});
bindEndings(seenInWords(ask));
bindLessons(stages, seenOnBoard(ask), () => view);
const classroom = bindClassroom({ ask, view: () => view, onSetUp: () => look.end() });
bindDialogs();
bindDrawers();
bindKeys();
bindOptions(settings, () => {
  if (view !== null) readView(view);
});
bindTyped({ table, look, carry: (piece, to) => hands.carry(piece, to), explain });

bindLooking(look, liveLine, notice);

/** The game on the board, as a line to look at; none where it began elsewhere than its rules say. @returns {import("./look.js").Line | null} */
function liveLine() {
  const { moves } = plies;
  if (view !== null && view.plies === moves.length && rules.start !== null && !leadsTo(rules.start, moves, view.pieces)) {
    notice(say("page.look.elsewhere"));
    return null;
  }
  return view === null ? null : { ruleset: view.ruleset, moves, at: moves.length, tried: moves.length };
}

/** The rules of what is looked at. @returns {import("./rules.js").Named | null} */
function lookedRules() {
  return look.line === null ? null : { name: look.line.ruleset, game: look.line.game };
}

bindDevices();

