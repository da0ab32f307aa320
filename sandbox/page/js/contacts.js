// Actions outside servers: add the app to an account, open messages with other people.

import { h, icon } from "./dom.js";
import { avatar } from "./people.js";
import { complaint, iconButton, span } from "./widgets.js";
import { display } from "./world.js";

/** The buttons below the direct messages; `open(channelId)` shows a channel. */
export function contactButtons(world, api, open) {
  const { has_app: has } = world.me;
  const name = display(world.bot);
  const button = (face, words, onclick) =>
    h("button", { type: "button", class: "contact-button", onclick }, icon(face, 20), words);
  return h("div", { class: "contacts" },
    button("people", "New message", () => choosePeople(world, api, open)),
    button(has ? "close" : "duck", `${has ? "Remove" : "Add"} ${name} ${has ? "from" : "to"} my account`,
      () => api.installApp(!has)),
    span("contact-note", has
      ? `You can use ${name} everywhere, even in messages with other people.`
      : `So far you can use ${name} only on servers that have added it.`),
    localeSelect("My language", world.me.locale, world.locales, (locale) => api.chooseLocale(locale)));
}

/** A menu to choose a person's language, or a server's language. */
export function localeSelect(label, chosen, locales, choose) {
  const option = (locale) => h("option", { value: locale, selected: locale === chosen }, locale);
  const select = h("select", { onchange: () => choose(select.value) }, locales.map(option));
  return h("label", { class: "locale" }, label, select);
}

/** A dialog to choose one or several of the other people. */
function choosePeople(world, api, open) {
  const error = complaint();
  const boxes = world.people.filter((p) => p.id !== world.me.id).map((person) => {
    const box = h("input", { type: "checkbox", value: person.id });
    return { box, row: h("label", { class: "choice" }, box, avatar(person, 28), display(person)) };
  });
  const form = h("form", { method: "dialog" },
    h("h2", { id: "choose-people" }, "New message"),
    h("div", { class: "modal-field people-choice" }, boxes.map((b) => b.row)),
    error.element,
    h("div", { class: "modal-buttons" }, h("button", { type: "submit", class: "button primary" }, "Open")));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": "choose-people" }, form,
    iconButton("close", "Close", { class: "modal-close", onclick: () => dialog.close() }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = boxes.filter((b) => b.box.checked).map((b) => b.box.value);
    const opened = await api.openPrivate(chosen).catch((refused) => error.say(refused.message));
    if (!opened) return;
    dialog.close();
    open(opened.id);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The avatar of direct or group messages. */
export function directFace(channel, world) {
  const [other, ...more] = channel.recipients;
  if (more.length) return span("avatar group", icon("people", 20));
  return avatar(other.id === world.bot.id ? { ...world.bot, bot: true } : (world.person(other.id) ?? other), 32);
}
