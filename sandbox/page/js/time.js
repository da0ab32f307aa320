// Times as Discord writes them, in the reader's own language and time zone.

const EPOCH = 1420070400000n;

/** The time when a snowflake was made. */
export function snowflakeTime(id) {
  return new Date(Number((BigInt(id) >> 22n) + EPOCH));
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const STEPS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** "in 2 minutes", "3 days ago". */
export function relative(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

/** A <t:...> of markdown. */
export function styled(date, style) {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  return style === "R" ? relative(date) : date.toLocaleString("en-GB", STYLES[style] ?? STYLES.f);
}

function sameDay(a, b) {
  return a.toDateString() === b.toDateString();
}

/** The time beside an author: "Today at 14:02". */
export function stamp(date, now = new Date()) {
  const clock = date.toLocaleTimeString("en-GB", { timeStyle: "short" });
  if (sameDay(date, now)) return `Today at ${clock}`;
  if (sameDay(date, new Date(now.getTime() - 86400000))) return `Yesterday at ${clock}`;
  return date.toLocaleString("en-GB", { dateStyle: "short", timeStyle: "short" });
}

export function clock(date) {
  return date.toLocaleTimeString("en-GB", { timeStyle: "short" });
}

/** The date for the line between two days, or null if both times are on the same day. */
export function dayBreak(before, date) {
  if (before && sameDay(before, date)) return null;
  return date.toLocaleDateString("en-GB", { dateStyle: "long" });
}

/** Update every relative time on the page regularly. */
export function tickRelativeTimes() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      node.textContent = relative(new Date(node.dateTime));
    }
  }, 5000);
}
