// Keeps the keyboard where it was when parts of the page are drawn anew.

import { byId } from "./dom.js";

const PRESSED = "button, input, a";
/** What stands in a list among others of its kind; some hold a list of others. */
const ROW = "li, .collection";

/**
 * Draws a part of the page anew; what had the focus in it has it again, found by its `data-key`. Where it is gone, with
 * its row, the next row has it, the one before where it was the last, or what held them; else the first of the part, or
 * of the section that the part stands in.
 */
export function keepFocus(container, draw) {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const around = key === undefined ? [] : rowsAround(container, focused);
  draw();
  if (key === undefined) return;
  const again = drawnAgain(container, key);
  const near = again ?? firstOf(container, around) ?? container.querySelector(PRESSED) ?? container.closest("section")?.querySelector(PRESSED);
  near?.focus({ preventScroll: again !== undefined });
}

/** The rows beside that of an element, the nearest first, those behind it before those in front; then what holds them. */
function rowsAround(container, inside) {
  const row = inside.closest(ROW);
  if (row === null || row === container || !container.contains(row)) return [];
  const all = [...row.parentElement.children].filter((each) => each.matches(ROW));
  const at = all.indexOf(row);
  const holder = row.parentElement.closest(ROW);
  const held = holder === null || !container.contains(holder) ? [] : [holder, ...rowsAround(container, holder)];
  return [...all.slice(at + 1), ...all.slice(0, at).reverse(), ...held];
}

/** The first that can have the focus in one of these rows as they are drawn now. */
function firstOf(container, rows) {
  const drawn = new Map([...container.querySelectorAll("[data-key]")].map((each) => [each.dataset.key, each]));
  for (const row of rows) {
    for (const { dataset } of row.querySelectorAll("[data-key]")) {
      const found = drawn.get(dataset.key);
      if (found && !found.disabled && found.checkVisibility()) return found;
    }
  }
  return undefined;
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
