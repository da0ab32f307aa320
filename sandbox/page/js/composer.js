// The composer: plain messages, and slash commands with completion.

import { CommandForm } from "./command-form.js";
import { commandAt, flatten, matching, parseLine } from "./commands.js";
import { Completion } from "./completion.js";
import { h } from "./dom.js";
import { complaint, iconButton } from "./widgets.js";

const LONGEST = 2000;

export class Composer {
  /**
   * commands() lists the commands of this channel. say(text) and run(command, options) send; they
   * reject with an error to show.
   */
  constructor({ root, world, commands, say, run, autocomplete }) {
    Object.assign(this, { root, world, commands, say, run, autocomplete, form: null });
    this.completion = new Completion();
    this.text = h("textarea", {
      class: "composer-text", rows: 1, maxlength: LONGEST, role: "combobox", "aria-haspopup": "listbox",
      "aria-expanded": "false", "aria-autocomplete": "list", enterkeyhint: "send",
      oninput: () => this.onInput(), onkeydown: (e) => this.key(e), onblur: () => this.completion.hide(),
    });
    this.error = complaint("composer-error");
    this.send = iconButton("send", "Send", {
      size: 22,
      class: "send",
      onmousedown: (event) => event.preventDefault(), // the focus stays in the text
      onclick: () => this.submit(),
    });
    this.box = h("div", { class: "composer-box" }, this.text, this.send);
    root.append(this.completion.element, this.box, this.error.element);
  }

  setPlace(name) {
    this.text.placeholder = `Message ${name}`;
    this.text.setAttribute("aria-label", `Message ${name}`);
    this.leave("", { focus: false });
  }

  showError(error) {
    this.error.say(error?.message);
    this.box.classList.toggle("wrong", Boolean(error));
  }

  focus() {
    if (this.form) this.form.focus();
    else this.text.focus();
  }

  onInput() {
    this.showError(null);
    this.grow();
    const flat = flatten(this.commands());
    const value = this.text.value;
    const ready = /^\/\S.* $/.test(value) && commandAt(flat, value);
    if (ready && `/${ready.path} ` === value) this.fillIn(ready);
    else this.showSuggestions(flat, value);
  }

  showSuggestions(flat, value) {
    if (!value.startsWith("/") || value.includes("\n")) return this.completion.hide();
    const found = matching(flat, value.slice(1));
    const items = found.map((command) => ({
      key: command.path,
      label: `/${command.path}`,
      description: command.description,
      hint: this.world.bot?.username,
      command,
    }));
    const title = items.length ? "Commands" : null;
    return this.completion.show(this.text, { title, items, active: 0, onpick: (item) => this.fillIn(item.command) });
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  key(event) {
    if (event.isComposing || this.completion.handleKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Tab" && this.completion.activeItem) {
      event.preventDefault();
      this.completion.pick();
    } else if (event.key === "Escape" && this.completion.isOpen) {
      event.preventDefault();
      event.stopPropagation();
      this.completion.hide();
    }
  }

  submit() {
    if (this.form) return this.form.submit();
    const value = this.text.value;
    if (!value.trim()) return null;
    return value.startsWith("/") ? this.submitLine(value) : this.submitText(value);
  }

  async submitText(value) {
    this.put("");
    try {
      await this.say(value);
    } catch (error) {
      this.restore(value, error);
    }
  }

  /** Restore text that could not be sent; open a command without options as a form. */
  restore(value, error) {
    const command = value.startsWith("/") && commandAt(flatten(this.commands()), value);
    if (!this.text.value && !this.form) {
      if (command && value.trim() === `/${command.path}`) this.fillIn(command);
      else this.put(value);
    }
    this.showError(error);
  }

  /** Send a complete command; complete a partial one first. */
  async submitLine(value) {
    const flat = flatten(this.commands());
    const { activeItem, moved } = this.completion;
    if (activeItem && (moved || !commandAt(flat, value))) return this.completion.pick();
    this.completion.hide();
    this.put(""); // before the answer, so that later typing stays
    try {
      const { command, options } = parseLine(flat, value, this.world);
      return await this.run(command, options);
    } catch (error) {
      return this.restore(value, error);
    }
  }

  put(text) {
    this.text.value = text;
    this.showError(null);
    this.grow();
  }

  /** Switch to the form of a command. */
  fillIn(command) {
    this.completion.hide();
    this.form?.element.remove();
    this.form = new CommandForm({
      command,
      world: this.world,
      completion: this.completion,
      autocomplete: this.autocomplete,
      showError: (error) => this.showError(error),
      leave: (text) => this.leave(text),
      send: async (c, options) => {
        await this.run(c, options);
        this.leave("");
      },
    });
    this.text.hidden = true;
    this.box.insertBefore(this.form.element, this.send);
    this.showError(null);
    this.form.focus();
  }

  /** Switch back to plain text. */
  leave(text, { focus = true } = {}) {
    this.completion.hide();
    this.form?.element.remove();
    this.form = null;
    this.text.hidden = false;
    this.put(text);
    if (focus) this.text.focus();
  }

  /** Start a command by its path, after a click on a command in a message. */
  start(path) {
    const command = commandAt(flatten(this.commands()), path);
    if (command) this.fillIn(command);
  }
}
