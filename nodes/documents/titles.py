"""The title of a document: what the file says of itself, else what its first page shows, else its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.code_files import is_source_file
from nodes.documents.excerpts import first_page
from nodes.documents.file_names import file_stem, is_telling
from nodes.documents.filings import filing_title
from nodes.documents.organisations import is_organisation
from nodes.documents.sections import body_spans
from nodes.domain.documents import FileProperties, Heading, Page
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, fold

_LONGEST_TITLE = 200
"""Characters of a title that are kept."""
_WORD_PROCESSOR = lazy_regex(
    r"^(?:microsoft (?:word|powerpoint|excel|office word)|word|openoffice writer)\s+-\s+", re.IGNORECASE
)
_PLACEHOLDER = lazy_regex(
    r"\(?(?:(?:untitled|unnamed|anonymous|unbenannt|unbekannt|sans titre|sin titulo|senza titolo|no title|new|blank"
    r"|microsoft word|microsoft office|default|powerpoint|ppt|microsoft powerpoint|acrobat)[ _-]*)*"
    r"(?:document[oe]?|dokument|doc|presentation|prasentation|folie|slide|slides|title|titel|titre|unknown|none|null|test"
    r"|draft|entwurf|scan|print|printing|page|book|sheet|tabelle|workbook|layout|cover|template|file|pdf|word|output)?"
    r"[ _-]*\(?\d*\)?(?:[ _-]*(?:document|presentation|slides?))?"
)
_EXTENSION = lazy_regex(
    r"\.(?:docx?|docm|dotx?|pdf|indd|qxp|qxd|tex|dvi|e?ps|pptx?|pptm|potx?|xlsx?|xlsm|csv|txt|rtf|od[tsp]|pages|key|numbers|html?"
    r"|xhtml|xml|md|fm|p65|pmd|pub|ai|cdr|wpd|wps|tmp|jpe?g|png|tiff?|vsdx?|tpl)$",
    re.IGNORECASE,
)
_PATH = lazy_regex(r"^(?:[a-z]:[\\/]|\.{0,2}/|~/|(?:file|https?|ftp)://)|\\", re.IGNORECASE)
_CONTENTS = frozenset(
    [
        "table of contents",
        "contents",
        "index",
        "inhalt",
        "inhaltsverzeichnis",
        "sommaire",
        "table des matieres",
        "indice",
        "contenido",
    ]
)
_OPENINGS = frozenset(
    [
        *("abstract", "introduction", "keywords", "kurzfassung", "zusammenfassung", "einleitung", "resumen"),
        *("introduccion", "riassunto", "introduzione", "resumo", "introducao", "samenvatting", "inleiding"),
    ]
)
"""What papers begin with below their title."""
_OF_A_SECTION = lazy_regex(
    r"(?:\d{1,2}(?:\.\d{1,3})*[.)]?|\d{3}(?:(?:\.\d{1,3})+[.)]?|[.)])|(?:[A-Z]|[IVX]{2,5})[.)])\s"
)
"""Of three digits with a point: "365 Days of Rain" is a title."""
_ADDRESS = lazy_regex(r"^[^,\n]*,.*\b(?!(?:19|20)\d\d$)\d{4,6}$")
_DOCSTRING = lazy_regex(
    r"\s*(?:#[^\n]*\n\s*)*[rRuU]?(?P<quotes>\"{3}|'{3})\s*(?P<words>[^\n]{1,200}?)\.?[ \t]*"
    r"(?:(?P=quotes)|\n[ \t]*(?:\n|(?P=quotes)))"
)
"""A script may open with a sentence on itself, below the program that it is for."""
_NOT_A_TITLE = lazy_regex(
    r"@|://|\bwww\.|^(?:page|seite|p\.)\s*\d|^(?:doi|issn|isbn|arxiv)\b|[.,;:。，；：]$"
    # Data, markup, and the program that a script is for.
    r"|^(?:[{<!/\\]|\[[{\[\"\d])",
    re.IGNORECASE,
)
_PART = lazy_regex(r"(?:part|item|chapter)\s+(?:[ivx]{1,5}|\d{1,3}[A-Z]?)\b", re.IGNORECASE)
"""Below another heading it names no document."""
_SENTENCE_WITHIN = lazy_regex(r"[a-z]{3}[.!?]\s+[A-Z]")
_WORD = lazy_regex(r"(?<![\w-])[^\W\d_]+(?:['’-][^\W\d_]+)*")
_WORD_OR_NUMBER = lazy_regex(r"[^\W_]")
_SHORT_WORD = 3
"""Letters up to which a word of a title may be small, and tells nothing alone."""
_FOOTNOTE_MARK = lazy_regex(r"(?<=[^\W\d_]{2}) ?[∗†‡§¶]+$")
_COLUMNS = lazy_regex(r"\S {3,}\S")
_BLANK_LINES = lazy_regex(r"\n{2,}")
_MOST_BLOCKS = 8
"""Blocks between blank lines from the top, in which a centred title is looked for."""
_MOST_TITLE_LINES = 3
"""Lines of such a title."""
_LEAST_INDENT = 4
"""Blanks before each of them: what stands at the edge is not centred."""
_OPENING_LINES = 5
"""Lines of a page among which a heading is its title."""
_MOST_WORDS = 40
"""Of a heading that is a title, also in small letters: a longer one is a sentence."""
_WORD_KINDS = frozenset(
    [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        *("application/msword", "application/rtf", "application/vnd.oasis.opendocument.text"),
    ]
)
_LIKE_MARKDOWN = frozenset({"text/markdown", "application/x-ipynb+json", "application/x-tex"})
_LETTERHEAD_LINES = 8
"""Lines from the top in which the name of a paper is looked for below a letterhead."""
_KIND_OF_PAPER = lazy_regex(
    r"\b(?:agreement|amendment|analysis|audit|budget|certificate|circular|contract|form|guide|guidelines?|handbook|"
    r"inspection|instructions?|lease|list|log|manual|memo(?:randum)?|minutes|notes|notice|plan|"
    r"policy|procedure|programme|proposal|protocol|register|report|request|requirements|review|rota|"
    r"rules|schedule|sheet|SOP|specification|statement|study|survey|terms|timetable|anleitung|anweisung|bericht|"
    r"protokoll|richtlinie|satzung|vertrag|procès-verbal|rapport|règlement)\b|"
    r"\w(?:bericht|plan|protokoll|vertrag|ordnung)\b",
    re.IGNORECASE,
)
_MIDDLE, _OFF_MIDDLE = 36, 5
"""Columns: the middle of a line of 72 characters, and how far a title may be off it."""


def choose_title(properties: FileProperties, pages: Sequence[Page], file_name: str, media_type: str) -> str:
    """The title to show and search a document by.

    PDF and slides: the embedded title, else the one outermost heading of page one, if it is among its first lines,
    else a title-like line among the first three. Word: the embedded title, else the one outermost heading, if it is
    the first and among the first lines. Markdown, notebooks and LaTeX: the title they are given, else as HTML, whose
    embedded title often names the site: the one outermost heading, else the embedded title, else the name of the file
    or the first heading, whichever says more, else a title-like line among the first three. Text: the given title, else
    the one outermost heading that opens it, else its first line or the docstring of a script, if that is title-like and
    no line of columns, else lines in the middle of page one. Anything else: the embedded title. Where none of these
    gives one, the file name without its extension. A letterhead is none where a line below it says what it is. Source
    code: the given title, else its path: of several files of one name in different folders only that tells them apart.

    Args:
        properties: What the file, or whoever brought it, says of it.
        pages: In reading order.
        file_name: With or without folders.
        media_type: As the reader found it, such as `application/pdf`.

    Returns:
        One line of at most 200 characters; empty only where the file has no name either.
    """
    embedded = _clean(properties.get("title", ""))
    kind = media_type.partition(";")[0].strip().lower()
    if is_source_file(file_name):
        return embedded or _clean(file_name)
    if kind == "text/plain":
        found = embedded or _opening_heading(pages) or _text_title(pages)
    elif "html" in kind or kind in _LIKE_MARKDOWN:
        written = "" if "html" in kind else usable_title(embedded)
        found = (
            filing_title(pages)
            or written
            or _of_headings(pages, usable_title(embedded), file_name)
            or _title_like_line(pages, 3)
        )
    elif kind == "application/pdf" or "presentation" in kind or "powerpoint" in kind:
        found = (
            filing_title(pages)
            or usable_title(embedded)
            or _heading_of_first_page(pages)
            or _title_like_line(pages, 3, is_telling(file_name))
        )
    elif kind in _WORD_KINDS:
        found = usable_title(embedded) or _heading_of_document(pages)
    else:
        found = usable_title(embedded)
    return _FOOTNOTE_MARK.sub("", _below_letterhead(found, pages)) or _clean(file_stem(file_name))


def _below_letterhead(title: str, pages: Sequence[Page]) -> str:
    """What is written, of the lines below who writes it: "Minutes of the board" below "Vik Housing Association".

    A title that is more than the name of an organisation, or below which no line says what kind of paper it is, stays.
    An invoice is called by who sends it.
    """
    page = first_page(pages)
    if page is None or _KIND_OF_PAPER.search(title) or not is_organisation(title):
        return title
    lines = opening_lines(page, _LETTERHEAD_LINES)
    below = lines[lines.index(title) + 1 :] if title in lines else []
    return next((line for line in below if _KIND_OF_PAPER.search(line) and is_title_like(line)), title)


def usable_title(embedded: str) -> str:
    """An embedded title, without the program that wrote it; empty where it says nothing of the document.

    Placeholders ("untitled", "Document1", "PowerPoint Presentation"), file names, paths and bare numbers do not count.
    """
    title = _WORD_PROCESSOR.sub("", _clean(embedded))
    words = _WORD.findall(title)
    is_file = _EXTENSION.search(title) or _PATH.search(title) or (" " not in title and "_" in title)
    is_number = not words or (" " not in title and sum(map(str.isdigit, title)) >= max(5, len(title) // 2))
    if is_file or is_number or _PLACEHOLDER.fullmatch(fold(title)):
        return ""
    return title


def is_title_like(line: str, following: str = "") -> bool:
    """Whether a line reads like a title.

    It starts with a capital, a digit or a letter without case; has 4 to 150 characters (2 where letters have no case)
    and at most 20 words, two of them, or one of four letters and more without a number; is mostly letters; and does not
    end as a sentence does, hold the end of one, an address on the net, or the kind of number that stands above titles.
    Half of its longer words are capitalised, or it is of at most 12 words and the next line does not run on from it.

    Args:
        line: One line, single blanks, none at the ends.
        following: The next line.
    """
    words = _WORD.findall(line)
    letters = [character for character in line if character.isalpha()]
    caseless = not any(character.islower() or character.isupper() for character in letters)
    if not (2 if caseless else 4) <= len(line) <= 150 or 2 * len(letters) < len(line.replace(" ", "")):
        return False
    if len(words) > 20 or _NOT_A_TITLE.search(line) or _SENTENCE_WITHIN.search(line):
        return False
    if fold(line) in _CONTENTS | _OPENINGS:
        return False
    if caseless:
        return True
    if line.lstrip("\"'“„«(¿¡")[:1].islower() or not _says_enough(line, words):
        return False
    longer = [word for word in words if len(word) > _SHORT_WORD]
    capitalised = sum(not word[0].islower() for word in longer)
    return 2 * capitalised >= len(longer) or (len(words) <= 12 and not following[:1].islower())


def _says_enough(line: str, words: Sequence[str]) -> bool:
    """Whether there are two words, or one longer one without a number: "Form 10-K" is the name of a kind."""
    return len(words) > 1 or (len(words) == 1 and len(words[0]) > _SHORT_WORD and not any(map(str.isdigit, line)))


def _of_headings(pages: Sequence[Page], embedded: str, file_name: str) -> str:
    """The heading that stands above all others; where there is none, the embedded title, else the first heading.

    The first of several on the outermost level is a part as they are: a file whose name says what is in it is better
    told by that, unless the heading has a word of it, or leads in to the others with nothing below it.
    """
    headings = [heading for page in pages for heading in page["headings"] if _WORD_OR_NUMBER.search(heading["title"])]
    headings = [heading for place, heading in enumerate(headings) if not (place and _PART.match(heading["title"]))]
    outermost = min((heading["level"] for heading in headings), default=0)
    titles = [_clean(heading["title"]) for heading in headings if heading["level"] == outermost]
    first = _clean(headings[0]["title"]) if headings else ""
    if len(titles) == 1:
        return titles[0]
    if embedded or not first:
        return embedded
    named = _clean(file_stem(file_name))
    is_alike = not set(analyse(named)).isdisjoint(analyse(first))
    return first if is_alike or not is_telling(file_name) or _leads_in(pages) else named


def _leads_in(pages: Sequence[Page]) -> bool:
    """Whether nothing stands between the first heading and the second."""
    page = next(page for page in pages if page["headings"])
    first, *others = page["headings"]
    return bool(others) and not page["text"][first["end"] : others[0]["start"]].strip("#* \n")


def _opening_heading(pages: Sequence[Page]) -> str:
    """The heading that stands above all others and all text."""
    headings = [heading for page in pages for heading in page["headings"]]
    outermost = [heading for heading in headings if heading["level"] == 1]
    page = first_page(pages)
    if page is None or len(outermost) != 1 or outermost[0] is not headings[0]:
        return ""
    opens = page["headings"][:1] == outermost and not page["text"][: outermost[0]["start"]].strip()
    return _clean(outermost[0]["title"]) if opens else ""


def _heading_of_first_page(pages: Sequence[Page]) -> str:
    """The one heading of the first page with text that no other of the document stands above.

    Of a paper, "1 Introduction" may stand on the level of the title, below it.
    """
    page = first_page(pages)
    outermost = _outermost([page]) if page else []
    if outermost and not _is_part(outermost[0]["title"]):
        outermost = [outermost[0], *(heading for heading in outermost[1:] if not _is_part(heading["title"]))]
    if page is None or len(outermost) != 1 or outermost[0]["level"] > _outermost(pages)[0]["level"]:
        return ""
    return _named_by(outermost[0], page)


def _heading_of_document(pages: Sequence[Page]) -> str:
    """The one heading that stands above all others, where it is the first."""
    outermost = _outermost(pages)
    page = first_page(pages)
    if page is None or len(outermost) != 1 or page["headings"][:1] != outermost:
        return ""
    return _named_by(outermost[0], page)


def _outermost(pages: Sequence[Page]) -> list[Heading]:
    headings = [heading for page in pages for heading in page["headings"] if _WORD_OR_NUMBER.search(heading["title"])]
    least = min((heading["level"] for heading in headings), default=0)
    return [heading for heading in headings if heading["level"] == least]


def _named_by(heading: Heading, page: Page) -> str:
    """A heading among the first lines of its page, if it may be a title: a long one in small letters may.

    None above a postal address: that is a letterhead, and names who writes.
    """
    title = _clean(heading["title"])
    words, letters = _WORD.findall(title), sum(map(str.isalpha, title))
    lines = opening_lines(page, _OPENING_LINES)
    if title not in lines or any(map(_ADDRESS.search, lines[lines.index(title) :])):
        return ""
    is_named = _says_enough(title, words) and 2 * letters >= len(title.replace(" ", "")) and len(words) <= _MOST_WORDS
    return "" if not is_named or _is_part(title) or _NOT_A_TITLE.search(title) else title


def _is_part(title: str) -> bool:
    """Whether a heading names a part of a document, and not the whole."""
    return fold(title) in _CONTENTS | _OPENINGS or _OF_A_SECTION.match(title) is not None


def _text_title(pages: Sequence[Page]) -> str:
    page = first_page(pages)
    if page and (docstring := _DOCSTRING.match(page["text"])):
        words = _clean(docstring["words"])
        return words if is_title_like(words) else ""
    first_line = page["text"].strip().partition("\n")[0] if page else ""
    if page is None or not _COLUMNS.search(first_line):
        return _title_like_line(pages, 1)
    # Names and dates stand left and right of each other above the title, as in requests for comments.
    for block in _BLANK_LINES.split(page["text"])[:_MOST_BLOCKS]:
        lines = [line for line in block.split("\n") if line]
        title = _clean(block)
        if len(lines) <= _MOST_TITLE_LINES and all(map(_is_centred, lines)) and is_title_like(title):
            return title
    return ""


def _is_centred(line: str) -> bool:
    indent = len(line) - len(line.lstrip())
    middle = indent + len(line.lstrip()) / 2
    return indent >= _LEAST_INDENT and abs(middle - _MIDDLE) <= _OFF_MIDDLE and not _COLUMNS.search(line)


def _title_like_line(pages: Sequence[Page], count: int, without_parts: bool = False) -> str:
    """The first title-like one among the first lines of the first page with text; a heading before other lines.

    What stands above the heading tells where or when it was printed. Without parts: no heading of a section, as the
    name of the file says more than "1. Working hours". Lines down to a postal address are a letterhead,
    and name who writes, not what is written.
    """
    page = first_page(pages)
    if page is None:
        return ""
    lines = opening_lines(page, count + 2)
    parts = {_clean(heading["title"]) for heading in page["headings"] if without_parts and _is_part(heading["title"])}
    found = [
        line
        for place, line in enumerate(lines[:count])
        if line not in parts
        and not any(_ADDRESS.search(later) for later in lines[place:])
        and is_title_like(line, lines[place + 1] if place + 1 < len(lines) else "")
    ]
    headings = {_clean(heading["title"]) for heading in page["headings"] if not _is_part(heading["title"])}
    return next((line for line in found if line in headings), found[0] if found else "")


def opening_lines(page: Page, count: int) -> list[str]:
    """The first lines with words, outside furniture and tables with bars; a heading of several lines counts as one."""
    found: list[str] = []
    passed = 0
    for span in body_spans(page, 0, len(page["text"])):
        start = span["start"]
        for raw in page["text"][start : span["end"]].splitlines(keepends=True):
            position, start = start, start + len(raw)
            line = _clean(raw.strip().strip("#*_= "))
            if position < passed or not _WORD.search(line) or raw.lstrip().startswith("|"):
                continue
            heading = next(
                (h for h in page["headings"] if h["start"] < start and position < h["end"] > h["start"]), None
            )
            if heading is not None:
                passed, line = heading["end"], _clean(heading["title"]) or line
            found.append(line)
            if len(found) == count:
                return found
    return found


def _clean(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_TITLE].strip()
