// The conversations: listed, opened, renamed, deleted.

import { announce } from "./announce.js";
import { request, unlessGone } from "./api.js";
import { isAnswering, stopAnswering } from "./chat.js";
import { confirm, prompt } from "./dialogs.js";
import { byId, element, fill } from "./dom.js";
import { keepFocus } from "./focus.js";
import { icon } from "./icons.js";
import { store } from "./store.js";

const LONGEST_TITLE = 300;

/** The address of a conversation inside the page. */
export function addressOf(sessionId) {
  return `#/conversation/${encodeURIComponent(sessionId)}`;
}

/** @param {(error: Error) => void} showError tells a person of an error */
export function startSessions(showError) {
  const render = () => keepFocus(byId("sessions"), () => fill(byId("sessions"), rows(showError)));
  store.addEventListener("sessions", render);
  store.addEventListener("session", render);
}

function rows(showError) {
  const shown = store.sessions.filter(isShown);
  if (shown.length === 0) return [element("li", { class: "hint" }, "None yet.")];
  return shown.map((session) => row(session, showError));
}

/** Not one that was left without an answer and without files: nothing is in it. */
function isShown({ session_id: id, title, collection_id: files }) {
  return Boolean(title || files) || store.session?.session_id === id || isAnswering(id);
}

function row(session, showError) {
  const { session_id: id } = session;
  const title = store.titleOf(session) || "Untitled";
  const isCurrent = store.session?.session_id === id;
  const act = (name, label, work) => element("button", {
    type: "button", class: "plain icon-only", "aria-label": `${label} ${title}`, "data-key": `${label}-${id}`,
    on: { click: () => work(session, title).catch(showError) },
  }, icon(name));
  return element("li", { class: isCurrent ? "session current" : "session" },
    element("a", { href: addressOf(id), "aria-current": isCurrent ? "page" : null, title, "data-key": `session-${id}`, dir: "auto" }, title),
    act("pencil", "Rename", rename),
    act("trash", "Delete", remove));
}

async function rename({ session_id: id }, title) {
  const wanted = await prompt("Rename conversation", "Title", {
    value: title, longest: LONGEST_TITLE,
    save: (given) => given === title || request("PATCH", `sessions/${encodeURIComponent(id)}`, { title: given }),
  });
  if (wanted === null) return;
  await Promise.all([store.readSessions(), store.session?.session_id === id ? store.refreshSession() : null]);
}

async function remove({ session_id: id }, title) {
  const text = "With it go its answers, and the files that were added to this conversation only.";
  if (!(await confirm(`Delete “${title}”?`, text, "Delete conversation"))) return;
  // The service waits for an answer that is being given.
  stopAnswering(id);
  await request("DELETE", `sessions/${encodeURIComponent(id)}`).catch(unlessGone);
  if (store.session?.session_id === id) location.hash = "#/";
  await store.readSessions();
  announce("The conversation was deleted.");
}
