// What the address of the page names: a conversation, and what is open beside it. It can be copied, sent and reloaded.

const FORM = /^#\/(?:conversation\/([^?]+))?(?:\?(.*))?$/;
/** A new conversation. */
const EMPTY = "#/";
/** What is being opened or turned to, in the words of an address, and in the order in which they stand in it. */
const PARTS = ["answer", "source", "quote", "document", "page"];
const NUMBERS = ["source", "quote", "page"];
/** Resolves when the browser has gone back as it was told to. */
let goingBack = Promise.resolve();
/** The conversation that was begun while something was open over a new one: the address below is still the new one's. */
let begunOver = history.state?.begun ?? null;

/**
 * The address of a conversation, and of what is open beside it.
 * @param {string|null} sessionId null is a new one
 * @param {Object|null} place an answer, a source of it, or a document, with a page
 */
export function addressOf(sessionId, place = null) {
  const given = PARTS.filter((part) => place?.[part]).map((part) => [part, place[part]]);
  const conversation = sessionId === null ? EMPTY : `${EMPTY}conversation/${encodeURIComponent(sessionId)}`;
  return given.length > 0 ? `${conversation}?${new URLSearchParams(given)}` : conversation;
}

/** What the address names; null where it is a place on the page, such as the question. */
export function addressed() {
  const found = (location.hash || EMPTY).match(FORM);
  if (found === null) return null;
  const [, id, query] = found;
  return { sessionId: id === undefined ? null : decoded(id), place: query === undefined ? null : placeOf(query) };
}

function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    // Cut off in the middle of a letter: no conversation has such an address.
    return id;
  }
}

function placeOf(query) {
  const given = new URLSearchParams(query);
  const place = Object.fromEntries(PARTS.filter((part) => given.get(part)).map((part) => [part, given.get(part)]));
  for (const part of NUMBERS) {
    if (part in place) place[part] = /^[1-9][0-9]{0,8}$/.test(place[part]) ? Number(place[part]) : 1;
  }
  return place.answer || place.document ? place : null;
}

/** Puts the address of a conversation in the place of this one. */
export function replaceAddress(sessionId) {
  history.replaceState(null, "", addressOf(sessionId));
}

/** Tells that something else is shown in the place of what is open beside the conversation. */
export function replacePlace(address) {
  history.replaceState(history.state, "", address);
}

/** The whole of an address, as it is given to others. */
export function linkTo(address) {
  return new URL(address, location.href).href;
}

/** Gives the address of a conversation that was just begun in place of that of a new one. */
export function beginAddress(sessionId) {
  const named = addressed();
  if (named?.sessionId) return;
  if (history.state?.isOver) begunOver = sessionId;
  history.replaceState({ ...history.state, begun: begunOver }, "", addressOf(sessionId, named?.place));
}

/** Whether the address is that below what was open over a conversation that has begun meanwhile. */
export function isBelow(sessionId) {
  return Boolean(history.state?.isBelow) && sessionId !== null && begunOver === sessionId;
}

/** Goes to the address of what is opened over the conversation: Back closes it. */
export async function enterPlace(address, isWanted) {
  await goingBack;
  if (!isWanted()) return;
  history.replaceState({ ...history.state, isBelow: true }, "");
  history.pushState({ isOver: true }, "", address);
}

/** Leaves what was opened: back where it was gone to from the conversation, else to the conversation's own address. */
export function leavePlace(sessionId) {
  if (history.state?.isOver) {
    goingBack = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    history.back();
  } else if (addressed()?.place) replaceAddress(sessionId);
  return goingBack;
}
