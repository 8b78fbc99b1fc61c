"""Misspelt words of a question, and what they stand for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.language.names import name_keys
from nodes.language.spelling import (
    as_typed,
    candidates,
    checked_terms,
    checked_words,
    corrected,
    corrections,
    misspelt,
    plural_acronyms,
    respelt_names,
    variant_terms,
    variants,
    without_real_words,
)
from nodes.language.terms import analyse, fold

KNOWN = dict.fromkeys(analyse("The harbours of Petrel and their turbines report tidal revenue in Husum"), 3)


def mended(question: str, frequencies: dict[str, int]) -> str:
    return corrected(question, corrections(misspelt(checked_words(question), frequencies), frequencies))


def test_variants_are_one_edit_away() -> None:
    found = variants("quay")
    assert {"uay", "uqay", "quai", "quays", "squay"} <= set(found)
    assert "quay" not in found
    assert found == sorted(set(found))


def test_the_variants_of_nine_letters_fit_one_look_up() -> None:
    # 9 deletions, 8 transpositions, 9 x 25 replacements, 10 x 26 insertions less the 9 that double a letter.
    assert len(variants("turbines")) <= len(variants("harboured")) <= 9 + 8 + 225 + 260 - 9


@pytest.mark.parametrize("word", ["", "tid", "r2d2x", "well-known", "a" * 25, "two words"])
def test_what_has_no_variants(word: str) -> None:
    assert variants(word) == []


def test_variants_stay_in_the_alphabet_of_the_word() -> None:
    assert "причал" in variants("причял")
    assert all(not letter.isascii() for variant in variants("причял") for letter in variant)
    assert "straße" in variants("strasße")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("revenue of Petrrel in Husum", ["petrrel"]),
        ("the harbor of petrle", ["harbor", "petrle"]),
        ("petrels, harbour and turbine", []),
        ("summarise what NASA and IBMX wrote", ["wrote"]),
        ("REVENUE OF PETRREL", ["petrrel"]),
        ("x9tidal A4tidal tid 12345 港口风力涡轮机", []),
        ("Pétrel’s Petrrel-like tide", ["petrrel", "like"]),
    ],
)
def test_words_that_no_document_holds(question: str, expected: list[str]) -> None:
    # "tide" and "tidal" share no stem: the frequencies say that it is known.
    assert misspelt(checked_words(question), KNOWN | {"tide": 1}) == expected


def test_the_variant_of_most_documents_wins_and_ties_go_by_the_alphabet() -> None:
    assert corrections(["petral"], {"petrol": 2, "petrel": 5}) == {"petral": "petrel"}
    assert corrections(["petral"], {"petrol": 5, "petrel": 5}) == {"petral": "petrel"}
    assert corrections(["petral"], {"skua": 9, "petrel": 0}) == {}


def test_candidates_that_keep_the_first_letter_come_first() -> None:
    assert candidates("kery", {"seri": 90, "key": 4, "kerri": 5}) == ["kerry", "key", "sery"]
    assert len(candidates("tide", dict.fromkeys(variants("tide"), 1))) == 12


@pytest.mark.parametrize("question", ["Who sailed Straw Petrle in 1950?", "who sailed straw petrle in 1950?"])
def test_names_are_offered_for_every_candidate(question: str) -> None:
    frequencies = {"petrol": 9, "petrl": 4, "petrel": 2, "straw": 1, "sail": 1, "petr": 30}
    offered = respelt_names(question, ["petrle"], frequencies)
    assert corrections(["petrle"], frequencies) != {"petrle": "petrel"}
    assert offered["straw petrel"] == {"petrle": "petrel"}
    assert "straw petrel in 1950" in offered or question[0] == "W"
    assert corrected(question, offered["straw petrel"]).casefold() == "who sailed straw petrel in 1950?"
    assert not set(offered) & set(name_keys(question))
    assert respelt_names(question, [], frequencies) == {}


def test_the_names_offered_fit_one_look_up() -> None:
    question = " ".join(f"petral{chr(97 + place)}e tidalx" for place in range(20))
    words = misspelt(checked_words(question), {})
    frequencies = {term: 1 for word in words for other in variants(word)[:20] for term in analyse(other)}
    assert len(respelt_names(question, words, frequencies)) == 500


def test_inflected_variants_are_known_by_their_term() -> None:
    assert corrections(["turbnies"], KNOWN) == {"turbnies": "turbines"}


def test_a_transposed_function_word_becomes_no_content_word() -> None:
    assert corrections(["whcih"], {"which": 0, "whci": 9}) == {"whcih": "which"}


def test_capitals_and_everything_else_stay_as_written() -> None:
    assert mended("Revenue of “Petrrel's” harbor, tidol?", KNOWN) == "Revenue of “Petrel's” harbour, tidal?"
    assert mended("REVENUE OF PETRREL", KNOWN) == "REVENUE OF PETREL"
    assert mended("Nothing  to mend\n", {}) == "Nothing  to mend\n"


def test_the_first_look_up_holds_the_terms_of_every_word_that_is_checked() -> None:
    question = "Is the Web-iPetrel in Husum's Hârbour?"
    assert checked_terms(checked_words(question)) == ["harbour", "husum", "ipetrel"]
    assert misspelt(checked_words(question), dict.fromkeys(checked_terms(checked_words(question)), 1)) == []


def test_the_look_up_holds_the_terms_that_corrections_reads() -> None:
    asked = variant_terms(["turbnies"])
    assert "turbin" in asked
    assert asked == sorted(set(asked))
    assert corrections(["turbnies"], {term: KNOWN[term] for term in asked if term in KNOWN}) == {"turbnies": "turbines"}


words = st.text(alphabet=st.sampled_from("abcdeлиßé"), min_size=1, max_size=12)


@given(words.filter(lambda word: len(word) >= 4))
@settings(max_examples=60, deadline=None)
def test_edits_can_be_undone(word: str) -> None:
    for variant in variants(word)[:40]:
        # A letter of no alphabet that the edit took out cannot come back.
        if len(variant) >= 4 and set(word) <= set(variant):
            assert word in variants(variant)


@given(st.text(max_size=60), st.dictionaries(words, words, max_size=3))
@settings(max_examples=60, deadline=None)
def test_a_question_without_the_words_stays_as_it_is(question: str, better: dict[str, str]) -> None:
    present = {fold(word) for word in re.findall(r"[^\W\d_]+", question)}
    absent = {word: other for word, other in better.items() if word not in present}
    assert corrected(question, absent) == question


def test_what_only_asks_in_another_language_is_not_misspelt() -> None:
    assert misspelt(checked_words("Wie hoch ist die Miete?"), {"miet": 1}) == []
    assert misspelt(checked_words("Wie hoch ist die Miette?"), {"miet": 1}) == ["miette"]


VOCABULARY = frozenset({"own", "past", "aim", "think", "rake", "Lisbon"})


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("who owns what flowwed past it", ["flowwed"]),
        ("Aimed at Lisbon, THINKING of raked leavs", ["leavs"]),
        ("the petrrel of lisbon", ["petrrel"]),
        ("aning aims of vings", ["aning", "vings"]),
        ("pâst the peir", ["past", "peir"]),
    ],
)
def test_real_words_and_their_inflections_are_not_misspelt(question: str, left: list[str]) -> None:
    assert without_real_words(misspelt(checked_words(question), {}), question, VOCABULARY.__contains__) == left


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["Park", "2031"], ["Pérk", "2031"]),
        (["Bank of Park"], ["Bank of Pérk"]),
        (["Park", "Pérk"], ["Pérk"]),
        (["harbour"], ["harbour"]),
    ],
)
def test_what_is_told_is_what_was_typed(words: list[str], typed: list[str]) -> None:
    question = "Which harbour did the Bank of Pérk build in 2031?"
    assert as_typed(words, question, {"perk": "park", "harbor": "harbour"}) == typed


@pytest.mark.parametrize(
    "question", ["Which tools are not lent?", "When is the oven hot?", "Was passiert, wenn ich zu spät komme?"]
)
def test_rare_words_of_a_language_are_no_misspelt_ones(question: str) -> None:
    assert without_real_words(misspelt(checked_words(question), {}), question, lambda _: False) == []


def test_acronyms_in_the_plural_are_read_in_the_singular() -> None:
    question = "Which NDAs and MSAs does the AGM of Aras know?"
    found = plural_acronyms(question)
    assert found == {"ndas": "nda", "msas": "msa"}
    assert corrected(question, found) == "Which NDA and MSA does the AGM of Aras know?"
