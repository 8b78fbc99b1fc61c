// The trace of an answer as a story: which step chose what, what was left out, and how long it took.

import { openReference } from "./citations.js";
import { element } from "./dom.js";
import { store } from "./store.js";
import { counted, duration, isolated, listed, pagesInWords } from "./words.js";

const STEPS = {
  condense_question: "Read the question in its conversation",
  classify_query: "Worked out what is asked",
  find_similar: "Looked for a similar question",
  expand_query: "Asked in other words as well",
  retrieve_documents: "Judged the documents",
  retrieve_chunks: "Searched for passages",
  merge_rrf: "Made one list of them",
  follow_links: "Followed links between documents",
  boost_hierarchy: "Weighed sections",
  weigh_scores: "Weighed scores by what was liked before",
  rerank: "Ranked once more",
  filter_threshold: "Cut what fell far behind",
  rerank_diversity: "Picked the passages to read",
  assemble_context: "Laid out the sources",
  widen: "Looked wider",
  generate: "Worded the answer",
  verify_citations: "Held every citation against its source",
};
const RUNNING = {
  condense_question: "Working out what is asked…",
  classify_query: "Judging the documents…",
  retrieve_documents: "Searching for passages…",
  retrieve_chunks: "Ranking what was found…",
  assemble_context: "Reading the sources…",
  widen: "Looking wider…",
  generate: "Checking the citations…",
};
const SEARCHES = { dense: "by meaning", bm25: "by words" };
const MOST_NAMES = 6;

/** What is going on now that a step has ended; undefined where that need not be told. */
export function nowRunning(node) {
  return RUNNING[node];
}

/** The story of an answer, closed at first. @param {Object[]|undefined} trace undefined where it was not kept */
export function story(trace, sources, citations) {
  const details = element("details", { class: "why" }, element("summary", {}, "Why these sources"));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(...told(trace, sources, citations));
  });
  return details;
}

function told(trace, sources, citations) {
  const parts = [];
  if (trace) {
    const total = trace.reduce((sum, each) => sum + each.seconds, 0);
    const longest = Math.max(...trace.map((each) => each.seconds));
    parts.push(
      element("p", { class: "soft" }, `${counted(trace.length, "step")} in ${duration(total)}. Beside each: the name of its node in the graph.`),
      element("ol", { class: "steps" }, trace.map((entry) => step(entry, longest))));
  } else {
    parts.push(element("p", { class: "soft" }, "The steps of an earlier answer are not kept; what it was given is."));
  }
  if (sources.length > 0) parts.push(given(sources, citations));
  return parts;
}

function step(entry, longest) {
  const { node, seconds, why, decided, dropped } = entry;
  const isIdle = decided.applied === false || (node === "filter_threshold" && dropped.length === 0);
  const time = element("meter", { min: 0, max: longest || 1, value: seconds, "aria-hidden": "true" });
  return element("li", { class: isIdle ? "step idle" : "step" },
    element("div", { class: "step-head" },
      element("strong", {}, STEPS[node] ?? node), element("code", {}, node),
      element("span", { class: "step-time" }, time, duration(seconds))),
    element("p", {}, sentence(SAID[node]?.(decided, dropped) ?? why)),
    (TELL[node] ?? (() => []))(decided).filter(Boolean).map((each) => (each instanceof Node ? each : element("p", {}, each))),
    leftOut(dropped));
}

/** Where the trace is terse: the same in a sentence. */
const SAID = {
  retrieve_chunks: ({ lists }) => lists && `${counted(lists.length, "search", "searches")} side by side`,
  merge_rrf: ({ passages, fusion, alpha }, dropped) => {
    if (passages === undefined) return undefined;
    const how = fusion === "weighted" ? `${Math.round(alpha * 100)} % by meaning and ${Math.round((1 - alpha) * 100)} % by words` : "by their places in the lists";
    return `${counted(passages, "passage")} ranked, ${how}${dropped.length > 0 ? "; what said the same twice was left out" : ""}`;
  },
  rerank_diversity: ({ hits, documents, spread }) => hits !== undefined && documents !== undefined
    ? `${counted(hits, "passage")} from ${counted(documents, "document")}, ${spread ? "taken from each in turn" : "the best first"}` : undefined,
};

