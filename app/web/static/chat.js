// The open conversation: what was said in it, what is being answered, and the field that asks.

import { addressed, replaceAddress } from "./address.js";
import { announce } from "./announce.js";
import { ServiceError, events, request, requestAll } from "./api.js";
import { beginning, hindered, nothingIn } from "./beginning.js";
import { placeCited } from "./citations.js";
import { byId, fill } from "./dom.js";
import { keepDraft, takeDraft, writeDrafts } from "./drafts.js";
import { Exchange } from "./exchange.js";
import { catchFocus, keepFocus } from "./focus.js";
import { documentsOf, store } from "./store.js";
import { putAside } from "./tray.js";
import { forgetQuestion, keepQuestion, unanswered } from "./unanswered.js";
import { isSending } from "./upload.js";
import { closeViewer, leaveViewer, openAddressed } from "./viewer.js";
import { counted, isolated, listed } from "./words.js";

const NEAR_END = 120;
const HEADING_ROOM = 20;
const MOST_NAMES = 3;
/** Who waits longer than this for a conversation sees that it is being read. */
const SLOW_MS = 300;
/** What fails sooner after it was asked again looks as if nothing had been done. */
const SEEN_MS = 600;
const WILL_BE_ASKED = "Will be asked once the conversation is open";
/** Questions that are being answered, by conversation: they go on while another conversation is looked at. */
const running = new Map();
/** The newest question whose conversation is not made yet. */
let starting = null;
/** What is being opened, or was last, and what is shown: told apart from what was opened before and after it. */
let latest = { id: null };
let shown = latest;
/** The newest question that waits for its conversation to be open. */
let waiting = null;
let isAnythingOpen = false;
/** What keeps the page from beginning, and the way to try again. */
let hindrance = null;
let show = () => undefined;
let telling = 0;
let markShown;
/** Until something is shown, nothing can be asked: a conversation that comes later would take the question's place. */
store.opening = new Promise((resolve) => {
  markShown = resolve;
});

/** @param {(error: Error) => void} showError tells a person of an error */
export function startChat(showError) {
  show = showError;
  tellReading();
  const field = byId("question");
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    if (current()) stop();
    else askTyped();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!current()) askTyped();
  });
  field.addEventListener("input", fit);
  addEventListener("resize", fit);
  // Not every browser tells that a page goes; all tell that it is not seen any more.
  for (const [on, event] of [[document, "visibilitychange"], [window, "pagehide"]]) {
    on.addEventListener(event, () => writeDrafts(fieldOf(), field.value));
  }
  field.addEventListener("paste", (event) => {
    const room = field.maxLength - field.value.length + field.selectionEnd - field.selectionStart;
    if (event.clipboardData.getData("text/plain").length <= room) return;
    show(new ServiceError({ message: `A question has at most ${field.maxLength.toLocaleString("en")} characters.`, hint: "The rest was left out." }));
  });
  for (const what of ["library", "session"]) store.addEventListener(what, () => {
    drawScope();
    drawEmpty();
  });
}

/** Shows a conversation, or an empty one. */
export async function showConversation(sessionId) {
  tellReading();
  const opening = open(sessionId);
  const settled = opening.catch(() => undefined);
  store.opening = settled;
  try {
    await opening;
    markShown();
  } finally {
    if (store.opening === settled) tellRead();
  }
}

function tellReading() {
  clearTimeout(telling);
  telling = setTimeout(() => byId("conversation").setAttribute("aria-busy", "true"), SLOW_MS);
}

function tellRead() {
  clearTimeout(telling);
  byId("conversation").removeAttribute("aria-busy");
}

