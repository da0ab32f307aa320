// The dark or light theme. It follows the system's setting until the person chooses.

const KEY = "sandbox-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

function current() {
  return localStorage.getItem(KEY) ?? (dark.matches ? "dark" : "light");
}

function apply() {
  document.documentElement.dataset.theme = current();
}

/** Use the system's theme and let `button` switch it. */
export function setUpTheme(button) {
  const name = () => {
    const label = current() === "dark" ? "Switch to light theme" : "Switch to dark theme";
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  const refresh = () => {
    apply();
    name();
  };
  dark.addEventListener("change", refresh);
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, current() === "dark" ? "light" : "dark");
    refresh();
  });
  refresh();
}
