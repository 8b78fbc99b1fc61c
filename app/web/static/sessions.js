// The conversations: listed, opened, renamed, deleted.

import { addressOf } from "./address.js";
import { announce } from "./announce.js";
import { request, unlessGone } from "./api.js";
import { isAnswering, stopAnswering } from "./asking.js";
import { confirm, prompt } from "./dialogs.js";
import { byId, element, fill } from "./dom.js";
import { keepFocus } from "./focus.js";
import { icon } from "./icons.js";
import { drawUnpressed } from "./pressed.js";
import { store } from "./store.js";
import { closeViewer } from "./viewer.js";
import { counted, isolated } from "./words.js";

const LONGEST_TITLE = 300;
/** Of more, those with some words are looked for. */
const FEW_CONVERSATIONS = 12;
/** Who writes faster than this has not written all yet. */
const WRITING_MS = 200;
let isReadingMore = false;
/** The conversation that the list was scrolled to. */
let inSight = null;

/** @param {(error: Error) => void} showError tells a person of an error */
export function startSessions(showError) {
  const render = () => {
    keepFocus(byId("sessions"), () => fill(byId("sessions"), rows(showError)));
    showCurrent();
    const finder = byId("find-conversations");
    // Who has it, and who finds little, still needs it.
    finder.hidden &&= store.sessions.length <= FEW_CONVERSATIONS;
  };
  startFinder(showError);
  for (const what of ["sessions", "session"]) store.addEventListener(what, () => drawUnpressed(byId("sessions"), render));
}

function startFinder(showError) {
  const finder = byId("find-conversations");
  let writing;
  finder.addEventListener("input", () => {
    clearTimeout(writing);
    writing = setTimeout(() => find(finder.value.trim()).catch(showError), WRITING_MS);
  });
  // It empties the field, and closes nothing.
  finder.addEventListener("keydown", (event) => event.key === "Escape" && finder.value && event.stopPropagation());
}

async function find(words) {
  if (words === store.words) return;
  await store.findSessions(words);
  if (words === store.words) announce(`${counted(store.sessions.filter(isShown).length, "conversation")}.`);
}

/** Scrolls the list, and nothing else, to the open conversation; once, so that who looks through it is left alone. */
function showCurrent() {
  const list = byId("sessions");
  const current = list.querySelector(".current");
  const id = current && store.session.session_id;
  if (id === inSight) return;
  inSight = id;
  if (current === null) return;
  const [around, row] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (row.top < around.top || row.bottom > around.bottom) list.scrollTop += row.top - around.top - (around.height - row.height) / 2;
}

function rows(showError) {
  const shown = store.sessions.filter(isShown).map((session) => row(session, showError));
  if (store.hasMoreSessions) shown.push(moreRow(showError));
  return shown.length > 0 ? shown : [element("li", { class: "hint" }, store.words ? "None has these words." : "None yet.")];
}

function moreRow(showError) {
  return element("li", { class: "more" }, element("button", {
    type: "button", class: "small-button", "data-key": "more-sessions", on: { click: () => showMore().catch(showError) },
  }, isReadingMore ? "Reading…" : "Show older conversations"));
}

/** Lists older conversations; who went to them with the keyboard goes on with the first of them. */
async function showMore() {
  if (isReadingMore) return;
  isReadingMore = true;
  const known = new Set(store.sessions.map((each) => each.session_id));
  const older = () => store.sessions.filter((each) => isShown(each) && !known.has(each.session_id));
  store.tell("sessions");
  try {
    do await store.readMoreSessions();
    while (older().length === 0 && store.hasMoreSessions);
  } finally {
    isReadingMore = false;
    store.tell("sessions");
  }
  const [first] = older();
  announce(`${counted(older().length, "older conversation")}.`);
  const list = byId("sessions");
  const next = first && list.querySelector(`[data-key="${CSS.escape(`session-${first.session_id}`)}"]`);
  if (list.contains(document.activeElement)) next?.focus();
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
  const text = "With it go its answers, and the files that were added to this conversation only. This cannot be undone.";
  if (!(await confirm(`Delete “${isolated(title)}”?`, text, "Delete conversation"))) return;
  // The service waits for an answer that is being given.
  stopAnswering(id);
  await request("DELETE", `sessions/${encodeURIComponent(id)}`).catch(unlessGone);
  // Back does not lead to it again, nor to what was open beside it.
  if (store.session?.session_id === id) {
    await closeViewer();
    location.replace(addressOf(null));
  }
  await store.readSessions();
  announce("The conversation was deleted.");
}