async function open(sessionId) {
  leaveViewer();
  const turn = { id: sessionId };
  goTo(turn);
  if (sessionId === null) {
    // Where the page begins, what it was left with comes first; who wants a new conversation later wants it empty.
    if (isAnythingOpen && starting === null) forgetQuestion(null);
    const question = isAnythingOpen ? null : unanswered(null);
    openInStore(turn, null);
    fill(byId("conversation"), question === null ? null : withoutAnswer(question));
    settle();
    return;
  }
  let read;
  try {
    read = await readConversation(sessionId);
  } catch (error) {
    // What was shown still is: what is written now is for it again.
    if (turn === latest && isAnythingOpen) goTo(shown);
    throw error;
  }
  // Another one may have been opened meanwhile, or gone to: the browser tells of a new address a moment later.
  const named = addressed();
  if (turn !== latest || (named !== null && named.sessionId !== sessionId)) return;
  const { session, said, documents } = read;
  const isPressed = isAnythingOpen;
  openInStore(turn, session, documents);
  if (isPressed) announce(`${store.titleOf(session) || "Conversation"}: ${counted(said.length, "answer")}.`);
  fill(byId("conversation"), said.map(drawSaid));
  const unfinished = running.get(sessionId)?.exchange.root ?? leftQuestion(sessionId, said.at(-1)?.message);
  if (unfinished) byId("conversation").append(unfinished);
  settle();
  byId("scroller").scrollTop = byId("scroller").scrollHeight;
}

/** Whether this conversation is open, and no other is being opened. */
export function isShowing(sessionId) {
  return isAnythingOpen && latest === shown && (store.session?.session_id ?? null) === sessionId;
}

/** Shows what an address names beside the open conversation: an answer, a source of it, or a document. */
export async function showPlace(place) {
  if (place === null) return;
  const { answer, source, document: documentId, page = 1 } = place;
  const root = answer && shownAnswers().get(answer);
  const cited = root && source ? placeCited(place, root) : undefined;
  root?.scrollIntoView({ block: "start" });
  if (cited) await openAddressed(cited, root.querySelector(`[data-source="${source}"]`));
  else if (!answer) await openAddressed({ documentId, fileName: store.fileName(documentId) ?? "", page }, null);
  else leaveViewer();
  if (!answer || cited || (root && !source)) return;
  replaceAddress(store.session?.session_id ?? null);
  show(new ServiceError({ message: root ? `This answer has no source ${source}.` : "This answer is not there any more.", hint: "The link may be incomplete." }));
}

async function readConversation(sessionId) {
  const reading = readSaid(sessionId);
  // Told by what is awaited last.
  reading.catch(() => undefined);
  const session = await store.sessionOf(sessionId);
  const documents = session.collection_id ? documentsOf(session.collection_id) : null;
  const [said, own] = await Promise.all([reading, documents]);
  return { session, said, documents: own };
}

function pathOf(sessionId) {
  return `sessions/${encodeURIComponent(sessionId)}`;
}

/** What was asked and answered in a conversation, each with the thumb that was given. */
async function readSaid(sessionId) {
  const [messages, feedback] = await Promise.all([
    requestAll(`${pathOf(sessionId)}/messages`, "messages", { limit: 100 }),
    requestAll("feedback", "feedback", { session_id: sessionId, limit: 1000 }),
  ]);
  const given = new Map(feedback.map((each) => [each.answer_id, each.value]));
  return messages.map((message) => ({ message, sessionId, given: given.get(message.answer_id) ?? 0 }));
}

function drawSaid({ message, ...about }) {
  const exchange = new Exchange(message.question, show);
  exchange.done(message, about);
  return exchange.root;
}

/** Reads the open conversation anew, and shows what was said in it elsewhere; what is shown is not touched. */
export async function catchUp() {
  await store.opened();
  if (store.session === null) return;
  const { session_id: sessionId } = store.session;
  await store.refreshSession();
  const { total } = await request("GET", `${pathOf(sessionId)}/messages?limit=1`);
  if (total === shownAnswers().size) return;
  const said = await readSaid(sessionId);
  // While something is answered it is not known whether that is said already; afterwards this is done again.
  if (store.session?.session_id !== sessionId || running.has(sessionId)) return;
  const shown = shownAnswers();
  const conversation = byId("conversation");
  conversation.querySelector(".empty")?.remove();
  let next = null;
  let count = 0;
  for (const each of said.reverse()) {
    let root = shown.get(each.message.answer_id);
    if (root === undefined) {
      root = drawSaid(each);
      conversation.insertBefore(root, next);
      count += 1;
    }
    next = root;
  }
  if (count > 0) announce(`${counted(count, "new answer")} in this conversation.`);
}

