// A press counts though its message is drawn anew or moves under the finger. A browser then sends the
// control no click, as what was pressed down is gone from there.

/** Click the control in `list` that was pressed down when the press ends where it began, once. */
export function countPresses(list) {
  let press = null; // {message, mark, node, box} from pointerdown to pointerup
  let counted = false; // a press was counted here: a click that the browser still sends is the same one

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
    // Enter on a control is a click without a count of presses.
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
