"""Mailboxes (mbox): a page for each mail, with its subject as heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from app.reading.kinds import MAILBOX_START
from app.reading.layout import PageBuilder, attached_notice
from app.reading.mail import add_mail
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError, UnreadableFileError

_START = re.compile(MAILBOX_START.pattern.encode())
_NEXT = re.compile(rb"(?<=\n)\r?\n(?=" + _START.pattern + rb")")
"""Not each line that begins with "From": a text may."""
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)


def read_mailbox(path: Path, file_name: str) -> tuple[list[Page], FileProperties]:
    """A page for each mail that has a subject or text, in the order of the file; files attached as of a single mail.

    Raises:
        UnreadableFileError: It does not begin as a mailbox does.
        NoTextError: No mail in it has a subject or text.
    """
    data = path.read_bytes().lstrip()
    if not _START.match(data):
        raise UnreadableFileError(
            f"{file_name!r} is not a mailbox: it does not begin with a mail.",
            hint="Export it from the mail program again, or give it the extension of what it is.",
        )
    pages: list[Page] = []
    unread: list[str] = []
    for mail in _mails(data):
        builder = PageBuilder()
        if add_mail(builder, mail, file_name, unread):
            pages.append(builder.build(len(pages) + 1))
    if not pages:
        raise NoTextError(f"{file_name!r} has no mail with a subject or text.", hint="Add the files attached instead.")
    properties = FileProperties()
    if unread:
        properties["notice"] = attached_notice(list(dict.fromkeys(unread)))
    return pages, properties


def _mails(data: bytes) -> Iterator[bytes]:
    start = 0
    for end in [*(found.start() for found in _NEXT.finditer(data)), len(data)]:
        _, _, mail = data[start:end].lstrip().partition(b"\n")
        yield _ESCAPED.sub(b"", mail)
        start = end
