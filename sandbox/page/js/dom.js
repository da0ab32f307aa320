// Building elements. Text enters the page only as text nodes and attributes, never as HTML, so that
// no message can become code.

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button", {class: "x", onclick: f, dataset: {customId: "a"}}, "text", child). */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  append(node, children);
  return node;
}

function setProp(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(node.dataset, withoutEmpty(value));
  else if (name === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
  else node.setAttribute(name, value === true ? "" : String(value));
}

function withoutEmpty(object) {
  return Object.fromEntries(Object.entries(object).filter(([, v]) => v !== undefined && v !== null));
}

/** Append children, flattening lists and leaving out null, undefined and false. */
export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/** Replace everything inside a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

const ICONS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  hash: "M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M6 5v8a3 3 0 0 0 3 3h9M14 12l4 4-4 4",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  down: "m6 9 6 6 6-6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  file: "M7 3h7l5 5v13H7ZM14 3v5h5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 21 4l-5 17-4-8-8-1ZM12 13l4-4",
  people: "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5a6.5 6.5 0 0 1 13 0M16 5.5a3.2 3.2 0 0 1 0 6.2M18 13.5a6 6 0 0 1 3.5 6",
  reply: "M20 18v-3a4 4 0 0 0-4-4H5M9 7l-4 4 4 4",
  warn: "M12 4 2.5 20h19ZM12 10v4M12 17v.5",
  check: "m5 12.5 4.5 4.5L19 7.5",
  duck: "M14.5 4.5a4 4 0 0 0-4 4c0 1.5.6 2.4.6 3.5-3 .6-5.6-.5-7.6-2.5-.8 5.8 2 10.5 8.5 10.5 5 0 8-3 8-7 0-2-1-3.3-2-4.5h3.5c0-2-1.5-2.5-3.2-2.5A4 4 0 0 0 14.5 4.5ZM15 8v.2",
};

/** A line icon. Assistive technology does not see it: its button has the name. */
export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = { viewBox: "0 0 24 24", width: size, height: size, class: `icon icon-${name}` };
  for (const [key, value] of Object.entries({ ...attributes, "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A new id for an element that another element refers to (aria-controls, aria-labelledby). */
let counter = 0;
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}
