// Copies texts, and says whether it could.

import { announce } from "./announce.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";

const COPIED_MS = 2000;

/**
 * A button that copies a text.
 * @param {() => string} text
 * @param {string} told to who cannot see it
 */
export function copyButton(label, text, told) {
  const button = element("button", { type: "button", class: "small-button" }, label);
  copying(button, text, told, (words) => { button.textContent = words ?? label; });
  return button;
}

/** The same with a drawing in place of the words, where there is little room. */
export function copyIcon(label, text, told) {
  const button = element("button", { type: "button", class: "plain icon-only", "data-key": label });
  const show = (words, drawing) => {
    fill(button, icon(drawing));
    button.title = words;
    button.setAttribute("aria-label", words);
  };
  show(label, "link");
  copying(button, text, told, (words, isCopied) => show(words ?? label, words === null ? "link" : isCopied ? "check" : "alert"));
  return button;
}

/** @param {(words: string|null, isCopied?: boolean) => void} show says what became of it; then, with null, as before */
function copying(button, text, told, show) {
  let again;
  button.addEventListener("click", async () => {
    const isCopied = await copy(text());
    // What stands beside it stays where it is.
    button.style.minWidth = `${button.offsetWidth}px`;
    show(isCopied ? "Copied" : "Not copied", isCopied);
    announce(isCopied ? told : "The browser did not let it be copied.");
    clearTimeout(again);
    again = setTimeout(() => show(null), COPIED_MS);
  });
}

/** Copies a text; whether it could. Over plain HTTP, pages have the older way only. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const give = (event) => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData.setData("text/plain", text);
  };
  addEventListener("copy", give, { capture: true });
  const isCopied = document.execCommand("copy");
  removeEventListener("copy", give, { capture: true });
  return isCopied;
}
