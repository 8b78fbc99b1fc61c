// The words of an answer as elements: paragraphs, lists, chips for `[n]`, and marks on what is not borne out.

import { citationFor, openReference } from "./citations.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { pagesInWords } from "./words.js";

const MARKERS = /\s*((?:\[\d+(?:\s*,\s*\d+)*\]\s*)+)/g;
const UNFINISHED_MARKER = /\s*\[[\d,\s]*$/;
/** Stands behind signs that a source or a question has itself and that mean nothing here; nobody needs to copy it. */
const GUARD = /(?<=[[*`])\u2060/g;
const STYLED = /(\*\*[^*]+\*\*|`(?!\u2060)[^`]+`(?!\u2060))/;
const DISAGREEMENT = /^sources disagree:?$/i;
/** A word that is not too long, and not part of what is set in bold or as code. */
const LAST_WORD = /^([^]*\s)?([^\s*`]{1,24})\s*$/;
const HEADING = /^#+\s+/;
/** The line under the heads of a table. */
const RULE = /^\|[\s|:-]*-[\s|:-]*$/;
const MOST_TOGETHER = 3;
/** Characters of a cell that is not squeezed to its longest word where the table is wider than the page. */
const LONG_CELL = 40;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Draws an answer. What is drawn already and has not changed is left alone, so that a stream does not flicker.
 * @param {HTMLElement} container
 * @param {string} text as far as it is known
 * @param {{citations: Object[], sources: Object[], isRunning: boolean}} known
 */
export function drawAnswer(container, text, known) {
  const shown = known.isRunning ? text.replace(UNFINISHED_MARKER, "") : text;
  const blocks = blocksOf(shown);
  const focused = [...container.querySelectorAll(".chip")].indexOf(document.activeElement);
  blocks.forEach((block, place) => {
    const key = JSON.stringify([block, known.citations.length, known.sources.length]);
    const there = container.children[place];
    if (there?.dataset.key === key) return;
    const drawn = drawBlock(block, known);
    drawn.dataset.key = key;
    if (there) there.replaceWith(drawn);
    else container.append(drawn);
  });
  while (container.children.length > blocks.length) container.lastElementChild.remove();
  if (focused >= 0) container.querySelectorAll(".chip")[focused]?.focus({ preventScroll: true });
}

/** Lines become blocks: neighbouring items of a list are one, as rows of a table are, and a disagreement with what follows it. */
function blocksOf(text) {
  const blocks = [];
  for (const line of text.split("\n")) {
    const words = line.trim();
    if (!words) {
      blocks.push(null);
      continue;
    }
    const last = blocks[blocks.length - 1];
    const bullet = words.match(/^[-*•]\s+(.*)$/);
    const step = words.match(/^(\d+)[.)]\s+(.*)$/);
    const cells = cellsOf(words);
    if (cells !== null) {
      if (last?.kind !== "table") blocks.push({ kind: "table", rows: [], heads: 0 });
      const table = blocks.at(-1);
      if (RULE.test(words)) table.heads = table.rows.length;
      else table.rows.push(cells);
    } else if (DISAGREEMENT.test(words)) blocks.push({ kind: "disagreement", items: [] });
    else if (bullet && (last?.kind === "bullets" || last?.kind === "disagreement")) last.items.push(bullet[1]);
    else if (bullet) blocks.push({ kind: "bullets", items: [bullet[1]] });
    else if (step && last?.kind === "steps") last.items.push(step[2]);
    else if (step) blocks.push({ kind: "steps", items: [step[2]], first: Number(step[1]) });
    else if (HEADING.test(words)) blocks.push({ kind: "heading", items: [words.replace(HEADING, "")] });
    else blocks.push({ kind: "paragraph", items: [words] });
  }
  return blocks.filter((block) => block !== null);
}

/** The cells of a line of a table, as models write them; null where it is none. */
function cellsOf(words) {
  if (!/^\|.*\|/.test(words)) return null;
  return words.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function drawTable({ rows, heads }, known) {
  const lengthOf = (cell) => (cell.length > LONG_CELL ? "long" : "");
  const row = (tag, attributes) => (cells) => element("tr", {}, cells.map((cell) =>
    element(tag, { ...attributes, class: lengthOf(cell), dir: "auto" }, line(cell, known))));
  return element("div", { class: "table", tabindex: "0", role: "group", "aria-label": "Table" }, element("table", {},
    element("thead", {}, rows.slice(0, heads).map(row("th", { scope: "col" }))),
    element("tbody", {}, rows.slice(heads).map(row("td", {})))));
}

function drawBlock(block, known) {
  const items = () => block.items.map((item) => element("li", {}, line(item, known)));
  switch (block.kind) {
    case "disagreement":
      return element("section", { class: "disagreement" },
        element("h3", {}, icon("split"), "The sources disagree"),
        element("ul", { dir: "auto" }, items()));
    case "bullets":
      return element("ul", { dir: "auto" }, items());
    case "steps":
      return element("ol", { start: block.first, dir: "auto" }, items());
    case "table":
      return drawTable(block, known);
    case "heading":
      return element("p", { dir: "auto" }, element("strong", {}, line(block.items[0], known)));
    default:
      return element("p", { dir: "auto" }, line(block.items[0], known));
  }
}

/** A line: text, and after each statement the chips of what it rests on. */
function line(text, known) {
  const parts = [];
  let position = 0;
  const [lead, from] = titleOf(text, known);
  if (lead) {
    parts.push(element("strong", { class: "from" }, from), " ");
    position = lead.length;
  }
  for (const match of text.matchAll(MARKERS)) {
    if (match.index < position) continue;
    parts.push(statement(text.slice(position, match.index), numbersOf(match[1]), known));
    position = match.index + match[0].length;
    if (/^[^\s.,;:!?)]/.test(text.slice(position))) parts.push(" ");
  }
  parts.push(...styled(text.slice(position)));
  return parts;
}

/** Where a line begins with the title of one of its sources, or its file name: that beginning, and the name. */
function titleOf(text, { sources }) {
  const names = sources.flatMap((each) => [each.title, each.file_name]);
  const name = names.find((each) => each && text.startsWith(`${each}: `));
  return name ? [`${name}: `, name] : ["", ""];
}

function statement(text, numbers, known) {
  const cited = numbers.map((index) => ({ index, citation: citationFor(index, text, known.citations) }));
  const chips = cited.map(({ index, citation }) => chip(index, citation, known));
  const isUnsupported = cited.every(({ citation }) => citation?.verified === false);
  if (!isUnsupported) return together(text, chips);
  const [before, last] = lastSentence(text);
  return [
    ...styled(before),
    element("span", { class: "unsupported" }, ...styled(last)),
    chips,
    element("span", { class: "unsupported-label" }, icon("warning"), "not borne out by its source"),
  ];
}

/** A text with its chips, of which none stands alone on a line. */
function together(text, chips) {
  const [, before = "", last] = text.match(LAST_WORD) ?? [];
  if (last === undefined || chips.length > MOST_TOGETHER) return [...styled(text), chips];
  return [...styled(before), element("span", { class: "together" }, last, chips)];
}

function lastSentence(text) {
  const starts = [...sentences.segment(text)].filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment));
  const at = starts.length > 0 ? starts[starts.length - 1].index : 0;
  return [text.slice(0, at), text.slice(at)];
}

function chip(index, citation, { sources }) {
  const reference = citation ?? sources.find((each) => each.index === index);
  if (!reference) return element("span", { class: "chip unknown" }, bracketed(index));
  const about = [`Source ${index}: ${reference.file_name}`, pagesInWords(reference.pages, reference.file_name)].filter(Boolean).join(", ");
  const isDoubtful = citation?.verified === false;
  return element("button", {
    type: "button",
    class: isDoubtful ? "chip doubtful" : "chip",
    title: about,
    "aria-label": isDoubtful ? `${about}. Does not bear this out` : about,
    data: { source: index },
    on: { click: (event) => openReference(reference, event.currentTarget) },
  }, bracketed(index));
}

/** A number with brackets that are copied with it, and not seen. */
function bracketed(index) {
  const bracket = (sign) => element("span", { class: "bracket" }, sign);
  return [bracket("["), String(index), bracket("]")];
}

function numbersOf(markers) {
  return [...new Set(markers.match(/\d+/g).map(Number))];
}

/** The words of an answer as they are read and copied, its brackets as they stand in the sources. */
export function plain(text) {
  return text.replace(GUARD, "");
}

/** Text with what a model may set in bold or as code. */
function styled(text) {
  return text.split(STYLED).filter(Boolean).map((piece) => {
    const words = plain(piece);
    if (!STYLED.test(piece)) return words;
    return piece.startsWith("`") ? element("code", {}, words.slice(1, -1)) : element("strong", {}, words.slice(2, -2));
  });
}
