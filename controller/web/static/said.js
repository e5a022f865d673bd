/** What a view says, on this board: a virtual one does by itself what a real one asks people to do. */

import { say, sayAll } from "./say.js";

/** @typedef {import("./say.js").Sentence} Sentence */
/** @typedef {{virtual: boolean, byHand: boolean}} Board and whether people do here everything that is no move of others */

/** The other side's move is named, and on a virtual board nobody but the board makes it. */
const ANSWER = /^(lesson\.reply|opponent\.asks\.)/;
/** What is of use only to the hand that makes a move. */
const OF_THE_HAND = /^lifted\./;

/**
 * The words of some sentences.
 * @param {Sentence[]} sentences
 * @param {Board} board
 */
export function saidOn(sentences, board) {
  const answers = board.virtual && !board.byHand && sentences.some(({ key }) => ANSWER.test(key));
  const said = answers ? sentences.filter(({ key }) => !OF_THE_HAND.test(key)) : sentences;
  return said.map((sentence) => words(sentence, board)).filter(Boolean).join(" ");
}

/** @param {Sentence} sentence @param {Board} board */
function words(sentence, { virtual, byHand }) {
  const move = sentence.args?.["move"] ?? "";
  switch (virtual ? sentence.key : "") {
    // Whose hand holds a piece for long here is thinking; no sensor has missed anything.
    // It has counted before that is read.
    case "tentative":
    case "lifted.long_ago":
    case "lifted.stands_there":
    case "captured": return byHand ? sayAll([sentence]) : "";
    case "lesson.reply": return say("page.answer", { move: move });
    case "opponent.asks.attackers": return say("page.answer.attackers", { move: move });
    case "opponent.asks.defenders": return say("page.answer.defenders", { move: move });
  }
  return sayAll([sentence]);
}
