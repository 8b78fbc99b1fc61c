// Tells screen readers what has happened, in whole sentences and not word by word.

import { byId } from "./dom.js";

/** Says a sentence once what is being read is read. */
export function announce(sentence) {
  const announcer = byId("announcer");
  // The same sentence twice would not be read again.
  announcer.textContent = announcer.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
