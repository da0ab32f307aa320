// One message: author, time, content, and the notes below it.

import { components } from "./components.js";
import { append, h, icon } from "./dom.js";
import { embeds } from "./embeds.js";
import { markdown } from "./markdown-dom.js";
import { attachments } from "./media.js";
import { appBadge, avatar } from "./people.js";
import { clock, stamp } from "./time.js";
import { failure, privateNote, span, waitingDots } from "./widgets.js";
import { display, isMarkedFor } from "./world.js";

const V2 = 1 << 15;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMMAND_TYPES = [20, 23];
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;

export function isPrivate(message) {
  return Boolean(message.sandbox?.ephemeral || (message.flags ?? 0) & EPHEMERAL);
}

function isThinking(message) {
  return Boolean(message.sandbox?.thinking || (message.flags ?? 0) & LOADING);
}

/** The author as the world knows the user (with a colour), or else as the message gives the user. */
function findUser(user, world) {
  return world.person(user.id) ?? user;
}

/** The name of the command that a message answers, or null. */
export function commandOf(message) {
  const meta = message.interaction_metadata;
  const isCommand = meta ? meta.type === 2 : COMMAND_TYPES.includes(message.type);
  return isCommand ? (meta?.name ?? message.interaction?.name ?? "command") : null;
}

/** Whether a message is shown under the previous one without a heading. */
export function continues(before, message) {
  if (!before || before.author.id !== message.author.id || isPrivate(before) !== isPrivate(message)) return false;
  if (commandOf(message) !== null || message.message_reference) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < 7 * 60000;
}

/** A message as a list item. ctx: {world, interactions, dismiss, compact} */
export function messageItem(message, ctx) {
  const date = new Date(message.timestamp);
  if (message.type === THREAD_CREATED) return threadCreated(message);
  const author = findUser(message.author, ctx.world);
  const gutter = ctx.compact ? h("time", { class: "gutter-time" }, clock(date)) : avatar(author, 40);
  const classes = ["message"];
  if (ctx.compact) classes.push("compact");
  if (isMarkedFor(message, ctx.world.me.id)) classes.push("pings-me");
  if (isPrivate(message)) classes.push("private");
  return h("li", {
    class: classes.join(" "),
    dataset: { messageId: message.id, authorId: message.author.id, private: isPrivate(message) ? "true" : null },
  },
    aboveLine(message, ctx),
    h("div", { class: "gutter" }, gutter),
    h("article", { class: "message-body", "aria-label": `${display(message.author)}, ${stamp(date)}` },
      !ctx.compact && heading(message),
      content(message, ctx),
      notes(message, ctx)));
}

/** "Smew used /ducks start", or the message that is replied to. */
function aboveLine(message, ctx) {
  const name = commandOf(message);
  if (name !== null) {
    const user = message.interaction_metadata?.user ?? message.interaction?.user;
    return usedLine(user && findUser(user, ctx.world), name);
  }
  if (!message.message_reference || message.type === THREAD_STARTER) return null;
  const read = ctx.world.messages.get(message.channel_id);
  const to = message.referenced_message ?? read?.get(message.message_reference.message_id);
  if (!to) return h("div", { class: "above" }, icon("reply", 16), "Original message was deleted");
  const author = span("above-name", display(to.author));
  return h("div", { class: "above" }, icon("reply", 16), avatar(findUser(to.author, ctx.world), 16), author, preview(to));
}

function usedLine(user, command) {
  const name = span("above-name", user ? display(user) : "Somebody");
  return h("div", { class: "above" }, user && avatar(user, 16), name, " used ", span("mention", `/${command}`));
}

function preview(message) {
  const text = (message.content ?? "").replace(/\s+/g, " ").slice(0, 90);
  return span("above-preview", text || "(no text)");
}

