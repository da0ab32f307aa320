// Events from the sandbox over a WebSocket, with reconnection. An `online` event follows each
// reconnection, and the page then reads its channel again to get the missed messages.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Live extends EventTarget {
  constructor(me) {
    super();
    this.me = me;
    this.wait = FIRST_WAIT;
    // Resolves at the first connection or the first failure; the page starts to read after that.
    this.ready = new Promise((resolve) => {
      for (const type of ["online", "offline"]) this.addEventListener(type, resolve, { once: true });
    });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/sandbox/live?as=${this.me}`);
    this.socket.addEventListener("open", () => this.onOpen());
    this.socket.addEventListener("message", (event) => this.onMessage(event.data));
    this.socket.addEventListener("close", () => this.onClose());
  }

  onOpen() {
    this.wait = FIRST_WAIT;
    this.notify("online", {});
  }

  onMessage(text) {
    const { t, d } = JSON.parse(text);
    this.notify(t, d);
  }

  onClose() {
    this.notify("offline", {});
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  notify(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Call `listener(d)` for each event of this type. */
  on(type, listener) {
    this.addEventListener(type, (event) => listener(event.detail));
  }
}
