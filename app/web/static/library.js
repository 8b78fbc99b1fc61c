// The collections and their documents: made, renamed, asked, opened, deleted.

import { announce } from "./announce.js";
import { request, unlessGone } from "./api.js";
import { confirm, prompt } from "./dialogs.js";
import { byId, element, fill } from "./dom.js";
import { keepFocus } from "./focus.js";
import { icon } from "./icons.js";
import { drawUnpressed } from "./pressed.js";
import { store } from "./store.js";
import { chooseFiles } from "./upload.js";
import { closeDocument, openDocument } from "./viewer.js";
import { counted, countedPages, isRightToLeft, isolated } from "./words.js";

const FEW_DOCUMENTS = 30;
/** Characters of a long name that are always shown: the extension and what comes before it. */
const NAME_END = 12;
/** Characters of a name that need not lose its middle. */
const SHORT_NAME = 22;
const LONGEST_NAME = 200;
const open = new Map();
/** Rows of documents with what they show, by collection: thousands are not drawn anew for one that has changed. */
const drawn = new Map();
/** What narrows long lists down, by collection. */
const finders = new Map();
let show = () => undefined;

/** @param {(error: Error) => void} showError tells a person of an error */
export function startLibrary(showError) {
  show = showError;
  for (const what of ["library", "session"]) store.addEventListener(what, () => drawUnpressed(byId("library"), render));
  byId("new-collection").addEventListener("click", () => guarded(createCollection));
}

async function createCollection() {
  let id;
  const name = await prompt("New collection", "Name", {
    action: "Create", longest: LONGEST_NAME,
    save: async (wanted) => { ({ collection_id: id } = await request("POST", "collections", { name: wanted })); },
  });
  if (name === null) return;
  open.set(id, true);
  await store.readLibrary();
  await Promise.all([store.readDocuments(id), store.select(id, true)]);
  announce(`Collection ${name} was created.`);
}

function render() {
  keepFocus(byId("library"), () => {
    const own = store.session?.collection_id;
    const parts = store.collections.map(collectionView);
    if (own && (store.documents.get(own) ?? []).length > 0) parts.unshift(ownView(own));
    byId("library-hint").hidden = store.collections.length === 0;
    fill(byId("library"), parts.length > 0 ? parts : element("p", { class: "hint" }, "Nothing here yet."));
  });
}

function ownView(collectionId) {
  return element("div", { class: "collection" },
    element("div", { class: "collection-head" },
      element("span", { class: "collection-name own" }, "Only in this conversation")),
    element("div", { class: "collection-body" }, documentList(collectionId)));
}

function collectionView(collection) {
  const { collection_id: id, name } = collection;
  const isOpen = isOpened(collection);
  const toggle = element("button", {
    type: "button", class: "plain count", "aria-expanded": String(isOpen), "data-key": `toggle-${id}`,
    "aria-label": `${counted(collection.document_count, "document")} in ${name}`,
    on: { click: () => guarded(() => toggleCollection(id, !isOpen)) },
  }, collection.document_count.toLocaleString("en"), icon("right"));
  const tick = element("input", {
    type: "checkbox", "data-key": `tick-${id}`,
    on: { change: (event) => guarded(() => store.select(id, event.target.checked)) },
  });
  tick.checked = store.selected.has(id);
  return element("div", { class: "collection", data: { collection: id } },
    element("div", { class: "collection-head" },
      element("label", { class: "collection-name", title: name }, tick, element("span", { dir: "auto" }, name)),
      toggle),
    isOpen ? element("div", { class: "collection-body" }, actions(collection), documentList(id)) : null);
}

function isOpened({ collection_id: id, document_count: count }) {
  if (!open.has(id) && count <= FEW_DOCUMENTS && store.collections.length <= 3) {
    open.set(id, true);
    guarded(() => store.readDocuments(id));
  }
  return open.get(id) ?? false;
}

async function toggleCollection(id, isOpen) {
  open.set(id, isOpen);
  if (isOpen) await store.readDocuments(id);
  else {
    store.documents.delete(id);
    drawn.delete(id);
    finders.delete(id);
    store.tell("library");
  }
}

function actions(collection) {
  const { collection_id: id, name } = collection;
  const button = (label, about, action, key) => element("button", {
    type: "button", class: "small-button", "aria-label": about, "data-key": `${key}-${id}`,
    on: { click: () => guarded(action) },
  }, label);
  return element("div", { class: "collection-actions" },
    button("Add files", `Add files to ${name}`, () => chooseFiles({ collectionId: id, name }), "add"),
    button("Rename", `Rename ${name}`, () => renameCollection(collection), "rename"),
    button("Delete", `Delete ${name}`, () => deleteCollection(collection), "delete"));
}

async function renameCollection({ collection_id: id, name }) {
  const wanted = await prompt("Rename collection", "Name", {
    value: name, longest: LONGEST_NAME,
    save: (given) => given === name || request("PATCH", `collections/${encodeURIComponent(id)}`, { name: given }),
  });
  if (wanted !== null) await store.readLibrary();
}

