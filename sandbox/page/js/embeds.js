// Embeds: the box with a coloured edge.

import { h } from "./dom.js";
import { markdown, markdownLine } from "./markdown-dom.js";
import { embedPicture } from "./media.js";
import { stamp } from "./time.js";

export function embeds(list, world, message) {
  return (list ?? []).map((embed) => drawEmbed(embed, world, message));
}

function drawEmbed(embed, world, message) {
  const colour = typeof embed.color === "number" ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  const name = embed.title ? `Embed: ${embed.title}` : "Embed";
  return h("article", { class: "embed", "aria-label": name, style: colour ? { "--accent": colour } : {} },
    h("div", { class: "embed-body" },
      embed.author?.name && h("div", { class: "embed-author" }, embed.author.name),
      embed.title && title(embed, world),
      embed.description && h("div", { class: "embed-description" }, markdown(embed.description, world)),
      embed.fields?.length > 0 && h("div", { class: "embed-fields" }, fields(embed.fields, world)),
      embedPicture(embed.image, message, "embed-image"),
      footer(embed)),
    embedPicture(embed.thumbnail, message, "embed-thumbnail"));
}

function title(embed, world) {
  const inside = markdownLine(embed.title, world);
  const safe = /^https?:\/\//i.test(embed.url ?? "");
  const props = { href: embed.url, target: "_blank", rel: "noopener noreferrer" };
  return h("div", { class: "embed-title" }, safe ? h("a", props, inside) : inside);
}

/** Place inline fields in rows of at most three. */
function fields(list, world) {
  return list.map((field, i) => {
    const span = field.inline ? 12 / Math.min(3, runAround(list, i)) : 12;
    return h("div", { class: "embed-field", style: { "--span": span } },
      h("div", { class: "embed-field-name" }, markdownLine(field.name, world)),
      h("div", { class: "embed-field-value" }, markdown(field.value, world)));
  });
}

/** The number of inline fields in the row of field i. */
function runAround(list, i) {
  let start = i;
  while (start > 0 && list[start - 1].inline) start -= 1;
  let end = i;
  while (end < list.length && list[end].inline) end += 1;
  const rowStart = start + Math.floor((i - start) / 3) * 3;
  return Math.min(3, end - rowStart);
}

function footer(embed) {
  const when = embed.timestamp && stamp(new Date(embed.timestamp));
  const words = [embed.footer?.text, when].filter(Boolean).join(" • ");
  return words ? h("div", { class: "embed-footer" }, words) : null;
}
