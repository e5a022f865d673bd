/** Shows ten times a second what the sensors read. */

const PERIOD_MS = 100;
const SIDE = 11;

/**
 * @typedef {{name: string, raw: boolean, felt: boolean, restless: boolean, mv: number | null}} Sensor
 * @typedef {{sensors: Sensor[], rate: number, lost: string}} Reading
 */

/** The class names of a sensor's cell. @param {Sensor} sensor */
export function look(sensor) {
  const names = ["felt", "raw", "restless"].filter((name) => sensor[/** @type {"felt"} */ (name)]);
  return ["cell", ...names].join(" ");
}

/** The place of a square on the page, from the top left. @param {number} square */
export const place = (square) => (SIDE - 1 - Math.floor(square / SIDE)) * SIDE + (square % SIDE);

/** @param {Element[]} cells @param {Reading} reading */
function show(cells, reading) {
  reading.sensors.forEach((sensor, square) => {
    const cell = cells[place(square)];
    if (!cell) return;
    cell.className = look(sensor);
    cell.textContent = sensor.mv === null ? sensor.name : `${sensor.name}\n${sensor.mv}`;
  });
}

async function begin() {
  const board = document.getElementById("board");
  const state = document.getElementById("state");
  if (!board || !state) return;
  const cells = Array.from({ length: SIDE * SIDE }, () => {
    const cell = document.createElement("div");
    cell.className = "cell";
    board.append(cell);
    return cell;
  });
  for (;;) {
    try {
      const answer = await fetch("reading");
      /** @type {Reading} */
      const reading = await answer.json();
      show(cells, reading);
      state.textContent = reading.lost || `${reading.rate} readings a second.`;
    } catch {
      state.textContent = "hnefi sensors has ended.";
    }
    await new Promise((done) => setTimeout(done, PERIOD_MS));
  }
}

if (typeof document !== "undefined") void begin();