async function deleteCollection({ collection_id: id, name, document_count: count }) {
  const text = count > 0 ? `Its ${counted(count, "document")} will not be found or quoted any more. This cannot be undone.` : "There are no documents in it.";
  if (!(await confirm(`Delete ${isolated(name)}?`, text, "Delete collection"))) return;
  const documents = store.documents.get(id) ?? [];
  await request("DELETE", `collections/${encodeURIComponent(id)}`).catch(unlessGone);
  for (const each of documents) closeDocument(each.document_id);
  await store.readLibrary();
  announce(`Collection ${name} was deleted.`);
}

function documentList(collectionId) {
  const documents = store.documents.get(collectionId);
  if (documents === undefined) return element("p", { class: "hint" }, "Reading…");
  if (documents.length === 0) return element("p", { class: "hint" }, "No documents yet.");
  const before = drawn.get(collectionId);
  const rows = new Map(documents.map((item) => {
    const shown = JSON.stringify(item);
    const known = before?.get(item.document_id);
    return [item.document_id, known?.shown === shown ? known : { shown, row: documentView(item), words: wordsOf(item) }];
  }));
  drawn.set(collectionId, rows);
  const list = element("ul", { class: "documents" }, [...rows.values()].map(({ row }) => row));
  if (documents.length <= FEW_DOCUMENTS && !finders.get(collectionId)?.field.value) return list;
  const { field, none } = finderOf(collectionId);
  narrow(collectionId);
  return [field, list, none];
}

function wordsOf({ file_name: name, title }) {
  return `${name} ${title}`.toLowerCase();
}

/** The field stays the same while the list is drawn anew: somebody may be writing in it. */
function finderOf(collectionId) {
  if (!finders.has(collectionId)) {
    const field = element("input", {
      type: "search", class: "finder", placeholder: "Find by name", "aria-label": "Find documents by name", dir: "auto",
      autocomplete: "off", "data-key": `find-${collectionId}`,
      on: {
        input: () => announce(`${counted(narrow(collectionId), "document")}.`),
        // It empties the field, and closes nothing.
        keydown: (event) => event.key === "Escape" && field.value && event.stopPropagation(),
      },
    });
    finders.set(collectionId, { field, none: element("p", { class: "hint" }, "No document of this name.") });
  }
  return finders.get(collectionId);
}

/** Shows the documents whose name or title has what is looked for. Returns how many. */
function narrow(collectionId) {
  const { field, none } = finderOf(collectionId);
  const wanted = field.value.trim().toLowerCase();
  let count = 0;
  for (const { row, words } of drawn.get(collectionId).values()) {
    row.hidden = !words.includes(wanted);
    if (!row.hidden) count += 1;
  }
  none.hidden = count > 0;
  return count;
}

function documentView(item) {
  const { document_id: id, file_name: name, status, error, notice } = item;
  const isShown = status === "ready" || item.page_count > 0;
  const state = { ready: countedPages(item.page_count, name), pending: "waiting", processing: "being read", failed: "failed" };
  const told = error ?? notice;
  const title = told ? `${name}: ${told.message} ${told.hint}` : name;
  return element("li", { class: `document ${status}`, data: { document: id } },
    element("button", {
      type: "button", class: "plain document-open", disabled: !isShown, title, "aria-label": `${name}, ${state[status]}`, "data-key": `open-${id}`,
      on: { click: (event) => openDocument({ documentId: id, fileName: name, page: 1 }, event.currentTarget) },
    }, icon(status === "failed" ? "warning" : "file"),
      element("span", { class: "document-name", dir: "auto" }, nameParts(name).map((part) => element("span", {}, part))),
      // Not seen, but read: the two would run together.
      " ", element("span", { class: "document-state" }, state[status])),
    element("button", {
      type: "button", class: "plain icon-only", "aria-label": `Delete ${name}`, "data-key": `remove-${id}`,
      on: { click: () => guarded(() => deleteDocument(item)) },
    }, icon("trash")),
    status === "failed" && error
      ? element("p", { class: "document-error" }, error.message, " ", element("span", { class: "soft" }, error.hint)) : null,
    notice ? element("p", { class: "document-notice", title: notice.hint }, notice.message) : null);
}

/** A long name as what may be left out of it and its end. From right to left, parts would change places. */
function nameParts(name) {
  const characters = Array.from(name);
  if (characters.length <= SHORT_NAME || isRightToLeft(name)) return [name];
  return [characters.slice(0, -NAME_END).join(""), characters.slice(-NAME_END).join("")];
}

async function deleteDocument({ document_id: id, file_name: name }) {
  const text = "It will not be found or quoted any more. Answers that were given keep their words. This cannot be undone.";
  if (!(await confirm(`Delete ${isolated(name)}?`, text, "Delete document"))) return;
  await request("DELETE", `documents/${encodeURIComponent(id)}`).catch(unlessGone);
  closeDocument(id);
  await store.readLibrary();
  announce(`${name} was deleted.`);
}

async function guarded(work) {
  try {
    await work();
  } catch (error) {
    show(error);
  }
}
