"""How quotes are shown: readable lines with their `[n]`. What is cited stays verbatim; what is shown is smoothed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nodes.answering.citing.markers import guarded
from nodes.answering.columns.column_against_column import asks_what_moved
from nodes.answering.columns.table_columns import is_name_of_sum
from nodes.answering.disagreeing.amending import clauses_named
from nodes.answering.disagreeing.changes import words_replaced
from nodes.answering.disagreeing.issues import tells_status
from nodes.answering.disagreeing.told_apart import years_apart
from nodes.answering.evidence.cutting import PROMPT, opens_with_mark
from nodes.answering.evidence.evidence import Evidence, is_listed, unhyphenated
from nodes.answering.quoting.quoting import Quote
from nodes.answering.reckoning.differences import asks_difference
from nodes.answering.tables.table_rows import quarters_in, years_in
from nodes.answering.tables.wide_rows import Cell, columns_shown
from nodes.domain.chat import Plan, Source
from nodes.domain.regexes import lazy_regex
from nodes.language.answered_mails import MARKS
from nodes.language.denials import excludes
from nodes.language.memberships import opens_with_name
from nodes.language.periods import MONTH_TERMS, months_named, period_label
from nodes.language.terms import analyse, normalise_name
from nodes.language.years import asked_period

_LINK = lazy_regex(r"!?\[([^\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,1000}\)){1,1000}+\)")
"""Its address may hold parentheses in pairs, as those of encyclopaedias do."""
# A single word between underscores is a name of code.
_EMPHASIS = lazy_regex(r"(?<!\w)(\*\*|__(?!\w+__)|\*)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_UNIT_OF_HEAD = lazy_regex(r"(?:(?<!\s)\s+)?\(([^()]*)\)\)$")
_FENCE = lazy_regex(r"^[ \t]*`{3,}[\w+-]*[ \t]*(?:\n|\Z)", re.MULTILINE)
_REPLIED_TO = lazy_regex(rf"(?<=\n){MARKS}(?=[^\s>])")
"""What marks each line of the mail that is answered."""
_LISTED = lazy_regex(r":\s*\n|\n[ \t]*(?:[-*•–▪·]|\d{1,2}[.)])[ \t]+")
_ITEM = lazy_regex(r"\n[ \t]*[-*•–▪·][ \t]+|\n(?=[ \t]*\d{1,2}[.)][ \t])|\n(?=[ \t]*[^\W\d_a-zß-öø-ÿ])")
_MARKED = lazy_regex(r"\d{1,2}[.)]\s|[-*•–▪·]\s")
_MARK = 12
"""Characters in which the mark of an item stands, behind an indent."""
_BULLET = lazy_regex(r"[*•–▪·]\s+")
_DEFINED = lazy_regex(r"(?<=\S)[ \t]*\n(?:[ \t]*\n)?[ \t]*:[ \t]+")
"""Between a term and its definition."""
_KEYED = lazy_regex(r"[^\W\d_](?:[^\n:|.!?,;]{1,47}):\s+\S")
"""A line that has a key and no subject: "Weight: 40 kg"."""
_BARE_CODE = lazy_regex(r"[^\W\d_]|\d{1,3}|[A-ZÀ-ÖØ-Þ]{1,3}[-. ]?\d{1,4}")
_NAMES_LABELS = lazy_regex(r"[^\W\d_][^\d()%]{1,19}")
"""What heads labels that say nothing by themselves, and is no measure: "Zone" before "A"."""
_LEFT_OUT = "…"
"""Stands for the columns of a wide row that are not shown."""
_AMOUNT_LABEL = lazy_regex(r"\d+(?:[.,]\d+)?")
_NAMES_AMOUNTS = lazy_regex(r"[^\W\d_][^()|]{0,30} \([^()]{1,12}\)")
"""What heads labels that are amounts: "Extract (ml/l)" before "6.0"."""
_FEWEST_MEMBERS = 2
"""Lines below the name of a board that are a list."""
_SHORT = 80
"""Characters of a sentence that may leave its subject to its heading, and of such a heading."""
_COUNT = lazy_regex(r"^(?:§ ?)?\d+(?:\.\d+)*[.)]?\s+")
"""The number of a section."""


_HEADED = lazy_regex(r"\A([^\n]{2,80}[^\W_]\)?)(?:[ \t]*\n){2,}[ \t>]*(?=[^\s\-*•–▪·>])")
"""Between a heading and what stands below it."""
_COMPARES_TIMES = lazy_regex(
    r"\b(?:compared? (?:with|to)|comparison (?:with|to)|relative to|versus|vs\.?|against|im Vergleich)(?!\w)"
    r"|\bby how much\b|\b(?:go(?:es|ing|ne)?|went) (?:up|down)\b"
    r"|\b(?:gets?|got|getting|becomes?|became) (?:more|less|higher|lower|cheaper|dearer)\b"
    r"|\b(?:do|does|did|will|has|have)\b[^?.]{0,80}?\b(?:rise|risen|fall|fallen|increased?|decreased?|grow|grown|"
    r"drop|dropped|changed?)\b",
    re.IGNORECASE,
)
"""The time that is named is the one to compare with, or in which something moved: a row tells the other as well."""
_OF_ISSUES = {"replaced": "Replaced version, ", "announces": "There is a newer version, "}
"""What leads in to what is said by an issue of a document that is not the answer."""
_EARLIER = "Before, "
"""The same of a report on how things stood."""
_EARLY_IN_A_YEAR = lazy_regex(
    r"\bJan(?:uary|\.)? (?:2[5-9]|3[01])\b|\bFeb(?:ruary|\.)? [1-7]\b|"
    r"\b(?:2[5-9]|3[01])\.? Jan(?:uary|uar|\.)?\b|\b0?[1-7]\.? Feb(?:ruary|ruar|\.)?\b",
    re.IGNORECASE,
)
"""Days on which a business year of 52 or 53 weeks ends, which some call by the year that it began in."""
_WHICH_DOCUMENT = lazy_regex(
    r"\bwhich (?:of (?:the|these|those|my|our|all) )?(?:\w+ ){0,2}(?:documents?|files?|papers?|studies|study|trials?|"
    r"reports?|reviews?|articles?|contracts?|agreements?|leases?|amendments?|polic(?:y|ies)|recipes?|letters?|e-?mails?|"
    r"mails?|memos?|notes?|minutes|post-?mortems?|presentations?|slides|pages?|invoices?|guides?|manuals?)\b|"
    r"\bwelche[rmns]? (?:\w+ )?(?:dokumente?|dateien?|berichte?|verträge?|vertrag|studien?|rechnung(?:en)?)\b",
    re.IGNORECASE,
)
"""What is asked for is the documents themselves: their titles say it."""


class Asked(NamedTuple):
    """What a question is about, as far as it decides which columns of a row are shown."""

    years: frozenset[str] = frozenset()
    """Years, and quarters of them."""
    terms: frozenset[str] = frozenset()


_NOTHING = Asked()


@dataclass(frozen=True)
class _Writing:
    """What the lines of an answer are written by."""

    sources: Mapping[int, Source]
    """By their number, see `_told_apart`."""
    asked: Asked
    names: Sequence[str]
    """Of the question."""

    def document(self, quote: Quote) -> str:
        """Id of the document that a quote is of."""
        return self.sources[quote.index]["document_id"]

    def tells_when(self, quote: Quote) -> bool:
        """Whether the title of a quote says a month or a year, and the quote none."""
        title, text = self.sources[quote.index]["title"], " ".join((quote.text, *quote.evidence.header))
        return bool(months_named(title) or years_in(title)) and not (months_named(text) or years_in(text))

    def titled(self, quote: Quote, mark: str = "") -> str:
        """A quote behind the title of its document, and that behind a mark."""
        return f"{mark}{_shown_title(self.sources[quote.index])}: {self._cited(quote)}"

    def line(self, quote: Quote, *, named: bool) -> str:
        """A quote behind what it is about: its heading, its entry, its subject, or else nothing.

        Args:
            quote: What is shown.
            named: Whether a quote of the same source stands before it, which says what it is about.
        """
        source, text = self.sources[quote.index], readable(quote.evidence, self.asked)
        cited = f"{text} [{quote.index}]"
        if turning := _turning_heading(quote.evidence, source):
            between = "\n" if quote.evidence.is_list else " "
            return f"{turning}:{between}{cited}"
        before = _named_before(quote, text, source, self.asked, self.names, named=named)
        between = "\n" if quote.evidence.is_list and opens_with_mark(text) else " "
        return f"{before}:{between}{cited}" if before else cited

    def change(self, later: Quote, quote: Quote) -> str:
        """What has changed of a quote since: of another document with its title."""
        if self.document(later) != self.document(quote):
            return self.titled(later, "Changed by ")
        is_above = self._place(later) < self._place(quote)
        return f"Changed further {'up' if is_above else 'down'}: {self._cited(later)}"

    def _place(self, quote: Quote) -> tuple[int, int, int]:
        """Where a quote stands in its document: page and place that its source begins at, and its own in there."""
        spans = self.sources[quote.index]["spans"]
        return (spans[0]["page"], spans[0]["start"], quote.start) if spans else (0, 0, quote.start)

    def of_issue(self, quote: Quote) -> str:
        """What leads in to what another issue of a document says, or an earlier report on how things stood."""
        if quote.standing == "replaced" and tells_status(self.sources[quote.index]["title"]):
            return _EARLIER
        return _OF_ISSUES.get(quote.standing or "", "")

    def by_document(self, quotes: Sequence[Quote]) -> list[str]:
        """A line for each document, its quotes as they stand there."""
        documents: dict[str, list[Quote]] = {}
        for quote in quotes:
            documents.setdefault(self.document(quote), []).append(quote)
        lines = []
        for group in documents.values():
            ordered = sorted(group, key=lambda quote: (quote.evidence.position, quote.start))
            lines.append(f"{_shown_title(self.sources[ordered[0].index])}: {' '.join(map(self._cited, ordered))}")
        return lines

    def _cited(self, quote: Quote) -> str:
        text = readable(quote.evidence, self.asked)
        # 'For "£15" read "£25"' says nothing without the clause above it.
        is_of_clause = bool(words_replaced(quote.evidence)) and not clauses_named(quote.evidence.text)
        clause = _heading_over(quote.evidence, self.sources[quote.index], self.asked.terms) if is_of_clause else ""
        return f"{clause}: {text} [{quote.index}]" if clause else f"{text} [{quote.index}]"


def compose(
    plan: Plan,
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    disagreeing: Sequence[int] = (),
    *,
    compared: bool = False,
    asked: Collection[str] = (),
    question: str = "",
) -> list[str]:
    """The lines of an answer made of quotes, each with its `[n]`.

    A fact is a line for each quote; a comparison and a summary have a line for each document, which begins with its
    title; steps stand in the order of their source. Where sources contradict each other the answer says so first.

    Args:
        plan: Its type and periods decide the layout.
        quotes: In order of choice; the contradicting ones in the order to show them.
        sources: What was quoted from.
        disagreeing: Places in `quotes` of those that contradict each other.
        compared: Whether it is asked how they differ, or each is about something else: then none contradicts another.
        asked: Terms of the question: a quote is told of its heading where that says one of them and the quote does not.
        question: Where it asks which document says something, titles are told; in which month, those that say one.
    """
    writing = _Writing(_told_apart(sources), _asked(plan, asked, question), plan["entities"])
    lines: list[str] = []
    if disagreeing and plan["query_type"] != "comparison":
        told = [quotes[place] for place in disagreeing]
        lines = [writing.titled(quote, "- ") for quote in told]
        if not compared:
            lines.insert(0, _disagreement(told, sources, plan))
    rest = [(place, quote) for place, quote in enumerate(quotes) if not lines or place not in disagreeing]
    documents = {writing.document(quote) for _, quote in rest}
    if plan["query_type"] in {"comparison", "summary"} and len(documents) > 1:
        return lines + writing.by_document([quote for _, quote in rest])
    if plan["query_type"] in {"procedural", "summary"}:
        rest.sort(key=lambda each: (each[1].evidence.position, each[1].start))
    changes = {quote.changes: quote for quote in quotes if quote.changes is not None}
    asks_document = _WHICH_DOCUMENT.search(question) is not None
    asks_period = bool(asked_period(question))
    previous: Quote | None = None
    for place, quote in rest:
        if quote.changes is not None:
            continue
        goes_on = previous is not None and previous.index == quote.index
        previous = quote
        if quote.standing in _OF_ISSUES:
            lines.append(writing.titled(quote, writing.of_issue(quote)))
            continue
        is_titled = asks_document or (asks_period and writing.tells_when(quote))
        lines.append(writing.titled(quote) if is_titled and not goes_on else writing.line(quote, named=goes_on))
        if later := changes.get(place):
            lines.append(writing.change(later, quote))
            previous = later
    return lines


def _asked(plan: Plan, terms: Collection[str], question: str) -> Asked:
    """What a question is about; no year where the one that is named is to be compared with."""
    periods = plan["periods"]
    compares = _COMPARES_TIMES.search(question) or asks_what_moved(question) or asks_difference(question)
    if len(periods) == 1 and compares:
        return Asked(terms=frozenset(terms))
    years = frozenset(str(period["year"]) for period in periods).union(map(period_label, periods))
    return Asked(years, frozenset(terms))


def _disagreement(quotes: Sequence[Quote], sources: Sequence[Source], plan: Plan) -> str:
    """What leads in to what is told side by side: of several years it is no contradiction, if none is asked for."""
    pairs = itertools.combinations([quote.evidence for quote in quotes], 2)
    apart = all(years_apart(one, other, sources) for one, other in pairs)
    return "From different years, the newest first:" if apart and not plan["periods"] else "Sources disagree:"


def compose_summary(plan: Plan, quotes: Sequence[Quote], sources: Sequence[Source]) -> list[str]:
    """The lines of a summary of whole documents: a line for each sentence of one, a line for each of several.

    Args:
        plan: How many documents the question means; where not all are told of, the first line says so.
        quotes: By document, in reading order.
        sources: What was quoted from.
    """
    by_index = _told_apart(sources)
    documents: dict[str, list[Quote]] = {}
    for quote in quotes:
        documents.setdefault(by_index[quote.index]["document_id"], []).append(quote)
    if len(documents) < 2 and plan["whole_count"] < 2:
        return [f"{readable(quote.evidence)} [{quote.index}]" for quote in quotes]
    lines = [
        f"- {_shown_title(by_index[own[0].index])}: "
        + " ".join(f"{_in_one_line(quote)} [{quote.index}]" for quote in own)
        for own in documents.values()
    ]
    if len(documents) < plan["whole_count"]:
        return [f"{len(documents)} of {plan['whole_count']:,} documents, the newest:", *lines]
    return [f"{len(documents)} documents:", *lines]


def _in_one_line(quote: Quote) -> str:
    """A quote within an item of a list: a list of its own would break that one."""
    return "; ".join(line.removeprefix("- ") for line in readable(quote.evidence).split("\n"))


def readable(evidence: Evidence, wanted: Asked = _NOTHING) -> str:
    """A sentence or row as a person reads it: line breaks joined, marks of layout gone, values with their headings."""
    if evidence.is_row and evidence.values and evidence.label:
        return _row(evidence, wanted)
    lines = evidence.text.splitlines()
    are_names = evidence.tells_members and len(lines) > _FEWEST_MEMBERS and all(map(opens_with_name, lines[1:]))
    if are_names and not evidence.is_list:
        return "\n- ".join(" ".join(line.split()) for line in lines)
    text = _FENCE.sub("", unhyphenated(evidence.text)).rstrip()
    text = text if PROMPT.search(text) else _REPLIED_TO.sub("", text)
    text = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))
    text = _HEADED.sub(r"\1: ", _DEFINED.sub(": ", guarded(text)))
    head, *items = _ITEM.split(text) if _LISTED.search(text) else [text]
    flat = [" ".join(piece.split()) for piece in [head, *items]]
    if items and _BULLET.match(flat[0]):
        flat[0] = _BULLET.sub("- ", flat[0])
    behind = _behind_lists(text)
    return "\n".join(
        piece if _MARKED.match(piece) or place in behind or not place else f"- {piece}"
        for place, piece in enumerate(flat)
        if piece
    )


def _behind_lists(text: str) -> set[int]:
    """Which parts of a text with a list, by their places, stand behind it: a blank line opens them, and no mark."""
    found = [*_ITEM.finditer(text)] if _LISTED.search(text) else []
    places: set[int] = set()
    is_item = False
    for place, each in enumerate(found, start=1):
        is_marked = (
            bool(each.group().strip()) or _MARKED.match(text[each.end() : each.end() + _MARK].lstrip()) is not None
        )
        if not is_marked and (is_item or place - 1 in places) and text[each.start() - 1] == "\n":
            places.add(place)
        is_item = is_marked
    return places


def _row(row: Evidence, asked: Asked) -> str:
    label, corner = _bare(row.label), _bare(row.corner)
    is_code = _BARE_CODE.fullmatch(label) and _NAMES_LABELS.fullmatch(corner)
    if is_code or (_AMOUNT_LABEL.fullmatch(label) and _NAMES_AMOUNTS.fullmatch(corner)):
        label = f"{corner} {label}"
    if row.group:
        label = f"{_bare(row.group)}, {label}"
    heads = row.header or ("",) * len(row.values)
    scale, heads = _scale(row.scale, heads)
    unit = f" ({scale})" if scale else ""
    cells = [cell for cell in zip(row.values, heads, strict=True) if cell[0].strip()]
    wanted = [cell for cell in cells if years_in(_with_year_begun(cell[1])) & asked.years]
    wanted = [cell for cell in wanted if quarters_in(cell[1]) & asked.years] or wanted
    years = {year for _, head in cells for year in years_in(_with_year_begun(head))}
    if len(years) > 1 or not any(_says_more_than_when(head) for _, head in wanted):
        # What its months come to is of the year as well.
        sums = {cell for cell in cells if len(wanted) > 1 and is_name_of_sum(cell[1])}
        cells = [cell for cell in cells if cell in wanted or cell in sums] or cells
    if cells and all(years_in(head) for _, head in cells):
        between, tell = ", ", _dated
    else:
        between, tell = ", " if cells and cells[0][1] else "; ", _headed
    shown = between.join(tell(cell) if cell else _LEFT_OUT for cell in columns_shown(cells, asked.terms, row.shown))
    mark = " – " if cells and cells[0][1] and ":" in shown else ": "
    return guarded(f"{label}{unit}{mark}{shown}")


def _says_more_than_when(heading: str) -> bool:
    """Whether a heading is of a thing in a year: beside "Cost 2031" the column "Balance" is of that year as well."""
    return any(term.isalpha() and term not in MONTH_TERMS for term in analyse(heading))


def _with_year_begun(heading: str) -> str:
    """A heading of a column, one of a day early in a year with the year before: a business may call it by that."""
    if _EARLY_IN_A_YEAR.search(heading) and len(years := years_in(heading)) == 1:
        return f"{heading}, {int(*years) - 1}"
    return heading


def _dated(cell: Cell) -> str:
    return _UNIT_OF_HEAD.sub(r", \1)", f"{cell[0]} ({cell[1]})")


def _headed(cell: Cell) -> str:
    value, head = cell
    return f"{head}: {value}" if head else value


def _scale(scale: str, heads: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The unit of a row and the headings of its cells: it is said once, of the row or of those it is meant for."""
    said = re.escape(scale)
    own = re.compile(rf"[\s,]*(?:\([^()]*{said}[^()]*\)|\(?{said}\)?)", re.IGNORECASE)
    if not scale or not any(map(own.search, heads)):
        return scale, heads
    if not all(own.search(head) or not head for head in heads):
        return "", heads
    return scale, tuple(own.sub("", head).strip() for head in heads)


