/** Other devices: this machine lets them in and sends them away; a device that watches may pair. */

import { answerOf, noticeAway } from "./asking.js";
import { openDialog } from "./dialogs.js";
import { byId, html, setText } from "./dom.js";
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

/** Give this machine a button to let devices in, and a device that watches one to play along. */
export async function bindDevices() {
  /** @type {Access | null} */
  const access = await answerOf("/access.json");
  if (access === null) return;
  const { role, may_invite: mayInvite } = access;
  document.body.dataset.role = role;
  const invite = byId("invite", HTMLButtonElement);
  invite.hidden = !mayInvite && role === "play";
  setText(invite, mayInvite ? say("page.devices") : say("page.watching.pair"));
  invite.addEventListener("click", async () => {
    if (mayInvite) await open();
    // Where nobody answers, the way to the form would end in the browser's own complaint.
    else if (await answerOf("/access.json") === null) noticeAway();
    else location.assign("/pair");
  });
}

/** Show who may come in, with a code for one more, for as long as that is open. */
async function open() {
  const area = byId("devices", HTMLDialogElement);
  // Somebody may be typing the code that counts; another one would end it.
  const invited = await renew();
  if (!invited?.code && !(await ask("POST", "/code"))) return;
  openDialog(area);
  const renewing = setInterval(renew, RENEWED_MS);
  area.addEventListener("close", () => clearInterval(renewing), { once: true });
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

/**
 * Show who may come in now; without an answer, all stays as it was.
 * @returns {Promise<Invited | null>}
 */
async function renew() {
  /** @type {Invited | null} */
  const invited = await answerOf("/devices");
  if (invited !== null) show(invited);
  return invited;
}

/**
 * Ask the controller to change who may come in, and show what it answers.
 * @param {"POST" | "DELETE"} method
 * @param {string} path below /devices
 * @returns {Promise<boolean>} whether it answered
 */
async function ask(method, path) {
  /** @type {Invited | null} */
  const invited = await answerOf(`/devices${path}`, { method });
  if (invited === null) noticeAway();
  else show(invited);
  return invited !== null;
}

/** @param {Invited} invited */
function show(invited) {
  const area = byId("devices-shown");
  const key = JSON.stringify(invited);
  if (area.dataset.shown === key) return;
  area.dataset.shown = key;
  const focused = area.contains(document.activeElement) ? document.activeElement?.textContent : null;
  const { devices, links } = invited;
  const parts = [
    ...invitation(invited),
    html("div", { class: "buttons" },
      button(say("page.devices.new_code"), "POST", "/code"),
      button(say("page.devices.new_link"), "POST", "/links"),
      ...(devices.length + links.length > 0 ? [button(say("page.devices.revoke_all"), "DELETE", "")] : []),
    ),
    html("ul", {}, ...devices.map(deviceLine), ...links.map(linkLine)),
  ];
  area.replaceChildren(...parts);
  // Whoever uses the keyboard stays where they were.
  [...area.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
}

/**
 * @param {Invited} invited
 * @returns {Node[]}
 */
function invitation({ addresses, code, secure }) {
  const [address] = addresses;
  if (address === undefined) return [html("p", {}, say("page.devices.no_network"))];
  const warning = secure ? [] : [html("p", {}, say("lan.plain"))];
  const lines = code === null ? warning : [
    html("p", { class: "code" }, spaced(code.digits)),
    html("p", {}, say("page.devices.code_lives", { count: Math.ceil(code.seconds / 60) })),
    ...warning,
  ];
  const picture = code === null ? [] : [html("img", { class: "qr", src: `/devices/code.svg?${code.digits}`, alt: code.url })];
  return [
    html("p", {}, say("page.devices.open", { address })),
    html("div", { class: "invited" }, ...picture, html("div", {}, ...lines)),
  ];
}

/** @param {Device} device */
function deviceLine({ id, role, name }) {
  const words = say(`page.devices.role.${role}`, { name: browserWords(name) });
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
