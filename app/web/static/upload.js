// Files come in: dropped or chosen, sent, and followed until it is known what became of each.

import { announce } from "./announce.js";
import { ServiceError, events, request, sendFiles } from "./api.js";
import { byId } from "./dom.js";
import { store } from "./store.js";
import { Tray } from "./tray.js";
import { counted } from "./words.js";

/** Files of one request: services take a hundred, where they are not set otherwise. */
const FILES_AT_ONCE = 50;
const REFRESH_MS = 1000;
const RETRY_MS = 3000;
const UNREADABLE = {
  message: "It could not be read on this machine.",
  hint: "It was moved, changed or deleted since it was chosen, or is not a file. Add it again.",
};
let chosenFor = null;
/** How many drops and choices are not wholly with the service yet. */
let unsent = 0;
let show = () => undefined;

/** @param {(error: Error) => void} showError tells a person of an error */
export function startUploads(showError) {
  show = showError;
  const input = byId("file-input");
  input.addEventListener("change", () => {
    addFiles([...input.files], chosenFor);
    input.value = "";
  });
  byId("add-files").addEventListener("click", () => chooseFiles(null));
  startDropping();
  addEventListener("paste", (event) => {
    const files = [...event.clipboardData.files];
    // Programs that copy text give its picture as well.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    addFiles(files, null);
  });
}

/** Lets the person choose files. @param {{collectionId, name}|null} target null for the open conversation */
export function chooseFiles(target) {
  chosenFor = target;
  byId("file-input").click();
}

/** Whether files are on their way to the service. */
export function isSending() {
  return unsent > 0;
}

/** Sends files to a collection, or to the open conversation, and follows them. */
export async function addFiles(files, target) {
  if (files.length === 0) return;
  const name = target?.name ?? "this conversation";
  countUnsent(1);
  let card;
  const followed = [];
  try {
    const { readable, unreadable } = await byReadability(files);
    const batches = inBatches(readable);
    card = new Tray(name, [...batches.map((batch) => batch.map((each) => each.name)), unreadable.map((file) => file.name)]);
    announce(`Adding ${counted(files.length, "file")} to ${name}.`);
    if (unreadable.length > 0) card.parts.at(-1).unreadable(UNREADABLE);
    if (batches.length > 0) await send(batches, await fieldFor(target), card, followed);
  } catch (error) {
    card.failed(error);
    announce(`The files could not be added. ${error.message}`);
  } finally {
    countUnsent(-1);
  }
  await Promise.all(followed);
  tell(card);
}

/** Says what became of a card's files to who cannot see it. */
function tell(card) {
  if (card.isOver && !card.isAway) announce(card.told());
}

/** Where files go, as a field of the form. */
async function fieldFor(target) {
  if (target) return ["collection_id", target.collectionId];
  await store.opened();
  return ["session_id", (await store.ensureSession()).session_id];
}

async function send(batches, [field, value], card, followed) {
  for (const [place, batch] of batches.entries()) {
    const form = new FormData();
    // Fields come before the files: the service then knows where they go before it has them all.
    form.append(field, value);
    for (const { file, name } of batch) form.append("files", file, name);
    const part = card.parts[place];
    const upload = await sendFiles(form, (share) => part.sent(share));
    followed.push(follow(upload, part).catch((error) => part.failed(error)));
  }
}

/** A browser sends nothing of a request of which it cannot read one file. */
async function byReadability(files) {
  const isReadable = await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer().then(() => true, () => false)));
  return { readable: files.filter((_, place) => isReadable[place]), unreadable: files.filter((_, place) => !isReadable[place]) };
}

/** Files with the names they are sent by, in groups for one request each. Within one the service tells names apart. */
function inBatches(files) {
  const taken = new Set();
  const named = files.map((file) => {
    let { name } = file;
    const [, stem, ending] = name.match(/^(.+?)(\.[^.]*)?$/s) ?? [name, name, ""];
    for (let count = 2; files.length > FILES_AT_ONCE && taken.has(name); count += 1) name = `${stem} (${count})${ending ?? ""}`;
    taken.add(name);
    return { file, name };
  });
  const batches = [];
  for (let from = 0; from < named.length; from += FILES_AT_ONCE) batches.push(named.slice(from, from + FILES_AT_ONCE));
  return batches;
}

/** Who leaves the page while files are being sent is asked whether to: the rest would be lost. */
function countUnsent(change) {
  unsent += change;
  if (unsent > 0) addEventListener("beforeunload", hold);
  else removeEventListener("beforeunload", hold);
}

function hold(event) {
  event.preventDefault();
}

