const SVG = 'http://www.w3.org/2000/svg';

const MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Attributes that are read as text. */
const READ_OUT = ['title', 'aria-label', 'placeholder'];

/**
 * Makes an element of HTML. What is given as text becomes text and never markup.
 *
 * @param attributes functions listen to the event of their name (`onclick`); `true` sets an
 *     attribute without a value; null, undefined and `false` set none; `css` sets custom properties
 * @param children nodes, texts, numbers, lists of these; null and `false` are left out
 */
export function element(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Makes an element of SVG, as `element` does. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    set(node, name, value);
  }
  node.append(...children.flat(Infinity).filter(isShown).map(child => child.nodeType ? child : visible(child)));
  return node;
}

function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Marks that turn the direction of what follows show themselves, as they would turn the words around them, too. In JSON
 * what they show as means the same.
 */
function visible(text) {
  return String(text).replace(MARKS, mark => `\\u${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

function set(node, name, value) {
  if (typeof value === 'function') {
    node.addEventListener(name.slice(2), value);
  } else if (name === 'css') {
    Object.entries(value).forEach(([property, text]) => node.style.setProperty(property, text));
  } else if (value === true) {
    node.setAttribute(name, '');
  } else if (isShown(value)) {
    node.setAttribute(name, READ_OUT.includes(name) ? visible(value) : value);
  }
}
