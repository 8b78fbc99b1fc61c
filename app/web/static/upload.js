// Files come in: dropped or chosen, sent, and followed until it is known what became of each.

import { announce } from "./announce.js";
import { events, request, sendFiles } from "./api.js";
import { byId } from "./dom.js";
import { store } from "./store.js";
import { Tray } from "./tray.js";
import { counted } from "./words.js";

let chosenFor = null;
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
}

/** Lets the person choose files. @param {{collectionId, name}|null} target null for the open conversation */
export function chooseFiles(target) {
  chosenFor = target;
  byId("file-input").click();
}

/** Sends files to a collection, or to the open conversation, and follows them. */
export async function addFiles(files, target) {
  if (files.length === 0) return;
  const name = target?.name ?? "this conversation";
  const card = new Tray(name, files.map((file) => file.name));
  announce(`Adding ${counted(files.length, "file")} to ${name}.`);
  try {
    const form = new FormData();
    // Fields come before the files: the service then knows where they go before it has them all.
    if (target) form.append("collection_id", target.collectionId);
    else {
      await store.opening;
      form.append("session_id", (await store.ensureSession()).session_id);
    }
    for (const file of files) form.append("files", file, file.name);
    const upload = await sendFiles(form, (share) => card.sent(share));
    await follow(upload, card);
  } catch (error) {
    card.failed(error);
    announce(`The files could not be added. ${error.message}`);
  }
}

/** Has the sample documents added, and follows them. Resolves when they are ready. */
export async function addSamples() {
  const card = new Tray(store.samples.collection, store.samples.file_names);
  announce("Adding the sample documents.");
  try {
    const upload = await request("POST", "samples");
    await store.readLibrary();
    await store.select(upload.collection_id, true);
    await follow(upload, card);
  } catch (error) {
    card.failed(error);
  }
}

/** Follows what an earlier visit, or another window, has left in work. */
export async function followUnfinished() {
  const { uploads } = await request("GET", "uploads?limit=20");
  for (const upload of uploads.filter((each) => !each.done)) {
    const name = store.collections.find((each) => each.collection_id === upload.collection_id)?.name ?? "a conversation";
    const card = new Tray(name, upload.files.map((file) => file.file_name));
    follow(upload, card).catch((error) => card.failed(error));
  }
}

/** Uploads that a card shows: who adds files while the page still asks for what is in work is told of them twice. */
const followed = new Set();

async function follow(upload, card) {
  if (followed.has(upload.upload_id)) {
    card.giveWay();
    return;
  }
  followed.add(upload.upload_id);
  card.began(upload.files);
  const refresh = () => Promise.all([store.readLibrary(), store.refreshSession(), store.readSessions()]).catch(show);
  refresh();
  for await (const { name, data } of events("GET", `uploads/${encodeURIComponent(upload.upload_id)}/events`)) {
    if (name === "progress") card.progress(data);
    else if (name === "file") card.file(data);
    else if (name === "done") card.done(data.files);
    else if (name === "error") throw Object.assign(new Error(data.message), { hint: data.hint });
  }
  await refresh();
  announce(card.summary());
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
    addFiles([...event.dataTransfer.files], targetAt(event));
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
