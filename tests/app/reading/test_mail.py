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


@pytest.mark.parametrize("kind", ["text/plain", "text/csv", "application/octet-stream", "application/json"])
def test_texts_attached_are_read_and_other_files_are_told(
    kind: str, tmp_path: Path, check_pages: Callable[[list[Page]], None]
) -> None:
    message = mail("Crates")
    message.set_content("The list is attached.")
    main, _, sub = kind.partition("/")
    message.add_attachment("Größe 12: 40 crates.\n".encode(), maintype=main, subtype=sub, filename="list.txt")
    message.add_attachment(b"PK\x03\x04" + bytes(40), maintype="application", subtype="zip", filename="plans.zip")
    message.add_attachment(b"%PDF-1.7", maintype="application", subtype="octet-stream", filename="offer.pdf")
    page, properties = read(message, tmp_path)
    check_pages([page])
    assert page["text"].endswith("Attached: list.txt, plans.zip, offer.pdf\n\nlist.txt\n\nGröße 12: 40 crates.\n")
    assert [(each["level"], each["title"]) for each in page["headings"]] == [(1, "Crates"), (2, "list.txt")]
    assert properties["notice"]["message"] == "Attached and not read: plans.zip, offer.pdf."


def test_pages_attached_are_read_and_pictures_within_the_text_are_not_told(tmp_path: Path) -> None:
    message = mail("Crates")
    message.set_content('<p>See <img src="cid:x"></p>', subtype="html")
    message.add_related(b"GIF89a" + bytes(20), maintype="image", subtype="gif", cid="<x>")
    message.add_attachment("<h1>Prices</h1><p>A crate is 3 €.</p>", subtype="html", filename="prices.html")
    page, properties = read(message, tmp_path)
    assert page["text"].endswith("prices.html\n\n# Prices\n\nA crate is 3 €.\n")
    assert "notice" not in properties


def test_html_is_shown_as_a_reader_sees_it(tmp_path: Path) -> None:
    message = mail()
    message.set_content("<style>p{}</style><p>The ERP is <b>down</b> on Saturday.</p>", subtype="html")
    text = read(message, tmp_path)[0]["text"]
    assert "down" in text
    assert "<" not in text.replace("<quinn@halvorsen.example>", "")


def test_an_attached_mail_is_read_with_its_headers(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    first = mail("Frames")
    first.set_content("The first order: 40 frames.")
    answer = mail("Re: Frames", Cc="jana@ostrava.example")
    answer.set_content("They cost 12 € each.")
    answer.add_attachment(first)
    forwarding = mail("Fwd: Frames")
    forwarding.set_content("See the offer attached.")
    forwarding.add_attachment(answer)
    forwarding.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="offer.pdf")
    page, properties = read(forwarding, tmp_path)
    check_pages([page])
    headers = "From: Deirdre Quinn <quinn@halvorsen.example>\nTo: sam@ostrava.example\n"
    date = "Date: Tue, 06 Feb 2024 15:40:02 +0100\n"
    assert page["text"] == (
        f"Fwd: Frames\n{headers}{date}\nSee the offer attached.\n\nAttached: offer.pdf\n"
        f"\nRe: Frames\n{headers}Cc: jana@ostrava.example\n{date}\nThey cost 12 € each.\n"
        f"\nFrames\n{headers}{date}\nThe first order: 40 frames.\n"
    )
    titles = [(heading["level"], heading["title"]) for heading in page["headings"]]
    assert titles == [(1, "Fwd: Frames"), (2, "Re: Frames"), (3, "Frames")]
    assert properties["title"] == "Fwd: Frames"


def test_a_mail_that_only_forwards_another(tmp_path: Path) -> None:
    inner = b"U3ViamVjdDogRnJhbWVzCgpUaGV5IGxlYXZlIG9uIEZyaWRheS4K"
    head = b"From: a@example.com\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
    assert read(head + inner, tmp_path)[0]["text"].endswith("\nFrames\n\nThey leave on Friday.\n")


