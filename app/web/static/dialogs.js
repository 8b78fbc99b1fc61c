// Questions to the person, in the browser's own modal dialogs: they keep and give back the focus.

import { element, fill } from "./dom.js";
import { drawnAgain } from "./focus.js";

/** Asks for a yes. Resolves to whether it was given. */
export function confirm(title, text, action) {
  return ask({ title, text, action, danger: true }).then((answer) => answer !== null);
}

/**
 * Asks for a line of text. Resolves to it, or to null.
 * @param {{longest?: number, save?: (text: string) => Promise}} options `save` does what the line is for: where it fails,
 *   the dialog says why and what was written can be changed
 */
export function prompt(title, label, { value = "", action = "Save", text = "", type = "text", longest = 4000, save } = {}) {
  return ask({ title, text, action, save, field: { label, value, type, maxlength: longest } });
}

function ask({ title, text, action, save = async () => undefined, danger = false, field = null }) {
  return new Promise((resolve) => {
    const input = field === null ? null : element("input", {
      type: field.type, value: field.value, required: true, pattern: ".*\\S.*", dir: "auto",
      title: "At least one letter", maxlength: field.maxlength, autocomplete: "off",
    });
    const problem = element("p", { class: "dialog-problem", role: "alert" });
    const button = element("button", { class: danger ? "danger" : "primary" }, action);
    const opener = document.activeElement?.dataset.key;
    let answer = null;
    const form = element("form", { method: "dialog" },
      element("h2", {}, title),
      text ? element("p", {}, text) : null,
      input === null ? null : element("label", {}, field.label, input),
      problem,
      element("div", { class: "dialog-actions" },
        element("button", { type: "button", on: { click: () => dialog.close() } }, "Cancel"),
        button));
    const dialog = element("dialog", { class: "dialog", "aria-label": title }, form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const given = input?.value.trim() ?? "";
      button.disabled = true;
      try {
        await save(given);
        answer = given;
        dialog.close();
      } catch (error) {
        fill(problem, error.message, " ", error.hint ?? "");
        input?.focus();
      } finally {
        button.disabled = false;
      }
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      // What opened it was drawn anew meanwhile: the browser gave the focus back to nothing.
      if (opener !== undefined && document.activeElement === document.body) drawnAgain(document, opener)?.focus();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    input?.select();
  });
}
