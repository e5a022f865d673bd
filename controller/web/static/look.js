/**
 * Looking at another position than the one on the board: an earlier one, a kept game, or a line that
 * somebody tries out. The game on the board does not notice.
 */

import { isDialogOpen } from "./dialogs.js";
import { byId, svg } from "./dom.js";
import { closeDrawers } from "./drawers.js";
import { centre, fromScreen, squareAt, toDrawing } from "./geometry.js";
import { say, sayAll } from "./say.js";

/**
 * @typedef {import("./say.js").Sentence} Sentence
 *
 * @typedef {object} Answer what the server says of a line of moves
 * @property {string[]} moves
 * @property {import("./diagram.js").Placed} pieces
 * @property {import("./words.js").Side} to_move
 * @property {string} record the position, as OpenTafl writes it
 * @property {Record<string, string[]>} open
 * @property {{say: Sentence[], clause: string | null} | null} outcome
 * @property {{say: Sentence[], clause: string | null} | null} refusal
 *
 * @typedef {object} Line
 * @property {string} ruleset
 * @property {string} [game] of a kept game, its id: its rules are kept with it
 * @property {string[]} moves
 * @property {number} at how many of them have been made in the position that is shown
 * @property {number} tried how many of the moves were made by others; those after are tried out
 *
 * @typedef {object} Means
 * @property {(line: Line | null) => void} onChange
 * @property {(reason: import("./telling.js").Reason) => void} explain
 * @property {() => string | null} cursor the square of the keyboard's cursor
 * @property {() => void} onDraw
 *
 * @typedef {object} Stood what a cursor finds
 * @property {import("./words.js").Kind | undefined} piece on its square, or in the hand
 * @property {boolean} holding whether it is in the hand
 * @property {import("./words.js").Ahead} ahead
 */

/** As the styles draw them. */
const SIGN_COLOUR = "f4e9d6";

/**
 * The line in which a move is tried after those that are shown.
 * @param {Line} line
 * @param {string} move
 * @returns {Line}
 */
export function withTried(line, move) {
  const kept = line.moves.slice(0, line.at);
  return { ...line, moves: [...kept, move], at: line.at + 1, tried: Math.min(line.tried, line.at) };
}

/**
 * A line as a link says it, after "#".
 * @param {Line} line
 */
export function writeLink({ ruleset, game, moves, at }) {
  const line = moves.slice(0, at).map((move) => move.split("x")[0]).join(",");
  return `line=${encodeURIComponent(ruleset)}:${line}${game === undefined ? "" : `&game=${game}`}`;
}

/**
 * The line of a link.
 * @param {string} hash
 * @returns {Line | null}
 */
export function parseLink(hash) {
  const found = /^#?line=([^\s:&]{1,600}):((?:[a-k]\d{1,2}-[a-k]\d{1,2},?)*)(?:&game=([\w-]{1,64}))?$/.exec(hash);
  if (found === null) return null;
  const moves = (found[2] ?? "").split(",").filter(Boolean);
  const line = { ruleset: decoded(found[1] ?? ""), moves, at: moves.length, tried: moves.length };
  return found[3] === undefined ? line : { ...line, game: found[3] };
}

/** @param {string} text of an address */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody wrote a lone percent sign
  }
}

export class Look {
  /** @type {Line | null} */
  #line = null;
  /** @type {Answer | null} */
  #answer = null;
  /** @type {string | null} the square of the piece that is tried */
  #picked = null;
  #means;
  #layer = byId("looked-at", SVGElement);

