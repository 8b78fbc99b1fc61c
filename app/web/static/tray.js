// One card for each upload: how far every file is, and what became of it.

import { byId, element, fill } from "./dom.js";
import { catchFocus } from "./focus.js";
import { icon } from "./icons.js";
import { counted, countedPages, isolated } from "./words.js";

const STAGES = {
  load: "read", extract_metadata: "facts noted", split_chunks: "cut into passages", enrich: "passages labelled",
  summarize: "summed up", embed: "meaning learnt", index: "indexed", link: "linked",
};
const OUTCOMES = {
  unchanged: "was there already, unchanged",
  linked: "has the same content as another document",
  replaced: "took the place of its older version",
};

/** Cards of uploads that are over. */
const finished = new Set();

/** Puts the cards of uploads that are over aside: whoever goes on has read them, and wants the room. */
export function putAside() {
  for (const card of finished) card.putAside();
}

/** A card of files that came together; they are sent in parts. */
export class Tray {
  #where;
  #count;
  #heading = element("p", { class: "tray-heading" });
  #list = element("ul", { class: "tray-files", "aria-label": "Files", tabindex: "0" });
  #dismiss = element("button", {
    type: "button", class: "plain icon-only", "aria-label": "Dismiss", hidden: true, on: { click: () => this.#remove() },
  }, icon("close"));
  #toggle = element("button", {
    type: "button", class: "small-button", "aria-expanded": "true", on: { click: () => this.#fold(!this.#list.hidden) },
  }, "Hide");
  #card = element("div", { class: "tray-card" },
    element("div", { class: "tray-head" }, this.#heading, this.#toggle, this.#dismiss), this.#list);

  /**
   * Shows a card.
   * @param {string} where in words
   * @param {string[][]} groups names of the files of each part
   * @param {string} doing what is done with them at first
   */
  constructor(where, groups, doing = "sending…") {
    this.#where = isolated(where);
    this.#count = groups.flat().length;
    this.parts = groups.map((names) => new Part(names, doing, this.#list, () => this.#settle(), () => this.#tellHowFar()));
    this.#tellHowFar();
    byId("tray").prepend(this.#card);
    byId("tray").hidden = false;
  }

  /** Whether it is known of all files what became of them. */
  get isOver() {
    return this.parts.every((part) => part.isOver);
  }

  /** Whether another card shows the same. */
  get isAway() {
    return this.parts.every((part) => part.isAway);
  }

  /** What is not sent yet could not be. */
  failed(error) {
    for (const part of this.parts) if (!part.isOver && !part.isTaken) part.failed(error);
  }

  /** Goes where all went well; else it leaves the heading, and the way to see the files again. */
  putAside() {
    const isFlawed = this.#total("failures") > 0 || this.#list.querySelector(".tray-notice:not([hidden])") !== null;
    if (isFlawed) this.#fold(true);
    else this.#takeAway();
  }

  /** Of many files few rows are in sight: the heading says how many are over. */
  #tellHowFar() {
    if (this.isOver) return;
    const over = this.parts.reduce((sum, part) => sum + part.overCount, 0);
    this.#heading.textContent = `Adding ${counted(this.#count, "file")} to ${this.#where}${over > 0 ? `: ${over.toLocaleString("en")} done` : ""}`;
  }

  /** What became of all, in a sentence. */
  summary() {
    const added = this.#total("added");
    const failed = this.#total("failures");
    const told = [];
    if (added > 0 || failed === 0) told.push(`${counted(added, "file")} ready in ${this.#where}`);
    if (failed > 0) told.push(`${counted(failed, "file")} could not be read`);
    return told.join("; ");
  }

  /** The same for who cannot see the card: with what failed, and why. */
  told() {
    const why = this.parts.flatMap((part) => part.reasons);
    return [`${this.summary()}.`, ...why].join(" ");
  }

  #total(outcome) {
    return this.parts.reduce((sum, part) => sum + part[outcome], 0);
  }

  /** A part is over. */
  #settle() {
    if (this.isAway) {
      this.#takeAway();
      return;
    }
    const failed = this.#total("failures");
    this.#card.classList.toggle("with-failures", failed > 0);
    if (!this.isOver) {
      this.#tellHowFar();
      return;
    }
    // What went wrong is read first.
    this.#list.prepend(...this.#list.querySelectorAll(".failed"));
    const isRefused = this.parts.every((part) => part.isRefused || part.count === 0);
    this.#heading.textContent = isRefused ? `Could not be added to ${this.#where}` : this.summary();
    this.#dismiss.hidden = false;
    this.#toggle.hidden = isRefused;
    finished.add(this);
    if (failed === 0 && this.#total("added") > 3) this.#fold(true);
  }

  #fold(isFolded) {
    this.#list.hidden = isFolded;
    this.#toggle.textContent = isFolded ? "Show" : "Hide";
    this.#toggle.setAttribute("aria-expanded", String(!isFolded));
  }

  #takeAway() {
    finished.delete(this);
    this.#card.remove();
    byId("tray").hidden = byId("tray").childElementCount === 0;
  }

  #remove() {
    this.#takeAway();
    catchFocus();
  }
}

