// Keeps the keyboard where it was when parts of the page are drawn anew.

import { byId } from "./dom.js";

const PRESSED = "button, input, a";

/**
 * Draws a part of the page anew; what had the focus in it has it again, found by its `data-key`. Where it is gone, the
 * first of the part has it, or of the section that the part stands in.
 */
export function keepFocus(container, draw) {
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  draw();
  if (key === undefined) return;
  const again = drawnAgain(container, key);
  (again ?? container.querySelector(PRESSED) ?? container.closest("section")?.querySelector(PRESSED))?.focus({ preventScroll: again !== undefined });
}

/** What has this `data-key` in a part of the page that may have been drawn anew. */
export function drawnAgain(container, key) {
  return [...container.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
}

/** Gives the focus to the question where what had it is gone; not by touch, where a keyboard would cover the page. */
export function catchFocus() {
  if (document.activeElement === document.body && !matchMedia("(pointer: coarse)").matches) byId("question").focus();
}

/** Lets the arrow keys go from one to the next of the elements that a selector finds in a container. */
export function arrowKeys(container, selector) {
  container.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !event.target.matches(selector)) return;
    const all = [...container.querySelectorAll(selector)];
    const next = all[all.indexOf(event.target) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
}
