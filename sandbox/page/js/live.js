// News from the sandbox over a WebSocket, with reconnection. Events missed while away are made up
// for by the `online` event, on which the page reads its channel again.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Live extends EventTarget {
  constructor(me) {
    super();
    this.me = me;
    this.wait = FIRST_WAIT;
    // Settled at the first connection, or when there is none yet: reading begins after it.
    this.ready = new Promise((resolve) => {
      for (const type of ["online", "offline"]) this.addEventListener(type, resolve, { once: true });
    });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/sandbox/live?as=${this.me}`);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.received(event.data));
    this.socket.addEventListener("close", () => this.closed());
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.tell("online", {});
  }

  received(text) {
    const { t, d } = JSON.parse(text);
    this.tell(t, d);
  }

  closed() {
    this.tell("offline", {});
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Call `listener(d)` for each event of this type. */
  on(type, listener) {
    this.addEventListener(type, (event) => listener(event.detail));
  }
}
