// Inline markdown of Discord: emphasis, code, spoilers, links, mentions, emojis, timestamps. A
// scanner tries the rules in order at each position; if none matches, it takes one character as text.

const DEEPEST = 12;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}_]/u;

// Flags, keycaps, and emojis, alone or joined into one.
const PICTURE = "(?:\\p{Emoji_Presentation}(?:\\p{EMod}|\\uFE0F)?|\\p{Extended_Pictographic}\\uFE0F)";
const JOINED = "(?:\\u200D\\p{Extended_Pictographic}(?:\\p{EMod}|\\uFE0F)?)*";
const UNICODE = new RegExp(`\\p{RI}\\p{RI}|[0-9#*]\\uFE0F?\\u20E3|${PICTURE}${JOINED}`, "uy");

const TOKENS = [
  [/<(a?):(\w{2,32}):(\d{1,20})>/y, (m) => ({ type: "emoji", animated: m[1] === "a", name: m[2], id: m[3] })],
  [/<@!?(\d{1,20})>/y, (m) => ({ type: "mention", id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ type: "role", id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<\/([\w -]{1,100}):(\d{1,20})>/y, (m) => ({ type: "command", name: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => ({ type: "time", at: Number(m[1]), style: m[2] ?? "f" })],
  [/@(everyone|here)\b/y, (m) => ({ type: "everyone", name: m[1] })],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], [{ type: "text", text: m[1] }])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?*_~|]/y, (m) => link(m[0], [{ type: "text", text: m[0] }])],
  [UNICODE, (m) => ({ type: "unicode", text: m[0] })],
];

const PAIRS = [
  ["**", "strong"],
  ["__", "underline"],
  ["~~", "strike"],
  ["||", "spoiler"],
];

/** The nodes of a text that may hold line breaks but no blocks. */
export function parseInline(text, depth = 0) {
  const nodes = [];
  let plain = "";
  let i = 0;
  while (i < text.length) {
    const found = depth < DEEPEST ? matchAt(text, i, depth) : null;
    if (found) {
      if (plain) nodes.push({ type: "text", text: plain });
      plain = "";
      nodes.push(found.node);
      i = found.end;
    } else {
      const [shown, used] = character(text, i);
      plain += shown;
      i += used;
    }
  }
  if (plain) nodes.push({ type: "text", text: plain });
  return nodes;
}

/** One piece of plain text. A backslash before a sign is removed and the sign is kept as text. */
function character(text, i) {
  if (text[i] === "\\" && i + 1 < text.length && ESCAPABLE.test(text[i + 1])) return [text[i + 1], 2];
  // Take a run of word characters as one piece, so that a snake_case name is not read as emphasis.
  const run = /[\p{L}\p{N}]+/uy;
  run.lastIndex = i;
  const match = run.exec(text);
  if (match && !/^https?$/.test(match[0])) return [match[0], match[0].length];
  return [text[i], 1];
}

function matchAt(text, i, depth) {
  return (
    code(text, i) ?? maskedLink(text, i, depth) ?? token(text, i) ?? pair(text, i, depth) ?? emphasis(text, i, depth)
  );
}

function token(text, i) {
  for (const [pattern, make] of TOKENS) {
    pattern.lastIndex = i;
    const match = pattern.exec(text);
    const node = match && make(match);
    if (node) return { node, end: i + match[0].length };
  }
  return null;
}

function code(text, i) {
  if (text[i] !== "`") return null;
  const ticks = /`+/y;
  ticks.lastIndex = i;
  const fence = ticks.exec(text)[0];
  for (let j = text.indexOf(fence, i + fence.length); j !== -1; j = text.indexOf(fence, j + 1)) {
    if (text[j + fence.length] === "`" || text[j - 1] === "`") continue;
    return { node: { type: "code", text: trimmed(text.slice(i + fence.length, j)) }, end: j + fence.length };
  }
  return null;
}

/** Remove one space beside a backtick: it only separates the backticks. */
function trimmed(text) {
  return /^ ?`|` ?$/.test(text) ? text.replace(/^ | $/g, "") : text;
}

function maskedLink(text, i, depth) {
  if (text[i] !== "[" || !text.includes("](", i)) return null; // else a long run of "[" is slow
  const close = closing(text, i + 1, "]");
  if (close < 0 || text[close + 1] !== "(") return null;
  const target = /\(\s*<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/y;
  target.lastIndex = close + 1;
  const match = target.exec(text);
  const label = text.slice(i + 1, close);
  const node = match && label.trim() && link(match[1], parseInline(label, depth + 1));
  return node ? { node, end: close + 1 + match[0].length } : null;
}

/** Make links of web addresses only, never of javascript: or data:. */
function link(address, inline) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  return /^https?:$/.test(url.protocol) ? { type: "link", url: url.href, inline } : null;
}

function pair(text, i, depth) {
  for (const [sign, type] of PAIRS) {
    if (!text.startsWith(sign, i)) continue;
    let close = closing(text, i + 2, sign);
    // In ***a*** the last sign belongs to the outer pair.
    while (close > 0 && sign !== "||" && text[close + 2] === sign[0]) close += 1;
    if (close <= i + 2) continue;
    const inline = parseInline(text.slice(i + 2, close), depth + 1);
    return { node: { type, inline }, end: close + 2 };
  }
  return null;
}

function emphasis(text, i, depth) {
  const sign = text[i];
  if ((sign !== "*" && sign !== "_") || !text[i + 1] || text[i + 1] === sign) return null;
  if (sign === "*" && /\s/.test(text[i + 1])) return null;
  if (sign === "_" && i > 0 && WORD.test(text[i - 1])) return null;
  for (let j = closing(text, i + 1, sign); j > 0; j = closing(text, j + 1, sign)) {
    const fits = sign === "*" ? !/\s/.test(text[j - 1]) : !WORD.test(text[j + 1] ?? " ");
    if (!fits || j === i + 1) continue;
    return { node: { type: "em", inline: parseInline(text.slice(i + 1, j), depth + 1) }, end: j + 1 };
  }
  return null;
}

/** The next position of `sign` that is not escaped, not in code, and not part of a doubled sign. */
function closing(text, from, sign) {
  let i = from;
  while (i < text.length) {
    if (text[i] === "\\") {
      i += 2;
      continue;
    }
    const inCode = text[i] === "`" ? code(text, i) : null;
    if (inCode) {
      i = inCode.end;
    } else if (sign.length === 1 && sign !== "]" && text[i] === sign && text[i + 1] === sign) {
      i += 2;
    } else if (text.startsWith(sign, i)) {
      return i;
    } else {
      i += 1;
    }
  }
  return -1;
}