/** "Ducks started a thread: Trophy Buck #3", as Discord tells it in the channel. */
function threadCreated(message) {
  const href = `#/${message.message_reference.channel_id}`;
  return h("li", { class: "message system", dataset: { messageId: message.id, authorId: message.author.id } },
    h("div", { class: "gutter" }, icon("thread", 18)),
    h("article", { class: "message-body" },
      span("above-name", display(message.author)), " started a thread: ", h("a", { href }, message.content)));
}

/** The name of a message's thread and a link to the thread, shown below the message. */
function threadLink(message, { world }) {
  const thread = message.thread && (world.channels.get(message.thread.id) ?? message.thread);
  if (!thread) return null;
  const words = thread.archived ? "This thread is archived" : "Open the thread ›";
  return h("a", { class: "thread-link", href: `#/${thread.id}` },
    icon("thread", 16), span("thread-name", thread.name), span("thread-open", words));
}

function heading(message) {
  const date = new Date(message.timestamp);
  return h("div", { class: "message-heading" },
    h("span", { class: "author", role: "heading", "aria-level": "3" }, display(message.author)),
    message.author.bot && appBadge(),
    h("time", { class: "stamp", datetime: date.toISOString(), title: date.toLocaleString("en-GB") }, stamp(date)));
}

function content(message, ctx) {
  if (message.type === THREAD_STARTER) return starter(message, ctx);
  if (isThinking(message)) return waitingDots(`${display(message.author)} is thinking`);
  const v2 = (message.flags ?? 0) & V2;
  const parts = [];
  if (!v2 && message.content) parts.push(markdown(message.content, ctx.world, { jumbo: true }));
  const edited = editedMark(message);
  const lastLine = parts[0]?.lastElementChild;
  if (edited && lastLine?.tagName === "P") append(lastLine, [" ", edited]);
  else if (edited && parts[0]) parts.push(edited);
  if (!v2) parts.push(embeds(message.embeds, ctx.world, message), attachments(message.attachments ?? [], message));
  const own = components(message.components, componentContext(message, ctx));
  if (own.length) parts.push(h("div", { class: v2 ? "components v2" : "components" }, own));
  if (edited && v2) parts.push(edited);
  return h("div", { class: "message-content" }, parts);
}

/** The first message of a thread, which shows the channel's message that the thread was opened from. */
function starter(message, ctx) {
  const shown = ctx.world.messages.get(message.message_reference.channel_id)?.get(message.message_reference.message_id)
    ?? message.referenced_message;
  if (!shown) return h("p", { class: "thinking" }, "The message from which this thread was opened was deleted.");
  return h("div", { class: "thread-starter" }, content({ ...shown, thread: null }, ctx));
}

function editedMark(message) {
  if (!message.edited_timestamp) return null;
  const when = new Date(message.edited_timestamp).toLocaleString("en-GB");
  return h("span", { class: "edited", title: when }, "(edited)");
}

function componentContext(message, { world, interactions }) {
  const key = (customId) => `${message.id}|${customId}`;
  return {
    world,
    message,
    isBusy: (customId) => interactions.busy.has(key(customId)),
    chosen: (customId) => interactions.picked.get(key(customId)),
    press: (customId, values) => interactions.press(message.id, customId, values),
  };
}

function notes(message, ctx) {
  const words = ctx.interactions.failures.get(message.id);
  return [
    threadLink(message, ctx),
    words && failure(words),
    isPrivate(message) && privateNote(() => ctx.dismiss(message)),
  ];
}

/** A command that waits for its answer or has failed. */
export function waitingItem(entry, { world, interactions }) {
  const bot = { ...world.bot, bot: true };
  return h("li", { class: "message waiting", dataset: { interactionId: entry.key } },
    usedLine(world.me, entry.name),
    h("div", { class: "gutter" }, avatar(bot, 40)),
    h("article", { class: "message-body", "aria-label": `/${entry.name}` },
      h("div", { class: "message-heading" }, span("author", display(bot)), appBadge()),
      entry.error ? failure(entry.error) : waitingDots("Sending command"),
      entry.error && privateNote(() => interactions.dismissCommand(entry))));
}
