// Select menus (types 3, 5, 6 and 8). One choice is sent as soon as it is made; several are sent when the
// list closes, as Discord does.

import { fill, h, icon } from "./dom.js";
import { ListBox } from "./listbox.js";
import { partialEmoji } from "./markdown-dom.js";
import { avatar } from "./people.js";
import { complaint } from "./widgets.js";

const TYPEAHEAD_PAUSE = 700;
const selects = new WeakMap(); // face -> Select

/** Entries of any select: [{key, label, description, leading, selected}]. */
function entries(component, world, chosen, guild) {
  const known = chosen ?? defaults(component);
  return raw(component, world, guild).map((entry) => ({ ...entry, selected: known.includes(entry.key) }));
}

function raw(component, world, guild) {
  if (component.type === 3) {
    return component.options.map((o) => ({
      key: o.value,
      label: o.label,
      description: o.description,
      leading: partialEmoji(o.emoji, { decorative: true }),
    }));
  }
  if (component.type === 8) {
    return filterByGuild(world.channels, guild).map((c) => ({ key: c.id, label: `#${c.name}` }));
  }
  if (component.type === 6) {
    return filterByGuild(world.roles, guild).map((r) => ({ key: r.id, label: `@${r.name.replace(/^@/, "")}` }));
  }
  return world.everybody().map((p) => ({
    key: p.id,
    label: p.display,
    description: p.username,
    leading: avatar(p, 24),
  }));
}

/** The channels or roles of one server, or of all servers if no server is given. */
function filterByGuild(things, guild) {
  return [...things.values()].filter((thing) => thing.guild && (!guild || thing.guild.id === guild.id));
}

/** The default values. */
export function defaults(component) {
  if (component.type === 3) return component.options.filter((o) => o.default).map((o) => o.value);
  return (component.default_values ?? []).map((d) => String(d.id));
}

/** A select as an element. It calls `commit(values)` after each complete change. */
export function selectMenu(component, { world, guild, chosen, busy, commit, label }) {
  return new Select(component, { world, guild, chosen, busy, commit, label }).element;
}

/** Hide an open menu before it is redrawn; return its choices, or null if no menu is open. */
export function suspend(face) {
  const select = selects.get(face);
  if (!select?.isOpen) return null;
  select.popup.hidden = true; // must come first, because losing the focus would send the choices
  return select.values();
}

/** Open the menu that was drawn in place of a suspended one. */
export function resume(face, values) {
  selects.get(face)?.open(values);
}

class Select {
  constructor(component, { world, guild, chosen, busy = false, commit, label }) {
    this.component = component;
    this.commit = commit;
    this.min = component.min_values ?? 1;
    this.max = component.max_values ?? 1;
    this.items = entries(component, world, chosen, guild);
    this.before = this.values();
    this.typed = "";
    const name = label ?? component.placeholder ?? "Make a selection";
    this.list = new ListBox({ label: name, multi: this.max > 1, onpick: (item) => this.pick(item) });
    this.button = this.makeButton(name, busy);
    selects.set(this.button, this);
    this.list.bindTo(this.button);
    this.popup = h("div", { class: "select-popup", hidden: true }, this.list.element, this.max > 1 && this.done());
    this.note = complaint();
    this.element = h("div", { class: "select" }, this.button, this.popup, this.note.element);
    this.drawFace();
  }

  makeButton(name, busy) {
    return h("button", {
      type: "button",
      class: "select-face",
      role: "combobox",
      "aria-label": name,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-busy": busy ? "true" : null,
      disabled: this.component.disabled || busy,
      dataset: { customId: this.component.custom_id },
      onclick: () => (this.isOpen ? this.close() : this.open()),
      onkeydown: (event) => this.key(event),
      onblur: () => this.close(),
    });
  }

  done() {
    const stay = (event) => event.preventDefault(); // else the blur closes the list first
    const props = { type: "button", class: "button secondary", tabindex: "-1", onmousedown: stay };
    return h("div", { class: "select-done" }, h("button", { ...props, onclick: () => this.close() }, "Done"));
  }

  get isOpen() {
    return !this.popup.hidden;
  }

  values() {
    return this.items.filter((i) => i.selected).map((i) => i.key);
  }

  drawFace() {
    const chosen = this.items.filter((i) => i.selected);
    const face = chosen.length
      ? chosen.map((i) => h("span", { class: "chosen" }, i.leading?.cloneNode(true), i.label))
      : h("span", { class: "placeholder" }, this.component.placeholder ?? "Make a selection");
    fill(this.button, h("span", { class: "select-value" }, face), icon("down", 18));
  }

  open(values = this.values()) {
    this.before = this.values();
    for (const item of this.items) item.selected = values.includes(item.key);
    this.drawFace();
    this.popup.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.list.show(this.items, Math.max(0, this.items.findIndex((i) => i.selected)));
    this.place();
  }

  /** Open downwards, or upwards if the list only fits there. */
  place() {
    const frame = this.button.closest(".scroller")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const { top, bottom } = this.button.getBoundingClientRect();
    const need = this.popup.offsetHeight + 8;
    this.popup.classList.toggle("above", frame.bottom - bottom < need && top - frame.top > need);
    this.popup.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (!this.isOpen) return;
    this.popup.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.button.removeAttribute("aria-activedescendant");
    if (this.max > 1) this.finish();
  }

  /** Send several choices, unless they are unchanged or too few. */
  finish() {
    const values = this.values();
    if (values.length < this.min) {
      this.note.say(`Choose at least ${this.min}.`);
    } else if (values.join() !== this.before.join()) {
      this.commit(values);
    }
  }

  pick(item) {
    if (this.max > 1) return this.toggle(item);
    for (const other of this.items) other.selected = other === item && !(this.min === 0 && other.selected);
    this.drawFace();
    this.close();
    return this.commit(this.values());
  }

  toggle(item) {
    if (!item.selected && this.values().length >= this.max) {
      this.note.say(`Choose at most ${this.max}.`);
      return;
    }
    this.note.say(null);
    item.selected = !item.selected;
    this.list.show(this.items, this.items.indexOf(item));
    this.drawFace();
  }

  key(event) {
    if (!this.isOpen) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        this.open();
      }
      return;
    }
    if (this.list.handleKey(event)) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      this.close();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.list.pickActive();
    } else if (event.key.length === 1) this.typeAhead(event.key);
  }

  typeAhead(letter) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.typed = ""), TYPEAHEAD_PAUSE);
    this.typed += letter.toLowerCase();
    const found = this.items.findIndex((i) => i.label.toLowerCase().startsWith(this.typed));
    if (found >= 0) this.list.activate(found);
  }
}
