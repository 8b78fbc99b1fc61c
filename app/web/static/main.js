// Puts the page together and shows what its address names.

import { addressed, beginAddress, isBelow, replaceAddress } from "./address.js";
import { announce } from "./announce.js";
import { keepKey, hasKey, onKeyNeeded } from "./api.js";
import { startDrawer, startTheme } from "./appearance.js";
import { catchUp, showConversation, showHindrance, showPlace, startChat } from "./chat.js";
import { prompt } from "./dialogs.js";
import { byId, element } from "./dom.js";
import { catchFocus } from "./focus.js";
import { icon } from "./icons.js";
import { startLibrary } from "./library.js";
import { startSessions } from "./sessions.js";
import { store } from "./store.js";
import { isOpen, isShowing } from "./turns.js";
import { followUnfinished, startUploads } from "./upload.js";
import { leaveViewer, startViewer } from "./viewer.js";

const NOWHERE = { sessionId: null, place: null };
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

async function showAddress() {
  document.querySelector(".toast")?.remove();
  const { sessionId: id, place } = addressed() ?? NOWHERE;
  // Who has gone elsewhere meanwhile wants to know no more.
  const isWanted = () => (addressed() ?? NOWHERE).sessionId === id;
  try {
    await showConversation(id);
    if (isWanted()) await showPlace(place);
  } catch (error) {
    if (!isWanted()) return;
    if (error.code === "not_found") {
      replaceAddress(null);
      await showConversation(null);
      error.message = "This conversation is not there any more.";
      error.hint = "It was deleted, or belongs to somebody else.";
    } else if (isOpen()) {
      // What was shown still is, and so is its address.
      replaceAddress(store.session?.session_id ?? null);
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
  if (store.session !== null) beginAddress(store.session.session_id);
}

/** Shows what the address names since it changed: perhaps something else beside the same conversation. */
function followAddress() {
  const named = addressed();
  // What the page begins with is what its address names then; a place on the page leaves what is shown as it is.
  if (!isBegun || named === null) return;
  const id = store.session?.session_id ?? null;
  if (named.sessionId === null && isBelow(id)) replaceAddress(id);
  if (!isShowing(addressed().sessionId)) showAddress();
  else if (named.place === null) leaveViewer();
  else showPlace(named.place);
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
    if (addressed()?.sessionId === null && byId("conversation").querySelector(".exchange")) showAddress();
    announce("New conversation.");
    byId("question").focus();
  });
  store.addEventListener("session", keepAddress);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isBegun) lookAgain();
  });
  addEventListener("hashchange", followAddress);
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
