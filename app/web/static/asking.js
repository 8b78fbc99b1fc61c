// Questions that are being answered: asked, followed to their answer, stopped, and what can be done where they failed.

import { replaceAddress } from "./address.js";
import { announce } from "./announce.js";
import { ServiceError, events } from "./api.js";
import { byId, fill } from "./dom.js";
import { Exchange } from "./exchange.js";
import { giveBack, takeFromField } from "./field.js";
import { catchFocus } from "./focus.js";
import { shownAnswers } from "./said.js";
import { store } from "./store.js";
import { putAside } from "./tray.js";
import { askedIn, latestTurn, openAnew } from "./turns.js";
import { forgetQuestion, keepQuestion } from "./unanswered.js";
import { isSending } from "./upload.js";
import { closeViewer } from "./viewer.js";

const NEAR_END = 120;
const HEADING_ROOM = 20;
/** What fails sooner after it was asked again looks as if nothing had been done. */
const SEEN_MS = 600;
/** Questions that are being answered, by conversation: they go on while another conversation is looked at. */
const running = new Map();
/** The newest question whose conversation is not made yet. */
let starting = null;
let show = () => undefined;
/** Told when a question begins or ends to be answered. */
let tellChanged = () => undefined;
/** Told of a conversation that has got an answer. */
let tellAnswered = () => undefined;

/**
 * @param {(error: Error) => void} showError tells a person of an error
 * @param {{changed: () => void, answered: (sessionId: string) => void}} told when a question begins or ends to be
 *   answered, and when its conversation has got its answer
 */
export function startAsking(showError, { changed, answered }) {
  [show, tellChanged, tellAnswered] = [showError, changed, answered];
}

/**
 * Asks a question in the open conversation, which is made where there is none.
 * @param {Node|undefined} before what it is asked again for, which stands until it is asked
 */
export async function ask(question, before) {
  await store.opened();
  if (current()) return;
  const exchange = new Exchange(question, show);
  const controller = new AbortController();
  // Before anything is waited for: a second question would begin a conversation of its own.
  const asked = { exchange, controller, turn: latestTurn(), isAgain: before !== undefined, since: Date.now() };
  starting = asked;
  tellChanged();
  try {
    if (!(await isAskable(asked))) return;
    before?.remove();
    await answer(asked);
  } finally {
    if (starting === asked) starting = null;
    tellChanged();
  }
}

/** Whether there is anything to ask. Files may have been added since it was last looked at. */
async function isAskable({ turn }) {
  if (store.scope().count === 0) await Promise.all([store.readLibrary(), store.refreshSession()]).catch(show);
  if (turn !== latestTurn()) return false;
  if (store.scope().count > 0) return true;
  show(nothingToAsk());
  return false;
}

function nothingToAsk() {
  if (isSending()) return new ServiceError({ message: "Your files are still on their way.", hint: "Ask when they are there." });
  return new ServiceError({
    message: "There is nothing to ask yet.",
    hint: store.collections.length > 0 ? "Tick a collection under Documents, or add files." : "Add files, or try the sample documents.",
  });
}

async function answer(asked) {
  const { exchange, controller, isAgain, since } = asked;
  takeFromField(exchange.question);
  putAside();
  byId("conversation").querySelector(".empty")?.remove();
  byId("conversation").append(exchange.root);
  // What was pressed to ask may be gone.
  catchFocus();
  exchange.root.scrollIntoView({ block: "start" });
  announce("Searching the documents.");
  let id = store.session?.session_id ?? null;
  keepQuestion(id, exchange.question);
  // Who leaves the conversation and comes back, however soon, finds it.
  if (id !== null) running.set(id, asked);
  try {
    const session = await store.ensureSession();
    forgetQuestion(id);
    id = session.session_id;
    keepQuestion(id, exchange.question);
    running.set(id, asked);
    tellChanged();
    if (store.session?.session_id === id && store.scope().count === 0) throw nothingToAsk();
    await run(exchange, id, controller.signal);
    forgetQuestion(id);
  } catch (error) {
    if (isSettled(error)) forgetQuestion(id);
    if (isAgain) await new Promise((resolve) => setTimeout(resolve, since + SEEN_MS - Date.now()));
    fail(exchange, error, id, isAgain);
    return;
  } finally {
    if (running.get(id) === asked) running.delete(id);
  }
  tellAnswered(id);
}

