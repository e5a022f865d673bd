/** Short sounds, made on the spot; off until somebody wants them. */

/** Pitch in Hz, and how long, in seconds. @type {Record<string, [number, number]>} */
const SOUNDS = { move: [330, 0.06], capture: [220, 0.12], refused: [130, 0.18], over: [523, 0.5] };
/** @type {AudioContext | null} */
let audio = null;

/**
 * Play a sound.
 * @param {"move" | "capture" | "refused" | "over"} name
 */
export function play(name) {
  audio ??= new AudioContext();
  const [pitch, long] = SOUNDS[name] ?? [330, 0.06];
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + long);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + long);
}

/**
 * The sound for what is new in a game.
 * @param {string[]} before the moves
 * @param {string[]} now
 * @param {boolean} over
 * @returns {"move" | "capture" | "over" | null}
 */
export function soundFor(before, now, over) {
  if (now.length !== before.length + 1) return null;
  if (over) return "over";
  return now.at(-1)?.includes("x") ? "capture" : "move";
}
