// Light, dark, or as the system has it; and on narrow screens the drawer with documents and conversations.

import { byId, fill } from "./dom.js";
import { icon } from "./icons.js";
import { inBrowser } from "./kept.js";

const KEY = "sheaf-theme";
const ORDER = ["system", "light", "dark"];
const DRAWINGS = { system: "contrast", light: "sun", dark: "moon" };
const WORDS = { system: "as the system has them", light: "light", dark: "dark" };

export function startTheme() {
  const button = byId("theme");
  let chosen = document.documentElement.dataset.theme ?? "system";
  const draw = () => {
    const label = `Colours: ${WORDS[chosen]}`;
    fill(button, icon(DRAWINGS[chosen]));
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    chosen = ORDER[(ORDER.indexOf(chosen) + 1) % ORDER.length];
    if (chosen === "system") {
      delete document.documentElement.dataset.theme;
      inBrowser.remove(KEY);
    } else {
      document.documentElement.dataset.theme = chosen;
      inBrowser.set(KEY, chosen);
    }
    draw();
  });
  draw();
}

export function startDrawer() {
  const opener = byId("open-drawer");
  const side = byId("side");
  const narrow = matchMedia("(max-width: 899px)");
  const isOpen = () => side.classList.contains("open");
  const set = (open) => {
    side.classList.toggle("open", open);
    opener.setAttribute("aria-expanded", String(open));
    byId("main").inert = open && narrow.matches;
    if (open) byId("close-drawer").focus();
    else if (narrow.matches) opener.focus();
  };
  fill(opener, icon("menu"));
  fill(byId("close-drawer"), icon("close"));
  opener.addEventListener("click", () => set(!isOpen()));
  byId("close-drawer").addEventListener("click", () => set(false));
  side.addEventListener("click", (event) => {
    // What opens something behind the drawer closes it.
    if (!isOpen() || !event.target.closest(".sessions a, #new-conversation, .document-open, .skip-side[href='#question']")) return;
    set(false);
    if (event.target.matches(".skip-side")) byId("question").focus();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen() && !document.querySelector("dialog[open]")) set(false);
  });
  narrow.addEventListener("change", () => {
    if (!narrow.matches) {
      side.classList.remove("open");
      opener.setAttribute("aria-expanded", "false");
      byId("main").inert = false;
    }
  });
}
