from __future__ import annotations

import mailbox
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.reading.kinds import detect_kind
from app.reading.mailbox import read_mailbox
from nodes.domain.documents import Page
from nodes.domain.errors import NoTextError, UnreadableFileError


def mail(subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Deirdre Quinn <quinn@halvorsen.example>"
    message["Subject"] = subject
    message["Date"] = "Tue, 06 Feb 2024 15:40:02 +0100"
    message.set_content(text)
    return message


def make(path: Path, *mails: EmailMessage) -> Path:
    box = mailbox.mbox(path)
    for each in mails:
        box.add(each)
    box.close()
    return path


def test_each_mail_is_a_page_under_its_subject(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    attached = mail("Plans", "See the plan.")
    attached.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="plan.pdf")
    path = make(
        tmp_path / "archive.mbox",
        mail("Budget", "The budget is 52,000 crowns.\n\nFrom spring on it is more.\n"),
        mail("Größe", "Zwölf Rahmen."),
        attached,
    )
    assert detect_kind(path, "archive.mbox").format == "mailbox"
    pages, properties = read_mailbox(path, "archive.mbox")
    check_pages(pages)
    assert [page["number"] for page in pages] == [1, 2, 3]
    assert [heading["title"] for page in pages for heading in page["headings"]] == ["Budget", "Größe", "Plans"]
    assert pages[0]["text"] == (
        "Budget\nFrom: Deirdre Quinn <quinn@halvorsen.example>\nDate: Tue, 06 Feb 2024 15:40:02 +0100\n\n"
        "The budget is 52,000 crowns.\n\nFrom spring on it is more.\n"
    )
    assert "plan.pdf" in properties["notice"]["message"]


@pytest.mark.parametrize("begin", ["From - Tue Feb 06 15:40:02 2024", "From 17@xxx Tue Feb 06 15:40:02 +0000 2024"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_mailboxes_of_several_programs(tmp_path: Path, begin: str, end: str) -> None:
    path = tmp_path / "Inbox"
    lines = [begin, "Subject: {}", "", "The roof leaks.", "", "From here on, in 2024 even more", "so.", "", ""]
    text = end.join(lines)
    path.write_bytes((text.format("One") + text.format("Two")).encode())
    assert detect_kind(path, "Inbox").format == "mailbox"
    pages, _ = read_mailbox(path, "Inbox")
    assert [heading["title"] for page in pages for heading in page["headings"]] == ["One", "Two"]
    assert all("From here on, in 2024 even more" in page["text"] for page in pages)


def test_text_that_begins_like_a_mailbox_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("From Oslo we left in 1924 by boat.\nIt was cold.\n")
    assert detect_kind(path, "story.txt").format == "text"


def test_a_mailbox_without_mails_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_text("Words.\n")
    with pytest.raises(UnreadableFileError, match="not a mailbox"):
        read_mailbox(path, "a.mbox")
    path.write_text("From a@b.example Tue Feb 06 15:40:02 2024\nX-Nothing: 1\n\n\n")
    with pytest.raises(NoTextError):
        read_mailbox(path, "a.mbox")


def test_a_file_of_blank_lines_is_read_in_time(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_text("From a@b.example Tue Feb 06 15:40:02 2024\nSubject: One\n" + "\n" * 2_000_000)
    begin = time.perf_counter()
    read_mailbox(path, "a.mbox")
    assert time.perf_counter() - begin < 20
