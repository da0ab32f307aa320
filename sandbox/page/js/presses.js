// Makes presses count even if the message is redrawn or moves under the finger. Browsers send no
// click then, because the pressed element is gone.

/** Click the pressed control in `list`, once, if the press ends where it began. */
export function countPresses(list) {
  let press = null; // {message, mark, node, box} from pointerdown to pointerup
  let counted = false; // true after a press was counted; a later click by the browser is the same press

  list.addEventListener("pointerdown", (event) => {
    counted = false;
    press = event.isPrimary && event.button === 0 ? pressed(event.target) : null;
  });
  addEventListener("pointercancel", () => (press = null));
  addEventListener("pointerup", (event) => {
    const last = press;
    press = null;
    if (!event.isPrimary || !last || !isWithin(last.box, event)) return;
    if (last.node.contains(document.elementFromPoint(event.clientX, event.clientY))) return;
    const control = last.node.isConnected ? last.node : redrawn(list, last);
    counted = Boolean(control);
    control?.click();
  });
  list.addEventListener("click", (event) => {
    // Enter on a control sends a click whose `detail` is 0.
    if (!counted || !event.isTrusted || event.detail === 0) return;
    counted = false;
    event.stopPropagation();
  }, { capture: true });
}

function pressed(target) {
  const node = target.closest("[data-custom-id], [data-value]");
  const item = target.closest("[data-message-id]");
  if (!node || !item) return null;
  const { customId, value } = node.dataset;
  const mark = customId ? `[data-custom-id="${CSS.escape(customId)}"]` : `[data-value="${CSS.escape(value)}"]`;
  return { message: item.dataset.messageId, mark, node, box: node.getBoundingClientRect() };
}

function redrawn(list, { message, mark }) {
  return list.querySelector(`[data-message-id="${CSS.escape(message)}"]`)?.querySelector(mark);
}

function isWithin({ left, right, top, bottom }, { clientX, clientY }) {
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
