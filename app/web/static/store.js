// What the page knows: collections with their documents, conversations, and what is asked. Tells when it changes.

import { ServiceError, request, requestAll } from "./api.js";
import { isolated } from "./words.js";

const DOCUMENTS_AT_ONCE = 1000;
/** Conversations that are listed at first, and as many again whenever more are wanted. */
const SESSIONS_AT_ONCE = 200;
/** The most that the service gives of a list at once. */
const MOST_AT_ONCE = 1000;
/** Conversations without a title whose files are asked for at once. */
const MOST_UNNAMED = 20;
/** What the service asks where a conversation has no files and no collections: one that a program began, say. */
const DEFAULT_COLLECTION = "default";

class Store extends EventTarget {
  /** The conversation that is open; null in a new one. */
  session = null;
  sessions = [];
  /** Whether there are older conversations than those. */
  hasMoreSessions = false;
  /** The words that those have, where some are looked for. */
  words = "";
  collections = [];
  /** Documents by the id of their collection, for those that were looked at. */
  documents = new Map();
  /** Ids of the collections that are asked. */
  selected = new Set();
  samples = null;
  /** The conversation that is being opened, or was. */
  opening = Promise.resolve();
  /** The error that keeps the page from opening anything, with the way to try again; null where none does. */
  hindrance = null;
  #mostSessions = SESSIONS_AT_ONCE;
  /** Names of the files of conversations without a title, by the id of their collection. */
  #namesOfFiles = new Map();
  /** Whether the open conversation asks what the service takes where nothing was ticked. */
  #isUntold = false;
  /** Counts what is opened: what was begun for one conversation is not taken for the next. */
  #turn = 0;
  /** The conversation that is being made, for all who need it meanwhile. */
  #making = null;
  /** The last change of what is asked that is being saved: they are saved one after another. */
  #saving = Promise.resolve();
  /** What conversations ask and the service does not know yet, by their ids. */
  #unsaved = new Map();
  /** Counts what was saved: what was read before is not taken for what is so now. */
  #savedCount = 0;

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

  /** Reads the conversations anew, as many as are listed. */
  async readSessions() {
    const { words } = this;
    const read = [];
    let after;
    // More may be wanted while they are read.
    while (after !== null && read.length < this.#mostSessions) {
      const limit = Math.min(MOST_AT_ONCE, this.#mostSessions - read.length);
      const page = await request("GET", `sessions?${new URLSearchParams({ limit, ...(words && { words }), ...(after && { after }) })}`);
      // Others are looked for meanwhile, and are being read.
      if (words !== this.words) return;
      read.push(...page.sessions);
      after = page.next;
    }
    this.sessions = read;
    this.hasMoreSessions = after !== null;
    this.tell("sessions");
    const unnamed = this.sessions.filter((each) => !each.title && each.collection_id && !this.#namesOfFiles.has(each.collection_id));
    if (unnamed.length === 0) return;
    await Promise.all(unnamed.slice(0, MOST_UNNAMED).map(async ({ collection_id: id }) => {
      const { documents, total } = await request("GET", `documents?${new URLSearchParams({ collection_id: id, limit: 1 })}`);
      this.#nameAfter(id, documents, total);
    }));
    this.tell("sessions");
  }

  /** Lists the conversations that have these words in their titles or questions; all where there are none. */
  async findSessions(words) {
    this.words = words;
    this.#mostSessions = SESSIONS_AT_ONCE;
    await this.readSessions();
  }

  /** Lists older conversations as well. */
  async readMoreSessions() {
    this.#mostSessions += SESSIONS_AT_ONCE;
    try {
      await this.readSessions();
    } catch (error) {
      this.#mostSessions -= SESSIONS_AT_ONCE;
      throw error;
    }
  }

  #nameAfter(collectionId, documents, count) {
    if (count === 0) this.#namesOfFiles.delete(collectionId);
    else this.#namesOfFiles.set(collectionId, isolated(documents[0].file_name) + (count > 1 ? ` and ${(count - 1).toLocaleString("en")} more` : ""));
  }

  /** What a conversation is called: by its title, or until it has one by its files; empty where it has neither. */
  titleOf(session) {
    return session?.title || this.#namesOfFiles.get(session?.collection_id) || "";
  }

  async readSamples() {
    this.samples = await request("GET", "samples");
  }

  /**
   * The open conversation, made if there is none yet. Throws `conversation_gone` where it was deleted meanwhile: the
   * service would begin another of the same id, which asks something else.
   */
  async ensureSession() {
    const { session } = this;
    if (session === null) return this.#make();
    // From now on it may have files of its own, or be asked by others: what it asks is kept.
    if (this.#isUntold) await this.#tellAsked();
    // Another one may have been opened meanwhile: what was begun here stays here.
    return this.#readSession(session);
  }

  /** Has the service keep what the open conversation asks; where it cannot, that is still to be done. */
  async #tellAsked() {
    const turn = this.#turn;
    this.#isUntold = false;
    try {
      await this.#saveNext(this.session, this.selected);
    } catch (error) {
      if (this.#turn === turn) this.#isUntold = true;
      throw error;
    }
  }

  /** A conversation as the service has it, with all that was saved meanwhile. */
  async sessionOf(id) {
    let count;
    let read;
    do {
      count = this.#savedCount;
      read = await request("GET", pathOf(id));
    } while (count !== this.#savedCount);
    return read;
  }

  async #readSession({ session_id: id }) {
    const saving = this.#saving;
    await saving;
    const read = await request("GET", pathOf(id)).catch(tellGone);
    if (this.session?.session_id === id && this.#saving === saving) {
      this.session = read;
      this.selected = this.#askedBy(read);
      this.tell("session");
    }
    return read;
  }

  #make() {
    if (this.#making !== null) return this.#making;
    const turn = this.#turn;
    const { selected } = this;
    const create = () => request("POST", "sessions", { collection_ids: this.#there(selected) });
    const making = this.#again(create).then((made) => {
      if (this.#turn === turn) {
        this.session = made;
        this.tell("session");
      }
      return made;
    }).finally(() => {
      if (this.#making === making) this.#making = null;
    });
    this.#making = making;
    return making;
  }

  /** Those of these collections that there are, as far as is known. */
  #there(ids) {
    return this.collections.map((each) => each.collection_id).filter((id) => ids.has(id));
  }

  /** Does what names collections; once more without those that were deleted elsewhere. */
  async #again(work) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== "not_found") throw error;
      await this.readLibrary();
      return work();
    }
  }

