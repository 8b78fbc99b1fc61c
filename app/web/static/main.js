// Puts the page together and shows what its address names.

import { announce } from "./announce.js";
import { keepKey, hasKey, onKeyNeeded } from "./api.js";
import { startDrawer, startTheme } from "./appearance.js";
import { catchUp, isOpen, showConversation, showHindrance, startChat } from "./chat.js";
import { prompt } from "./dialogs.js";
import { byId, element } from "./dom.js";
import { catchFocus } from "./focus.js";
import { icon } from "./icons.js";
import { startLibrary } from "./library.js";
import { addressOf, startSessions } from "./sessions.js";
import { store } from "./store.js";
import { followUnfinished, startUploads } from "./upload.js";
import { startViewer } from "./viewer.js";

const ADDRESS = /^#\/conversation\/(.+)$/;
const EMPTY = "#/";
let askingForKey = null;
let beginning = null;
let isBegun = false;
/** The conversation of which it was told that it is gone. */
let gone = null;

/** Tells a person of an error, in words, with what helps. */
function showError(error) {
  if (error.name === "AbortError") return;
  const { message, hint = "" } = error.status === 401 ? { message: "This service asks for a key." } : error;
  document.querySelector(".toast")?.remove();
  const toast = element("div", { class: "toast problem", role: "alert" },
    icon("alert"),
    element("p", {}, message, " ", element("span", { class: "soft" }, hint)),
    element("button", {
      type: "button", class: "plain icon-only", "aria-label": "Dismiss",
      on: { click: () => { toast.remove(); catchFocus(); } },
    }, icon("close")));
  document.body.append(toast);
}

/** One question for the key at a time, whoever needs it. */
function askForKey(error) {
  askingForKey ??= prompt("This service asks for a key", "Key", {
    text: hasKey() ? `${error.message} ${error.hint}` : "It is kept in this tab only, until you close it.",
    type: "password", action: "Continue",
  }).then((key) => {
    if (!key) return false;
    keepKey(key);
    // Whoever needed it, the page begins with it.
    if (!isBegun && beginning === null) begin();
    return true;
  }).finally(() => {
    askingForKey = null;
  });
  return askingForKey;
}

/** The conversation that the address names; null where it names none. */
function addressed() {
  const [, id] = location.hash.match(ADDRESS) ?? [];
  try {
    return id === undefined ? null : decodeURIComponent(id);
  } catch {
    // Cut off in the middle of a letter: no conversation has such an address.
    return id;
  }
}

async function showAddress() {
  document.querySelector(".toast")?.remove();
  const id = addressed();
  try {
    await showConversation(id);
  } catch (error) {
    // Who has gone elsewhere meanwhile wants to know no more.
    if (addressed() !== id) return;
    if (error.code === "not_found") {
      history.replaceState(null, "", EMPTY);
      await showConversation(null);
      error.message = "This conversation is not there any more.";
      error.hint = "It was deleted, or belongs to somebody else.";
    } else if (isOpen()) {
      // What was shown still is, and so is its address.
      history.replaceState(null, "", store.session ? addressOf(store.session.session_id) : EMPTY);
    } else {
      showHindrance(error, showAddress);
      return;
    }
    showError(error);
  }
  // What tried again is gone.
  catchFocus();
}

/** A conversation that was just begun, by a question or a file, is the one that a reload shows. */
function keepAddress() {
  if (store.session === null || ADDRESS.test(location.hash)) return;
  history.replaceState(null, "", addressOf(store.session.session_id));
}

/** Another window, or another program, may have changed something meanwhile. */
async function lookAgain() {
  const id = store.session?.session_id;
  try {
    await Promise.all([store.readLibrary(), store.readSessions(), catchUp()]);
  } catch (error) {
    // Nobody has asked for anything: what fails otherwise is told when somebody does.
    if (error.code !== "conversation_gone" || store.session?.session_id !== id || gone === id) return;
    gone = id;
    showError(error);
  }
}

async function start() {
  onKeyNeeded(askForKey);
  startTheme();
  startDrawer();
  startViewer();
  startLibrary(showError);
  startSessions(showError);
  startUploads(showError);
  startChat(showError);
  byId("add-files").append(icon("attach"), element("span", {}, "Add files"));
  byId("new-conversation").addEventListener("click", () => {
    // No other address, so nothing would tell of it: what was asked in vain goes all the same.
    if (location.hash === EMPTY && byId("conversation").querySelector(".exchange")) showAddress();
    announce("New conversation.");
    byId("question").focus();
  });
  store.addEventListener("session", keepAddress);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isBegun) lookAgain();
  });
  addEventListener("hashchange", () => {
    // What the page begins with is what its address names then.
    if (!isBegun) return;
    // Other addresses are places on the page, and leave what is shown as it is.
    if (ADDRESS.test(location.hash) || ["", EMPTY].includes(location.hash)) showAddress();
  });
  for (const link of document.querySelectorAll(".skip, .skip-side")) link.addEventListener("click", (event) => {
    // Followed, the link would take the address of the conversation away.
    event.preventDefault();
    byId(link.hash.slice(1)).focus();
  });
  begin();
}

/** Reads what the page is made of and shows what its address names; can be done again where it went wrong. */
function begin() {
  beginning ??= readAll().finally(() => {
    beginning = null;
  });
  return beginning;
}

async function readAll() {
  try {
    // The first alone: where a key is needed it is asked for once.
    await store.readSamples();
    await Promise.all([store.readLibrary(), store.readSessions()]);
    isBegun = true;
  } catch (error) {
    showHindrance(error, begin);
    return;
  }
  await showAddress();
  followUnfinished().catch(showError);
}

start();