def test_text_below_an_attachment_is_read(tmp_path: Path) -> None:
    head = b"From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n"
    plain = b"--b\nContent-Type: text/plain\n\n"
    other = b"--b\nContent-Type: image/png; name=x.png\n\nx\n"
    data = head + plain + b"Above the plan.\n" + other + plain + b"Below the plan.\n--b--\n"
    text = read(data, tmp_path)[0]["text"]
    assert text.endswith("\nAbove the plan.\n\nBelow the plan.\n\nAttached: x.png\n")


def test_a_table_of_a_mail_is_a_table(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    message = mail()
    rows = "<tr><th>Frame</th><th>Price</th></tr><tr><td>A</td><td>12</td></tr>"
    message.set_content(f"<p>Prices:</p><table>{rows}</table>", subtype="html")
    page, _ = read(message, tmp_path)
    check_pages([page])
    (table,) = page["tables"]
    assert page["text"][table["start"] : table["header_end"]] == "| Frame | Price |\n| --- | --- |\n"


@pytest.mark.parametrize("named", [b"martian", b"ut\0f-8"])
def test_an_unknown_character_set_loses_nothing(named: bytes, tmp_path: Path) -> None:
    data = b"Subject: Words\nContent-Type: text/plain; charset=" + named + b"\n\nCaf\xe9 at noon\n"
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


@pytest.mark.parametrize("broken", ["x@", "Ada <ada@", "a@[", "a@b.example, team: c@d.example, more: e;;"])
def test_an_address_that_is_none_costs_no_mail(broken: str, tmp_path: Path) -> None:
    inner = f"Content-Type: message/rfc822\n\nSubject: Frames\nTo: {broken}\n\nThey leave on Friday.\n"
    text = read(f"From: {broken}\n{inner}".encode(), tmp_path)[0]["text"]
    assert text.startswith(f"From: {broken}\n")
    assert text.endswith(f"Frames\nTo: {broken}\n\nThey leave on Friday.\n")


def test_an_attached_mail_without_headers_is_read_as_it_is(tmp_path: Path) -> None:
    data = b"From: a@example.com\nContent-Type: message/rfc822\n\n\nSee you on Friday.\n"
    assert read(data, tmp_path)[0]["text"].endswith("See you on Friday.\n")


@pytest.mark.parametrize("named", ["", "; charset=us-ascii", "; charset=utf-8"])
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_character_set_that_is_not_the_one_of_the_text(named: str, encoding: str, tmp_path: Path) -> None:
    data = f"Subject: Words\nContent-Type: text/plain{named}\n\nSee you – at the Café.\n".encode(encoding)
    assert read(data, tmp_path)[0]["text"].endswith("See you – at the Café.\n")


THREAD = """Hi Jana,

I take the frames.

Deirdre

On Sun, 4 Feb 2024 at 18:02, Jana Novak
<jana@ostrava.example> wrote:
> Dear Deirdre,
>
> this is open:
> - the frames
> - the glass
>
> On Sat, 3 Feb 2024 Deirdre Quinn wrote:
>> Who takes the
>> frames?
"""


def test_mails_that_are_answered_stand_below_who_wrote_them(
    tmp_path: Path, check_pages: Callable[[list[Page]], None]
) -> None:
    message = mail()
    message.set_content(THREAD)
    page, _ = read(message, tmp_path)
    check_pages([page])
    assert [(heading["level"], heading["title"]) for heading in page["headings"]][1:] == [
        (2, "On Sun, 4 Feb 2024 at 18:02, Jana Novak <jana@ostrava.example> wrote:"),
        (3, "On Sat, 3 Feb 2024 Deirdre Quinn wrote:"),
    ]
    assert "\n>" not in page["text"]
    assert "this is open:\n- the frames\n- the glass\n" in page["text"]
    assert "Who takes the\nframes?" in page["text"]


def test_marks_stay_where_answers_stand_between_the_lines(tmp_path: Path) -> None:
    message = mail()
    message.set_content("Jana wrote:\n> Who takes the frames?\n\nI do.\n\n> And the glass?\n\nYou do.\n")
    page, _ = read(message, tmp_path)
    assert "> And the glass?\n\nYou do." in page["text"]
