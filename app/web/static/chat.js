// The open conversation: opened, read again when something may have come to it, and what its address names.

import { addressed, replaceAddress } from "./address.js";
import { announce } from "./announce.js";
import { ServiceError } from "./api.js";
import { ask, isAnswering, isBeginning, shownOf, startAsking } from "./asking.js";
import { beginning, hindered } from "./beginning.js";
import { placeCited } from "./citations.js";
import { drawComposer, startComposer } from "./composer.js";
import { byId, fill } from "./dom.js";
import { Exchange } from "./exchange.js";
import { takeFieldTo } from "./field.js";
import { keepFocus } from "./focus.js";
import { drawUnpressed } from "./pressed.js";
import { countSaid, drawSaid, readSaid, showMissing, shownAnswers } from "./said.js";
import { documentsOf, store } from "./store.js";
import { isOpen, latestTurn, openTurn, shownTurn } from "./turns.js";
import { forgetQuestion, unanswered } from "./unanswered.js";
import { leaveViewer, openAddressed } from "./viewer.js";
import { counted } from "./words.js";

/** Who waits longer than this for a conversation sees that it is being read. */
const SLOW_MS = 300;
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
  startAsking(showError, { changed: drawComposer, answered: lookAfterAnswer });
  startComposer(showError);
  for (const what of ["library", "session"]) store.addEventListener(what, () => {
    drawTitle();
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
    if (isOpen() && !isBeginning()) forgetQuestion(null);
    const question = isOpen() ? null : unanswered(null);
    openTurn(turn, null);
    fill(byId("conversation"), question === null ? null : withoutAnswer(question));
    drawAll();
    return;
  }
  let read;
  try {
    read = await readConversation(sessionId);
  } catch (error) {
    // What was shown still is: what is written now is for it again.
    if (turn === latestTurn() && isOpen()) goTo(shownTurn());
    throw error;
  }
  // Another one may have been opened meanwhile, or gone to: the browser tells of a new address a moment later.
  const named = addressed();
  if (turn !== latestTurn() || (named !== null && named.sessionId !== sessionId)) return;
  const { session, said, documents } = read;
  const isPressed = isOpen();
  openTurn(turn, session, documents);
  if (isPressed) announce(`${store.titleOf(session) || "Conversation"}: ${counted(said.length, "answer")}.`);
  fill(byId("conversation"), said.map((each) => drawSaid(each, show)));
  const unfinished = shownOf(sessionId) ?? leftQuestion(sessionId, said.at(-1)?.message);
  if (unfinished) byId("conversation").append(unfinished);
  drawAll();
  byId("scroller").scrollTop = byId("scroller").scrollHeight;
}

/** Turns to a conversation, which is asked from now on. */
function goTo(turn) {
  takeFieldTo(turn);
  drawComposer();
}

function drawAll() {
  drawComposer();
  drawEmpty();
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

/** Reads the open conversation anew, and shows what was said in it elsewhere; what is shown is not touched. */
export async function catchUp() {
  await store.opened();
  if (store.session === null) return;
  const { session_id: sessionId } = store.session;
  await store.refreshSession();
  if (await countSaid(sessionId) === shownAnswers().size) return;
  const said = await readSaid(sessionId);
  // While something is answered it is not known whether that is said already; afterwards this is done again.
  if (store.session?.session_id !== sessionId || isAnswering(sessionId)) return;
  const count = showMissing(said, show);
  if (count > 0) announce(`${counted(count, "new answer")} in this conversation.`);
}

/** Reads what an answer has changed: its conversation has a title, and is the newest. */
function lookAfterAnswer(sessionId) {
  Promise.all([store.readSessions(), catchUpWith(sessionId)]).catch(show);
}

/** A conversation that was opened while its answer came may have been read before that was kept. */
async function catchUpWith(sessionId) {
  await store.opened();
  if (store.session?.session_id === sessionId) await catchUp();
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
    ["Ask again", () => ask(question, exchange.root)]);
  return exchange.root;
}

/**
 * Shows, where nothing has been opened or asked, what keeps the page from beginning.
 * @param {() => Promise<void>} again tries once more
 */
export function showHindrance(error, again) {
  store.hindrance = { error, again };
  markShown();
  tellRead();
  drawEmpty();
}

function drawTitle() {
  const title = store.titleOf(store.session);
  byId("conversation-title").textContent = title;
  document.title = title ? `${title} · Sheaf` : "Sheaf";
}

/** What can be done where nothing has been asked. */
function drawEmpty() {
  const conversation = byId("conversation");
  drawUnpressed(conversation, () => {
    const { hindrance } = store;
    // Before anything is open it is not known whether anything was asked.
    if (conversation.querySelector(".exchange") || !(isOpen() || hindrance)) return;
    keepFocus(conversation, () => fill(conversation, hindrance ? hindered(hindrance) : beginning(ask)));
  });
}
