// What was written and not asked, by conversation; kept in this tab, for when the page is loaded again.

import { inTab } from "./kept.js";

const KEY = "sheaf-drafts";
const drafts = new Map(read());

/** Keeps what was written. @param {string|null} sessionId null where its conversation is not made yet */
export function keepDraft(sessionId, text) {
  if (text) drafts.set(sessionId, text);
  else drafts.delete(sessionId);
}

/** Gives back what was written in a conversation, and keeps it no more. */
export function takeDraft(sessionId) {
  const text = drafts.get(sessionId) ?? "";
  drafts.delete(sessionId);
  return text;
}

/** Writes all down, with what is in the field, before the page goes. */
export function writeDrafts(sessionId, text) {
  const all = new Map(drafts);
  if (text) all.set(sessionId, text);
  inTab.set(KEY, JSON.stringify([...all]));
}

function read() {
  try {
    return JSON.parse(inTab.get(KEY) ?? "[]");
  } catch {
    return [];
  }
}
