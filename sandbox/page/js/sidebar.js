// The sidebar: servers, channels, members, and the menu to be another person.

import { contactButtons, directFace, localeSelect } from "./contacts.js";
import { fill, h, icon } from "./dom.js";
import { appBadge, avatar } from "./people.js";
import { span } from "./widgets.js";
import { display, dmName, isDirect } from "./world.js";

export const THREAD_TYPES = [10, 11, 12];

/** The address of this page for another person. */
export function pageAs(person) {
  return `?as=${encodeURIComponent(person.username ?? person.id)}${location.hash}`;
}

function badge(pings) {
  return pings > 0 && h("span", { class: "badge", "aria-hidden": "true" }, pings > 99 ? "99+" : String(pings));
}

function describeUnread(name, unread, pings) {
  if (pings > 0) return `${name}, ${pings} ${pings === 1 ? "mention" : "mentions"}`;
  return unread ? `${name}, unread` : name;
}

/** The rail: home (direct messages), then servers. */
export function drawRail(root, world, current) {
  const here = world.channels.get(current);
  const home = railLink({
    name: "Direct messages",
    face: icon("duck", 28),
    channels: world.dms.map((c) => c.id),
    active: isDirect(here),
    world,
  });
  const servers = world.guilds.map((guild) =>
    railLink({
      name: guild.name,
      face: initials(guild.name),
      channels: guild.channels.map((c) => c.id),
      active: here?.guild?.id === guild.id,
      world,
    }));
  fill(root, home, h("span", { class: "rail-rule", "aria-hidden": "true" }), servers);
}

function railLink({ name, face, channels, active, world }) {
  const pings = world.pingsIn(channels);
  const unread = channels.some((id) => world.unread.has(id));
  const classes = ["rail-link", active && "active", unread && "unread"].filter(Boolean).join(" ");
  return h("a", {
    class: classes, href: channels.length ? `#/${channels[0]}` : null, title: name,
    "aria-label": describeUnread(name, unread, pings), "aria-current": active ? "true" : null,
  }, h("span", { class: "rail-face" }, face), badge(pings));
}

function initials(name) {
  return name.split(/\s+/).map((word) => word[0]).join("").slice(0, 3);
}

/** The channels of the server that is open, or the direct messages; `open` shows a channel. */
export function drawSidebar(root, world, current, api, open) {
  const here = world.channels.get(current);
  const dms = !here || isDirect(here);
  const list = dms ? world.dms : sorted(here.guild.channels, current);
  fill(root,
    h("h2", { class: "sidebar-title" }, dms ? "Direct messages" : here.guild.name),
    h("ul", { class: "channel-list", role: "list" }, list.map((c) => channelItem(c, world, current))),
    dms ? contactButtons(world, api, open)
      : h("div", { class: "contacts" }, localeSelect("Server's language", here.guild.locale, world.locales,
        (locale) => api.chooseLocale(locale, here.guild.id))));
}

/** Put threads below their channels; leave out archived threads that are not open. */
function sorted(channels, current) {
  const isListed = (c) => THREAD_TYPES.includes(c.type) && (!c.archived || c.id === current);
  const threads = (parent) => channels.filter((c) => c.parent_id === parent.id && isListed(c));
  return channels.filter((c) => !THREAD_TYPES.includes(c.type)).flatMap((c) => [c, ...threads(c)]);
}

function channelItem(channel, world, current) {
  const { count = 0, pings = 0 } = world.unread.get(channel.id) ?? {};
  const thread = THREAD_TYPES.includes(channel.type);
  const direct = isDirect(channel);
  const name = direct ? dmName(channel) : channel.name;
  const face = direct ? directFace(channel, world) : icon(thread ? "thread" : "hash", 20);
  const classes = ["channel", channel.id === current && "active", count > 0 && "unread", thread && "thread"];
  return h("li", {},
    h("a", {
      class: classes.filter(Boolean).join(" "), href: `#/${channel.id}`, dataset: { channelId: channel.id },
      "aria-label": describeUnread(direct ? name : `#${name}`, count > 0, pings),
      "aria-current": channel.id === current ? "page" : null,
    }, face, h("span", { class: "channel-name" }, name), badge(pings)));
}

/** The members of the channel. */
export function drawMembers(root, world) {
  const row = (user, extra) =>
    h("li", { class: "member" }, avatar(user, 32), span("member-name", display(user)), extra);
  const you = (person) => person.id === world.me.id && span("you", "you");
  const bot = { ...world.bot, bot: true };
  fill(root,
    h("h2", {}, `People — ${world.people.length}`),
    h("ul", { role: "list" }, world.people.map((p) => row(p, you(p)))),
    h("h2", {}, "Bot — 1"),
    h("ul", { role: "list", class: world.bot.online ? "" : "offline" }, row(bot, appBadge())));
}

/** The menu "You are: Smew": open the page as another person, here or in a new tab. */
export function setUpSwitcher(root, world) {
  const props = { class: "menu-list", role: "menu", "aria-label": "Be somebody else", hidden: true };
  const menu = h("ul", { ...props, id: "people-menu" });
  const button = h("button", {
    type: "button",
    class: "switcher-button",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    "aria-controls": "people-menu",
    onclick: () => toggle(menu.hidden),
  }, avatar(world.me, 24), h("span", {}, span("switcher-lead", "You are: "), display(world.me)), icon("down", 16));
  const toggle = (open) => {
    if (open) fill(menu, personLinks(world));
    menu.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) menu.querySelector("a")?.focus();
  };
  root.addEventListener("keydown", (event) => menuKey(event, menu, () => {
    toggle(false);
    button.focus();
  }));
  document.addEventListener("pointerdown", (event) => root.contains(event.target) || toggle(false));
  root.addEventListener("focusout", ({ relatedTarget: next }) => next && !root.contains(next) && toggle(false));
  fill(root, button, menu);
}

function personLinks(world) {
  return world.people.map((person) => {
    const mine = person.id === world.me.id;
    const props = { role: "menuitem", href: pageAs(person) };
    const label = `Open a new tab as ${display(person)}`;
    const tab = { class: "icon-button", target: "_blank", "aria-label": label, title: "In a new tab" };
    return h("li", { role: "none", class: mine ? "mine" : "" },
      h("a", { ...props, "aria-current": mine ? "true" : null }, avatar(person, 28), display(person)),
      h("a", { ...props, ...tab }, icon("external", 18)));
  });
}

function menuKey(event, menu, close) {
  if (menu.hidden) return;
  const links = [...menu.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) {
    event.preventDefault();
    links[(at + step + links.length) % links.length].focus();
  } else if (event.key === "Escape") {
    event.stopPropagation();
    close();
  }
}
