// The panel above the composer: suggestions for what to type next.

import { fill, h } from "./dom.js";
import { ListBox } from "./listbox.js";

export class Completion {
  constructor() {
    this.title = h("p", { class: "completion-title" });
    this.list = new ListBox({ label: "Suggestions", onpick: (item) => this.onpick?.(item) });
    this.element = h("div", { class: "completion", hidden: true }, this.title, this.list.element);
    this.moved = false;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Show items for an input; without items, show only the title (a hint). */
  show(owner, { title, items, active = -1, onpick }) {
    this.hide();
    if (!title && !items.length) return;
    this.owner = owner;
    this.onpick = onpick;
    this.moved = false;
    fill(this.title, title);
    this.list.bindTo(owner).show(items, active);
    this.list.element.hidden = !items.length;
    this.element.hidden = false;
    owner.setAttribute("aria-expanded", String(items.length > 0));
  }

  hide() {
    this.owner?.setAttribute("aria-expanded", "false");
    this.owner?.removeAttribute("aria-activedescendant");
    this.element.hidden = true;
    this.list.items = [];
    this.list.active = -1;
  }

  /** Handle arrow keys; return true if the key was used. */
  handleKey(event) {
    if (!this.isOpen || !this.list.items.length || !this.list.handleKey(event, { edges: false })) return false;
    this.moved = true;
    return true;
  }

  get activeItem() {
    return this.isOpen ? this.list.activeItem : null;
  }

  pick() {
    this.list.pickActive();
  }
}
