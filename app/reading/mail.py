"""Mails as they are kept in files (RFC 5322): the subject as heading, who wrote to whom and when, and the text."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import suppress
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses
from pathlib import Path
from typing import cast

from app.reading.encoding import HEAD_BYTES, decode, looks_like_text
from app.reading.html import html_page
from app.reading.layout import PageBuilder, attached_notice, plain_page, utc_date
from app.reading.mail_threads import thread_page
from app.reading.normalise import normalise_line, normalise_text
from app.reading.text_headings import point_headings
from app.reading.text_tables import with_tables
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import EmptyFileError, NoTextError, UnreadableFileError

_SHOWN = ("From", "To", "Cc", "Date")
_MOST_WRONG = 0.1
"""Of the characters over ASCII. A text in the wrong set has more of them."""
_PREFERRED = ("plain", "html")
_MAYBE_TEXT = frozenset({"application/octet-stream", "application/json", "application/xml", "application/yaml"})
"""Beside all that is called a text: mail programs call what they do not know a stream of bytes."""
_NO_TEXT = (b"%PDF-", b"{\\rtf", b"PK")


def read_mail(path: Path, file_name: str) -> tuple[Page, FileProperties]:
    """The mail as one page, and its subject, writers and date.

    The text is the plain one, else what the HTML one shows; transfer encodings and character sets are undone. Texts
    attached to it follow under their file names, and mails in the same way, a level below. Other attachments are named,
    and not read: the properties have a notice of them.

    Raises:
        UnreadableFileError: It has no header of a mail.
        NoTextError: It has neither subject nor text, and no text or mail attached that has.
    """
    message = _parsed(path.read_bytes())
    if not any(_shown(message, name) for name in (*_SHOWN, "Subject")):
        raise UnreadableFileError(
            f"{file_name!r} is not a mail: it names no sender, subject or date.",
            hint="Export it from the mail program again, or give it the extension of what it is.",
        )
    builder = PageBuilder()
    unread: list[str] = []
    if not _add(builder, message, file_name, unread, level=1):
        raise NoTextError(f"{file_name!r} has neither subject nor text.", hint="Add the files attached to it instead.")
    properties = _properties(message, _shown(message, "Subject"))
    if unread:
        properties["notice"] = attached_notice(unread)
    return builder.build(1), properties


def add_mail(builder: PageBuilder, data: bytes, file_name: str, unread: list[str]) -> bool:
    """Adds a mail of a mailbox, as `read_mail` reads one; False where it has neither subject nor text.

    Args:
        builder: Of the page that the mail is given.
        data: The mail.
        file_name: Of the mailbox.
        unread: Gets the names of attached files that are not read.
    """
    return _add(builder, _parsed(data), file_name, unread, level=1)


def _parsed(data: bytes) -> EmailMessage:
    return BytesParser(EmailMessage, policy=policy.default).parsebytes(data)


def _add(builder: PageBuilder, message: EmailMessage, file_name: str, unread: list[str], *, level: int) -> bool:
    """Adds a mail, and texts and mails attached to it; what is not read is named. Whether any has a subject or text."""
    subject = _shown(message, "Subject")
    builder.add_heading(subject, level)
    builder.add_text("\n".join(f"{name}: {value}" for name in _SHOWN if (value := _shown(message, name))))
    leaves = list(_leaves(message))
    texts = [part for part in leaves if _is_text(part)]
    subtype = texts[0].get_content_subtype() if texts else ""
    pages = [_page(part, file_name) for part in texts if part.get_content_subtype() in {subtype, "plain"}]
    for page in filter(None, pages):
        builder.add_page(page, below=level)
    files = [part for part in leaves if part not in texts and not _is_shown(part)]
    if named := ", ".join(filter(None, (normalise_line(part.get_filename() or "") for part in files))):
        builder.add_text(f"\nAttached: {named}")
    found = bool(subject) or any(pages)
    for part in files:
        text = _page(part, file_name) if _holds_text(part) else None
        name = normalise_line(part.get_filename() or "") or part.get_content_type()
        if text is None:
            unread.append(name)
            continue
        builder.add_blank_line()
        builder.add_heading(name, level + 1)
        builder.add_page(text, below=level + 1)
        found = True
    for attached in (_attached(part) for part in leaves if _is_mail(part)):
        builder.add_blank_line()
        found = _add(builder, attached, file_name, unread, level=level + 1) or found
    return found


def _leaves(part: EmailMessage) -> Iterator[EmailMessage]:
    """The parts that hold something, in order; of alternatives the plain text, else the HTML, and what is no text."""
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        yield part
    elif part.get_content_subtype() == "alternative":
        body = part.get_body(_PREFERRED)
        each = [leaf for inner in part.iter_parts() for leaf in _leaves(cast(EmailMessage, inner))]
        yield from (leaf for leaf in each if leaf is body or not _is_text(leaf))
    else:
        for inner in part.iter_parts():
            yield from _leaves(cast(EmailMessage, inner))


def _is_text(part: EmailMessage) -> bool:
    is_file = part.is_attachment() or part.get_filename() is not None
    return part.get_content_type() in {"text/plain", "text/html"} and not is_file


def _holds_text(part: EmailMessage) -> bool:
    """Whether an attached file is a text, by what its mail calls it and by its content."""
    if part.get_content_maintype() != "text" and part.get_content_type() not in _MAYBE_TEXT:
        return False
    payload = part.get_payload(decode=True)
    head = payload[:HEAD_BYTES] if isinstance(payload, bytes) else b""
    return bool(head.strip()) and looks_like_text(head) and not head.startswith(_NO_TEXT)


def _is_shown(part: EmailMessage) -> bool:
    """Whether a part is a picture within the text, or a mail, which is read."""
    is_picture = part.get_content_maintype() == "image" and part["Content-ID"] is not None
    return is_picture or _is_mail(part)


def _is_mail(part: EmailMessage) -> bool:
    return part.get_content_type() in {"message/rfc822", "message/global"} and part.is_multipart()


def _attached(part: EmailMessage) -> EmailMessage:
    message = cast(EmailMessage, part.get_payload(0))
    encoded = message.get_payload()
    if str(part["Content-Transfer-Encoding"]).casefold() == "base64" and isinstance(encoded, str):
        # No standard allows it, some programs do it, and the parser does not undo it.
        with suppress(ValueError):
            return _parsed(base64.b64decode(encoded))
    return message


def _shown(message: EmailMessage, name: str) -> str:
    try:
        return normalise_line(str(message[name] or ""))
    except (AttributeError, IndexError, ValueError):
        # The parser breaks at some addresses that are none.
        return normalise_line(
            next(str(value) for key, value in message.raw_items() if key.casefold() == name.casefold())
        )


def _page(part: EmailMessage, file_name: str) -> Page | None:
    """The text of a part with its headings and tables; None where it has none."""
    content = _decoded(part)
    try:
        if part.get_content_type() == "text/html":
            return html_page(content, file_name)
        text = normalise_text(content)
        if (page := thread_page(text)) is not None:
            return page
        written, tables = with_tables(text)
        own: Page = {**plain_page(written, file_name), "tables": tables}
        return {**own, "headings": point_headings(own)}
    except (NoTextError, EmptyFileError):
        return None


def _decoded(part: EmailMessage) -> str:
    """The text by the character set that the part names, unless that does not exist, or is not the one of the text."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    if part.get_content_maintype() != "text":
        return decode(data)
    try:
        content = str(part.get_content())
    except (LookupError, ValueError):
        return decode(data)
    foreign = sum(character > "\x7f" for character in content)
    return decode(data) if content.count("\ufffd") > _MOST_WRONG * foreign else content


def _properties(message: EmailMessage, subject: str) -> FileProperties:
    properties = FileProperties()
    if subject:
        properties["title"] = subject
    writers = [normalise_line(name or address) for name, address in getaddresses([_shown(message, "From")])]
    if writers := list(filter(None, writers)):
        properties["authors"] = writers
    sent = message["Date"].datetime if message["Date"] else None
    if sent is not None and (day := utc_date(sent.isoformat())):
        properties["created_at"] = day
    return properties
