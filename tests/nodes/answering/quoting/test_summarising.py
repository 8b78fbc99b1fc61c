from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.summarising import summarise
from nodes.domain.chat import Plan
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

REPORT = (
    "Written by the treasurer and the chief engineer for the members. "
    "The cooperative generated more energy than in any year before. Table 3 on page 9 compares the years. "
    "It was sunny. The third turbine delivered its first energy to the island in March. "
    "The energy of all turbines together was sold to the island for 1.8 million euros."
)
SLIDE = "Where we stand\n- Three turbines\n- 447 members"


def plan_of(question: str, *revision_ids: str, count: int | None = None) -> Plan:
    return {**rule_plan(question), "whole_documents": list(revision_ids), "whole_count": count or len(revision_ids)}


def test_a_summary_is_what_says_something_by_itself(make_source: MakeSource) -> None:
    sources = [make_source(1, "Annual report", REPORT)]
    said = [quote.text for quote in summarise(sources)]
    assert "The cooperative generated more energy than in any year before." in said
    assert not any("Table 3" in text or "sunny" in text or "Written by" in text for text in said)
    assert all(REPORT[quote.start : quote.end] == quote.text for quote in summarise(sources))
    assert [quote.start for quote in summarise(sources)] == sorted(quote.start for quote in summarise(sources))


def test_a_text_without_sentences_gives_what_its_parts_begin_with(make_source: MakeSource) -> None:
    sources = [make_source(1, "Slides", SLIDE), make_source(2, "Slides", "What it costs\n- 2,900 for the machine")]
    sources[1]["document_id"] = sources[0]["document_id"]
    said = " ".join(quote.text for quote in summarise(sources))
    assert "447 members" in said
    assert "2,900" in said


def test_one_note_of_a_speaker_does_not_stand_for_the_slides(make_source: MakeSource) -> None:
    told = "Where we stand\n- Three turbines\n- 447 members of the cooperative\n- 1.8 million euros for the energy"
    note = "Risks\n- A cable of 1974\n\nNotes: Do not tell the members about the cable in writing."
    sources = [make_source(1, "Slides", told), make_source(2, "Slides", note)]
    sources[1]["document_id"] = sources[0]["document_id"]
    sources[1]["spans"] = [{**span, "page": 2} for span in sources[1]["spans"]]
    said = " ".join(quote.text for quote in summarise(sources))
    assert "447 members" in said
    assert "1974" in said
    others = [make_source(number, f"Report {number}", REPORT) for number in range(3, 8)]
    said = " ".join(quote.text for quote in summarise([*sources, *others]))
    assert "447 members" in said, "also where each has one line"


def test_several_documents_are_told_one_by_one(make_source: MakeSource) -> None:
    sources = [make_source(n, f"Report {n}", f"Station {n} was opened to the public. {REPORT}") for n in range(1, 7)]
    question = "Give me an overview of these documents"
    plan = plan_of(question, *(f"r{n}" for n in range(1, 7)), count=40)
    draft = answer_by_quoting(question, plan, sources, None)
    assert draft.status == "answered"
    assert draft.lines[0] == "6 of 40 documents, the newest:"
    assert [line.partition(":")[0] for line in draft.lines[1:]] == [f"- Report {n}" for n in range(1, 7)]
    assert {citation["index"] for citation in draft.citations} == {1, 2, 3, 4, 5, 6}


def test_a_list_does_not_break_the_list_that_it_stands_in(make_source: MakeSource) -> None:
    sources = [make_source(1, "Slides", SLIDE), make_source(2, "Report", REPORT)]
    draft = answer_by_quoting("overview", plan_of("overview", "r1", "r2"), sources, None)
    assert len(draft.lines) == 3
    assert draft.lines[1] == "- Slides: Three turbines; 447 members [1]"


def test_one_document_is_told_line_by_line(make_source: MakeSource) -> None:
    question = "Summarize the annual report"
    draft = answer_by_quoting(question, plan_of(question, "r1"), [make_source(1, "Annual report", REPORT)], None)
    assert draft.status == "answered"
    assert all(line.endswith("[1]") for line in draft.lines)
    assert len(draft.lines) == len(draft.citations) > 1


def test_a_document_that_holds_nothing_to_quote_is_no_answer(make_source: MakeSource) -> None:
    question, sources = "Summarize the sheet", [make_source(1, "Sheet", "...")]
    draft = answer_by_quoting(question, plan_of(question, "r1"), sources, None)
    assert draft.status == "no_evidence"


def test_findings_are_told_by_abstract_results_and_conclusion(make_source: MakeSource) -> None:
    parts = {
        "1 Introduction": "Many islands have wondered about the tides for a long time.",
        "3 Results": "The turbines delivered 12 % more energy at spring tides.",
        "5 Conclusion": "We advise that turbines of all islands are turned with the tide of the sea.",
        "References": "Moss, A. (1998). Tides of the north. Energy 21.",
    }
    sources = [
        make_source(number, "Tides and turbines", text, section_path=["Tides and turbines", heading], document_id="d1")
        for number, (heading, text) in enumerate(parts.items(), start=1)
    ]
    said = " ".join(quote.text for quote in summarise(sources, findings=True))
    assert "12 %" in said
    assert "turned" in said
    assert "wondered" not in said
    whole = " ".join(quote.text for quote in summarise(sources))
    assert "wondered" in whole
    assert "1998" not in whole, "what it cites is no part of what it says"
