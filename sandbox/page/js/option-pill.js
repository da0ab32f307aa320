// One option of a slash command: its name and a field that completes its values.

import { STRING, choicesOf, hint, readValue, suggestions } from "./commands.js";
import { freshId, h, icon } from "./dom.js";
import { avatar } from "./people.js";

const PAUSE = 150;

export class Pill {
  constructor(option, form) {
    Object.assign(this, { option, form, chosen: null });
    const id = freshId("option");
    this.input = h("input", {
      id, type: "text", role: "combobox", autocomplete: "off", "aria-expanded": "false", enterkeyhint: "send",
      "aria-required": option.required ? "true" : null, size: 6,
      inputmode: option.type === STRING || choicesOf(option, form.world) ? null : "decimal",
      oninput: () => this.onInput(),
      onkeydown: (e) => this.key(e),
      onfocus: () => this.showSuggestions(),
      onblur: () => form.completion.hide(),
    });
    const remove = { type: "button", class: "pill-remove", "aria-label": `Remove ${option.name}` };
    this.element = h("span", { class: "option-pill", dataset: { option: option.name } },
      h("label", { for: id }, option.name),
      this.input,
      !option.required && h("button", { ...remove, onclick: () => form.removePill(this) }, icon("close", 14)));
  }

  get isEmpty() {
    return !this.input.value.trim();
  }

  read() {
    if (this.chosen?.label === this.input.value) return this.chosen.value;
    return readValue(this.option, this.input.value, this.form.world);
  }

  onInput() {
    if (this.readName()) return;
    this.input.removeAttribute("aria-invalid");
    this.input.size = Math.max(6, this.input.value.length + 1);
    this.form.showError(null);
    this.showSuggestions();
  }

  /** Accept a value with the option's name before it, as in a command line: "count:2". */
  readName() {
    const name = /^([\w-]+):$/.exec(this.input.value)?.[1];
    if (!name) return false;
    const other = this.form.free().find((o) => o.name === name);
    const isText = this.option.type === STRING && !this.option.choices?.length;
    if (name !== this.option.name && (!other || isText)) return false;
    this.input.value = "";
    if (name === this.option.name) this.showSuggestions();
    else this.form.addPill(other, { focus: true });
    return true;
  }

  showSuggestions() {
    if (this.option.autocomplete) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), PAUSE);
    } else this.show(suggestions(this.option, this.input.value, this.form.world));
  }

  async ask() {
    const asked = this.input.value;
    const { command } = this.form;
    const options = { ...this.form.values({ strict: false }), [this.option.name]: asked };
    const answer = await this.form.autocomplete({ ...command, focused: this.option.name, options });
    if (asked !== this.input.value || document.activeElement !== this.input) return;
    this.show(answer.map((c) => ({ value: c.value, label: String(c.name) })));
  }

  show(choices) {
    const items = choices.map((c) => ({
      key: String(c.value), label: c.label, value: c.value,
      description: c.also && c.also !== c.label ? c.also : null,
      leading: c.person && avatar(c.person, 24),
    }));
    const active = this.input.value.trim() && items.length ? 0 : -1;
    const onpick = (item) => this.pick(item);
    this.form.completion.show(this.input, { title: hint(this.option), items, active, onpick });
  }

  pick(item) {
    this.chosen = item;
    this.input.value = item.label;
    this.onInput();
    this.form.next();
  }

  /** Whether the text is a complete value, so that Enter may send. */
  isExact() {
    const { activeItem, moved } = this.form.completion;
    return !activeItem || (!moved && activeItem.label.toLowerCase() === this.input.value.trim().toLowerCase());
  }

  key(event) {
    const { completion } = this.form;
    if (completion.handleKey(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.isExact()) this.form.submit();
      else completion.pick();
    } else if (event.key === "Tab" && !event.shiftKey && completion.activeItem && !this.isExact()) {
      event.preventDefault();
      completion.pick();
    } else if (event.key === " " && this.spaceEnds()) {
      event.preventDefault();
      this.form.more.focus();
    } else if (event.key === "Backspace" && !this.input.value && !this.option.required) {
      event.preventDefault();
      this.form.removePill(this);
    } else if (event.key === "Escape") this.form.escape(event);
  }

  /** A space completes a value that cannot contain one. */
  spaceEnds() {
    const text = this.input.value.toLowerCase();
    if (!text.trim() || (this.option.type === STRING && !this.option.choices?.length)) return false;
    const choices = choicesOf(this.option, this.form.world) ?? [];
    return !choices.some((c) => c.label.toLowerCase().startsWith(`${text} `));
  }
}
