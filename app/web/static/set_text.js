// The text of a page, set as what it is: headings, paragraphs, lists, tables and code, with its marks. All of it
// becomes text nodes: a link leads nowhere, and what looks like HTML is shown as it is written.

import { element } from "./dom.js";

const TAGS = { strong: "strong", emphasis: "em", code: "code", link: "u" };
/** The title of the viewer is a heading of level 2. */
const OUTERMOST = 3;
const INNERMOST = 6;
const MOST_LEVELS = 4;
const DEEPEST = 6;
const AMOUNT = /^[-+−–(]{0,2}[$€£¥]?[-+−]?\d[\d.,'’\u00a0 ]*[%$€£¥]?\)?$/;
const YEAR = /^(?:1[6-9]|20)\d\d$/;
/** Characters of a cell that is kept on one line. */
const SHORT = 16;

/** What is wider than its room is reached with the keyboard, to be scrolled. */
const room = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});

/** The text as it stands, line by line, with its marks. */
export function plainText({ text, marks }) {
  const characters = Array.from(text);
  return element("div", { class: "page-text as-it-stands" }, marked(characters, marks, 0, characters.length));
}

/** The text set in the blocks that the service found in it. */
export function setText({ text, marks, blocks }) {
  const characters = Array.from(text);
  const words = ({ pieces }) => pieces.map((each) => styled(characters, marks, each));
  let level = OUTERMOST - 1;
  const set = (run) => {
    const [first] = run;
    if (first.kind === "row") return table(run, words);
    if (first.kind === "rule") return element("hr", placed(first));
    if (first.kind === "code") return scrolling("Code", first, element("pre", {}, element("code", {}, words(first))));
    if (isItem(first)) {
      const items = run.map((each) => element("li", placed(each, each.kind), words(each)));
      return element("ul", { class: "set-list" }, items);
    }
    if (first.kind === "plain") return element("div", placed(first, "plain"), words(first));
    if (first.kind === "paragraph") return element("p", placed(first), words(first));
    // No level is left out, for who goes from heading to heading.
    level = Math.min(first.level + OUTERMOST - 1, level + 1, INNERMOST);
    return element(`h${level}`, placed(first, `level-${Math.min(first.level, MOST_LEVELS)}`), words(first));
  };
  return element("div", { class: "page-text" }, runs(blocks).map(set));
}

/** Blocks that are one list, or one table. */
function runs(blocks) {
  const found = [];
  for (const block of blocks) {
    const before = found.at(-1)?.[0];
    if (before && isOneWith(before, block)) found.at(-1).push(block);
    else found.push([block]);
  }
  return found;
}

function isOneWith(before, block) {
  if (before.kind === "row") return block.kind === "row" && before.table === block.table;
  return isItem(before) && isItem(block) && before.is_quoted === block.is_quoted;
}

function isItem({ kind }) {
  return kind === "item" || kind === "numbered";
}

/** A block is called after what it is, how many lists it is in, and whether it is quoted. */
function placed({ depth, is_quoted: isQuoted }, name = "") {
  const names = [name && `set-${name}`, depth > 0 && `depth-${Math.min(depth, DEEPEST)}`, isQuoted && "set-quoted"];
  return { class: names.filter(Boolean).join(" "), dir: "auto" };
}

function scrolling(label, block, ...children) {
  const made = element("div", { ...placed(block, "scroll"), role: "group", "aria-label": label }, children);
  room.observe(made);
  return made;
}

function table(rows, words) {
  const filled = rows.map(({ pieces }) => 1 + Math.max(0, ...pieces.map(({ cell }) => cell)));
  const width = Math.max(...filled);
  const columns = Array.from({ length: width }, (_, column) => column);
  const shown = rows.map((row) => {
    const cells = columns.map(() => []);
    words(row).forEach((word, index) => cells[row.pieces[index].cell].push(word));
    return cells;
  });
  const texts = shown.map((cells) => cells.map((cell) => cell.map((each) => each.textContent).join("").trim()));
  const told = texts.filter((_, row) => !rows[row].is_header);
  const isAmount = columns.map((column) => isOfAmounts(told.map((cells) => cells[column])));
  const lines = rows.map((row, number) => {
    // A line of one cell names those below it.
    const isAlone = filled[number] === 1 && width > 1 && !row.is_header;
    return element("tr", {}, columns.slice(0, isAlone ? 1 : width).map((column) => {
      const text = texts[number][column];
      const isName = row.is_header && text !== "";
      const names = [isAmount[column] && !isAlone && "set-amount", text.length <= SHORT && "set-short"];
      return element(isName ? "th" : "td", {
        class: names.filter(Boolean).join(" "), dir: "auto",
        scope: isName ? "col" : null, colspan: isAlone ? width : null,
      }, shown[number][column]);
    }));
  });
  const headers = rows.filter((row) => row.is_header).length;
  return scrolling("Table", rows[0], element("table", {},
    headers > 0 ? element("thead", {}, lines.slice(0, headers)) : null, element("tbody", {}, lines.slice(headers))));
}

/** Whether most cells of a column are amounts, which are compared digit by digit. */
function isOfAmounts(cells) {
  const told = cells.filter(Boolean);
  return told.filter((each) => AMOUNT.test(each) && !YEAR.test(each)).length * 2 > told.length;
}

/** A piece in its styles, as one element. */
function styled(characters, marks, { start, end, styles }) {
  if (styles.includes("break")) return element("br");
  const inside = marked(characters, marks, start, end);
  return styles.reduceRight((child, style) => element(TAGS[style], {}, child), element("span", {}, inside));
}

/** A part of the text, what is marked of it in elements of its own. */
function marked(characters, marks, start, end) {
  const parts = [];
  let position = start;
  for (const mark of marks.filter((each) => each.start < end && each.end > start)) {
    const [from, to] = [Math.max(start, mark.start), Math.min(end, mark.end)];
    parts.push(characters.slice(position, from).join(""));
    parts.push(element("mark", { class: mark.strong ? "strong" : "" }, characters.slice(from, to).join("")));
    position = to;
  }
  return [...parts, characters.slice(position, end).join("")];
}
