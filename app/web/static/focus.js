// Keeps the keyboard where it was when parts of the page are drawn anew.

/** Draws a part of the page anew; what had the focus in it has it again, found by its `data-key`. */
export function keepFocus(container, draw) {
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  draw();
  if (key === undefined) return;
  const again = [...container.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  (again ?? container.querySelector("button, input, a"))?.focus({ preventScroll: again !== undefined });
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