const TELL = {
  condense_question: (told) => [told.changed ? `Understood as: “${told.standalone_question}”` : null],
  classify_query: (told) => [
    told.entities ? `Names in it: ${listed(told.entities)}.` : null,
    told.periods ? `Periods: ${listed(told.periods.map((each) => (each.quarter ? `Q${each.quarter} ${each.year}` : String(each.year))))}.` : null,
    told.spelling ? `Read ${listed(Object.entries(told.spelling).map(([from, to]) => `“${from}” as “${to}”`))}.` : null,
    told.comparison_sides ? `Compared are ${listed(told.comparison_sides.map((each) => `“${each}”`))}.` : null,
  ],
  expand_query: (told) => [told.queries?.length > 1 ? bullets(told.queries) : null],
  retrieve_documents: (told) => [
    told.best?.length > 0 ? bullets(told.best.slice(0, MOST_NAMES).map((each) => [element("b", {}, isolated(each.file_name)), `: ${each.why}`])) : null,
  ],
  retrieve_chunks: (told) => [bullets((told.lists ?? []).map((each) =>
    `${counted(each.chunks, "passage")} ${SEARCHES[each.kind] ?? each.kind} in ${isolated(each.collection)}`))],
  rerank_diversity: (told) => [told.by_document ? bullets(Object.entries(told.by_document).map(([name, count]) => [
    element("b", {}, isolated(name)), `: ${counted(count, "passage")}`])) : null],
  assemble_context: (told) => [
    `${told.tokens?.toLocaleString("en")} of at most ${told.max_context_tokens?.toLocaleString("en")} tokens.`,
    told.missing?.length > 0 ? `Nothing was found on: ${listed(told.missing)}.` : null,
  ],
  generate: (told) => [
    told.cached ? "This answer was given before to the same question and sources." : null,
    told.model ? `Worded by: ${told.model === "extractive" ? "quotes from the sources, no language model" : told.model}.` : null,
    told.missing?.length > 0 ? `Not in the sources: ${listed(told.missing)}.` : null,
  ],
  verify_citations: (told) => [told.unsupported?.length > 0 ? `Not borne out: ${listed(told.unsupported.map((each) => `“${each}”`))}` : null],
};

/** What a step dropped, by its reason, with names where they are known. */
function leftOut(dropped) {
  const byReason = new Map();
  for (const each of dropped) byReason.set(each.reason, [...(byReason.get(each.reason) ?? []), each]);
  return [...byReason].map(([reason, items]) => {
    const names = items.map((each) => store.fileName(each.document_id)).filter(Boolean).map(isolated);
    const shown = names.slice(0, MOST_NAMES);
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
    const kind = items[0].document_id ? "document" : items[0].index ? "citation" : "passage";
    return element("p", { class: "left-out" },
      element("span", { class: "left-out-label" }, "Left out"), ` ${counted(items.length, kind)}: ${reason}`,
      shown.length > 0 ? element("span", { class: "soft" }, ` (${shown.join(", ")}${more})`) : null);
  });
}

function given(sources, citations) {
  const quoted = new Set(citations.map((each) => each.index));
  return element("section", { class: "given" },
    element("h3", {}, `What the answer was given: ${counted(sources.length, "source")}`),
    element("ul", {}, sources.map((source) => element("li", {},
      element("button", {
        type: "button", class: "plain passage", on: { click: (event) => openReference(source, event.currentTarget) },
      },
        element("span", { class: quoted.has(source.index) ? "chip still" : "chip still unused", "aria-hidden": "true" }, String(source.index)),
        element("span", { class: "passage-text" },
          element("span", {}, element("b", {}, isolated(source.file_name)), `, ${pagesInWords(source.pages, source.file_name)}`,
            source.section_path.length > 0 ? ` · ${source.section_path.at(-1)}` : ""),
          element("span", { class: "passage-place" }, quoted.has(source.index) ? "Cited. " : "Read, not cited. ", sentence(source.selected_because))))))));
}

function bullets(items) {
  return items.length > 0 ? element("ul", {}, items.map((item) => element("li", {}, item))) : null;
}

function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
