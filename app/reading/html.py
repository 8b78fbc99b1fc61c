"""HTML: what a reader of the page sees, as Markdown."""

from __future__ import annotations

import re
import warnings
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import TYPE_CHECKING, cast

from app.reading.encoding import decode
from app.reading.html_headings import mark_bold_headings
from app.reading.html_paper import mark_page_breaks, parted_at_breaks, with_furniture
from app.reading.html_tables import UNMARKED, all_named, write_tables_anew
from app.reading.layout import split_authors, split_keywords, utc_date
from app.reading.markdown import markdown_page
from app.reading.normalise import normalise_line, normalise_text
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_DROPPED = frozenset(
    {
        *("script", "style", "nav", "template", "noscript", "svg", "iframe", "object", "button", "select", "head"),
        # What was deleted, and how signs are read aloud: both stand among words that belong together.
        *("del", "rt", "rp"),
    }
)
_BLOCKS = frozenset(
    {
        *("address", "aside", "center", "details", "fieldset", "footer", "form", "header", "legend", "main"),
        "summary",
    }
)
"""What stands on lines of its own, and is nothing to the converter: words before and behind it would be one."""
_ROLES_APART = frozenset({"navigation", "search", "dialog", "alertdialog"})
_CLASSES_APART = frozenset({"navheader", "navfooter", "breadcrumb", "breadcrumbs"})
"""To find one's way, or in front of the page."""
_COOKIE_NOTICE = lazy_regex(
    r"(?:cookie|gdpr)s?[-_]?(?:(?:law|consent|policy|privacy)[-_]?)?"
    r"(?:banner|notice|notification|popup|overlay|modal|dialog|prompt|layer|wall)"
    r"|consent[-_]?(?:banner|popup|overlay|modal|layer|wall)",
    re.IGNORECASE,
)
"""How what asks for consent to cookies is called, which stands in front of the page as well."""
_PERMALINKS = frozenset("¶#§🔗")
"""What links of headings to themselves show."""
_WITHIN = re.compile("#.")
_RAISED_NUMBER = lazy_regex(r"[-+−]?\d+(?!\w)")
_HIDDEN_STYLE = lazy_regex(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_OF_FACTS = lazy_regex("^ix:", re.IGNORECASE)
_DECLARED_ENCODING = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]+)|<\?xml[^>]{0,100}?encoding=[\"']([\w-]+)", re.IGNORECASE
)
_MAIL_START = re.compile(rb"\s*[A-Za-z-]{2,40}:\s")
_CREATED = ("article:published_time", "date", "dc.date", "dcterms.created", "citation_publication_date", "pubdate")
_MODIFIED = ("article:modified_time", "last-modified", "dcterms.modified")
_AUTHORS = ("author", "dc.creator", "article:author", "citation_author")


def read_html(path: Path, file_name: str) -> tuple[list[Page], FileProperties]:
    """The visible text as Markdown with its headings and tables, and its title and meta elements.

    One page, unless its styles break it into those of paper.

    Raises:
        NoTextError: It shows no text, as a page that scripts build does.
    """
    data = path.read_bytes()
    soup = _parsed(_archived(data) or _decode(data))
    properties = _properties(soup)
    mark_page_breaks(soup)
    texts = [normalise_text(text) for text in parted_at_breaks(_told(soup))]
    if not any(map(str.strip, texts)):
        raise _no_text(file_name)
    pages = [markdown_page(text, file_name)[0] for text in texts if text.strip()]
    return with_furniture([{**page, "number": number} for number, page in enumerate(pages, start=1)]), properties


def html_page(markup: str, file_name: str) -> Page:
    """All visible text as one page of Markdown. Raises NoTextError as `read_html` does."""
    text = normalise_text(_told(_parsed(markup)))
    if not text.strip():
        raise _no_text(file_name)
    return markdown_page(text, file_name)[0]


def _no_text(file_name: str) -> NoTextError:
    return NoTextError(
        f"{file_name!r} shows no text of its own.",
        hint="Save the page from the browser as a complete page or as PDF, so that what scripts add is in it.",
    )


def _parsed(markup: str) -> BeautifulSoup:
    from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning

    with warnings.catch_warnings():
        # XHTML declares itself as XML; it is read as browsers read it.
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        return BeautifulSoup(markup, "lxml")


def _told(soup: BeautifulSoup) -> str:
    """What the page shows, as Markdown."""
    _drop_invisible(soup)
    _mark_raised(soup)
    write_tables_anew(soup)
    mark_bold_headings(soup)
    for element in all_named(soup, _BLOCKS):
        element.name = "div"
    _begin_lines(soup)
    return _markdown(soup)


def _archived(data: bytes) -> str:
    """The page in a file with its pictures that a browser saved (MHTML), built as a mail is; empty for any other."""
    if not _MAIL_START.match(data):
        return ""
    message = BytesParser(policy=policy.default).parsebytes(data)
    page = next((part for part in message.walk() if part.get_content_type() == "text/html"), None)
    return _decode(cast("bytes", page.get_payload(decode=True))) if page is not None else ""


