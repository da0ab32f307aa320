// The start of the page: finds the person, the world and the open channel, and passes each event to
// the part that draws it.

import { apiFor, worldAs } from "./api.js";
import { Composer } from "./composer.js";
import { fill, h, icon } from "./dom.js";
import { setUpDrawer } from "./drawer.js";
import { Interactions } from "./interact.js";
import { Live } from "./live.js";
import { showModal } from "./modal.js";
import { drawMembers, drawRail, drawSidebar, pageAs, setUpSwitcher, THREAD_TYPES } from "./sidebar.js";
import { setUpTheme } from "./theme.js";
import { tickRelativeTimes } from "./time.js";
import { Timeline } from "./timeline.js";
import { span } from "./widgets.js";
import { World, display, dmName, isDirect, pingsMe } from "./world.js";

const TYPING_LASTS = 8000;
const $ = (id) => document.getElementById(id);

class Page {
  constructor(data) {
    this.world = new World(data);
    this.touched = new Set(); // channels with events since their messages were last requested
    this.api = apiFor(this.world.me.id);
    this.live = new Live(this.world.me.id);
    this.interactions = new Interactions(this.api, this.live);
    this.timeline = new Timeline({
      world: this.world,
      interactions: this.interactions,
      list: $("messages"),
      scroller: $("scroller"),
      jump: $("jump"),
    });
    this.composer = this.makeComposer();
    this.drawer = setUpDrawer({ drawer: $("drawer"), scrim: $("scrim"), menu: $("menu"), main: $("main") });
    this.listen();
  }

  makeComposer() {
    return new Composer({
      root: $("composer"),
      world: this.world,
      commands: () => this.world.commandsIn(this.channelId),
      say: (text) => this.api.say(this.channelId, text),
      run: (command, options) => this.interactions.command(this.channelId, { ...command, options }, command.path),
      autocomplete: async (call) => {
        const answer = await this.api.autocomplete(this.channelId, call).catch(() => null);
        return answer?.choices ?? [];
      },
    });
  }

  async start() {
    fill($("menu"), icon("menu"));
    setUpSwitcher($("switcher"), this.world);
    tickRelativeTimes();
    await this.live.ready;
    await this.route();
    await this.catchUp();
    document.documentElement.dataset.ready = "true";
  }

  listen() {
    const { live } = this;
    live.on("message_create", (m) => this.onMessageCreate(m));
    live.on("message_update", (m) => this.onMessageUpdate(m));
    live.on("message_delete", (d) => this.onMessageDelete(d));
    live.on("typing", (d) => this.typing(d));
    live.on("bot_status", ({ online }) => {
      this.world.bot.online = online;
      this.drawFrame();
    });
    live.on("world", () => this.refreshWorld());
    live.on("offline", () => ($("connection").hidden = false));
    live.on("online", () => this.online());
    this.interactions.on("modal", ({ interactionId, modal }) =>
      showModal(modal, this.world, (fields) => this.interactions.submitModal(interactionId, fields)));
    addEventListener("hashchange", () => this.route());
    addEventListener("focus", () => this.markSeen());
    $("messages").addEventListener("click", (event) => {
      const command = event.target.closest("[data-command]");
      if (command) this.composer.start(command.dataset.command);
    });
  }

