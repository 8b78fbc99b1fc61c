// What stands where nothing has been asked: what can be done, or what keeps the page from beginning.

import { element } from "./dom.js";
import { icon } from "./icons.js";
import { store } from "./store.js";
import { addSamples, chooseFiles } from "./upload.js";

const NOTHING_TICKED = "No documents are ticked";
let areSamplesComing = false;

/** Why there is nothing that a question would be put to. */
export function nothingIn() {
  return isAnythingThere() ? NOTHING_TICKED : "No documents yet";
}

function isAnythingThere() {
  return store.collections.some((each) => each.document_count > 0);
}

/**
 * What can be done where nothing has been asked.
 * @param {(question: string) => void} ask asks a question
 */
export function beginning(ask) {
  const { count } = store.scope();
  const samples = store.collections.find((each) => each.name === store.samples?.collection);
  const isAskable = samples !== undefined && store.selected.has(samples.collection_id) && samples.document_count > 0;
  const [title, text] = invitation(count > 0);
  return element("div", { class: "empty" },
    element("h2", { class: "empty-title" }, title),
    element("p", { class: "soft" }, text),
    isAskable ? suggestions(ask) : null,
    count > 0 ? null : element("div", { class: "empty-actions" },
      element("button", { type: "button", class: "primary", "data-key": "choose", on: { click: () => chooseFiles(null) } }, "Choose files"),
      element("button", { type: "button", "data-key": "samples", on: { click: trySamples } }, "Try the sample documents")),
    element("p", { class: "soft small" }, "You can drop files anywhere on this page: PDF, Word, PowerPoint, Excel, mails, HTML, Markdown, notebooks, LaTeX, CSV and text."));
}

/** What a conversation begins with: a line in large letters, and what it means. */
function invitation(isAskable) {
  if (isAskable) return ["What would you like to know?", "Every statement of an answer carries the number of its source. Press it, and the page opens with the passage marked."];
  if (isAnythingThere()) return [NOTHING_TICKED, "Tick a collection under Documents to ask it, or add files to this conversation."];
  return ["Ask many documents at once", "Add reports, papers, contracts or notes, and ask. Every statement of an answer leads to the page it comes from."];
}

/** Once at a time. What has the focus is not disabled: it would lose it. */
async function trySamples() {
  if (areSamplesComing) return;
  areSamplesComing = true;
  try {
    await addSamples();
  } finally {
    areSamplesComing = false;
  }
}

/** What keeps the page from beginning, and the way to try again. */
export function hindered({ error, again }) {
  const wantsKey = error.status === 401;
  return element("div", { class: "empty" },
    element("h2", { class: "empty-title" }, wantsKey ? "This service asks for a key" : error.message),
    element("p", { class: "soft" }, wantsKey ? "Who runs it can give you one." : error.hint ?? ""),
    element("div", { class: "empty-actions" },
      element("button", { type: "button", class: "primary", "data-key": "again", on: { click: again } }, wantsKey ? "Give a key" : "Try again")));
}

function suggestions(ask) {
  return element("ul", { class: "suggestions", "aria-label": "Questions to try" }, store.samples.questions.map((question) =>
    element("li", {}, element("button", { type: "button", "data-key": question, on: { click: () => ask(question) } }, question, icon("right")))));
}
