// What the page knows: collections with their documents, conversations, and what is asked. Tells when it changes.

import { request, requestAll } from "./api.js";

const DOCUMENTS_AT_ONCE = 1000;

class Store extends EventTarget {
  /** The conversation that is open; null in a new one. */
  session = null;
  sessions = [];
  collections = [];
  /** Documents by the id of their collection, for those that were looked at. */
  documents = new Map();
  /** Ids of the collections that are asked. */
  selected = new Set();
  samples = null;

  /** Tells that something changed: `library`, `sessions` or `session`. */
  tell(what) {
    this.dispatchEvent(new Event(what));
  }

  /** Reads the collections anew, and the documents of those that are shown. */
  async readLibrary() {
    const known = new Set(this.collections.map((each) => each.collection_id));
    const isFirst = known.size === 0;
    this.collections = await requestAll("collections", "collections", { limit: 1000 });
    for (const { collection_id: id } of this.collections) {
      if (this.session === null && (isFirst || !known.has(id))) this.selected.add(id);
    }
    const there = new Set(this.collections.map((each) => each.collection_id));
    for (const id of this.selected) if (!there.has(id)) this.selected.delete(id);
    if (this.session?.collection_id) there.add(this.session.collection_id);
    await Promise.all([...this.documents.keys()].map((id) => (there.has(id) ? this.#fetch(id) : this.documents.delete(id))));
    this.tell("library");
  }

  /** Reads the documents of a collection. */
  async readDocuments(collectionId) {
    await this.#fetch(collectionId);
    this.tell("library");
  }

  async readSessions() {
    this.sessions = (await request("GET", "sessions?limit=200")).sessions;
    this.tell("sessions");
  }

  async readSamples() {
    this.samples = await request("GET", "samples");
  }

  /** The open conversation, made if there is none yet. */
  async ensureSession() {
    if (this.session === null) {
      this.session = await request("POST", "sessions", { collection_ids: [...this.selected] });
      this.tell("session");
    }
    return this.session;
  }

  /** Reads the open conversation anew: it may have got a collection of its own, or a title. */
  async refreshSession() {
    if (this.session === null) return;
    const read = await request("GET", `sessions/${encodeURIComponent(this.session.session_id)}`);
    if (this.session?.session_id !== read.session_id) return;
    this.session = read;
    if (read.collection_id) await this.#fetch(read.collection_id);
    this.tell("session");
  }

  /** Opens a conversation, or a new one. */
  async open(session) {
    this.session = session;
    const everything = this.collections.map((each) => each.collection_id);
    this.selected = new Set(session === null ? everything : session.attached);
    if (session?.collection_id) await this.#fetch(session.collection_id);
    this.tell("session");
  }

  /** Has a collection asked, or not any more. */
  async select(collectionId, isAsked) {
    if (isAsked) this.selected.add(collectionId);
    else this.selected.delete(collectionId);
    this.tell("library");
    if (this.session !== null) {
      const path = `sessions/${encodeURIComponent(this.session.session_id)}/collections`;
      this.session = await request("PUT", path, { collection_ids: [...this.selected] });
    }
  }

  /** Names of what is asked, how many documents that is, and how many of those that are listed are not read yet. */
  scope() {
    const asked = this.collections.filter((each) => this.selected.has(each.collection_id));
    const own = this.documents.get(this.session?.collection_id) ?? [];
    const names = asked.map((each) => each.name);
    if (own.length > 0) names.unshift("this conversation’s files");
    const listed = [...own, ...asked.flatMap((each) => this.documents.get(each.collection_id) ?? [])];
    const unread = listed.filter((each) => each.status === "pending" || each.status === "processing").length;
    const count = own.filter((each) => each.status !== "failed" || each.page_count > 0).length + asked.reduce((sum, each) => sum + each.document_count, 0);
    return { names, unread, count };
  }

  /** The name of a document that was listed; undefined where it was not. */
  fileName(documentId) {
    for (const documents of this.documents.values()) {
      const found = documents.find((each) => each.document_id === documentId);
      if (found) return found.file_name;
    }
    return undefined;
  }

  async #fetch(collectionId) {
    const found = await requestAll("documents", "documents", { collection_id: collectionId, limit: DOCUMENTS_AT_ONCE });
    this.documents.set(collectionId, found);
  }
}

export const store = new Store();
