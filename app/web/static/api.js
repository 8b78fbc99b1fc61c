// Speaks with the service: JSON, pictures, files, and events over fetch, with the key where one is needed.

import { readEvents } from "./events.js";
import { inTab } from "./kept.js";

const KEY = "sheaf-key";
/** Comes with a reply of 401 where a key would help; not where the way to the service is what is refused. */
const CHALLENGE = "WWW-Authenticate";
/** The longest that is waited, in seconds, where the service says when to come back. */
const LONGEST_WAIT = 120;
let askForKey = async () => false;

/** What the service, or the way to it, says went wrong, in words. */
export class ServiceError extends Error {
  constructor({ code, message, hint }, status = 0) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.status = status;
  }

  /** Whether it is the way to the service, or the service as a whole, that fails: the same may work later. */
  get isPassing() {
    return this.code === "unreachable" || this.status >= 500;
  }
}

/** Says how a key is asked for: a function of the error that resolves to whether there is a new one. */
export function onKeyNeeded(ask) {
  askForKey = ask;
}

/** Keeps the key of this tab; an empty one forgets it. */
export function keepKey(key) {
  if (key) inTab.set(KEY, key);
  else inTab.remove(KEY);
}

export function hasKey() {
  return inTab.get(KEY) !== null;
}

/** A reply as JSON; null where it has no content. Throws ServiceError. */
export async function request(method, path, body = undefined) {
  const reply = await send(method, path, body);
  return reply.status === 204 ? null : reply.json();
}

/** Takes it for done where what was to be deleted is not there any more; throws every other error. */
export function unlessGone(error) {
  if (error.code !== "not_found") throw error;
}

/** Everything of a list that comes in pages. */
export async function requestAll(path, name, parameters = {}) {
  const everything = [];
  let after = undefined;
  do {
    const query = new URLSearchParams({ ...parameters, ...(after === undefined ? {} : { after }) });
    const page = await request("GET", `${path}?${query}`);
    everything.push(...page[name]);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return everything;
}

/** An address for a picture, which whoever shows it revokes. */
export async function picture(path, signal) {
  const reply = await send("GET", path, undefined, { signal });
  return URL.createObjectURL(await reply.blob());
}

/** Events as they come: an async iterator of {name, data}. Ends with its signal. */
export async function* events(method, path, body, signal) {
  const reply = await send(method, path, body, { signal });
  try {
    yield* readEvents(reply.body);
  } catch (error) {
    throw error.name === "AbortError" ? error : unreachable("The connection broke off.");
  }
}

/**
 * Sends files. There is no progress of what is sent with fetch, so this is the older interface.
 * @param {(share: number) => void} onSent told the share of bytes that were sent, 0..1
 */
export async function sendFiles(form, onSent) {
  for (;;) {
    const { status, text, header } = await sendForm(form, onSent);
    const reply = parsed(text);
    if (status < 400 && reply) return reply;
    const error = new ServiceError(reply?.error ?? unreadable(status), status);
    const seconds = status === 429 ? Number(header("Retry-After")) : 0;
    if (seconds > 0 && seconds <= LONGEST_WAIT) await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    else if (header(CHALLENGE) === null || !(await askForKey(error))) throw error;
  }
}

async function send(method, path, body, options = {}) {
  for (;;) {
    let reply;
    try {
      reply = await fetch(address(path), {
        method,
        headers: { ...keyHeader(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        ...options,
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw unreachable();
    }
    if (reply.ok) return reply;
    const error = new ServiceError(parsed(await reply.text())?.error ?? unreadable(reply.status), reply.status);
    if (!reply.headers.has(CHALLENGE) || !(await askForKey(error))) throw error;
  }
}

function sendForm(form, onSent) {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", address("upload"));
    for (const [name, value] of Object.entries(keyHeader())) sending.setRequestHeader(name, value);
    sending.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable && event.total > 0) onSent(event.loaded / event.total);
    });
    sending.addEventListener("load", () => resolve({
      status: sending.status, text: sending.responseText, header: (name) => sending.getResponseHeader(name),
    }));
    sending.addEventListener("error", () => reject(unreachable()));
    sending.send(form);
  });
}

function address(path) {
  return new URL(path, document.baseURI);
}

function keyHeader() {
  const key = inTab.get(KEY);
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unreachable(message = "The service does not answer.") {
  return new ServiceError({
    code: "unreachable",
    message,
    hint: "Check that it is running and that this machine is online, then try again.",
  });
}

function unreadable(status) {
  return { code: "internal", message: `The service answered with status ${status}.`, hint: "Try again in a moment." };
}
