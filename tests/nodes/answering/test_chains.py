"""Questions over entries whose answer lies behind a name: kin in other words, spans of life, what a quote leads to."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.lifespans import tells_place_of_life, with_lifespans
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

BARGE = "Grey Skua was built by Lund Yards and fitted out by the crew."
YARDS = "Lund Yards was founded by Ole Lund. The yards lie in Tarrowmere and build ferries."
WEATHER = "Wind was moderate. The quay stayed open."


def quoted(question: str, sources: list[Source], embed: Embed) -> list[str]:
    plan = rule_plan(question)
    found = quote(read_question(question, plan, sources, None), plan, sources, embed, entries=True)
    return [one.text for one in found if one.is_shown]


@pytest.mark.parametrize(
    ("opening", "tells"),
    [
        ("Ada Berg (1 May 1910 – 3 June 1982) was a painter.", True),
        ("Ada Maria Berg, OBE (c. 1910 in Husum - 1982) painted.", True),
        ("A. M. Berg Jr. (née Holm; 1910–1982) was a painter.", True),
        ("Ada Berg (1910–82) was a painter.", False),
        ("Ada Berg painted. The fair (1910–1982) was large.", False),
        ("Ada Berg painted boats from 1910 to 1982.", False),
        ("The fair (held in 1910) was opened. Ada Berg came in 1982.", False),
    ],
)
def test_a_span_of_life_tells_of_birth_and_death(make_source: MakeSource, opening: str, *, tells: bool) -> None:
    pieces = evidence_of([make_source(1, "Ada Berg", opening)])
    piece = with_lifespans(pieces, {"die": 1.0, "born": 1.0, "bridge": 1.0}, "date", [frozenset()])[0]
    assert ({"die", "born"} <= piece.terms) is tells
    assert "bridge" not in piece.terms


def test_a_register_of_something_else_tells_of_no_death(make_source: MakeSource, embed: Embed) -> None:
    rows = "Date | Child | Father\n1821-03-11 | Ann Holm | Peer Holm\n1823-07-06 | Peer Holm | Peer Holm"
    sources = [
        make_source(1, "Baptisms", rows),
        make_source(2, "Letter", "Peer Holm died on 9 January 1853 and was much missed."),
    ]
    said = answer("When did Peer Holm die?", sources, embed)
    assert "9 January 1853" in said
    assert "1823" not in said


def test_spans_tell_nothing_where_no_life_is_asked_for(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Ada Berg", "Ada Berg (1910 – 1982) was a painter.")])
    assert with_lifespans(pieces, {"paint": 1.0}, "date", [frozenset()]) == pieces


@pytest.mark.parametrize(
    ("span", "born", "died"),
    [
        ("Kiel, 1 May 1910 – 3 June 1982, Vik", True, True),
        ("May 1, 1910 in Kiel – June 3, 1982", True, False),
        ("1910 – 3 June 1982 in Vik", False, True),
        ("May 1, 1910 – June 3, 1982", False, False),
        ("born Ada Lund, 1 May 1910 – 3 June 1982", False, False),
    ],
)
def test_a_span_of_life_tells_places_beside_its_dates(span: str, *, born: bool, died: bool) -> None:
    text = f"Ada Berg ({span}) was a painter."
    assert tells_place_of_life(text, {"born"}) is born
    assert tells_place_of_life(text, {"die"}) is died
    assert not tells_place_of_life(text, {"paint"})


def test_where_somebody_was_born_is_told_by_a_span_with_places(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "The Barge (film)", "The Barge is a film directed by Ada Berg."),
        make_source(2, "Ada Berg", "Ada Berg (Kiel, 1 May 1910 – 3 June 1982) was a painter. She lived in Husum."),
    ]
    found = quoted("Where was the director of The Barge born?", sources, embed)
    assert found[-1].startswith("Ada Berg (Kiel")


def test_a_span_of_life_tells_no_place(make_source: MakeSource, embed: Embed) -> None:
    text = "Ada Berg (1910 – 1982) was a painter and founder of Berg Mills. She was born in Husum. She had a boat."
    assert "She was born in Husum." in quoted("Where was Ada Berg born?", [make_source(1, "Ada Berg", text)], embed)


def test_who_directed_it_died_when_the_span_of_the_directors_life_ends(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "The Barge (film)", "The Barge is a film directed by Ada Berg."),
        make_source(2, "Ada Berg", "Ada Berg (1 May 1910 – 3 June 1982) was a painter. She lived in Husum."),
    ]
    found = quoted("When did the director of the film The Barge die?", sources, embed)
    assert found == [sources[0]["content"], "Ada Berg (1 May 1910 – 3 June 1982) was a painter."]


def test_a_father_is_told_by_his_daughter(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Ada Berg", "Ada Berg was a painter. Ada Berg was the daughter of Otto Berg."),
        make_source(2, "Otto Berg", "Otto Berg sold boats in Husum."),
    ]
    assert "Ada Berg was the daughter of Otto Berg." in quoted("Who was the father of Ada Berg?", sources, embed)


def test_what_is_quoted_leads_on_to_what_is_of_the_kind_that_is_asked_for(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [
        make_source(1, "Grey Skua", BARGE),
        make_source(2, "Weather", WEATHER),
        make_source(3, "Lund Yards", YARDS),
    ]
    found = quoted("In what country was Grey Skua built?", sources, embed)
    assert "The yards lie in Tarrowmere and build ferries." in found


def test_the_name_that_is_quoted_goes_before_who_only_shares_its_words(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Born to Sail", "Born to Sail is a song that was produced by Ada Berg."),
        make_source(2, "Otto Holm", "Otto Holm is a man who sang Born to Sail in the year 1999."),
        make_source(3, "Ada Berg", "Ada Berg (born 1 May 1965) is a singer."),
    ]
    found = quoted("The song Born to Sail was produced by a woman born in what year?", sources, embed)
    assert found[:2] == [sources[0]["content"], sources[2]["content"]]


def test_what_no_name_leads_to_is_left_out_for_what_one_does(make_source: MakeSource, embed: Embed) -> None:
    skua = make_source(1, "Grey Skua", "Grey Skua is a barge built by Lund Yards.")
    yards = make_source(2, "Lund Yards", "Lund Yards was set up in 1911 and builds ferries.")
    other = make_source(3, "Harbour office", "The office was founded in 1962, when a barge was built.")
    found = quoted("When was the builder of the barge Grey Skua founded?", [skua, other, yards], embed)
    assert yards["content"] in found
    assert found.index(yards["content"]) < (found.index(other["content"]) if other["content"] in found else 9)


def test_years_inside_a_range_need_not_be_found(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Barges", "The Grey Skua was built from 1962 to 1964 by Lund Yards.")]
    question = "Which barge was built from 1962 to 1964 by Lund Yards?"
    assert answer_by_quoting(question, rule_plan(question), sources, embed).status == "answered"
    question = "Which barge was built from 1972 to 1974 by Lund Yards?"
    refused = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert refused.status == "no_evidence"
    assert "1972" in refused.answer
    assert "1973" not in refused.answer


def test_words_that_ask_for_a_date_or_a_place_need_not_be_found(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Ada Berg", "Ada Berg (1 May 1910 – 3 June 1982) was a painter who lived in Husum.")]
    for question in ("What is the date of birth of Ada Berg?", "In which town did Ada Berg live?"):
        assert answer_by_quoting(question, rule_plan(question), sources, embed).status == "answered"
    question = "What is the date of the wedding of Ada Berg?"
    assert "wedding" in answer_by_quoting(question, rule_plan(question), sources, embed).answer


def test_the_end_of_a_chain_is_quoted_last(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1,
            "Ferrow Bridge",
            "The Ferrow Bridge is a road bridge at Port Ambrel. It was built by Stent Bridgeworks before 1968.",
        ),
        make_source(
            2,
            "Cornelius Stent",
            "Cornelius Stent was a smith and founder of Stent Bridgeworks. He was born in Lower Haspe.",
        ),
        make_source(3, "Stent Bridgeworks", "Stent Bridgeworks was a steel company in Tessary."),
    ]
    question = "Where was the founder of the company that built the Ferrow Bridge born?"
    found = quoted(question, sources, embed)
    assert found[-1] == "He was born in Lower Haspe."
    assert "Cornelius Stent was a smith and founder of Stent Bridgeworks." in found
    assert len(found) <= 4
