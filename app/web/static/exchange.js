// One question and its answer, from "working" to the words, their sources, and why.

import { announce } from "./announce.js";
import { addressOf, linkTo } from "./address.js";
import { drawAnswer, plain } from "./answer.js";
import { keepReply } from "./citations.js";
import { copyButton } from "./clipboard.js";
import { element, fill } from "./dom.js";
import { thumbs } from "./feedback.js";
import { arrowKeys } from "./focus.js";
import { icon } from "./icons.js";
import { citedSources, closestPassages } from "./sources.js";
import { nowRunning, story } from "./trace.js";
import { counted, duration, inOneLine, pagesInWords } from "./words.js";

/** The type of a question that asks nothing of the documents. */
const SMALL_TALK = "conversational";
/** Characters of a question that stands in full over its answer. */
const LONG_QUESTION = 600;
const NOT_BORNE_OUT = "Not borne out by the sources:";

export class Exchange {
  #showError;
  #text = "";
  #sources = [];
  /** The question with what a follow-up leaves to those before it. */
  #meant = "";
  #drawing = 0;
  #progress = element("p", { class: "progress" }, "Working out what is asked…");
  #understood = element("p", { class: "understood soft", hidden: true });
  #label = element("p", { class: "no-evidence-label", hidden: true }, icon("alert"), "Not in these documents");
  #words = element("div", { class: "words" });
  #after = element("div", { class: "after" });
  #answer = element("div", { class: "answer", "aria-busy": "true" }, this.#label, this.#words, this.#progress, this.#after);