def _bare(label: str) -> str:
    return " ".join(_EMPHASIS.sub(r"\2", label).split()).rstrip(":")


def _heading_over(piece: Evidence, source: Source, asked: frozenset[str]) -> str:
    """The heading right above a short sentence that says of the question what the sentence does not; else nothing.

    "Weight 410 kg." stands under "4. Lighthouse lens".
    """
    own = source["section_path"][-1] if source["section_path"] else ""
    if piece.is_row or len(piece.text) > _SHORT or own == source["title"] or own.endswith("?"):
        return ""
    heading = _COUNT.sub("", own).strip(" *_`:")
    says = asked.intersection(analyse(heading)) - piece.terms or words_replaced(piece)
    return heading if says and len(heading) <= _SHORT else ""


def _turning_heading(piece: Evidence, source: Source) -> str:
    """The heading of a list or its item that says the opposite of what it would without: "What is not insured"."""
    own = source["section_path"][-1] if source["section_path"] else ""
    heading = _COUNT.sub("", own).strip(" *_`:")
    if piece.is_row or not heading or len(heading) > _SHORT or own.endswith("?") or not excludes(heading):
        return ""
    begins = piece.is_list and opens_with_mark(piece.text)
    is_of_list = begins or is_listed(source["content"], piece.start)
    return heading if is_of_list and not normalise_name(piece.text).startswith(normalise_name(own)) else ""


