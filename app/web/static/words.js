// Numbers, dates and states in words.

/** `1 page`, `2 pages`. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

const PAGE_WORDS = { xlsx: "Sheet", pptx: "Slide" };

/** What a page of a file is called, with a capital. */
export function pageWord(fileName) {
  return PAGE_WORDS[fileName.split(".").at(-1).toLowerCase()] ?? "Page";
}

/** `2 pages`, `3 slides`: how long a file is. */
export function countedPages(count, fileName) {
  return counted(count, pageWord(fileName).toLowerCase());
}

/** `page 3`, `sheets 3 and 4`, `pages 3 to 6`. */
export function pagesInWords(pages, fileName) {
  const word = pageWord(fileName).toLowerCase();
  if (pages.length === 0) return "";
  if (pages.length === 1) return `${word} ${pages[0]}`;
  const last = pages[pages.length - 1];
  return pages.length === 2 ? `${word}s ${pages[0]} and ${last}` : `${word}s ${pages[0]} to ${last}`;
}

const RIGHT_TO_LEFT = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text) {
  return RIGHT_TO_LEFT.test(text);
}

/** A name as it can stand in a sentence: one from right to left does not turn what is around it. */
export function isolated(name) {
  return isRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

/** Seconds as a person says them. */
export function duration(seconds) {
  if (seconds < 0.001) return "under 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/** A list as a person says it. */
export function listed(items) {
  return new Intl.ListFormat("en").format(items);
}

/** Characters of a passage that fit where only its first lines are shown. */
const SHOWN = 160;
/** Words that ask, and say nothing of what for. */
const ASKING = new Set("what when where which whose does have that this with from were there their about".split(" "));
/** Of a longer passage what is shown before the words of the question. */
const LEAD = 60;

/** A passage in one line from where the words of a question are: only its first lines are shown, and need not hold them. */
export function fromWhatIsAsked(text, question) {
  const wordsOf = (words) => words.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const stems = (words) => wordsOf(words).filter((word) => !ASKING.has(word)).map((word) => word.slice(0, 5));
  const asked = new Set(stems(question));
  const held = (from, to) => new Set(stems(text.slice(from, to)).filter((stem) => asked.has(stem))).size;
  if (text.length <= SHOWN) return text;
  let [best, most] = [0, held(0, SHOWN)];
  for (const { index } of text.matchAll(/\S+/g)) {
    if (held(index, index + SHOWN - LEAD) > most) [best, most] = [index, held(index, index + SHOWN - LEAD)];
  }
  const start = best > LEAD ? text.indexOf(" ", best - LEAD) + 1 : 0;
  return start > 0 ? `… ${text.slice(start)}` : text;
}

/**
 * A passage in one line, without the marks of its headings, tables, first item and bold words; cells stand behind one
 * another.
 */
export function inOneLine(text) {
  return text
    .replace(/^\s*[-*•] +/, "")
    .replace(/^#+ /gm, "")
    .replace(/^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+(?:[ \t]*:?-{3,}:?)?[ \t]*$/gm, " ")
    .replace(/^[ \t]*\||\|[ \t]*$/gm, " ")
    .replace(/[ \t]+\|(?=[ \t])/g, " ·")
    .replace(/(?<![\p{L}\p{N}*])\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*(?![\p{L}\p{N}*])/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
