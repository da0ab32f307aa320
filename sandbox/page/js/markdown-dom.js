// Elements for the tree of markdown.js. `world` gives the names for ids in mentions.

import { h } from "./dom.js";
import { onlyEmojis, parse } from "./markdown.js";
import { styled } from "./time.js";

/** A message's text as one element. `jumbo`: show it large if it has only emojis. */
export function markdown(text, world, { jumbo = false } = {}) {
  const tree = parse(text);
  const big = jumbo && onlyEmojis(tree);
  return h("div", { class: big ? "markup jumbo" : "markup" }, blocks(tree, world));
}

/** Text with inline markdown only: titles, names of fields. */
export function markdownLine(text, world) {
  return parse(text).flatMap((block) => (block.inline ? inline(block.inline, world) : blocks([block], world)));
}

function blocks(list, world) {
  return list.map((block) => BLOCKS[block.type](block, world));
}

const BLOCKS = {
  paragraph: (b, world) => h("p", {}, inline(b.inline, world)),
  heading: (b, world) => h(`h${b.level + 2}`, { class: `heading-${b.level}` }, inline(b.inline, world)),
  subtext: (b, world) => h("p", { class: "subtext" }, inline(b.inline, world)),
  quote: (b, world) => h("blockquote", {}, blocks(b.blocks, world)),
  codeblock: (b) =>
    h("pre", { tabindex: "0", "aria-label": "Code" }, h("code", { dataset: { language: b.language } }, b.text)),
  list: (b, world) =>
    h(b.ordered ? "ol" : "ul", b.ordered && b.start !== 1 ? { start: b.start } : {},
      b.items.map((item) => h("li", {}, inline(item.inline, world), item.list && BLOCKS.list(item.list, world)))),
};

function inline(nodes, world) {
  return nodes.map((node) => INLINE[node.type](node, world));
}

const INLINE = {
  text: (n) => n.text,
  unicode: (n) => h("span", { class: "unicode-emoji" }, n.text),
  em: (n, world) => h("em", {}, inline(n.inline, world)),
  strong: (n, world) => h("strong", {}, inline(n.inline, world)),
  underline: (n, world) => h("u", {}, inline(n.inline, world)),
  strike: (n, world) => h("s", {}, inline(n.inline, world)),
  code: (n) => h("code", {}, n.text),
  spoiler: (n, world) => spoiler(h("span", {}, inline(n.inline, world))),
  link: (n, world) =>
    h("a", { href: n.url, target: "_blank", rel: "noopener noreferrer nofollow" }, inline(n.inline, world)),
  emoji: (n) => emojiImage(n),
  mention: (n, world) => userMention(n.id, world),
  role: (n, world) => h("span", { class: "mention" }, `@${world.roles?.get(n.id)?.name ?? "deleted-role"}`),
  channel: (n, world) => {
    const name = world.channelName(n.id);
    const props = { class: "mention", href: `#/${n.id}`, dataset: { channelId: n.id } };
    return h("a", props, name ? `#${name}` : "#unknown");
  },
  command: (n) =>
    h("button", { class: "mention command-mention", type: "button", dataset: { command: n.name } }, `/${n.name}`),
  everyone: (n) => h("span", { class: "mention ping" }, `@${n.name}`),
  time: (n) => {
    const date = new Date(n.at * 1000);
    const valid = !Number.isNaN(date.getTime());
    const props = { class: "timestamp", datetime: valid && date.toISOString(), title: valid && styled(date, "F") };
    if (n.style === "R" && valid) props.dataset = { relative: "1" };
    return h("time", props, styled(date, n.style));
  },
};

function userMention(id, world) {
  const person = world.person(id);
  const mine = id === world.me.id ? " ping" : "";
  const words = person ? `@${person.display}` : "@unknown-user";
  return h("span", { class: `mention${mine}`, dataset: { userId: id } }, words);
}

/** A custom emoji's picture; `decorative` if a label beside it already names the button. */
export function emojiImage({ id, name }, { decorative = false } = {}) {
  const image = h("img", {
    class: "emoji",
    src: `/emojis/${encodeURIComponent(id)}.png`,
    alt: decorative ? "" : `:${name}:`,
    title: decorative ? null : `:${name}:`,
    draggable: "false",
    dataset: { emojiId: id, emojiName: name },
  });
  image.addEventListener("error", () => image.replaceWith(decorative ? "" : `:${name}:`), { once: true });
  return image;
}

/** The emoji of a button or an option: custom or plain. */
export function partialEmoji(emoji, { decorative = false } = {}) {
  if (!emoji) return null;
  if (emoji.id) return emojiImage(emoji, { decorative });
  return h("span", { class: "unicode-emoji", "aria-hidden": decorative ? "true" : null }, emoji.name ?? "");
}

/** Hide an element until it is clicked or Enter is pressed on it. */
export function spoiler(node, className = "spoiler") {
  const inner = h("span", { class: "spoiler-inner", "aria-hidden": "true" }, ...node.childNodes);
  const closed = { role: "button", tabindex: "0", "aria-label": "Spoiler", "aria-expanded": "false" };
  const cover = h("span", { class: className, ...closed }, inner);
  const open = (event) => {
    const meant = event.type === "click" || ["Enter", " "].includes(event.key);
    if (cover.classList.contains("open") || !meant) return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("open");
    for (const name of Object.keys(closed)) cover.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", open, true);
  cover.addEventListener("keydown", open);
  return cover;
}
