from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reading.encoding import decode, looks_like_text
from app.reading.kinds import detect_kind
from app.reading.text import read_text

PROSE = "Müller paid £30 for the “Café Noël” — naïve, but très façonné. " * 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "prose.txt"
    path.write_bytes(PROSE.encode(encoding))
    assert detect_kind(path, "prose.txt").format == "text"
    assert [page["text"] for page in read_text(path, "prose.txt")] == [PROSE.strip() + "\n"]


def test_short_latin1() -> None:
    assert decode("Café".encode("latin-1")) == "Café"
    assert decode("Größe: 5 µm".encode("latin-1")) == "Größe: 5 µm"


def test_other_scripts() -> None:
    russian = "Съешь ещё этих мягких французских булок, да выпей же чаю. " * 4
    assert decode(russian.encode("cp1251")) == russian
    japanese = "これは日本語の文章です。検索できるようにします。" * 4
    assert decode(japanese.encode("shift_jis")) == japanese


@pytest.mark.parametrize("damage", [b"\xff", b"\xc3", b"\xe2\x82"])
def test_a_byte_that_fits_nowhere_spoils_no_other(damage: bytes) -> None:
    text = "Die Größe des Büros beträgt zwölf Meter. " * 30
    assert decode(text.encode() + damage + b" Ende \xc3\xbc.") == f"{text}\ufffd Ende ü."


@pytest.mark.parametrize("encoding", ["koi8-r", "cp1251", "cp866", "iso8859-5"])
@pytest.mark.parametrize(
    "text",
    [
        "Аренда составляет пять тысяч рублей в месяц. Договор подписал Петров.\n",
        "Собрание начнётся в девять часов.\n",
    ],
)
def test_a_line_of_cyrillic_in_any_of_its_encodings(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Η συνάντηση αρχίζει στις εννέα το πρωί και τελειώνει το μεσημέρι. Ο ταμίας είναι παρών.\n", "cp1253"),
        ("会议将于上午九点开始。租金是每月五千元，合同由王先生签署。\n", "gbk"),
        ("家賃は月に五千円です。契約書は田中さんが署名しました。\n", "shift_jis"),
    ],
)
def test_other_scripts_are_not_taken_for_cyrillic(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        ("Umowa została zawarta w Łodzi. Czynsz wynosi 500 złotych i są też opłaty za wodę.", ["cp1250", "iso8859-2"]),
        ("Smlouva byla uzavřena 5. května v Praze. Nájemné činí pět tisíc měsíčně.", ["cp1250", "iso8859-2"]),
        ("A szerződést május 5-én kötötték meg Győrben, a díj havi ötszáz forint.", ["cp1250", "iso8859-2"]),
        (
            "Ugovor je sklopljen u Šibeniku. Stanarina iznosi tisuću eura, plaća se odmah, što čini većinu.",
            ["cp1250"],
        ),
        ("Kira sözleşmesi 5 Mayıs'ta imzalandı. Aylık kira beş yüz liradır, İzmir'de ödenir.", ["cp1254"]),
        ("Sutartis pasirašyta gegužės 5 dieną. Nuoma yra penki šimtai eurų per mėnesį, mokama iš anksto.", ["cp1257"]),
        ("Le contrat a été conclu à Paris. Où est le bail de l’hôtel, déjà signé ? À l’étage.", ["cp1252", "latin-1"]),
        ("O contrato não é válido até à assinatura; há exceções à cláusula três.", ["cp1252"]),
        ("Samningurinn var undirritaður í Reykjavík. Það er í þágu beggja, að sögn ráðherra.", ["cp1252"]),
        ("Für Größe und Höhe haftet Herr Müller; très façonné, señor Núñez, på våren.", ["cp1252"]),
    ],
)
def test_a_latin_text_in_the_encodings_of_its_language(text: str, encodings: list[str]) -> None:
    for encoding in encodings:
        written = text if encoding != "latin-1" else text.replace("’", "'")
        assert decode(written.encode(encoding)) == written


def test_letters_of_other_encodings_are_no_damage() -> None:
    assert decode("Größe und Übergröße, für Köln Ã¼".encode("cp1252")) == "Größe und Übergröße, für Köln Ã¼"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "prose", ["Реки текут к морю.\nА море?", "这是一个关于河流的文本。\n又一行。", "Τα ποτάμια πάνε στη θάλασσα."]
)
def test_other_scripts_in_utf16_without_mark(prose: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "prose.txt"
    path.write_bytes(prose.encode(encoding))
    assert detect_kind(path, "prose.txt").format == "text"
    assert read_text(path, "prose.txt")[0]["text"] == prose + "\n"


def test_nul_bytes_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "nul.txt"
    path.write_bytes(b"Some\0 words\0 with NUL bytes\r\nin them\0")
    assert detect_kind(path, "nul.txt").format == "text"
    assert [page["text"] for page in read_text(path, "nul.txt")] == ["Some words with NUL bytes\nin them\n"]
    assert decode(b"ab\0 cd\0 ef") == "ab\0 cd\0 ef"


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_decoding_never_raises(data: bytes) -> None:
    assert isinstance(decode(data), str)
    assert looks_like_text(data) in {True, False}


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=100))
def test_utf8_is_always_utf8(text: str) -> None:
    data = text.encode("utf-8", "ignore")
    if data[0:1] not in (b"\xff", b"\xfe", b"\xef") and data.count(0) == 0:
        assert decode(data) == data.decode("utf-8")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.py", "print('<html>')", "text"),
        ("a.json", '{"a": 1}', "text"),
        ("a.md", "# Words", "markdown"),
        ("a.eml", "Subject: Words\n\nMore words", "mail"),
        ("a.txt", "Subject: Words\n\nMore words", "text"),
        ("a.csv", "a,b\n1,2", "csv"),
        ("a.html", "<p>Words</p>", "html"),
        ("a.txt", "<!DOCTYPE html><p>Words</p>", "html"),
        ("a", "<html lang='en'>", "html"),
        ("a.vue", "<html>", "text"),
        ("a.md", "About the mark %PDF-1.7", "markdown"),
        ("a.doc", "{\\rtf1 words}", "doc"),
        ("a.txt", "# Notes\n\nWords.\n\n## Monday\n\nRain.\n\n## Tuesday\n\nSun.", "markdown"),
        ("a.txt", "# Notes\r\n\r\n## Monday\r\n\r\nRain.\r\n\r\n## Tuesday\r\n\r\nSun.", "markdown"),
        ("a.txt", "# Copyright 2024\n\nimport os\n\n# Paths\n\nHOME = 1\n\n# Names\n\nX = 2", "text"),
        ("a.sh", "# Notes\n\n## One\n\nls\n\n## Two\n\nls", "text"),
    ],
)
def test_kinds_of_text(tmp_path: Path, name: str, content: str, expected: str) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    assert detect_kind(path, name).format == expected


def test_words_that_lines_break_are_joined(tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    lines = [
        "An ab-",
        "   stract socket is abstract.",
        "Ask ana-",
        "lists@x.example for lists, by short-",
        "or long-wave radio.",
    ]
    path.write_text("\n".join(lines))
    text = read_text(path, "broken.txt")[0]["text"]
    assert text == "An abstract socket is abstract.\nAsk ana-lists@x.example for lists, by short- or long-wave radio.\n"
