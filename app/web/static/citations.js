// Which citation a `[n]` stands for, and where it leads.

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