def _named_before(quote: Quote, text: str, source: Source, asked: Asked, names: Sequence[str], *, named: bool) -> str:
    """What a quote that is shown as a text is about, where that has to be said: see `_Writing.line`."""
    if quote.evidence.entry:
        return quote.evidence.entry
    if quote.subject and (not named or any(_says(quote.subject, name) for name in names)):
        return quote.subject
    about = quote.evidence.about if quote.evidence.is_surely_about else frozenset[str]()
    subjects = [name for name in names if about and about.issuperset(analyse(name))]
    if len(subjects) == 1 and _KEYED.match(text) and "\n" not in text:
        return subjects[0]
    if named:
        return ""
    return _heading_over(quote.evidence, source, asked.terms) or (_shown_title(source) if quote.evidence.is_row else "")


def _says(subject: str, name: str) -> bool:
    return set(analyse(subject)).issuperset(analyse(name))


def _told_apart(sources: Sequence[Source]) -> dict[int, Source]:
    """The sources by index; where several documents have one title, their file names stand for it."""
    by_index = {source["index"]: source for source in sources}
    bearers: dict[str, set[str]] = {}
    for source in sources:
        bearers.setdefault(source["title"], set()).add(source["document_id"])
    shared = {title for title, documents in bearers.items() if len(documents) > 1}
    return {
        index: {**source, "title": source["file_name"]} if source["title"] in shared else source
        for index, source in by_index.items()
    }


def _shown_title(source: Source) -> str:
    return " ".join(guarded(source["title"] or source["file_name"]).split())
