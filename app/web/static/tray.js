// One card for each upload: how far every file is, and what became of it.

import { byId, element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { counted } from "./words.js";

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

/** Folds the cards of uploads that are over: whoever goes on has read them, and wants the room. */
export function foldFinished() {
  for (const card of finished) card.fold();
}

export class Tray {
  #where;
  #rows = new Map();
  #heading = element("p", { class: "tray-heading" });
  #list = element("ul", { class: "tray-files" });
  #dismiss = element("button", {
    type: "button", class: "plain icon-only", "aria-label": "Dismiss", hidden: true, on: { click: () => this.#remove() },
  }, icon("close"));
  #toggle = element("button", {
    type: "button", class: "small-button", "aria-expanded": "true", on: { click: () => this.#fold(!this.#list.hidden) },
  }, "Hide");
  #card = element("div", { class: "tray-card" },
    element("div", { class: "tray-head" }, this.#heading, this.#toggle, this.#dismiss), this.#list);
  #outcomes = { added: 0, failed: 0 };

  /** Shows a card. @param {string} where in words @param {string[]} names of the files */
  constructor(where, names) {
    this.#where = where;
    this.#heading.textContent = `Adding ${counted(names.length, "file")} to ${where}`;
    for (const name of names) this.#row(name).say("sending…");
    byId("tray").prepend(this.#card);
    byId("tray").hidden = false;
  }

  /** @param {number} share of the bytes, 0..1 */
  sent(share) {
    for (const row of this.#rows.values()) row.advance(share * 10, share < 1 ? "sending…" : "taken in…");
  }

  /** The service has the files; it may have given them other names. */
  began(files) {
    this.#rows.clear();
    fill(this.#list);
    for (const file of files) this.#row(file.file_name).advance(10, "waiting");
    for (const file of files) if (file.status !== "pending" && file.status !== "processing") this.file(file);
  }

  progress({ file_name: name, stage, percent }) {
    this.#rows.get(name)?.advance(10 + percent * 0.9, STAGES[stage] ?? stage);
  }

  file(file) {
    this.#rows.get(file.file_name)?.end(file);
  }

  done(files) {
    for (const file of files) this.file(file);
    this.#outcomes.failed = files.filter((file) => file.status === "failed").length;
    this.#outcomes.added = files.length - this.#outcomes.failed;
    this.#heading.textContent = this.summary();
    this.#card.classList.toggle("with-failures", this.#outcomes.failed > 0);
    this.#dismiss.hidden = false;
    finished.add(this);
    if (this.#outcomes.failed === 0 && files.length > 3) this.#fold(true);
  }

  failed(error) {
    this.#heading.textContent = `Could not be added to ${this.#where}`;
    this.#card.classList.add("with-failures");
    fill(this.#list, element("li", { class: "tray-file failed" }, icon("warning"),
      element("p", {}, error.message, " ", element("span", { class: "soft" }, error.hint ?? ""))));
    this.#dismiss.hidden = false;
    this.#toggle.hidden = true;
  }

  /** Leaves the heading, and the way to see the files again. */
  fold() {
    this.#fold(true);
  }

  /** Takes the card away: another one shows the same upload. */
  giveWay() {
    this.#card.remove();
    byId("tray").hidden = byId("tray").childElementCount === 0;
  }

  /** What became of all, in a sentence. */
  summary() {
    const { added, failed } = this.#outcomes;
    const told = [];
    if (added > 0 || failed === 0) told.push(`${counted(added, "file")} ready in ${this.#where}`);
    if (failed > 0) told.push(`${counted(failed, "file")} could not be read`);
    return told.join("; ");
  }

  #row(name) {
    const row = new Row(name);
    this.#rows.set(name, row);
    this.#list.append(row.item);
    return row;
  }

  #fold(isFolded) {
    this.#list.hidden = isFolded;
    this.#toggle.textContent = isFolded ? "Show" : "Hide";
    this.#toggle.setAttribute("aria-expanded", String(!isFolded));
  }

  #remove() {
    this.giveWay();
    finished.delete(this);
    byId("question").focus();
  }
}

class Row {
  constructor(name) {
    this.bar = element("progress", { max: 100, value: 0, "aria-label": name });
    this.state = element("span", { class: "tray-state" });
    this.notice = element("p", { class: "tray-notice", hidden: true });
    this.item = element("li", { class: "tray-file" },
      element("span", { class: "tray-name", title: name }, name), this.bar, this.state, this.notice);
  }

  say(words) {
    this.state.textContent = words;
  }

  advance(percent, words) {
    this.bar.value = Math.max(this.bar.value, percent);
    this.say(words);
  }

  end({ status, error, notice, page_count: pages, chunk_count: passages }) {
    if (status === "failed") {
      this.item.classList.add("failed");
      this.bar.hidden = true;
      fill(this.state, icon("warning"), `${error?.message ?? "It could not be read."} `,
        element("span", { class: "soft" }, error?.hint ?? ""));
      return;
    }
    this.item.classList.add("ready");
    this.advance(100, OUTCOMES[status] ?? `${counted(pages, "page")}, ${counted(passages, "passage")}`);
    this.state.prepend(icon("check"));
    this.notice.hidden = !notice;
    if (notice) fill(this.notice, notice.message, " ", notice.hint);
  }
}