  /** The channel in the address, else the first channel. */
  async route() {
    const wanted = location.hash.replace(/^#\//, "");
    const fallback = this.world.guilds[0]?.channels[0]?.id ?? this.world.dms[0]?.id;
    if (!this.world.channels.has(wanted)) {
      if (fallback) history.replaceState(null, "", `${location.search}#/${fallback}`);
      else return this.drawFrame();
    }
    return this.open(this.world.channels.has(wanted) ? wanted : fallback);
  }

  /** Open a channel, even before the world lists it. */
  async show(channelId) {
    await this.refreshWorld();
    location.hash = `#/${channelId}`;
  }

  async open(channelId) {
    this.channelId = channelId;
    this.drawer.close();
    $("typing").textContent = "";
    const messages = await this.read(channelId);
    if (this.channelId !== channelId) return;
    this.world.storeMessages(channelId, messages);
    this.timeline.open(channelId);
    this.composer.setPlace(this.placeName());
    this.markSeen();
    if (matchMedia("(hover: hover)").matches) this.composer.focus();
  }

  /** Load a channel's messages; load them again if an event came before the answer. */
  async read(channelId) {
    let messages;
    for (let tries = 0; tries < 4; tries += 1) {
      this.touched.delete(channelId);
      messages = await this.api.messages(channelId);
      if (!this.touched.has(channelId)) break;
    }
    return messages;
  }

  placeName() {
    const channel = this.world.channels.get(this.channelId);
    return isDirect(channel) ? `@${dmName(channel)}` : `#${channel.name}`;
  }

  /** Count the unread messages of channels that are not open. */
  async catchUp() {
    for (const channel of this.world.listUnread().filter((c) => c.id !== this.channelId)) {
      const messages = await this.api.messages(channel.id).catch(() => []);
      this.world.unread.delete(channel.id);
      for (const message of messages) this.world.countUnread(message);
    }
    this.drawFrame();
  }

  markSeen() {
    if (this.channelId && document.hasFocus()) this.world.markRead(this.channelId);
    this.drawFrame();
  }

  onMessageCreate(message) {
    const channel = this.world.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    this.touched.add(message.channel_id);
    this.world.put(message);
    if (message.channel_id === this.channelId) {
      this.timeline.arrive(message);
      $("typing").textContent = "";
    }
    if (message.channel_id !== this.channelId || !document.hasFocus()) this.world.countUnread(message);
    if (pingsMe(message, this.world.me.id)) {
      const place = this.world.channelName(message.channel_id);
      $("announcer").textContent = `${display(message.author)} mentioned you in ${place}`;
    }
    this.markSeen();
  }

  onMessageUpdate(message) {
    this.touched.add(message.channel_id);
    this.interactions.forgetChoices(message.id);
    this.world.put(message);
    if (message.channel_id !== this.channelId) return;
    if (this.timeline.find(message.id)) this.timeline.redraw(message.id);
    else this.timeline.draw();
  }

  onMessageDelete({ id, channel_id: channelId }) {
    this.touched.add(channelId);
    this.world.remove(channelId, id);
    if (channelId === this.channelId) this.timeline.draw();
  }

  typing({ channel_id: channelId, user_id: userId }) {
    if (channelId !== this.channelId || userId === this.world.me.id) return;
    $("typing").textContent = `${this.world.person(userId)?.display ?? "Somebody"} is typing…`;
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => ($("typing").textContent = ""), TYPING_LASTS);
  }

  async refreshWorld() {
    const before = this.world.listThreads();
    this.world.take(await this.api.world());
    if (!this.world.channels.has(this.channelId)) return this.route();
    if (this.world.listThreads() !== before) this.timeline.draw();
    return this.drawFrame();
  }

  /** After each connection, load again: events may have been missed. */
  async online() {
    $("connection").hidden = true;
    if (!this.wasOnline) {
      this.wasOnline = true;
      return;
    }
    await this.refreshWorld();
    this.world.storeMessages(this.channelId, await this.read(this.channelId));
    this.timeline.draw();
    await this.catchUp();
  }

  drawFrame() {
    const { world, channelId } = this;
    const channel = world.channels.get(channelId);
    drawRail($("rail"), world, channelId);
    drawSidebar($("sidebar"), world, channelId, this.api, (id) => this.show(id));
    drawMembers($("members"), world);
    $("members").hidden = isDirect(channel);
    const name = channel ? this.placeName() : "";
    const face = icon(isDirect(channel) ? "at" : THREAD_TYPES.includes(channel?.type) ? "thread" : "hash", 22);
    fill($("channel-name"), face, h("span", {}, name.slice(1) || "Nothing here"));
    $("messages").setAttribute("aria-label", name ? `Messages in ${name}` : "Messages");
    const { online } = world.bot;
    fill($("bot-status"), span(online ? "dot on" : "dot"), `${display(world.bot)} is ${online ? "online" : "offline"}`);
    const pings = world.pingsIn([...world.channels.keys()]);
    document.title = `${pings ? `(${pings}) ` : ""}${name} · ${display(world.me)} · stand-in`;
  }
}

function fatal(message) {
  const people = h("a", { href: location.pathname }, "Begin again");
  fill($("app"), h("p", { class: "fatal", role: "alert" }, message, " ", people));
}

setUpTheme($("theme"));
fill($("theme"), icon("sun"), icon("moon"));
try {
  const who = new URLSearchParams(location.search).get("as");
  const world = await worldAs(who);
  if (!who) history.replaceState(null, "", pageAs(world.me)); // the address names the person
  await new Page(world).start();
} catch (error) {
  fatal(error.message);
  throw error;
}
