// Modals: dialogs with text inputs, selects and boxes that the bot opens.

import { fill, freshId, h } from "./dom.js";
import { markdown } from "./markdown-dom.js";
import { defaults, selectMenu } from "./selects.js";
import { complaint, dots, iconButton } from "./widgets.js";

/** Show a modal; `submit(fields)` resolves to null (done) or to a sentence to show. */
export function showModal(modal, world, submit) {
  const fields = []; // {customId, read, check, note}
  const titleId = freshId("modal-title");
  const error = complaint();
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h("form", { method: "dialog", novalidate: true },
    h("h2", { id: titleId }, modal.title),
    h("div", { class: "modal-fields" }, modal.components.map((c) => row(c, world, fields))),
    error.element,
    h("div", { class: "modal-buttons" },
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), send));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": titleId, dataset: { customId: modal.custom_id } },
    form,
    iconButton("close", "Close", { class: "modal-close", onclick: () => dialog.close() }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled || !allValid(fields)) return;
    send.disabled = true;
    fill(send, "Submit", dots());
    const refused = await submit(Object.fromEntries(fields.map((f) => [f.customId, f.read()])));
    if (refused === null) return dialog.close();
    send.disabled = false;
    fill(send, "Submit");
    error.say(refused);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select-face")?.focus();
}

function allValid(fields) {
  let first = null;
  for (const field of fields) {
    const wrong = field.check();
    field.note.say(wrong);
    if (wrong) first ??= field;
  }
  first?.focus();
  return first === null;
}

function row(c, world, fields) {
  if (c.type === 1) return c.components.map((inner) => labelled(inner.label ?? "", null, inner, world, fields));
  if (c.type === 18) return labelled(c.label, c.description, c.component, world, fields);
  if (c.type === 10) return h("div", { class: "modal-text" }, markdown(c.content, world));
  return h("p", {}, `(a component of type ${c.type}, which this page cannot show)`);
}

function labelled(label, description, c, world, fields) {
  const id = freshId("field");
  const note = complaint();
  const control = (CONTROLS[c.type] ?? unknownField)(c, { id, world, label });
  const must = c.required !== false && c.type !== 23;
  if (control.read) fields.push({ ...control, customId: c.custom_id, note, check: () => control.check(must) });
  return h("div", { class: "modal-field" },
    h("label", { for: id }, label, must && h("span", { class: "required", "aria-hidden": "true" }, " *")),
    description && h("p", { class: "field-description" }, description),
    control.node, note.element);
}

const REQUIRED = "This field is required";

const CONTROLS = {
  3: selectField,
  4: textInput,
  5: selectField,
  8: selectField,
  21: radios,
  22: checkboxes,
  23: checkbox,
};

function textInput(c, { id }) {
  const props = {
    id, name: c.custom_id, placeholder: c.placeholder, maxlength: c.max_length ?? 4000, autocomplete: "off",
    "aria-required": c.required === false ? null : "true", dataset: { customId: c.custom_id },
  };
  const node = c.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
  node.value = c.value ?? "";
  return {
    node,
    read: () => node.value,
    focus: () => node.focus(),
    check: (must) => {
      if (!node.value.trim()) return must ? REQUIRED : null;
      return node.value.length < (c.min_length ?? 0) ? `Must be ${c.min_length} or more in length.` : null;
    },
  };
}

function selectField(c, { world, label }) {
  let values = defaults(c);
  const node = selectMenu(c, { world, label, commit: (chosen) => (values = chosen) });
  return {
    node,
    read: () => values,
    focus: () => node.querySelector("button").focus(),
    check: (must) => (must && values.length < (c.min_values ?? 1) ? REQUIRED : null),
  };
}

function boxes(c, type, name) {
  return c.options.map((o) => {
    const input = h("input", { type, name, value: o.value, checked: o.default, dataset: { customId: c.custom_id } });
    const words = h("span", {}, o.label, o.description && h("small", {}, o.description));
    return { input, node: h("label", { class: "choice" }, input, words) };
  });
}

function radios(c, { id, label }) {
  const all = boxes(c, "radio", id);
  const read = () => all.find((b) => b.input.checked)?.input.value ?? null;
  return {
    node: h("div", { role: "radiogroup", "aria-label": label, id }, all.map((b) => b.node)),
    read,
    focus: () => all[0].input.focus(),
    check: (must) => (must && read() === null ? REQUIRED : null),
  };
}

function checkboxes(c, { id, label }) {
  const all = boxes(c, "checkbox", id);
  const read = () => all.filter((b) => b.input.checked).map((b) => b.input.value);
  return {
    node: h("div", { role: "group", "aria-label": label, id }, all.map((b) => b.node)),
    read,
    focus: () => all[0].input.focus(),
    check: (must) => {
      const count = read().length;
      if (count > (c.max_values ?? all.length)) return `Choose at most ${c.max_values}.`;
      return must && count < (c.min_values ?? 1) ? REQUIRED : null;
    },
  };
}

function checkbox(c, { id }) {
  const node = h("input", { type: "checkbox", id, checked: c.default, dataset: { customId: c.custom_id } });
  return { node, read: () => node.checked, focus: () => node.focus(), check: () => null };
}

function unknownField(c) {
  return { node: h("p", {}, `(a field of type ${c.type}, which this page cannot show)`) };
}
