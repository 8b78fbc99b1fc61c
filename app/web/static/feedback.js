// Thumbs for an answer, and words beside them for who has some.

import { announce } from "./announce.js";
import { request } from "./api.js";
import { element } from "./dom.js";
import { catchFocus } from "./focus.js";
import { icon } from "./icons.js";

/**
 * Two thumbs and, once one was given, a field for a comment.
 * @param {{answerId: string, sessionId: string, given: number}} about `given`: 1, -1, or 0 for none yet
 * @param {(error: Error) => void} showError
 */
export function thumbs({ answerId, sessionId, given }, showError) {
  let value = given;
  const buttons = [
    [1, "up", "Good answer"],
    [-1, "down", "Bad answer"],
  ].map(([worth, drawing, label]) => element("button", {
    type: "button", class: "plain icon-only thumb", "aria-label": label, title: label, "aria-pressed": String(value === worth),
    on: { click: () => give(worth) },
  }, icon(drawing)));
  const holder = element("div", { class: "thumbs" }, buttons);
  const send = (comment) => request("POST", "feedback", { answer_id: answerId, session_id: sessionId, value, comment });

  const press = () => buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(value === (place === 0 ? 1 : -1))));

  async function give(worth) {
    const before = value;
    value = worth;
    press();
    try {
      if (before !== worth) await send("");
      announce("Thank you. You can add a comment.");
      holder.querySelector("form, .thanks")?.remove();
      holder.append(commentForm(send, showError));
    } catch (error) {
      value = before;
      press();
      showError(error);
    }
  }
  return holder;
}

function commentForm(send, showError) {
  const field = element("input", { type: "text", maxlength: 4000, "aria-label": "Comment", placeholder: "Anything to add? (optional)" });
  const button = element("button", { class: "small-button" }, "Send");
  const form = element("form", { class: "comment" }, field, button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      if (field.value.trim()) await send(field.value.trim());
      form.replaceWith(element("span", { class: "soft thanks" }, "Thank you."));
      announce("Thank you.");
      catchFocus();
    } catch (error) {
      showError(error);
      button.disabled = false;
    }
  });
  return form;
}
