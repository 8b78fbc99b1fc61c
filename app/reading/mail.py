"""Mails as they are kept in files (RFC 5322): the subject as heading, who wrote to whom and when, and the text."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses
from pathlib import Path

from app.reading.encoding import decode
from app.reading.html import html_page
from app.reading.layout import PageBuilder, utc_date
from app.reading.normalise import normalise_line
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError, UnreadableFileError

_SHOWN = ("From", "To", "Cc", "Date")


def read_mail(path: Path, file_name: str) -> tuple[Page, FileProperties]:
    """The mail as one page, and its subject, writers and date. Attachments are named, and not read.

    The text is the plain one, else what the HTML one shows; transfer encodings and character sets are undone.

    Raises:
        UnreadableFileError: It has no header of a mail.
        NoTextError: It has neither subject nor text.
    """
    message = BytesParser(EmailMessage, policy=policy.default).parsebytes(path.read_bytes())
    if not any(message[name] for name in (*_SHOWN, "Subject")):
        raise UnreadableFileError(
            f"{file_name!r} is not a mail: it names no sender, subject or date.",
            hint="Export it from the mail program again, or give it the extension of what it is.",
        )
    builder = PageBuilder()
    subject = _shown(message, "Subject")
    builder.add_heading(subject, 1)
    builder.add_text("\n".join(f"{name}: {value}" for name in _SHOWN if (value := _shown(message, name))))
    text = _text(message, file_name)
    if not subject and not text.strip():
        raise NoTextError(f"{file_name!r} has neither subject nor text.", hint="Add the files attached to it instead.")
    builder.add_text(f"\n{text}")
    if attached := [normalise_line(part.get_filename() or "") for part in message.iter_attachments()]:
        builder.add_text("\nAttached: " + ", ".join(filter(None, attached)))
    return builder.build(1), _properties(message, subject)


def _shown(message: EmailMessage, name: str) -> str:
    return normalise_line(str(message[name] or ""))


def _text(message: EmailMessage, file_name: str) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    try:
        content = str(part.get_content())
    except (LookupError, UnicodeError):
        # A character set that does not exist, or not the one of the text.
        payload = part.get_payload(decode=True)
        content = decode(payload) if isinstance(payload, bytes) else ""
    return html_page(content, file_name)[0]["text"] if part.get_content_subtype() == "html" else content


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
