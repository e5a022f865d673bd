/** What the server says when the page asks. A page that has started goes on without an answer. */

import { notice } from "./notice.js";
import { say } from "./say.js";

/**
 * Ask for something.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>} the JSON of the answer; null where the server refuses, or nobody answers
 */
export async function answerOf(path, options) {
  try {
    const answer = await fetch(path, options);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Say that what was wanted just now cannot be had. */
export function noticeAway() {
  notice(say("page.no_connection"));
}
