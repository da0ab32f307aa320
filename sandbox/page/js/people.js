// Avatars. A person's avatar is a coloured disc with a letter; the bot's avatar is the duck.

import { h, icon } from "./dom.js";

const COLOURS = ["#4f7942", "#8a5a83", "#2f7f86", "#a8632d", "#5b6ba8", "#7a6a4f", "#3d7d5f", "#9c4a55"];

function colourOf(user) {
  const given = user.avatar_color;
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  if (given) return given;
  return COLOURS[Number(BigInt(user.id) % BigInt(COLOURS.length))];
}

/** A user's avatar. It has no alt text, since the name is beside it. */
export function avatar(user, size = 40) {
  const style = { width: `${size}px`, height: `${size}px`, "font-size": `${Math.round(size * 0.45)}px` };
  const props = { "aria-hidden": "true", style };
  if (user.bot) return h("span", { class: "avatar bot", ...props }, icon("duck", Math.round(size * 0.66)));
  const letter = (user.global_name ?? user.username ?? "?").slice(0, 1).toUpperCase();
  style.background = colourOf(user);
  return h("span", { class: "avatar", ...props }, letter);
}

/** The APP badge. */
export function appBadge() {
  return h("span", { class: "app-badge" }, "APP");
}
