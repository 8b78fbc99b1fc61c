// A page beside the answer: as it looks, or as text, with the passage and the quoted words in it marked.

import { addressOf, enterPlace, leavePlace, linkTo, replacePlace } from "./address.js";
import { announce } from "./announce.js";
import { ServiceError, picture, request } from "./api.js";
import { copyIcon } from "./clipboard.js";
import { prompt } from "./dialogs.js";
import { byId, element, fill } from "./dom.js";
import { keepFocus } from "./focus.js";
import { icon } from "./icons.js";
import { plainText, setText } from "./set_text.js";
import { store } from "./store.js";
import { countedPages, inOneLine, isolated, pageWord, pagesInWords } from "./words.js";

const NARROW = matchMedia("(max-width: 1099px)");
const ZOOMS = [1, 1.35, 1.8, 2.4];
/** On a telephone a whole page is too small to read. */
const FIRST_ZOOM = matchMedia("(max-width: 599px)").matches ? 2 : 0;
const MARGIN = 16;
/** Pages that are turned one by one; of more, one is gone to by its number. */
const MOST_TURNED = 2;
/** Errors of a page that its document may say more of. */
const TOLD_BY_DOCUMENT = new Set(["not_found", "conflict", "invalid_request"]);

let place = null;
let opener = null;
let loading = null;
let pictureAddress = null;
let asText = false;
let zoom = FIRST_ZOOM;

