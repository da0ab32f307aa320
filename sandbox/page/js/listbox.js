// A list of choices that another element controls: an input or a button keeps the focus and refers to
// the active choice by aria-activedescendant. Selects and the composer's completion share it.

import { fill, freshId, h, icon } from "./dom.js";
import { span } from "./widgets.js";

export class ListBox {
  /** `onpick(item)` is called on a click; the owner calls `pickActive()` on Enter. */
  constructor({ label, multi = false, onpick }) {
    this.onpick = onpick;
    this.multi = multi;
    this.items = [];
    this.active = -1;
    this.element = h("ul", {
      class: "listbox",
      role: "listbox",
      id: freshId("listbox"),
      "aria-label": label,
      "aria-multiselectable": multi ? "true" : null,
      onmousedown: (event) => event.preventDefault(), // the focus stays where it is
    });
  }

  /** Bind the element that keeps the focus. */
  bindTo(owner) {
    this.owner = owner;
    owner.setAttribute("aria-controls", this.element.id);
    return this;
  }

  /** items: [{key, label, description?, leading?, selected?, hint?}] */
  show(items, active = -1) {
    this.items = items;
    fill(this.element, items.map((item, index) => this.option(item, index)));
    this.activate(active);
  }

  option(item, index) {
    const description = item.description && span("option-description", item.description);
    const text = span("option-text", span("option-label", item.label), description);
    return h("li", {
      id: `${this.element.id}-${index}`,
      role: "option",
      class: "option",
      "aria-selected": item.selected ? "true" : "false",
      dataset: { value: item.key },
      onclick: () => this.onpick(item),
      onmousemove: () => this.active !== index && this.activate(index, { scroll: false }),
    }, item.leading, text, item.hint && span("option-hint", item.hint), this.mark(item));
  }

  mark(item) {
    if (this.multi) return span(item.selected ? "tick on" : "tick", item.selected && icon("check", 14));
    return item.selected ? icon("check", 16) : null;
  }

  activate(index, { scroll = true } = {}) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = index;
    const node = this.element.children[index];
    node?.classList.add("active");
    if (scroll) node?.scrollIntoView({ block: "nearest" });
    if (node) this.owner?.setAttribute("aria-activedescendant", node.id);
    else this.owner?.removeAttribute("aria-activedescendant");
  }

  move(step) {
    const count = this.items.length;
    if (!count) return;
    const from = this.active < 0 && step < 0 ? 0 : this.active;
    this.activate((from + step + count) % count);
  }

  get activeItem() {
    return this.items[this.active] ?? null;
  }

  pickActive() {
    if (this.activeItem) this.onpick(this.activeItem);
  }

  /** Handle arrow keys, Home and End; return true if the key was used. */
  handleKey(event, { edges = true } = {}) {
    if (event.key === "ArrowDown") this.move(1);
    else if (event.key === "ArrowUp") this.move(-1);
    else if (edges && event.key === "Home") this.activate(0);
    else if (edges && event.key === "End") this.activate(this.items.length - 1);
    else return false;
    event.preventDefault();
    return true;
  }
}
