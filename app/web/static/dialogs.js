// Questions to the person, in the browser's own modal dialogs: they keep and give back the focus.

import { element } from "./dom.js";

/** Asks for a yes. Resolves to whether it was given. */
export function confirm(title, text, action) {
  return ask({ title, text, action, danger: true }).then((answer) => answer !== null);
}

/** Asks for a line of text. Resolves to it, or to null. */
export function prompt(title, label, { value = "", action = "Save", text = "", type = "text", required = true } = {}) {
  return ask({ title, text, action, field: { label, value, type, required } });
}

function ask({ title, text, action, danger = false, field = null }) {
  return new Promise((resolve) => {
    const input = field === null ? null : element("input", {
      id: "dialog-field", type: field.type, value: field.value, required: field.required, maxlength: 4000,
      autocomplete: "off",
    });
    const dialog = element(
      "dialog",
      { class: "dialog", "aria-labelledby": "dialog-title" },
      element("form", { method: "dialog" },
        element("h2", { id: "dialog-title" }, title),
        text ? element("p", {}, text) : null,
        input === null ? null : [element("label", { for: "dialog-field" }, field.label), input],
        element("div", { class: "dialog-actions" },
          element("button", { type: "button", on: { click: () => dialog.close("") } }, "Cancel"),
          element("button", { class: danger ? "danger" : "primary", value: "yes" }, action))),
    );
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes" ? input?.value.trim() ?? "" : null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    input?.select();
  });
}
