// Conversations in which everything was unticked. The service knows no difference between those and what nobody has
// told anything: it would ask its usual collection again.

import { inBrowser } from "./kept.js";

const KEY = "sheaf-unticked";
/** The oldest ones go. */
const MOST = 200;

/** Whether a person has unticked everything in a conversation. */
export function isUnticked(sessionId) {
  return read().includes(sessionId);
}

/** Keeps whether everything is unticked in a conversation. */
export function keepUnticked(sessionId, isIt) {
  const before = read();
  if (!isIt && !before.includes(sessionId)) return;
  const others = before.filter((each) => each !== sessionId);
  inBrowser.set(KEY, JSON.stringify(isIt ? [...others, sessionId].slice(-MOST) : others));
}

function read() {
  try {
    return JSON.parse(inBrowser.get(KEY) ?? "[]");
  } catch {
    return [];
  }
}
