// The drawer: on a phone, servers and channels slide in over the conversation.

const NARROW = matchMedia("(max-width: 719px)");

export function setUpDrawer({ drawer, scrim, menu, main }) {
  const set = (open) => {
    drawer.classList.toggle("open", open);
    scrim.hidden = !(open && NARROW.matches);
    drawer.inert = NARROW.matches && !open;
    main.inert = NARROW.matches && open;
    menu.setAttribute("aria-expanded", String(open));
  };
  const close = ({ back = false } = {}) => {
    if (!drawer.classList.contains("open")) return;
    set(false);
    if (back) menu.focus();
  };
  menu.addEventListener("click", () => {
    set(true);
    (drawer.querySelector(".channel.active") ?? drawer.querySelector("a"))?.focus();
  });
  scrim.addEventListener("click", () => close({ back: true }));
  document.addEventListener("keydown", (event) => event.key === "Escape" && close({ back: true }));
  NARROW.addEventListener("change", () => set(false));
  set(false);
  return { close };
}
