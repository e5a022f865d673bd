/** How long the other end of a connection has been silent, though it says regularly that it is there. */

/** Three signs of the server are missing by then, and people begin to wonder. */
const SILENT_MS = 10_000;
/** How often somebody looks. */
export const LOOK_MS = 1000;

export class Silence {
  #now;
  #looked;
  #heard;
  /** Whether this server gives signs at all. */
  #isExpected = false;

  /** @param {() => number} now in milliseconds */
  constructor(now) {
    this.#now = now;
    this.#looked = this.#heard = now();
  }

  /** Something has come. @param {boolean} isSign whether it is a sign that more will come */
  hear(isSign) {
    this.#isExpected ||= isSign;
    this.#heard = this.#now();
  }

  /** Look at the clock, as often as LOOK_MS says. @returns {boolean} whether nothing has come for long */
  isLong() {
    const now = this.#now();
    // A page that slept itself has heard nothing, whoever spoke.
    if (now - this.#looked > 2.5 * LOOK_MS) this.#heard = now;
    this.#looked = now;
    return this.#isExpected && now - this.#heard > SILENT_MS;
  }
}