/** Files of one request: how far each is, and what became of it. */
class Part {
  #rows;
  #list;
  #settle;
  #tellHowFar;
  added = 0;
  failures = 0;
  /** Why files failed, a sentence for each. */
  reasons = [];
  /** The service has the files. */
  isTaken = false;
  /** All failed for one reason. */
  isRefused = false;

  constructor(names, doing, list, settle, tellHowFar) {
    this.#tellHowFar = tellHowFar;
    this.#list = list;
    this.#settle = settle;
    this.#rows = new Map(names.map((name) => [name, new Row(name)]));
    this.count = names.length;
    this.isOver = this.isAway = names.length === 0;
    for (const row of this.#rows.values()) {
      row.say(doing);
      list.append(row.item);
    }
  }

  /** @param {number} share of the bytes, 0..1 */
  sent(share) {
    for (const row of this.#rows.values()) row.advance(share * 10, share < 1 ? "sending…" : "taken in…");
  }

  /** The service has the files; it may have given them other names. */
  began(files) {
    this.isTaken = true;
    const rows = new Map(files.map((file) => [file.file_name, new Row(file.file_name)]));
    this.#replace([...rows.values()].map((row) => row.item));
    this.#rows = rows;
    for (const row of rows.values()) row.advance(10, "waiting");
    for (const file of files) if (file.status !== "pending" && file.status !== "processing") this.file(file);
  }

  /** Says the same of all that is not known yet. */
  waits(words) {
    for (const row of this.#rows.values()) if (!row.isOver) row.say(words);
  }

  progress({ file_name: name, stage, percent }) {
    this.#rows.get(name)?.advance(10 + percent * 0.9, STAGES[stage] ?? stage);
  }

  file(file) {
    this.#rows.get(file.file_name)?.end(file);
    this.#tellHowFar();
  }

  /** Of how many files it is known what became of them. */
  get overCount() {
    return this.isOver ? this.count : [...this.#rows.values()].filter((row) => row.isOver).length;
  }

  done(files) {
    for (const file of files) this.file(file);
    const failed = files.filter((file) => file.status === "failed");
    this.added = files.length - failed.length;
    this.#end(failed.length, failed.map((file) => `${file.file_name}: ${file.error?.message ?? ""}`));
  }

  /** No file can be sent, each for this reason. */
  unreadable(error) {
    for (const row of this.#rows.values()) row.end({ status: "failed", error });
    this.#end(this.count, [...this.#rows.keys()].map((name) => `${name}: ${error.message}`));
  }

  /** Nothing of it is there. */
  failed(error) {
    this.isRefused = true;
    const words = this.count > 1 ? `${counted(this.count, "file")}: ${error.message} ` : `${error.message} `;
    this.#replace([element("li", { class: "tray-file failed" },
      element("span", { class: "tray-state" }, icon("warning"), words, element("span", { class: "soft" }, error.hint ?? "")))]);
    this.#end(this.count, [error.message]);
  }

  /** Takes the rows away: another card shows the same upload. */
  giveWay() {
    this.isAway = true;
    this.#replace([]);
    this.#end(0, []);
  }

  #end(failures, reasons) {
    this.failures = failures;
    this.reasons = reasons;
    this.isOver = true;
    this.#settle();
  }

  #replace(items) {
    const old = [...this.#rows.values()].map((row) => row.item);
    if (old[0]?.parentElement === this.#list) old[0].before(...items);
    else this.#list.append(...items);
    for (const item of old) item.remove();
    this.#rows = new Map();
  }
}

class Row {
  constructor(name) {
    this.bar = element("progress", { max: 100, value: 0, "aria-label": name });
    this.state = element("span", { class: "tray-state" });
    this.notice = element("p", { class: "tray-notice", hidden: true });
    this.isOver = false;
    this.item = element("li", { class: "tray-file" },
      element("span", { class: "tray-name", title: name, dir: "auto" }, name), this.bar, this.state, this.notice);
  }

  say(words) {
    this.state.textContent = words;
  }

  advance(percent, words) {
    this.bar.value = Math.max(this.bar.value, percent);
    this.say(words);
  }

  end({ file_name: name, status, error, notice, page_count: pages, chunk_count: passages }) {
    this.isOver = true;
    this.bar.hidden = true;
    if (status === "failed") {
      this.item.classList.add("failed");
      fill(this.state, icon("warning"), `${error?.message ?? "It could not be read."} `,
        element("span", { class: "soft" }, error?.hint ?? ""));
      return;
    }
    this.item.classList.add("ready");
    this.say(OUTCOMES[status] ?? `${countedPages(pages, name)}, ${counted(passages, "passage")}`);
    this.state.prepend(icon("check"));
    this.notice.hidden = !notice;
    if (notice) fill(this.notice, notice.message, " ", notice.hint);
  }
}
