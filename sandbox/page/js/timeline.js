// The messages of the open channel, updated from the world and scrolled to the newest.

import { fill, h } from "./dom.js";
import { continues, messageItem, waitingItem } from "./message.js";
import { countPresses } from "./presses.js";
import { resume, suspend } from "./selects.js";
import { dmName, isDirect } from "./world.js";
import { dayBreak } from "./time.js";

const NEAR = 120;
const DISMISSED = "sandbox-dismissed";

export class Timeline {
  constructor({ world, interactions, list, scroller, jump }) {
    Object.assign(this, { world, interactions, list, scroller, jump });
    this.dismissed = new Set(JSON.parse(sessionStorage.getItem(DISMISSED) ?? "[]"));
    this.stuck = true;
    this.quiet = false;
    interactions.on("message", (id) => this.redraw(id));
    interactions.on("commands", () => this.drawWaiting());
    countPresses(list);
    jump.addEventListener("click", () => this.toEnd());
    scroller.addEventListener("scroll", () => this.onScroll());
    // A picture that loads late must not push the newest message out of view.
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(list);
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(scroller);
  }

  open(channelId) {
    this.channelId = channelId;
    this.stuck = true;
    this.draw();
    this.toEnd();
  }

  listVisible() {
    return this.world.messagesOf(this.channelId).filter((m) => !this.dismissed.has(m.id));
  }

  draw() {
    const focus = focusKey(this.list);
    const nodes = [intro(this.world, this.channelId)];
    let before = null;
    for (const message of this.listVisible()) {
      nodes.push(...this.nodesFor(before, message));
      before = message;
    }
    fill(this.list, nodes);
    this.drawWaiting();
    restoreFocus(this.list, focus);
  }

  nodesFor(before, message) {
    const words = dayBreak(before && new Date(before.timestamp), new Date(message.timestamp));
    const divider = words && h("li", { class: "day", role: "separator", "aria-label": words }, h("span", {}, words));
    return divider ? [divider, this.item(message, null)] : [this.item(message, before)];
  }

  item(message, before) {
    return messageItem(message, {
      world: this.world,
      interactions: this.interactions,
      dismiss: (m) => this.dismiss(m),
      compact: continues(before, message),
    });
  }

  find(messageId) {
    return this.list.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
  }

  /** Draw one message again in its place and keep the focus on the same control. */
  redraw(messageId) {
    const node = this.find(messageId);
    const messages = this.listVisible();
    const index = messages.findIndex((m) => m.id === messageId);
    if (!node || index < 0) return;
    const focus = focusKey(node);
    const opened = [...node.querySelectorAll(".spoiler")].map((s) => s.classList.contains("open"));
    const fresh = this.item(messages[index], node.classList.contains("compact") ? messages[index - 1] : null);
    fresh.querySelectorAll(".spoiler").forEach((s, i) => opened[i] && s.click());
    node.replaceWith(fresh);
    restoreFocus(fresh, focus);
  }

  /** A new message of this channel. */
  arrive(message) {
    const messages = this.listVisible();
    if (messages.at(-1)?.id !== message.id) return this.draw();
    this.list.append(...this.nodesFor(messages.at(-2) ?? null, message));
    this.drawWaiting();
    if (message.author.id === this.world.me.id) this.toEnd();
    else if (!this.stuck) this.jump.hidden = false;
    return null;
  }

  drawWaiting() {
    for (const old of this.list.querySelectorAll(".waiting")) old.remove();
    const mine = this.interactions.commands.filter((c) => c.channelId === this.channelId);
    this.list.append(...mine.map((entry) => waitingItem(entry, this)));
    if (mine.length && this.stuck) this.toEnd();
  }

  dismiss(message) {
    this.dismissed.add(message.id);
    sessionStorage.setItem(DISMISSED, JSON.stringify([...this.dismissed]));
    this.draw();
  }

  onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const grown = scrollHeight !== this.height;
    this.height = scrollHeight;
    // If messages were added or changed, the page has scrolled, and not the person.
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.stuck = true;
    else if (!grown) this.stuck = false;
    if (this.stuck) this.jump.hidden = true;
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.stuck = true;
    this.jump.hidden = true;
  }
}

function intro(world, channelId) {
  const channel = world.channels.get(channelId);
  if (!channel) return null;
  const dm = isDirect(channel);
  const name = dm ? dmName(channel) : `#${channel.name}`;
  const forum = [15, 16].includes(channel.type);
  const words = forum ? "This is a forum. Choose one of its posts, which are below it in the list." : dm
    ? `This is the beginning of your direct messages with ${name}.`
    : `This is the start of the ${name} channel. Type / to see what Ducks can do.`;
  return h("li", { class: "intro" }, h("h2", {}, dm ? name : `Welcome to ${name}`), h("p", {}, words));
}

function focusKey(root) {
  const node = document.activeElement;
  if (!node || !root.contains(node)) return null;
  const item = node.closest("[data-message-id]");
  if (!item || !node.dataset.customId) return null;
  return {
    message: item.dataset.messageId,
    customId: node.dataset.customId,
    inRow: placeInRow(node, item),
    place: controlsOf(item).indexOf(node),
    chosen: suspend(node),
  };
}

/** The row of a control, counted from the last one, and the control's index in it. Rows above come and go. */
function placeInRow(node, item) {
  const rows = [...item.querySelectorAll(".action-row, .section-accessory")];
  const row = rows.find((each) => each.contains(node));
  return row ? `${rows.length - rows.indexOf(row)} ${[...row.querySelectorAll("[data-custom-id]")].indexOf(node)}` : null;
}

/** The control with the same custom id; if the id has changed, the control now in its place. */
function restoreFocus(root, key) {
  if (!key) return;
  const mark = `[data-message-id="${CSS.escape(key.message)}"]`;
  const item = root.matches(mark) ? root : root.querySelector(mark);
  const found = item ? controlsOf(item) : [];
  const next = found.find((c) => c.dataset.customId === key.customId)
    ?? found.find((c) => placeInRow(c, item) === key.inRow)
    ?? found[Math.min(key.place, found.length - 1)];
  next?.focus({ preventScroll: true });
  if (key.chosen && next?.dataset.customId === key.customId) resume(next, key.chosen);
}

function controlsOf(item) {
  return [...item.querySelectorAll("[data-custom-id]:not(:disabled)")];
}
