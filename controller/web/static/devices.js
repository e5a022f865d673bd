/** Other devices: this machine lets them in and sends them away; a device that watches may pair. */

import { byId, html } from "./dom.js";
import { say } from "./say.js";

/**
 * @typedef {"play" | "watch"} Role
 * @typedef {{role: Role, may_invite: boolean}} Access what this page may do
 * @typedef {{digits: string, seconds: number, url: string}} Code
 * @typedef {{id: string, role: Role, name: string, open: boolean}} Device
 * @typedef {{id: string, url: string}} Link
 * @typedef {object} Invited who may come in
 * @property {string[]} addresses of the page in the network
 * @property {boolean} secure
 * @property {Code | null} code
 * @property {Device[]} devices
 * @property {Link[]} links
 */

const RENEWED_MS = 5000;
/** What browsers call themselves contains the names of others; the first that fits is right. */
const BROWSERS = [["Edg", "Edge"], ["OPR", "Opera"], ["Firefox"], ["FxiOS", "Firefox"], ["Chrome"], ["CriOS", "Chrome"], ["Safari"]];
const SYSTEMS = [["iPhone"], ["iPad"], ["Android"], ["CrOS", "Chromebook"], ["Windows"], ["Macintosh", "Mac"], ["Linux"]];

/** Show what there is to say of other devices. */
export async function bindDevices() {
  const answer = await fetch("/access.json");
  if (!answer.ok) return;
  /** @type {Access} */
  const { role, may_invite: mayInvite } = await answer.json();
  const area = byId("devices", HTMLDetailsElement);
  document.body.dataset.role = role;
  area.hidden = !mayInvite && role === "play";
  if (role === "watch") showWatching(area);
  if (!mayInvite) return;
  area.addEventListener("toggle", () => renew(area));
  setInterval(() => renew(area), RENEWED_MS);
}

/** Go to the form where this device has been sent away; nothing else is served to it. */
export async function checkAccess() {
  try {
    const answer = await fetch("/access.json");
    if (answer.status === 403) location.reload();
  } catch {
    // Nobody answers: the page waits.
  }
}

/** @param {HTMLDetailsElement} area */
function showWatching(area) {
  area.replaceChildren(
    html("summary", {}, say("page.watching")),
    html("p", {}, html("a", { href: "/pair" }, say("page.watching.pair"))),
  );
}

/** @param {HTMLDetailsElement} area */
async function renew(area) {
  // Whoever is about to press a button must not have it changed under the finger.
  if (area.open && !area.contains(document.activeElement)) await ask("GET", "");
}

/**
 * Ask the controller, and show what it answers.
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path below /devices
 */
async function ask(method, path) {
  try {
    const answer = await fetch(`/devices${path}`, { method });
    if (answer.ok) show(await answer.json());
  } catch {
    // The page says elsewhere that nobody answers.
  }
}

/** @param {Invited} invited */
function show(invited) {
  const area = byId("devices");
  const { devices, links } = invited;
  const parts = [
    html("summary", {}, say("page.devices")),
    ...invitation(invited),
    html("div", { class: "buttons" },
      button(say("page.devices.new_code"), "POST", "/code"),
      button(say("page.devices.new_link"), "POST", "/links"),
      ...(devices.length + links.length > 0 ? [button(say("page.devices.revoke_all"), "DELETE", "")] : []),
    ),
    html("ul", {}, ...devices.map(deviceLine), ...links.map(linkLine)),
  ];
  area.replaceChildren(...parts);
}

/**
 * @param {Invited} invited
 * @returns {Node[]}
 */
function invitation({ addresses, code, secure }) {
  const [address] = addresses;
  if (address === undefined) return [html("p", {}, say("page.devices.no_network"))];
  const lines = [html("p", {}, say("page.devices.open", { address }))];
  if (code !== null) {
    lines.push(
      html("img", { class: "qr", src: `/devices/code.svg?${code.digits}`, alt: code.url }),
      html("p", { class: "code" }, spaced(code.digits)),
      html("p", {}, say("page.devices.code_lives", { count: Math.ceil(code.seconds / 60) })),
    );
  }
  if (!secure) lines.push(html("p", {}, say("lan.plain")));
  return lines;
}

/** @param {Device} device */
function deviceLine({ id, role, name }) {
  const words = say(role === "play" ? "page.devices.plays" : "page.devices.watches", { name: browserWords(name) });
  return html("li", {}, html("span", {}, words), button(say("page.devices.revoke"), "DELETE", `/${id}`));
}

/** @param {Link} link */
function linkLine({ id, url }) {
  return html("li", {}, html("a", { href: url }, say("page.devices.link")), button(say("page.devices.revoke"), "DELETE", `/${id}`));
}

/**
 * @param {string} words
 * @param {"POST" | "DELETE"} method
 * @param {string} path
 */
function button(words, method, path) {
  const element = html("button", { type: "button" }, words);
  element.addEventListener("click", () => ask(method, path));
  return element;
}

/**
 * Six digits as people read them.
 * @param {string} digits
 */
export function spaced(digits) {
  return `${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/**
 * A browser and its machine, in words; an empty text for what is no browser.
 * @param {string} agent what it calls itself
 */
export function browserWords(agent) {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => sign !== undefined && agent.includes(sign))?.at(-1));
  return found.filter(Boolean).join(", ") || say("page.devices.program");
}
