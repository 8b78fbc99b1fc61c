// Which conversation is open, and which is being opened: what is written and asked is for the latter.

import { store } from "./store.js";

/** What is being opened, or was last, and what is shown: told apart from what was opened before and after it. */
let latest = { id: null };
let shown = latest;
let isAnythingOpen = false;

/** The newest turn to a conversation. Two turns to the same one are not the same. */
export function latestTurn() {
  return latest;
}

/** The turn to what is shown. */
export function shownTurn() {
  return shown;
}

/** Turns to a conversation; what was open is shown until it is opened. */
export function turnTo(turn) {
  latest = turn;
}

/** Opens the conversation of a turn; see `store.open`. */
export function openTurn(turn, session, documents) {
  isAnythingOpen = true;
  store.hindrance = null;
  shown = turn;
  store.open(session, documents);
}

/** Opens a new conversation that asks what the open one did. */
export function openAnew() {
  shown = latest = { id: null };
  store.openAnew();
}

/** Whether anything was opened since the page was loaded. */
export function isOpen() {
  return isAnythingOpen;
}

/** Whether this conversation is open, and no other is being opened. */
export function isShowing(sessionId) {
  return isAnythingOpen && latest === shown && (store.session?.session_id ?? null) === sessionId;
}

/** The conversation that the field asks in; null in a new one. */
export function askedIn() {
  return latest === shown ? store.session?.session_id ?? null : latest.id;
}
