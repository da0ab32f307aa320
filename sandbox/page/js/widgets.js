// Small elements used in many places: spans with a class, icon buttons, waiting dots, notes.

import { h, icon } from "./dom.js";

export function span(className, ...children) {
  return h("span", { class: className }, ...children);
}

/** A button with only an icon; `label` is its name. */
export function iconButton(name, label, { size = 20, class: className = "", ...props } = {}) {
  const classes = `icon-button ${className}`.trim();
  return h("button", { type: "button", class: classes, "aria-label": label, ...props }, icon(name, size));
}

/** Three animated dots for a pending answer. */
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

/** "Ducks is thinking…" */
export function waitingDots(words) {
  return h("p", { class: "thinking", role: "status" }, words, dots());
}

/** An error, in red. */
export function failure(words) {
  return h("p", { class: "failure", role: "alert" }, icon("warn", 16), words);
}

/** A line for the error of a field, hidden while there is none. */
export function complaint(className = "field-error") {
  const element = h("p", { class: className, role: "alert", hidden: true });
  const say = (words) => {
    element.textContent = words ?? "";
    element.hidden = !words;
  };
  return { element, say };
}

/** "Only you can see this · Dismiss message" */
export function privateNote(dismiss) {
  const button = h("button", { type: "button", class: "text-button", onclick: dismiss }, "Dismiss message");
  return h("p", { class: "private-note" }, icon("eye", 16), "Only you can see this · ", button);
}