/** What is shown of the open conversation, by the ids of its answers. */
function shownAnswers() {
  return new Map([...byId("conversation").querySelectorAll("[data-answer]")].map((root) => [root.dataset.answer, root]));
}

/** The question that a conversation was left with; null where there is none, or where its answer came all the same. */
function leftQuestion(sessionId, newest) {
  const question = unanswered(sessionId);
  if (question !== null && question === newest?.question) forgetQuestion(sessionId);
  return unanswered(sessionId) === null ? null : withoutAnswer(question);
}

function withoutAnswer(question) {
  const exchange = new Exchange(question, show);
  exchange.failed(
    "This question has no answer.",
    "The page was left, or something went wrong, before it was there. Nothing of this question was kept.",
    ["Ask again", () => again(exchange)]);
  return exchange.root;
}

/**
 * Takes the field to another conversation, with what was written in it before, as soon as it is wanted: what is written
 * while it is read is for it. At first, what was written meanwhile is.
 */
function goTo(turn) {
  const field = byId("question");
  if (isAnythingOpen) keepDraft(fieldOf(), field.value);
  latest = turn;
  const draft = takeDraft(fieldOf());
  if (isAnythingOpen || !field.value) field.value = draft;
  fit();
  settle();
}

/** The conversation that the field asks in; null in a new one. */
function fieldOf() {
  return latest === shown ? store.session?.session_id ?? null : latest.id;
}

function openInStore(turn, session, documents) {
  isAnythingOpen = true;
  hindrance = store.hindrance = null;
  shown = turn;
  store.open(session, documents);
}

/** Whether anything was opened since the page was loaded. */
export function isOpen() {
  return isAnythingOpen;
}

/**
 * Shows, where nothing has been opened or asked, what keeps the page from beginning.
 * @param {() => Promise<void>} again tries once more
 */
export function showHindrance(error, again) {
  hindrance = { error, again };
  store.hindrance = error;
  markShown();
  tellRead();
  drawEmpty();
}

/** Asks what is in the field, in the conversation that it is for. Until it is asked, it stays in the field. */
async function askTyped() {
  const question = byId("question").value.trim();
  if (!question) return;
  const mine = { question, turn: isAnythingOpen ? latest : null };
  waiting = mine;
  drawScope();
  const telling = setTimeout(() => announce(`${WILL_BE_ASKED}.`), SLOW_MS);
  try {
    if (hindrance) await hindrance.again();
    // What still hinders it is shown.
    if (!(await store.opened().then(() => true, () => false))) return;
    // Who has gone elsewhere meanwhile finds it in the field; who has pressed twice asks once; who has written
    // something else in its place wants it no more.
    if (waiting !== mine || (mine.turn ?? latest).id !== latest.id || !isInField(question)) return;
  } finally {
    clearTimeout(telling);
    if (waiting === mine) {
      waiting = null;
      drawScope();
    }
  }
  await ask(question);
}

/** Whether the field still has this question, perhaps with the next one begun behind it. */
function isInField(question) {
  return byId("question").value.trimStart().startsWith(question);
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
  const asked = { exchange, controller, turn: latest, isAgain: before !== undefined, since: Date.now() };
  starting = asked;
  settle();
  try {
    if (!(await isAskable(asked))) return;
    before?.remove();
    await answer(asked);
  } finally {
    if (starting === asked) starting = null;
    settle();
  }
}

/** Whether there is anything to ask. Files may have been added since it was last looked at. */
async function isAskable({ turn }) {
  if (store.scope().count === 0) await Promise.all([store.readLibrary(), store.refreshSession()]).catch(show);
  if (turn !== latest) return false;
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
    settle();
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
  Promise.all([store.readSessions(), catchUpWith(id)]).catch(show);
}