  /** Begins with a question that is not answered yet. */
  constructor(question, showError) {
    this.#showError = showError;
    this.question = this.#meant = question;
    this.root = element("article", { class: "exchange" },
      ...asked(question), this.#understood, this.#answer);
    arrowKeys(this.#words, ".chip");
  }

  /** A step has ended. */
  step({ node, decided }) {
    if (node === "condense_question" && decided.changed) this.#tellUnderstood(decided.standalone_question);
    const words = nowRunning(node);
    if (words) this.#progress.textContent = words;
  }

  sources(sources) {
    this.#sources = sources;
    const documents = new Set(sources.map((each) => each.document_id)).size;
    if (documents > 0) this.#progress.textContent = `Reading ${counted(sources.length, "source")} from ${counted(documents, "document")}…`;
  }

  /** More words of the answer; drawn at most once a frame. */
  token(text) {
    this.#text += text;
    if (this.#drawing) return;
    this.#drawing = requestAnimationFrame(() => {
      this.#drawing = 0;
      this.#draw([], true);
    });
  }

  /** The words so far are taken back. */
  reset() {
    this.#text = "";
    this.#draw([], true);
  }

  /**
   * The answer is whole.
   * @param {Object} reply as `done` or as a message of a conversation; the latter without a trace
   * @param {{sessionId: string, given: number}} about
   */
  done(reply, { sessionId, given }) {
    this.#end();
    keepReply(this.root, reply);
    this.#text = reply.answer;
    this.#sources = reply.sources;
    this.#draw(reply.citations, false);
    if (reply.standalone_question && reply.standalone_question !== reply.question) this.#tellUnderstood(reply.standalone_question);
    const isAnswered = reply.status === "answered";
    const isMissing = !isAnswered && reply.query_type !== SMALL_TALK;
    this.#label.hidden = !isMissing;
    this.#answer.classList.toggle("no-evidence", isMissing);
    fill(this.#after,
      isMissing ? closestPassages(reply.sources) : citedSources(reply.citations, this.#meant),
      remarks(reply, this.#words),
      element("div", { class: "after-row" },
        thumbs({ answerId: reply.answer_id, sessionId, given }, this.#showError),
        copyButton("Copy", () => withSources(reply), "The answer was copied with its sources."),
        copyButton("Copy link", () => linkTo(addressOf(sessionId, { answer: reply.answer_id })), "The link to this answer was copied."),
        reply.retrieval_time === undefined ? null : element("span", { class: "soft took" },
          reply.cached ? "from the cache" : `in ${duration(reply.retrieval_time + reply.generation_time)}`)),
      story(reply.trace, reply.sources, reply.citations));
  }

  /** Says the whole answer, once, to who cannot see it. */
  announceAnswer(reply) {
    const documents = new Set(reply.citations.map((each) => each.document_id)).size;
    const words = plain(reply.answer.replace(/\s*\[\d+\]/g, ""));
    if (reply.status === "answered") announce(`${words} From ${counted(documents, "document")}.`);
    else announce(reply.query_type === SMALL_TALK ? words : `Not in these documents. ${words}`);
  }

  /** It went wrong, or was stopped. @param {[string, () => void]|null} way to go on: what it is called, and what does it */
  failed(message, hint, way) {
    this.#end();
    if (this.#text) {
      // The last words may not be drawn yet.
      this.#draw([], false);
      this.#words.classList.add("broken-off");
    }
    fill(this.#after, element("div", { class: "problem", role: "alert" }, icon("alert"),
      element("p", {}, message, " ", element("span", { class: "soft" }, hint ?? "")),
      way && element("button", { type: "button", class: "small-button", on: { click: way[1] } }, way[0])));
  }

  #draw(citations, isRunning) {
    if (this.#text) this.#progress.hidden = true;
    drawAnswer(this.#words, this.#text, { citations, sources: this.#sources, isRunning });
    this.#words.classList.toggle("running", isRunning);
  }

  #end() {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = 0;
    this.#progress.hidden = true;
    this.#words.classList.remove("running");
    this.#answer.setAttribute("aria-busy", "false");
  }

  #tellUnderstood(question) {
    this.#meant = question;
    this.#understood.hidden = false;
    fill(this.#understood, "Understood as: ", element("bdi", {}, question));
  }
}

/** The question as a heading; of a very long one its beginning, so that the answer is not far below. */
function asked(question) {
  const heading = element("h2", { class: "asked", dir: "auto" }, question);
  if (question.length <= LONG_QUESTION) return [heading];
  heading.classList.add("long");
  const toggle = element("button", { type: "button", class: "small-button", "aria-expanded": "false" }, "Show the whole question");
  toggle.addEventListener("click", () => {
    const isLong = heading.classList.toggle("long");
    toggle.textContent = isLong ? "Show the whole question" : "Show less";
    toggle.setAttribute("aria-expanded", String(!isLong));
  });
  return [heading, toggle];
}

/** The words of an answer, and below them which file each number stands for. */
function withSources({ answer, citations }) {
  const sources = [...new Map(citations.map((each) => [each.index, each])).values()]
    .map((each) => `[${each.index}] ${[each.file_name, pagesInWords(each.pages, each.file_name)].filter(Boolean).join(", ")}`);
  return [plain(answer), "", ...sources].join("\n").trim();
}

/** What a reader has to know besides: statements that no source bears out and no chip marks, and help that failed. */
function remarks(reply, words) {
  const marked = [...words.querySelectorAll(".unsupported")].map((each) => each.textContent);
  const unmarked = (reply.unsupported ?? []).filter((each) => !marked.some((text) => each.includes(text.trim())));
  const lines = [
    ...notBorneOut(unmarked.map((each) => `“${inOneLine(each)}”`)),
    ...(reply.model_failures ?? []).map(({ fallback, reason }) => `${fallback[0].toUpperCase()}${fallback.slice(1)}: ${reason}`),
  ];
  return lines.length > 0 ? element("ul", { class: "remarks soft" }, lines.map((each) => element("li", {}, each))) : null;
}

/** One statement in a sentence, several in a list. */
function notBorneOut(statements) {
  if (statements.length < 2) return statements.map((each) => [NOT_BORNE_OUT, " ", element("bdi", {}, each)]);
  return [[NOT_BORNE_OUT, element("ul", {}, statements.map((each) => element("li", { dir: "auto" }, each)))]];
}