/** Has the sample documents added, and follows them. Resolves when they are ready. */
export async function addSamples() {
  const card = new Tray(store.samples.collection, [store.samples.file_names], "being added…");
  announce("Adding the sample documents.");
  try {
    const upload = await request("POST", "samples");
    await store.readLibrary();
    await store.select(upload.collection_id, true);
    await follow(upload, card.parts[0]);
    tell(card);
  } catch (error) {
    card.parts[0].failed(error);
  }
}

/** Follows what an earlier visit, or another window, has left in work. */
export async function followUnfinished() {
  const { uploads } = await request("GET", "uploads?limit=20");
  for (const upload of uploads.filter((each) => !each.done)) {
    const { collection_id: id } = upload;
    const own = store.session?.collection_id === id ? "this conversation" : "a conversation";
    const name = store.collections.find((each) => each.collection_id === id)?.name ?? own;
    const card = new Tray(name, [upload.files.map((file) => file.file_name)], "waiting");
    follow(upload, card.parts[0]).then(() => tell(card), (error) => card.parts[0].failed(error));
  }
}

/** Uploads that a card shows: who adds files while the page still asks for what is in work is told of them twice. */
const followed = new Set();

async function follow(upload, part) {
  if (followed.has(upload.upload_id)) {
    part.giveWay();
    return;
  }
  followed.add(upload.upload_id);
  part.began(upload.files);
  refresh();
  while (!(await isFollowedToItsEnd(upload, part))) {
    // What the service has taken in it goes on with, even when it is started again.
    part.waits("connecting again…");
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  await refresh();
}

/** Follows an upload, which tells how it stands from the start; false where the connection broke. */
async function isFollowedToItsEnd(upload, part) {
  let refreshed = Date.now();
  try {
    for await (const { name, data } of events("GET", `uploads/${encodeURIComponent(upload.upload_id)}/events`)) {
      if (name === "progress") part.progress(data);
      else if (name === "file") part.file(data);
      else if (name === "error") throw new ServiceError(data);
      else if (name === "done") {
        part.done(data.files);
        return true;
      }
      if (name === "file" && Date.now() - refreshed > REFRESH_MS) {
        refreshed = Date.now();
        refresh();
      }
    }
    return false;
  } catch (error) {
    if (error.isPassing) return false;
    throw error;
  }
}

function refresh() {
  return Promise.all([store.readLibrary(), store.refreshSession(), store.readSessions()])
    .catch((error) => error.isPassing ? undefined : show(error));
}

/** What was dropped: files, and those in folders. */
async function dropped(items) {
  // Before anything is waited for: afterwards the browser has forgotten them.
  const given = [...items].filter((item) => item.kind === "file").map((item) => {
    const entry = item.webkitGetAsEntry?.();
    return entry?.isDirectory ? entry : item.getAsFile();
  });
  return (await Promise.all(given.map((each) => (each instanceof File ? [each] : filesIn(each))))).flat();
}

async function filesIn(folder) {
  const reader = folder.createReader();
  const found = [];
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const entry of entries.filter((each) => !each.name.startsWith("."))) {
      if (entry.isDirectory) found.push(...(await filesIn(entry)));
      else found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    }
  }
}

async function addDropped(items, target) {
  let files;
  try {
    files = await dropped(items);
  } catch {
    show(new ServiceError({ message: "The folder could not be read.", hint: "Drop the files that are in it." }));
    return;
  }
  if (files.length > 0) await addFiles(files, target);
  else show(new ServiceError({ message: "There are no files in this folder.", hint: "" }));
}

function startDropping() {
  const cover = byId("drop");
  let depth = 0;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const leave = () => {
    depth = 0;
    cover.hidden = true;
    markTarget(null);
  };
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    cover.hidden = false;
  });
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const target = targetAt(event);
    byId("drop-target").textContent = target?.name ?? "this conversation";
    markTarget(target);
  });
  addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth -= 1;
    if (depth <= 0) leave();
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    leave();
    addDropped(event.dataTransfer.items, targetAt(event));
  });
}

function markTarget(target) {
  for (const each of document.querySelectorAll("[data-collection]")) {
    each.classList.toggle("drop-here", each.dataset.collection === target?.collectionId);
  }
}

/** The collection under the pointer; null for the conversation. */
function targetAt(event) {
  const at = event.target instanceof Element ? event.target.closest("[data-collection]") : null;
  const collection = store.collections.find((each) => each.collection_id === at?.dataset.collection);
  return collection ? { collectionId: collection.collection_id, name: collection.name } : null;
}
