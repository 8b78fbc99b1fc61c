// The field that asks: what is written in it, which goes and comes with its conversation.

import { ServiceError } from "./api.js";
import { byId } from "./dom.js";
import { keepDraft, takeDraft, writeDrafts } from "./drafts.js";
import { askedIn, isOpen, turnTo } from "./turns.js";

/** @param {(error: Error) => void} showError tells a person of an error */
export function startField(showError) {
  const field = byId("question");
  field.addEventListener("input", fit);
  addEventListener("resize", fit);
  // Not every browser tells that a page goes; all tell that it is not seen any more.
  for (const [on, event] of [[document, "visibilitychange"], [window, "pagehide"]]) {
    on.addEventListener(event, () => writeDrafts(askedIn(), field.value));
  }
  field.addEventListener("paste", (event) => {
    const room = field.maxLength - field.value.length + field.selectionEnd - field.selectionStart;
    if (event.clipboardData.getData("text/plain").length <= room) return;
    showError(new ServiceError({ message: `A question has at most ${field.maxLength.toLocaleString("en")} characters.`, hint: "The rest was left out." }));
  });
}

/**
 * Takes the field to another conversation, with what was written in it before, as soon as it is wanted: what is written
 * while it is read is for it. At first, what was written meanwhile is.
 */
export function takeFieldTo(turn) {
  const field = byId("question");
  if (isOpen()) keepDraft(askedIn(), field.value);
  turnTo(turn);
  const draft = takeDraft(askedIn());
  if (isOpen() || !field.value) field.value = draft;
  fit();
}

/** The question in the field; empty where there is none. */
export function written() {
  return byId("question").value.trim();
}

/** Whether the field still has this question, perhaps with the next one begun behind it. */
export function isInField(question) {
  return byId("question").value.trimStart().startsWith(question);
}

/** What is asked is not in the field any more; what was written after it, or for another question, stays. */
export function takeFromField(question) {
  const field = byId("question");
  if (isInField(question)) field.value = field.value.trimStart().slice(question.length).trimStart();
  fit();
}

/** Has a question in the field of its conversation again, where nothing else was written there. */
export function giveBack(question, sessionId) {
  const field = byId("question");
  const isHere = askedIn() === sessionId;
  const there = isHere ? field.value : takeDraft(sessionId);
  if (!isHere) keepDraft(sessionId, there || question);
  else if (!there) field.value = question;
  fit();
}

/** Makes the field as high as what is in it, where the browser does not do so by itself. */
function fit() {
  if (CSS.supports("field-sizing", "content")) return;
  const field = byId("question");
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
