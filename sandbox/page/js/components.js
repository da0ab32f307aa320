// Message components, by Discord's own type numbers: the old rows of buttons and selects, and the
// layout of Components V2 (sections, containers, galleries).

import { h, icon } from "./dom.js";
import { markdown, partialEmoji, spoiler } from "./markdown-dom.js";
import { fileCard, gallery, thumbnail } from "./media.js";
import { selectMenu } from "./selects.js";
import { dots, span } from "./widgets.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/** Components of a message. ctx: {world, message, isBusy(customId), chosen(customId), press(customId, values)} */
export function components(list, ctx) {
  return (list ?? []).map((component) => drawComponent(component, ctx));
}

function drawComponent(component, ctx) {
  const draw = TYPES[component.type];
  if (draw) return draw(component, ctx);
  const words = `(a component of type ${component.type}, which this page cannot show)`;
  return h("p", { class: "unknown-component" }, words);
}

const TYPES = {
  1: (c, ctx) => h("div", { class: "action-row" }, components(c.components, ctx)),
  2: button,
  3: select,
  5: select,
  6: select,
  8: select,
  9: section,
  10: (c, ctx) => h("div", { class: "text-display" }, markdown(c.content, ctx.world)),
  11: (c, ctx) => thumbnail(c, ctx.message),
  12: (c, ctx) => gallery(c.items, ctx.message),
  13: (c, ctx) => fileCard(c, ctx.message),
  14: separator,
  17: container,
};

function button(c, ctx) {
  const emoji = partialEmoji(c.emoji, { decorative: Boolean(c.label) });
  const face = [emoji, c.label && span("button-label", c.label)];
  const style = STYLES[c.style] ?? "secondary";
  if (c.style === 5) return linkButton(c, face);
  const busy = ctx.isBusy(c.custom_id);
  return h("button", {
    type: "button",
    class: `button ${style}${busy ? " busy" : ""}`,
    disabled: c.disabled,
    "aria-busy": busy ? "true" : null,
    dataset: { customId: c.custom_id },
    onclick: () => busy || ctx.press(c.custom_id),
  }, face, busy && dots());
}

/** A link button. Only web addresses open; other addresses get a button that does nothing. */
function linkButton(c, face) {
  const safe = /^https?:\/\//i.test(c.url ?? "") && !c.disabled;
  return h("a", {
    class: "button link",
    role: "link",
    href: safe ? c.url : null,
    "aria-disabled": safe ? null : "true",
    target: "_blank",
    rel: "noopener noreferrer",
  }, face, icon("external", 16));
}

function select(c, ctx) {
  return selectMenu(c, {
    world: ctx.world,
    guild: ctx.world.channels.get(ctx.message.channel_id)?.guild,
    chosen: ctx.chosen(c.custom_id),
    busy: ctx.isBusy(c.custom_id),
    commit: (values) => ctx.press(c.custom_id, values),
  });
}

function section(c, ctx) {
  return h("div", { class: "section" },
    h("div", { class: "section-text" }, components(c.components, ctx)),
    c.accessory && h("div", { class: "section-accessory" }, drawComponent(c.accessory, ctx)));
}

function separator(c) {
  const wide = c.spacing === 2 ? " wide" : "";
  return h("div", { class: `separator${wide}${c.divider === false ? "" : " divider"}`, role: "separator" });
}

function container(c, ctx) {
  const colour = c.accent_color ?? c.accent_colour;
  const style = typeof colour === "number" ? { "--accent": `#${colour.toString(16).padStart(6, "0")}` } : {};
  const box = h("div", { class: "container", style }, components(c.components, ctx));
  if (!c.spoiler) return box;
  box.replaceChildren(spoiler(h("div", {}, ...box.childNodes), "spoiler block"));
  return box;
}
