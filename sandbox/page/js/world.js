// The data that this person has loaded: people, servers, channels, commands and messages. Parts that
// draw it listen to `change` events.

const READ_KEY = "sandbox-read";

export class World {
  constructor(data) {
    this.messages = new Map(); // channel id -> Map(message id -> message)
    this.unread = new Map(); // channel id -> {count, pings}
    this.take(data);
    this.read = JSON.parse(localStorage.getItem(`${READ_KEY}-${this.me.id}`) ?? "{}");
  }

  /** Store an answer of GET /sandbox/world. */
  take(data) {
    Object.assign(this, { me: data.me, people: data.people, guilds: data.guilds, dms: data.dms });
    Object.assign(this, { commands: data.commands, bot: data.bot, locales: data.locales });
    this.byId = new Map();
    for (const person of [...data.people, data.me]) this.byId.set(person.id, { ...person, display: display(person) });
    if (data.bot) this.byId.set(data.bot.id, { ...data.bot, display: display(data.bot), bot: true });
    this.roles = new Map();
    for (const guild of data.guilds) for (const role of guild.roles ?? []) this.roles.set(role.id, { ...role, guild });
    this.channels = new Map();
    for (const guild of data.guilds) for (const c of guild.channels) this.channels.set(c.id, { ...c, guild });
    for (const dm of data.dms) this.channels.set(dm.id, { ...dm, guild: null });
  }

  /** The commands that this person can use in a channel. */
  commandsIn(channelId) {
    const usable = new Set(this.channels.get(channelId)?.commands);
    return this.commands.filter((command) => usable.has(command.id));
  }

  person(id) {
    return this.byId.get(id) ?? null;
  }

  /** All users who can be chosen: people, then the bot. */
  everybody() {
    return [...this.byId.values()].sort((a, b) => Number(a.bot ?? false) - Number(b.bot ?? false));
  }

  /** The threads and their archived states as one text, for comparison. */
  listThreads() {
    return [...this.channels.values()].filter((c) => c.parent_id).map((c) => `${c.id}${c.archived}`).join(" ");
  }

  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return null;
    return isDirect(channel) ? dmName(channel) : channel.name;
  }

  /** Messages of a channel, oldest first. */
  messagesOf(channelId) {
    return [...(this.messages.get(channelId)?.values() ?? [])];
  }

  storeMessages(channelId, messages) {
    this.messages.set(channelId, new Map(messages.map((m) => [m.id, m])));
  }

  put(message) {
    const known = this.messages.get(message.channel_id);
    if (!known) return;
    const last = [...known.keys()].at(-1);
    known.set(message.id, message);
    if (last && isLater(last, message.id)) this.storeMessages(message.channel_id, sortById(known.values()));
  }

  remove(channelId, messageId) {
    this.messages.get(channelId)?.delete(messageId);
  }

  /** Count a new message of a channel that is not open. */
  countUnread(message) {
    if (message.author.id === this.me.id || !isLater(message.id, this.read[message.channel_id])) return;
    const seen = this.unread.get(message.channel_id) ?? { count: 0, pings: 0 };
    const ping = pingsMe(message, this.me.id) || isDirect(this.channels.get(message.channel_id));
    this.unread.set(message.channel_id, { count: seen.count + 1, pings: seen.pings + Number(ping) });
  }

  /** Channels with messages that this person has not read. */
  listUnread() {
    return [...this.channels.values()].filter((c) => c.last_message_id && isLater(c.last_message_id, this.read[c.id]));
  }

  markRead(channelId) {
    const last = this.channels.get(channelId)?.last_message_id ?? this.messagesOf(channelId).at(-1)?.id;
    if (last) this.read[channelId] = last;
    this.unread.delete(channelId);
    localStorage.setItem(`${READ_KEY}-${this.me.id}`, JSON.stringify(this.read));
  }

  pingsIn(channelIds) {
    return channelIds.reduce((sum, id) => sum + (this.unread.get(id)?.pings ?? 0), 0);
  }
}

export function display(user) {
  return user.global_name ?? user.username;
}

/** Whether a channel is outside servers: direct messages with people or the bot. */
export function isDirect(channel) {
  return channel?.type === 1 || channel?.type === 3;
}

/** The names of the other people in direct or group messages. */
export function dmName(channel) {
  return channel.recipients.map(display).join(", ");
}

export function pingsMe(message, me) {
  return message.sandbox?.pings_me ?? (message.mentions ?? []).some((user) => user.id === me);
}

/** Whether a message is highlighted for a person: it pinged them, and still mentions them. */
export function isMarkedFor(message, me) {
  const named = message.mentions?.some((user) => user.id === me);
  return pingsMe(message, me) && Boolean(named || message.mention_everyone || message.mention_roles?.length);
}

function isLater(a, b) {
  return BigInt(a) > BigInt(b ?? 0);
}

function sortById(messages) {
  return [...messages].sort((a, b) => (isLater(a.id, b.id) ? 1 : -1));
}
