/**
 * What index.html, style.css and the modules promise each other. Names are read from the text, so
 * a module gives an id or a class as a literal, where it is used; names built of parts are patterns.
 */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const STATIC = new URL("../../../../controller/web/static/", import.meta.url);

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, STATIC), "utf-8");
/** What the groups of a pattern find. @param {string} text @param {RegExp} pattern @returns {string[]} */
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match.slice(1).join(""));
/** @param {string[]} names */
const words = (names) => new Set(names.flatMap((name) => name.split(" ")).filter(Boolean));
/** @param {Iterable<string>} names @param {Set<string>} others */
const without = (names, others) => [...names].filter((name) => !others.has(name));
/** @param {string} code */
const literals = (code) => all(code, /"([^"\n]*)"|`([^`]*)`/g);

const NAMES = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const MODULES = new Map(NAMES.map((name) => [name, read(name).replace(COMMENTS, "")]));
const JS = [...MODULES.values()].join("\n");
const CSS = readdirSync(STATIC).filter((name) => name.endsWith(".css")).map(read).join("\n").replace(COMMENTS, "");
const SELECTORS = all(CSS, /([^{}]+)\{/g).join("\n");
const HTML = (read("index.html") + read("art.svg")).replace(/<!--[\s\S]*?-->/g, "");
const IDS = all(HTML, /\bid="([^"]+)"/g);

/** Code in which modules name elements and classes. */
const ASKED = all(JS, /\bbyId\(([^()]*)/g).filter((code) => !code.startsWith("id,"));
const GIVEN = all(JS, /(?:\bclass: |\bclassList\.\w+\(|\bclassName = )([^,})\n]+)/g);

/** What "#glow", "url(#rim)" and `#piece-${kind}` refer to, as patterns; colours are no references. */
const REFERENCES = [...literals(JS), ...literals(HTML)]
  .filter((text) => !/^#([0-9a-f]{3}){1,2}$/.test(text))
  .flatMap((text) => all(text, /^(?:url\()?#((?:[\w-]|\$\{[^}]*\})+)\)?$/g))
  .map((name) => new RegExp(`^${name.replace(/\$\{[^}]*\}/g, "[a-z-]+")}$`));
/** A pattern that fixes no letter says nothing about what is used. */
const FIXED = REFERENCES.filter((pattern) => !pattern.test("any-other-name"));

test("no id is given twice", () => {
  assert.deepEqual(IDS.filter((id, n) => IDS.indexOf(id) !== n), []);
});

test("every id that a module asks for is in index.html", () => {
  assert.deepEqual(ASKED.filter((code) => literals(code).length === 0), []);
  assert.ok(ASKED.length > 20);
  assert.deepEqual(without(words(ASKED.flatMap(literals)), new Set(IDS)), []);
});

test("every reference to a part of index.html finds it", () => {
  assert.ok(FIXED.length > 20);
  const lost = REFERENCES.filter((pattern) => !IDS.some((id) => pattern.test(id)));
  assert.deepEqual(lost.map(String), []);
});

test("every id in index.html is used by a module, by a style or by index.html itself", () => {
  const used = words([
    ...ASKED.flatMap(literals),
    ...all(SELECTORS, /#([a-z][\w-]*)/g),
    ...all(HTML, /\b(?:for|aria-\w+)="([^"]+)"/g),
  ]);
  const unused = without(IDS, used).filter((id) => !FIXED.some((pattern) => pattern.test(id)));
  assert.deepEqual(unused, []);
});

test("every class that a module or index.html gives has a style", () => {
  assert.deepEqual(GIVEN.filter((code) => literals(code).length === 0), []);
  assert.ok(GIVEN.length > 20);
  const given = words([...GIVEN.flatMap(literals), ...all(HTML, /\bclass="([^"]+)"/g)]);
  assert.deepEqual(without(given, words(all(SELECTORS, /\.([a-z][\w-]*)/g))), []);
});

test("every class that has a style is given by a module or index.html", () => {
  const given = words([...GIVEN.flatMap(literals), ...all(HTML, /\bclass="([^"]+)"/g)]);
  assert.deepEqual(without(words(all(SELECTORS, /\.([a-z][\w-]*)/g)), given), []);
});

test("every module is imported by main.js, or by one that it imports", () => {
  const reached = new Set(["main.js"]);
  for (const name of reached) {
    for (const next of all(MODULES.get(name) ?? "", /\bfrom "\.\/([^"]+)"/g)) reached.add(next);
  }
  assert.deepEqual([...reached].sort(), NAMES.sort());
});
