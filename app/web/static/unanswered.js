// Questions that are not answered yet, by conversation, kept in this tab: the service stops answering when who asked
// goes or something goes wrong, and keeps nothing of the question. Who comes back is told so, and can ask once more.

import { inTab } from "./kept.js";

const KEY = "sheaf-unanswered";

/** Keeps a question until it is forgotten. @param {string|null} sessionId null where its conversation is not made yet */
export function keepQuestion(sessionId, question) {
  inTab.set(keyOf(sessionId), question);
}

/** The question of a conversation that came to no answer; null where there is none. */
export function unanswered(sessionId) {
  return inTab.get(keyOf(sessionId));
}

export function forgetQuestion(sessionId) {
  inTab.remove(keyOf(sessionId));
}

function keyOf(sessionId) {
  return `${KEY}/${sessionId ?? ""}`;
}
