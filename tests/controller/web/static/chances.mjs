/** Numbers that look like chance and are the same in every run. */

/**
 * A stream of numbers, from Marsaglia's xorshift with 32 bits.
 * @param {number} seed a whole number, not 0
 * @returns {() => number} the next one, at least 0 and below 1
 */
export function chances(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
