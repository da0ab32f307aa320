// A parser of Discord's markdown into a tree of plain objects ({type, ...}): blocks here, the parts of
// a line in inline.js. This module does not touch the page, so that tests can run it alone.

import { parseInline } from "./inline.js";

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SUBTEXT = /^-#\s+(\S.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(\S.*)$/;

/** A message's text as a list of blocks. */
export function parse(text) {
  const blocks = [];
  for (const part of splitFences(text.replace(/\r\n?/g, "\n"))) {
    if (part.code !== undefined) blocks.push({ type: "codeblock", language: part.language, text: part.code });
    else blocks.push(...parseLines(part.text.split("\n")));
  }
  return blocks;
}

/** Find code fences first: text inside them is not markdown. */
function splitFences(text) {
  const parts = [];
  const fence = /```(?:([\w+.#-]+)\n)?([\s\S]*?[^\s`][\s\S]*?)```\n?/g;
  let end = 0;
  for (const match of text.matchAll(fence)) {
    if (isEscaped(text, match.index)) continue;
    const before = text.slice(end, match.index).replace(/\n$/, "");
    if (before) parts.push({ text: before });
    parts.push({ language: match[1] ?? null, code: match[2].replace(/^\n+|\n+$/g, "") });
    end = match.index + match[0].length;
  }
  const rest = text.slice(end);
  if (rest || parts.length === 0) parts.push({ text: rest });
  return parts;
}

function isEscaped(text, index) {
  let slashes = 0;
  while (text[index - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

function parseLines(lines) {
  const blocks = [];
  let i = 0;
  while (i < lines.length) {
    const [block, used] = quote(lines, i) ?? single(lines[i]) ?? list(lines, i) ?? paragraph(lines, i);
    blocks.push(block);
    i += used;
  }
  return blocks;
}

function quote(lines, i) {
  if (lines[i].startsWith(">>> ")) {
    const inside = [lines[i].slice(4), ...lines.slice(i + 1)];
    return [{ type: "quote", blocks: parseLines(inside) }, lines.length - i];
  }
  const inside = [];
  while (lines[i + inside.length]?.startsWith("> ")) inside.push(lines[i + inside.length].slice(2));
  return inside.length ? [{ type: "quote", blocks: parseLines(inside) }, inside.length] : null;
}

function single(line) {
  const heading = HEADING.exec(line);
  if (heading) return [{ type: "heading", level: heading[1].length, inline: parseInline(heading[2]) }, 1];
  const subtext = SUBTEXT.exec(line);
  if (subtext) return [{ type: "subtext", inline: parseInline(subtext[1]) }, 1];
  return null;
}

function list(lines, i) {
  const rows = [];
  for (let match; i + rows.length < lines.length && (match = ITEM.exec(lines[i + rows.length])); ) {
    rows.push({ indent: match[1].length, mark: match[2], inline: parseInline(match[3]) });
  }
  if (!rows.length) return null;
  const used = sameKind(rows);
  return [nest(rows.slice(0, used)), used];
}

/** The number of rows of one list. At one level, bullets and numbers are separate lists. */
function sameKind(rows) {
  const ordered = isOrdered(rows[0]);
  const other = rows.findIndex((r) => r.indent <= rows[0].indent && isOrdered(r) !== ordered);
  return other < 0 ? rows.length : other;
}

function isOrdered(row) {
  return /\d/.test(row.mark);
}

/** Turn rows with indents into nested lists. */
function nest(rows) {
  const ordered = isOrdered(rows[0]);
  const tree = { type: "list", ordered, start: ordered ? parseInt(rows[0].mark, 10) : 1, items: [] };
  let i = 0;
  while (i < rows.length) {
    const item = { inline: rows[i].inline, list: null };
    let next = i + 1;
    while (next < rows.length && rows[next].indent > rows[0].indent) next += 1;
    if (next > i + 1) item.list = nest(rows.slice(i + 1, next));
    tree.items.push(item);
    i = next;
  }
  return tree;
}

function startsBlock(line) {
  return /^>{1}(>>)? /.test(line) || HEADING.test(line) || SUBTEXT.test(line) || ITEM.test(line);
}

function paragraph(lines, i) {
  const own = [lines[i]];
  while (i + own.length < lines.length && !startsBlock(lines[i + own.length])) own.push(lines[i + own.length]);
  return [{ type: "paragraph", inline: parseInline(own.join("\n")) }, own.length];
}

const BLANK = /^\s*$/;

/** Whether a text has only emojis (at most thirty): Discord shows them large. */
export function onlyEmojis(blocks) {
  if (blocks.length !== 1 || blocks[0].type !== "paragraph") return false;
  const nodes = blocks[0].inline.filter((n) => !(n.type === "text" && BLANK.test(n.text)));
  const emojis = nodes.filter((n) => n.type === "emoji" || n.type === "unicode");
  return emojis.length > 0 && emojis.length === nodes.length && emojis.length <= 30;
}
