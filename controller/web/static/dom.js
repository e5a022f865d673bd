/** Making and changing elements; text only ever enters as text. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Make an HTML element.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Set some attributes of an element; others stay.
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/**
 * The element with an id that index.html promises, of the kind that it promises.
 * @overload
 * @param {string} id
 * @returns {HTMLElement}
 */
/**
 * @template {Element} Kind
 * @overload
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
/**
 * @param {string} id
 * @param {new () => Element} [kind]
 */
export function byId(id, kind = HTMLElement) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) {
    throw new Error(`index.html: expected a ${kind.name} #${id}, got ${element}`);
  }
  return element;
}

/**
 * The first element inside another that a selector finds, where index.html promises one.
 * @param {Element} outer
 * @param {string} selector
 * @returns {Element}
 */
export function within(outer, selector) {
  const element = outer.querySelector(selector);
  if (element === null) throw new Error(`index.html: expected ${selector} in #${outer.id}`);
  return element;
}

/**
 * Put text into an element unless it is there already: a live region speaks at every change.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Keep one element for each of some things: made when the thing comes, removed when it goes.
 * @template {{id: string | number}} Thing
 * @template {Element} Drawn
 * @param {Element} root
 * @param {(thing: Thing) => Drawn} make
 * @param {(element: Drawn, thing: Thing) => void} [update] called for each thing at every change
 * @returns {(things: Thing[]) => void} shows these things and no others
 */
export function oneForEach(root, make, update = () => {}) {
  /** @type {Map<Thing["id"], Drawn>} */
  const drawn = new Map();
  return (things) => {
    const ids = new Set(things.map((thing) => thing.id));
    for (const [id, element] of drawn) {
      if (ids.has(id)) continue;
      element.remove();
      drawn.delete(id);
    }
    for (const thing of things) {
      const element = drawn.get(thing.id) ?? make(thing);
      if (!drawn.has(thing.id)) root.append(element);
      drawn.set(thing.id, element);
      update(element, thing);
    }
  };
}