  /** @param {HTMLElement} stage @param {Means} means */
  constructor(stage, means) {
    this.#means = means;
    // Before the hands, which would take hold of the piece that really stands there.
    stage.addEventListener("pointerdown", (event) => {
      if (this.#line === null) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      const at = fromScreen(stage.getBoundingClientRect(), event);
      this.#press(squareAt(at.x, at.y));
    }, true);
    stage.addEventListener("keydown", (event) => {
      if (this.#line === null || !["Enter", " ", "Delete"].includes(event.key)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      if (event.key !== "Delete") this.#press(this.#means.cursor());
    }, true);
    byId("look-live").addEventListener("click", () => this.end());
    byId("look-first").addEventListener("click", () => this.go(-Infinity));
    byId("look-back").addEventListener("click", () => this.go(-1));
    byId("look-on").addEventListener("click", () => this.go(1));
    document.addEventListener("keydown", (event) => {
      // In a dialog the key closes that.
      if (event.key === "Escape" && !isDialogOpen()) this.end();
    });
  }

  /** What is looked at, null while it is the board. */
  get line() {
    return this.#line;
  }

  /** The position that is looked at, null while it is the board. @returns {import("./classroom.js").Position | null} */
  get position() {
    if (this.#line === null || this.#answer === null) return null;
    return { record: this.#answer.record, side: this.#answer.to_move, ruleset: this.#line.ruleset };
  }

  /** What the position that is looked at has on a square; null while it is the board. @param {string | null} square @returns {Stood | null} */
  stoodOn(square) {
    if (this.#line === null) return null;
    const { pieces = {}, open = {} } = this.#answer ?? {};
    const at = this.#picked ?? square;
    const targets = this.#picked === null ? [] : open[this.#picked] ?? [];
    const ahead = { targets, outlook: { winning: [], repeating: [], captures: {} }, lights: [] };
    return { piece: at === null ? undefined : pieces[at], holding: this.#picked !== null, ahead };
  }

  /** Whose turn it is in the position that is looked at, as a view says it; null while it is the board. @returns {import("./words.js").Turn | null} */
  get turn() {
    if (this.#line === null || this.#answer === null) return null;
    const phase = this.#answer.outcome === null ? "play" : "over";
    return { phase, to_move: this.#answer.to_move, plies: this.#answer.moves.length, outcome: null, repair: [], paused: "" };
  }

  /** What is drawn in the position that is looked at; null while it is the board. @returns {import("./legend.js").Light[] | null} */
  get signs() {
    if (this.#line === null || this.#answer === null) return null;
    return signsOf(this.#line.at, this.#picked !== null);
  }

  /** What a walk through the moves begins with, while the board is looked at. @type {() => Line | null} */
  live = () => null;

  /** Look at the board again. */
  end() {
    if (this.#line === null) return;
    this.#line = this.#answer = this.#picked = null;
    document.body.classList.remove("looking");
    this.#means.onChange(null);
  }

  /** Say of the position that is looked at whose turn it is, or how it ended. */
  explain() {
    if (this.#line !== null && this.#answer !== null) this.#means.explain(reasonOf(this.#line, this.#answer));
  }

  /**
   * Go on or back by some plies.
   * @param {number} plies
   */
  go(plies) {
    const line = this.#line ?? this.live();
    if (line === null) return;
    const at = Math.min(Math.max(line.at + plies, 0), line.moves.length);
    this.show({ ...line, at });
  }

  /**
   * Look at a position of a line.
   * @param {Line} line
   * @param {(text: string) => void} refuse says why it cannot be shown
   */
  async show(line, refuse = (text) => this.#means.explain({ text, clause: null })) {
    // The way back is below the moves.
    if (this.#line === null) closeDrawers();
    this.#line = line;
    this.#picked = null;
    document.body.classList.add("looking");
    const answer = await answerTo(line);
    if (this.#line !== line) return; // somebody has gone on meanwhile
    if (typeof answer === "string") {
      this.end();
      refuse(answer);
      return;
    }
    this.#answer = answer;
    this.#draw();
    this.#means.onChange(line);
    this.explain();
  }

  /**
   * Try a move in the position that is looked at, or say why the rules forbid it.
   * @param {string} origin
   * @param {string} target
   */
  async try(origin, target) {
    const line = this.#line;
    if (line === null) return;
    const tried = withTried(line, `${origin}-${target}`);
    const answer = await answerTo(tried);
    if (this.#line !== line) return;
    if (typeof answer === "string") this.#means.explain({ text: answer, clause: null });
    else if (answer.refusal !== null) this.#means.explain(reasonOf(tried, answer));
    else this.show(tried);
  }

  /** @param {string | null} square */
  #press(square) {
    const open = this.#answer?.open ?? {};
    if (square === null || this.#line === null) return;
    if (this.#picked !== null && open[this.#picked]?.includes(square)) {
      this.show(withTried(this.#line, `${this.#picked}-${square}`));
      return;
    }
    this.#picked = open[square] === undefined ? null : square;
    this.#draw();
  }

  #draw() {
    const { pieces, open } = /** @type {Answer} */ (this.#answer);
    const targets = this.#picked === null ? [] : open[this.#picked] ?? [];
    const last = this.#line?.moves[this.#line.at - 1]?.split("x")[0]?.split("-") ?? [];
    this.#layer.replaceChildren(
      ...last.map((square) => svg("use", { href: "#sign-ticks", class: "looked", transform: at(square) })),
      ...Object.entries(pieces).map(([square, kind]) => this.#piece(square, kind)),
      ...targets.map((square) => svg("use", { href: "#sign-dot", class: "looked", transform: at(square) })),
    );
    this.#means.onDraw();
  }

  /** @param {string} square @param {import("./words.js").Kind} kind */
  #piece(square, kind) {
    const sets = [
      svg("use", { class: "wooden", href: `#piece-${kind}` }), svg("use", { class: "plain", href: `#plain-${kind}` }),
    ];
    const body = svg("g", { class: "body" }, ...sets);
    const names = { class: "piece", "data-looked-at": square, "data-kind": kind, transform: at(square) };
    const piece = svg("g", names, svg("use", { class: "shadow", href: "#piece-shadow" }), body);
    piece.classList.toggle("raised", square === this.#picked);
    return piece;
  }
}

/**
 * What the server says of a line, or why it says nothing.
 * @param {Line} line
 * @returns {Promise<Answer | string>}
 */
async function answerTo({ ruleset, game, moves, at }) {
  const asked = new URLSearchParams({ ruleset, moves: moves.slice(0, at).map((move) => move.split("x")[0]).join(",") });
  if (game !== undefined) asked.set("game", game);
  const answer = await fetch(`/api/line?${asked}`).catch(() => null);
  if (answer === null) return say("page.no_connection");
  return answer.ok ? answer.json() : say("page.look.unknown");
}

/** @param {Line} line @param {Answer} answer @returns {import("./telling.js").Reason} */
function reasonOf({ ruleset: name, game }, { outcome, refusal, to_move }) {
  const judged = refusal ?? outcome;
  if (judged === null) return { text: say(`page.look.turn.${to_move}`), clause: null };
  return { text: sayAll(judged.say), clause: judged.clause, rules: { name, game } };
}

/**
 * The signs in a position that is looked at, as lights that a legend explains.
 * @param {number} played how many moves lead to it
 * @param {boolean} isPicked whether a piece is lifted there
 * @returns {import("./legend.js").Light[]}
 */
export function signsOf(played, isPicked) {
  const meanings = [...(isPicked ? ["target"] : []), ...(played > 0 ? ["last_target"] : [])];
  return meanings.map((meaning) => ({ meaning, colour: SIGN_COLOUR }));
}

/** @param {string} square */
function at(square) {
  const { x, y } = toDrawing(centre(square));
  return `translate(${x} ${y})`;
}
