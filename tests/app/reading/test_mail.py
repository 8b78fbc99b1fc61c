from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.reading.mail import read_mail
from app.reading.reader import SandboxedReader
from nodes.documents.pages import pages_of
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError, UnreadableFileError

BODY = "The frames leave Cork on 2 April – not before. Größe 54."


def mail(subject: str = "Größe der Rahmen", **headers: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = "Deirdre Quinn <quinn@halvorsen.example>"
    message["To"] = "sam@ostrava.example"
    message["Date"] = "Tue, 06 Feb 2024 15:40:02 +0100"
    for name, value in headers.items():
        message[name] = value
    return message


def read(message: EmailMessage | bytes, tmp_path: Path) -> tuple[Page, FileProperties]:
    path = tmp_path / "a.eml"
    path.write_bytes(message if isinstance(message, bytes) else bytes(message))
    return read_mail(path, "a.eml")


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
def test_a_plain_mail(encoding: str, tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    message = mail(Cc="Jana <jana@ostrava.example>", Received="from mx3.example by mx4.example")
    message.set_content(BODY, cte=encoding)
    page, properties = read(message, tmp_path)
    check_pages([page])
    assert page["text"] == (
        "Größe der Rahmen\n"
        "From: Deirdre Quinn <quinn@halvorsen.example>\n"
        "To: sam@ostrava.example\n"
        "Cc: Jana <jana@ostrava.example>\n"
        "Date: Tue, 06 Feb 2024 15:40:02 +0100\n"
        f"\n{BODY}\n"
    )
    assert [heading["title"] for heading in page["headings"]] == ["Größe der Rahmen"]
    assert properties == {
        "title": "Größe der Rahmen",
        "authors": ["Deirdre Quinn"],
        "created_at": "2024-02-06T14:40:02Z",
    }


def test_plain_text_is_preferred_and_attachments_are_named(tmp_path: Path) -> None:
    message = mail()
    message.set_content(BODY)
    message.add_alternative("<p>Something <b>else</b>.</p>", subtype="html")
    message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="invoice 7.pdf")
    text = read(message, tmp_path)[0]["text"]
    assert BODY in text
    assert "else" not in text
    assert text.endswith("\nAttached: invoice 7.pdf\n")


def test_html_is_shown_as_a_reader_sees_it(tmp_path: Path) -> None:
    message = mail()
    message.set_content("<style>p{}</style><p>The ERP is <b>down</b> on Saturday.</p>", subtype="html")
    text = read(message, tmp_path)[0]["text"]
    assert "down" in text
    assert "<" not in text.replace("<quinn@halvorsen.example>", "")


def test_an_unknown_character_set_loses_nothing(tmp_path: Path) -> None:
    data = b"Subject: Words\nContent-Type: text/plain; charset=martian\n\nCaf\xe9 at noon\n"
    assert "Café at noon" in read(data, tmp_path)[0]["text"]


def test_what_is_no_mail(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="not a mail"):
        read(b"Words and more words.\n", tmp_path)
    with pytest.raises(NoTextError):
        read(b"From: a@example.com\n\n", tmp_path)


async def test_a_mail_is_a_document(reader: SandboxedReader, tmp_path: Path) -> None:
    message = mail("Order 4471")
    message.set_content(BODY)
    path = tmp_path / "0001.eml"
    path.write_bytes(bytes(message))
    pages, properties, media_type = pages_of(await reader.aload_data(str(path), "0001.eml"))
    assert (len(pages), properties["title"], media_type) == (1, "Order 4471", "message/rfc822")