/** Whether nobody waits for an answer any more: it was stopped, or is not to be asked there as it stands. */
function isSettled({ name, code }) {
  return name === "AbortError" || code === "invalid_request" || code === "conversation_gone";
}

/** A conversation that was opened while its answer came may have been read before that was kept. */
async function catchUpWith(sessionId) {
  await store.opened();
  if (store.session?.session_id === sessionId) await catchUp();
}

/** What is asked is not in the field any more; what was written after it, or for another question, stays. */
function takeFromField(question) {
  const field = byId("question");
  if (isInField(question)) field.value = field.value.trimStart().slice(question.length).trimStart();
  fit();
}

function fail(exchange, error, sessionId, isAgain) {
  const isStopped = error.name === "AbortError";
  const way = { conversation_gone: ["Ask in a new conversation", () => askAnew(exchange.question)], invalid_request: null };
  const message = isAgain ? `It was asked again, without success. ${error.message}` : error.message;
  exchange.failed(
    isStopped ? "Stopped." : message,
    isStopped ? "Nothing of this question was kept." : error.hint,
    error.code in way ? way[error.code] : ["Ask again", () => again(exchange)]);
  // What cannot be asked as it stands is there to be changed.
  if (error.code === "invalid_request") giveBack(exchange.question, sessionId);
  announce(isStopped ? "Stopped." : `That did not work. ${message}`);
  // Where the keyboard was left when what was pressed went; who has begun to write goes on.
  const field = byId("question");
  if (isAgain && document.activeElement === field && !field.value) exchange.root.querySelector(".problem button")?.focus();
}

/** Has a question in the field of its conversation again, where nothing else was written there. */
function giveBack(question, sessionId) {
  const field = byId("question");
  const isHere = fieldOf() === sessionId;
  const written = isHere ? field.value : takeDraft(sessionId);
  if (!isHere) keepDraft(sessionId, written || question);
  else if (!written) field.value = question;
  fit();
}

/** Asks in a new conversation what cannot be asked in the open one any more. */
async function askAnew(question) {
  await closeViewer();
  shown = latest = { id: null };
  replaceAddress(null);
  fill(byId("conversation"));
  store.openAnew();
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

function again(exchange) {
  ask(exchange.question, exchange.root);
}

function stop() {
  current()?.controller.abort();
  byId("question").focus();
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
function current() {
  return running.get(fieldOf()) ?? (starting?.turn === latest ? starting : undefined);
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

function settle() {
  const isRunning = current() !== undefined;
  const send = byId("send");
  send.textContent = isRunning ? "Stop" : "Ask";
  send.classList.toggle("stop", isRunning);
  drawScope();
  drawEmpty();
}

function drawScope() {
  const { names, count, unread } = store.scope();
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
  const scope = byId("scope");
  const isWaiting = waiting !== null && (waiting.turn ?? latest) === latest;
  scope.textContent = isWaiting ? WILL_BE_ASKED : count > 0 ? `Asks ${counted(count, "document")}: ${listed(shown.map(isolated))}` : nothingIn();
  if (unread > 0 && !isWaiting) scope.append(`; ${unread.toLocaleString("en")} still being read`);
  scope.title = scope.textContent;
  const title = store.titleOf(store.session);
  byId("conversation-title").textContent = title;
  document.title = title ? `${title} · Sheaf` : "Sheaf";
}

/** What can be done where nothing has been asked. */
function drawEmpty() {
  const conversation = byId("conversation");
  // Before anything is open it is not known whether anything was asked.
  if (conversation.querySelector(".exchange") || !(isAnythingOpen || hindrance)) return;
  keepFocus(conversation, () => fill(conversation, hindrance ? hindered(hindrance) : beginning(ask)));
}

/** Makes the field as high as what is in it, where the browser does not do so by itself. */
function fit() {
  if (CSS.supports("field-sizing", "content")) return;
  const field = byId("question");
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
