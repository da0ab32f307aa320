// The sandbox's HTTP API for people. Each function makes one request.

/** A request that the sandbox refused; its message is written for the person. */
export class Refused extends Error {
  constructor(message, status, option = null) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.option = option;
  }
}

async function request(method, path, { query = {}, body } = {}) {
  const url = new URL(`/sandbox${path}`, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  }
  const init = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(url, init);
  } catch {
    throw new Refused("The sandbox does not answer. Is it still running?", 0);
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, data);
  return data;
}

function refusal(status, data) {
  const message = data?.message ?? data?.error ?? `The sandbox refused this (${status}).`;
  return new Refused(String(message), status, data?.option ?? null);
}

/** The API as one person; `me` is a user id. */
export function apiFor(me) {
  return {
    world: () => request("GET", "/world", { query: { as: me } }),
    messages: (channel) => request("GET", `/channels/${channel}/messages`, { query: { as: me } }),
    say: (channel, content) =>
      request("POST", `/channels/${channel}/messages`, { body: { as: me, content } }),
    command: (channel, { name, group, sub, options }) =>
      request("POST", "/commands", {
        body: { as: me, channel_id: channel, name, group: group ?? null, sub: sub ?? null, options },
      }),
    autocomplete: (channel, { name, group, sub, focused, options }) =>
      request("POST", "/autocomplete", {
        body: { as: me, channel_id: channel, name, group: group ?? null, sub: sub ?? null, focused, options },
      }),
    press: (message, customId, values) =>
      request("POST", "/components", {
        body: { as: me, message_id: message, custom_id: customId, ...(values ? { values } : {}) },
      }),
    submitModal: (interaction, fields) =>
      request("POST", "/modals", { body: { as: me, interaction_id: interaction, fields } }),
    installApp: (installed) => request("POST", "/app", { body: { as: me, installed } }),
    chooseLocale: (locale, guild) =>
      request("POST", "/locale", { body: { as: me, locale, ...(guild ? { guild_id: guild } : {}) } }),
    openPrivate: (people) => request("POST", "/private", { body: { as: me, people } }),
    interaction: (id) => request("GET", `/interactions/${id}`, { query: { as: me } }),
  };
}

/** The world as one person sees it. The address names the person by name or id; default: the first person. */
export function worldAs(who) {
  return request("GET", "/world", { query: { as: who } });
}