def _decode(data: bytes) -> str:
    declared = _DECLARED_ENCODING.search(data[:4096])
    if declared and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        try:
            return data.decode((declared.group(1) or declared.group(2)).decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            return decode(data)
    return decode(data)


def _drop_invisible(soup: BeautifulSoup) -> None:
    # In one walk: a selector costs several times what the page costs to parse.
    links: list[Tag] = []
    whole = soup.find_all(True)
    # Kept here: to ask an element whether it is gone has the library look for an element of such a name in it.
    gone: set[int] = set()
    for element in whole:
        if id(element) in gone:
            continue
        if element.name in _DROPPED or (element.attrs and _is_apart(element)):
            gone.update(map(id, element.find_all(True)))
            element.decompose()
        elif _OF_FACTS.match(element.name):
            # Facts of a filing that machines read (inline XBRL) are words of its sentences.
            element.unwrap()
        elif element.name == "a" and str(element.get("href", "")).startswith("#"):
            links.append(element)
    for link in links:
        if id(link) not in gone and link.get_text(strip=True) in _PERMALINKS:
            gone.update(map(id, link.find_all(True)))
            link.decompose()


def _is_apart(element: Tag) -> bool:
    """Whether it is hidden, or no part of what the page says."""
    told = element.attrs
    return (
        "hidden" in told
        or told.get("aria-hidden") == "true"
        or told.get("role") in _ROLES_APART
        or not _CLASSES_APART.isdisjoint(element.get_attribute_list("class"))
        or _asks_for_consent(element)
        or _HIDDEN_STYLE.search(str(told.get("style", ""))) is not None
    )


def _asks_for_consent(element: Tag) -> bool:
    if "class" not in element.attrs and "id" not in element.attrs:
        return False
    names = [str(element.attrs.get("id", "")), *element.get_attribute_list("class")]
    return any(_COOKIE_NOTICE.search(str(name)) for name in names)


def _mark_raised(soup: BeautifulSoup) -> None:
    """Parts raised digits from what stands before them: `10^6` is not 106, and marks of notes are `[1]`."""
    for raised in soup.find_all("sup"):
        shown = raised.get_text(strip=True)
        before = str(raised.find_previous(string=True) or "")[-1:]
        if shown.isdecimal() and (raised.select_one("a[href^='#']") or raised.find_parent("a", href=_WITHIN)):
            raised.string = f"[{shown}]"
        elif _RAISED_NUMBER.match(shown) and before.isdecimal():
            raised.insert(0, "^")


def _begin_lines(soup: BeautifulSoup) -> None:
    """Lines begin behind their break, and not behind the blanks that the markup has there."""
    from bs4.element import NavigableString

    for line_break in soup.find_all("br"):
        text = line_break.next_sibling
        if type(text) is NavigableString and line_break.find_parent("pre") is None:
            text.replace_with(text.lstrip())


def _markdown(soup: BeautifulSoup) -> str:
    from markdownify import ATX, MarkdownConverter

    converter = MarkdownConverter(
        heading_style=ATX,
        strip=UNMARKED,
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        table_infer_header=True,
        # Lines of the markup are none of the page; its own stay, however long.
        wrap=True,
        wrap_width=None,
    )
    return re.sub(r"\n{3,}", "\n\n", str(converter.convert_soup(soup))).strip("\n")


def _properties(soup: BeautifulSoup) -> FileProperties:
    meta: dict[str, list[str]] = {}
    for element in soup.find_all("meta"):
        name = element.get("name") or element.get("property") or element.get("http-equiv")
        content = normalise_line(str(element.get("content") or ""))
        if name and content:
            meta.setdefault(str(name).lower(), []).append(content)
    properties = FileProperties()
    title = normalise_line(soup.title.get_text() if soup.title else "") or " ".join(meta.get("og:title", [])[:1])
    if title:
        properties["title"] = title
    authors = [author for name in _AUTHORS for value in meta.get(name, []) for author in split_authors(value)]
    if authors:
        properties["authors"] = list(dict.fromkeys(authors))
    if created := _first_date(meta, _CREATED):
        properties["created_at"] = created
    if modified := _first_date(meta, _MODIFIED):
        properties["modified_at"] = modified
    if keywords := [word for value in meta.get("keywords", []) for word in split_keywords(value)]:
        properties["keywords"] = keywords
    language = soup.html.get("lang") if soup.html else None
    if language:
        properties["language"] = normalise_line(str(language))
    return properties


def _first_date(meta: dict[str, list[str]], names: tuple[str, ...]) -> str | None:
    dates = (utc_date(value.replace("/", "-")) for name in names for value in meta.get(name, []))
    return next((date for date in dates if date), None)
