"""What of a text is a piece of evidence: sentences, lines, lists, headings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.citing.composing import readable
from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.tables.table_rows import row_spans
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource


def rows(source: Source) -> list[Evidence]:
    return [piece for piece in evidence_of([source]) if piece.is_row]


def test_a_list_is_quoted_item_by_item_and_in_one_piece(make_source: MakeSource) -> None:
    content = "Locking\n1. Stop the rotor.\n2. Set the brake.\n3. Take the key.\nThen rest."
    texts = [piece.text for piece in evidence_of([make_source(1, "Handbook", content)])]
    assert "1. Stop the rotor.\n2. Set the brake.\n3. Take the key." in texts
    assert "2. Set the brake." in texts


def test_lines_of_keys_and_values_are_apart(make_source: MakeSource) -> None:
    texts = [piece.text for piece in evidence_of([make_source(1, "Sheet", "Capacity: 4 MWh\nMaker: Quillfen\n")])]
    assert texts == ["Capacity: 4 MWh", "Maker: Quillfen"]


def test_a_wrapped_sentence_stays_whole_and_a_heading_is_known(make_source: MakeSource) -> None:
    content = "Results\n\nThe coating lost a third of its weight\nwithin the first winter.\n"
    heading, sentence = evidence_of([make_source(1, "Paper", content)])
    assert heading.is_heading
    assert sentence.text == "The coating lost a third of its weight\nwithin the first winter."
    assert sentence.is_first


@pytest.mark.parametrize(
    "content",
    [
        "The trial was paid for by the Province of\nDrenthe. We thank all who\ntook part in it and\nhelped.",
        "Press once to begin. To lock the buttons that start a wash, hold Spin and\nDelay together for a while.",
    ],
)
def test_a_name_at_the_beginning_of_a_line_begins_no_sentence(make_source: MakeSource, content: str) -> None:
    texts = [piece.text for piece in evidence_of([make_source(1, "Paper", content)])]
    assert not any(text.startswith(("Drenthe", "Delay")) for text in texts)


def test_a_sentence_about_him_leans_on_the_one_that_names_him(make_source: MakeSource) -> None:
    content = (
        "Corin Ashgrove keeps the books. He was born in Tressing. He teaches mathematics.\n\nHe is not named here.\n"
    )
    named, born, teaches, unnamed = evidence_of([make_source(1, "People", content)])
    assert (named.leans_on, unnamed.leans_on) == ("", "")
    assert born.leans_on == teaches.leans_on == named.text


def test_a_numbered_heading_is_one_piece_with_its_number(make_source: MakeSource) -> None:
    source = {**make_source(1, "Minutes", "## 2. Generation in 2023\n\nThe net generation was 9,310 MWh.\n")}
    source["section_path"] = ["Minutes", "2. Generation in 2023"]
    heading, sentence = evidence_of([source])  # type: ignore[list-item]  # a source, changed
    assert (heading.text, heading.is_heading, sentence.is_heading) == ("2. Generation in 2023", True, False)


def test_lines_that_end_in_numbers_are_no_heading(make_source: MakeSource) -> None:
    rows = "M3 Alpha, content complete 29 August 2025 € 730,000\nM4 Beta 16 January 2026 € 540,000"
    source = make_source(1, "Contract", f"Milestones\n\n{rows}\n\nAll is paid.\n")
    found = {piece.text: piece.is_heading for piece in evidence_of([source])}
    assert found == {
        "Milestones": True,
        rows: False,
        "All is paid.": False,
    }


def test_what_nothing_follows_is_no_heading(make_source: MakeSource) -> None:
    content = "Next meeting\n\n20 March 2024 at 18:00.\n\nRecorded by Corin Ashgrove\n"
    found = {piece.text: piece.is_heading for piece in evidence_of([make_source(1, "Minutes", content)])}
    assert found == {"Next meeting": True, "20 March 2024 at 18:00.": False, "Recorded by Corin Ashgrove": False}


def test_the_number_of_an_item_is_no_evidence(make_source: MakeSource) -> None:
    content = "They met in May.\n\nItem 7.\n\nThe committee approved the budget.\n\nUnit 7 failed.\n"
    found = {piece.text: piece.is_heading for piece in evidence_of([make_source(1, "Report", content)])}
    assert found["Item 7."]
    assert not found["Unit 7 failed."]


def test_what_leads_nowhere_is_no_evidence_and_a_fence_is_no_part_of_it(make_source: MakeSource) -> None:
    content = "E.g.:\n\n```ini\n[Match]\nName=en*\n```\n\nFor example: the sea rose.\n"
    found = {piece.text: piece.is_heading for piece in evidence_of([make_source(1, "Network", content)])}
    assert found["E.g.:"]
    assert not found["For example: the sea rose."]
    assert not any(text.startswith("```ini") for text in found)


@given(content=st.text(alphabet="ab A1.,:|\n-$()%", max_size=160))
@settings(max_examples=80, deadline=None)
def test_every_piece_stands_verbatim_in_its_source(make_source: MakeSource, content: str) -> None:
    for piece in evidence_of([make_source(1, "T", content)]):
        assert content[piece.start : piece.end] == piece.text
        assert piece.text
    assert all(0 <= start <= end <= len(content) for start, end in row_spans(content))


@pytest.mark.parametrize(
    "heading",
    ["BUGS", "Known bugs\n----------", "## Known bugs", "4.1 Known bugs of a valve that\n     was never opened"],
)
def test_a_heading_on_the_line_above_is_no_part_of_a_sentence(make_source: MakeSource, heading: str) -> None:
    title = heading.split("\n--", maxsplit=1)[0].lstrip("# ")
    path = ["Valves", " ".join(title.split())]
    content = f"{heading}\n       valves leak in winter, and in other seasons too.\n       They are mended in spring."
    above, *sentences = evidence_of([make_source(1, "Valves", content, section_path=path)])
    assert above.is_heading
    assert [each.text.split()[0] for each in sentences] == ["valves", "They"]
    assert sentences[0].is_first


def test_a_sentence_goes_on_in_parentheses_and_behind_an_arrow(make_source: MakeSource) -> None:
    text = "Claim of 13.05. (dentist, 214 euros) submitted 21.05. → refunded on 7 June. (See below.)"
    found = [piece.text for piece in evidence_of([make_source(1, "Notes", text)])]
    assert found == ["Claim of 13.05. (dentist, 214 euros) submitted 21.05. → refunded on 7 June.", "(See below.)"]


@pytest.mark.parametrize(
    "lines",
    [
        ["[09:04] mara: the pump tripped again at 4:12", "[09:05] jonas: same error as last week", "[09:06] mara: yes"],
        [
            "2024-05-04 08:00 INFO started",
            "2024-05-04 08:01 ERROR disk full on node 3",
            "2024-05-04 08:02 INFO stopped",
        ],
        ["2024-01-01T00:33:18 INFO request 19998 took 16 ms", "2024-01-02T01:00:00Z ERROR disk sdq9 failed at node 3"],
        ["2024/01/01 00:33:18 request done", "2024/01/01 00:33:19 disk failed", "2024/01/01 00:33:20 request done"],
        ["Mar  3 06:25:41 heron sshd[411]: session opened", "Mar 13 06:25:43 heron sshd[411]: session closed"],
        ["ERROR: disk sdq9 failed", "[WARN] fan 2 is slow", "INFO  request 12 took 4 ms"],
        [
            '10.0.0.7 - - [10/Oct/2030:13:55:36 +0000] "GET /a" 200',
            '10.0.0.8 - - [10/Oct/2030:13:55:37 +0000] "GET /b" 404',
        ],
        ["14:00 doors open to all", "15:30 talk on the old harbour", "17:00 supper"],
    ],
)
def test_lines_of_a_log_are_pieces_of_their_own(make_source: MakeSource, lines: list[str]) -> None:
    pieces = evidence_of([make_source(1, "Log", "\n".join(lines))])
    assert [piece.text for piece in pieces] == lines
    assert not any(piece.is_heading for piece in pieces)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Intro is here.\n\n```python\nbucket = 12\n```\n", ["Intro is here.", "bucket = 12"]),
        ("```\nreturn bucket\n```\nBecause it is full.", ["return bucket", "Because it is full."]),
        ("How is it started?\n\n```\nsheaf serve\n```", ["How is it started?\n\n```\nsheaf serve"]),
    ],
)
def test_the_fence_that_ends_a_block_of_code_is_no_part_of_it(
    make_source: MakeSource, text: str, pieces: list[str]
) -> None:
    found = evidence_of([make_source(1, "Limiter", text)])
    assert [piece.text for piece in found] == pieces
    assert not any("```" in readable(piece) for piece in found)


def test_a_time_at_the_start_of_one_wrapped_line_divides_nothing(make_source: MakeSource) -> None:
    text = "The ferry leaves the harbour of Ommer for the islands at\n12:30 and comes back in the evening of that day."
    assert [piece.text for piece in evidence_of([make_source(1, "Ferry", text)])] == [text]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "**How do I book?**\nRing the porter.\nThe hall is large.",
            ["**How do I book?**\nRing the porter.", "The hall is large."],
        ),
        (
            "Is there a kitchen?\nYes. It has two ovens. It is warm.",
            ["Is there a kitchen?\nYes. It has two ovens.", "It is warm."],
        ),
        (
            "We open in May. Could you keep the toilets usable? We also rent the yard.",
            ["We open in May.", "Could you keep the toilets usable?", "We also rent the yard."],
        ),
    ],
)
def test_a_question_that_begins_a_line_goes_with_its_answer(
    make_source: MakeSource, text: str, pieces: list[str]
) -> None:
    assert [piece.text for piece in evidence_of([make_source(1, "Questions", text)])] == pieces


def test_short_lines_without_marks_are_a_list(make_source: MakeSource) -> None:
    lines = ["2.4 kg rye flour", "1.8 l water, 30 C", "600 g sourdough", "48 g salt"]
    pieces = evidence_of([make_source(1, "Rye loaf", "\n".join([*lines, "", "Mix for 8 minutes."]))])
    assert [piece.text for piece in pieces] == [*lines, "Mix for 8 minutes."]
    assert not any(piece.is_heading for piece in pieces)


def test_a_line_that_ends_in_an_amount_of_money_is_no_heading(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Claim", "Claim\n\nTotal 4,560.50 EUR\n\nIt is paid within ten days.")])
    assert [piece.text for piece in pieces if not piece.is_heading] == [
        "Total 4,560.50 EUR",
        "It is paid within ten days.",
    ]


def test_a_number_inside_a_line_opens_no_clause(make_source: MakeSource) -> None:
    source = make_source(1, "Trial", "Results. 79 gulls completed the trial. They slept 23 minutes longer.")
    assert [piece.text for piece in evidence_of([source])][1:] == [
        "79 gulls completed the trial.",
        "They slept 23 minutes longer.",
    ]


def test_the_foot_of_a_page_is_no_row(make_source: MakeSource) -> None:
    text = "The ferry was sold in May.\nVeriport Ltd | 2031 Report | 22\nVeriport Ltd | Ferries | 22\n"
    _, foot, row = evidence_of([make_source(1, "Veriport Ltd, Report 2031", text)])
    assert (foot.is_heading, row.is_heading) == (True, False)


def test_a_form_has_no_first_sentence(make_source: MakeSource) -> None:
    said = "Born: 17 July 1983 in Vik\nAddress: Quay 5, Vik\n\nShe keeps the lamps of the harbour."
    assert not any(piece.is_first for piece in evidence_of([make_source(1, "Ada Berg", said)]))
    listed = "- Common: cough, dizziness\n- Rare: rash and loss of taste"
    assert any(piece.is_first for piece in evidence_of([make_source(1, "Leaflet", listed)]))
    told = evidence_of([make_source(1, "Ada Berg", "Note: she keeps the lamps of the harbour.\n\nBorn: 17 July 1983")])
    assert [piece.is_first for piece in told] == [True, False]


def test_it_was_agreed_leans_on_nothing(make_source: MakeSource) -> None:
    text = "So far 20 passes are sold. It was agreed to raise the pass to 35. It was raised to 30 before."
    _, agreed, raised = evidence_of([make_source(1, "Minutes", text)])
    assert (agreed.leans_on, bool(raised.leans_on)) == ("", True)


def test_keys_below_a_letterhead_are_apart(make_source: MakeSource) -> None:
    keys = [
        "Site of the visit: boathouse, 9 Mill Row",
        "Surveyor: Ada Berg",
        "Person seen: Tom Reed, foreman of the yard",
    ]
    content = "\n".join(["Quill Town Council, Building Control and Standards", *keys])
    texts = [piece.text for piece in evidence_of([make_source(1, "Visit", content)])]
    assert {*keys} <= {*texts}


def test_keys_in_a_block_of_code_divide_nothing(make_source: MakeSource) -> None:
    content = (
        'curl https://api.halm.example/v1/readings --data \\\n"name": "Moss gauge number four",\n"unit": "metre" }'
    )
    [piece] = evidence_of([make_source(1, "Readings", content)])
    assert "unit" in piece.text


def test_the_mail_that_is_answered_is_cut_at_its_paragraphs(make_source: MakeSource) -> None:
    content = (
        "Please go ahead.\n\nAda\n\n> Dear Ms Berg,\n>\n> the pump is worn out and would have to be\n"
        "> replaced as a whole.\n>\n> Tom Reed, 01632 960 007\n>\n> > From: Ada Berg\n"
        "> > Date: 6 May\n> >\n> > Hello, the pump makes a noise."
    )
    pieces = evidence_of([make_source(1, "Re: Pump", content)])
    assert {"Tom Reed, 01632 960 007", "From: Ada Berg", "Hello, the pump makes a noise."} <= {p.text for p in pieces}
    [worn] = [piece for piece in pieces if "worn out" in piece.text]
    assert readable(worn) == "the pump is worn out and would have to be replaced as a whole."


def test_a_heading_with_a_label_in_brackets_states_something(make_source: MakeSource) -> None:
    path = ["4 Work packages", "WP4 Guidance (leader: Gareth Holm; months 24 to 36)"]
    plain = ["4 Work packages", "WP4 Guidance (months 24 to 36)"]
    for heading, is_heading in ((path, False), (plain, True)):
        [first, *_] = evidence_of([make_source(1, "Proposal", f"{heading[1]}\nTwo open days.\n", section_path=heading)])
        assert (first.text, first.is_heading) == (heading[1], is_heading)


def test_a_piece_may_be_read_in_one_line(make_source: MakeSource) -> None:
    [piece] = evidence_of([make_source(1, "Note", "The project begins on 1 June and\n   not on 1 April as planned.")])
    assert piece.flat == "The project begins on 1 June and not on 1 April as planned."


def test_a_row_has_the_caption_of_its_table(make_source: MakeSource) -> None:
    table = "Table 1. Heat pumps installed, by region\nRegion | 2030 | 2031\nVik | 3,900 | 6,240\n"
    assert evidence_of([make_source(1, "Study", table)])[-1].caption == "Heat pumps installed, by region"