export function startViewer() {
  addEventListener("keydown", (event) => {
    if (place === null || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") closeViewer();
    else if (byId("viewer").contains(document.activeElement) && !event.target.matches("input, .reader, .set-scroll")) {
      if (event.key === "ArrowRight") turn(1);
      if (event.key === "ArrowLeft") turn(-1);
    }
  });
  NARROW.addEventListener("change", settle);
}

/**
 * Opens a page that was pressed for, which has an address from then on: Back closes it.
 * @param {{documentId, fileName, page, chunkId?, quote?, sectionPath?, index?, verified?, cited?}} wanted
 * @param {HTMLElement} from what was pressed: it gets the focus back
 */
export async function openDocument(wanted, from) {
  const isOpen = place !== null;
  const opening = openAddressed(wanted, from);
  const mine = place;
  if (isOpen) keepPlace();
  else enterPlace(addressOfPlace(), () => place === mine);
  await opening;
}

/** The address of what is shown, in the conversation that is open. */
function addressOfPlace() {
  const { documentId, page, cited } = place;
  return addressOf(store.session?.session_id ?? null, cited ? { ...cited, page } : { document: documentId, page });
}

function keepPlace() {
  replacePlace(addressOfPlace());
}

/** Opens the page that the address names already; see `openDocument`. */
export async function openAddressed(wanted, from) {
  place = { ...wanted, pageCount: null, offset: null };
  opener = from;
  byId("viewer").hidden = false;
  byId("page").classList.add("with-viewer");
  settle();
  // What was pressed may close around itself, as a drawer does, before it is told who has the focus.
  const first = new Promise((resolve) => setTimeout(() => resolve(document.activeElement)));
  await load();
  const before = await first;
  // Who has begun to write meanwhile goes on, and who has gone to something beside the page.
  const { activeElement: focused } = document;
  const hasStayed = focused === before || focused === document.body || focused === null;
  if (hasStayed && !focused?.matches("input, textarea") && !byId("viewer").contains(focused)) {
    byId("viewer").querySelector(".viewer-title")?.focus({ preventScroll: true });
  }
}

/** The text of a passage, as far as its first page has it. */
export async function passageText(wanted) {
  const { text, marks } = await request("GET", `${pathOf(wanted)}?${query(wanted, {})}`);
  const characters = Array.from(text);
  return marks.map(({ start, end }) => characters.slice(start, end).join("")).join(" ");
}

/** Closes the viewer where it shows this document; who is elsewhere on the page stays there. */
export function closeDocument(documentId) {
  if (place?.documentId !== documentId) return;
  const { activeElement: focused } = document;
  closeViewer();
  if (focused !== document.body && focused?.isConnected) focused.focus({ preventScroll: true });
}

/** Closes it, and leaves its address. Resolves when that is left. */
export async function closeViewer() {
  if (place === null) return;
  leaveViewer();
  await leavePlace(store.session?.session_id ?? null);
}

/** Closes it where the address does not name it any more. */
export function leaveViewer() {
  if (place === null) return;
  loading?.abort();
  place = null;
  byId("viewer").hidden = true;
  fill(byId("viewer"));
  forgetPicture();
  byId("page").classList.remove("with-viewer");
  settle();
  wayBack().focus({ preventScroll: true });
  opener = null;
}

/** What was pressed, or stands in its place since; where it is out of sight, what leads to it, or the question. */
function wayBack() {
  const key = opener?.dataset.key;
  const again = opener?.isConnected || !key ? opener : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const isInSight = (each) => each?.isConnected && each.checkVisibility({ visibilityProperty: true });
  return [again, byId("side").contains(again) ? byId("open-drawer") : null].find(isInSight) ?? byId("question");
}

/** On a narrow screen the page covers everything else, which then cannot be reached. */
function settle() {
  const covers = place !== null && NARROW.matches;
  for (const part of ["main", "side"]) byId(part).inert = covers;
  document.querySelector(".bar").inert = covers;
  const viewer = byId("viewer");
  if (covers) {
    viewer.setAttribute("role", "dialog");
    viewer.setAttribute("aria-modal", "true");
  } else {
    viewer.removeAttribute("role");
    viewer.removeAttribute("aria-modal");
  }
}

function turn(step) {
  const page = place.page + step;
  if (page < 1 || page > (place.pageCount ?? 1)) return;
  showPage(page);
}

function showPage(page) {
  place = { ...place, page, offset: null };
  keepPlace();
  load();
}

/** Asks for a number, and shows that page. */
async function goToPage() {
  const { documentId, fileName, page, pageCount } = place;
  const word = pageWord(fileName);
  const wanted = await prompt(`Go to ${word.toLowerCase()}`, `${word}, 1 to ${pageCount.toLocaleString("en")}`, {
    value: String(page), action: "Go", longest: 9,
    save: async (given) => {
      if (/^[0-9]+$/.test(given) && Number(given) >= 1 && Number(given) <= pageCount) return;
      throw new ServiceError({ message: `There is no ${word.toLowerCase()} ${given}.`, hint: "" });
    },
  });
  // The document may have been deleted meanwhile.
  if (wanted !== null && place?.documentId === documentId) showPage(Number(wanted));
}

async function load() {
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  const shown = place;
  if (byId("viewer").childElementCount === 0) fill(byId("viewer"), head(null), element("div", { class: "reader" }, waiting()));
  try {
    const view = await request("GET", `${pathOf(shown)}?${query(shown, { boxes: "true", blocks: "true" })}`);
    if (signal.aborted) return;
    place = { ...place, fileName: view.file_name, pageCount: view.page_count };
    await show(view, signal);
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    await showProblem(error, signal);
  }
}

/** Tells why the page cannot be shown, with what its document says of itself: it may be there without it. */
async function showProblem(error, signal) {
  let [told, item] = [error, null];
  try {
    if (TOLD_BY_DOCUMENT.has(error.code)) item = await request("GET", `documents/${encodeURIComponent(place.documentId)}`);
  } catch (other) {
    if (other.code !== "not_found") told = other;
  }
  if (signal.aborted) return;
  if (item) place = { ...place, fileName: item.file_name, pageCount: null };
  const shown = item && told.code !== "conflict" && place.page > item.page_count ? missingPage(item) : problem(told, item);
  keepFocus(byId("viewer"), () => fill(byId("viewer"), head(null), element("div", { class: "reader" }, shown)));
}

function problem(error, item) {
  const isGone = error.code === "not_found";
  const since = place.cited ? `The document was ${item ? "replaced" : "deleted or replaced"} since the answer was given.`
    : "The document was deleted, or the link is incomplete.";
  return problemView([isGone ? "This page is not there any more." : error.message, isGone ? since : error.hint ?? ""],
    isGone ? null : element("button", { type: "button", class: "small-button", on: { click: tryAgain } }, "Try again"));
}

/** Of a document that is there and has no such page: leads to its last page, and to the first. */
function missingPage({ file_name: name, page_count: count }) {
  const word = pageWord(name).toLowerCase();
  const to = (label, page) => element("button", {
    type: "button", class: "small-button", "data-key": `page-${page}`, on: { click: () => showPage(page) },
  }, label);
  return problemView([`There is no ${word} ${place.page.toLocaleString("en")}.`, `${isolated(name)} has ${countedPages(count, name)}.`],
    count > 1 ? [to(`Last ${word}`, count), to(`First ${word}`, 1)] : to(`Show the ${word}`, 1));
}

function problemView([message, hint], buttons) {
  return element("div", { class: "problem", role: "alert" },
    icon("alert"), element("p", {}, message, " ", element("span", { class: "soft" }, hint)), buttons);
}

async function tryAgain() {
  await load();
  byId("viewer").querySelector(".viewer-title")?.focus({ preventScroll: true });
}

async function show(view, signal) {
  const reader = element("div", { class: "reader", tabindex: "0", role: "group", "aria-label": `${pageWord(view.file_name)} ${view.page_number}` });
  const focused = byId("viewer").contains(document.activeElement) ? document.activeElement.dataset.key : null;
  fill(byId("viewer"), head(view), quoteView(view), reader);
  const again = focused ? byId("viewer").querySelector(`[data-key="${focused}"]:not([disabled])`) : null;
  if (focused) (again ?? byId("viewer").querySelector(".viewer-title")).focus({ preventScroll: true });
  if (view.kind === "image" && !asText) await showPicture(view, reader, signal);
  else showText(view, reader);
  const marked = view.marks.length > 0 ? ", with the passage marked" : "";
  announce(`${view.file_name}, ${pageWord(view.file_name).toLowerCase()} ${view.page_number} of ${view.page_count}${marked}.`);
}

function head(view) {
  const { fileName, page, pageCount, sectionPath } = place;
  const path = (page === (view?.marked_pages[0] ?? page) ? sectionPath : null) ?? view?.section_path ?? [];
  const where = `${pageWord(fileName)} ${page}${pageCount ? ` of ${pageCount}` : ""}`;
  const button = (name, label, action, key, disabled = false) => element("button", {
    type: "button", class: "plain icon-only", "aria-label": label, title: label, disabled, "data-key": key, on: { click: action },
  }, icon(name));
  return element("header", { class: "viewer-head" },
    element("div", { class: "viewer-line" },
      element("h2", { class: "viewer-title", dir: "auto", tabindex: "-1", "data-key": "title", title: fileName }, fileName),
      copyIcon("Copy link", () => linkTo(addressOfPlace()), "The link to this page was copied."),
      button("close", "Close the page", closeViewer, "close")),
    element("p", { class: "viewer-path soft" }, path.join(" › ") || "\u00a0"),
    element("div", { class: "viewer-line tools" },
      element("div", { class: "pager" },
        button("left", "Previous page", () => turn(-1), "previous", page <= 1 || !pageCount),
        pageCount > MOST_TURNED ? element("button", {
          type: "button", class: "small-button", title: `Go to another ${pageWord(fileName).toLowerCase()}`, "data-key": "go-to", on: { click: goToPage },
        }, where) : element("span", {}, where),
        button("right", "Next page", () => turn(1), "next", page >= (pageCount ?? 1))),
      view?.kind === "image" || view?.blocks ? element("div", { class: "pager" },
        asText || view.kind !== "image" ? null : [
          button("minus", "Smaller", () => zoomTo(zoom - 1), "smaller"),
          button("plus", "Larger", () => zoomTo(zoom + 1), "larger")],
        element("button", {
          type: "button", class: "small-button", "aria-pressed": String(asText), "data-key": "as-text",
          on: { click: () => { asText = !asText; load(); } },
        }, "As text")) : null));
}

function quoteView(view) {
  const { quote, index, verified } = place;
  if (!quote) return null;
  const note = verified === false
    ? element("p", { class: "unsupported-label" }, icon("warning"), "This passage does not bear the statement out.")
    : null;
  const elsewhere = view.marked_pages.length > 0 && !view.marked_pages.includes(view.page_number)
    ? element("p", { class: "soft" }, `The passage stands on ${pagesInWords(view.marked_pages, view.file_name)}.`)
    : null;
  return element("blockquote", { class: "viewer-quote" },
    element("p", {}, element("span", { class: "chip still", "aria-label": `Source ${index}` }, String(index)), " ",
      element("q", { dir: "auto" }, inOneLine(quote))),
    note, elsewhere);
}

async function showPicture(view, reader, signal) {
  const frame = element("div", { class: "frame" }, waiting());
  reader.append(frame);
  const address = await picture(`${pathOf(place)}.png?${query({ ...place, offset: undefined }, {})}`, signal);
  if (signal.aborted) {
    URL.revokeObjectURL(address);
    return;
  }
  const marked = view.marks.filter((mark) => mark.strong).map((mark) => slice(view.text, mark)).join(" … ");
  const image = element("img", {
    class: "page-picture", src: address,
    alt: `${pageWord(view.file_name)} ${view.page_number} of ${view.file_name}.${marked ? ` Marked: ${marked}` : ""}`,
  });
  await image.decode().catch(() => undefined);
  forgetPicture();
  pictureAddress = address;
  fill(frame, image);
  zoomTo(zoom);
  const box = (view.boxes ?? []).find((each) => each.strong) ?? view.boxes?.[0];
  if (box) reader.scrollTo({
    top: Math.max(0, box.top * image.offsetHeight - reader.clientHeight / 3),
    left: Math.max(0, box.left * image.offsetWidth - MARGIN),
  });
}

function zoomTo(wanted) {
  zoom = Math.min(ZOOMS.length - 1, Math.max(0, wanted));
  const image = byId("viewer").querySelector(".page-picture");
  if (image) image.style.width = `${ZOOMS[zoom] * 100}%`;
}

function showText(view, reader) {
  const text = view.blocks && !asText ? setText(view) : plainText(view);
  const length = Array.from(view.text).length;
  const end = view.text_start + length;
  fill(reader, part(view.text_start > 0, "Earlier text", Math.max(0, view.text_start - length)), text,
    part(end < view.text_length, "Later text", end));
  const first = text.querySelector("mark.strong") ?? text.querySelector("mark");
  if (first) bringInSight(first, reader);
}

/** Shows what is marked a third down, and within a table that is wider than the page. */
function bringInSight(mark, reader) {
  const shown = mark.getBoundingClientRect();
  const above = shown.top - reader.getBoundingClientRect().top - reader.clientHeight / 3;
  reader.scrollTo({ top: Math.max(0, reader.scrollTop + above) });
  const wide = mark.closest(".set-scroll");
  if (wide) wide.scrollLeft += Math.max(0, shown.right + MARGIN - wide.getBoundingClientRect().right);
}

function part(isThere, label, offset) {
  if (!isThere) return null;
  return element("button", {
    type: "button", class: "small-button part", "data-key": label, on: { click: () => { place = { ...place, offset }; load(); } },
  }, label);
}

function slice(text, { start, end }) {
  return Array.from(text).slice(start, end).join("").replace(/\s+/g, " ").trim();
}

function pathOf({ documentId, page }) {
  return `documents/${encodeURIComponent(documentId)}/pages/${page}`;
}

function query({ chunkId, quote, offset }, more) {
  const given = { highlight: chunkId, quote, offset, ...more };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ""));
}

function waiting() {
  return element("p", { class: "soft waiting" }, "Reading the page…");
}

function forgetPicture() {
  if (pictureAddress !== null) URL.revokeObjectURL(pictureAddress);
  pictureAddress = null;
}