  /** Reads the open conversation anew: it may have got a collection of its own, or a title, or ask something else. */
  async refreshSession() {
    if (this.session === null) return;
    const read = await this.#readSession(this.session);
    if (this.session?.session_id !== read.session_id) return;
    if (read.collection_id) await this.#fetch(read.collection_id);
    this.tell("session");
  }

  /**
   * Opens a conversation, or a new one, at once: what is shown and what is asked are never of two conversations.
   * @param {Array|null} documents the conversation's own, where it has a collection for them
   */
  open(session, documents = null) {
    this.#leave(session);
    if (session === null) {
      this.#isUntold = false;
      this.selected = new Set(this.collections.map((each) => each.collection_id));
    } else this.#takeTicks(session);
    if (documents !== null) this.#keep(session.collection_id, documents);
    this.tell("session");
  }

  /** Has those ticked that a conversation asks: what is still being saved, or else what the service has. */
  #takeTicks(session) {
    const { session_id: id, collection_id: files, attached, collections_chosen: isChosen } = session;
    const unsaved = this.#unsaved.get(id);
    // Whatever the service would take then, a person may have unticked it.
    this.#isUntold = unsaved === undefined && files === null && attached.length === 0 && !isChosen;
    this.selected = unsaved ? new Set(unsaved) : this.#askedBy(session);
  }

  /** Ids of the collections that a conversation asks. */
  #askedBy({ attached }) {
    const taken = this.#isUntold && attached.length === 0 ? this.collections.filter((each) => each.name === DEFAULT_COLLECTION) : [];
    return new Set([...attached, ...taken.map((each) => each.collection_id)]);
  }

  /** Resolves when the conversation that is shown is open: before, nothing is asked, and nothing added. Throws what hinders it. */
  async opened() {
    let awaited;
    do {
      awaited = this.opening;
      await awaited;
    } while (awaited !== this.opening);
    if (this.hindrance) throw this.hindrance.error;
  }

  /** Begins a new conversation that asks the collections of the one that was open. */
  openAnew() {
    this.#leave(null);
    this.tell("session");
  }

  #leave(session) {
    this.#turn += 1;
    this.#making = null;
    this.session = session;
  }

  /** Has a collection asked, or not any more. What cannot be saved is taken back. */
  async select(collectionId, isAsked) {
    const turn = this.#turn;
    this.#mark(collectionId, isAsked);
    try {
      await this.#saveNext(this.session ?? this.#making, this.selected);
    } catch (error) {
      if (this.#turn === turn) this.#mark(collectionId, !isAsked);
      throw error;
    }
  }

  #mark(collectionId, isAsked) {
    this.#isUntold = false;
    if (isAsked) this.selected.add(collectionId);
    else this.selected.delete(collectionId);
    this.tell("library");
  }

  /** Saves what a conversation asks now, after what is being saved. Another one may be open when its turn comes. */
  #saveNext(where, selected) {
    const asked = new Set(selected);
    const turn = this.#turn;
    if (where?.session_id) this.#unsaved.set(where.session_id, asked);
    const saving = this.#saving.then(() => this.#save(where, asked, turn));
    this.#saving = saving.catch(() => undefined);
    return saving;
  }

  async #save(where, asked, turn) {
    const session = await where;
    if (session === null) return;
    const { session_id: id } = session;
    const isNewest = () => !this.#unsaved.has(id) || this.#unsaved.get(id) === asked;
    const path = `${pathOf(id)}/collections`;
    try {
      const saved = await this.#again(() => request("PUT", path, { collection_ids: this.#there(asked) })).catch(tellGone);
      this.#savedCount += 1;
      if (isNewest()) this.#unsaved.delete(id);
      if (this.session?.session_id === id) this.session = saved;
    } catch (error) {
      if (isNewest()) {
        this.#unsaved.delete(id);
        // It was opened anew meanwhile, with what could not be saved.
        if (this.session?.session_id === id && this.#turn !== turn) {
          this.#takeTicks(this.session);
          this.tell("library");
        }
      }
      throw error;
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
    this.#keep(collectionId, await documentsOf(collectionId));
  }

  #keep(collectionId, found) {
    this.documents.set(collectionId, found);
    if (this.session?.collection_id === collectionId) this.#nameAfter(collectionId, found, found.length);
  }
}

function pathOf(sessionId) {
  return `sessions/${encodeURIComponent(sessionId)}`;
}

/** The documents of a collection. */
export function documentsOf(collectionId) {
  return requestAll("documents", "documents", { collection_id: collectionId, limit: DOCUMENTS_AT_ONCE });
}

/** Says of a conversation that there is none of in a person's words; throws every other error as it is. */
function tellGone(error) {
  if (error.code !== "not_found") throw error;
  throw new ServiceError({
    code: "conversation_gone",
    message: "This conversation is not there any more.",
    hint: "It was deleted, or belongs to somebody else.",
  });
}

export const store = new Store();
