// The form of a slash command: a chip with its name, a pill for each option, and a field that
// completes the names of the options that are still empty.

import { CommandError, checkRequired, hint } from "./commands.js";
import { h } from "./dom.js";
import { Pill } from "./option-pill.js";

export class CommandForm {
  /** `send(command, options)` rejects with an error to show; `leave(text)` goes back to plain text. */
  constructor({ command, world, completion, autocomplete, send, leave, showError }) {
    Object.assign(this, { command, world, completion, autocomplete, send, leave, showError });
    this.pills = [];
    this.more = h("input", {
      class: "more-options", type: "text", role: "combobox", autocomplete: "off", "aria-expanded": "false",
      "aria-label": `Options of /${command.path}`, enterkeyhint: "send",
      oninput: () => this.onInput(),
      onkeydown: (e) => this.key(e),
      onfocus: () => this.showSuggestions(),
      onblur: () => completion.hide(),
    });
    const props = { class: "command-form", role: "group", "aria-label": `/${command.path}` };
    const chip = h("span", { class: "command-chip" }, `/${command.path}`);
    this.element = h("div", { ...props, dataset: { command: command.path } }, chip, this.more);
    for (const option of command.options.filter((o) => o.required)) this.addPill(option);
    this.count();
  }

  focus() {
    (this.pills.find((p) => p.isEmpty)?.input ?? this.more).focus();
  }

  free() {
    return this.command.options.filter((o) => !this.pills.some((p) => p.option === o));
  }

  count() {
    const left = this.free().length;
    this.more.placeholder = left ? `+${left} optional` : "";
    this.more.classList.toggle("spent", !left);
  }

  addPill(option, { focus = false } = {}) {
    const pill = new Pill(option, this);
    this.pills.push(pill);
    this.more.before(pill.element);
    this.more.value = "";
    this.count();
    if (focus) pill.input.focus();
    return pill;
  }

  removePill(pill) {
    const at = this.pills.indexOf(pill);
    this.pills.splice(at, 1);
    pill.element.remove();
    this.count();
    (this.pills[at - 1]?.input ?? this.more).focus();
  }

  /** After a complete value, move to the next empty pill, or else to the field for more options. */
  next() {
    this.focus();
  }

  showSuggestions() {
    const typed = this.more.value.trim().toLowerCase();
    const found = this.free().filter((o) => o.name.startsWith(typed));
    const items = found.map((o) => ({ key: o.name, label: o.name, description: hint(o), option: o }));
    const { path, description } = this.command;
    const title = items.length ? `Options of /${path}` : `/${path} — ${description}`;
    const onpick = (item) => this.addPill(item.option, { focus: true });
    this.completion.show(this.more, { title, items, active: typed ? 0 : -1, onpick });
  }

  onInput() {
    this.showError(null);
    const named = /^\s*([\w-]+):$/.exec(this.more.value);
    const option = named && this.free().find((o) => o.name === named[1]);
    if (option) this.addPill(option, { focus: true });
    else this.showSuggestions();
  }

  key(event) {
    if (this.completion.handleKey(event)) return;
    if (event.key === "Enter" || (event.key === "Tab" && this.completion.activeItem && !event.shiftKey)) {
      event.preventDefault();
      this.enter();
    } else if (event.key === "Backspace" && !this.more.value) {
      event.preventDefault();
      const last = this.pills.at(-1);
      if (last) last.input.focus();
      else this.leave(`/${this.command.path}`);
    } else if (event.key === "Escape") this.escape(event);
  }

  enter() {
    const typed = this.more.value.trim();
    if (this.completion.activeItem) this.completion.pick();
    else if (typed) this.showError(new CommandError(`/${this.command.path} has no option “${typed}”.`));
    else this.submit();
  }

  escape(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.completion.isOpen && this.completion.list.items.length) this.completion.hide();
    else this.leave("");
  }

  /** The values so far, without empty pills. */
  values({ strict }) {
    const options = {};
    for (const pill of this.pills) {
      if (pill.isEmpty && !strict) continue;
      if (pill.isEmpty && pill.option.required) continue;
      try {
        options[pill.option.name] = pill.read();
      } catch (error) {
        if (strict) throw error;
      }
    }
    return options;
  }

  async submit() {
    if (this.sending) return;
    this.sending = true;
    try {
      const options = this.values({ strict: true });
      checkRequired(this.command, options);
      await this.send(this.command, options);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.sending = false;
    }
  }

  refuse(error) {
    const pill = this.pills.find((p) => p.option.name === error.option);
    pill?.input.focus();
    pill?.input.setAttribute("aria-invalid", "true");
    this.showError(error);
  }
}
