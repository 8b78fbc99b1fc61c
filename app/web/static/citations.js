// Which citation a `[n]` stands for, and where it leads.

import { openDocument } from "./viewer.js";

/** What answers rest on, by the elements that they stand in. */
const replies = new WeakMap();

/** Keeps what an answer rests on; its element has its id. */
export function keepReply(root, reply) {
  root.dataset.answer = reply.answer_id;
  replies.set(root, reply);
}

/** Opens the page of a citation, or of a source that was not quoted, for what was pressed. */
export function openReference(reference, from) {
  const root = from.closest("[data-answer]");
  // Before an answer is whole, it has no address.
  return openDocument({ ...placeOf(reference), cited: root && citedAs(reference, root) }, from);
}

/** How an address names it: by the answer, its number there and, of several with one number, which one. */
function citedAs(reference, root) {
  const place = sameNumber(reference.index, root).indexOf(reference);
  return { answer: root.dataset.answer, source: reference.index, quote: place > 0 ? place + 1 : null };
}

/** What the viewer is to show where an address names a source of an answer; undefined where the answer has none such. */
export function placeCited(cited, root) {
  const { source, quote, page } = cited;
  const reference = sameNumber(source, root)[(quote ?? 1) - 1] ?? replies.get(root).sources.find((each) => each.index === source);
  if (reference === undefined) return undefined;
  const place = placeOf(reference);
  return { ...place, page: page ?? place.page, cited };
}

function sameNumber(index, root) {
  return replies.get(root).citations.filter((each) => each.index === index);
}

/** The citation of this number whose quote is nearest to the statement; undefined while there is none. */
export function citationFor(index, statement, citations) {
  const candidates = citations.filter((each) => each.index === index);
  if (candidates.length < 2) return candidates[0];
  const words = wordsOf(statement);
  const shared = (each) => {
    const quoted = wordsOf(each.quote);
    return [...words].filter((word) => quoted.has(word)).length / Math.max(1, Math.sqrt(quoted.size));
  };
  return candidates.reduce((best, each) => (shared(each) > shared(best) ? each : best));
}

/** What the viewer is to show for a citation, or for a source that was not quoted. */
export function placeOf(reference) {
  return {
    documentId: reference.document_id,
    fileName: reference.file_name,
    page: reference.pages[0] ?? 1,
    chunkId: reference.chunk_id,
    quote: reference.quote ?? "",
    sectionPath: reference.section_path,
    index: reference.index,
    verified: reference.verified,
  };
}

function wordsOf(text) {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
