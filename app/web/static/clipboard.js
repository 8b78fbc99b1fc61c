// Copies texts, and says whether it could.

import { announce } from "./announce.js";
import { element } from "./dom.js";

const COPIED_MS = 2000;

/**
 * A button that copies a text.
 * @param {() => string} text
 * @param {string} told to who cannot see it
 */
export function copyButton(label, text, told, key = null) {
  const button = element("button", { type: "button", class: "small-button", "data-key": key }, label);
  let again;
  button.addEventListener("click", async () => {
    const isCopied = await copy(text());
    // As wide as before: what stands beside it stays where it is.
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = isCopied ? "Copied" : "Not copied";
    announce(isCopied ? told : "The browser did not let it be copied.");
    clearTimeout(again);
    again = setTimeout(() => { button.textContent = label; }, COPIED_MS);
  });
  return button;
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
