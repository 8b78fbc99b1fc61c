// The open conversation: what was said in it, what is being answered, and the field that asks.

import { announce } from "./announce.js";
import { ServiceError, events, request, requestAll } from "./api.js";
import { byId, element, fill } from "./dom.js";
import { Exchange } from "./exchange.js";
import { catchFocus, keepFocus } from "./focus.js";
import { icon } from "./icons.js";
import { store } from "./store.js";
import { foldFinished } from "./tray.js";
import { forgetQuestion, keepQuestion, unanswered } from "./unanswered.js";
import { addSamples, chooseFiles, isSending } from "./upload.js";
import { closeViewer } from "./viewer.js";
import { counted, isolated, listed } from "./words.js";

const NEAR_END = 120;
const HEADING_ROOM = 20;
const MOST_NAMES = 3;
/** Who waits longer than this for a conversation sees that it is being read. */
const SLOW_MS = 300;
/** Questions that are being answered, by conversation: they go on while another conversation is looked at. */
const running = new Map();
/** The newest question whose conversation is not made yet. */
let starting = null;
/** What was written and not asked, by conversation. */
const drafts = new Map();
let isAnythingOpen = false;
let areSamplesComing = false;
/** What keeps the page from beginning, and the way to try again. */
let hindrance = null;
let show = () => undefined;
let latest = 0;
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
    else ask(field.value.trim());
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!current()) ask(field.value.trim());
  });
  field.addEventListener("input", fit);
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
  } finally {
    markShown();
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
  closeViewer();
  latest += 1;
  const turn = latest;
  if (sessionId === null) {
    // Where the page begins, what it was left with comes first; who wants a new conversation later wants it empty.
    if (isAnythingOpen && starting === null) forgetQuestion(null);
    const question = isAnythingOpen ? null : unanswered(null);
    await openInStore(null);
    fill(byId("conversation"), question === null ? null : withoutAnswer(question));
    settle();
    return;
  }
  const [session, said] = await Promise.all([request("GET", pathOf(sessionId)), readSaid(sessionId)]);
  // Another one may have been opened meanwhile.
  if (turn !== latest) return;
  const isPressed = isAnythingOpen;
  await openInStore(session);
  if (turn !== latest) return;
  if (isPressed) announce(`${store.titleOf(session) || "Conversation"}: ${counted(said.length, "answer")}.`);
  fill(byId("conversation"), said.map(drawSaid));
  const unfinished = running.get(sessionId)?.exchange.root ?? leftQuestion(sessionId, said.at(-1)?.message);
  if (unfinished) byId("conversation").append(unfinished);
  settle();
  byId("scroller").scrollTop = byId("scroller").scrollHeight;
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
    "The page was left, or the connection broke off, before it was there. Nothing of this question was kept.",
    ["Ask again", () => again(exchange)]);
  return exchange.root;
}

/** Opens a conversation with what was written in it before. At first, what was written meanwhile is for it. */
function openInStore(session) {
  const field = byId("question");
  if (isAnythingOpen) {
    const wanted = session?.session_id ?? null;
    drafts.set(store.session?.session_id ?? null, field.value);
    field.value = drafts.get(wanted) ?? "";
    drafts.delete(wanted);
    fit();
  }
  isAnythingOpen = true;
  return store.open(session);
}

/**
 * Shows, where nothing has been asked, what keeps the page from beginning; null takes it away.
 * @param {(() => void)|undefined} again tries once more
 */
export async function showHindrance(error, again) {
  hindrance = error && { error, again };
  if (error) await showConversation(null);
  else drawEmpty();
}

/** Asks a question in the open conversation, which is made where there is none. */
export async function ask(question) {
  if (!question) return;
  await store.opened();
  if (current()) return;
  const exchange = new Exchange(question, show);
  const controller = new AbortController();
  // Before anything is waited for: a second question would begin a conversation of its own.
  const asked = { exchange, controller, turn: latest };
  starting = asked;
  settle();
  try {
    if (await isAskable(asked)) await answer(asked);
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
  const { exchange, controller } = asked;
  const field = byId("question");
  field.value = "";
  fit();
  foldFinished();
  byId("conversation").querySelector(".empty")?.remove();
  byId("conversation").append(exchange.root);
  // What was pressed to ask may be gone.
  catchFocus();
  exchange.root.scrollIntoView({ block: "start" });
  announce("Searching the documents.");
  let id = store.session?.session_id ?? null;
  keepQuestion(id, exchange.question);
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
    // Browsers break connections off when a page is left.
    if (error.code !== "unreachable") forgetQuestion(id);
    fail(exchange, error);
    return;
  } finally {
    if (running.get(id) === asked) running.delete(id);
  }
  const isOpen = store.session?.session_id === id;
  Promise.all([store.readSessions(), isOpen ? catchUp() : null]).catch(show);
}

