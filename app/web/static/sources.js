// What an answer rests on, grouped by document: each cited passage with its words, and the way to its page. Without an
// answer, what was read for it.

import { openReference, placeOf } from "./citations.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { passageText } from "./viewer.js";
import { counted, fromWhatIsAsked, inOneLine, isolated, pagesInWords } from "./words.js";

const MOST_CLOSEST = 5;
/** What reads the text of passages that are shown without it. */
const unread = new WeakMap();
const sight = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((each) => each.isIntersecting)) {
    sight.unobserve(target);
    unread.get(target)();
  }
});

/** The cited passages by document, with what they say of the question; null where nothing is cited. */
export function citedSources(citations, question) {
  if (citations.length === 0) return null;
  const groups = Map.groupBy
    ? Map.groupBy(citations, (each) => each.document_id)
    : citations.reduce((map, each) => map.set(each.document_id, [...(map.get(each.document_id) ?? []), each]), new Map());
  return element("div", { class: "cited", role: "group", "aria-label": "Sources" },
    element("h3", {}, `From ${counted(groups.size, "document")}`),
    element("ul", { class: "cited-documents" }, [...groups.values()].map((each) => group(each, question))));
}

/** What was read in vain, the best first: perhaps it says in other words what is asked; null where there is nothing. */
export function closestPassages(sources) {
  if (sources.length === 0) return null;
  return element("div", { class: "cited", role: "group", "aria-label": "Closest passages" },
    element("h3", {}, "The closest passages"),
    element("ul", { class: "closest" }, sources.slice(0, MOST_CLOSEST).map(unquoted)));
}

function unquoted(source) {
  const place = [isolated(source.file_name), pagesInWords(source.pages, source.file_name), source.section_path.at(-1)].filter(Boolean).join(" · ");
  return element("li", {},
    element("button", {
      type: "button", class: "plain passage",
      on: { click: (event) => openReference(source, event.currentTarget) },
    },
      element("span", { class: "chip still", "aria-hidden": "true" }, String(source.index)),
      element("span", { class: "passage-text" },
        source.content ? element("q", { dir: "auto" }, inOneLine(source.content)) : readInSight(source),
        element("span", { class: "passage-place" }, place))));
}

/** The words of a passage of which the conversation has kept the place only: read when somebody sees them. */
function readInSight(source) {
  const quote = element("q", { class: "unread", dir: "auto" });
  unread.set(quote, async () => {
    // What was deleted since is not there to be shown; who presses it is told.
    const text = inOneLine(await passageText(placeOf(source)).catch(() => ""));
    if (!text) quote.remove();
    quote.classList.remove("unread");
    fill(quote, text);
  });
  sight.observe(quote);
  return quote;
}

function group(citations, question) {
  const [{ file_name: fileName, title }] = citations;
  // Documents without a title of their own are called after their files.
  const isTitled = title && title !== fileName && !fileName.startsWith(`${title}.`);
  return element("li", { class: "cited-document" },
    element("p", { class: "cited-title" }, icon("file"), element("span", {}, element("bdi", {}, element("b", {}, fileName)), " ",
      isTitled ? element("span", { class: "soft cited-name", dir: "auto" }, title) : null)),
    element("ul", {}, citations.map((each) => passage(each, question))));
}

function passage(citation, question) {
  const place = [pagesInWords(citation.pages, citation.file_name), citation.section_path.at(-1)].filter(Boolean).join(" · ");
  return element("li", {},
    element("button", {
      type: "button", class: "plain passage",
      on: { click: (event) => openReference(citation, event.currentTarget) },
    },
      element("span", { class: citation.verified ? "chip still" : "chip still doubtful", "aria-hidden": "true" }, String(citation.index)),
      element("span", { class: "passage-text" },
        element("q", { dir: "auto" }, fromWhatIsAsked(inOneLine(citation.quote), question)),
        element("span", { class: "passage-place" }, place,
          citation.verified ? null : element("span", { class: "unsupported-label" }, icon("warning"), "does not bear the statement out")))));
}
