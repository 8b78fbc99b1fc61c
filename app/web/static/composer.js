// What is below the conversation: asks what is written in the field, stops that, and says what is asked.

import { announce } from "./announce.js";
import { ask, current, stop } from "./asking.js";
import { nothingIn } from "./beginning.js";
import { byId } from "./dom.js";
import { isInField, startField, written } from "./field.js";
import { store } from "./store.js";
import { isOpen, latestTurn } from "./turns.js";
import { counted, isolated, listed } from "./words.js";

const MOST_NAMES = 3;
/** Who waits longer than this for a conversation is told that the question waits as well. */
const SLOW_MS = 300;
const WILL_BE_ASKED = "Will be asked once the conversation is open";
/** The newest question that waits for its conversation to be open. */
let waiting = null;

/** @param {(error: Error) => void} showError tells a person of an error */
export function startComposer(showError) {
  const field = byId("question");
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    if (current()) {
      stop();
      field.focus();
    } else askWritten();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!current()) askWritten();
  });
  startField(showError);
  for (const what of ["library", "session"]) store.addEventListener(what, drawScope);
}

/** Asks what is in the field, in the conversation that it is for. Until it is asked, it stays in the field. */
async function askWritten() {
  const question = written();
  if (!question) return;
  const mine = { question, turn: isOpen() ? latestTurn() : null };
  waiting = mine;
  drawScope();
  const telling = setTimeout(() => announce(`${WILL_BE_ASKED}.`), SLOW_MS);
  try {
    if (store.hindrance) await store.hindrance.again();
    // What still hinders it is shown.
    if (!(await store.opened().then(() => true, () => false))) return;
    // Who has gone elsewhere meanwhile finds it in the field; who has pressed twice asks once; who has written
    // something else in its place wants it no more.
    if (waiting !== mine || (mine.turn ?? latestTurn()).id !== latestTurn().id || !isInField(question)) return;
  } finally {
    clearTimeout(telling);
    if (waiting === mine) {
      waiting = null;
      drawScope();
    }
  }
  await ask(question);
}

/** Shows what can be done now, and with what, in the conversation that the field asks in. */
export function drawComposer() {
  const isRunning = current() !== undefined;
  const send = byId("send");
  send.textContent = isRunning ? "Stop" : "Ask";
  send.classList.toggle("stop", isRunning);
  drawScope();
}

function drawScope() {
  const { names, count, unread } = store.scope();
  const some = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
  const scope = byId("scope");
  const isWaiting = waiting !== null && (waiting.turn ?? latestTurn()) === latestTurn();
  scope.textContent = isWaiting ? WILL_BE_ASKED : count > 0 ? `Asks ${counted(count, "document")}: ${listed(some.map(isolated))}` : nothingIn();
  if (unread > 0 && !isWaiting) scope.append(`; ${unread.toLocaleString("en")} still being read`);
  scope.title = scope.textContent;
}
