// Interactions in progress: waiting buttons, failures, and the modals that answers open. Events come over the WebSocket; if one is missed, an HTTP request finds the state.

import { Refused } from "./api.js";

const FIRST_ASK = 700;
const NEXT_ASK = 600;
const LAST_ASK = 30;

export const FAILED = "This interaction failed";
export const NO_RESPONSE = "The application did not respond";

export class Interactions extends EventTarget {
  /** Events: `message` (redraw a message), `commands` (waiting commands changed), `modal`. */
  constructor(api, live) {
    super();
    this.api = api;
    this.busy = new Map(); // "message|custom id" -> interaction id once known
    this.picked = new Map(); // "message|custom id" -> values chosen in a select
    this.failures = new Map(); // message id -> sentence
    this.waiting = new Map(); // interaction id -> callback for its end
    this.settled = new Map(); // answers that came before the response to the request
    this.commands = []; // commands that are being sent or have failed: {key, channelId, name, error}
    this.modals = new Set();
    live.on("interaction", (d) => this.settle(d.interaction_id, d.state));
    live.on("interaction_failed", (d) => this.settle(d.interaction_id, "failed", d.message_id));
    live.on("modal", (d) => this.openModal(d.interaction_id, d.modal ?? d));
  }

  notify(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  on(type, listener) {
    this.addEventListener(type, (event) => listener(event.detail));
  }

  /** Press a button or choose in a select of a message. */
  async press(messageId, customId, values) {
    const key = `${messageId}|${customId}`;
    if (this.busy.has(key)) return;
    this.busy.set(key, null);
    this.failures.delete(messageId);
    if (values) this.picked.set(key, values);
    this.notify("message", messageId);
    const end = (failure) => {
      this.busy.delete(key);
      if (failure) {
        this.failures.set(messageId, failure);
        this.picked.delete(key);
      }
      this.notify("message", messageId);
    };
    try {
      const { interaction_id: id } = await this.api.press(messageId, customId, values);
      this.await(id, (state) => end(state === "failed" ? FAILED : null));
    } catch (error) {
      end(sentence(error));
    }
  }

  /** Send a slash command; if it is refused, throw the refusal to the composer. */
  async command(channelId, call, name) {
    const { interaction_id: id } = await this.api.command(channelId, call);
    const entry = { key: id, channelId, name, error: null };
    this.commands.push(entry);
    this.notify("commands", channelId);
    this.await(id, (state) => {
      if (state === "failed") entry.error = NO_RESPONSE;
      else this.commands.splice(this.commands.indexOf(entry), 1);
      this.notify("commands", channelId);
    });
  }

  dismissCommand(entry) {
    this.commands = this.commands.filter((other) => other !== entry);
    this.notify("commands", entry.channelId);
  }

  /** Submit a modal; resolves to null, or to an error that the modal then shows. */
  async submitModal(interactionId, fields) {
    try {
      const { interaction_id: id } = await this.api.submitModal(interactionId, fields);
      const state = await new Promise((resolve) => this.await(id, resolve));
      return state === "failed" ? "Something went wrong. Try again." : null;
    } catch (error) {
      return sentence(error);
    }
  }

  await(id, done) {
    const early = this.settled.get(id);
    if (early) {
      this.settled.delete(id);
      done(early);
      return;
    }
    this.waiting.set(id, done);
    this.ask(id, FIRST_ASK, LAST_ASK);
  }

  ask(id, delay, left) {
    setTimeout(async () => {
      if (!this.waiting.has(id)) return;
      const answer = await this.api.interaction(id).catch(() => null);
      if (answer?.modal) this.openModal(id, answer.modal);
      if (answer && answer.state !== "pending") this.settle(id, answer.state);
      else if (left > 0) this.ask(id, NEXT_ASK, left - 1);
      else this.settle(id, "failed");
    }, delay);
  }

  settle(id, state, messageId = null) {
    if (state === "pending") return;
    const done = this.waiting.get(id);
    this.waiting.delete(id);
    if (done) done(state);
    else if (state === "failed" && messageId) {
      this.settled.set(id, state);
      this.failures.set(messageId, FAILED);
      this.notify("message", messageId);
    } else this.settled.set(id, state);
  }

  openModal(id, modal) {
    if (this.modals.has(id)) return;
    this.modals.add(id);
    this.settle(id, "answered");
    this.notify("modal", { interactionId: id, modal });
  }

  /** Forget the choices on a message that the bot has edited. */
  forgetChoices(messageId) {
    for (const key of [...this.picked.keys()]) if (key.startsWith(`${messageId}|`)) this.picked.delete(key);
  }
}

function sentence(error) {
  if (error instanceof Refused) return error.message;
  throw error;
}
