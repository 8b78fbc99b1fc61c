// What was said in a conversation: read, drawn, and found again on the page.

import { request, requestAll } from "./api.js";
import { byId } from "./dom.js";
import { Exchange } from "./exchange.js";

/** What was asked and answered in a conversation, each with the thumb that was given. */
export async function readSaid(sessionId) {
  const [messages, feedback] = await Promise.all([
    requestAll(pathOf(sessionId), "messages", { limit: 100 }),
    requestAll("feedback", "feedback", { session_id: sessionId, limit: 1000 }),
  ]);
  const given = new Map(feedback.map((each) => [each.answer_id, each.value]));
  return messages.map((message) => ({ message, sessionId, given: given.get(message.answer_id) ?? 0 }));
}

/** How many answers the service has of a conversation. */
export async function countSaid(sessionId) {
  const { total } = await request("GET", `${pathOf(sessionId)}?limit=1`);
  return total;
}

/** A question with its answer. @param {(error: Error) => void} showError tells a person of an error */
export function drawSaid({ message, ...about }, showError) {
  const exchange = new Exchange(message.question, showError);
  exchange.done(message, about);
  return exchange.root;
}

/** Shows those answers of the open conversation that are not shown yet, each in its place. Returns how many. */
export function showMissing(said, showError) {
  const shown = shownAnswers();
  const conversation = byId("conversation");
  conversation.querySelector(".empty")?.remove();
  let next = null;
  let count = 0;
  for (const each of [...said].reverse()) {
    let root = shown.get(each.message.answer_id);
    if (root === undefined) {
      root = drawSaid(each, showError);
      conversation.insertBefore(root, next);
      count += 1;
    }
    next = root;
  }
  return count;
}

/** What is shown of the open conversation, by the ids of its answers. */
export function shownAnswers() {
  return new Map([...byId("conversation").querySelectorAll("[data-answer]")].map((root) => [root.dataset.answer, root]));
}

function pathOf(sessionId) {
  return `sessions/${encodeURIComponent(sessionId)}/messages`;
}