/** Whether nobody waits for an answer any more: it was stopped, or is not to be asked there as it stands. */
function isSettled({ name, code }) {
  return name === "AbortError" || code === "invalid_request" || code === "conversation_gone";
}

function fail(exchange, error, sessionId, isAgain) {
  const isStopped = error.name === "AbortError";
  const way = { conversation_gone: ["Ask in a new conversation", () => askAnew(exchange.question)], invalid_request: null };
  const message = isAgain ? `It was asked again, without success. ${error.message}` : error.message;
  exchange.failed(
    isStopped ? "Stopped." : message,
    isStopped ? "Nothing of this question was kept." : error.hint,
    error.code in way ? way[error.code] : ["Ask again", () => ask(exchange.question, exchange.root)]);
  // What cannot be asked as it stands is there to be changed.
  if (error.code === "invalid_request") giveBack(exchange.question, sessionId);
  announce(isStopped ? "Stopped." : `That did not work. ${message}`);
  // Where the keyboard was left when what was pressed went; who has begun to write goes on.
  const field = byId("question");
  if (isAgain && document.activeElement === field && !field.value) exchange.root.querySelector(".problem button")?.focus();
}

/** Asks in a new conversation what cannot be asked in the open one any more. */
async function askAnew(question) {
  await closeViewer();
  replaceAddress(null);
  fill(byId("conversation"));
  openAnew();
  store.readSessions().catch(show);
  // Where it cannot be asked, it is there to be asked later.
  giveBack(question, null);
  return ask(question);
}

async function run(exchange, sessionId, signal) {
  const body = { question: exchange.question, session_id: sessionId };
  for await (const { name, data } of events("POST", "chat", body, signal)) {
    if (name === "trace") exchange.step(data);
    else if (name === "sources") exchange.sources(data);
    else if (name === "token") keepingEndInView(() => exchange.token(data.text));
    else if (name === "reset") exchange.reset();
    else if (name === "error") throw new ServiceError(data);
    else if (name === "done") {
      // A conversation that was opened meanwhile may show it already.
      shownAnswers().get(data.answer_id)?.remove();
      keepingEndInView(() => exchange.done(data, { sessionId, given: 0 }));
      exchange.announceAnswer(data);
      return;
    }
  }
  throw new ServiceError({ message: "The answer broke off.", hint: "Ask again; the log of the service may say why." });
}

/** Stops what is being answered in the conversation that the field asks in. */
export function stop() {
  current()?.controller.abort();
}

/** Whether a question has been asked whose conversation is not made yet. */
export function isBeginning() {
  return starting !== null;
}

/** What is shown of a question that is being answered in a conversation; undefined where there is none. */
export function shownOf(sessionId) {
  return running.get(sessionId)?.exchange.root;
}

/** Stops what is being answered in a conversation, and forgets what was not. */
export function stopAnswering(sessionId) {
  running.get(sessionId)?.controller.abort();
  forgetQuestion(sessionId);
}

/** Whether a question of a conversation is being answered. */
export function isAnswering(sessionId) {
  return running.has(sessionId);
}

/** The question that is being answered in the conversation that the field asks in. */
export function current() {
  return running.get(askedIn()) ?? (starting?.turn === latestTurn() ? starting : undefined);
}

/** Draws, and goes along with the end of the text where the reader was there; who has scrolled away is left alone. */
function keepingEndInView(draw) {
  const scroller = byId("scroller");
  const wasNear = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
  draw();
  if (wasNear) requestAnimationFrame(() => {
    const last = byId("conversation").lastElementChild;
    // The question stays in sight: of an answer longer than the window the beginning is read first.
    const most = last ? last.offsetTop - scroller.offsetTop - HEADING_ROOM : Infinity;
    scroller.scrollTop = Math.min(most, scroller.scrollHeight);
  });
}
