// Pictures and files: thumbnails, galleries, attachments. The page loads only files of this sandbox;
// for a picture elsewhere on the web it shows the name.

import { h, icon } from "./dom.js";
import { spoiler } from "./markdown-dom.js";
import { iconButton, span } from "./widgets.js";

const PICTURE = /\.(png|jpe?g|gif|webp|svg)$/i;

/** The address of a media item in this sandbox, or null if it is elsewhere. */
function address(media, message) {
  const named = /^attachment:\/\/(.+)$/.exec(media?.url ?? "");
  const attachment = named && (message?.attachments ?? []).find((a) => a.filename === named[1]);
  const text = attachment ? attachment.url : media?.url;
  try {
    const url = new URL(text, location.origin);
    return url.hostname === location.hostname && /^https?:$/.test(url.protocol) ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}

function picture(media, description, message, className) {
  const url = address(media, message);
  const alt = description ?? "";
  if (!url) return h("span", { class: "no-picture" }, description ?? "A picture from elsewhere, not loaded here");
  const { width, height } = media;
  // Reserve the picture's room before it is loaded, so that controls do not move later.
  const style = width && height ? { "--wide": `${width}px`, "--ratio": width / height } : {};
  const image = h("img", { class: className, src: url, alt, title: alt || null, width, height, style, loading: "lazy" });
  const name = alt ? `Enlarge: ${alt}` : "Enlarge picture";
  return h("button", { type: "button", class: "picture", "aria-label": name, onclick: () => enlarge(url, alt) }, image);
}

function hidden(node, isSpoiler) {
  return isSpoiler ? spoiler(h("div", {}, node), "spoiler block") : node;
}

/** The small picture beside a section's text. */
export function thumbnail(c, message) {
  const image = picture(c.media, c.description, message, "thumbnail-image");
  return h("div", { class: "thumbnail" }, hidden(image, c.spoiler));
}

/** A grid of pictures. A single picture keeps its aspect ratio. */
export function gallery(items, message) {
  const columns = items.length === 1 ? 1 : items.length % 3 === 0 || items.length > 4 ? 3 : 2;
  const cells = items.map((item) => {
    const image = picture(item.media, item.description, message, "gallery-image");
    return h("div", { class: "gallery-item" }, hidden(image, item.spoiler));
  });
  return h("div", { class: `gallery columns-${columns}` }, cells);
}

/** A file component (type 13). */
export function fileCard(c, message) {
  const url = address(c.file, message);
  const name = c.name ?? decodeURIComponent((url ?? c.file?.url ?? "file").split("/").at(-1));
  const known = (message?.attachments ?? []).find((a) => a.filename === name);
  return hidden(card(name, c.size ?? known?.size, url), c.spoiler);
}

function card(name, size, url) {
  const target = { href: url, download: name };
  return h("div", { class: "file-card" },
    icon("file", 28),
    h("div", { class: "file-text" },
      url ? h("a", target, name) : h("span", {}, name),
      size !== undefined && span("file-size", bytes(size))),
    url && h("a", { class: "icon-button", ...target, "aria-label": `Download ${name}` }, icon("download")));
}

function bytes(count) {
  if (count < 1024) return `${count} bytes`;
  return count < 1048576 ? `${(count / 1024).toFixed(2)} KB` : `${(count / 1048576).toFixed(2)} MB`;
}

/** Attachments of a message without Components V2: pictures first as a gallery, then files. */
export function attachments(list, message) {
  const isPicture = (a) => (a.content_type ?? "").startsWith("image/") || PICTURE.test(a.filename);
  const pictures = list.filter(isPicture);
  const items = pictures.map((a) => ({
    media: a,
    description: a.description,
    spoiler: a.filename.startsWith("SPOILER_"),
  }));
  const files = list.filter((a) => !isPicture(a));
  return [
    pictures.length > 0 && gallery(items, message),
    ...files.map((a) => card(a.filename, a.size, address(a, message))),
  ];
}

/** A picture of an embed, or null. */
export function embedPicture(media, message, className) {
  return media ? h("div", { class: className }, picture(media, null, message, `${className}-image`)) : null;
}

function enlarge(url, alt) {
  const dialog = h("dialog", { class: "lightbox", "aria-label": alt || "Picture", onclick: () => dialog.close() },
    h("img", { src: url, alt }), alt && h("p", {}, alt),
    iconButton("close", "Close", { class: "lightbox-close" }));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
