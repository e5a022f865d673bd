/** What somebody has chosen for this page: how it looks, sounds and is played. The browser remembers it. */

/**
 * @typedef {object} Chosen
 * @property {"player" | "audience" | "table"} layout
 * @property {"auto" | "light" | "dark" | "contrast"} theme
 * @property {"wood" | "plain"} pieces
 * @property {boolean} sound
 * @property {boolean} turned the attackers' far side is below
 * @property {boolean} warnings of danger to the king, and of ways open to him
 * @property {boolean} by_hand on a virtual board people do everything themselves, as on a real one
 * @property {boolean} slide pieces are pushed, not lifted
 */

const REMEMBERED = "hnefi.settings";

/** @type {Chosen} */
const USUAL = {
  layout: "player", theme: "auto", pieces: "wood",
  sound: false, turned: false, warnings: false, by_hand: false, slide: false,
};
/** What can be chosen, where it is more than on and off. */
export const CHOICES = /** @type {const} */ ({
  layout: ["player", "audience", "table"],
  theme: ["auto", "light", "dark", "contrast"],
  pieces: ["wood", "plain"],
});

export class Settings {
  #chosen;
  #fixed;
  #store;

  /**
   * @param {string} search the address' part with "?layout=audience", which is not remembered
   * @param {Pick<Storage, "getItem" | "setItem"> | null} store
   */
  constructor(search, store) {
    this.#store = store;
    this.#chosen = sound(read(store));
    this.#fixed = sound(Object.fromEntries(new URLSearchParams(search)));
  }

  /** @type {Chosen} */
  get now() {
    return { ...USUAL, ...this.#chosen, ...this.#fixed };
  }

  /**
   * Choose something, and remember it.
   * @param {Partial<Chosen>} chosen
   */
  choose(chosen) {
    this.#chosen = { ...this.#chosen, ...chosen };
    this.#fixed = Object.fromEntries(Object.entries(this.#fixed).filter(([name]) => !(name in chosen)));
    try {
      this.#store?.setItem(REMEMBERED, JSON.stringify(this.#chosen));
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }
}

/** Where the browser remembers things, if it does. */
export function memory() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {Pick<Storage, "getItem"> | null} store @returns {Record<string, unknown>} */
function read(store) {
  try {
    return JSON.parse(store?.getItem(REMEMBERED) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * Those of some values that can be chosen; another version may have known others.
 * @param {Record<string, unknown>} values
 * @returns {Partial<Chosen>}
 */
export function sound(values) {
  const good = Object.entries(values).filter(([name, value]) => {
    if (name in CHOICES) {
      return CHOICES[/** @type {keyof typeof CHOICES} */ (name)].some((choice) => choice === value);
    }
    return name in USUAL && typeof value === "boolean";
  });
  return Object.fromEntries(good);
}