function fail(exchange, error) {
  const isStopped = error.name === "AbortError";
  const way = { conversation_gone: ["Ask in a new conversation", () => askAnew(exchange.question)], invalid_request: null };
  exchange.failed(
    isStopped ? "Stopped." : error.message,
    isStopped ? "Nothing of this question was kept." : error.hint,
    error.code in way ? way[error.code] : ["Ask again", () => again(exchange)]);
  // What cannot be asked as it stands is there to be changed.
  const field = byId("question");
  if (error.code === "invalid_request" && exchange.root.isConnected && !field.value) {
    field.value = exchange.question;
    fit();
  }
  announce(isStopped ? "Stopped." : `That did not work. ${error.message}`);
}

/** Asks in a new conversation what cannot be asked in the open one any more. */
function askAnew(question) {
  latest += 1;
  history.replaceState(null, "", "#/");
  fill(byId("conversation"));
  store.openAnew();
  store.readSessions().catch(show);
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
      keepingEndInView(() => exchange.done(data, { sessionId, given: 0 }));
      exchange.announceAnswer(data);
      return;
    }
  }
  throw new ServiceError({ message: "The answer broke off.", hint: "Ask again; the log of the service may say why." });
}

function again(exchange) {
  if (current()) return;
  exchange.root.remove();
  ask(exchange.question);
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

/** The question of the open conversation that is being answered. */
function current() {
  return running.get(store.session?.session_id) ?? (starting?.turn === latest ? starting : undefined);
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
  scope.textContent = count > 0 ? `Asks ${counted(count, "document")}: ${listed(shown.map(isolated))}` : "Nothing is asked yet";
  if (unread > 0) scope.append(`; ${unread.toLocaleString("en")} still being read`);
  scope.title = scope.textContent;
  const title = store.titleOf(store.session);
  byId("conversation-title").textContent = title;
  document.title = title ? `${title} · Sheaf` : "Sheaf";
}

/** What can be done where nothing has been asked. */
function drawEmpty() {
  const conversation = byId("conversation");
  // Before anything is open it is not known whether anything was asked.
  if (conversation.querySelector(".exchange") || !isAnythingOpen) return;
  keepFocus(conversation, () => fill(conversation, hindrance ? hindered(hindrance) : beginning()));
}

function beginning() {
  const { count } = store.scope();
  const samples = store.collections.find((each) => each.name === store.samples?.collection);
  const isAskable = samples !== undefined && store.selected.has(samples.collection_id) && samples.document_count > 0;
  return element("div", { class: "empty" },
    element("p", { class: "empty-title" }, count > 0 ? "What would you like to know?" : "Ask many documents at once"),
    element("p", { class: "soft" }, count > 0
      ? "Every statement of an answer carries the number of its source. Press it, and the page opens with the passage marked."
      : "Add reports, papers, contracts or notes, and ask. Every statement of an answer leads to the page it comes from."),
    isAskable ? suggestions() : null,
    count > 0 ? null : element("div", { class: "empty-actions" },
      element("button", { type: "button", class: "primary", "data-key": "choose", on: { click: () => chooseFiles(null) } }, "Choose files"),
      element("button", { type: "button", "data-key": "samples", on: { click: trySamples } }, "Try the sample documents")),
    element("p", { class: "soft small" }, "You can drop files anywhere on this page: PDF, Word, PowerPoint, Excel, mails, HTML, Markdown, notebooks, LaTeX, CSV and text."));
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

function hindered({ error, again }) {
  const wantsKey = error.status === 401;
  return element("div", { class: "empty" },
    element("p", { class: "empty-title" }, wantsKey ? "This service asks for a key" : error.message),
    element("p", { class: "soft" }, wantsKey ? "Who runs it can give you one." : error.hint ?? ""),
    element("div", { class: "empty-actions" },
      element("button", { type: "button", class: "primary", "data-key": "again", on: { click: again } }, wantsKey ? "Give a key" : "Try again")));
}

function suggestions() {
  return element("ul", { class: "suggestions", "aria-label": "Questions to try" }, store.samples.questions.map((question) =>
    element("li", {}, element("button", { type: "button", "data-key": question, on: { click: () => ask(question) } }, question, icon("right")))));
}

function fit() {
  const field = byId("question");
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, innerHeight / 3)}px`;
}
